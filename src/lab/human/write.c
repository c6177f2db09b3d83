/* Writes the files of a choice model: the weights of the features, and the openings. The openings
 * list the positions of the first moves that occurred often enough, with how often each move was
 * played in them, for three groups of ratings. Decimal fractions are written in the C locale. */
#include <stdlib.h>

#include "src/lab/human/fit.h"

bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin)
{
    fprintf(
        file,
        "# The choice model of method human: the weight of each feature of a move at each rating,\n"
        "# interpolated linearly. A move's probability is the softmax of its weighted features.\n"
        "# engine/human/features.def describes the features. Written by fallible tune human and\n"
        "# built into the program: %s.\n\n"
        "#                       600     1000     1400     1800     2200     2600\n",
        origin);
    for (int i = 0; i < choice_feature_count(); i++) {
        fprintf(file, "%-18s", choice_feature_name(i));
        for (int k = 0; k < CHOICE_KNOTS; k++)
            fprintf(file, " %8.4f", (double)model->weights[i][k]);
        fputc('\n', file);
    }
    return !ferror(file);
}

/* Openings */

enum { SEEN_MIN = 6 /* positions that occurred less often are not listed */, GROUPS = 3 };

struct played {
    uint64_t key;
    Move move;
    uint8_t group;
    struct record before; /* the position before the move `last`, or the position itself if `first`
                             is true */
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

/* Sets *position. Returns false if the position comes after the first CHOICE_BOOK_MOVES moves, is
 * from a Chess960 game, or is damaged. */
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
        if ((choice->flags & HUMAN_HELD_OUT) || choice->played >= choice->count ||
            choice->before.fullmove > CHOICE_BOOK_MOVES ||
            !position_of(&choice->before, choice->recent[0], first, &position))
            continue;
        int group = choice->rating < 1400 ? 0 : choice->rating < 1800 ? 1 : 2;
        played[count++] = (struct played){.key = position.key,
                                          .move = set->options[set->first[i] + choice->played].move,
                                          .group = (uint8_t)group,
                                          .before = choice->before,
                                          .last = choice->recent[0],
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
        "# The openings of method human. Each line has the Polyglot key of a position of the "
        "first\n"
        "# moves, and for each move how often players below 1400, below 1800 and above played it.\n"
        "# Written by fallible tune human from the games it trains on, and built into the "
        "program.\n",
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
