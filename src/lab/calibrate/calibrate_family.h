/* A method's families of players with one parameter, the setting: derives the handicap of a level
 * at a setting from the strength table, and writes a new table with a calibration's levels as
 * knots. */
#ifndef FALLIBLE_LAB_CALIBRATE_FAMILY_H
#define FALLIBLE_LAB_CALIBRATE_FAMILY_H

#include <stdio.h>

#include "engine/engine.h"
#include "engine/human/human.h"

/* What a calibration varies. */
enum family {
    FAMILY_STRENGTH, /* speed and errors */
    FAMILY_TIME,     /* the time discount: how a longer clock is used */
    FAMILY_FIXED,    /* nothing; the levels are measured as they are */
};

/* In FAMILY_TIME a setting has an effect only up to this distance from the level. */
enum { FAMILY_TIME_REACH = 130 };

/* FAMILY_STRENGTH: the knowledge and human rules of the level, with the speed and the parameters
 * that the table has at the Elo setting. Beyond the ends of the table, values are extrapolated by
 * the ratio over its last 200 Elo. FAMILY_TIME: the level itself; the time discount falls as the
 * setting rises above the level. */
struct handicap family_handicap(const struct strength *strength, enum family family,
                                enum method method, int level, double setting);

/* A hash of the handicap's numbers, and for METHOD_HUMAN of its choice model. elo and seed are not
 * included. */
uint32_t handicap_print(const struct handicap *handicap);
/* The same with a given model, which may be NULL for other methods. */
uint32_t handicap_print_by(const struct handicap *handicap, const struct choice_model *model);

/* Writes the text of a table. The sections of the method that the family varies are replaced by one
 * knot per level; everything else, including comments, is unchanged. levels must be ascending.
 * Returns false on a write error. */
MUST_USE bool family_write(FILE *out, const char *table, enum family family, enum method method,
                           const int levels[], const struct handicap handicaps[], int count);

#endif
