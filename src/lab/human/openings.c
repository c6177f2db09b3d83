/* The openings of the choice model: in each position of the first moves that came often enough, how
 * often every move was played, by three groups of rating. */
#include <stdlib.h>

#include "src/lab/human/fit.h"

enum { SEEN_MIN = 6 /* choices in a position, to be kept */, GROUPS = 3 };

struct played {
    uint64_t key;
    Move move;
    uint8_t group;
    struct record before; /* with last, to tell the move's text */
    uint16_t last;
    bool first;
};

static int by_key(const void *a, const void *b)
{
    const struct played *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->move - other->move;
}

/* False: it is no position of the first moves, or a damaged one. */
static bool position_of(const struct record *before, uint16_t last, bool first,
                        struct position *position)
{
    if (!record_unpack(before, position))
        return false;
    if (!first) {
        if (!chess_is_legal(position, last))
            return false;
        chess_play(position, last);
    }
    return position->fullmove <= CHOICE_BOOK_MOVES && !position->chess960;
}

static size_t gather(const struct human_set *set, struct played *played)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct human_choice *choice = &set->choices[i];
        struct position position;
        bool first = choice->flags & HUMAN_FIRST;
        if ((choice->flags & (HUMAN_HELD_OUT | HUMAN_SELFPLAY)) ||
            choice->played >= choice->count || choice->before.fullmove > CHOICE_BOOK_MOVES ||
            !position_of(&choice->before, choice->last, first, &position))
            continue;
        int group = choice->rating < 1400 ? 0 : choice->rating < 1800 ? 1 : 2;
        played[count++] = (struct played){.key = position.key,
                                          .move = set->options[set->first[i] + choice->played].move,
                                          .group = (uint8_t)group,
                                          .before = choice->before,
                                          .last = choice->last,
                                          .first = first};
    }
    qsort(played, count, sizeof *played, by_key);
    return count;
}

static void write_position(FILE *file, const struct played *played, size_t count)
{
    struct position position;
    if (!position_of(&played->before, played->last, played->first, &position))
        return;
    fprintf(file, "%016llx", (unsigned long long)played->key);
    for (size_t i = 0, next; i < count; i = next) {
        int counts[GROUPS] = {0};
        char uci[CHESS_UCI_MAX];
        for (next = i; next < count && played[next].move == played[i].move; next++)
            counts[played[next].group]++;
        if (next - i < 2)
            continue;
        chess_to_uci(&position, played[i].move, uci);
        fprintf(file, " %s %d %d %d", uci, counts[0], counts[1], counts[2]);
    }
    fputc('\n', file);
}

bool human_write_openings(FILE *file, const struct human_set *set)
{
    struct played *played = malloc((set->count + 1) * sizeof *played);
    if (!played)
        return false;
    size_t count = gather(set, played);
    fputs(
        "# What method human opens with: a line a position of the first moves, its Polyglot key and\n"
        "# each move, played so often by players below 1400, below 1800 and above. Written by\n"
        "# fallible tune human out of the games it trains on, and built into the program.\n",
        file);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && played[next].key == played[i].key;)
            next++;
        if (next - i >= SEEN_MIN)
            write_position(file, played + i, next - i);
    }
    free(played);
    return !ferror(file);
}
