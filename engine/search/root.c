/* The search of the root position: iterative deepening with aspiration windows, MultiPV, and the
 * decision when to stop. All threads search the same tree and share the transposition table (Lazy
 * SMP). */
#include "engine/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/position.h"
#include "engine/search/node.h"
#include "engine/search/see.h"
#include "engine/search/alphabeta.h"

enum { BOUND_REPORT_AFTER = 3000 /* milliseconds before inexact scores (bounds) are reported */ };

static bool ranks_before(const struct root_move *a, const struct root_move *b)
{
    if (a->wdl != b->wdl)
        return a->wdl > b->wdl;
    return a->score != b->score ? a->score > b->score : a->previous > b->previous;
}

/* Sorts moves[from] to moves[to - 1], best first. The sort is stable, so that moves with equal
 * scores keep their order. */
static void sort_root(struct root_move *moves, int from, int to)
{
    for (int i = from + 1; i < to; i++) {
        struct root_move move = moves[i];
        int j = i;
        for (; j > from && ranks_before(&move, &moves[j - 1]); j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

/* Fills the table of logarithms for late move reductions. A reduction is the product of two
 * entries, one for the depth and one for the move number. */
static void set_reductions(struct worker *worker, int scale)
{
    worker->reduce_scale = scale;
    for (int i = 1; i < 64; i++)
        worker->reductions[i] = (int)(scale * log(i) / 100);
}

int worker_prepare(struct worker *worker, struct task *task)
{
    worker->task = task;
    if (worker->reduce_scale != task->parameters->reduce_scale)
        set_reductions(worker, task->parameters->reduce_scale);
    atomic_store(&worker->nodes, 0);
    atomic_store(&worker->tablebase_hits, 0);
    for (int i = 0; i < SEARCH_COUNT; i++)
        atomic_store(&worker->counts[i], 0);
    atomic_store(&worker->cache.probes, 0);
    atomic_store(&worker->cache.hits, 0);
    worker->until_check = 0;
    worker->node_limit = UINT64_MAX;
    worker->last_progress = task->started;
    worker->root_depth = worker->completed_depth = worker->selective_depth = 0;
    worker->null_move_ply = 0;
    worker->line_index = 0;
    worker->completed_count = 0;
    worker->root_noise = 0;

    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&task->root, moves);
    worker->root_count = 0;
    for (int i = 0; i < count; i++) {
        if (!limits_allow(&task->limits, moves[i]))
            continue;
        struct root_move *root_move = &worker->root_moves[worker->root_count++];
        memset(root_move, 0, sizeof *root_move);
        root_move->move = moves[i];
        if (task->root_error)
            root_move->error = task->root_error(task->handicap, task->random, moves[i]);
        worker->root_noise = max_int(worker->root_noise, abs(root_move->error));
        root_move->score = root_move->previous = -SCORE_INFINITE;
        root_move->length = 1;
        root_move->moves[0] = moves[i];
        for (int j = 0; j < task->root_table_count; j++)
            if (task->root_table[j].move == moves[i])
                root_move->wdl = task->root_table[j].wdl;
    }
    sort_root(worker->root_moves, 0, worker->root_count);

    memcpy(worker->keys, task->keys, (size_t)task->key_count * sizeof *worker->keys);
    worker->key_base = task->key_count;
    worker->keys[worker->key_base] = task->root.key;

    for (int i = 0; i < FRAMES_BEFORE + PLY_MAX + FRAMES_AFTER; i++) {
        struct frame *frame = &worker->frames[i];
        frame->continuation = &worker->history.continuation[NO_PIECE][0];
        frame->piece = NO_PIECE;
        frame->move = frame->excluded = frame->killers[0] = frame->killers[1] = NO_MOVE;
        frame->eval = SCORE_NONE;
        frame->extensions = frame->cutoffs = 0;
        frame->length = 0;
    }
    struct frame *root = &worker->frames[FRAMES_BEFORE];
    root->position = task->root;
    root->since_null = task->root.halfmoves;
    check_info_set(&root->checks, &root->position);
    return worker->root_count;
}

/* The search of the root moves. */

/* Returns a bound of a search window moved by `by`, to widen the window. `by` is plus or minus the
 * largest error that a weakening method adds to the score of a root move. Mate and tablebase scores
 * get no error, so a bound in their range does not move. */
static Score widened(Score bound, int by)
{
    return abs(bound) >= SCORE_TABLEBASE_MIN ? bound : bound + by;
}

/* Plays a root move and clears the killers, excluded move and extensions of the next frame. */
static void play_root_move(struct worker *worker, struct frame *frame, Move move)
{
    frame[1].killers[0] = frame[1].killers[1] = NO_MOVE;
    frame[1].excluded = NO_MOVE;
    frame[1].extensions = 0;
    node_play(worker, frame, move);
}

/* Searches one root move at one depth and returns its score without the error that a weakening
 * method adds to it. The window `alpha` .. `beta` is for scores with errors. The tree is searched
 * with a window that is wider by the largest error on both sides. So a move that is as good as the
 * best one when errors are left out gets an exact score, too. */
static Score search_root_move(struct worker *worker, struct frame *frame,
                              const struct root_move *root_move, int number, int depth, Score alpha,
                              Score beta)
{
    const struct task *task = worker->task;
    const Move move = root_move->move;
    const int error = root_move->error, noise = worker->root_noise;
    const Score low = widened(alpha, -noise), high = widened(beta, noise);
    const bool check = gives_check(&frame->position, &frame->checks, move);
    const bool quiet = !move_is_noisy(&frame->position, move);
    int next_depth = depth - 1;
    if (task->features.check_extension && check && see_at_least(&frame->position, move, 0))
        next_depth++;
    play_root_move(worker, frame, move);
    if (number == 0)
        return -tree_search(worker, frame + 1, next_depth, -high, -low, false);

    const Score zero = widened(alpha + 1, noise); /* the zero window's upper bound, widened by the
                                                   * largest error */
    int shallower = next_depth;
    if (task->features.late_move_reductions && depth >= 3 && number >= 3) {
        int r = worker->reductions[min_int(depth, 63)] * worker->reductions[min_int(number, 63)];
        r -= task->parameters->root_reduce_less + (check ? 1024 : 0) + (quiet ? 0 : 1024);
        shallower = clamp(next_depth - r / 1024, 1, next_depth);
    }
    Score score = -tree_search(worker, frame + 1, shallower, -zero, -low, noise == 0);
    if (score > low && shallower < next_depth)
        score = -tree_search(worker, frame + 1, next_depth, -zero, -low, noise == 0);
    if (score_with_error(score, error) > alpha && score >= zero)
        score = -tree_search(worker, frame + 1, next_depth, -high, -low, false);
    return score;
}

/* When a weakening method chooses the move, only scores at most task->reach centipawns below the
 * best must be exact. `best` is the best score so far. Returns the highest score that need not be
 * exact. */
static Score beneath_choice(const struct task *task, Score best)
{
    return best == -SCORE_INFINITE ? best : max_int(best - task->reach - 1, -SCORE_INFINITE);
}

/* Searches one root move for a weakening method, which will choose among all of them. Returns the
 * exact score if it is above `low`, otherwise an upper bound. */
static Score search_candidate(struct worker *worker, struct frame *frame, Move move, int depth,
                              Score low)
{
    play_root_move(worker, frame, move);
    if (low > -SCORE_INFINITE) {
        Score score = -tree_search(worker, frame + 1, depth - 1, -low - 1, -low, true);
        if (score <= low)
            return score;
    }
    return -tree_search(worker, frame + 1, depth - 1, -SCORE_INFINITE, -low, false);
}

/* Stores the principal variation of a root move. If `mated` is set, the score is the same mate as
 * in the last iteration. A line shorter than the stored one was then perhaps cut short by the
 * transposition table, so it is ignored. */
static void keep_line(struct root_move *root_move, const struct frame *next, bool mated)
{
    int length = min_int(next->length, REPORT_PV_MAX - 1);
    if (mated && length + 1 < root_move->length)
        return;
    memcpy(root_move->moves + 1, next->moves, (size_t)length * sizeof *next->moves);
    root_move->length = length + 1;
}

/* Searches the root moves that compete for the current MultiPV line (line_index to line_end - 1;
 * the moves before these already have a line). Returns the best score. */
static Score search_root(struct worker *worker, int depth, Score alpha, Score beta)
{
    struct task *task = worker->task;
    struct frame *frame = &worker->frames[FRAMES_BEFORE];
    const Score original_alpha = alpha;
    Score best = -SCORE_INFINITE, raw;
    Move best_move = NO_MOVE;

    frame[2].cutoffs = 0;
    frame->eval = frame->position.checkers ? SCORE_NONE
                                           : node_static(worker, frame, false, NULL, &raw);
    for (int i = worker->line_index; i < worker->line_end; i++) {
        struct root_move *root_move = &worker->root_moves[i];
        uint64_t before = nodes_of(worker);
        worker->selective_depth = 0;
        const Score low = task->exact ? beneath_choice(task, best) : alpha;
        Score found = task->exact ? search_candidate(worker, frame, root_move->move, depth, low)
                                  : search_root_move(worker, frame, root_move,
                                                     i - worker->line_index, depth, low, beta);
        Score score = score_with_error(found, root_move->error);
        root_move->nodes += nodes_of(worker) - before;
        if (search_must_stop(worker))
            return best;
        const bool within_noise = worker->root_noise && found > widened(alpha, -worker->root_noise);
        if (task->exact || i == worker->line_index || score > alpha || within_noise) {
            const bool mated = abs(score) >= SCORE_MATE_MIN && score == root_move->previous &&
                               root_move->bound == BOUND_EXACT;
            root_move->score = score;
            root_move->found = found;
            root_move->depth = worker->line_depth;
            root_move->selective_depth = max_int(worker->selective_depth, depth);
            root_move->bound = score >= beta ? BOUND_LOWER
                               : score <= (task->exact ? low : original_alpha) && !within_noise
                                   ? BOUND_UPPER
                                   : BOUND_EXACT;
            keep_line(root_move, frame + 1, mated);
        } else {
            root_move->score = -SCORE_INFINITE;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = root_move->move;
                alpha = score;
                if (score >= beta && !task->exact)
                    break;
            }
        }
    }
    /* If the limits allow only some moves, the best score may not be the value of the position, so
     * it is not stored. */
    if (worker->line_index == 0 && !task->limits.search_moves_count) {
        struct tt_entry entry = {
            .move = best_move,
            .score = score_to_table(best, 0),
            .eval = frame->position.checkers ? SCORE_NONE : node_evaluate(worker, &frame->position),
            .depth = depth,
            .bound = best >= beta            ? BOUND_LOWER
                     : best > original_alpha ? BOUND_EXACT
                                             : BOUND_UPPER,
            .pv = true,
        };
        tt_store(task->table, table_key(&frame->position), &entry);
    }
    return best;
}

/* Searches one MultiPV line of an iteration, with a window around its last score that widens until
 * the score is inside. */
static void search_line(struct worker *worker, int depth)
{
    struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const struct root_move *first = &worker->root_moves[worker->line_index];
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int delta = parameters->aspiration_window, failed_high = 0;
    worker->line_depth = depth;
    /* A move that wins according to the tablebases comes before any other move, even one with a
     * higher score. So only moves with the same tablebase result compete for a line. */
    worker->line_end = worker->line_index + 1;
    while (worker->line_end < worker->root_count &&
           worker->root_moves[worker->line_end].wdl == first->wdl)
        worker->line_end++;
    if (task->features.aspiration && !task->exact && depth >= parameters->aspiration_depth &&
        abs(first->previous) < SCORE_TABLEBASE_MIN) {
        delta += abs(first->previous) / parameters->aspiration_by_score;
        alpha = max_int(first->previous - delta, -SCORE_INFINITE);
        beta = min_int(first->previous + delta, SCORE_INFINITE);
    }
    for (;;) {
        Score score = search_root(worker, max_int(depth - failed_high, 1), alpha, beta);
        sort_root(worker->root_moves, worker->line_index, worker->line_end);
        if (search_must_stop(worker) || (score > alpha && score < beta) || task->exact)
            return;
        if (worker->id == 0 && time_now() - task->started > BOUND_REPORT_AFTER &&
            worker->line_index == 0)
            task->progress(task->context);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = max_int(score - delta, -SCORE_INFINITE);
            failed_high = 0;
        } else {
            beta = min_int(score + delta, SCORE_INFINITE);
            if (failed_high < parameters->aspiration_shallower)
                failed_high++;
        }
        delta += delta * parameters->aspiration_growth / 100;
        if (delta > parameters->aspiration_full || abs(score) >= SCORE_TABLEBASE_MIN) {
            alpha = -SCORE_INFINITE;
            beta = SCORE_INFINITE;
            failed_high = 0;
        }
    }
}

