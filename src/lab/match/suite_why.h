/* What kept a level from a solution: the same positions with one thing about the level changed. */
#pragma once

#include "src/lab/match/suite.h"

/* A change of a level: one kind of knowledge complete, one error gone, more nodes, another seed. */
struct why_change {
    char name[48]; /* "king safety", "no blunder error", "ten times the nodes" */
    struct handicap handicap;
};
enum { WHY_CHANGES_MAX = 40 };

/* The changes that make sense for a limited level, and with these limits; the last one makes all of
 * them but the seed. */
int why_changes(const struct handicap *level, const struct limits *limits,
                struct why_change changes[WHY_CHANGES_MAX]);

struct why_run {
    struct why_change change;
    struct suite_result *results; /* of the whole suite, owned */
};

/* For each position that first did not solve, the changes that find the move; then how many
 * positions each change solves in all. */
void why_write_text(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
/* One object: "missed" with the changes that find each position, and "changes" with their sums. */
void why_write_json(FILE *out, const struct suite *suite, const struct suite_result first[],
                    const struct why_run runs[], int count);
