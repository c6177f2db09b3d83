/* The engine's thread: it waits for requests, runs the workers of each, and publishes what they
 * find. One mutex protects all state shared between threads; only the stop flags and the node
 * counters are atomics. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/syzygy.h"
#include "engine/book.h"
#include "engine/rules/position.h"
#include "engine/search/node.h"
#include "engine/state.h"
#include "engine/strength/method.h"

enum { STACK_BYTES = 8 << 20, SPARE_STACK_BYTES = 1 << 16 };

/* Writing and publishing reports. */

static void publish(struct engine *engine, bool finished)
{
    struct report *draft = &engine->draft;
    draft->finished = finished;
    draft->serial++;
    pthread_mutex_lock(&engine->mutex);
    engine->report = *draft;
    if (finished) {
        engine->thinking = false;
        pthread_cond_broadcast(&engine->changed);
    }
    pthread_mutex_unlock(&engine->mutex);
    if (engine->wake)
        engine->wake(engine->context);
}

static void write_line(struct line *line, const struct task *task,
                       const struct root_move *root_move)
{
    bool known = root_move->score != -SCORE_INFINITE;
    line->score = known ? root_move->score : root_move->previous;
    line->depth = known ? root_move->depth : root_move->previous_depth;
    line->selective_depth = root_move->selective_depth;
    line->bound = known ? root_move->bound : BOUND_EXACT;
    line->length = root_move->length;
    /* The tablebase result takes precedence, unless the search has found a mate. */
    if (task->root_table_count && abs(line->score) < SCORE_MATE_MIN)
        line->score = root_move->wdl == TABLEBASE_WIN    ? SCORE_TABLEBASE
                      : root_move->wdl == TABLEBASE_LOSS ? -SCORE_TABLEBASE
                                                         : 0;
    memcpy(line->moves, root_move->moves, (size_t)root_move->length * sizeof *line->moves);
}

/* Writes the worker's current results into the draft report. For a weakened engine these are the
 * results of the last complete iteration, because its root scores are exact. */
static void write_report(struct engine *engine, const struct worker *worker)
{
    struct report *draft = &engine->draft;
    const struct task *task = &engine->task;
    bool whole = task->limited && worker->completed_count > 0;
    const struct root_move *moves = whole ? worker->completed : worker->root_moves;

    draft->nodes = task_nodes(task) + proof_nodes(&engine->proof);
    draft->tablebase_hits = task_tablebase_hits(task);
    draft->counts = task_counts(task);
    draft->elapsed = time_now() - task->started;
    draft->hash_permille = tt_permille(&engine->table);
    draft->line_count = 0;
    for (int i = 0; i < worker->root_count && i < task->multi_pv; i++) {
        if (moves[i].score == -SCORE_INFINITE && moves[i].previous == -SCORE_INFINITE)
            break;
        write_line(&draft->lines[draft->line_count++], task, &moves[i]);
    }
    proof_show(&engine->proof, draft->lines, draft->line_count);
    if (draft->line_count) {
        draft->depth = draft->lines[0].depth;
        draft->selective_depth = draft->lines[0].selective_depth;
    }
}

/* Returns whether a position of the game has occurred at least twice since the last capture or pawn
 * move. */
static bool repeated(const struct engine *engine)
{
    for (int i = 0; i < engine->key_count; i++) {
        if (engine->keys[i] == engine->root.key)
            return true;
        for (int j = i + 1; j < engine->key_count; j++)
            if (engine->keys[i] == engine->keys[j])
                return true;
    }
    return false;
}

static void keep_shallow_scores(struct engine *engine, const struct worker *worker)
{
    int depth = worker->completed_depth;
    if (depth < 1 || depth > CANDIDATE_SHALLOW)
        return;
    if (depth == 1)
        engine->shallow_count = worker->completed_count;
    for (int i = 0; i < worker->completed_count; i++) {
        const struct root_move *move = &worker->completed[i];
        int at = 0;
        while (depth > 1 && engine->shallow[at].move != move->move)
            at++;
        at = depth == 1 ? i : at;
        engine->shallow[at].move = move->move;
        for (int j = depth - 1; j < CANDIDATE_SHALLOW; j++)
            engine->shallow[at].score[j] = move->found;
    }
}

