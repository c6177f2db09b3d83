/* Output of fallible calibrate: progress, the table with its plot, and JSON. */
#pragma once

#include "src/cli/progress.h"
#include "src/lab/calibrate/calibrate_run.h"

/* Shows progress on standard error: in place on a terminal, otherwise a line after each round
 * and every minute. */
void calibrate_show_progress(const struct calibrate_setup *setup,
                             const struct calibrate_event *event, struct progress *progress);

/* Prints the plan on standard output. Returns false and sets *error on failure. */
MUST_USE bool calibrate_show_plan(const struct calibrate_setup *setup, struct error *error);

/* Prints on standard output: each level with its rating, 95 % interval, games, deviation and
 * settings; a plot of the deviations; the ratings of anchors, guests and the random mover. */
void calibrate_show_table(const struct calibrate_setup *setup,
                          const struct calibration *calibration);
void calibrate_show_json(const struct calibrate_setup *setup,
                         const struct calibration *calibration);
