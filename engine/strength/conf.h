/* What share/strength.conf says, and the curves it is made of. */
#pragma once

#include "engine/strength.h"

enum { PRESETS_MAX = 32, KNOTS_MAX = 64, BOOK_PLIES_MAX = 1000 };

/* Either factor x (|Elo - origin| / unit) ^ exponent + constant, or, where there are knots, the
 * smoothest line through them that overshoots none and stays level beyond the ends. */
struct curve {
    double factor, origin, unit, exponent, constant;
    int knot_count;
    double elo[KNOTS_MAX], value[KNOTS_MAX]; /* by rising Elo */
};
/* Truncated to a whole number from min to max. */
int curve_at(const struct curve *curve, int elo, int min, int max);

struct strength {
    struct curve nodes_per_second[METHOD_COUNT];
    struct curve time_discount[METHOD_COUNT];
    struct curve parameters[METHOD_PARAMETER_COUNT];
    int knowledge_onoff;             /* a group is known or not, nothing between */
    int knowledge_start;             /* Elo of 0 percent */
    int knowledge_full[GROUP_COUNT]; /* Elo of 100 percent */
    int rules[RULE_COUNT];           /* 1: drops candidates */
    struct curve book_plies;
    int endgame_percent;
    int reference_time;
    struct natural_time natural_time;
    struct preset presets[PRESETS_MAX];
    int preset_count;
};

/* [+-]digits[.digits], at most 15 of them, in any locale alike; false: text is no such number. */
bool strength_decimal(const char *text, double *number, bool *whole);
