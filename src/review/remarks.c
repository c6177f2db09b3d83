/* The sentences with which a review begins.
 *
 * The turning point is the move that lost the most winning chances for good: the chances before the
 * move minus the best chances that its player had later in the game. If another move of that player
 * lost more pawns, the review says why that move did not decide the game, provided that the scores
 * prove it. If the loser was ahead when the game ended, or a drawn game ended while a player was
 * ahead, the review says so instead. What you did well is a move that does something concrete after
 * an error of the opponent: a move that wins something is preferred, then the one that kept the
 * most of the winning chances that the error gave. A mate that ends the game counts without an
 * error, too, but other moves that win something come first. What to practise is the motif whose
 * mistakes cost the most. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/accuracy.h"
#include "src/game/annotate.h"
#include "src/game/format.h"
#include "src/review/comment_words.h"
#include "src/review/review.h"
#include "src/review/review_text.h"
#include "src/util/text.h"

static const double TURN_MIN = 0.2; /* a turning point loses at least this much of the winning
                                       chances */
static const double WELL_MIN = 0.1; /* you can do well only after a move of the other side that
                                       lost at least this much of the winning chances */
static const double MATE_WORTH = 0.01; /* a mate that ends the game; less than WELL_MIN, so that
                                          other moves come first */
static const double KEPT_MIN = 2.0 / 3; /* your answer must keep at least this part of what the
                                           other side lost */
static const double AHEAD =
    0.3; /* winning chances of a player who is ahead, about +160 centipawns */
static const double WINNING = 0.5;       /* about +300 centipawns */
static const double LOST_ALREADY = -0.4; /* winning chances (about -250 centipawns) below which a
                                            game counts as lost already */
static const double LOST_CLEARLY = -0.5; /* about -300 centipawns: a game that is lost so clearly
                                            cannot turn any more */

struct scored_game {
    const struct game_node *live;
    const struct ledger *ledger;
    struct review *review;
};

const struct remark *review_remark(const struct review *review, enum remark_kind kind)
{
    for (int i = 0; i < review->remark_count; i++) {
        if (review->remarks[i].kind == kind)
            return &review->remarks[i];
    }
    return NULL;
}

static struct remark *add_remark(struct review *review, enum remark_kind kind,
                                 const struct game_node *node)
{
    struct remark *remark = &review->remarks[review->remark_count++];
    *remark = (struct remark){.kind = kind, .ply = node->ply};
    return remark;
}

static double chances_of(const struct scored_game *game, int ply, int color)
{
    double chances = winning_chances(ledger_score_at(game->ledger, ply));
    return color == WHITE ? chances : -chances;
}

/* Writes the move with its number and the sign of its judgement: "24...Rd8??". */
static void signed_move(const struct scored_game *game, const struct game_node *node, char *text,
                        size_t size)
{
    review_numbered(&node->parent->position, node->move, text, size);
    text_add(text, size, "%s", judgement_sign(ledger_judge(game->ledger, node)));
}

/* The player's name in a sentence: "you" or "the opponent", or "White" or "Black" in a game of
 * others. */
static const char *player_name(const struct review *review, int color)
{
    return review->you < 0        ? color == WHITE ? "White" : "Black"
           : color == review->you ? "you"
                                  : "the opponent";
}

/* The index in the line of the move that the claim is about. If the claim only says that material
 * is won, this is the first capture of the most valuable piece that is won. `start` is the position
 * before the line. */
static int key_of(const struct position *start, const struct claim *claim)
{
    struct position at = *start;
    int key = claim->at, most = -1;
    if (claim->kind != CLAIM_WINS)
        return key;
    for (int i = 0; i < claim->length && chess_is_legal(&at, claim->line[i]); i++) {
        int piece = at.board[move_to(claim->line[i])];
        if (i >= claim->first && at.side == claim->side && piece != NO_PIECE &&
            chess_is_capture(&at, claim->line[i]) && claim->won[piece_type(piece)] > 0 &&
            piece_type(piece) > most) {
            most = piece_type(piece);
            key = i;
        }
        chess_play(&at, claim->line[i]);
    }
    return key;
}

/* Writes the moves of the claim's line up to the move that the claim is about: "20.Rc2 Qxf2+
 * 21.Kxf2". If these are many, writes only the first and the last of them: "20.Rc2, later 24.Kxf2".
 * The claim's line starts at `position`. Stops at a move that is illegal. */
