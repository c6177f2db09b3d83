/* Resolves positions: replaces each with the quiet position at the end of a search of captures. */
#pragma once

#include "engine/evaluation.h"

/* Replaces `position` with the last one of its quiescence principal variation: both sides capture,
 * promote or answer checks as long as that is better than standing pat. Returns false and leaves
 * `position` unchanged if the line ends in mate or in check, because then no static score fits. */
MUST_USE bool quiet_resolve(struct position *position, const struct weights *weights);
