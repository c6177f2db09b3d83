/* A method's one-dimensional families of players, out of a strength table: what a level is given
 * at a setting; and the table written anew with a calibration's levels as knots. */
#ifndef FALLIBLE_LAB_CALIBRATE_FAMILY_H
#define FALLIBLE_LAB_CALIBRATE_FAMILY_H

#include <stdio.h>

#include "engine/engine.h"
#include "engine/human/human.h"

/* What a calibration moves. */
enum family {
    FAMILY_STRENGTH, /* speed and errors */
    FAMILY_TIME,     /* the time discount: how a longer clock is used */
    FAMILY_FIXED,    /* nothing: the levels are measured as they are */
};

/* So far from a level's name its setting makes a difference in FAMILY_TIME. */
enum { FAMILY_TIME_REACH = 130 };

/* FAMILY_STRENGTH: the level's knowledge and human rules, with the speed and the parameters the
 * table has for the Elo setting; beyond the table's ends they go on by the ratio of their last 200
 * Elo. FAMILY_TIME: the level as it is, with a time discount so much smaller as setting is above
 * it. */
struct handicap family_handicap(const struct strength *strength, enum family family,
                                enum method method, int level, double setting);

/* A number that differs where any of the handicap's numbers do, and for METHOD_HUMAN any of its
 * choice model's; elo and seed do not matter. */
uint32_t handicap_print(const struct handicap *handicap);
/* As it would be with another model; that may be NULL for other methods. */
uint32_t handicap_print_by(const struct handicap *handicap, const struct choice_model *model);

/* The text of a table with the sections of one method that the family moves replaced by knots, one
 * a level; everything else, comments too, stays as it is. levels ascend. False: it could not be
 * written. */
MUST_USE bool family_write(FILE *out, const char *table, enum family family, enum method method,
                           const int levels[],
                           const struct handicap handicaps[], int count);

#endif