static void key_words(const struct position *position, const struct claim *claim, char *text,
                      size_t size)
{
    enum { SHOWN_PLIES = 4 };
    struct position at = *position;
    int key = key_of(position, claim);
    bool whole = key - claim->first <= SHOWN_PLIES;
    char move[24];
    text[0] = '\0';
    for (int i = 0; i <= key && i < claim->length; i++) {
        if (!chess_is_legal(&at, claim->line[i]))
            return;
        bool numbered = i == claim->first || at.side == WHITE || !whole;
        if (numbered)
            review_numbered(&at, claim->line[i], move, sizeof move);
        else
            chess_to_san(&at, claim->line[i], move);
        if (i == claim->first || i == key || (whole && i > claim->first))
            text_add(text, size, "%s%s", !*text ? "" : whole ? " " : ", later ", move);
        chess_play(&at, claim->line[i]);
    }
}

/* If the game continued with an answer that was not the best, but took a piece and was good, adds
 * this answer: "; 6.Rxh2 was good, too". */
static void add_played(const struct scored_game *game, const struct game_node *node, Move best,
                       char *text, size_t size)
{
    const struct game_node *reply = node->child;
    if (!reply || reply->move == best || !chess_is_capture(&node->position, reply->move) ||
        piece_type(node->position.board[move_to(reply->move)]) == PAWN ||
        ledger_judge(game->ledger, reply) != JUDGED_GOOD)
        return;
    char move[24];
    review_numbered(&node->position, reply->move, move, sizeof move);
    text_add(text, size, "; %s was good, too", move);
}

/* Describes the error that led to `node`, with the move that shows it: "allowed a fork of king and
 * rook (24...Nc2+)", "went from level to lost; 24...Nc2+ was better". The move is left out if it is
 * the solution of an exercise. Returns the motif. */
static enum motif error_words(const struct scored_game *game, const struct game_node *node,
                              struct claim *claim, char *text, size_t size)
{
    struct line best = ledger_line(game->ledger, node->parent);
    struct line answer = ledger_line(game->ledger, node);
    int color = node->parent->position.side;
    bool yours = color == game->review->you;
    bool others = game->review->you < 0;
    struct error_words words;
    char move[112] = "";
    enum motif motif =
        review_error_words(node, &best, &answer, !others && !yours, claim, &words);
    snprintf(text, size, "%s", words.full);
    if (motif == MOTIF_NONE && (claim->kind == CLAIM_NONE || claim->kind == CLAIM_BETTER)) {
        if (!yours || !review_asks(game->review, game->live, node->ply - 1))
            review_whole_words(&words, text, size);
        return motif;
    }
    bool mate = claim->kind == CLAIM_NONE; /* without a claim, the words name a mate that is known
                                            * from its score alone */
    bool missed = mate ? strncmp(words.full, "missed", 6) == 0 : claim->role == CLAIM_ROLE_MISSED;
    bool solution = missed ? yours
                           : !others && !yours && review_asks(game->review, game->live, node->ply);
    if (solution)
        return motif;
    const struct game_node *before = missed ? node->parent : node;
    Move shown = missed              ? best.length > 0 ? best.moves[0] : NO_MOVE
                 : answer.length > 0 ? answer.moves[0]
                                     : NO_MOVE;
    if (!mate)
        key_words(&node->parent->position, claim, move, sizeof move);
    else if (shown != NO_MOVE)
        review_numbered(&before->position, shown, move, sizeof move);
    if (*move && !mate && !missed)
        add_played(game, node, shown, move, sizeof move);
    if (*move)
        text_add(text, size, " (%s)", move);
    return motif;
}

/* The turning point */

/* Whether the turning point can be a move of `color`: the loser's, or either side's if the game was
 * drawn or has no result. */
static bool may_turn(const struct scored_game *game, enum result result, int color)
{
    double final = chances_of(game, game->live->ply, color);
    if (result == RESULT_NONE || result == RESULT_DRAW)
        return true;
    bool won = result_points(result, color) == 2;
    return !won && final < 0; /* false if the loser was ahead, and for example lost on time */
}

