/* The tuner, from reading files to writing weights. Positions are read, resolved to quiet ones and
 * traced. K, the steepness of the expected result, is fitted to the current weights and then fixed
 * (Texel's method, by Peter Österlund). A method searches for better weights, which are rounded to
 * whole centipawns and measured again. */
#include "src/lab/tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/lab/tune/tune_problem.h"
#include "src/lab/tune/tune_source.h"
#include "src/lab/tune/tune_state.h"
#include "src/lab/tune/tune_terms.h"
#include "src/util/text.h"

struct tune {
    struct tune_options options;
    struct record_set set;
    struct tune_problem problem;
    struct weights tuned; /* result of the last search */
    struct weights best;  /* best result of all searches */
    double best_error;
    bool resumed; /* the next search continues from problem.state */
    struct tune_report report;
};

const char *tune_stage_words(enum tune_stage stage)
{
    static const char *const words[] = {"reading", "making quiet", "tracing", "fitting K",
                                        "searching"};
    return words[stage];
}

static const struct {
    const char *name;
    bool (*search)(struct tune_problem *problem, struct error *error);
} methods[TUNE_METHOD_COUNT] = {
#define X(id, name, words) {name, tune_##id},
    TUNE_METHODS(X)
#undef X
};

const char *tune_method_name(enum tune_method method)
{
    return methods[method].name;
}

/* Which weights the tuner may change */

enum { MIDDLEGAME = 1, ENDGAME = 2 };

static void set_free(struct tune_problem *problem, int at, int count, int phases, bool may)
{
    for (int i = at; i < at + count; i++) {
        if (phases & MIDDLEGAME)
            problem->free[i].middlegame = may;
        if (phases & ENDGAME)
            problem->free[i].endgame = may;
    }
}

/* Allows the tuner to change the weights of a term or group, such as "passed_pawn", or only those
 * of one phase, as in "king_safety:eg". If `may` is false, forbids it instead. Returns false if the
 * name is unknown. */
static bool apply_name(struct tune_problem *problem, const char *name, size_t length, bool may)
{
    int phases = MIDDLEGAME | ENDGAME;
    bool known = false;
    if (length > 3 && name[length - 3] == ':') {
        phases = memcmp(name + length - 2, "mg", 2) == 0   ? MIDDLEGAME
                 : memcmp(name + length - 2, "eg", 2) == 0 ? ENDGAME
                                                           : 0;
        length -= 3;
    }
    for (int term = 0; phases && term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        const char *group = group_key(info->group);
        if ((strlen(info->name) == length && memcmp(info->name, name, length) == 0) ||
            (strlen(group) == length && memcmp(group, name, length) == 0)) {
            set_free(problem, info->at, info->count, phases, may);
            known = true;
        }
    }
    return known;
}

static bool apply_list(struct tune_problem *problem, const char *list, bool may,
                       struct error *error)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length > 0 && !apply_name(problem, list, length, may))
            return error_set(error,
                             "no term or group is called \"%.*s\" (terms are the rows of "
                             "terms.def; :mg or :eg may follow)",
                             (int)length, list);
        list += length + (list[length] == ',');
    }
    return true;
}

/* Finds the tables that belong to a piece's value (see struct tune_table): knight_square and
 * knight_mobility belong to knight_value, and so on. */
static void find_tables(struct tune_problem *problem)
{
    static const char *const endings[] = {"_square", "_mobility"};
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *value = term_info((enum term)term);
        size_t stem = strlen(value->name) - strlen("_value");
        if (strlen(value->name) <= strlen("_value") || strcmp(value->name + stem, "_value") != 0)
            continue;
        for (int other = 0; other < TERM_COUNT; other++) {
            const struct term_info *info = term_info((enum term)other);
            bool belongs = strncmp(info->name, value->name, stem) == 0 &&
                           (strcmp(info->name + stem, endings[0]) == 0 ||
                            strcmp(info->name + stem, endings[1]) == 0);
            const struct pair *may = &problem->free[value->at];
            if (belongs && problem->table_count < TUNE_TABLES_MAX)
                problem->tables[problem->table_count++] =
                    (struct tune_table){.at = info->at,
                                        .count = info->count,
                                        .middlegame = may->middlegame == 0,
                                        .endgame = may->endgame == 0};
        }
    }
}

