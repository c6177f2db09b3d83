/* The engine's front door. One controller thread a struct engine waits for requests, runs the
 * workers of each and publishes what they find. All state that crosses threads changes under
 * one mutex; only the stop flags and node counters are atomics.
 */
#include "engine/engine.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/evaluation.h"
#include "engine/oracle/tablebase.h"
#include "engine/rules/position.h"
#include "engine/search/proof.h"
#include "engine/search/search.h"
#include "engine/strength/human/maia.h"
#include "engine/strength/method.h"

enum { THREADS_MAX = 256, HASH_MAX = 65536, STACK_BYTES = 8 << 20,
       SPARE_STACK_BYTES = 1 << 16 };

struct engine {
    void (*wake)(void *context);
    void *context;

    pthread_mutex_t mutex; /* guards the fields of this group */
    pthread_cond_t changed;
    bool requested;        /* the controller has something to do */
    bool thinking;         /* from engine_start until the final report is out */
    bool quit;
    struct report report;  /* the newest */

    pthread_t controller;
    struct engine_settings settings;
    struct weights weights; /* of the handicap's knowledge, or full */
    struct table table;
    struct worker **workers;
    int worker_count;
    struct book *book;
    bool has_tables;       /* tablebase_open succeeded for settings.syzygy_path */
    struct maia maia;      /* of a method of networks, once it was set */

    /* The game: what is on the board and what decide wants to know of the moves before. */
    struct position root, previous;
    bool has_previous;
    Move last, own;
    uint64_t keys[GAME_KEYS_MAX];
    int key_count;
    struct human_history history; /* for networks */

    struct proof proof;    /* of a mate, beside the search */

    /* How the root moves looked at the first depths, for methods that ask. */
    struct glance {
        Move move;
        Score score[CANDIDATE_GLANCES];
    } glances[CHESS_MOVES_MAX];
    int glance_count;

    struct task task;
    struct report draft; /* the controller's and first worker's, copied under the lock */
};

/* ---- names and scores ---- */

static const struct {
    const char *name;
    size_t offset;
    bool on;
} feature_table[] = {
#define X(id, on, words) {#id, offsetof(struct search_features, id), on},
    SEARCH_FEATURES(X)
#undef X
};

struct search_features search_features_default(void)
{
    return (struct search_features){
#define X(id, on, words) .id = on,
        SEARCH_FEATURES(X)
#undef X
    };
}

bool search_features_set(struct search_features *features, const char *name, bool on)
{
    for (size_t i = 0; i < sizeof feature_table / sizeof *feature_table; i++)
        if (!strcmp(feature_table[i].name, name)) {
            *(bool *)((char *)features + feature_table[i].offset) = on;
            return true;
        }
    return false;
}

bool score_is_mate(Score score, int *moves)
{
    if (score >= SCORE_MATE_MIN && score <= SCORE_MATE) {
        *moves = (SCORE_MATE - score + 1) / 2;
        return true;
    }
    if (score <= -SCORE_MATE_MIN && score >= -SCORE_MATE) {
        *moves = -((SCORE_MATE + score + 1) / 2);
        return true;
    }
    return false;
}

/* 1000 / (1 + 2^(-x / 256)) for the logistic curve, by halving steps between table points, so
 * that every machine says the same. */
static int logistic_permille(int x)
{
    /* 1000 / (1 + e^(-i / 4)) for i = 0 .. 28 */
    static const int points[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905,
                                 924, 940, 953, 963, 971, 977, 982, 986, 989, 991,
                                 993, 995, 996, 997, 998, 998, 998, 999, 999, 999};
    const int last = (int)(sizeof points / sizeof *points) - 1;
    int size = x < 0 ? -x : x, at = size / 256, rest = size % 256;
    int value = at >= last ? 1000 : points[at] + (points[at + 1] - points[at]) * rest / 256;
    return x < 0 ? 1000 - value : value;
}

