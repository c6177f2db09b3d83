/* A ladder is measured by a list of steps: suites and matches. Each step has a key, a hash of
 * everything it depends on, under which its result is stored. A measurement that is needed both
 * upwards and downwards (see ladder_run.h) is therefore made only once. */
#include "src/lab/match/ladder_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/match/match_files.h"
#include "src/util/text.h"

enum { NAP_MS = 20, BENCH_PLIES = 8, STEPS_MAX = 4 * LADDER_RUNGS_MAX + 1 };

/* One measurement: a suite solved by players[0], or a match between the two players. */
struct step {
    bool is_suite;
    struct player_spec players[2];
    struct ladder_measure *result;
    uint64_t key;
    double work; /* estimated cost, in a unit common to all steps */
};

struct plan {
    const struct ladder *ladder;
    const struct ladder_conditions *conditions;
    struct ladder_results *results;
    uint64_t key; /* hash of the conditions and the engine */
    int count;
    struct step steps[STEPS_MAX];
};

/* The plan */

uint64_t ladder_engine(void)
{
    const struct search_features features = search_features_default();
    struct bench bench = {0};
    return engine_bench(&bench, &features, BENCH_PLIES, 1, 1) ? bench.nodes : 0;
}

static uint64_t key_of(const struct ladder_conditions *conditions)
{
    const struct game_rules *rules = &conditions->rules;
    const uint64_t numbers[] = {rules->limits.nodes,
                                (uint64_t)rules->control.base,
                                (uint64_t)rules->control.increment,
                                (uint64_t)rules->control.moves,
                                conditions->suite_limits.nodes,
                                (uint64_t)conditions->suite_limits.movetime,
                                (uint64_t)conditions->games,
                                (uint64_t)conditions->hash_mb,
                                conditions->seed,
                                (uint64_t)conditions->suite->count,
                                (uint64_t)conditions->openings->count,
                                conditions->openings->openings[0].start.key};
    uint64_t key = conditions->engine;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        key = shared_key_number(key, numbers[i]);
    return shared_key_text(key, conditions->suite->name);
}

/* The estimated cost, in nodes, of running the suite if `is_suite` is true, otherwise of a match.
 * Time limits are converted at a typical speed. */
static double work_of(const struct ladder_conditions *conditions, bool is_suite)
{
    enum { PLIES = 90, NODES_A_MS = 700 };
    const struct limits *suite = &conditions->suite_limits;
    const struct game_rules *rules = &conditions->rules;
    if (is_suite)
        return conditions->suite->count *
               (suite->nodes ? (double)suite->nodes : (double)suite->movetime * NODES_A_MS);
    if (rules->control.untimed)
        return (double)conditions->games * PLIES * (double)rules->limits.nodes;
    return (double)conditions->games * NODES_A_MS *
           ((double)rules->control.base * 1.5 + (double)rules->control.increment * PLIES);
}

static struct step *add_step(struct plan *plan, bool is_suite, struct ladder_measure *result)
{
    struct step *step = &plan->steps[plan->count++];
    *step = (struct step){
        .is_suite = is_suite, .result = result, .work = work_of(plan->conditions, is_suite)};
    return step;
}

static void set_key(const struct plan *plan, struct step *step)
{
    step->key = ladder_key_player(plan->key, &step->players[0]);
    if (!step->is_suite)
        step->key = ladder_key_player(step->key, &step->players[1]);
}

static bool is_counted(const struct plan *plan, int rung)
{
    return ladder_has_effect(&plan->ladder->rungs[rung], !plan->conditions->rules.control.untimed);
}

static bool is_wanted(const struct plan *plan, int rung)
{
    return rung >= plan->conditions->first && rung <= plan->conditions->last;
}

static void plan_up(struct plan *plan, int rung)
{
    struct ladder_measure *result = &plan->results->up[rung];
    struct step *step = add_step(plan, true, result);
    ladder_player_up_to(plan->ladder, rung, &step->players[0]);
    set_key(plan, step);
    if (rung == 0)
        return;
    step = add_step(plan, false, result);
    ladder_player_up_to(plan->ladder, rung, &step->players[0]);
    ladder_player_up_to(plan->ladder, rung - 1, &step->players[1]);
    set_key(plan, step);
}

static void plan_down(struct plan *plan, int rung)
{
    struct ladder_measure *result = &plan->results->down[rung];
    struct step *step = add_step(plan, true, result);
    ladder_player_without(plan->ladder, rung, &step->players[0]);
    set_key(plan, step);
    step = add_step(plan, false, result);
    ladder_player_without(plan->ladder, -1, &step->players[0]);
    ladder_player_without(plan->ladder, rung, &step->players[1]);
    set_key(plan, step);
}

/* Lists the requested steps or, if `all`, the steps of the whole ladder. Returns NULL when out of
 * memory. */
