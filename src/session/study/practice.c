/* Positions to solve. Each card is put on the board as a separate game. Moves other than the
 * solution are judged by a search, and the card is solved by a move that is as good as the
 * solution. The user can ask for hints. A card that is solved or skipped is shown until the user
 * asks for the next one. */
#include "src/session/study/practice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/geometry.h"
#include "src/game/format.h"
#include "src/session/mode.h"
#include "src/session/persist.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/util/text.h"

enum {
    MATE_EFFORT = 10, /* if the task is a mate, which may be long, a move is judged with this many
                         times the usual nodes */
    TOLD_PLIES = 5,   /* how many plies after the solution's move the message shows */
};
static const double AS_GOOD = 0.1; /* a right move loses less than this of the winning chances (-1
                                    * to 1) */

static const struct card *current(const struct session *session)
{
    return &session->practice.cards[session->practice.at];
}

/* Returns the moves of the solution that follow the position on the board; none if the solution is
 * not known yet. */
static struct line solution_left(const struct session *session)
{
    const struct practice *practice = &session->practice;
    bool known = practice->done < current(session)->solution.length;
    const struct ledger_score *solution = known ? &current(session)->solution : &practice->found;
    int from = known ? practice->done : 0;
    struct line left = {.length = solution->length - from};
    for (int i = 0; i < left.length; i++)
        left.moves[i] = solution->line[from + i];
    return left;
}

static Move wanted(const struct session *session)
{
    const struct line left = solution_left(session);
    return left.length > 0 ? left.moves[0] : NO_MOVE;
}

/* Returns whether the move is known to be right without a search. */
static bool known_right(const struct session *session, Move move)
{
    return move == wanted(session) ||
           (session->practice.done == 0 && card_moves_have(&current(session)->accepted, move));
}

/* Whether the move is known to be wrong without a search: it was played in the game, or the suite
 * lists it as a move to avoid. */
static bool known_wrong(const struct session *session, Move move)
{
    const struct card *card = current(session);
    return session->practice.done == 0 &&
           (move == card->played || card_moves_have(&card->refused, move));
}

static bool show_card(struct session *session)
{
    struct practice *practice = &session->practice;
    const struct card *card = current(session);
    struct game *game = game_create(&card->position);
    if (!game)
        return false;
    practice_stand_at(session, game->root);
    game_destroy(practice->game);
    practice->game = game;
    practice->done = practice->tries = practice->rungs = 0;
    practice->held = 0;
    practice->first_wrong = NO_MOVE;
    practice->wrong[0] = '\0';
    practice->answered = practice->over = false;
    session_begin_beside(session);
    session_say(session, "%s", "");
    return true;
}

Move practice_hint_move(const struct session *session)
{
    return session->mode == MODE_PRACTISING ? wanted(session) : NO_MOVE;
}

const char *practice_hint_cost(const struct session *session)
{
    static const char *const costs[] = {
        [PRACTICE_GAME] = "With a hint, the position does not count as solved at the first try.",
        [PRACTICE_DECK] = "With a hint the card comes back sooner.",
        [PRACTICE_PUZZLES] = "With a hint the puzzle counts as missed.",
        [PRACTICE_SUITE] = "With a hint the position counts as missed.",
    };
    return session_solved_clean(session) ? costs[session->practice.kind] : NULL;
}

bool session_start_practice(struct session *session, enum practice_kind kind,
                            const struct card cards[], int count)
{
    /* The new cards are allocated before the old ones are freed, so that the first card has another
     * address than the one shown (session_view.card). */
    struct card *copy = malloc((size_t)count * sizeof *cards);
    session_set_mode(session, session_game_mode(session));
    struct practice *practice = &session->practice;
    practice->cards = copy;
    if (!copy)
        return false;
    memcpy(copy, cards, (size_t)count * sizeof *cards);
    practice->kind = kind;
    practice->count = count;
    session_give_up_analyst(session); /* the analyst must stop what it does, such as scoring the
                                       * game */
    session_set_mode(session, MODE_PRACTISING);
    if (show_card(session)) {
        session_tell_damage(session);
        return true;
    }
    session_stop_study(session);
    return false;
}

bool session_practise(struct session *session, const struct card cards[], int count)
{
    return session_start_practice(session, PRACTICE_SUITE, cards, count);
}