void score_to_wdl(Score score, int ply, int wdl[3])
{
    /* A pawn up wins more often late in the game; the curve's width is in centipawns. */
    int moves = (ply < 16 ? 16 : ply > 160 ? 160 : ply) / 2;
    int lead = 190 - moves / 2, width = 85 - moves / 4;
    if (score >= SCORE_TABLEBASE_MIN || score <= -SCORE_TABLEBASE_MIN) {
        wdl[0] = score > 0 ? 1000 : 0;
        wdl[2] = 1000 - wdl[0];
        wdl[1] = 0;
        return;
    }
    int limited = score > 4000 ? 4000 : score < -4000 ? -4000 : score;
    wdl[0] = logistic_permille((limited - lead) * 1024 / width);
    wdl[2] = logistic_permille((-limited - lead) * 1024 / width);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}

/* ---- reports ---- */

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
                       const struct root_move *root_move, int depth)
{
    bool known = root_move->score != -SCORE_INFINITE;
    line->score = known ? root_move->score : root_move->previous;
    line->depth = known || depth <= 1 ? depth : depth - 1;
    line->selective_depth = root_move->selective_depth;
    line->bound = known ? root_move->bound : BOUND_EXACT;
    line->length = root_move->length;
    /* The tables know the result; only a mate the search has found says more. */
    if (task->root_table_count && abs(line->score) < SCORE_MATE_MIN)
        line->score = root_move->wdl == TABLEBASE_WIN    ? SCORE_TABLEBASE
                      : root_move->wdl == TABLEBASE_LOSS ? -SCORE_TABLEBASE
                                                         : 0;
    memcpy(line->moves, root_move->moves, (size_t)root_move->length * sizeof *line->moves);
}

/* What a worker knows now. Exact root scores are shown as the last whole iteration left them. */
static void write_report(struct engine *engine, const struct worker *worker)
{
    struct report *draft = &engine->draft;
    const struct task *task = &engine->task;
    bool whole = task->limited && worker->completed_count > 0;
    const struct root_move *moves = whole ? worker->completed : worker->root_moves;
    int depth = whole ? worker->completed_depth : worker->root_depth;

    draft->nodes = task_nodes(task);
    draft->tablebase_hits = task_tablebase_hits(task);
    draft->elapsed = time_now() - task->started;
    draft->hash_permille = table_permille(&engine->table);
    draft->line_count = 0;
    for (int i = 0; i < worker->root_count && i < task->multi_pv; i++) {
        if (moves[i].score == -SCORE_INFINITE && moves[i].previous == -SCORE_INFINITE)
            break;
        write_line(&draft->lines[draft->line_count++], task, &moves[i], depth);
    }
    proof_show(&engine->proof, draft);
    if (draft->line_count) {
        draft->depth = draft->lines[0].depth;
        draft->selective_depth = draft->lines[0].selective_depth;
    }
}

/* A position of the game came twice since the last capture or pawn move. */
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

static void keep_glances(struct engine *engine, const struct worker *worker)
{
    int depth = worker->completed_depth;
    if (depth < 1 || depth > CANDIDATE_GLANCES)
        return;
    if (depth == 1)
        engine->glance_count = worker->completed_count;
    for (int i = 0; i < worker->completed_count; i++) {
        const struct root_move *move = &worker->completed[i];
        int at = 0;
        while (depth > 1 && engine->glances[at].move != move->move)
            at++;
        at = depth == 1 ? i : at;
        engine->glances[at].move = move->move;
        for (int j = depth - 1; j < CANDIDATE_GLANCES; j++)
            engine->glances[at].score[j] = move->found;
    }
}

static void progress(void *context)
{
    struct engine *engine = context;
    if (engine->task.limited && method_row(engine->task.handicap->method)->glances)
        keep_glances(engine, engine->workers[0]);
    write_report(engine, engine->workers[0]);
    publish(engine, false);
    if (proof_continue(&engine->proof, &engine->task, &engine->draft)) {
        write_report(engine, engine->workers[0]);
        publish(engine, false);
    }
}