static struct plan *make_plan(const struct ladder *ladder,
                              const struct ladder_conditions *conditions, bool all,
                              struct ladder_results *results)
{
    struct plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    plan->ladder = ladder;
    plan->conditions = conditions;
    plan->results = results;
    plan->key = key_of(conditions);
    for (int i = 0; i < ladder->count; i++)
        if (is_counted(plan, i) && (all || (conditions->up && is_wanted(plan, i))))
            plan_up(plan, i);
    if (all || conditions->down) {
        struct step *step = add_step(plan, true, &results->everything);
        ladder_player_without(ladder, -1, &step->players[0]);
        set_key(plan, step);
    }
    for (int i = 1; i < ladder->count; i++)
        if (is_counted(plan, i) && (all || (conditions->down && is_wanted(plan, i))))
            plan_down(plan, i);
    return plan;
}

/* Stored results */

static bool recall(const struct ladder_state *state, const struct step *step)
{
    struct ladder_record record;
    struct ladder_measure *result = step->result;
    if (!ladder_state_find(state, step->key, &record) || record.is_suite != step->is_suite)
        return false;
    if (record.is_suite) {
        result->has_wac = true;
        result->solved = record.solved;
        result->positions = record.positions;
    } else {
        result->has_elo = true;
        result->tally = record.tally;
    }
    return true;
}

/* Fills `results` from the stored records, for all rungs. Returns false when out of memory. */
static bool recall_all(const struct ladder *ladder, const struct ladder_conditions *conditions,
                       const struct ladder_state *state, struct ladder_results *results)
{
    memset(results, 0, sizeof *results);
    struct plan *plan = make_plan(ladder, conditions, true, results);
    if (!plan)
        return false;
    for (int i = 0; i < plan->count; i++)
        (void)recall(state, &plan->steps[i]);
    free(plan);
    return true;
}

/* Returns whether a step belongs to this run's part. Steps are dealt out to the parts in turn,
 * suites and matches separately, because a match takes longer. If two steps need the same
 * measurement, both belong to the part of the first. */
static bool is_own(const struct plan *plan, int index)
{
    int turn = 0, first = 0;
    while (plan->steps[first].key != plan->steps[index].key ||
           plan->steps[first].is_suite != plan->steps[index].is_suite)
        first++;
    for (int i = 0; i < first; i++)
        turn += plan->steps[i].is_suite == plan->steps[first].is_suite;
    return shared_part_has(plan->conditions->part, turn);
}

int ladder_missing(const struct ladder *ladder, const struct ladder_conditions *conditions,
                   const struct ladder_state *state)
{
    struct ladder_results results = {0};
    struct ladder_record record;
    struct plan *plan = make_plan(ladder, conditions, false, &results);
    int missing = 0;
    for (int i = 0; plan && i < plan->count; i++)
        missing += is_own(plan, i) && !ladder_state_find(state, plan->steps[i].key, &record);
    free(plan);
    return missing;
}

/* Measuring */

struct runner {
    struct plan *plan;
    struct ladder_state *state;
    ladder_observer *observer;
    void *context;
    struct ladder_progress progress;
    double work, worked; /* total cost of the steps that this run measures, and of those that it has
                            finished */
    struct error *error;
};

/* Reports progress to the observer. Returns false if the observer wants to stop. */
static bool tell(struct runner *runner, const struct step *step, int done, int of)
{
    struct ladder_progress *progress = &runner->progress;
    progress->done = done;
    progress->of = of;
    progress->share = (runner->worked + step->work * done / of) / runner->work;
    return runner->observer(runner->context, progress);
}

static enum ladder_end run_suite(struct runner *runner, const struct step *step,
                                 struct ladder_record *record)
{
    const struct ladder_conditions *conditions = runner->plan->conditions;
    const struct suite *suite = conditions->suite;
    struct suite_options options = {.limits = conditions->suite_limits,
                                    .handicap = step->players[0].handicap,
                                    .player = &step->players[0],
                                    .threads = 1,
                                    .jobs = conditions->concurrency,
                                    .hash_mb = conditions->hash_mb};
    struct suite_result *results = calloc((size_t)suite->count, sizeof *results);
    struct suite_run *run =
        results ? suite_start(suite, &options, NULL, NULL, runner->error) : NULL;
    if (!results)
        error_set(runner->error, "out of memory");
    int done = 0;
    bool going_on = run != NULL;
    while (going_on && (done = suite_poll(run, results, suite->count)) < suite->count) {
        going_on = tell(runner, step, done, suite->count);
        text_nap(NAP_MS);
    }
    for (int i = 0; i < suite->count && results; i++)
        record->solved += results[i].solved;
    record->positions = suite->count;
    enum ladder_end end = !run ? LADDER_FAILED : going_on ? LADDER_DONE : LADDER_STOPPED;
    suite_destroy(run);
    free(results);
    return end;
}

