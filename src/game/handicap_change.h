/* Lists changes of a level that are worth trying one by one, to find out why the level does not
 * find a move. */
#pragma once

#include "engine/strength.h"

/* A change of a level: complete knowledge of one kind, no errors of one kind, more nodes, or
 * another seed. */
struct handicap_change {
    char name[48]; /* what is changed: "king safety", "no blunder error", "ten times the nodes" */
    struct handicap handicap;
};
enum { HANDICAP_CHANGES_MAX = 40 };

/* Fills in the changes that make sense for a limited level, and returns their number; 0 if the
 * level is not limited. If `limits` sets no limit of nodes or depth, one of the changes is to
 * search more nodes. The first change is another seed; the last one makes all changes at once
 * except that of the seed. */
int handicap_changes(const struct handicap *level, const struct limits *limits,
                     struct handicap_change changes[HANDICAP_CHANGES_MAX]);
