/* The numbers of a handicap that a user can change one by one: nodes, the parameters of its method,
 * and the percentage of each positional group. */
#pragma once

#include "engine/strength.h"

struct handicap_item {
    char name[32];    /* the item's name: "nodes", "MoveError", "BlunderPercent"; for a group, its
                       * key */
    const char *unit; /* the unit: "cp", "%", "/s", "/1024" (shown as a percentage), "" and so on */
    int group;        /* enum group, if the item is a group's percentage, otherwise GROUP_COUNT */
    int *value;       /* points into the handicap */
    int min, max;
};

enum { HANDICAP_ITEMS_MAX = 1 + METHOD_PARAMETER_COUNT + GROUP_COUNT };

/* Lists the items of a handicap, the groups last. Returns their number. */
int handicap_items(struct handicap *handicap, struct handicap_item items[HANDICAP_ITEMS_MAX]);
/* Changes the number by one step of a suitable size, up or down, within its limits. */
void handicap_item_step(const struct handicap_item *item, int direction);
/* Writes the value as shown: "39,151/s", "31", "6.5", "on", "47%". */
void handicap_item_value(const struct handicap_item *item, char *text, size_t size);
/* Reads a value in the form that handicap_item_value writes. Returns false and sets *error if it is
 * not valid. */
MUST_USE bool handicap_item_read(const struct handicap_item *item, const char *text,
                                 struct error *error);

/* Returns whether two handicaps differ in one of the numbers listed by handicap_items. They may
 * have different methods. */
bool handicap_items_differ(const struct handicap *one, const struct handicap *other);
/* Returns whether two handicaps describe the same opponent. Their other fields follow from the Elo
 * and the method. */
bool same_handicap(const struct handicap *one, const struct handicap *other);