/* With several lines (MultiPV), the lines after the first are searched this many plies less deeply.
 * At equal depths each of them takes more nodes than the first, so that the first stays four plies
 * behind a search for one line alone. On 66 positions, at 300,000 nodes, the scores of the four
 * lines differ from those at ten times the nodes by 25 centipawns on average, as much as at equal
 * depths, and the first move loses less. */
enum { LATER_LINES_SHALLOWER = 3 };

/* Searches a line after the first. It is searched as deep as the first in the last iteration, and
 * when its move turns out to be better than the best one so far. */
static void search_later_line(struct worker *worker, int depth, int deepest)
{
    const struct root_move *moves = worker->root_moves;
    const int shallower = depth < deepest ? max_int(depth - LATER_LINES_SHALLOWER, 1) : depth;
    search_line(worker, shallower);
    if (shallower < depth && !search_must_stop(worker) &&
        ranks_before(&moves[worker->line_index], &moves[0]))
        search_line(worker, depth);
}

/* A search with the limit `settled` ends once the best move has stayed the same for this many
 * iterations. */
enum { SETTLED_STABLE = 2 };

/* Returns whether another iteration should begin. `stable` is the number of iterations since the
 * best move changed: the larger it is, the less time is used. `fell` is how far the score fell in
 * the last iteration, in centipawns: the larger it is, the more time is used. */
