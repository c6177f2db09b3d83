/* Scores every position of the game into a ledger. The judgements and the accuracy are computed
 * from it as in a review.
 *
 * A mate is followed from the end of the game backwards, as long as the search finds a forced mate
 * before and after each move of the winner. At its first move, every reply that was not played is
 * searched too, to make sure that none escapes the mate.
 *
 * A sacrifice is a move that gives up material. Two moves later the side has not got it back and is
 * behind in material. It is sound if the move is not even an inaccuracy and the side's score after
 * it is not below SACRIFICE_SCORE. Longer searches confirm the scores before and after the move. */
#include "src/review/highlights.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/review/ledger.h"
#include "src/review/position_score.h"
#include "src/util/text.h"

enum {
    GAME_MOVES_MIN = 20, /* a game with fewer moves of the winner cannot be a best game */
    GAME_WON = 200,      /* centipawns: the winner's score at the end must be at least this */
    MATE_MOVES_MIN = 2,
    MATE_LEAD_MAX = 3, /* points: if the winner is ahead by more material, a mate is not worth
                        * showing */
    SACRIFICE_MIN = 2, /* points: a smaller gift of material is not a sacrifice */
    SACRIFICE_SCORE = -30, /* centipawns: a sound sacrifice leaves the side at least this score */
    SACRIFICE_PLIES = 4, /* material that comes back within this many plies after the move does not
                            count as given up */
    CONFIRM = 10,        /* a confirming search has this many times the usual nodes */
    LINE_PLIES = 20,     /* how many plies of the game are shown from the move on */
};

struct work {
    struct engine *engine;
    uint64_t nodes;
    const atomic_bool *stop;
    const struct game_node **path; /* the main line, by ply */
    int last;                      /* the last ply of the main line */
    struct ledger ledger;
};

bool highlight_is_better(const struct highlight *one, const struct highlight *other)
{
    if (!one->found || !other->found)
        return one->found;
    for (int i = 0; i < HIGHLIGHT_RANKS; i++) {
        if (one->rank[i] != other->rank[i])
            return one->rank[i] > other->rank[i];
    }
    return false;
}

static Score for_side(int side, Score score_for_white)
{
    return side == WHITE ? score_for_white : -score_for_white;
}

static int mate_for(int side, Score score_for_white)
{
    int moves;
    if (score_for_white == SCORE_NONE || !score_is_mate(for_side(side, score_for_white), &moves))
        return 0;
    return moves;
}

/* The material of a side minus that of the other, in points. */
static int balance(const struct position *position, int side)
{
    int points = 0;
    for (int type = PAWN; type < KING; type++)
        points += piece_points(type) *
                  (__builtin_popcountll(position->by_type[type] & position->by_color[side]) -
                   __builtin_popcountll(position->by_type[type] & position->by_color[!side]));
    return points;
}

/* Scores */

static bool score_all(struct work *work, struct error *error)
{
    struct limits limits = {.nodes = work->nodes};
    engine_new_game(work->engine);
    for (int ply = 0; ply <= work->last; ply++) {
        struct ledger_score score = {.score = SCORE_NONE};
        if (atomic_load(work->stop))
            return false;
        if (!(ledger_from_end(work->path[ply], &score) ||
              place_score(work->engine, work->path[ply], &limits, &score)) ||
            !ledger_set_score(&work->ledger, ply, &score))
            return error_set(error, "out of memory");
    }
    return true;
}

/* Searches a position longer than usual, to confirm a score. Returns the score, for White, of the
 * position after `reply`, or of `node` itself if `reply` is NO_MOVE. Returns SCORE_NONE, which
 * confirms nothing, if the search was stopped or memory ran out. */
static Score confirm(struct work *work, const struct game_node *node, Move reply)
{
    struct line line = {.length = reply != NO_MOVE, .moves = {reply}};
    struct limits limits = {.nodes = CONFIRM * work->nodes};
    struct position position = node->position;
    Move legal[CHESS_MOVES_MAX];
    Score score = SCORE_NONE;
    if (reply != NO_MOVE)
        chess_play(&position, reply);
    if (chess_moves(&position, legal) == 0) {
        score = position.checkers ? -SCORE_MATE : 0;
        return for_side(position.side, score);
    }
    struct report *report = malloc(sizeof *report);
    if (report && !atomic_load(work->stop) &&
        place_engine(work->engine, node, line.length ? &line : NULL, &limits)) {
        *report = (struct report){0};
        (void)engine_think(work->engine, &limits, report);
        if (report->line_count > 0)
            score = for_side(position.side, report->lines[0].score);
    }
    free(report);
    return score;
}

/* Writes the moves of the game after `ply`, at most LINE_PLIES of them. */
static void write_line(const struct work *work, int ply, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = ply + 1; i <= work->last && i <= ply + LINE_PLIES; i++) {
        const struct position *before = &work->path[i]->parent->position;
        char move[TEXT_MOVE_MAX];
        if (i == ply + 1 || before->side == WHITE)
            text_move(before, work->path[i]->move, move, sizeof move);
        else
            chess_to_san(before, work->path[i]->move, move);
        if (strlen(text) + strlen(move) + 2 > size)
            return;
        text_add(text, size, "%s%s", *text ? " " : "", move);
    }
}