void session_leave_practice(struct session *session, enum mode next)
{
    (void)next;
    struct practice *practice = &session->practice;
    char unsaid[256] = "";
    session_left_card(session, unsaid, sizeof unsaid);
    session_end_beside(session);
    session_give_up_analyst(session);
    session->hints.node = session->analyst_node = NULL;
    session->hints.hint = (struct hint){0};
    session->have_analysis = false;
    game_destroy(practice->game);
    free(practice->cards);
    free(practice->attempted);
    *practice = (struct practice){0};
    session->shown = session->live;
    session->message[0] = '\0';
    session->changed |= CHANGED_BOARD | CHANGED_HINT | CHANGED_MESSAGE;
}

static struct game_node *play_line(struct game_node *node, const struct line *line)
{
    for (int i = 0; i < line->length && chess_is_legal(&node->position, line->moves[i]); i++) {
        struct game_node *next = game_add(node, line->moves[i]);
        if (!next)
            break;
        node = next;
    }
    return node;
}

/* Plays out the line after the solution's move, if known, and describes it in `text`. Returns the
 * last node. */
static struct game_node *go_on_after(const struct session *session, struct game_node *node,
                                     char *text, size_t size)
{
    const struct line left = solution_left(session);
    struct line on = {.length = left.length - 1};
    char moves[128];
    if (node->parent != session->practice.node || on.length < 1 || node->move != left.moves[0])
        return node;
    memcpy(on.moves, left.moves + 1, (size_t)on.length * sizeof *on.moves);
    text_line(&node->position, &on, TOLD_PLIES, true, moves, sizeof moves);
    text_add(text, size, " It continues %s.", moves);
    return play_line(node, &on);
}

/* Finishes the card. After that the board shows `node` and the rest of the solution; `text`
 * describes the result. The wrong moves are named last, because a screen of 80 columns may have no
 * space for the end of the message. */
static void finish_card(struct session *session, bool solved, struct game_node *node, char *text,
                        size_t size)
{
    session_answered(session, solved, text, size);
    if (session->practice.kind == PRACTICE_GAME)
        review_note_tried(&session->record.review, session->live, current(session)->ply);
    practice_stand_at(session, go_on_after(session, node, text, size));
    if (session->practice.wrong[0])
        text_add(text, size, "%sYou tried %s.", *text ? " " : "", session->practice.wrong);
    session->shown = node;
    session->practice.over = true;
    session->practice.ended = text_now();
    session_say(session, "%s", text);
    session_look_beside(session);
}

bool practice_is_last(const struct practice *practice)
{
    return practice->at + 1 >= practice->count;
}

bool session_card_is_over(const struct session *session, struct session_reply *reply)
{
    if (session->practice.over)
        reply_set(reply, REPLY_REFUSED,
                  practice_is_last(&session->practice) ? "Done. Press Enter to go back."
                                                       : "Done. Press Enter for the next one.");
    return session->practice.over;
}

/* Appends how many of the `seen` positions were solved. As in the statistics, a position solved
 * only with a hint or after a wrong move does not count; the number of these follows separately. */
static void tell_solved(const struct practice *practice, int seen, char *text, size_t size)
{
    const int helped = practice->solved - practice->at_once;
    text_add(text, size, "%d of %d solved", practice->at_once, seen);
    if (helped > 0)
        text_add(text, size, ", %d more after a hint or a wrong move", helped);
    text_add(text, size, ".");
}

bool session_next_card(struct session *session)
{
    struct practice *practice = &session->practice;
    char text[256] = "";
    if (!practice->over)
        return false;
    int count = ++practice->at;
    bool more = count < practice->count;
    if (more && practice->kind == PRACTICE_PUZZLES) {
        enum next_puzzle next = session_next_puzzle(session, text, sizeof text);
        if (next == NEXT_PUZZLE_UNREAD) { /* the database cannot be read now, so the present card
                                           * stays */
            practice->at--;
            if (strcmp(session->message, text) != 0)
                session_say(session, "%s", text);
            return false;
        }
        more = next == NEXT_PUZZLE_FOUND;
    }
    if (more) {
        if (!show_card(session))
            session_stop_study(session);
        return true;
    }
    session_tell_beside(session, text, sizeof text);
    text_add(text, sizeof text, "%sAll done: ", *text ? "  " : "");
    tell_solved(practice, count, text, sizeof text);
    session_stop_study(session);
    session_say(session, "%s", text);
    return true;
}

/* Replaces the move in the card's sentence "White just played ..." by the opponent's newest
 * move. */