/* ---- a request, in the controller thread ---- */

static void *helper_main(void *argument)
{
    worker_search(argument);
    return NULL;
}

struct start {
    void *(*run)(void *);
    void *argument;
};

/* A thread has a second stack to handle signals on: whoever catches a crash may need it when the
 * first is used up. */
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

static bool start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
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

/* A search that may not end by itself waits for the word. */
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

static int game_ply(const struct position *position)
{
    return 2 * (position->fullmove - 1) + position->side;
}

/* Of several threads the deepest speaks, and of equals the one that found more. */
static const struct worker *speaker(const struct engine *engine)
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
    /* The line was cut by the table; the table may still know the reply. */
    struct table_entry entry;
    position_play(&engine->root, best, &next);
    if (table_probe(&engine->table, next.key, &entry) && chess_is_legal(&next, entry.move))
        return entry.move;
    return NO_MOVE;
}

/* The weakened choice. */
static Move decide_among(struct engine *engine, const struct candidate candidates[], int count)
{
    const struct task *task = &engine->task;
    struct situation situation = {
        .position = &engine->root,
        .previous = engine->has_previous ? &engine->previous : NULL,
        .last = engine->last,
        .own = engine->own,
        .spent = task->limits.opponent_spent,
        .usual = task->limits.clock ? task->timing.optimum : task->limits.usual,
    };
    struct decision *decision = &engine->draft.decision;
    decide(&situation, candidates, count, task->handicap, task->random, decision);
    decision->budget = task->node_budget;
    decision->hash_mb = engine->settings.hash_mb;
    return decision->played;
}

static void add_glances(const struct engine *engine, struct candidate *candidate)
{
    for (int i = 0; i < engine->glance_count; i++)
        if (engine->glances[i].move == candidate->move)
            memcpy(candidate->glance, engine->glances[i].score, sizeof candidate->glance);
}

/* Among the moves whose true scores the last whole iteration knows. */
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
            add_glances(engine, candidate);
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
    const struct worker *worker = speaker(engine);
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

/* True when the book answered. */
static bool play_from_book(struct engine *engine)
{
    const struct task *task = &engine->task;
    if (!engine->settings.own_book || !engine->book || task->limits.infinite || task->limits.mate ||
        task->limits.search_moves_count || atomic_load(&engine->task.pondering) ||
        (task->limited && game_ply(&engine->root) >= engine->settings.handicap.book_plies))
        return false;
    uint64_t random = handicap_random(&engine->settings.handicap, game_ply(&engine->root));
    Move move = book_move(engine->book, &engine->root, random, engine->settings.book_best);
    if (!move || !chess_is_legal(&engine->root, move))
        return false;
    engine->draft.from_book = true;
    engine->draft.best = move;
    publish(engine, true);
    return true;
}

/* A human player's chances as centipawns, by the curve Lichess draws its winning chances with. */
static Score score_of(const float wdl[3])
{
    double points = (double)wdl[0] + 0.5 * (double)wdl[1];
    points = points < 0.001 ? 0.001 : points > 0.999 ? 0.999 : points;
    return (Score)lround(log(points / (1 - points)) / 0.00368208);
}

/* A method of networks answers without a search. False: there is no move, or no memory for it; the
 * search finds what to do. */
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
    draft->nodes = 1;
    draft->depth = draft->selective_depth = draft->line_count = 1;
    draft->lines[0] = (struct line){.score = score, .depth = 1, .selective_depth = 1, .length = 1,
                                    .moves = {draft->best}};
    draft->elapsed = time_now() - task->started;
    wait_for_permission(engine);
    publish(engine, true);
    return true;
}

/* With the root in the tables every move's result is known, and the search looks for the mate. For
 * one line it gets only the moves that keep the result, and make progress when winning. */
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