/* Resumes the match from its file in the folder. The file stays open and locked for further games.
 * Without a folder no file is opened. */
static bool open_games(struct runner *runner, const struct step *step, struct match *match,
                       struct match_file *file)
{
    char path[4096];
    int resumed = 0;
    return !ladder_state_games(runner->state, step->key, path, sizeof path) ||
           match_file_open(file, match, path, &resumed, runner->error);
}

static enum ladder_end follow_match(struct runner *runner, const struct step *step,
                                    struct match *match, struct match_game games[])
{
    struct match_state state;
    const struct match_plan plan = {.players = 2};
    bool going_on = true;
    while ((state = match_poll(match, games)).going) {
        int done = match_sum(&plan, games, state.count, -1).done;
        if (going_on && !(going_on = tell(runner, step, done, state.count)))
            match_stop(match);
        text_nap(NAP_MS);
    }
    if (state.failed)
        *runner->error = state.error;
    return state.failed ? LADDER_FAILED : going_on ? LADDER_DONE : LADDER_STOPPED;
}

static enum ladder_end run_match(struct runner *runner, const struct step *step,
                                 struct ladder_record *record)
{
    const struct ladder_conditions *conditions = runner->plan->conditions;
    struct match_options options = {.players = step->players,
                                    .openings = conditions->openings,
                                    .plan = {.players = 2},
                                    .rules = conditions->rules,
                                    .games = conditions->games,
                                    .concurrency = conditions->concurrency,
                                    .hash_mb = conditions->hash_mb,
                                    .threads = 1,
                                    .seed = conditions->seed,
                                    .event = "Fallible ladder"};
    struct match_game *games = calloc((size_t)conditions->games, sizeof *games);
    struct match *match = games ? match_create(&options, NULL, NULL, runner->error) : NULL;
    struct match_file file = {.pgn = NULL};
    enum ladder_end end = LADDER_FAILED;
    if (!games)
        error_set(runner->error, "out of memory");
    if (match && open_games(runner, step, match, &file) &&
        match_start(match, file.pgn, runner->error))
        end = follow_match(runner, step, match, games);
    if (end == LADDER_DONE)
        record->tally = match_sum(&options.plan, games, conditions->games, 0).tally;
    match_destroy(match);
    match_file_close(&file);
    free(games);
    return end;
}

static enum ladder_end measure(struct runner *runner, const struct step *step)
{
    struct ladder_record record = {.key = step->key, .is_suite = step->is_suite};
    char path[4096];
    runner->progress.is_suite = step->is_suite;
    runner->progress.what = step->is_suite ? step->players[0].name
                            : strcmp(step->players[0].name, "everything") == 0
                                ? step->players[1].name
                                : step->players[0].name;
    enum ladder_end end =
        step->is_suite ? run_suite(runner, step, &record) : run_match(runner, step, &record);
    if (end != LADDER_DONE)
        return end;
    if (!ladder_state_add(runner->state, &record, runner->error))
        return LADDER_FAILED;
    if (!step->is_suite && ladder_state_games(runner->state, step->key, path, sizeof path))
        (void)remove(path); /* the result is stored, so the games are no longer needed */
    return LADDER_DONE;
}

static enum ladder_end run_steps(struct runner *runner)
{
    struct plan *plan = runner->plan;
    enum ladder_end end = LADDER_DONE;
    for (int i = 0; i < plan->count; i++)
        if (is_own(plan, i) && !recall(runner->state, &plan->steps[i])) {
            runner->progress.steps++;
            runner->work += plan->steps[i].work;
        }
    for (int i = 0; i < plan->count && end == LADDER_DONE; i++) {
        const struct step *step = &plan->steps[i];
        if (!is_own(plan, i) || recall(runner->state, step))
            continue;
        runner->progress.step++;
        end = measure(runner, step);
        if (end == LADDER_DONE && recall(runner->state, step)) {
            bool going_on = tell(runner, step, 1, 1);
            runner->worked += step->work;
            if (!going_on)
                end = LADDER_STOPPED;
        }
    }
    return end;
}

enum ladder_end ladder_run(const struct ladder *ladder, const struct ladder_conditions *conditions,
                           struct ladder_state *state, ladder_observer *observer, void *context,
                           struct ladder_results *results, struct error *error)
{
    struct runner runner = {
        .state = state, .observer = observer, .context = context, .error = error};
    memset(results, 0, sizeof *results);
    runner.plan = make_plan(ladder, conditions, false, results);
    if (!runner.plan) {
        error_set(error, "out of memory");
        return LADDER_FAILED;
    }
    enum ladder_end end = run_steps(&runner);
    free(runner.plan);
    if (!recall_all(ladder, conditions, state, results)) {
        error_set(error, "out of memory");
        return LADDER_FAILED;
    }
    return end;
}
