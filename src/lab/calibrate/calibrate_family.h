/* A family is the set of players of one method that differ only in one number, the setting. The
 * functions derive the handicap of a level at a setting from the strength table, and write a new
 * table with the calibrated levels as its knots. */
#ifndef FALLIBLE_LAB_CALIBRATE_FAMILY_H
#define FALLIBLE_LAB_CALIBRATE_FAMILY_H

#include <stdio.h>

#include "engine/engine.h"
#include "engine/human/human.h"

/* What a calibration varies. */
enum family {
    FAMILY_STRENGTH, /* speed and errors */
    FAMILY_TIME,     /* the time discount: how little a longer clock increases the node budget */
    FAMILY_FIXED,    /* nothing is varied; the levels are measured as they are */
};

/* In FAMILY_TIME a setting has an effect only up to this distance from the level, in Elo. */
enum { FAMILY_TIME_REACH = 130 };

/* Derives the handicap of a level at a setting.
 *
 * - FAMILY_STRENGTH: the knowledge and human rules of the level, with the speed and the parameters
 *   that the table has at the Elo of the setting. Beyond the ends of the table, a value is
 *   extrapolated exponentially through its values at the two ends.
 * - FAMILY_TIME: the handicap of the level, with a time discount that falls as the setting rises
 *   above the level.
 * - FAMILY_FIXED: the handicap of the level. */
struct handicap family_handicap(const struct strength *strength, enum family family,
                                enum method method, int level, double setting);

/* A hash that identifies the handicap. It covers all parameters except elo and seed and, for
 * METHOD_HUMAN, also the choice model. */
uint32_t handicap_print(const struct handicap *handicap);
/* The same as handicap_print, with the given choice model, which may be NULL for methods other than
 * METHOD_HUMAN. */
uint32_t handicap_print_by(const struct handicap *handicap, const struct choice_model *model);

/* Writes the text of a table. The sections of the method that the family varies are replaced by one
 * knot (pair of level and value) per level, or by a single knot if all levels have the same value.
 * Everything else, including comments, is unchanged. `levels` must be ascending. Returns false on a
 * write error. */
MUST_USE bool family_write(FILE *out, const char *table, enum family family, enum method method,
                           const int levels[], const struct handicap handicaps[], int count);

#endif