static bool worth_going_on(const struct worker *worker, int stable, Score fell)
{
    const struct task *task = worker->task;
    if (task->limits.settled && stable >= SETTLED_STABLE &&
        task_nodes(task) >= task->limits.settled)
        return false;
    if (!task->timing.managed || atomic_load(&task->pondering))
        return true;
    const struct root_move *best = &worker->root_moves[0];
    if (worker->root_count == 1 && worker->completed_depth >= 8)
        return false;
    /* A forced mate found at this depth will not get shorter. */
    if (best->score >= SCORE_MATE_MIN &&
        worker->completed_depth >= 2 * (SCORE_MATE - best->score) + 2)
        return false;
    int64_t wanted =
        timing_wanted(&task->timing, task->parameters, stable, fell, best->nodes, nodes_of(worker));
    /* If more than this share of the time is used up, the next iteration would seldom finish. */
    return clock_elapsed(task) < wanted * task->parameters->time_iteration / 100;
}

static bool mate_found(const struct worker *worker)
{
    int wanted = worker->task->limits.mate;
    return wanted > 0 && worker->root_moves[0].score >= SCORE_MATE - 2 * wanted + 1;
}

/* Saves the scores of the last iteration in `previous`. They rank the moves that the new iteration
 * has not reached yet, and are reported as the scores of these moves. */
