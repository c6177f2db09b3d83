/* Lists the changes of a level that are worth trying: of its knowledge, its errors, its speed, its
 * seed. */
#include "src/game/handicap_change.h"

#include <stdio.h>

enum { MORE_NODES = 10, SPEED_MAX = 1000000000 };

static struct handicap_change *add(struct handicap_change changes[], int *count,
                                   const struct handicap *level)
{
    changes[*count].handicap = *level;
    return &changes[(*count)++];
}

/* Sets *value to the value at which the parameter causes no errors. Returns false if the parameter
 * never causes errors. */
static bool find_harmless(int index, int *value)
{
    static const struct {
        int index, value;
    } errors[] = {{PARAMETER_move_error, 0}, {PARAMETER_blunder_error, 0},
                  {PARAMETER_root_error, 0}, {PARAMETER_leaf_noise, 0},
                  {PARAMETER_walk, 0},       {PARAMETER_margin, 0},
                  {PARAMETER_boldness, 1},   {PARAMETER_temperature, 1},
                  {PARAMETER_skill, 100},    {PARAMETER_strength, 100}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i].index == index) {
            *value = errors[i].value;
            return true;
        }
    }
    return false;
}

static void take_errors(struct handicap_change changes[], int *count, const struct handicap *level,
                        struct handicap *all)
{
    int value = 0;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method != level->method || !find_harmless(i, &value) ||
            *handicap_parameter(all, i) == value)
            continue;
        struct handicap_change *change = add(changes, count, level);
        *handicap_parameter(&change->handicap, i) = *handicap_parameter(all, i) = value;
        snprintf(change->name, sizeof change->name, "%s%s", value > 1 ? "full " : "no ",
                 parameter->name);
        for (char *at = change->name; *at; at++)
            *at = *at == '_' ? ' ' : *at;
    }
}

int handicap_changes(const struct handicap *level, const struct limits *limits,
                     struct handicap_change changes[HANDICAP_CHANGES_MAX])
{
    int count = 0;
    struct handicap all = *level;
    if (!level->limited)
        return 0;
    struct handicap_change *change = add(changes, &count, level);
    change->handicap.seed += 1;
    snprintf(change->name, sizeof change->name, "another seed");
    for (int group = 0; group < GROUP_COUNT; group++) {
        if (level->knowledge[group] == 100)
            continue;
        change = add(changes, &count, level);
        change->handicap.knowledge[group] = all.knowledge[group] = 100;
        snprintf(change->name, sizeof change->name, "%s", group_words((enum group)group));
    }
    take_errors(changes, &count, level, &all);
    if (level->rules) {
        change = add(changes, &count, level);
        change->handicap.rules = all.rules = 0;
        snprintf(change->name, sizeof change->name, "no human rules");
    }
    if (!limits->nodes && !limits->depth) {
        change = add(changes, &count, level);
        all.nodes_per_second = level->nodes_per_second < SPEED_MAX / MORE_NODES
                                   ? level->nodes_per_second * MORE_NODES
                                   : SPEED_MAX;
        change->handicap.nodes_per_second = all.nodes_per_second;
        snprintf(change->name, sizeof change->name, "ten times the nodes");
    }
    change = add(changes, &count, &all);
    snprintf(change->name, sizeof change->name, "all changes at once");
    return count;
}