static void set_bounds(struct tune_problem *problem)
{
    const struct weights *full = weights_full();
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        for (int i = info->at; i < info->at + info->count; i++) {
            struct pair start = {full->middlegame[i], full->endgame[i]};
            struct pair low = {(float)info->min, (float)info->min};
            struct pair high = {(float)info->max, (float)info->max};
            problem->start[i] = start;
            problem->low[i].middlegame =
                problem->free[i].middlegame > 0 ? low.middlegame : start.middlegame;
            problem->high[i].middlegame =
                problem->free[i].middlegame > 0 ? high.middlegame : start.middlegame;
            problem->low[i].endgame = problem->free[i].endgame > 0 ? low.endgame : start.endgame;
            problem->high[i].endgame = problem->free[i].endgame > 0 ? high.endgame : start.endgame;
        }
    }
}

struct tune *tune_create(const struct tune_options *options, struct error *error)
{
    struct tune *tune = calloc(1, sizeof *tune);
    if (!tune || !(tune->problem.pool = pool_create(options->threads))) {
        free(tune);
        error_set(error, "out of memory");
        return NULL;
    }
    struct tune_problem *problem = &tune->problem;
    tune->options = *options;
    tune->best_error = INFINITY;
    problem->pull = options->pull;
    problem->spread = options->spread / 100.0;
    problem->seed = options->seed;
    problem->iterations = options->iterations;
    problem->watch = options->watch;
    problem->context = options->context;
    problem->keep_at = options->keep_at;
    problem->report = &tune->report;
    set_free(problem, 0, WEIGHT_COUNT, MIDDLEGAME | ENDGAME, options->only == NULL);
    if ((options->only && !apply_list(problem, options->only, true, error)) ||
        (options->hold && !apply_list(problem, options->hold, false, error))) {
        tune_destroy(tune);
        return NULL;
    }
    /* Weights without effect are not tuned: the endgame half of king_pressure, and row 0 of
     * king_danger, which means no danger. */
    set_free(problem, TERM_king_pressure_AT, PRESSURE_COUNT, ENDGAME, false);
    set_free(problem, TERM_king_danger_AT, 1, MIDDLEGAME | ENDGAME, false);
    /* The weights of pawn_network only switch its outputs on. */
    set_free(problem, TERM_pawn_network_AT, 2, MIDDLEGAME | ENDGAME, false);
    find_tables(problem);
    set_bounds(problem);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        tune->report.tuned += (problem->free[i].middlegame > 0) + (problem->free[i].endgame > 0);
    if (tune->report.tuned == 0) {
        error_set(error, "no weight is left to tune");
        tune_destroy(tune);
        return NULL;
    }
    return tune;
}

void tune_destroy(struct tune *tune)
{
    if (!tune)
        return;
    records_clear(&tune->set);
    traces_clear(&tune->problem.traces);
    free(tune->problem.state);
    pool_destroy(tune->problem.pool);
    free(tune);
}

/* From file to traces */

static bool show(void *context, enum tune_stage stage, const char *name, int count, int percent)
{
    const struct tune *tune = context;
    struct tune_progress progress = {
        .stage = stage, .file = name, .percent = percent, .positions = count};
    return !tune->options.watch || tune->options.watch(tune->options.context, &progress);
}

bool tune_read(struct tune *tune, const char *path, struct error *error)
{
    struct tune_report *report = &tune->report;
    struct source_times times = {0, 0};
    bool good = source_add(&tune->set, path, &tune->options.games, weights_full(),
                           tune->problem.pool, show, tune, &times, error);
    report->read += times.read;
    report->resolve += times.resolve;
    report->duplicates = tune->set.duplicates;
    report->unquiet = tune->set.unquiet;
    report->games = tune->set.games;
    report->bad_games = tune->set.bad_games;
    report->first_trouble = tune->set.first_trouble;
    report->from_cache = tune->set.from_cache;
    return good;
}

static bool show_tracing(void *context, int percent)
{
    return show(context, TUNE_TRACING, NULL, ((struct tune *)context)->set.count, percent);
}

