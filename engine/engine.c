/* The public functions of the engine: creating it, settings, the game, and requests to think, which
 * the engine's own thread carries out (think.c). */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine/book.h"
#include "engine/evaluation.h"
#include "engine/search/order.h"
#include "engine/search/see.h"
#include "engine/search/syzygy.h"
#include "engine/search/syzygy_files.h"
#include "engine/rules/position.h"
#include "engine/state.h"
#include "engine/strength/method.h"

enum { HASH_MAX = 65536 };

/* Creation and settings. */

struct engine_settings engine_settings_default(void)
{
    struct engine_settings settings = {
        .hash_mb = 64,
        .threads = 1,
        .multi_pv = 1,
        .move_overhead = 10,
        .features = search_features_default(),
        .parameters = search_parameters_default(),
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

/* Returns NULL if out of memory. */
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
    bool ready = engine->workers && tt_create(&engine->table, engine->settings.hash_mb);
    if (ready && !pthread_mutex_init(&engine->mutex, NULL)) {
        if (!pthread_cond_init(&engine->changed, NULL)) {
            if (think_start_thread(&engine->controller, think_main, engine))
                return engine;
            pthread_cond_destroy(&engine->changed);
        }
        pthread_mutex_destroy(&engine->mutex);
    }
    tt_destroy(&engine->table);
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
    tt_destroy(&engine->table);
    destroy_workers(engine->workers, engine->worker_count);
    proof_destroy(&engine->proof);
    book_close(engine->book);
    if (engine->has_tables)
        tablebase_close();
    maia_close(&engine->maia);
    choice_style_clear(&engine->style);
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
    clean.threads = within(clean.threads, 1, ENGINE_THREADS_MAX);
    clean.multi_pv = within(clean.multi_pv, 1, REPORT_LINES_MAX);
    clean.move_overhead = within(clean.move_overhead, 0, 10000);
    clean.book_file[sizeof clean.book_file - 1] = '\0';
    clean.syzygy_path[sizeof clean.syzygy_path - 1] = '\0';
    clean.maia_folder[sizeof clean.maia_folder - 1] = '\0';
    clean.like_folder[sizeof clean.like_folder - 1] = '\0';
    clean.handicap.like[sizeof clean.handicap.like - 1] = '\0';
    return clean;
}

/* Computes the weights of the evaluation for the settings. If they changed, the transposition table
 * and the histories will be cleared before the next search, because their scores were computed with
 * the old weights. */
static void set_weights(struct engine *engine)
{
    const struct handicap *handicap = &engine->settings.handicap;
    struct weights weights;
    if (handicap->limited) {
        weights_of_level(&weights, handicap->knowledge);
    } else {
        weights_for(&weights, engine->settings.knowledge);
        if (!engine->settings.features.pawn_network)
            weights_drop_network(&weights);
    }
    if (!engine->settings.features.tapered)
        weights_flatten(&weights);
    if (memcmp(&weights, &engine->weights, sizeof weights) != 0) {
        engine->weights = weights;
        engine_forget(engine);
    }
}

/* Opens the endgame tables in `path`. A process can have the tables of only one path open, so this
 * closes the old ones first, and opens them again if the new ones cannot be opened. */
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

static bool wants_style(const struct engine_settings *settings)
{
    const struct handicap *handicap = &settings->handicap;
    return handicap->limited && handicap->method == METHOD_HUMAN && handicap->like[0];
}

/* Returns whether the engine has already read the playing style that *wanted names, and the style's
 * file has not changed since: `fallible human --like` may have replaced it. */
static bool has_style(const struct engine *engine, const struct engine_settings *wanted)
{
    const struct engine_settings *settings = &engine->settings;
    return engine->style.games > 0 &&
           strcmp(settings->handicap.like, wanted->handicap.like) == 0 &&
           strcmp(settings->like_folder, wanted->like_folder) == 0 &&
           !choice_style_changed(&engine->style, wanted->like_folder, wanted->handicap.like);
}

bool engine_configure(struct engine *engine, const struct engine_settings *settings,
                      struct error *error)
{
    become_idle(engine);
    struct engine_settings wanted = sanitized(settings);
    struct tt table = {0};
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
    struct choice_style style = {.openings = NULL};
    bool keep_style = wants_style(&wanted) && has_style(engine, &wanted);