static const struct game_node *find_turn(const struct scored_game *game, enum result result)
{
    const struct game_node *found = NULL;
    double most = TURN_MIN, later[COLOR_COUNT]; /* `later` holds each side's best chances from the
                                                 * present ply to the end of the game */
    for (int color = WHITE; color <= BLACK; color++)
        later[color] = chances_of(game, game->live->ply, color);
    for (const struct game_node *node = game->live; node->parent; node = node->parent) {
        int color = node->parent->position.side;
        for (int side = WHITE; side <= BLACK; side++) {
            double chances = chances_of(game, node->ply, side);
            later[side] = chances > later[side] ? chances : later[side];
        }
        double before = chances_of(game, node->ply - 1, color), lost = before - later[color];
        if (lost < most || before < LOST_CLEARLY || !may_turn(game, result, color) ||
            ledger_judge(game->ledger, node) == JUDGED_GOOD)
            continue;
        most = lost;
        found = node;
    }
    return found;
}

/* If the game was drawn while a player was ahead, says so instead of naming a turning point: "You
 * agreed to a draw when you were winning (+7.13)." */
static bool remark_draw(const struct scored_game *game)
{
    int ahead = chances_of(game, game->live->ply, WHITE) > 0 ? WHITE : BLACK;
    double chances = chances_of(game, game->live->ply, ahead);
    if (chances < AHEAD)
        return false;
    const struct position *end = &game->live->position;
    Score score = ledger_score_at(game->ledger, game->live->ply);
    int you = game->review->you;
    /* If no rule ended the game, the draw was agreed, unless a player ran out of time while the
     * other could not mate. */
    bool agreed = game_state(game->live) == GAME_GOING && chess_can_mate(end, WHITE) &&
                  chess_can_mate(end, BLACK);
    char points[24];
    struct remark *remark = add_remark(game->review, REMARK_TURN, game->live);
    text_score(ahead == WHITE ? score : -score, points, sizeof points);
    snprintf(remark->words, sizeof remark->words, "%s when %s %s %s (%s).",
             !agreed        ? "The game was drawn"
             : you < 0      ? "The players agreed to a draw"
             : you == ahead ? "You agreed to a draw"
                            : "The opponent agreed to a draw",
             agreed && you >= 0 && you != ahead ? "it" : player_name(game->review, ahead),
             ahead == you ? "were" : "was", chances < WINNING ? "ahead" : "winning", points);
    return true;
}

/* If the loser was ahead at the end, having resigned or lost on time, says so instead of naming a
 * turning point: "The game ended while you were ahead: 22.Rxf6 was possible (+5.20)." */
static bool remark_end(const struct scored_game *game, enum result result)
{
    if (result == RESULT_DRAW)
        return remark_draw(game);
    if (result == RESULT_NONE)
        return false;
    int loser = result == RESULT_WHITE ? BLACK : WHITE;
    if (chances_of(game, game->live->ply, loser) < AHEAD)
        return false;
    Score score = ledger_score_at(game->ledger, game->live->ply);
    struct line best = ledger_line(game->ledger, game->live);
    char move[32], points[24];
    struct remark *remark = add_remark(game->review, REMARK_TURN, game->live);
    text_score(loser == WHITE ? score : -score, points, sizeof points);
    snprintf(remark->words, sizeof remark->words, "The game ended while %s %s ahead",
             player_name(game->review, loser), loser == game->review->you ? "were" : "was");
    if (game->live->position.side == loser && best.length > 0) {
        review_numbered(&game->live->position, best.moves[0], move, sizeof move);
        text_add(remark->words, sizeof remark->words, ": %s was possible (%s).", move, points);
    } else {
        text_add(remark->words, sizeof remark->words, " (%s).", points);
    }
    return true;
}

/* Of the listed mistakes by the player who made the move that led to `turn`, returns the one that
 * lost the most pawns. Returns NULL if no mistake lost more pawns than the move to `turn`. */
static const struct mistake *larger_mistake(const struct scored_game *game,
                                            const struct game_node *turn)
{
    const struct review *review = game->review;
    const struct mistake *found = NULL;
    int color = turn->parent->position.side;
    Score gained = ledger_score_at(game->ledger, turn->ply) -
                   ledger_score_at(game->ledger, turn->ply - 1);
    Score most = color == WHITE ? -gained : gained;
    for (int i = 0; i < review->mistake_count; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        Score lost = mistake->before - mistake->after;
        if (lost <= most || review_mover(game->live, mistake->ply) != color)
            continue;
        most = lost;
        found = mistake;
    }
    return found;
}