static void count_occurrences(struct tune_problem *problem)
{
    for (int c = 0; c < problem->traces.training; c++) {
        const struct trace_chunk *chunk = &problem->traces.chunks[c];
        for (int i = 0; i < chunk->count; i++) {
            const struct trace_head *head = &chunk->heads[i];
            for (uint32_t entry = head[0].first; entry < head[1].first; entry++) {
                float times = (float)abs(chunk->times[entry]);
                problem->occurs[chunk->at[entry]].middlegame += times * head->middlegame;
                problem->occurs[chunk->at[entry]].endgame += times * head->endgame;
            }
        }
    }
}

/* Computes the mean squared errors of the weights on the training positions and on those held
 * out. */
static void measure(const struct tune_problem *problem, const struct pair *weights,
                    double *training, double *held_out)
{
    const struct traces *traces = &problem->traces;
    *training = traces_error(traces, 0, traces->training, weights, problem->k, problem->pool) /
                traces->training_positions;
    *held_out = problem_held_out(problem, weights);
}

bool tune_prepare(struct tune *tune, struct error *error)
{
    struct tune_problem *problem = &tune->problem;
    struct tune_report *report = &tune->report;
    int64_t began = text_now();
    if (!traces_create(&problem->traces, tune->set.records, tune->set.count, weights_full(),
                       problem->seed, problem->pool, show_tracing, tune, error))
        return false;
    records_clear(&tune->set);
    report->trace = text_now() - began;
    report->dead = problem->traces.dropped;
    report->inexact = problem->traces.inexact;
    report->bytes = problem->traces.bytes;
    report->training = problem->traces.training_positions;
    report->held_out = problem->traces.held_out_positions;
    if (report->training == 0)
        return error_set(error, "no position is left to train on");
    count_occurrences(problem);
    if (!show(tune, TUNE_FITTING, NULL, report->training, -1))
        return error_set(error, "stopped");
    problem->k = report->k = traces_fit_k(&problem->traces, problem->start, problem->pool);
    began = text_now();
    measure(problem, problem->start, &report->training_before, &report->held_out_before);
    int64_t spent = text_now() - began;
    report->pass_speed =
        (report->training + report->held_out) * 1000.0 / (double)(spent > 0 ? spent : 1);
    return true;
}

/* Rounding to whole centipawns */

static void round_weights(struct tune *tune)
{
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        struct pair *best = &tune->problem.best[i];
        best->middlegame = roundf(best->middlegame);
        best->endgame = roundf(best->endgame);
        tune->tuned.middlegame[i] = (int16_t)best->middlegame;
        tune->tuned.endgame[i] = (int16_t)best->endgame;
    }
}

bool tune_search(struct tune *tune, enum tune_method method, struct error *error)
{
    struct tune_problem *problem = &tune->problem;
    struct tune_report *report = &tune->report;
    report->method = method;
    report->converged = false;
    report->point_count = report->change_count = report->changed = report->iterations = 0;
    if (!tune->resumed) {
        memcpy(problem->best, problem->start, sizeof problem->best);
        problem->state_size = 0;
        problem->elapsed = 0;
    }
    tune->resumed = false;
    problem->positions_passed = 0;
    problem->began = problem->kept = text_now();
    problem->deadline = problem->began + tune->options.budget;
    if (!methods[method].search(problem, error))
        return false;
    report->kept = problem->keep_at && state_write(problem, &report->not_kept);
    problem->elapsed += text_now() - problem->began;
    report->search = problem->elapsed;
    round_weights(tune);
    measure(problem, problem->best, &report->training_after, &report->held_out_after);
    problem_note_changes(problem, problem->best);
    if (report->training_after < tune->best_error) {
        tune->best_error = report->training_after;
        tune->best = tune->tuned;
    }
    return true;
}

const struct tune_report *tune_report(const struct tune *tune)
{
    return &tune->report;
}

bool tune_resume(struct tune *tune, enum tune_method method, struct error *error)
{
    tune->resumed = state_read(&tune->problem, method, tune->options.keep_at, error);
    return tune->resumed;
}

bool tune_check_terms(const char *path, struct error *error)
{
    return terms_check(path, error);
}

bool tune_write_terms(const struct tune *tune, const char *path, struct error *error)
{
    return terms_rewrite(path, &tune->best, error);
}
