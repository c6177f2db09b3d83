/* Says how much pressure changes the opponent's errors. */
#pragma once

#include <stddef.h>

#include "engine/strength.h"
#include "src/game/scale.h"

enum { PRESSURE_WORDS_MAX = 128 };
/* Writes what puts the opponent under pressure, and the difference in rating that would change its
 * errors as much, for example "26 s left, 3 pawns ahead: errs like 480 points less". The points
 * are on the scale shown; for a method whose errors are not known by level, or if no level errs so
 * much, writes "errors 140% of usual" instead. Writes "" if the errors are as usual. `handicap` is
 * the one without pressure. */
void pressure_words(const struct strength *strength, const struct scale *scale,
                    const struct handicap *handicap, const struct pressure *pressure, char *text,
                    size_t size);