void think_progress(void *context)
{
    struct engine *engine = context;
    if (engine->task.limited && method_row(engine->task.handicap->method)->shallow)
        keep_shallow_scores(engine, engine->workers[0]);
    write_report(engine, engine->workers[0]);
    publish(engine, false);
    const struct report *draft = &engine->draft;
    const struct line *best = draft->line_count ? &draft->lines[0] : NULL;
    if (proof_continue(&engine->proof, &engine->task, best)) {
        write_report(engine, engine->workers[0]);
        publish(engine, false);
    }
}

/* Carrying out a request, in the engine's thread. */

static void *helper_main(void *argument)
{
    worker_search(argument);
    return NULL;
}

struct start {
    void *(*run)(void *);
    void *argument;
};

/* Each thread starts with this function. It sets up an alternate stack for signal handlers, because
 * a handler may have to run after a stack overflow. */
static void *thread_main(void *context)
{
    struct start start = *(struct start *)context;
    stack_t spare = {.ss_sp = malloc(SPARE_STACK_BYTES), .ss_size = SPARE_STACK_BYTES};
    free(context);
    if (spare.ss_sp)
        sigaltstack(&spare, NULL);
    void *result = start.run(start.argument);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    free(spare.ss_sp);
    return result;
}

bool think_start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
    pthread_attr_t attributes;
    struct start *start = malloc(sizeof *start);
    bool started = false;
    if (start && !pthread_attr_init(&attributes)) {
        *start = (struct start){run, argument};
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        started = !pthread_create(thread, &attributes, thread_main, start);
        pthread_attr_destroy(&attributes);
    }
    if (!started)
        free(start);
    return started;
}

/* Waits until the result may be published: if the search is infinite or a ponder search, until
 * engine_stop or engine_ponderhit is called. */
static void wait_for_permission(struct engine *engine)
{
    struct task *task = &engine->task;
    pthread_mutex_lock(&engine->mutex);
    while (!atomic_load(&task->stop) &&
           (task->limits.infinite || atomic_load(&task->pondering)))
        pthread_cond_wait(&engine->changed, &engine->mutex);
    atomic_store(&task->stop, true);
    pthread_mutex_unlock(&engine->mutex);
}

int think_game_ply(const struct position *position)
{
    return 2 * (position->fullmove - 1) + position->side;
}

/* Chooses the worker whose result is reported. A deeper worker is preferred unless its score is
 * more than 10 centipawns lower. Of two workers with the same depth, the one with the better score
 * is preferred. With several lines (MultiPV), it is always the first worker. */
static const struct worker *best_worker(const struct engine *engine)
{
    const struct worker *best = engine->workers[0];
    if (engine->task.multi_pv > 1)
        return best;
    for (int i = 1; i < engine->task.worker_count; i++) {
        const struct worker *worker = engine->workers[i];
        Score score = worker->root_moves[0].score, known = best->root_moves[0].score;
        if (score == -SCORE_INFINITE || worker->root_moves[0].bound == BOUND_UPPER)
            continue;
        if (worker->completed_depth > best->completed_depth
                ? score >= known - 10
                : worker->completed_depth == best->completed_depth && score > known)
            best = worker;
    }
    return best;
}

static Move ponder_move(const struct engine *engine, Move best)
{
    const struct line *line = &engine->draft.lines[0];
    struct position next;
    if (!best)
        return NO_MOVE;
    if (engine->draft.line_count && line->moves[0] == best && line->length > 1)
        return line->moves[1];
    /* A cutoff from the transposition table may have shortened the principal variation, but the
     * table may still contain the reply. */
    struct tt_entry entry;
    position_play(&engine->root, best, &next);
    if (tt_probe(&engine->table, table_key(&next), &entry) && chess_is_legal(&next, entry.move))
        return entry.move;
    return NO_MOVE;
}

/* Lets the weakening method choose among the candidates. */
static Move decide_among(struct engine *engine, const struct candidate candidates[], int count)
{
    const struct task *task = &engine->task;
    struct context context = {
        .position = &engine->root,
        .previous = engine->has_previous ? &engine->previous : NULL,
        .spent = task->limits.opponent_spent,
        .usual = task->limits.clock ? task->timing.optimum : task->limits.usual,
        .style = engine->style.games > 0 ? &engine->style : NULL,
    };
    memcpy(context.recent, engine->recent, sizeof context.recent);
    struct decision *decision = &engine->draft.decision;
    decide(&context, candidates, count, task->handicap, task->random, decision);
    decision->pressure = engine->pressure;
    decision->budget = task->node_budget;
    decision->hash_mb = engine->settings.hash_mb;
    return decision->played;
}

