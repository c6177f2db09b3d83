/* Prints what weakens the level in analysis, and what switching each positional group changes. */
#pragma once

#include "src/session/session.h"

/* Returns true if everything to print about the position shown is known. */
bool groups_known(const struct session_view *view);

enum { GROUPS_LINE = 1024 };
/* The lines printed last, which are not printed again while they stay the same. */
struct groups_told {
    struct handicap handicap; /* the level; another one is printed whole */
    char level[GROUPS_LINE];
    char groups[GROUP_COUNT][GROUPS_LINE];
    char same[GROUPS_LINE];  /* the groups whose switching changes nothing */
    char marks[GROUPS_LINE]; /* the moves of the line where a group decides */
    const struct game_node *line_end; /* the last position of that line; only compared, because it
                                       * may have been deleted since */
    bool left_out;                    /* a line was not printed again */
    bool explained;                   /* the user has read that such lines are left out */
};
void groups_tell(const struct session_view *view, struct groups_told *told);
void groups_forget(struct groups_told *told); /* the next groups_tell prints all lines */
/* The parts of groups_tell. The first writes the rating, the method and all its numbers: "nodes
 * 586, MoveError 89, ...". The second writes what a limited level does in the position, and each
 * group with its percentage and what switching it changes; `told` may be NULL, which prints all of
 * it. */
void groups_tell_level(const struct scale *scale, const struct handicap *level);
void groups_tell_effects(const struct position *position, const struct group_effects *effects,
                         struct groups_told *told);
