/* The opponent's settings as the text of one column. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"
#include "src/store/sql.h"

/* What the first version of the column had no place for, beside the methods' parameters. */
static const struct {
    const char *name;
    size_t place;
} named[] = {
    {"time_discount", offsetof(struct handicap, time_discount)},
    {"reference_time", offsetof(struct handicap, reference_time)},
    {"book_plies", offsetof(struct handicap, book_plies)},
};
enum { NAMED = sizeof named / sizeof *named };

static int *named_field(struct handicap *handicap, int index)
{
    return (int *)((char *)handicap + named[index].place);
}

/* Numbers, and by name what shapes a method beside the first one, "leaf_noise=100". */
void store_write_handicap(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    snprintf(text, size, "%d %d %d %d %d %d %d %d %u %llu", handicap->limited,
             handicap->elo, handicap->nodes_per_second, handicap->move_error,
             handicap->blunder_error, handicap->blunder_chance, handicap->endgame_percent,
             (int)handicap->method, handicap->rules, (unsigned long long)handicap->seed);
    for (int i = 0; i < GROUP_COUNT; i++)
        text_add(text, size, " %d", handicap->knowledge[i]);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        if (method_parameter(i)->method != METHOD_MADCHESS && *handicap_parameter(&copy, i))
            text_add(text, size, " %s=%d", method_parameter(i)->name,
                     *handicap_parameter(&copy, i));
    for (int i = 0; i < NAMED; i++)
        text_add(text, size, " %s=%d", named[i].name, *named_field(&copy, i));
}

/* Other parameters than its own method's are 0 where they do not matter. */
static bool is_in_range(const struct handicap *handicap, int index)
{
    const struct method_parameter *parameter = method_parameter(index);
    struct handicap copy = *handicap;
    int value = *handicap_parameter(&copy, index);
    bool matters = handicap->limited && parameter->method == handicap->method;
    return (value == 0 && !matters) || (value >= parameter->min && value <= parameter->max);
}

/* False: there is anything else than parameters. */
static bool read_parameters(const char *text, struct handicap *handicap)
{
    char name[32];
    int value, used;
    for (; sscanf(text, " %31[a-z_]=%9d%n", name, &value, &used) == 2; text += used) {
        for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
            if (strcmp(method_parameter(i)->name, name) == 0)
                *handicap_parameter(handicap, i) = value;
        for (int i = 0; i < NAMED; i++)
            if (strcmp(named[i].name, name) == 0)
                *named_field(handicap, i) = value;
    }
    return !*text;
}

bool store_read_handicap(const char *text, struct handicap *handicap)
{
    static const long long most[10] = {1, ELO_MAX, 1000000000, 10000, 10000, 1024, 100,
                                       METHOD_COUNT - 1, (1 << RULE_COUNT) - 1};
    enum { SEED = 9, KNOWLEDGE = 10, FIELDS = KNOWLEDGE + GROUP_COUNT };
    long long fields[FIELDS];
    char *end;
    for (int i = 0; i < FIELDS; i++, text = end) {
        fields[i] = i == SEED ? (long long)strtoull(text, &end, 10) : strtoll(text, &end, 10);
        if (end == text ||
            (i != SEED && (fields[i] < 0 || fields[i] > (i < SEED ? most[i] : 100))))
            return false;
    }
    *handicap = (struct handicap){
        .limited = fields[0] != 0, .elo = (int)fields[1], .nodes_per_second = (int)fields[2],
        .move_error = (int)fields[3], .blunder_error = (int)fields[4],
        .blunder_chance = (int)fields[5], .endgame_percent = (int)fields[6],
        .method = (enum method)fields[7], .rules = (unsigned)fields[8],
        .seed = (uint64_t)fields[SEED]};
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap->knowledge[i] = (int)fields[KNOWLEDGE + i];
    bool good = read_parameters(text, handicap) && handicap->time_discount >= 0 &&
                handicap->time_discount <= 100 && handicap->reference_time >= 0 &&
                handicap->book_plies >= 0;
    for (int i = 0; good && i < METHOD_PARAMETER_COUNT; i++)
        good = is_in_range(handicap, i);
    return good;
}