static void add_shallow_scores(const struct engine *engine, struct candidate *candidate)
{
    for (int i = 0; i < engine->shallow_count; i++)
        if (engine->shallow[i].move == candidate->move)
            memcpy(candidate->shallow, engine->shallow[i].score, sizeof candidate->shallow);
}

/* Lets the weakening method choose among the moves of the last complete iteration that have exact
 * scores. */
static Move choose(struct engine *engine, const struct worker *worker)
{
    struct candidate candidates[CHESS_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < worker->completed_count; i++) {
        const struct root_move *move = &worker->completed[i];
        if (move->score != -SCORE_INFINITE && move->bound == BOUND_EXACT) {
            struct candidate *candidate = &candidates[count++];
            *candidate = (struct candidate){.move = move->move,
                                            .score = move->found,
                                            .answer = move->length > 1 ? move->moves[1] : NO_MOVE,
                                            .dropped_by = RULE_NONE};
            add_shallow_scores(engine, candidate);
        }
    }
    Move move = decide_among(engine, candidates, count);
    struct decision *decision = &engine->draft.decision;
    bool whole = worker->completed_depth == worker->root_depth;
    if (!whole && !(decision->budget && engine->draft.nodes >= decision->budget))
        decision->cut = engine->draft.nodes;
    return move;
}

static void finish(struct engine *engine)
{
    const struct worker *worker = best_worker(engine);
    struct report *draft = &engine->draft;
    write_report(engine, worker);
    draft->best = worker->root_count ? worker->root_moves[0].move : NO_MOVE;
    if (engine->proof.running && draft->line_count && draft->lines[0].score >= SCORE_MATE_MIN)
        draft->best = draft->lines[0].moves[0];
    if (engine->task.limited && worker->completed_count)
        draft->best = choose(engine, worker);
    draft->ponder = ponder_move(engine, draft->best);
    publish(engine, true);
}

/* Plays a move from the opening book if a book may be used here. Returns whether it played one. */
static bool play_from_book(struct engine *engine)
{
    const struct task *task = &engine->task;
    if (!engine->settings.own_book || !engine->book || task->limits.infinite || task->limits.mate ||
        task->limits.search_moves_count || atomic_load(&engine->task.pondering) ||
        (task->limited && think_game_ply(&engine->root) >= engine->settings.handicap.book_plies))
        return false;
    uint64_t random = handicap_random(&engine->settings.handicap, think_game_ply(&engine->root));
    Move move = book_move(engine->book, &engine->root, random, engine->settings.book_best);
    if (!move || !chess_is_legal(&engine->root, move))
        return false;
    engine->draft.from_book = true;
    engine->draft.best = move;
    publish(engine, true);
    return true;
}

/* Converts a network's probabilities of a win, a draw and a loss between human players to
 * centipawns, with the curve that Lichess uses. */
static Score score_of(const float wdl[3])
{
    double points = (double)wdl[0] + 0.5 * (double)wdl[1];
    points = points < 0.001 ? 0.001 : points > 0.999 ? 0.999 : points;
    return (Score)lround(winning_chance_score(points));
}

/* If the method uses Maia networks, lets them choose the move, without a search. Returns false if
 * the method does not use them, if there is no legal move, or if out of memory; the caller then
 * searches. */
