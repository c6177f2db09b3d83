/* Prints what weakens the level in analysis, and what switching each positional group changes. */
#pragma once

#include "src/session/session.h"

/* Returns true if everything to print about the position shown is known. */
bool groups_known(const struct session_view *view);
void groups_tell(const struct session_view *view);
/* The parts of groups_tell. The first writes the rating, the method and all its numbers: "nodes
 * 586, MoveError 89, ...". The second writes what a limited level does in the position, and each
 * group with its percentage and what switching it changes. */
void groups_tell_level(const struct scale *scale, const struct handicap *level);
void groups_tell_effects(const struct position *position, const struct group_effects *effects);
