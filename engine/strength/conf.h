/* The contents of share/strength.conf after reading. Most of its entries are curves. */
#pragma once

#include "engine/strength.h"

enum { PRESETS_MAX = 32, KNOTS_MAX = 64, BOOK_PLIES_MAX = 1000 };

/* A function of the Elo. With knots (given points) it is a smooth curve through them that does not
 * overshoot and is constant beyond the first and last knot. Without knots it is factor x (|Elo -
 * origin| / unit) ^ exponent + constant. */
struct curve {
    double factor, origin, unit, exponent, constant;
    int knot_count;
    double elo[KNOTS_MAX], value[KNOTS_MAX]; /* the knots, by ascending Elo */
};
/* The value of the curve at `elo`, truncated to an integer and clamped to `min` .. `max`. */
int curve_at(const struct curve *curve, int elo, int min, int max);

/* The methods for which a human rule is in force: none, all, or only madchess. */
enum rule_scope { RULE_OFF, RULE_ON, RULE_MADCHESS };

struct strength {
    struct curve nodes_per_second[METHOD_COUNT];
    struct curve time_discount[METHOD_COUNT];
    struct curve parameters[METHOD_PARAMETER_COUNT];
    int knowledge_onoff;             /* if set, a positional group is either known fully or not at
                                      * all, never in part */
    int knowledge_start;             /* Elo at which knowledge is 0 percent */
    int knowledge_full[GROUP_COUNT]; /* Elo at which knowledge is 100 percent */
    int rules[RULE_COUNT];           /* an enum rule_scope */
    int pressure[PRESSURE_PARAMETER_COUNT]; /* values of PRESSURE_PARAMETERS for method human in
                                             * games with a person */
    struct curve book_plies;
    struct curve small_slips, big_slips, mates_found;
    struct curve resigning; /* by the rating of the imitated players, see strength_resigning */
    int endgame_percent;
    int reference_time;
    struct natural_time natural_time;
    struct preset presets[PRESETS_MAX], old_presets[PRESETS_MAX];
    int preset_count, old_preset_count;
};
