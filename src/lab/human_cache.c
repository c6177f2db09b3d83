/* The cache file: a header, then each choice followed by its options, as they are in memory. */
#include "src/lab/human_cache.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = "FALHUMAN";
enum { ORDER = 0x01020304 };

void human_set_clear(struct human_set *set)
{
    free(set->choices);
    free(set->first);
    free(set->options);
    *set = (struct human_set){.choices = NULL};
}

static bool make_room(struct human_set *set, size_t options)
{
    if (set->count == set->room) {
        size_t room = set->room ? 2 * set->room : 4096;
        struct human_choice *choices = realloc(set->choices, room * sizeof *choices);
        if (choices)
            set->choices = choices;
        size_t *first = choices ? realloc(set->first, room * sizeof *first) : NULL;
        if (!first)
            return false;
        set->first = first;
        set->room = room;
    }
    if (set->option_count + options > set->option_room) {
        size_t room = 2 * set->option_room + CHESS_MOVES_MAX;
        struct human_option *more = realloc(set->options, room * sizeof *more);
        if (!more)
            return false;
        set->options = more;
        set->option_room = room;
    }
    return true;
}

bool human_set_add(struct human_set *set, const struct human_choice *choice,
                   const struct human_option options[])
{
    if (!make_room(set, choice->count))
        return false;
    set->first[set->count] = set->option_count;
    set->choices[set->count++] = *choice;
    memcpy(set->options + set->option_count, options, choice->count * sizeof *options);
    set->option_count += choice->count;
    return true;
}

bool human_choice_unpack(const struct human_choice *choice, const struct human_option options[],
                         struct position *previous, struct position *position,
                         struct situation *situation, struct candidate candidates[CHESS_MOVES_MAX])
{
    if (!record_unpack(&choice->before, previous) || choice->played >= choice->count)
        return false;
    *position = *previous;
    *situation = (struct situation){.position = position, .last = choice->last, .own = choice->own};
    if (!(choice->flags & HUMAN_FIRST)) {
        if (!chess_is_legal(position, choice->last))
            return false;
        chess_play(position, choice->last);
        situation->previous = previous;
    }
    Move moves[CHESS_MOVES_MAX];
    if (choice->count != chess_moves(position, moves))
        return false;
    for (int i = 0; i < choice->count; i++) {
        struct candidate *candidate = &candidates[i];
        if (!chess_is_legal(position, options[i].move))
            return false;
        *candidate = (struct candidate){.move = options[i].move, .score = options[i].score};
        for (int j = 0; j < CANDIDATE_GLANCES; j++)
            candidate->glance[j] = options[i].glance[j];
    }
    return true;
}

struct human_cache_header human_cache_header(uint64_t fingerprint)
{
    struct human_cache_header header = {
        .order = ORDER, .options = sizeof(struct human_option), .fingerprint = fingerprint};
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

bool human_cache_begin(FILE *file, uint64_t fingerprint, struct human_cache_header *header)
{
    struct human_cache_header wanted = human_cache_header(fingerprint);
    return fread(header, sizeof *header, 1, file) == 1 &&
           memcmp(header->magic, wanted.magic, sizeof magic) == 0 && header->order == ORDER &&
           header->options == wanted.options && header->fingerprint == fingerprint;
}

bool human_cache_write(FILE *file, const struct human_choice *choice,
                       const struct human_option options[])
{
    return fwrite(choice, sizeof *choice, 1, file) == 1 &&
           fwrite(options, sizeof *options, choice->count, file) == choice->count;
}

bool human_cache_read(FILE *file, uint64_t games, struct human_set *set, long *end)
{
    struct human_choice choice;
    struct human_option options[CHESS_MOVES_MAX];
    for (;;) {
        *end = ftell(file);
        if (fread(&choice, sizeof choice, 1, file) != 1 || choice.game >= games ||
            choice.count > CHESS_MOVES_MAX ||
            fread(options, sizeof *options, choice.count, file) != choice.count)
            return true;
        if (!human_set_add(set, &choice, options))
            return false;
    }
}
