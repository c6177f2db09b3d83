/* Two things can start from a position under analysis: playing on from it against the level, and
 * guessing the moves of the game. The analysis is suspended meanwhile and then restored. */
#include "src/session/study/suspend_analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/player/engine_position.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/persist.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/util/text.h"

/* Reads "white" or "black" into *color, or sets it to `otherwise` if `text` is "". Returns false if
 * `text` is anything else. */
static bool read_color(const char *text, int otherwise, int *color)
{
    bool white = strcmp(text, "white") == 0, black = strcmp(text, "black") == 0;
    *color = white ? WHITE : black ? BLACK : otherwise;
    return white || black || !*text;
}

/* Playing on */

/* Moves the analysed game and its record from the session to session->suspended. */
static void suspend(struct session *session, struct game_node *from)
{
    session_hold(session);
    session->suspended =
        (struct suspended_analysis){.game = session->game, .from = from, .record = session->record};
    session->record.ledger = (struct ledger){0};
    session->record.status = STATUS_NONE;
}

static void take_back(struct session *session)
{
    struct suspended_analysis *suspended = &session->suspended;
    session_replace_game(session, suspended->game);
    session->record = suspended->record;
    session->rated.counts_already = true; /* the record came back with the analysed game, which is
                                           * not rated */
    session->live = game_end_of_line(session->game->root);
    session->shown = suspended->from;
    *suspended = (struct suspended_analysis){0};
}

/* Creates a game from the moves that led to `node`. */
static struct game *game_up_to(const struct game_node *node)
{
    const struct position *start;
    int count;
    Move *moves = place_moves(node, &start, &count);
    struct game *game = moves ? game_create(start) : NULL;
    struct game_node *at = game ? game->root : NULL;
    for (int i = 0; at && i < count; i++)
        at = game_add(at, moves[i]);
    free(moves);
    if (!at) {
        game_destroy(game);
        game = NULL;
    }
    return game;
}

void session_play_from_here(struct session *session, struct session_reply *reply)
{
    struct game_node *from = session->shown;
    int you;
    char name[128];
    if (!read_color(reply->argument, from->position.side, &you)) {
        reply_set(reply, REPLY_REFUSED, "Expected: play, play white or play black");
        return;
    }
    if (game_result_at(from) != RESULT_NONE) {
        reply_set(reply, REPLY_REFUSED, "You cannot play on: %s.",
                  game_state_words(game_state(from)));
        return;
    }
    struct game *game = game_up_to(from), *empty = game_create(NULL);
    if (!game || !empty) {
        game_destroy(game);
        game_destroy(empty);
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    session_forget_nodes(session);
    suspend(session, from);
    session->game = empty; /* session_replace_game frees this empty game; the analysed game is
                            * kept */
    session_replace_game(session, game);
    session->suspended.left = false;
    session->live = session->shown = game_end_of_line(game->root);
    session->record.you = you;
    session->control = session->options.control;
    game->untimed = session->control.untimed;
    snprintf(session->rated.unrated, sizeof session->rated.unrated,
             "it was started from an analysis");
    session->guest_new_game = true;
    session->clocked_from = session->live->ply;
    session_reset_clock(session);
    engine_forget(session->opponent);
    session_set_status(session, STATUS_GOING_ON);
    session_set_mode(session, MODE_PLAYING_ON);
    session_tell_saving(session);
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "You have %s against %s. Type stop to go back to the analysis.",
              chess_color_name(you), name);
    session_turn(session);
}

/* Adds the moves of the game that was played from the analysis to the suspended analysis, as a
 * variation from the first move that differs. That move may be before the position from which the
 * game was started, because the user may have undone moves. Returns true if a move was added. */
static bool add_played(struct session *session)
{
    const struct position *start;
    int count;
    struct game_node *node = session->suspended.game->root;
    Move *moves = place_moves(session->live, &start, &count);
    bool added = false;
    for (int i = 0; moves && node && i < count; i++) {
        const struct game_node *last = node->last;
        struct game_node *next = game_add(node, moves[i]);
        added |= node->last != last;
        node = next;
    }
    free(moves);
    session->suspended.record.edited |= added;
    return added;
}

