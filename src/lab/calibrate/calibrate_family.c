/* Converts settings to handicaps, and handicaps to the text of a table. */
#include "src/lab/calibrate/calibrate_family.h"

#include <math.h>
#include <string.h>

enum { SPEED_MAX = 1000000000 };

/* The approximate number of Elo that each percent of time discount costs at 5+3: the full discount
 * divides the nodes by five, which costs about 130 Elo. */
static const double elo_per_percent = FAMILY_TIME_REACH / 100.0;

/* Settings */

/* Extrapolates exponentially to a point `distance` Elo beyond one end of the table: `end` is the
 * value at that end, `other` the value at the opposite end. If one of them is not positive, the
 * value stays constant. */
static double beyond(double end, double other, double distance)
{
    if (end <= 0 || other <= 0)
        return end;
    return end * pow(end / other, distance / (CALIBRATED_MAX - CALIBRATED_MIN));
}

/* The value of a parameter at a setting; index -1 is the speed. */
static int number_at(const struct strength *strength, enum method method, int index,
                     double setting)
{
    double ends[2];
    int least = index < 0 ? 1 : method_parameter(index)->min;
    int most = index < 0 ? SPEED_MAX : method_parameter(index)->max;
    bool outside = setting < CALIBRATED_MIN || setting > CALIBRATED_MAX;
    double at =
        outside ? setting < CALIBRATED_MIN ? CALIBRATED_MIN : CALIBRATED_MAX : floor(setting);
    double other = !outside               ? at + (at < CALIBRATED_MAX)
                   : at == CALIBRATED_MIN ? CALIBRATED_MAX
                                          : CALIBRATED_MIN;
    for (int i = 0; i < 2; i++) {
        struct handicap handicap = handicap_for(strength, method, (int)(i ? other : at), 0);
        ends[i] = index < 0 ? handicap.nodes_per_second : *handicap_parameter(&handicap, index);
    }
    double value = outside ? beyond(ends[0], ends[1], fabs(setting - at))
                           : ends[0] + (ends[1] - ends[0]) * (setting - at);
    return value < least ? least : value > most ? most : (int)lround(value);
}

struct handicap family_handicap(const struct strength *strength, enum family family,
                                enum method method, int level, double setting)
{
    /* Levels of the chain, which are weaker than the slider's lowest level, get the knowledge of
     * that level. Their own Elo cannot be looked up in the table: it may be 0, which would mean
     * full strength. */
    struct handicap handicap =
        handicap_for(strength, method, level < CALIBRATED_MIN ? CALIBRATED_MIN : level, 0);
    if (family == FAMILY_TIME) {
        double discount = handicap.time_discount + (level - setting) / elo_per_percent;
        handicap.time_discount = discount < 0 ? 0 : discount > 100 ? 100 : (int)lround(discount);
    }
    if (family != FAMILY_STRENGTH)
        return handicap;
    if (method == METHOD_HUMAN) { /* only the player rating depends on the setting; most other
                                     numbers follow from the rating */
        int rating = number_at(strength, method, PARAMETER_player_rating, setting);
        struct handicap players = handicap_for_rating(strength, method, rating, 0);
        players.elo = handicap.elo;
        players.book_plies = handicap.book_plies;
        players.time_discount = handicap.time_discount;
        return players;
    }
    handicap.nodes_per_second = number_at(strength, method, -1, setting);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        if (method_parameter(i)->method == method)
            *handicap_parameter(&handicap, i) = number_at(strength, method, i, setting);
    return handicap;
}

/* Mixes a number into the hash `print`, byte by byte: FNV-1a (Fowler, Noll and Vo). */
static uint32_t mix_in(uint32_t print, int64_t number)
{
    for (int i = 0; i < 8; i++)
        print = (print ^ (uint32_t)(number >> 8 * i & 255)) * 16777619U;
    return print;
}

/* Mixes floats into the hash. Each float is mixed in at once, not byte by byte, because the model
 * has half a million of them. */
static uint32_t mix_in_floats(uint32_t print, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        print = (print ^ bits) * 16777619U;
    }
    return print;
}

static uint32_t mix_in_model(uint32_t print, const struct choice_model *model)
{
    size_t count;
    const float *numbers = choice_net_numbers(model->net, &count);
    print = mix_in_floats(print, model->weights[0], sizeof model->weights / sizeof(float));
    return mix_in_floats(print, numbers, count);
}

/* Returns whether the parameter was added to the program after levels had been measured. At 0 such
 * a parameter changes nothing and is not mixed into the hash, so the levels that were measured
 * without it keep their hash. */
