/* Computes everything that weakens the engine from one Elo number and the table of
 * share/strength.conf. */
#include "engine/strength.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "engine/rules/position.h"
#include "engine/strength/method.h"
#include "engine/strength/conf.h"

/* Sets the method's parameters and speed for an Elo. `rating` matters only to methods that imitate
 * players: it is the rating of these players; 0 means the rating that the table gives for the
 * Elo. */
static void set_numbers(struct handicap *handicap, const struct strength *strength, int elo,
                        int rating)
{
    int at = elo;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        bool names_players = i == PARAMETER_rating || i == PARAMETER_player_rating;
        int *number = handicap_parameter(handicap, i);
        if (parameter->method != handicap->method)
            continue;
        *number = curve_at(&strength->parameters[i], at, parameter->min, parameter->max);
        if (names_players && rating != 0)
            *number = rating < parameter->min   ? parameter->min
                      : rating > parameter->max ? parameter->max
                                                : rating;
        if (i == PARAMETER_player_rating)
            at = *number; /* the speed and boldness of the choice model depend on the players'
                           * rating */
    }
    handicap->nodes_per_second =
        curve_at(&strength->nodes_per_second[handicap->method], at, 1, 1000000000);
}

static struct handicap make(const struct strength *strength, enum method method, int elo,
                            int rating, uint64_t seed)
{
    struct handicap handicap = {.method = method, .seed = seed};
    handicap.endgame_percent = strength->endgame_percent;
    handicap.reference_time = strength->reference_time;
    for (int i = 0; i < RULE_COUNT; i++)
        if (!method_row(method)->human &&
            (strength->rules[i] == RULE_ON ||
             (strength->rules[i] == RULE_MADCHESS && method == METHOD_MADCHESS)))
            handicap.rules |= 1U << i;
    if (elo == ELO_FULL) {
        handicap.elo = ELO_FULL;
        for (int i = 0; i < GROUP_COUNT; i++)
            handicap.knowledge[i] = 100;
        return handicap;
    }
    elo = elo < ELO_MIN ? ELO_MIN : elo > ELO_MAX ? ELO_MAX : elo;
    handicap.limited = true;
    handicap.elo = elo;
    set_numbers(&handicap, strength, elo, rating);
    handicap.book_plies = curve_at(&strength->book_plies, elo, 0, BOOK_PLIES_MAX);
    handicap.time_discount = curve_at(&strength->time_discount[method], elo, 0, 100);
    for (int i = 0; i < GROUP_COUNT; i++) {
        int full = strength->knowledge_full[i], start = strength->knowledge_start;
        if (method_row(method)->knowledge)
            handicap.knowledge[i] = method_row(method)->knowledge(&handicap, (enum group)i);
        else if (elo >= full || method != METHOD_MADCHESS) /* methods other than madchess have full
                                                            * knowledge */
            handicap.knowledge[i] = 100;
        else if (elo > start && !strength->knowledge_onoff)
            handicap.knowledge[i] = (elo - start) * 100 / (full - start);
    }
    return handicap;
}

struct handicap handicap_for(const struct strength *strength, enum method method, int elo,
                             uint64_t seed)
{
    return make(strength, method, elo, 0, seed);
}

struct handicap handicap_for_rating(const struct strength *strength, enum method method, int rating,
                                    uint64_t seed)
{
    return make(strength, method, rating < ELO_MIN ? ELO_MIN : rating, rating, seed);
}

struct handicap handicap_at(const struct strength *strength, const struct handicap *handicap,
                            int elo)
{
    struct handicap other = handicap_for(strength, handicap->method, elo, handicap->seed);
    memcpy(other.like, handicap->like, sizeof other.like);
    return other;
}

struct handicap handicap_for_elo(const struct strength *strength, int elo, uint64_t seed)
{
    return handicap_for(strength, METHOD_MADCHESS, elo, seed);
}

/* Nodes per second if a move may take `milliseconds`. */
static double speed_at_time(const struct handicap *handicap, int64_t milliseconds)
{
    double speed = handicap->nodes_per_second;
    if (handicap->time_discount > 0 && handicap->reference_time > 0 && milliseconds > 0)
        speed *= pow((double)milliseconds / handicap->reference_time,
                     -handicap->time_discount / 100.0);
    return speed;
}

/* The nudge is added to a number before it is truncated, so that every machine gets the same
 * integer. It is far above the error of any pow(). */
static const double nudge = 1e-3;

int handicap_speed(const struct handicap *handicap, int64_t milliseconds)
{
    double speed = speed_at_time(handicap, milliseconds);
    return speed >= INT_MAX ? INT_MAX : speed >= 1 ? (int)(speed + nudge) : 1;
}