static void run_request(struct engine *engine)
{
    struct task *task = &engine->task;
    proof_end(&engine->proof);
    if (play_from_book(engine) || play_by_networks(engine))
        return;
    if (task->limited)
        table_restrict(&engine->table, task->node_budget ? task->node_budget : UINT64_MAX);
    else
        table_unrestrict(&engine->table, engine->worker_count);
    table_grow_older(&engine->table);
    engine->glance_count = 0;
    ask_tables(engine);

    for (int i = 0; i < task->worker_count; i++) {
        /* A limited engine's choice depends on the position alone, not on what it saw before. */
        if (task->limited)
            history_clear(&engine->workers[i]->history);
        worker_prepare(engine->workers[i], task);
    }
    if (!repeated(engine))
        proof_begin(&engine->proof, task);
    if (engine->workers[0]->root_count == 0) {
        finish(engine); /* mated or stalemate: there is nothing to wait for */
        return;
    }

    pthread_t threads[THREADS_MAX];
    int started = 1;
    while (started < task->worker_count &&
           start_thread(&threads[started], helper_main, engine->workers[started]))
        started++;
    worker_search(engine->workers[0]);
    wait_for_permission(engine);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    finish(engine);
}

static void *controller_main(void *argument)
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

/* ---- life and settings ---- */

struct engine_settings engine_settings_default(void)
{
    struct engine_settings settings = {
        .hash_mb = 64,
        .threads = 1,
        .multi_pv = 1,
        .move_overhead = 10,
        .features = search_features_default(),
    };
    for (int i = 0; i < GROUP_COUNT; i++)
        settings.knowledge[i] = settings.handicap.knowledge[i] = 100;
    return settings;
}

static void destroy_workers(struct worker **workers, int count)
{
    for (int i = 0; workers && i < count; i++)
        worker_destroy(workers[i]);
    free(workers);
}

/* NULL when out of memory. */
static struct worker **create_workers(int count)
{
    struct worker **workers = calloc((size_t)count, sizeof *workers);
    for (int i = 0; workers && i < count; i++) {
        workers[i] = worker_create(i);
        if (!workers[i]) {
            destroy_workers(workers, i);
            return NULL;
        }
    }
    return workers;
}

struct engine *engine_create(void (*wake)(void *context), void *context)
{
    chess_init();
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->wake = wake;
    engine->context = context;
    engine->settings = engine_settings_default();
    engine->weights = *weights_full();
    engine->worker_count = engine->settings.threads;
    engine->workers = create_workers(engine->worker_count);
    chess_start(&engine->root);
    human_history_begin(&engine->history, &engine->root);
    bool ready = engine->workers && table_create(&engine->table, engine->settings.hash_mb);
    if (ready && !pthread_mutex_init(&engine->mutex, NULL)) {
        if (!pthread_cond_init(&engine->changed, NULL)) {
            if (start_thread(&engine->controller, controller_main, engine))
                return engine;
            pthread_cond_destroy(&engine->changed);
        }
        pthread_mutex_destroy(&engine->mutex);
    }
    table_destroy(&engine->table);
    destroy_workers(engine->workers, engine->worker_count);
    free(engine);
    return NULL;
}

/* Stops a running search and waits for its final report. */
static void become_idle(struct engine *engine)
{
    engine_stop(engine);
    engine_wait(engine);
}

