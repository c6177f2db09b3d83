/* What fallible calibrate says: progress, the table with its plot, JSON. */
#pragma once

#include "src/lab/calibrate/calibrate_run.h"

/* On standard error: in place on a terminal, else a line after each round. started: text_now. */
void calibrate_show_progress(const struct calibrate_setup *setup,
                             const struct calibrate_news *news, int64_t started);

/* What would be played, on standard output. False fills error. */
MUST_USE bool calibrate_show_plan(const struct calibrate_setup *setup, struct error *error);

/* On standard output: each level with its rating, 95 % interval, games, error and numbers; the
 * errors drawn to scale; where anchors, guests and the random mover are. */
void calibrate_show_table(const struct calibrate_setup *setup,
                          const struct calibration *calibration);
void calibrate_show_json(const struct calibrate_setup *setup,
                         const struct calibration *calibration);
