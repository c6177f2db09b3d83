/* A set of labelled positions, each of them once. */
#pragma once

#include "engine/evaluation.h"
#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_record.h"
#include "src/util/thread_pool.h"

struct record_set {
    struct record *records; /* owned */
    int count, room;
    uint64_t *keys; /* of every position seen: an open hash table, 0 is empty; owned */
    size_t key_count, key_room;
    int duplicates;             /* left out, because the position was there before */
    int unquiet;                /* left out, because its captures end in mate or check */
    int games, bad_games;       /* read from PGN, and unreadable ones */
    struct error first_trouble; /* with the first of those */
    int from_cache;             /* positions that were quiet already */
};

/* stage: TUNE_READING or TUNE_RESOLVING. count: positions so far; percent: of the file, -1 where
 * nobody knows. False: stop. */
typedef bool (*records_progress)(void *context, enum tune_stage stage, const char *name, int count,
                                 int percent);

/* Adds one labelled position unless it is there; false when out of memory. */
MUST_USE bool records_add(struct record_set *set, const struct record *record);
/* Whether the number-th game, or run of neighbours, is never trained on: one in ten. */
bool records_is_held_out(uint64_t number);
/* Replaces each position by the quiet end of its captures. Results stay. name: of the file, for
 * progress. False: progress said no, and some are as they were. */
MUST_USE bool records_resolve(struct record_set *set, const struct weights *weights,
                              struct pool *pool, const char *name, records_progress progress,
                              void *context);
void records_clear(struct record_set *set);