static bool is_later(int parameter)
{
    return parameter == PARAMETER_order_bias || parameter == PARAMETER_rule_cost;
}

uint32_t handicap_print_by(const struct handicap *handicap, const struct choice_model *model)
{
    struct handicap copy = *handicap;
    uint32_t print = 2166136261U;
    print = mix_in(print, handicap->limited);
    print = mix_in(print, handicap->method);
    print = mix_in(print, handicap->nodes_per_second);
    print = mix_in(print, handicap->endgame_percent);
    print = mix_in(print, handicap->time_discount);
    print = mix_in(print, handicap->reference_time);
    print = mix_in(print, handicap->rules);
    for (int i = 0; i < GROUP_COUNT; i++)
        print = mix_in(print, handicap->knowledge[i]);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        int value = *handicap_parameter(&copy, i);
        if (method_parameter(i)->method == handicap->method && !(is_later(i) && value == 0))
            print = mix_in(print, value);
    }
    return handicap->method == METHOD_HUMAN && model ? mix_in_model(print, model) : print;
}

uint32_t handicap_print(const struct handicap *handicap)
{
    bool human = handicap->method == METHOD_HUMAN; /* only method human uses a choice model, which
                                                      is loaded when it is first used */
    return handicap_print_by(handicap, human ? choice_model_shipped() : NULL);
}

/* The table's text */

/* The numbers that a table gives for a method: its parameters (by index), the time discount and the
 * speed. */
enum { NUMBER_NONE = -3, NUMBER_DISCOUNT = -2, NUMBER_SPEED = -1 };

static const char *name_of(int number)
{
    return number == NUMBER_SPEED      ? "nodes_per_second"
           : number == NUMBER_DISCOUNT ? "time_discount"
                                       : method_parameter(number)->name;
}

static int number_of(const struct handicap *handicap, int number)
{
    struct handicap copy = *handicap;
    return number == NUMBER_SPEED      ? copy.nodes_per_second
           : number == NUMBER_DISCOUNT ? copy.time_discount
                                       : *handicap_parameter(&copy, number);
}

static bool is_moved(enum family family, enum method method, int number)
{
    if (number == NUMBER_DISCOUNT)
        return family == FAMILY_TIME;
    /* The other numbers of METHOD_HUMAN follow from the player rating, whatever the level. */
    if (method == METHOD_HUMAN)
        return family == FAMILY_STRENGTH && number == PARAMETER_player_rating;
    return family == FAMILY_STRENGTH &&
           (number == NUMBER_SPEED || method_parameter(number)->method == method);
}

/* If the table's section for a number that the family varies begins on this line, returns that
 * number (a parameter's index, NUMBER_DISCOUNT or NUMBER_SPEED); otherwise NUMBER_NONE. */
static int section_of(const char *line, enum family family, enum method method)
{
    char name[64], section[128];
    if (sscanf(line, " [%63[^]]]", name) != 1)
        return NUMBER_NONE;
    for (int number = NUMBER_DISCOUNT; number < METHOD_PARAMETER_COUNT; number++) {
        snprintf(section, sizeof section, "%s.%s", method_name(method), name_of(number));
        if (is_moved(family, method, number) && strcmp(section, name) == 0)
            return number;
    }
    return NUMBER_NONE;
}

/* Writes a number's knots (pairs of level and value), or a single knot if all values are equal. */
static void write_knots(FILE *out, int number, const int levels[],
                        const struct handicap handicaps[], int count)
{
    bool alike = true;
    for (int i = 1; i < count; i++)
        alike = alike && number_of(&handicaps[i], number) == number_of(&handicaps[0], number);
    for (int i = 0; i < (alike ? 1 : count); i++)
        fprintf(out, "%d = %d\n", levels[i], number_of(&handicaps[i], number));
}

bool family_write(FILE *out, const char *table, enum family family, enum method method,
                  const int levels[], const struct handicap handicaps[], int count)
{
    bool ours = false;
    while (*table) {
        int length = (int)strcspn(table, "\n");
        char first = table[strspn(table, " \t\r")];
        bool blank = first == '\n' || first == '\0' || first == '#';
        if (first == '[') {
            int number = section_of(table, family, method);
            ours = number != NUMBER_NONE;
            fprintf(out, "%.*s\n", length, table);
            if (ours)
                write_knots(out, number, levels, handicaps, count);
        } else if (blank || !ours) {
            fprintf(out, "%.*s\n", length, table);
        }
        table += length + (table[length] == '\n');
    }
    return !ferror(out);
}
