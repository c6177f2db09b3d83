/* What kept a level from finding a solution: runs the suite again, each time with one thing about
 * the level changed. */
#pragma once

#include "src/lab/match/suite.h"

/* A change of a level: one kind of knowledge complete, one error gone, more nodes, another seed. */
struct why_change {
    char name[48]; /* "king safety", "no blunder error", "ten times the nodes" */
    struct handicap handicap;
};
enum { WHY_CHANGES_MAX = 40 };

/* Fills in the changes that make sense for a limited level and these limits, and returns their
 * number. The last change makes all of them at once, except for the seed. */
int why_changes(const struct handicap *level, const struct limits *limits,
                struct why_change changes[WHY_CHANGES_MAX]);

struct why_run {
    struct why_change change;
    struct suite_result *results; /* one for each position of the suite; owned */
};

/* Writes for each position that `first` did not solve the changes that find the move; then how many
 * positions each change solves in all. */
void why_write_text(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
/* Writes one object: "missed" with the changes that find each position, and "changes" with their
 * sums. */
void why_write_json(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
