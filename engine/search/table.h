/* The transposition table: what was learnt about positions, shared by all threads without locks. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"

enum { TABLE_CLUSTER = 4, TABLE_EVAL_ONLY = 3 /* a bound: only the evaluation is known */ };

/* Two words; the first is the key xor the second, so that a pair torn by two writers never
 * matches a key. */
struct table_slot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct table_cluster {
    struct table_slot slots[TABLE_CLUSTER];
};
_Static_assert(sizeof(struct table_cluster) == 64, "a cluster is one cache line");

struct table {
    void *memory;                   /* as mapped */
    size_t mapped;                  /* bytes */
    struct table_cluster *clusters; /* aligned in it */
    uint64_t allocated;             /* clusters */
    uint64_t count;                 /* clusters in use, at most allocated */
    unsigned age;                   /* of the current search, 0 .. 31 */
    bool used;                      /* something may have been stored since the last clear */
};

struct table_entry {
    Move move;
    Score score; /* mates counted from this position */
    Score eval;  /* static evaluation, SCORE_NONE when not known */
    int depth;
    int bound; /* enum bound or TABLE_EVAL_ONLY */
    bool pv;   /* has been on a principal variation */
};

/* Allocates an empty table of hash_mb mebibytes, in huge pages where the system gives them; false
 * when out of memory. */
MUST_USE bool table_create(struct table *table, int hash_mb);
void table_destroy(struct table *table);
/* Empties it with so many threads. */
void table_clear(struct table *table, int threads);

/* Uses only as many clusters as a search of that many nodes needs, and empties those. */
void table_restrict(struct table *table, uint64_t nodes);
/* Uses everything again; what a restricted search left is cleared, with so many threads. */
void table_unrestrict(struct table *table, int threads);

/* Before each search: entries of earlier ones become replaceable. */
void table_grow_older(struct table *table);

bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry);
void table_store(struct table *table, uint64_t key, const struct table_entry *entry);
int table_permille(const struct table *table);

static inline struct table_cluster *table_cluster(const struct table *table, uint64_t key)
{
    return &table->clusters[((key >> 32) * table->count) >> 32];
}

static inline void table_prefetch(const struct table *table, uint64_t key)
{
#if defined(__GNUC__)
    __builtin_prefetch(table_cluster(table, key));
#else
    (void)table, (void)key;
#endif
}