    if (new_book && !(book = book_open(wanted.book_file, error)))
        return false;
    if ((new_table && !tt_create(&table, wanted.hash_mb)) ||
        (new_workers && !(workers = create_workers(wanted.threads)))) {
        error_set(error, "out of memory for %d MB of hash and %d threads", wanted.hash_mb,
                  wanted.threads);
        tt_destroy(&table);
        book_close(book);
        return false;
    }
    if ((wants_style(&wanted) && !keep_style &&
         !choice_style_open(&style, wanted.like_folder, handicap->like, error)) ||
        (new_maia && !maia_open(&maia, wanted.maia_folder, handicap->rating, error)) ||
        !set_tables(engine, wanted.syzygy_path, error)) {
        choice_style_clear(&style);
        maia_close(&maia);
        tt_destroy(&table);
        destroy_workers(workers, wanted.threads);
        book_close(book);
        return false;
    }

    if (new_table) {
        tt_destroy(&engine->table);
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
    if (!keep_style) {
        choice_style_clear(&engine->style);
        engine->style = style;
    }
    engine->settings = wanted;
    set_weights(engine);
    return true;
}

struct engine *engine_create_with(const struct engine_settings *settings, struct error *error)
{
    struct engine *engine = engine_create(NULL, NULL);
    if (!engine)
        error_set(error, "out of memory");
    else if (engine_configure(engine, settings, error))
        return engine;
    engine_destroy(engine);
    return NULL;
}

const struct engine_settings *engine_settings(const struct engine *engine)
{
    return &engine->settings;
}

void engine_new_game(struct engine *engine)
{
    become_idle(engine);
    engine_forget(engine);
    think_forget(engine);
}

void engine_forget(struct engine *engine)
{
    atomic_store(&engine->forget, true);
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
            key_count = 0; /* a pawn move or capture: no earlier position can occur again */
    }
    engine->root = position;
    engine->previous = previous;
    engine->history = history;
    engine->has_previous = count > 0;
    for (int i = 0; i < CONTEXT_MOVES; i++)
        engine->recent[i] = i < count ? moves[count - 1 - i] : NO_MOVE;
    memcpy(engine->keys, keys, (size_t)key_count * sizeof *keys);
    engine->key_count = key_count;
    return true;
}

/* Starting and stopping a search, and asking for its results. */

/* The number of nodes that a weakened engine may search for this move; 0 means no limit. It depends
 * on the time for the move, but not on the machine, so that the engine plays equally well
 * everywhere: it is this time multiplied by the handicap's nodes per second, and less in the
 * endgame. If no time is set, it is the node limit of the request. */
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

/* Sets the parts of the task that depend on the weakening method. No errors are added to scores
 * once the enemy has only a bare king that can be mated. */
static void set_weakness(struct engine *engine)
{
    struct task *task = &engine->task;
    struct handicap *handicap = &engine->in_force;
    *handicap = engine->settings.handicap;
    engine->pressure = handicap_pressure(handicap, &engine->root, &task->limits).percent;
    handicap_strain(handicap, engine->pressure);
    const struct method_row *row = method_row(handicap->method);
    const bool errs = handicap->limited && !has_bare_king_to_mate(&engine->root);
    task->handicap = handicap;
    task->random = handicap_random(handicap, think_game_ply(&engine->root));
    task->limited = handicap->limited;
    int depth = handicap->limited && row->depth ? row->depth(handicap) : 0;
    if (depth > 0 && (!task->limits.depth || depth < task->limits.depth))
        task->limits.depth = depth;
    if (handicap->limited) {
        search_features_of_levels(&task->features);
        task->parameters = &search_parameters_of_levels;
    }
    if (handicap->limited && row->search)
        row->search(handicap, &task->features);
    const bool varied = handicap_varies(handicap, &engine->root);
    task->exact = handicap->limited && (row->choose || varied);
    /* Methods that set `shallow` (method.h) use the scores of the root moves at depths 1 to 3. The
     * histories are still empty then and do not order the replies, so the refutation of a move may
     * be a late move and must not be pruned. */
    if (handicap->limited && row->shallow)
        task->features.late_move_pruning = false;
    /* Moves at most task->reach centipawns worse than the best move get exact scores. Without the
     * hook `reach`, every move gets an exact score, because two scores never differ by more than
     * twice SCORE_INFINITE. */
    task->reach = row->reach ? row->reach(handicap) : 2 * SCORE_INFINITE;
    if (varied && task->reach < VARIED_RANGE)
        task->reach = VARIED_RANGE;
    task->root_error = errs ? row->root_error : NULL;
    task->leaf_noise = errs && row->leaf_noise ? row->leaf_noise(handicap) : 0;
    task->noise_seed = handicap->seed;
}

static void set_task(struct engine *engine, const struct limits *limits)
{
    struct task *task = &engine->task;
    task->table = &engine->table;
    task->weights = &engine->weights;
    task->features = engine->settings.features;
    task->parameters = &engine->settings.parameters;
    task->root = engine->root;
    memcpy(task->keys, engine->keys, sizeof task->keys);
    task->key_count = engine->key_count;
    task->limits = *limits;
    task->multi_pv = engine->settings.multi_pv;
    set_weakness(engine);
    /* For a weakened engine without a clock, time is only converted to a number of nodes, so delays
     * outside the engine do not matter. */
    int overhead = task->limited && !limits->clock ? 0 : engine->settings.move_overhead;
    task->timing = timing_for(limits, task->parameters, engine->root.side, overhead);
    task->node_budget = budget_for(engine, &task->timing);
    if (task->limited)
        task->timing.managed = false;
    if (task->timing.managed && !task->features.time_management) {
        task->timing.managed = false;
        task->timing.maximum = task->timing.optimum;
    }
    if (limits->virtual_clock && task->node_budget > 0)
        task->timing.maximum = INT64_MAX;
    if (limits->infinite)
        task->timing = (struct timing){.optimum = INT64_MAX, .maximum = INT64_MAX};
    task->started = time_now();
    atomic_store(&task->clock_from, task->started);
    atomic_store(&task->stop, false);
    atomic_store(&task->pondering, limits->ponder);
    task->workers = engine->workers;
    task->worker_count = task->limited ? 1 : engine->worker_count;
    task->progress = think_progress;
    task->context = engine;
}

uint32_t engine_start(struct engine *engine, const struct limits *limits)
{
    become_idle(engine);
    set_task(engine, limits);
    pthread_mutex_lock(&engine->mutex);
    uint32_t id = engine->report.id + 1;
    engine->draft = (struct report){.id = id, .serial = 1};
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

static void use_common_scores(struct report *report)
{
    for (int i = 0; i < report->line_count; i++)
        report->lines[i].score = score_common(report->lines[i].score);
}

bool engine_poll(struct engine *engine, struct report *report)
{
    pthread_mutex_lock(&engine->mutex);
    bool is_new = report->id != engine->report.id || report->serial != engine->report.serial;
    if (is_new)
        *report = engine->report;
    pthread_mutex_unlock(&engine->mutex);
    if (is_new && engine->settings.common_scores)
        use_common_scores(report);
    return is_new;
}

bool engine_think(struct engine *engine, const struct limits *limits, struct report *report)
{
    engine_start(engine, limits);
    engine_wait(engine);
    return engine_poll(engine, report);
}

int engine_tables_damaged(const char *path, bool whole, const struct tables_memory *memory,
                          void (*tell)(void *context, const char *file, const char *why),
                          void *context)
{
    return syzygy_damaged(path, whole ? 0 : SYZYGY_HASHED_AT_ONCE, memory, tell, context);
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

int engine_order(struct engine *engine, struct ordered_move rows[CHESS_MOVES_MAX])
{
    become_idle(engine);
    think_forget(engine);
    return order_moves(engine->workers[0], &engine->table, &engine->settings.features,
                       &engine->settings.parameters, &engine->root,
                       engine->has_previous ? &engine->previous : NULL, engine->recent[0], rows);
}

int engine_exchange(const struct position *position, Move move)
{
    return see_gain(position, move);
}

int engine_exchange_value(int piece_type)
{
    return see_values[piece_type];
}

Score engine_evaluate(struct engine *engine, const struct position *position)
{
    return evaluation(position, &engine->weights);
}

int engine_explain(struct engine *engine, const struct position *position,
                   struct explained rows[EXPLAINED_MAX])
{
    _Static_assert((int)TERM_COUNT < (int)EXPLAINED_MAX,
                   "there is a row for each term and one for known endings");
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
        rows[count++] =
            (struct explained){"known endings", (int)GROUP_COUNT, {trace.adjustment, 0}};
    return count;
}
