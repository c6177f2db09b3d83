/* Changes the size of the errors under pressure, by a percentage that applies to every method. The
 * percentage depends on the clock, on being behind or ahead in material, and on the games just lost.
 * It is computed before the search and applied to the handicap in force, which the decision stores.
 * So the decision can later be repeated with the same numbers. */
#include "engine/rules/position.h"
#include "engine/strength/method.h"

#include <stddef.h>

enum {
    PAWNS_MOST = 5,      /* being behind or ahead by more pawns than this makes no further
                          * difference */
    GAMES_MOST = 3,
    SHORT_OF_TIME = 60000, /* milliseconds; pressure_hurry has an effect while the clock plus ten
                            * increments is below this */
    INCREMENTS = 10,
    LEAST = 25, MOST = 400, /* bounds of the size of the errors, in percent */
};

static const struct method_parameter parameters[PRESSURE_PARAMETER_COUNT] = {
#define X(field, option, min, max, unit, words) \
    {METHOD_COUNT, #field, option, unit, words, min, max},
    PRESSURE_PARAMETERS(X)
#undef X
};

const struct method_parameter *pressure_parameter(int index)
{
    return &parameters[index];
}

static const size_t places[PRESSURE_PARAMETER_COUNT] = {
#define X(field, option, min, max, unit, words) offsetof(struct handicap, field),
    PRESSURE_PARAMETERS(X)
#undef X
};

int *pressure_number(struct handicap *handicap, int index)
{
    return (int *)((char *)handicap + places[index]);
}

static int least_of(int64_t a, int b)
{
    return a < b ? (int)a : b;
}

/* Material of the side to move minus that of the opponent, in pawns. */
static int material(const struct position *position)
{
    int pawns = 0;
    for (int type = PAWN; type < KING; type++)
        pawns += piece_points(type) * (popcount(pieces(position, position->side, type)) -
                                       popcount(pieces(position, !position->side, type)));
    return pawns;
}

struct pressure handicap_pressure(const struct handicap *handicap, const struct position *position,
                                  const struct limits *limits)
{
    struct pressure pressure = {.left = -1};
    int pawns = material(position), percent = 100;
    int step = pawns < 0 ? handicap->pressure_behind : -handicap->pressure_ahead;
    percent += step * least_of(pawns < 0 ? -pawns : pawns, PAWNS_MOST);
    pressure.pawns = step ? pawns : 0;
    percent += handicap->pressure_tilt * least_of(handicap->lost_games, GAMES_MOST);
    pressure.lost_games = handicap->pressure_tilt ? handicap->lost_games : 0;
    if (limits->clock) {
        int64_t time = limits->time[position->side] > 0 ? limits->time[position->side] : 0;
        int64_t left = time + INCREMENTS * limits->increment[position->side];
        if (left < SHORT_OF_TIME && handicap->pressure_hurry) {
            percent += (int)(handicap->pressure_hurry * (SHORT_OF_TIME - left) / SHORT_OF_TIME);
            pressure.left = time;
        }
    }
    pressure.percent = percent < LEAST ? LEAST : percent > MOST ? MOST : percent;
    return pressure;
}

/* The parameters that pressure multiplies. For all of them, a larger number means larger errors. */
static const int errors[] = {
    PARAMETER_move_error, PARAMETER_blunder_error, PARAMETER_blunder_chance, PARAMETER_root_error,
    PARAMETER_leaf_noise, PARAMETER_walk,          PARAMETER_margin,         PARAMETER_temperature,
    PARAMETER_boldness};

void handicap_strain(struct handicap *handicap, int percent)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const struct method_parameter *parameter = method_parameter(errors[i]);
        int *number = handicap_parameter(handicap, errors[i]);
        if (parameter->method != handicap->method)
            continue;
        int64_t wide = (int64_t)*number * percent / 100;
        *number = wide < parameter->min   ? parameter->min
                  : wide > parameter->max ? parameter->max
                                          : (int)wide;
    }
    /* For method skill, `percent` scales the ratio of the random part to the evaluation; for method
     * arasan, it scales 100 minus the strength. */
    if (handicap->method == METHOD_SKILL) {
        int64_t real = 100 * (int64_t)handicap->skill;
        int64_t chance = (100 - (int64_t)handicap->skill) * percent;
        handicap->skill = (int)((100 * real + (real + chance) / 2) / (real + chance));
        handicap->skill = handicap->skill > 1 ? handicap->skill : 1;
    } else if (handicap->method == METHOD_ARASAN) {
        int64_t missing = (100 - (int64_t)handicap->strength) * percent / 100;
        handicap->strength = missing < 100 ? 100 - (int)missing : 1;
    }
    handicap->pressure_behind = handicap->pressure_ahead = handicap->pressure_hurry =
        handicap->pressure_tilt = handicap->lost_games = 0;
}

void handicap_under_pressure(const struct strength *strength, struct handicap *handicap)
{
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++) {
        int *number = pressure_number(handicap, i);
        if (handicap->limited && handicap->method == METHOD_HUMAN && *number == 0)
            *number = strength_pressure(strength, i);
    }
}
