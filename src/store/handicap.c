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

static void read_parameters(const char *text, struct handicap *handicap)
{
    char name[32];
    int value, used;
    for (; sscanf(text, " %31[a-z_]=%d%n", name, &value, &used) == 2; text += used) {
        for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
            if (strcmp(method_parameter(i)->name, name) == 0)
                *handicap_parameter(handicap, i) = value;
        for (int i = 0; i < NAMED; i++)
            if (strcmp(named[i].name, name) == 0)
                *named_field(handicap, i) = value;
    }
}

bool store_read_handicap(const char *text, struct handicap *handicap)
{
    long long fields[10 + GROUP_COUNT];
    int count = 0;
    char *end;
    for (; count < 10 + GROUP_COUNT; count++, text = end) {
        fields[count] = count == 9 ? (long long)strtoull(text, &end, 10) : strtoll(text, &end, 10);
        if (end == text)
            return false;
    }
    *handicap = (struct handicap){
        .limited = fields[0] != 0, .elo = (int)fields[1], .nodes_per_second = (int)fields[2],
        .move_error = (int)fields[3], .blunder_error = (int)fields[4],
        .blunder_chance = (int)fields[5], .endgame_percent = (int)fields[6],
        .method = fields[7] >= 0 && fields[7] < METHOD_COUNT ? (enum method)fields[7] : 0,
        .rules = (unsigned)fields[8], .seed = (uint64_t)fields[9]};
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap->knowledge[i] = (int)fields[10 + i];
    read_parameters(text, handicap);
    return true;
}
