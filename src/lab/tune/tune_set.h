/* A set of labelled positions without duplicates. */
#pragma once

#include "engine/evaluation.h"
#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_record.h"
#include "src/util/thread_pool.h"

struct record_set {
    struct record *records; /* owned */
    int count, capacity;
    uint64_t *keys; /* hash table of all positions seen, open addressing, 0 is empty; owned */
    size_t key_count, key_capacity;
    int duplicates;             /* positions left out because they were already in the set */
    int unquiet;                /* positions left out because their captures end in mate or check */
    int games, bad_games;       /* games read from PGN; games that could not be read */
    struct error first_trouble; /* why the first unreadable game cannot be read */
    int from_cache;             /* positions taken from a cache */
};

/* Called while positions are read or resolved. At the stage TUNE_READING, `count` positions have
 * been read, and `percent` of the file `name`, -1 if unknown. At TUNE_RESOLVING, `percent` of the
 * `count` positions have been resolved. Returns false to stop. */
typedef bool (*records_progress)(void *context, enum tune_stage stage, const char *name, int count,
                                 int percent);

/* Adds one labelled position unless it is a duplicate; returns false when out of memory. */
MUST_USE bool records_add(struct record_set *set, const struct record *record);
/* Returns whether the game (or run of adjacent lines) with this number is held out; one in ten
 * is. */
bool records_is_held_out(uint64_t number);
/* Replaces each position with the quiet position at the end of its captures (tune_quiet.h), and
 * drops positions without one; results are unchanged. `name` is the file name for progress. Returns
 * false if `progress` returned false; some positions are then not resolved. */
MUST_USE bool records_resolve(struct record_set *set, const struct weights *weights,
                              struct pool *pool, const char *name, records_progress progress,
                              void *context);
void records_clear(struct record_set *set);