static void begin_iteration(struct worker *worker)
{
    for (int i = 0; i < worker->root_count; i++) {
        struct root_move *root_move = &worker->root_moves[i];
        root_move->previous = root_move->score;
        root_move->previous_depth = root_move->depth;
        root_move->score = -SCORE_INFINITE;
    }
}

static void finish_iteration(struct worker *worker, int depth)
{
    worker->completed_depth = depth;
    worker->completed_count = worker->root_count;
    memcpy(worker->completed, worker->root_moves,
           (size_t)worker->root_count * sizeof *worker->completed);
}

/* The search ends after this many nodes. */
static uint64_t node_limit(const struct task *task)
{
    const uint64_t budget = task->node_budget ? task->node_budget : UINT64_MAX;
    const uint64_t limit = task->limits.nodes ? task->limits.nodes : UINT64_MAX;
    return budget < limit ? budget : limit;
}

void worker_search(struct worker *worker)
{
    struct task *task = worker->task;
    int deepest = PLY_MAX - 1, stable = 0;
    if (task->limits.depth > 0 && task->limits.depth < deepest)
        deepest = task->limits.depth;
    int lines = min_int(task->limited ? 1 : task->multi_pv, worker->root_count);
    Move best_before = NO_MOVE;
    Score score_before = 0;

    for (int depth = 1; depth <= deepest && worker->root_count; depth++) {
        worker->root_depth = depth;
        if (depth > 1)
            worker->node_limit = node_limit(task);
        begin_iteration(worker);
        for (worker->line_index = 0; worker->line_index < lines; worker->line_index++) {
            if (worker->line_index == 0)
                search_line(worker, depth);
            else
                search_later_line(worker, depth, deepest);
            if (search_must_stop(worker))
                break;
            sort_root(worker->root_moves, 0, worker->line_index + 1);
        }
        worker->line_index = 0;
        if (search_must_stop(worker))
            break;
        finish_iteration(worker, depth);
        if (worker->id != 0)
            continue;

        const struct root_move *best = &worker->root_moves[0];
        worker->last_progress = time_now();
        task->progress(task->context);
        stable = best->move == best_before ? stable + 1 : 0;
        Score fell = depth > 1 ? score_before - best->score : 0;
        best_before = best->move;
        score_before = best->score;
        if (mate_found(worker) || !worth_going_on(worker, stable, fell))
            break;
    }
    if (worker->id == 0 && !atomic_load(&task->pondering) && !task->limits.infinite)
        atomic_store(&task->stop, true);
}