/* If a mistake lost more pawns than the turning point, adds why it did not decide the game: the
 * game was lost already, or the opponent's answer gave most of the gain back. Adds nothing if
 * neither is the reason. */
static void add_larger(const struct scored_game *game, const struct game_node *turn, char *text,
                       size_t size)
{
    const struct mistake *mistake = larger_mistake(game, turn);
    if (!mistake)
        return;
    const struct game_node *node = review_node(game->live, mistake->ply);
    const struct game_node *answer = review_next(game->live, node);
    int color = node->parent->position.side;
    double before = chances_of(game, node->ply - 1, color);
    double after = chances_of(game, node->ply, color);
    bool lost = node->ply > turn->ply && before < LOST_CLEARLY;
    bool returned =
        answer && chances_taken(before - after, chances_of(game, answer->ply, color) - after);
    char move[32];
    if (!lost && !returned)
        return;
    signed_move(game, node, move, sizeof move);
    text_add(text, size, " %s lost more, but %s%s.", move,
             lost ? "the game was lost by then" : player_name(game->review, !color),
             lost ? "" : " gave it back at once");
}

static void remark_turn(const struct scored_game *game, enum result result)
{
    const struct game_node *node = remark_end(game, result) ? NULL : find_turn(game, result);
    if (!node)
        return;
    char move[32], words[200];
    int color = node->parent->position.side;
    struct remark *remark = add_remark(game->review, REMARK_TURN, node);
    remark->motif = error_words(game, node, &remark->claim, words, sizeof words);
    signed_move(game, node, move, sizeof move);
    bool late = chances_of(game, node->ply - 1, color) < LOST_ALREADY;
    snprintf(remark->words, sizeof remark->words, "The game %s at %s: %s %s.",
             late ? "was decided" : "turned", move, player_name(game->review, color), words);
    add_larger(game, node, remark->words, sizeof remark->words);
    game->review->turn = node->ply;
}

/* What you did well */

struct well {
    const struct game_node *node;
    double worth; /* winning chances that the other side's error gave and this move kept, or
                   * MATE_WORTH */
    bool sharp;   /* the move wins something or mates */
    struct claim claim;
    enum motif motif;
    char words[CLAIM_WORDS_MAX];
};

/* Returns whether the game followed the claim's line, from the move that led to `node` up to the
 * move that the claim is about. */
static bool was_played(const struct scored_game *game, const struct game_node *node,
                       const struct claim *claim)
{
    for (int i = 0; i <= claim->at; i++) {
        if (!node || claim->line[i] != node->move)
            return false;
        node = review_next(game->live, node);
    }
    return true;
}

/* Whether the scores confirm the claim about the move that led to `node`. They do if the score of
 * the player who made this move rose by at least half of what the claim wins, from the position
 * before the other side's error to the position after this move. */
static bool is_borne_out(const struct scored_game *game, const struct game_node *node,
                         const struct claim *claim)
{
    int sign = node->parent->position.side == WHITE ? 1 : -1;
    Score before = sign * score_cut(ledger_score_at(game->ledger, node->ply - 2));
    Score after = sign * score_cut(ledger_score_at(game->ledger, node->ply));
    return claim->mate > 0 || after == score_cut(SCORE_MATE) ||
           2 * (after - before) >= claim->material;
}

/* Whether the move that led to `node` does something concrete. If so, sets the claim, the motif and
 * the words in *well. */
static bool does_something(const struct scored_game *game, const struct game_node *node,
                           struct well *well)
{
    struct claims claims;
    struct line best = ledger_line(game->ledger, node->parent);
    struct line answer = ledger_line(game->ledger, node);
    if (best.length == 0)
        return false;
    review_claims(node, &best, &answer, &claims);
    int i = 0;
    while (i < claims.count && !(review_is_notable(&claims, &claims.list[i]) &&
                                 was_played(game, node, &claims.list[i]) &&
                                 is_borne_out(game, node, &claims.list[i])))
        i++;
    if (i == claims.count)
        return false;
    well->claim = claims.list[i];
    well->motif = review_motif(&claims, &well->claim);
    well->sharp = well->claim.kind <= CLAIM_WINS;
    claim_words(&claims, &well->claim, well->words, sizeof well->words);
    return well->words[0] != '\0';
}

