/* The transposition table: results of earlier searches, shared by all threads without locks. */
#pragma once

#include <stdatomic.h>

#include "engine/prefetch.h"
#include "engine/types.h"

enum { TT_CLUSTER = 4, TT_EVAL_ONLY = 3 /* the bound of an entry that has only an evaluation */ };

/* One entry in two words: data, and check, which is the key xored with data. If two threads write a
 * slot at once, it may end up with the words of different entries, which then match no key. */
struct tt_slot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct tt_cluster {
    struct tt_slot slots[TT_CLUSTER];
};
_Static_assert(sizeof(struct tt_cluster) == 64, "a cluster is one cache line");

struct tt {
    void *memory;                /* what mmap returned */
    size_t mapped;               /* size of memory in bytes */
    struct tt_cluster *clusters; /* the table itself, aligned to huge pages inside memory */
    uint64_t allocated;          /* number of clusters allocated */
    uint64_t count;              /* number of clusters in use, at most allocated */
    unsigned age;                /* number of the current search, modulo 32. Entries of earlier
                                  * searches are replaced first */
    uint64_t dirty;              /* number of clusters, from the first, that may hold entries of
                                  * earlier searches. Clearing the rest would only take time */
};

struct tt_entry {
    Move move;
    Score score; /* mate scores count the plies from this position */
    Score eval;  /* static evaluation, SCORE_NONE if unknown */
    int depth;
    int bound; /* enum bound or TT_EVAL_ONLY */
    bool pv;   /* the position was on a principal variation when it was stored */
};

/* Allocates an empty table of hash_mb mebibytes, in huge pages if the system has them. Returns
 * false if out of memory. */
MUST_USE bool tt_create(struct tt *table, int hash_mb);
void tt_destroy(struct tt *table);
/* Clears the table with up to `threads` threads. */
void tt_clear(struct tt *table, int threads);

/* Uses only as many clusters as a search of `nodes` nodes needs, and clears these. For a weakened
 * engine: its result must not depend on earlier searches. */
void tt_restrict(struct tt *table, uint64_t nodes);
/* Uses all clusters again. If the table was restricted, clears it with up to `threads` threads. */
void tt_unrestrict(struct tt *table, int threads);

/* Begins a new age; call it before each search. From then on, the entries of earlier searches are
 * replaced first. */
void tt_grow_older(struct tt *table);

bool tt_probe(const struct tt *table, uint64_t key, struct tt_entry *entry);
void tt_store(struct tt *table, uint64_t key, const struct tt_entry *entry);
int tt_permille(const struct tt *table);

static inline struct tt_cluster *tt_cluster(const struct tt *table, uint64_t key)
{
    return &table->clusters[((key >> 32) * table->count) >> 32];
}

static inline void tt_prefetch(const struct tt *table, uint64_t key)
{
    prefetch(tt_cluster(table, key));
}
