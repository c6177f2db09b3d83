/* Describes a level in words. */
#include "src/review/level_text.h"

#include <stdio.h>

#include "src/util/text.h"

uint64_t level_budget(const struct handicap *handicap, char *text, size_t size)
{
    enum { SECONDS = 3 };
    struct position start;
    char number[32];
    chess_start(&start);
    uint64_t nodes = handicap_nodes(handicap, &start, 1000 * SECONDS);
    text_thousands(nodes, number, sizeof number);
    if (handicap->time_discount == 100)
        snprintf(text, size, "%s positions a move", number);
    else
        snprintf(text, size, "%s positions in %d s", number, SECONDS);
    return nodes;
}

void level_groups(const struct handicap *handicap, int low, int high, bool brief, char *text,
                  size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < GROUP_COUNT; i++) {
        enum group group = (enum group)i;
        int percent = handicap->knowledge[i];
        if (percent < low || percent > high)
            continue;
        text_add(text, size, "%s%s", *text ? ", " : "",
                 brief ? group_name(group) : group_words(group));
        if (percent > 0 && percent < 100)
            text_add(text, size, " %d%%", percent);
    }
    if (!*text)
        text_add(text, size, "nothing");
}
