/* Prints what weakens the level in analysis, and what switching each positional group changes. */
#pragma once

#include "src/session/session.h"

/* Returns true if everything to print about the position shown is known. */
bool groups_known(const struct session_view *view);

enum { GROUPS_LINE = 1024 };
/* The lines printed last, which are not printed again while they stay the same. */
struct groups_told {
    struct handicap handicap; /* the level printed last; if it changes, all lines are printed */
    char level[GROUPS_LINE];
    char groups[GROUP_COUNT][GROUPS_LINE];
    char same[GROUPS_LINE];  /* the sentence on groups that would change nothing if they were
                              * switched */
    char marks[GROUPS_LINE]; /* the moves of the line where a group decides */
    const struct game_node *line_end; /* the last position of the line that `marks` is about; only
                                         compared, because it may have been deleted since */
    bool left_out;                    /* a line was not printed again */
    bool explained;                   /* the user has been told that unchanged lines are left out */
};
void groups_tell(const struct session_view *view, struct groups_told *told);
void groups_forget(struct groups_told *told); /* the next groups_tell prints all lines */
/* The parts of groups_tell. groups_tell_level prints the rating, the method and all its numbers:
 * "nodes 586, MoveError 89, ...". groups_tell_effects prints what a limited level does in the
 * position, and for each group its percentage and what switching it would change. `told` may be
 * NULL; then all lines are printed. */
void groups_tell_level(const struct scale *scale, const struct handicap *level);
void groups_tell_effects(const struct position *position, const struct group_effects *effects,
                         struct groups_told *told);