static void write_place(const struct work *work, int ply, struct highlight *found)
{
    const struct position *before = &work->path[ply]->position;
    chess_to_fen(before, found->fen);
    text_move(before, work->path[ply + 1]->move, found->move, sizeof found->move);
    write_line(work, ply, found->line, sizeof found->line);
}

/* The best game */

static bool find_game(const struct work *work, const struct game *game, struct highlight *found)
{
    enum result result = game_result_at(work->path[work->last]);
    if (result == RESULT_NONE)
        result = game->result;
    if (result != RESULT_WHITE && result != RESULT_BLACK)
        return true;
    int side = result == RESULT_WHITE ? WHITE : BLACK, count = work->ledger.count;
    struct accuracy sides[COLOR_COUNT];
    assert(count > 0);
    Score *scores = malloc((size_t)count * sizeof *scores);
    if (!scores)
        return false;
    for (int i = 0; i < count; i++)
        scores[i] = work->ledger.entries[i].score.score;
    bool good = accuracy_of_game(scores, count, work->path[0]->position.side, sides);
    Score end = scores[count - 1];
    free(scores);
    if (!good || sides[side].moves < GAME_MOVES_MIN || end == SCORE_NONE ||
        for_side(side, end) < GAME_WON)
        return good;
    for (int ply = 1; ply <= work->last; ply++) {
        if (work->path[ply - 1]->position.side == side)
            found->counts[ledger_judge(&work->ledger, work->path[ply])]++;
    }
    const int *counts = found->counts;
    found->found = true;
    found->side = side;
    found->moves = sides[side].moves;
    found->accuracy = sides[side].percent;
    found->loss = sides[side].loss;
    found->rank[0] = -counts[JUDGED_BLUNDER];
    found->rank[1] = -counts[JUDGED_MISTAKE];
    found->rank[2] = -counts[JUDGED_INACCURACY];
    found->rank[3] = (int)(10 * found->accuracy);
    snprintf(
        found->reason, sizeof found->reason,
        "%s won in %d moves with %d blunder%s, %d mistake%s and %d inaccurac%s; accuracy %.1f%%",
        side == WHITE ? "White" : "Black", found->moves, counts[JUDGED_BLUNDER],
        text_plural(counts[JUDGED_BLUNDER]), counts[JUDGED_MISTAKE],
        text_plural(counts[JUDGED_MISTAKE]), counts[JUDGED_INACCURACY],
        counts[JUDGED_INACCURACY] == 1 ? "y" : "ies", found->accuracy);
    return true;
}

/* The prettiest mate */

/* Whether `side` still mates after every reply to its move at `ply`. Searches all replies except
 * the one played in the game, which is known to lead to mate. Sets *replies to the number of all
 * replies. */
static bool has_no_escape(struct work *work, int ply, int side, int *replies)
{
    const struct game_node *node = work->path[ply + 1];
    Move moves[CHESS_MOVES_MAX];
    *replies = chess_moves(&node->position, moves);
    for (int i = 0; i < *replies; i++) {
        if (ply + 2 <= work->last && moves[i] == work->path[ply + 2]->move)
            continue;
        if (mate_for(side, confirm(work, node, moves[i])) <= 0)
            return false;
    }
    return true;
}

static void find_mate(struct work *work, struct highlight *found)
{
    if (game_state(work->path[work->last]) != GAME_CHECKMATE)
        return;
    int side = !work->path[work->last]->position.side, first = work->last - 1;
    while (first >= 2 && mate_for(side, ledger_score_at(&work->ledger, first - 1)) > 0 &&
           mate_for(side, ledger_score_at(&work->ledger, first - 2)) > 0)
        first -= 2;
    for (int ply = first; ply < work->last - 1; ply += 2) {
        int mate = mate_for(side, ledger_score_at(&work->ledger, ply)), replies;
        int played = (work->last - ply + 1) / 2, lead = balance(&work->path[ply]->position, side);
        int moves = mate < played ? mate : played;
        if (moves < MATE_MOVES_MIN)
            return;
        if (lead > MATE_LEAD_MAX || !has_no_escape(work, ply, side, &replies))
            continue;
        *found =
            (struct highlight){.found = true,
                               .side = side,
                               .moves = moves,
                               .rank = {moves, -balance(&work->path[work->last]->position, side)}};
        write_place(work, ply, found);
        char every[48] = "the only reply";
        if (replies > 1)
            snprintf(every, sizeof every, "each of the %d possible replies", replies);
        snprintf(found->reason, sizeof found->reason,
                 "%s has a forced mate in %d and plays it%s; the engine finds a mate after %s",
                 side == WHITE ? "White" : "Black", mate,
                 played > mate   ? " in more moves"
                 : played < mate ? " in fewer moves"
                                 : "",
                 every);
        return;
    }
}

/* The biggest sound sacrifice */