void engine_destroy(struct engine *engine)
{
    if (!engine)
        return;
    become_idle(engine);
    pthread_mutex_lock(&engine->mutex);
    engine->quit = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
    pthread_join(engine->controller, NULL);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->mutex);
    table_destroy(&engine->table);
    destroy_workers(engine->workers, engine->worker_count);
    proof_destroy(&engine->proof);
    if (engine->book)
        book_close(engine->book);
    if (engine->has_tables)
        tablebase_close();
    maia_close(&engine->maia);
    free(engine);
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static struct engine_settings sanitized(const struct engine_settings *settings)
{
    struct engine_settings clean = *settings;
    clean.hash_mb = within(clean.hash_mb, 1, HASH_MAX);
    clean.threads = within(clean.threads, 1, THREADS_MAX);
    clean.multi_pv = within(clean.multi_pv, 1, REPORT_LINES_MAX);
    clean.move_overhead = within(clean.move_overhead, 0, 10000);
    clean.book_file[sizeof clean.book_file - 1] = '\0';
    clean.syzygy_path[sizeof clean.syzygy_path - 1] = '\0';
    clean.maia_folder[sizeof clean.maia_folder - 1] = '\0';
    return clean;
}

/* A changed evaluation makes everything learnt worthless. */
static void set_weights(struct engine *engine)
{
    const struct handicap *handicap = &engine->settings.handicap;
    struct weights weights;
    weights_for(&weights, handicap->limited ? handicap->knowledge : engine->settings.knowledge);
    if (!engine->settings.features.tapered)
        weights_flatten(&weights);
    if (memcmp(&weights, &engine->weights, sizeof weights)) {
        engine->weights = weights;
        engine_new_game(engine);
    }
}

/* A process has the tables of one path at a time, so the old ones go first and come back when
 * the new ones cannot be had. */
static bool set_tables(struct engine *engine, const char *path, struct error *error)
{
    if (!strcmp(path, engine->settings.syzygy_path) && (engine->has_tables || !path[0]))
        return true;
    if (engine->has_tables)
        tablebase_close();
    engine->has_tables = false;
    if (!path[0])
        return true;
    if (tablebase_open(path, error)) {
        engine->has_tables = true;
        return true;
    }
    struct error again;
    if (engine->settings.syzygy_path[0])
        engine->has_tables = tablebase_open(engine->settings.syzygy_path, &again);
    return false;
}

bool engine_configure(struct engine *engine, const struct engine_settings *settings,
                      struct error *error)
{
    become_idle(engine);
    struct engine_settings wanted = sanitized(settings);
    struct table table = {0};
    struct worker **workers = NULL;
    struct book *book = NULL;
    bool new_table = wanted.hash_mb != engine->settings.hash_mb;
    bool new_workers = wanted.threads != engine->worker_count;
    bool had_book = engine->settings.own_book;
    bool new_book = wanted.own_book && wanted.book_file[0] &&
                    (!engine->book || strcmp(wanted.book_file, engine->settings.book_file) != 0);
    bool drop_book = had_book && !(wanted.own_book && wanted.book_file[0]);
    const struct handicap *handicap = &wanted.handicap;
    struct maia maia = {0};
    bool new_maia = handicap->limited && method_row(handicap->method)->networks &&
                    !maia_fits(&engine->maia, wanted.maia_folder, handicap->rating);

    if (new_book && !(book = book_open(wanted.book_file, error)))
        return false;
    if ((new_table && !table_create(&table, wanted.hash_mb)) ||
        (new_workers && !(workers = create_workers(wanted.threads)))) {
        error_set(error, "out of memory for %d MB of hash and %d threads", wanted.hash_mb,
                  wanted.threads);
        table_destroy(&table);
        if (book)
            book_close(book);
        return false;
    }
    if ((new_maia && !maia_open(&maia, wanted.maia_folder, handicap->rating, error)) ||
        !set_tables(engine, wanted.syzygy_path, error)) {
        maia_close(&maia);
        table_destroy(&table);
        destroy_workers(workers, wanted.threads);
        if (book)
            book_close(book);
        return false;
    }

    if (new_table) {
        table_destroy(&engine->table);
        engine->table = table;
    }
    if (new_workers) {
        destroy_workers(engine->workers, engine->worker_count);
        engine->workers = workers;
        engine->worker_count = wanted.threads;
    }
    if ((new_book || drop_book) && engine->book)
        book_close(engine->book);
    if (new_book || drop_book)
        engine->book = book;
    if (new_maia) {
        maia_close(&engine->maia);
        engine->maia = maia;
    }
    engine->settings = wanted;
    set_weights(engine);
    return true;
}

