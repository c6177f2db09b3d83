/* Finds out what kept a weakened level from finding a solution: runs the suite again several times,
 * each time with one property of the level's handicap changed. */
#pragma once

#include "src/game/handicap_change.h"
#include "src/lab/match/suite.h"

struct why_run {
    struct handicap_change change;
    struct suite_result *results; /* one for each position of the suite; owned */
};

/* For each position that `first` did not solve, writes which changes find the move; then writes how
 * many positions each change solves in all. */
void why_write_text(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
/* Writes one object: "missed" with the changes that find each position, and "changes" with their
 * sums. */
void why_write_json(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
