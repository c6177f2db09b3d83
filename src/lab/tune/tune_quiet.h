/* Positions made quiet: the end of a search of captures. */
#pragma once

#include "engine/evaluation.h"

/* Replaces position by the last of its quiescence principal variation: both sides take, promote
 * or answer checks as long as that is better than to stand. False, position unchanged: the line
 * ends in mate or in check, so no static score fits it. */
MUST_USE bool quiet_resolve(struct position *position, const struct weights *weights);
