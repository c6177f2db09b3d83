/* A set of labelled positions: duplicates are dropped, a tenth is held out, and each position can
 * be replaced with the quiet position at the end of its captures. */
#include "src/lab/tune/tune_set.h"

#include <stdlib.h>

#include "engine/random.h"
#include "src/lab/tune/tune_quiet.h"
#include "src/util/array.h"

enum {
    HELD_OUT = 10,           /* one in this many games, or runs of adjacent lines, is held out */
    RESOLVE_PIECE = 64,      /* positions a thread takes at a time */
    RESOLVE_SLICE = 1 << 14, /* positions between two calls of progress */
};

static bool insert_key(struct record_set *set, uint64_t key)
{
    size_t mask = set->key_capacity - 1, at = (size_t)key & mask;
    while (set->keys[at]) {
        if (set->keys[at] == key)
            return false;
        at = (at + 1) & mask;
    }
    set->keys[at] = key;
    set->key_count++;
    return true;
}

static bool grow_keys(struct record_set *set)
{
    if (set->key_count * 2 < set->key_capacity)
        return true;
    uint64_t *old = set->keys;
    size_t capacity = set->key_capacity;
    set->key_capacity = capacity ? 2 * capacity : 1 << 16;
    set->keys = calloc(set->key_capacity, sizeof *set->keys);
    if (!set->keys) {
        set->keys = old;
        set->key_capacity = capacity;
        return false;
    }
    set->key_count = 0;
    for (size_t i = 0; i < capacity; i++)
        if (old[i])
            insert_key(set, old[i]);
    free(old);
    return true;
}

bool records_add(struct record_set *set, const struct record *record)
{
    uint64_t key = record_key(record);
    if (!grow_keys(set))
        return false;
    if (!insert_key(set, key ? key : 1)) {
        set->duplicates++;
        return true;
    }
    if (!ARRAY_RESERVE(set->records, set->count, &set->capacity))
        return false;
    set->records[set->count++] = *record;
    return true;
}

void records_clear(struct record_set *set)
{
    free(set->records);
    free(set->keys);
    *set = (struct record_set){.records = NULL};
}

/* Uses a different hash from random_mix. The formula must not change: a tuning run that is
 * continued has to hold out the same positions as before. */
bool records_is_held_out(uint64_t number)
{
    number = (number + 1) * RANDOM_STEP;
    number ^= number >> 31;
    number *= 0xBF58476D1CE4E5B9ULL;
    return (number >> 32) % HELD_OUT == 0;
}

/* Quiet positions */

struct resolver {
    struct record_set *set;
    const struct weights *weights;
    int first, end; /* the positions of this slice */
};

static void resolve_piece(void *context, int piece)
{
    const struct resolver *resolver = context;
    int first = resolver->first + piece * RESOLVE_PIECE;
    for (int i = first; i < first + RESOLVE_PIECE && i < resolver->end; i++) {
        struct record *record = &resolver->set->records[i], quiet;
        struct position position;
        if (!record_unpack(record, &position) || !quiet_resolve(&position, resolver->weights) ||
            !record_pack(&quiet, &position)) {
            record->occupied = 0;
            continue;
        }
        quiet.score = record->score;
        quiet.result = record->result;
        quiet.flags |= record->flags & RECORD_HELD_OUT;
        *record = quiet;
    }
}

bool records_resolve(struct record_set *set, const struct weights *weights, struct pool *pool,
                     const char *name, records_progress progress, void *context)
{
    struct resolver resolver = {.set = set, .weights = weights};
    for (; resolver.first < set->count; resolver.first = resolver.end) {
        int percent = (int)(100LL * resolver.first / set->count);
        if (progress && !progress(context, TUNE_RESOLVING, name, set->count, percent))
            return false;
        int count = set->count - resolver.first;
        count = count < RESOLVE_SLICE ? count : RESOLVE_SLICE;
        resolver.end = resolver.first + count;
        pool_run(pool, (count + RESOLVE_PIECE - 1) / RESOLVE_PIECE, resolve_piece, &resolver);
    }
    int kept = 0;
    for (int i = 0; i < set->count; i++)
        if (set->records[i].occupied)
            set->records[kept++] = set->records[i];
    set->unquiet += set->count - kept;
    set->count = kept;
    return true;
}