void session_play_on_ends(struct session *session, struct session_reply *reply)
{
    bool added = !session->suspended.left && add_played(session);
    session_forget_nodes(session);
    take_back(session);
    session_set_mode(session, MODE_ANALYSING);
    reply_set(reply, REPLY_DONE,
              added ? "Back to the analysis. Your moves are kept as a "
                      "variation."
                    : "Back to the analysis.");
}

/* Guessing */

enum { LOSS_MAX = 1000 /* centipawns: a guess counts at most this much in the average loss */ };
/* A guess is as good as the game's move if it loses less than AS_GOOD of the winning chances (which
 * run from -1 to 1) in comparison, and a little worse if it loses less than A_LITTLE_WORSE. */
static const double AS_GOOD = 0.05, A_LITTLE_WORSE = 0.15;

/* Shows the next position, from `node` on, in which the user has to guess. Returns false if the
 * game has no such position any more. */
static bool next_guess(struct session *session, struct game_node *node)
{
    struct guess *guess = &session->guess;
    while (node->child && node->position.side != guess->side)
        node = node->child;
    session->shown = node;
    session->changed |= CHANGED_BOARD;
    return node->child != NULL;
}

static void tell_result(const struct guess *guess, char *text, size_t size)
{
    int counted = guess->played + guess->as_good + guess->a_little + guess->worse;
    if (counted == 0)
        snprintf(text, size, "You guessed no moves.");
    else
        snprintf(text, size,
                 "%d guessed: %d as played, %d better or as good, %d a little worse, %d "
                 "worse. Accuracy %.0f%%, average loss %.2f pawns.",
                 counted, guess->played, guess->as_good, guess->a_little, guess->worse,
                 guess->accuracy / counted, guess->loss / counted / 100);
}

void session_enter_guessing(struct session *session, enum mode before)
{
    (void)before;
    session_forget_nodes(session);
}

void session_leave_guessing(struct session *session, enum mode next)
{
    (void)next;
    struct guess *guess = &session->guess;
    session_give_up_analyst(session);
    session->analyst_node = NULL;
    game_destroy(guess->scratch);
    session->record.you = guess->you;
    *guess = (struct guess){0};
    session->changed |= CHANGED_BOARD;
}

void session_command_guess(struct session *session, struct session_reply *reply)
{
    struct guess *guess = &session->guess;
    int side;
    if (!read_color(reply->argument, session->shown->position.side, &side)) {
        reply_set(reply, REPLY_REFUSED, "Expected: guess, guess white or guess black");
        return;
    }
    if (!session->shown->child) {
        reply_set(reply, REPLY_REFUSED,
                  "The game ends here, so there is no move to guess. Go to "
                  "the start first, with Home or start.");
        return;
    }
    session_set_mode(session, MODE_GUESSING);
    *guess = (struct guess){.side = side, .you = session->record.you};
    session->record.you = side;
    if (!next_guess(session, session->shown)) {
        session_stop_guessing(session, reply);
        return;
    }
    reply_set(reply, REPLY_DONE,
              "Guess %s's moves. Each guess is compared with the move played. "
              "Type skip to see the move, stop to end.",
              chess_color_name(side));
}

void session_stop_guessing(struct session *session, struct session_reply *reply)
{
    char text[256];
    tell_result(&session->guess, text, sizeof text);
    session_set_mode(session, MODE_ANALYSING);
    reply_set(reply, REPLY_DONE, "%s", text);
}

/* Tells the user the verdict on the guess and the next move of the game, then shows the next
 * position to guess in, or ends guessing. */