const struct engine_settings *engine_settings(const struct engine *engine)
{
    return &engine->settings;
}

void engine_new_game(struct engine *engine)
{
    become_idle(engine);
    table_unrestrict(&engine->table, engine->worker_count);
    table_clear(&engine->table, engine->worker_count);
    for (int i = 0; i < engine->worker_count; i++)
        history_clear(&engine->workers[i]->history);
}

bool engine_set_position(struct engine *engine, const struct position *start, const Move moves[],
                         int count)
{
    become_idle(engine);
    struct position position = *start, previous = *start;
    uint64_t keys[GAME_KEYS_MAX] = {0};
    int key_count = 0;
    struct human_history history;
    human_history_begin(&history, start);
    for (int i = 0; i < count; i++) {
        if (!chess_is_legal(&position, moves[i]))
            return false;
        if (i == count - HUMAN_HISTORY + 1)
            human_history_resume(&history, &position, keys, key_count);
        if (i > count - HUMAN_HISTORY)
            human_history_play(&history, moves[i]);
        if (key_count == GAME_KEYS_MAX)
            memmove(keys, keys + 1, (size_t)--key_count * sizeof *keys);
        keys[key_count++] = position.key;
        previous = position;
        position_play(&previous, moves[i], &position);
        if (position.halfmoves == 0)
            key_count = 0; /* nothing before can come back */
    }
    engine->root = position;
    engine->previous = previous;
    engine->history = history;
    engine->has_previous = count > 0;
    engine->last = count > 0 ? moves[count - 1] : NO_MOVE;
    engine->own = count > 1 ? moves[count - 2] : NO_MOVE;
    memcpy(engine->keys, keys, (size_t)key_count * sizeof *keys);
    engine->key_count = key_count;
    return true;
}

/* ---- thinking ---- */

/* A limited engine thinks nodes, not seconds: the time it allots itself at its speed, down to
 * a quarter in the endgame. Without a time it is the nodes it was given, or 0 for no limit. */
static uint64_t budget_for(const struct engine *engine, const struct timing *timing)
{
    const struct handicap *handicap = &engine->settings.handicap;
    if (!handicap->limited || engine->task.limits.infinite)
        return 0;
    if (engine->task.limits.budget)
        return engine->task.limits.budget;
    if (timing->optimum == INT64_MAX)
        return engine->task.limits.nodes;
    return handicap_nodes(handicap, &engine->root, timing->optimum);
}

/* What the method adds to the search. Where a bare king only has to be mated nobody errs. */
static void set_weakness(struct engine *engine)
{
    struct task *task = &engine->task;
    const struct handicap *handicap = &engine->settings.handicap;
    const struct method_row *row = method_row(handicap->method);
    const bool errs = handicap->limited && !has_bare_king_to_mate(&engine->root);
    task->handicap = handicap;
    task->random = handicap_random(handicap, game_ply(&engine->root));
    task->limited = handicap->limited;
    task->exact = handicap->limited && row->choose;
    /* Twice, so that from the best score there is it reaches to the worst. */
    task->reach = row->reach ? row->reach(handicap) : 2 * SCORE_INFINITE;
    task->root_error = errs ? row->root_error : NULL;
    task->leaf_noise = errs && row->leaf_noise ? row->leaf_noise(handicap) : 0;
}