static void renew_last_move(struct card *card, const struct position *before, Move move)
{
    static const char words[] = " just played ";
    char san[CHESS_SAN_MAX], *from = strstr(card->why, words);
    if (!from)
        return;
    from += sizeof words - 1;
    chess_to_san(before, move, san);
    snprintf(from, sizeof card->why - (size_t)(from - card->why), "%s.", san);
}

/* Continues a puzzle: plays the opponent's reply and asks for the next move. */
static bool go_on(struct session *session, Move move, const char *found)
{
    struct practice *practice = &session->practice;
    const struct card *card = current(session);
    char answer[32];
    if (card->kind != CARD_PUZZLE || practice->done + 2 >= card->solution.length)
        return false;
    struct game_node *node = game_add(practice->node, move);
    if (!node)
        return false;
    Move reply = card->solution.line[practice->done + 1];
    renew_last_move(&practice->cards[practice->at], &node->position, reply);
    text_move(&node->position, reply, answer, sizeof answer);
    node = game_add(node, reply);
    if (!node)
        return false;
    practice->rungs = practice_rungs(session);
    practice->done += 2;
    practice_stand_at(session, node);
    session_say(session, "Right: %s. The opponent replies %s. Find the next move.", found, answer);
    return true;
}

/* Describes the mistake after the solution: "You had played Qd3, which loses the queen." */
static void add_mistake(const struct session *session, char *text, size_t size)
{
    const struct practice *practice = &session->practice;
    const struct card *card = current(session);
    if (card->played != NO_MOVE && !card_moves_have(&card->accepted, card->played)) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&card->position, card->played, san);
        bool others = practice->kind == PRACTICE_GAME && session->record.review.you < 0;
        const char *reason = card->kind == CARD_MISTAKE ? card->reason : "";
        text_add(text, size, others ? "%s%s was played%s%s." : "%sYou had played %s%s%s.",
                 *text ? " " : "", san, *reason ? ", which " : "", reason);
    }
}

/* Finishes the card, which the user has solved; `last` is the node after the user's last move, and
 * `text` says how it was solved. */
static void solve(struct session *session, struct game_node *last, char *text, size_t size)
{
    session->practice.solved++;
    session->practice.at_once += session_solved_clean(session);
    add_mistake(session, text, size);
    finish_card(session, true, last, text, size);
}

static void right(struct session *session, Move move)
{
    struct practice *practice = &session->practice;
    const struct position *position = &practice->node->position;
    char found[32], best[32], text[256];
    text_move(position, move, found, sizeof found);
    if (move == wanted(session) && go_on(session, move, found))
        return;
    if (move == wanted(session) || wanted(session) == NO_MOVE) {
        snprintf(text, sizeof text, "Right: %s.", found);
    } else {
        text_move(position, wanted(session), best, sizeof best);
        snprintf(text, sizeof text, "Right: %s is as good as %s.", found, best);
    }
    struct game_node *last = game_add(practice->node, move);
    solve(session, last ? last : practice->node, text, sizeof text);
}

static void remember_wrong(struct practice *practice, Move move, const char *tried,
                           const char *score)
{
    if (practice->tries++ == 0 && practice->done == 0)
        practice->first_wrong = move;
    if (strlen(practice->wrong) + strlen(tried) + strlen(score) + 6 < sizeof practice->wrong)
        text_add(practice->wrong, sizeof practice->wrong, "%s%s (%s)", *practice->wrong ? ", " : "",
                 tried, score);
}

/* If the reply is a capture, returns what it wins in centipawns, minus `taken`, the value of the
 * piece that the user's move has captured. Otherwise returns 0. */
static int won_by_reply(const struct position *after, Move reply, int taken)
{
    if (move_kind(reply) == MOVE_CASTLING || after->board[move_to(reply)] == NO_PIECE)
        return 0;
    return engine_exchange(after, reply) - taken;
}

/* If the opponent can answer the move with a capture that wins more than a pawn beyond what the
 * move took, writes a clause such as "Kxe4 takes the queen, and "; otherwise "". Prefers the best
 * reply, the first move of found->line. */
static void write_loss(const struct position *position, Move move, const struct ledger_score *found,
                       char *text, size_t size)
{
    struct position after = *position;
    char san[CHESS_SAN_MAX];
    Move replies[CHESS_MOVES_MAX], reply = NO_MOVE;
    int took = captured_by(position, move), most = engine_exchange_value(PAWN);
    int taken = took == NO_PIECE_TYPE ? 0 : engine_exchange_value(took);
    text[0] = '\0';
    chess_play(&after, move);
    if (found->length == 0 || !chess_is_legal(&after, found->line[0]))
        return;
    if (won_by_reply(&after, found->line[0], taken) > most)
        reply = found->line[0];
    int count = reply == NO_MOVE ? chess_moves(&after, replies) : 0;
    for (int i = 0; i < count; i++) {
        int won = won_by_reply(&after, replies[i], taken);
        reply = won > most ? replies[i] : reply;
        most = won > most ? won : most;
    }
    if (reply == NO_MOVE)
        return;
    chess_to_san(&after, reply, san);
    snprintf(text, size, "%s takes the %s, and ", san,
             chess_piece_name(piece_type(after.board[move_to(reply)])));
}

