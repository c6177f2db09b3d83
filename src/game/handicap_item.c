/* Lists a handicap's items: the nodes per second, the parameters of its method (from
 * METHOD_PARAMETERS), and the percentages of the positional groups. Steps, writes and reads their
 * values. */
#include "src/game/handicap_item.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

enum { NODES_MIN = 10, NODES_MAX = 10000000, PER_MILLE_OF_CHANCE = 1024 };

static bool is_chance(const struct handicap_item *item)
{
    return strcmp(item->unit, "/1024") == 0;
}

/* Makes an item's name from the name of the engine option: "Move Error" becomes "MoveError", and
 * "Blunder Chance" becomes "BlunderPercent". */
static void name_parameter(const struct method_parameter *parameter, char *name, size_t size)
{
    size_t length = 0;
    for (const char *at = parameter->option; *at && length + 1 < size; at++)
        if (*at != ' ')
            name[length++] = *at;
    name[length] = '\0';
    if (strcmp(parameter->option, "Blunder Chance") == 0)
        snprintf(name, size, "BlunderPercent");
}

int handicap_items(struct handicap *handicap, struct handicap_item items[HANDICAP_ITEMS_MAX])
{
    int count = 0;
    items[count++] = (struct handicap_item){.name = "nodes", .unit = "/s", .group = GROUP_COUNT,
                                            .value = &handicap->nodes_per_second,
                                            .min = NODES_MIN, .max = NODES_MAX};
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method != handicap->method)
            continue;
        struct handicap_item *item = &items[count++];
        *item = (struct handicap_item){.unit = parameter->unit, .group = GROUP_COUNT,
                                       .value = handicap_parameter(handicap, i),
                                       .min = parameter->min, .max = parameter->max};
        name_parameter(parameter, item->name, sizeof item->name);
    }
    for (int group = 0; group < GROUP_COUNT; group++) {
        struct handicap_item *item = &items[count++];
        *item = (struct handicap_item){.unit = "%", .group = group, .max = 100,
                                       .value = &handicap->knowledge[group]};
        snprintf(item->name, sizeof item->name, "%s", group_key((enum group)group));
    }
    return count;
}

static int step_size(const struct handicap_item *item)
{
    int value = *item->value;
    if (item->group < GROUP_COUNT)
        return 10;
    if (is_chance(item) || strcmp(item->unit, "%") == 0)
        return 5;
    if (item->min >= 400 && item->max <= 3000) /* a rating */
        return 25;
    return value < 100 ? 5 : value < 1000 ? 25 : (int)pow(10, floor(log10(value)) - 1);
}

void handicap_item_step(const struct handicap_item *item, int direction)
{
    int step = step_size(item), value = *item->value;
    int off = value % step; /* the distance to the next lower multiple of the step */
    value += direction > 0 ? step - off : off ? -off : -step;
    *item->value = value < item->min ? item->min : value > item->max ? item->max : value;
}

void handicap_item_value(const struct handicap_item *item, char *text, size_t size)
{
    if (strcmp(item->unit, "/s") == 0) {
        text_thousands((uint64_t)*item->value, text, size);
        text_add(text, size, "%s", item->unit);
        return;
    }
    if (item->group < GROUP_COUNT && *item->value >= 100)
        snprintf(text, size, "on");
    else if (item->group < GROUP_COUNT && *item->value <= 0)
        snprintf(text, size, "off");
    else if (is_chance(item))
        snprintf(text, size, "%.1f", *item->value * 100.0 / PER_MILLE_OF_CHANCE);
    else
        snprintf(text, size, "%d%s", *item->value, strcmp(item->unit, "%") == 0 ? "%" : "");
}

bool handicap_item_read(const struct handicap_item *item, const char *text, struct error *error)
{
    char number[32];
    double scale = is_chance(item) ? PER_MILLE_OF_CHANCE / 100.0 : 1;
    size_t length = 0;
    bool on = strcmp(text, "on") == 0;
    if (item->group < GROUP_COUNT && (on || strcmp(text, "off") == 0)) {
        *item->value = on ? item->max : item->min;
        return true;
    }
    for (const char *at = text; *at && length + 1 < sizeof number; at++)
        if (*at != ',')
            number[length++] = *at;
    number[length] = '\0';
    if (length > 0 && number[length - 1] == '%')
        number[length - 1] = '\0';
    else if (length > 2 && strcmp(number + length - 2, "/s") == 0)
        number[length - 2] = '\0';
    char *end;
    double value = strtod(number, &end) * scale;
    if (end == number || *end || !(value >= item->min - 0.5 && value <= item->max + 0.5))
        return error_set(error, "%s takes a number from %.9g to %.9g, not \"%.40s\"", item->name,
                         item->min / scale, item->max / scale, text);
    *item->value = (int)lround(value);
    return true;
}

bool handicap_items_differ(const struct handicap *one, const struct handicap *other)
{
    struct handicap ours = *one, theirs = *other;
    struct handicap_item our_items[HANDICAP_ITEMS_MAX], their_items[HANDICAP_ITEMS_MAX];
    int count = handicap_items(&ours, our_items);
    if (one->method != other->method || count != handicap_items(&theirs, their_items))
        return true;
    for (int i = 0; i < count; i++)
        if (*our_items[i].value != *their_items[i].value)
            return true;
    return false;
}

bool same_handicap(const struct handicap *one, const struct handicap *other)
{
    return one->limited == other->limited && one->elo == other->elo && one->seed == other->seed &&
           strcmp(one->like, other->like) == 0 && !handicap_items_differ(one, other);
}