static void set_task(struct engine *engine, const struct limits *limits)
{
    struct task *task = &engine->task;
    task->table = &engine->table;
    task->weights = &engine->weights;
    task->features = engine->settings.features;
    task->root = engine->root;
    memcpy(task->keys, engine->keys, sizeof task->keys);
    task->key_count = engine->key_count;
    task->limits = *limits;
    task->multi_pv = engine->settings.multi_pv;
    set_weakness(engine);
    /* A weakened engine's time is only a number of nodes; the world's delays do not count. */
    int overhead = task->limited && !limits->clock ? 0 : engine->settings.move_overhead;
    task->timing = timing_for(limits, engine->root.side, overhead);
    task->node_budget = budget_for(engine, &task->timing);
    if (task->limited)
        task->timing.managed = false;
    if (task->timing.managed && !task->features.time_management) {
        task->timing.managed = false;
        task->timing.maximum = task->timing.optimum;
    }
    if (limits->infinite)
        task->timing = (struct timing){.optimum = INT64_MAX, .maximum = INT64_MAX};
    task->started = time_now();
    atomic_store(&task->clock_from, task->started);
    atomic_store(&task->stop, false);
    atomic_store(&task->pondering, limits->ponder);
    task->workers = engine->workers;
    task->worker_count = task->limited ? 1 : engine->worker_count;
    task->progress = progress;
    task->context = engine;
}

uint32_t engine_start(struct engine *engine, const struct limits *limits)
{
    become_idle(engine);
    set_task(engine, limits);
    pthread_mutex_lock(&engine->mutex);
    uint32_t id = engine->report.id + 1;
    engine->draft = (struct report){.id = id, .serial = 1, .root_key = engine->root.key};
    engine->report = engine->draft;
    engine->thinking = engine->requested = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
    return id;
}

void engine_stop(struct engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    atomic_store(&engine->task.stop, true);
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_ponderhit(struct engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    if (engine->thinking && atomic_load(&engine->task.pondering)) {
        atomic_store(&engine->task.clock_from, time_now());
        atomic_store(&engine->task.pondering, false);
    }
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_wait(struct engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    while (engine->thinking)
        pthread_cond_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);
}

bool engine_is_thinking(struct engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    bool thinking = engine->thinking;
    pthread_mutex_unlock(&engine->mutex);
    return thinking;
}

bool engine_poll(struct engine *engine, struct report *report)
{
    pthread_mutex_lock(&engine->mutex);
    bool news = report->id != engine->report.id || report->serial != engine->report.serial;
    if (news)
        *report = engine->report;
    pthread_mutex_unlock(&engine->mutex);
    return news;
}

bool engine_tables(const struct engine *engine, const struct position *position,
                   struct table_verdict *verdict)
{
    struct tablebase_move moves[CHESS_MOVES_MAX];
    int count = 0;
    if (!engine->has_tables || !tablebase_probe_root(position, false, moves, &count) || count == 0)
        return false;
    *verdict = (struct table_verdict){
        .result = moves[0].wdl, .plies = moves[0].dtz, .best = moves[0].move};
    for (int i = 0; i < count; i++)
        if (moves[i].wdl == moves[0].wdl)
            verdict->keeping[verdict->count++] = moves[i].move;
    return true;
}

Score engine_evaluate(struct engine *engine, const struct position *position)
{
    return evaluation(position, &engine->weights);
}

int engine_explain(struct engine *engine, const struct position *position,
                   struct explained rows[EXPLAINED_MAX])
{
    _Static_assert((int)TERM_COUNT < (int)EXPLAINED_MAX, "a row for every term, and one more");
    struct trace trace;
    int count = 0;
    evaluation_explain(position, &engine->weights, &trace);
    for (int i = 0; i < TERM_COUNT; i++) {
        const struct trace_row *row = &trace.rows[i];
        const struct term_info *info = term_info((enum term)i);
        if (row->count[WHITE] || row->count[BLACK] || row->centipawns[WHITE] ||
            row->centipawns[BLACK])
            rows[count++] = (struct explained){info->words, (int)info->group,
                                               {row->centipawns[WHITE], row->centipawns[BLACK]}};
    }
    if (trace.adjustment)
        rows[count++] = (struct explained){"known endings", (int)GROUP_COUNT, {trace.adjustment, 0}};
    return count;
}