/* Writes what the best move is worth, without naming it: "; the best move +4.09", or "" if it is
 * not better. The scores are for the side to move. */
static void write_best(Score best, Score after, char *text, size_t size)
{
    char score[16];
    int mate;
    text[0] = '\0';
    if (best <= after)
        return;
    text_score(best, score, sizeof score);
    if (!score_is_mate(best, &mate))
        snprintf(text, size, best == 0 ? "; the best move draws" : "; the best move %s", score);
    else if (mate > 0)
        snprintf(text, size, "; the best move mates in %d", mate);
}

static void wrong(struct session *session, Move move, const struct ledger_score *found)
{
    struct practice *practice = &session->practice;
    const struct position *position = &practice->node->position;
    const Score after = found->score;
    char tried[32], score[32], loss[64], best[48] = "";
    int sign = position->side == WHITE ? 1 : -1;
    const struct card *card = current(session);
    bool again = practice->done == 0 && move == card->played;
    text_move(position, move, tried, sizeof tried);
    text_score(sign * after, score, sizeof score);
    remember_wrong(practice, move, tried, score);
    const char *where = card->kind == CARD_GIFT || card->kind == CARD_MISTAKE
                            ? ", as in the game" : ", as before";
    int mate;
    write_loss(position, move, found, loss, sizeof loss);
    if (score_is_mate(sign * after, &mate) && mate < 0)
        snprintf(score, sizeof score, "mated in %d", -mate);
    else if (after == 0)
        snprintf(score, sizeof score, "with a draw");
    if (practice->best != SCORE_NONE)
        write_best(sign * practice->best, sign * after, best, sizeof best);
    session_say(session, "Not %s%s: %sit leaves you %s%s. Try again, or type hint or skip.", tried,
                again ? where : "", loss, score, best);
}

/* Handles a move that is not in the repertoire. The repertoire is the user's choice, so no engine
 * judges the move. */
static void not_in_repertoire(struct session *session, Move move)
{
    struct practice *practice = &session->practice;
    char tried[32];
    text_move(&practice->node->position, move, tried, sizeof tried);
    remember_wrong(practice, move, tried, "not in your repertoire");
    session_say(session, "%s is not in your repertoire. Try again, or type hint or skip.", tried);
}

/* Whether a move is accepted; `after` is the score after it, for white. If the card is a puzzle or
 * asks for a mate, and the solution mates, the move must mate too. Otherwise a move is accepted if
 * it mates or loses little of the winning chances. */
static bool good_enough(const struct session *session, Move move, Score after)
{
    const struct practice *practice = &session->practice;
    const struct card *card = current(session);
    int side = practice->node->position.side, sign = side == WHITE ? 1 : -1;
    bool mates = sign * after >= SCORE_MATE_MIN;
    if (known_right(session, move) || known_wrong(session, move))
        return known_right(session, move);
    if ((card->kind == CARD_PUZZLE || card->mate > 0) && sign * practice->best >= SCORE_MATE_MIN)
        return mates;
    return mates || chances_gained(practice->best, after, side) > -AS_GOOD;
}

/* Starts to score `node`. When the score is known, which is at once if the game is over at `node`,
 * session_judge_try is called. Returns false if the search cannot start. */
static bool look_at(struct session *session, const struct game_node *node)
{
    struct practice *practice = &session->practice;
    struct ledger_score end;
    practice->looked_at = node;
    practice->judging = true;
    if (ledger_from_end(node, &end)) {
        session_judge_try(session, &end);
        return true;
    }
    if (session_start_judging(session, node, current(session)->mate > 0 ? MATE_EFFORT : 1)) {
        session_say(session, "Checking %s ...", practice->skipping ? "the position" : "your move");
        return true;
    }
    practice->judging = practice->skipping = false;
    return false;
}