/* Whether the move that led to `node` gives up a mate or mates later than was possible. */
static bool misses_mate(const struct scored_game *game, const struct game_node *node)
{
    int sign = node->parent->position.side == WHITE ? 1 : -1, possible, left;
    if (!score_is_mate(sign * ledger_score_at(game->ledger, node->ply - 1), &possible) ||
        possible < 0)
        return false;
    if (game_state(node) == GAME_CHECKMATE)
        return false;
    Score after = sign * ledger_score_at(game->ledger, node->ply);
    return possible == 1 || !score_is_mate(after, &left) || left < 0 || left > possible;
}

/* Returns how much the move that led to `node` kept of the winning chances that the other side's
 * error before it had given. Returns 0 if there was no error, or if the move kept too little. */
static double kept_at(const struct scored_game *game, const struct game_node *node)
{
    int color = node->parent->position.side;
    if (!node->parent->parent)
        return 0;
    double before = chances_of(game, node->ply - 2, color);
    double given = chances_of(game, node->ply - 1, color) - before;
    double kept = chances_of(game, node->ply, color) - before;
    bool best = ledger_judge(game->ledger, node) == JUDGED_GOOD && !misses_mate(game, node);
    return best && kept >= given * KEPT_MIN && given >= WELL_MIN ? kept < given ? kept : given : 0;
}

static void remark_well(const struct scored_game *game)
{
    struct well most = {0}, well;
    for (const struct game_node *node = game->live; node->parent; node = node->parent) {
        well = (struct well){.node = node, .worth = kept_at(game, node)};
        if (well.worth <= 0 && game_state(node) == GAME_CHECKMATE)
            well.worth = MATE_WORTH;
        bool better = !most.node || well.worth > most.worth;
        if (node->parent->position.side != game->review->you || well.worth <= 0 ||
            (!better && most.sharp) || !does_something(game, node, &well))
            continue;
        if (!most.node || well.sharp > most.sharp || (well.sharp == most.sharp && better))
            most = well;
    }
    if (!most.node)
        return;
    char move[32];
    struct remark *remark = add_remark(game->review, REMARK_WELL, most.node);
    remark->claim = most.claim;
    remark->motif = most.motif;
    review_numbered(&most.node->parent->position, most.node->move, move, sizeof move);
    text_add(remark->words, sizeof remark->words, "You did well with %s: it %s.", move, most.words);
}

/* What to practise */

/* An error of yours: a mistake, or a gift that you did not take. */
struct error_of_yours {
    const struct game_node *node; /* the position after your move */
    double cost;                  /* the winning chances that your move lost */
    enum motif motif;
    int ply; /* the claim's line starts before the move of this ply: your move, or the opponent's
              * error that offered the gift */
    const struct claim *claim;
};

static bool is_mistake(const struct review *review, int ply)
{
    for (int i = 0; i < review->mistake_count; i++) {
        if (review->mistakes[i].ply == ply)
            return true;
    }
    return false;
}

/* Whether you did what the gift offered, although not in the best way: your answer captured the
 * piece that was left hanging. */
static bool was_seen(const struct gift *gift)
{
    const struct claim *claim = &gift->claim;
    return claim->kind == CLAIM_HANGS && claim->role == CLAIM_ROLE_ALLOWS &&
           move_to(gift->reply) == claim->targets[0];
}

/* Lists your mistakes, then the gifts that you missed. Leaves out those whose position cannot be
 * solved, because you could not practise them. Returns their number. */
static int collect_errors(const struct scored_game *game, struct error_of_yours errors[], int max)
{
    const struct review *review = game->review;
    int count = 0;
    for (int i = 0; i < review->mistake_count && count < max; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        if (!mistake->asked)
            continue;
        errors[count++] =
            (struct error_of_yours){.node = review_node(game->live, mistake->ply),
                                    .motif = mistake->motif,
                                    .cost = -chances_gained(mistake->before, mistake->after, WHITE),
                                    .ply = mistake->ply,
                                    .claim = &mistake->claim};
    }
    for (int i = 0; i < review->gift_count && count < max; i++) {
        const struct gift *gift = &review->gifts[i];
        const struct game_node *answer = review_node(game->live, gift->ply + 1);
        if (!gift->asked || is_mistake(review, gift->ply + 1) || was_seen(gift))
            continue;
        errors[count++] = (struct error_of_yours){.node = answer,
                                                  .motif = gift->motif,
                                                  .cost = gift->worth - gift->kept,
                                                  .ply = gift->ply,
                                                  .claim = &gift->claim};
    }
    return count;
}