static bool play_by_networks(struct engine *engine)
{
    struct task *task = &engine->task;
    struct report *draft = &engine->draft;
    struct candidate candidates[CHESS_MOVES_MAX];
    struct human_policy policy;
    int count = 0;
    if (!task->limited || !method_row(task->handicap->method)->networks ||
        !maia_policy(&engine->maia, task->handicap->rating, &engine->history, &policy))
        return false;
    Score score = score_of(policy.wdl);
    for (int i = 0; i < policy.count; i++)
        if (limits_allow(&task->limits, policy.moves[i]))
            candidates[count++] = (struct candidate){.move = policy.moves[i],
                                                     .score = score,
                                                     .chance = (int)(1e6 * policy.chances[i]),
                                                     .dropped_by = RULE_NONE};
    if (count == 0)
        return false;
    draft->best = decide_among(engine, candidates, count);
    /* The decision names the rating of the imitated players: clamp it to the range of the networks
     * in use. */
    if (draft->decision.range < engine->maia.rating[0])
        draft->decision.range = engine->maia.rating[0];
    if (draft->decision.range > engine->maia.rating[1])
        draft->decision.range = engine->maia.rating[1];
    draft->nodes = 1;
    draft->depth = draft->selective_depth = draft->line_count = 1;
    draft->lines[0] = (struct line){.score = score, .depth = 1, .selective_depth = 1, .length = 1,
                                    .moves = {draft->best}};
    draft->elapsed = time_now() - task->started;
    wait_for_permission(engine);
    publish(engine, true);
    return true;
}

/* Looks up the root position in the tablebases. If it is there, the result of every move is known,
 * and the search is needed only to find the mate. If only one line is wanted, the search is limited
 * to the moves that keep the result; when winning, only to those with the highest rank
 * (search/syzygy.h). */
static void ask_tables(struct engine *engine)
{
    struct task *task = &engine->task;
    struct tablebase_move *ranked = task->root_table;
    int count = 0;
    task->root_table_count = 0;
    task->tablebase_pieces = engine->has_tables ? tablebase_max_pieces() : 0;
    if (!task->tablebase_pieces || task->limited || task->limits.search_moves_count ||
        popcount(occupied(&task->root)) > task->tablebase_pieces ||
        !tablebase_probe_root(&task->root, repeated(engine), ranked, &count))
        return;
    task->root_table_count = count;
    task->tablebase_pieces = 0;
    for (int i = 0; i < count && task->multi_pv == 1; i++)
        if (ranked[0].wdl > TABLEBASE_DRAW ? ranked[i].rank == ranked[0].rank
                                           : ranked[i].wdl == ranked[0].wdl)
            task->limits.search_moves[task->limits.search_moves_count++] = ranked[i].move;
}

void think_forget(struct engine *engine)
{
    if (!atomic_exchange(&engine->forget, false))
        return;
    tt_unrestrict(&engine->table, engine->worker_count);
    tt_clear(&engine->table, engine->worker_count);
    for (int i = 0; i < engine->worker_count; i++)
        history_clear(&engine->workers[i]->history);
}

static void run_request(struct engine *engine)
{
    struct task *task = &engine->task;
    proof_end(&engine->proof);
    if (play_from_book(engine) || play_by_networks(engine))
        return;
    think_forget(engine);
    if (task->limited)
        tt_restrict(&engine->table, task->node_budget ? task->node_budget : UINT64_MAX);
    else
        tt_unrestrict(&engine->table, engine->worker_count);
    tt_grow_older(&engine->table);
    engine->shallow_count = 0;
    ask_tables(engine);

    for (int i = 0; i < task->worker_count; i++) {
        /* A weakened engine's choice must not depend on earlier searches, so that it can be
         * repeated. */
        if (task->limited)
            history_clear(&engine->workers[i]->history);
        worker_prepare(engine->workers[i], task);
    }
    if (!repeated(engine))
        proof_begin(&engine->proof, task);
    if (engine->workers[0]->root_count == 0) {
        finish(engine); /* checkmate or stalemate: nothing to search */
        return;
    }

    pthread_t threads[ENGINE_THREADS_MAX];
    int started = 1;
    while (started < task->worker_count &&
           think_start_thread(&threads[started], helper_main, engine->workers[started]))
        started++;
    worker_search(engine->workers[0]);
    wait_for_permission(engine);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    finish(engine);
}

void *think_main(void *argument)
{
    struct engine *engine = argument;
    pthread_mutex_lock(&engine->mutex);
    for (;;) {
        while (!engine->requested && !engine->quit)
            pthread_cond_wait(&engine->changed, &engine->mutex);
        if (!engine->requested)
            break;
        engine->requested = false;
        pthread_mutex_unlock(&engine->mutex);
        run_request(engine);
        pthread_mutex_lock(&engine->mutex);
    }
    pthread_mutex_unlock(&engine->mutex);
    return NULL;
}