/* Shows the best move, and for a puzzle the rest of the solution. */
static void tell_solution(struct session *session)
{
    struct game_node *node = session->practice.node;
    struct line left = solution_left(session);
    char moves[128], text[256] = "No solution is known.";
    if (current(session)->kind != CARD_PUZZLE && left.length > 0)
        left.length = 1;
    if (left.length > 0) {
        text_line(&node->position, &left, left.length, true, moves, sizeof moves);
        snprintf(text, sizeof text, "The %s was %s.", left.length > 1 ? "solution" : "move", moves);
    }
    add_mistake(session, text, sizeof text);
    finish_card(session, false, play_line(node, &left), text, sizeof text);
}

/* Handles the full-strength score of the position on the board, which was searched because the card
 * has no solution: the best line becomes the solution. */
static void keep_found(struct session *session, const struct ledger_score *found)
{
    struct practice *practice = &session->practice;
    practice->found = *found;
    if (found->length > 0 && known_wrong(session, found->line[0]))
        practice->found.length = 0;
}

static void judge_endgame(struct session *session, Move move, const struct ledger_score *found)
{
    char text[256];
    if (!endgame_keeps(&session->practice, found->score))
        wrong(session, move, found);
    else if (!endgame_goes_on(session, found, text, sizeof text))
        solve(session, game_end_of_line(session->practice.tried), text, sizeof text);
}

void session_judge_try(struct session *session, const struct ledger_score *found)
{
    struct practice *practice = &session->practice;
    const struct game_node *looked_at = practice->looked_at;
    if (looked_at == practice->node)
        keep_found(session, found);
    if (practice->skipping) {
        tell_solution(session);
        return;
    }
    Move move = practice->tried->move;
    if (looked_at != practice->tried) {
        practice->best = found->score;
        (void)!look_at(session, practice->tried); /* on failure a message says why */
        return;
    }
    practice->judging = false;
    if (current(session)->kind == CARD_ENDGAME)
        judge_endgame(session, move, found);
    else if (good_enough(session, move, found->score))
        right(session, move);
    else
        wrong(session, move, found);
}

void session_try_move(struct session *session, Move move, struct session_reply *reply)
{
    struct practice *practice = &session->practice;
    reply->kind = REPLY_MOVED;
    if (practice->judging) {
        reply_set(reply, REPLY_REFUSED, "Your move is still being checked.");
        return;
    }
    if (known_right(session, move) && current(session)->kind != CARD_ENDGAME) {
        right(session, move);
        return;
    }
    if (current(session)->kind == CARD_REPERTOIRE) {
        not_in_repertoire(session, move);
        return;
    }
    bool endgame = current(session)->kind == CARD_ENDGAME;
    Move best = wanted(session);
    struct game_node *node = game_add(practice->node, move);
    struct game_node *solution =
        best == NO_MOVE ? practice->node : game_add(practice->node, best);
    if (!node || !solution) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    practice->tried = node;
    bool mate = game_state(node) == GAME_CHECKMATE;
    if (!look_at(session, practice->best == SCORE_NONE && !mate && !endgame ? solution : node))
        reply_set(reply, REPLY_REFUSED, "%s", session->message);
}

void session_practice_skip(struct session *session, struct session_reply *reply)
{
    struct practice *practice = &session->practice;
    reply_set(reply, REPLY_DONE, "%s", "");
    if (session_next_card(session) || practice->over)
        return;
    practice->skipping = wanted(session) == NO_MOVE;
    if (!practice->skipping || !look_at(session, practice->node))
        tell_solution(session);
}

void session_stop_practice(struct session *session, struct session_reply *reply)
{
    const struct practice *practice = &session->practice;
    char text[256] = "";
    bool of_game = practice->kind == PRACTICE_GAME;
    bool tried = practice->over || !session_solved_clean(session); /* the user has finished the card
                                                                    * shown now, or has tried a move
                                                                    * or used a hint */
    int seen = practice->at + tried;
    /* the number of right moves on a card that the user leaves before its end; such a card counts
     * neither as solved nor as seen */
    int right = tried ? 0 : practice->held + practice->done / 2;
    session_left_card(session, text, sizeof text);
    if (right > 0)
        text_add(text, sizeof text,
                 "You stopped after %d right move%s, so this position does not count.", right,
                 text_plural(right));
    if (seen > 0) {
        text_add(text, sizeof text, "%s", *text ? " " : "");
        tell_solved(practice, seen, text, sizeof text);
    }
    session_stop_study(session);
    reply_set(reply, REPLY_DONE, "%s",
              of_game ? "Back to the game."
              : *text ? text
                      : "Nothing was tried.");
}