static void go_on(struct session *session, const char *verdict)
{
    struct guess *guess = &session->guess;
    const struct game_node *played = session->shown->child, *answer = played->child;
    char text[400], move[32];
    guess->judging = false;
    snprintf(text, sizeof text, "%s", verdict);
    if (answer) {
        review_move_text(answer, move, sizeof move);
        text_add(text, sizeof text, " The reply was %s.", move);
    }
    if (next_guess(session, session->shown->child)) {
        session_say(session, "%s", text);
        return;
    }
    char result[256];
    tell_result(guess, result, sizeof result);
    session_set_mode(session, MODE_ANALYSING);
    session_say(session, "%.120s That was the last move. %s", text, result);
}

void session_guess_skip(struct session *session, struct session_reply *reply)
{
    char text[80], move[32];
    if (session->guess.judging) {
        reply_set(reply, REPLY_REFUSED, "Your move is still being checked.");
        return;
    }
    review_move_text(session->shown->child, move, sizeof move);
    snprintf(text, sizeof text, "%s was played.", move);
    reply_set(reply, REPLY_DONE, "%s", "");
    go_on(session, text);
}

/* Starts to score `node`, the position after a move. session_guess_scored receives the result. */
static void score_after(struct session *session, const struct game_node *node)
{
    struct ledger_score end;
    session->guess.looked_at = node;
    if (ledger_from_end(node, &end))
        session_guess_scored(session, &end);
    else if (!session_start_judging(session, node, 1))
        go_on(session, session->message); /* the message says why the search cannot start */
}

void session_guess_move(struct session *session, Move move, struct session_reply *reply)
{
    struct guess *guess = &session->guess;
    char text[80], played[32];
    reply->kind = REPLY_MOVED;
    if (guess->judging) {
        reply_set(reply, REPLY_REFUSED, "Your move is still being checked.");
        return;
    }
    review_move_text(session->shown->child, played, sizeof played);
    if (move == session->shown->child->move) {
        guess->played++;
        guess->accuracy += 100;
        snprintf(text, sizeof text, "Right: %s.", played);
        go_on(session, text);
        return;
    }
    game_destroy(guess->scratch);
    guess->scratch = game_up_to(session->shown);
    struct game_node *end = guess->scratch ? game_end_of_line(guess->scratch->root) : NULL;
    guess->tried = end ? game_add(end, move) : NULL;
    if (!guess->tried) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    guess->judging = true;
    session_say(session, "Checking your move ...");
    score_after(session, session->shown->child);
}

void session_guess_scored(struct session *session, const struct ledger_score *score)
{
    struct guess *guess = &session->guess;
    if (guess->looked_at != guess->tried) {
        guess->game_score = score->score;
        score_after(session, guess->tried);
        return;
    }
    int side = guess->side, sign = side == WHITE ? 1 : -1;
    double gained = chances_gained(guess->game_score, score->score, side);
    int loss = sign * (guess->game_score - score->score);
    char text[256], yours[32], played[32], yours_score[16], game_score[16];
    review_move_text(guess->tried, yours, sizeof yours);
    review_move_text(session->shown->child, played, sizeof played);
    text_score(score->score, yours_score, sizeof yours_score);
    text_score(guess->game_score, game_score, sizeof game_score);
    const char *words = gained > AS_GOOD           ? "better than the game's move"
                        : gained > -AS_GOOD        ? "as good as the game's move"
                        : gained > -A_LITTLE_WORSE ? "a little worse than the game's move"
                                                   : "worse than the game's move";
    guess->as_good += gained > -AS_GOOD;
    guess->a_little += gained <= -AS_GOOD && gained > -A_LITTLE_WORSE;
    guess->worse += gained <= -A_LITTLE_WORSE;
    guess->accuracy += gained > 0 ? 100 : move_accuracy(guess->game_score, score->score, side);
    guess->loss += loss < 0 ? 0 : loss > LOSS_MAX ? LOSS_MAX : loss;
    snprintf(text, sizeof text, "%s (%s): %s %s (%s).", yours, yours_score, words, played,
             game_score);
    go_on(session, text);
}