static void remark_practise(const struct scored_game *game)
{
    enum { ERRORS_MAX = REVIEW_MISTAKES_MAX + REVIEW_GIFTS_MAX, NAMED = 3 };
    struct error_of_yours errors[ERRORS_MAX];
    double costs[MOTIF_COUNT] = {0};
    int count = collect_errors(game, errors, ERRORS_MAX), most = MOTIF_NONE, named = 0, of = 0;
    for (int i = 0; i < count; i++)
        costs[errors[i].motif] += errors[i].cost > 0 ? errors[i].cost : 0;
    for (int motif = MOTIF_NONE + 1; motif < MOTIF_COUNT; motif++)
        most = costs[motif] > (most == MOTIF_NONE ? 0 : costs[most]) ? motif : most;
    if (most == MOTIF_NONE)
        return;
    struct remark *remark = NULL;
    char list[120] = "", move[32];
    for (int i = 0; i < count; i++)
        of += errors[i].motif == (enum motif)most;
    for (int i = 0; i < count && named < NAMED; i++) {
        if (errors[i].motif != (enum motif)most)
            continue;
        if (!remark) {
            remark = add_remark(game->review, REMARK_PRACTISE, errors[i].node);
            remark->ply = errors[i].ply;
            remark->claim = *errors[i].claim;
            remark->motif = (enum motif)most;
        }
        signed_move(game, errors[i].node, move, sizeof move);
        named++;
        text_add(list, sizeof list, "%s%s", named == 1 ? "" : named == of ? " and " : ", ", move);
    }
    if (remark)
        snprintf(remark->words, sizeof remark->words, "Practise %s: you overlooked %s at %s%s.",
                 motif_plural((enum motif)most), of == 1 ? "one" : "them", list,
                 of > named ? " and later" : "");
}

void review_remark_all(const struct game_node *live, const struct ledger *ledger,
                       enum result result, struct review *review)
{
    struct scored_game game = {live, ledger, review};
    review->remark_count = review->turn = 0;
    if (review->scored < review->positions || live->ply == 0)
        return;
    remark_turn(&game, result);
    if (review->you < 0)
        return;
    remark_well(&game);
    remark_practise(&game);
}

bool review_preface(const struct review *review, struct game_node *root)
{
    enum { OURS = REMARK_KIND_COUNT * (sizeof review->remarks->words + 1) };
    const char *old = root->comment ? root->comment : "";
    char words[8];
    comment_words(old, words, sizeof words);
    if (*words || review->remark_count == 0)
        return true;
    size_t size = strlen(old) + OURS + 1;
    char *text = malloc(size);
    if (!text)
        return false;
    snprintf(text, size, "%s", old);
    for (int i = 0; i < review->remark_count; i++)
        text_add(text, size, "%s%s", *text ? " " : "", review->remarks[i].words);
    bool good = game_set_comment(root, text);
    free(text);
    return good;
}

/* Adds "Left the rook undefended." to the comment of the move that led to `node`. */
static bool comment_mistake_of(const struct mistake *mistake, struct game_node *node)
{
    char words[8], text[REVIEW_WORDS_MAX];
    comment_words(node->comment, words, sizeof words);
    if (*words || !mistake->what.full[0])
        return true;
    review_whole_words(&mistake->what, text, sizeof text);
    text[0] = (char)toupper((unsigned char)text[0]);
    return comment_add(node, text);
}

bool review_comment_mistakes(const struct review *review, struct game_node *live)
{
    bool good = true;
    int at = review->mistake_count - 1;
    for (struct game_node *node = live; node->parent && at >= 0 && good; node = node->parent) {
        if (node->ply != review->mistakes[at].ply)
            continue;
        good = comment_mistake_of(&review->mistakes[at--], node);
    }
    return good;
}
