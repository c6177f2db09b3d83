/* What all tuning methods share: bounds, the penalty for changes, and the record of progress. */
#include "src/lab/tune/tune_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

/* Subtracts the mean change of a table's weights from each of them. The mean is weighted: each
 * weight counts as often as it occurs in the training positions. */
static void centre(const struct tune_problem *problem, const struct tune_table *table,
                   struct pair *weights)
{
    double middlegame = 0, endgame = 0, of_middlegame = 0, of_endgame = 0;
    for (int i = table->at; i < table->at + table->count; i++) {
        const struct pair *occurs = &problem->occurs[i], *start = &problem->start[i];
        middlegame += occurs->middlegame * (weights[i].middlegame - start->middlegame);
        endgame += occurs->endgame * (weights[i].endgame - start->endgame);
        of_middlegame += occurs->middlegame;
        of_endgame += occurs->endgame;
    }
    middlegame = table->middlegame && of_middlegame > 0 ? middlegame / of_middlegame : 0;
    endgame = table->endgame && of_endgame > 0 ? endgame / of_endgame : 0;
    for (int i = table->at; i < table->at + table->count; i++) {
        weights[i].middlegame -= (float)middlegame * problem->free[i].middlegame;
        weights[i].endgame -= (float)endgame * problem->free[i].endgame;
    }
}

void problem_confine(const struct tune_problem *problem, struct pair *weights)
{
    for (int i = 0; i < problem->table_count; i++)
        centre(problem, &problem->tables[i], weights);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const struct pair *low = &problem->low[i], *high = &problem->high[i];
        weights[i].middlegame =
            fminf(fmaxf(weights[i].middlegame, low->middlegame), high->middlegame);
        weights[i].endgame = fminf(fmaxf(weights[i].endgame, low->endgame), high->endgame);
    }
}

double problem_price(const struct tune_problem *problem, const struct pair *weights)
{
    double sum = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        double middlegame = weights[i].middlegame - problem->start[i].middlegame;
        double endgame = weights[i].endgame - problem->start[i].endgame;
        sum += middlegame * middlegame + endgame * endgame;
    }
    return problem->pull * sum / 1e4;
}

double problem_held_out(const struct tune_problem *problem, const struct pair *weights)
{
    const struct traces *traces = &problem->traces;
    if (traces->held_out_positions == 0)
        return NAN;
    return traces_error(traces, traces->training, traces->held_out, weights, problem->k,
                        problem->pool) /
           traces->held_out_positions;
}

bool problem_restore(const struct tune_problem *problem, void *state, size_t size)
{
    if (problem->state_size != size)
        return false;
    memcpy(state, problem->state, size);
    return true;
}

bool problem_keep(struct tune_problem *problem, const void *state, size_t size, struct error *error)
{
    void *kept = realloc(problem->state, size);
    if (!kept)
        return error_set(error, "out of memory");
    memcpy(kept, state, size);
    problem->state = kept;
    problem->state_size = size;
    return true;
}

bool problem_is_over(const struct tune_problem *problem)
{
    return text_now() >= problem->deadline;
}

static void note_change(struct tune_report *report, const struct term_info *info, int i,
                        const char *phase, int before, int after)
{
    if (before == after)
        return;
    report->changed++;
    int at = report->change_count;
    while (at > 0 && abs(after - before) >
                         abs(report->changes[at - 1].after - report->changes[at - 1].before)) {
        if (at < TUNE_CHANGES_MAX)
            report->changes[at] = report->changes[at - 1];
        at--;
    }
    if (at == TUNE_CHANGES_MAX)
        return;
    struct tune_change *change = &report->changes[at];
    change->before = before;
    change->after = after;
    if (info->count > 1)
        snprintf(change->place, sizeof change->place, "%s[%d] %s", info->name, i, phase);
    else
        snprintf(change->place, sizeof change->place, "%s %s", info->name, phase);
    if (report->change_count < TUNE_CHANGES_MAX)
        report->change_count++;
}

void problem_note_changes(struct tune_problem *problem, const struct pair *weights)
{
    problem->report->changed = problem->report->change_count = 0;
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        for (int i = 0; i < info->count; i++) {
            const struct pair *before = &problem->start[info->at + i];
            const struct pair *after = &weights[info->at + i];
            note_change(problem->report, info, i, "mg", (int)before->middlegame,
                        (int)lroundf(after->middlegame));
            note_change(problem->report, info, i, "eg", (int)before->endgame,
                        (int)lroundf(after->endgame));
        }
    }
}

/* Adds a point to the curve. When the array is full, every second point is dropped, so the curve of
 * a long search becomes coarser but stays complete. */
static void note_point(struct tune_report *report, struct tune_point point)
{
    if (report->point_count == TUNE_POINTS_MAX) {
        report->point_count /= 2;
        for (int i = 0; i < report->point_count; i++)
            report->points[i] = report->points[2 * i];
    }
    report->points[report->point_count++] = point;
}

bool problem_note(struct tune_problem *problem, int iteration, const struct pair *weights,
                  double training)
{
    struct tune_report *report = problem->report;
    double held_out = problem_held_out(problem, weights);
    int64_t now = text_now() - problem->began, elapsed = problem->elapsed + now;
    report->iterations = iteration;
    report->speed = problem->positions_passed * 1000 / (double)(now > 0 ? now : 1);
    note_point(report, (struct tune_point){elapsed, training, held_out});
    struct tune_progress progress = {.stage = TUNE_SEARCHING,
                                     .positions = problem->traces.training_positions,
                                     .iteration = iteration,
                                     .training = training,
                                     .held_out = held_out,
                                     .speed = report->speed,
                                     .elapsed = elapsed,
                                     .report = report};
    if (problem->watch)
        problem_note_changes(problem, weights);
    bool wanted = !problem->watch || problem->watch(problem->context, &progress);
    return wanted && !problem_is_over(problem);
}