/* How much material, in points, the side to move at `ply` gives up with its move without getting it
 * back. 0 if that is less than SACRIFICE_MIN, or if the side is not behind in material afterwards.
 * Sets *until to the last ply at which the material was counted. */
static int given_at(const struct work *work, int ply, int *until)
{
    int side = work->path[ply]->position.side, before = balance(&work->path[ply]->position, side);
    int after = -100;
    if (ply + 3 > work->last)
        return 0;
    if (ply >= 2 && !chess_is_capture(&work->path[ply - 1]->position, work->path[ply]->move) &&
        balance(&work->path[ply - 2]->position, side) < before)
        before = balance(&work->path[ply - 2]->position, side); /* the piece that the side took with
                                                                 * its last move may still be
                                                                 * retaken, so it does not count */
    for (int i = 3; i <= SACRIFICE_PLIES + 1 && ply + i <= work->last; i += 2) {
        int now = balance(&work->path[ply + i]->position, side);
        *until = ply + i;
        after = now > after ? now : after;
    }
    return after < 0 && before - after >= SACRIFICE_MIN ? before - after : 0;
}

static bool is_sound(int side, Score before, Score after)
{
    return before != SCORE_NONE && after != SCORE_NONE &&
           for_side(side, after) >= SACRIFICE_SCORE &&
           judge_move(before, after, side) == JUDGED_GOOD;
}

/* Writes the material that the side to move at `ply` has lost and won up to the ply `until`: "the
 * queen for a pawn". */
static void write_given(const struct work *work, int ply, int until, char *text, size_t size)
{
    int won[PIECE_TYPE_COUNT] = {0};
    int side = work->path[ply]->position.side;
    for (int type = PAWN; type < KING; type++) {
        for (int color = WHITE; color <= BLACK; color++) {
            const struct position *from = &work->path[ply]->position,
                                  *to = &work->path[until]->position;
            int gone = __builtin_popcountll(from->by_type[type] & from->by_color[color]) -
                       __builtin_popcountll(to->by_type[type] & to->by_color[color]);
            won[type] += color == side ? gone : -gone;
        }
    }
    claim_material_words(won, text, size);
}

static void describe_sacrifice(const struct work *work, int ply, int until, int points, Score score,
                               struct highlight *found)
{
    char given[96], shown[16];
    int side = work->path[ply]->position.side;
    *found = (struct highlight){.found = true,
                                .side = side,
                                .points = points,
                                .score = score,
                                .rank = {points, score > 1000 ? 1000 : score}};
    write_place(work, ply, found);
    write_given(work, ply, until, given, sizeof given);
    text_score(score, shown, sizeof shown);
    snprintf(found->reason, sizeof found->reason,
             "%s gives %s and has not won it back two moves later; the engine's score for %s is %s",
             side == WHITE ? "White" : "Black", given[0] ? given : "material",
             side == WHITE ? "White" : "Black", shown);
}

/* Tries the possible sacrifices, the biggest first, until longer searches confirm one as sound. */
static void find_sacrifice(struct work *work, struct highlight *found)
{
    for (int points = 39; points >= SACRIFICE_MIN; points--) {
        for (int ply = 0; ply + 3 <= work->last; ply++) {
            int side = work->path[ply]->position.side, until = ply;
            if (given_at(work, ply, &until) != points ||
                !is_sound(side, ledger_score_at(&work->ledger, ply),
                          ledger_score_at(&work->ledger, ply + 1)))
                continue;
            Score before = confirm(work, work->path[ply], NO_MOVE);
            Score after = confirm(work, work->path[ply + 1], NO_MOVE);
            if (!is_sound(side, before, after))
                continue;
            describe_sacrifice(work, ply, until, points, for_side(side, after), found);
            return;
        }
    }
}

static bool find_path(struct work *work, const struct game *game)
{
    int count = game_end_of_line(game->root)->ply + 1;
    work->path = calloc((size_t)count, sizeof *work->path);
    work->last = count - 1;
    for (const struct game_node *node = game->root; work->path && node; node = node->child)
        work->path[node->ply] = node;
    return work->path != NULL;
}

bool highlights_find(struct engine *engine, uint64_t nodes, const struct game *game,
                     const atomic_bool *stop, struct highlight found[HIGHLIGHT_COUNT],
                     struct error *error)
{
    struct work work = {.engine = engine, .nodes = nodes, .stop = stop};
    memset(error, 0, sizeof *error);
    memset(found, 0, HIGHLIGHT_COUNT * sizeof *found);
    bool good = find_path(&work, game) || error_set(error, "out of memory");
    good = good && score_all(&work, error);
    if (good && !find_game(&work, game, &found[HIGHLIGHT_GAME]))
        good = error_set(error, "out of memory");
    if (good) {
        find_mate(&work, &found[HIGHLIGHT_MATE]);
        find_sacrifice(&work, &found[HIGHLIGHT_SACRIFICE]);
    }
    ledger_clear(&work.ledger, 0);
    free(work.path);
    return good && !atomic_load(stop);
}