uint64_t handicap_nodes(const struct handicap *handicap, const struct position *position,
                        int64_t milliseconds)
{
    static const int weights[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    /* Players rated 1200 and above can mate a bare king, so levels from 1200 get at least the
     * number of nodes that it takes to find the mate. */
    enum { ALL = 24, TECHNIQUE_FROM = 1200, TECHNIQUE_NODES = 3000 };
    int phase = 0;
    for (int type = PAWN; type <= KING; type++)
        phase += weights[type] * popcount(position->by_type[type]);
    phase = phase < ALL ? phase : ALL;
    int percent = handicap->endgame_percent + (100 - handicap->endgame_percent) * phase / ALL;
    const int64_t longest = 24 * 3600 * 1000; /* a day, so that the product cannot overflow */
    if (milliseconds > longest)
        milliseconds = longest;
    if (milliseconds < 1 || handicap->nodes_per_second < 1)
        return 1;
    double allowed = speed_at_time(handicap, milliseconds) * (double)milliseconds / 1000;
    uint64_t nodes = (uint64_t)(allowed + nudge) * (uint64_t)percent / 100;
    if (handicap->elo >= TECHNIQUE_FROM && nodes < TECHNIQUE_NODES &&
        has_bare_king_to_mate(position))
        nodes = TECHNIQUE_NODES;
    return nodes > 0 ? nodes : 1;
}

struct natural_time strength_natural_time(const struct strength *strength)
{
    return strength->natural_time;
}

int strength_pressure(const struct strength *strength, int index)
{
    return strength->pressure[index];
}

int strength_slips(const struct strength *strength, const struct handicap *handicap, bool big)
{
    /* `slips` is the number of slips in a thousand moves. It was measured for people, by their
     * rating, so `rating` is set to the rating of people who slip as often as this level; 0: not
     * known. For method madchess the table has such a rating, because its parameters were fitted to
     * the losses of people. This does not hold for madchess without an order bias, as in the
     * original MadChess: then only its blunders are known, and they count as big slips. */
    int slips = 0, rating = 0;
    if (handicap->method == METHOD_MADCHESS && handicap->order_bias == 0)
        slips = big ? handicap->blunder_chance * 1000 / 1024 : 0;
    else if (handicap->method == METHOD_MADCHESS)
        rating = curve_at(&strength->parameters[PARAMETER_player_rating], handicap->elo, 0, 3000);
    else if (handicap->method == METHOD_MAIA)
        rating = handicap->rating;
    else if (handicap->method == METHOD_HUMAN)
        rating = handicap->player_rating;
    if (rating > 0)
        slips = curve_at(big ? &strength->big_slips : &strength->small_slips, rating, 0, 1000);
    return slips > 0 ? (1000 + slips / 2) / slips : 0;
}

int strength_level_erring(const struct strength *strength, const struct handicap *handicap,
                          int percent)
{
    if (handicap->method != METHOD_HUMAN || handicap->player_rating <= 0)
        return 0;
    /* The table is in whole slips of a thousand moves, so several levels in a row may have the same
     * number. Stopping at the first level that errs less, and starting at the lowest, gives one
     * answer. */
    int wanted = curve_at(&strength->small_slips, handicap->player_rating, 0, 1000) * percent / 100;
    int level = ELO_MIN;
    while (level < ELO_MAX) {
        struct handicap next = handicap_for(strength, METHOD_HUMAN, level, 0);
        if (curve_at(&strength->small_slips, next.player_rating, 0, 1000) <= wanted)
            break;
        level += 5;
    }
    return level;
}

int strength_mates_found(const struct strength *strength, const struct handicap *handicap)
{
    return handicap->method == METHOD_HUMAN
               ? curve_at(&strength->mates_found, handicap->player_rating, 0, 100)
               : 0;
}

int strength_resigning(const struct strength *strength, const struct handicap *handicap, int behind,
                       int turns)
{
    enum { SUREST = 1500 }; /* centipawns: being further behind than this makes people no more
                             * likely to resign */
    if (handicap->method != METHOD_HUMAN || behind < RESIGNING_MIN || turns < 1)
        return 0;
    int chance = curve_at(&strength->resigning, handicap->player_rating, 0, 400);
    int size = behind < SUREST ? behind : SUREST;
    return (int)(chance * (size * size / 1000.0) / sqrt(turns));
}

int strength_presets(const struct strength *strength, struct preset presets[], int max)
{
    int count = strength->preset_count < max ? strength->preset_count : max;
    for (int i = 0; i < count; i++)
        presets[i] = strength->presets[i];
    return count;
}

const char *strength_preset_name(const struct strength *strength, int elo)
{
    const struct preset *found = &strength->presets[0];
    for (int i = 0; i < strength->preset_count; i++) {
        const struct preset *preset = &strength->presets[i];
        if (elo == ELO_FULL ? preset->elo == ELO_FULL
                            : preset->elo != ELO_FULL && preset->elo <= elo)
            found = preset;
    }
    return found->words;
}

/* Compares names, ignoring case. A blank equals a dash, so that both the name of a preset
 * ("strong-club") and its words ("strong club") fit. strcasecmp is not in ISO C. */
static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a == ' ' ? '-' : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b == ' ' ? '-' : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

bool strength_preset_find(const struct strength *strength, const char *name, int *elo)
{
    const struct preset *found = NULL;
    for (int i = strength->old_preset_count - 1; i >= 0; i--)
        if (same_name(strength->old_presets[i].name, name))
            found = &strength->old_presets[i];
    for (int i = strength->preset_count - 1; i >= 0; i--)
        if (same_name(strength->presets[i].name, name))
            found = &strength->presets[i];
    if (found)
        *elo = found->elo;
    return found != NULL;
}
