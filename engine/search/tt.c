/* The transposition table. Threads read and write it without locks: each entry consists of two
 * atomic words, and the stored key is xored with the data (Hyatt and Mann, "A lock-less
 * transposition table implementation for parallel search"). A torn entry therefore matches no
 * key. */
#include "engine/search/tt.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/search/huge_page.h"

/* Layout of the data word, by bits: move 0-15, score 16-31, eval 32-47, depth + DEPTH_SHIFT 48-55,
 * bound 56-57, pv 58, age 59-63. A depth byte of 0 marks an empty slot. */
enum { DEPTH_SHIFT = 8, AGES = 32 };

enum {
    CLEARERS_MAX = 64,
    SLICE_MIN = 1 << 18, /* clusters (16 MB): clearing uses one more thread for each such part of
                          * the table */
};

static uint64_t pack(const struct tt_entry *entry, unsigned age)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 |
           (uint64_t)(uint8_t)(entry->depth + DEPTH_SHIFT) << 48 |
           (uint64_t)(unsigned)entry->bound << 56 | (uint64_t)entry->pv << 58 | (uint64_t)age << 59;
}

static void unpack(uint64_t data, struct tt_entry *entry)
{
    entry->move = (Move)data;
    entry->score = (int16_t)(data >> 16);
    entry->eval = (int16_t)(data >> 32);
    entry->depth = (int)((data >> 48) & 255) - DEPTH_SHIFT;
    entry->bound = (int)((data >> 56) & 3);
    entry->pv = (data >> 58) & 1;
}

/* Returns whether the machine has that much physical memory. A system that overcommits would let
 * mmap succeed with more, and kill the process later, during a search. */
static bool machine_has(uint64_t bytes)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages <= 0 || size <= 0 || bytes <= (uint64_t)pages * (uint64_t)size;
#else
    (void)bytes;
    return true;
#endif
}

bool tt_create(struct tt *table, int hash_mb)
{
    const size_t alignment = HUGE_PAGE;
    uint64_t bytes = (uint64_t)hash_mb << 20;
    memset(table, 0, sizeof *table);
    if (hash_mb < 1 || bytes > SIZE_MAX - alignment || !machine_has(bytes))
        return false;
    /* Pages are allocated when first used, so creating a large table is fast. */
    table->mapped = (size_t)bytes + alignment;
    void *memory =
        mmap(NULL, table->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    table->memory = memory;
    uintptr_t start = ((uintptr_t)memory + alignment - 1) & ~(uintptr_t)(alignment - 1);
    table->clusters = (struct tt_cluster *)start;
    table->allocated = table->count = bytes / sizeof(struct tt_cluster);
    use_huge_pages(table->clusters, (size_t)bytes);
    return true;
}

void tt_destroy(struct tt *table)
{
    if (table->memory)
        munmap(table->memory, table->mapped);
    memset(table, 0, sizeof *table);
}

struct slice {
    struct tt_cluster *from;
    uint64_t clusters;
};

static void *empty_slice(void *argument)
{
    const struct slice *slice = argument;
    memset((void *)slice->from, 0, (size_t)slice->clusters * sizeof *slice->from);
    return NULL;
}

/* Clears the first `clusters` clusters, with up to `threads` threads if the table is large. If a
 * thread cannot be created, the calling thread clears its share. */
static void empty(struct tt *table, uint64_t clusters, int threads)
{
    pthread_t helpers[CLEARERS_MAX];
    struct slice slices[CLEARERS_MAX] = {{0}};
    uint64_t most = clusters / SLICE_MIN + 1;
    int count = threads < CLEARERS_MAX ? threads : CLEARERS_MAX, started = 1;
    count = (uint64_t)count < most ? count : (int)most;
    count = count > 1 ? count : 1;
    for (int i = 0; i < count; i++) {
        uint64_t from = clusters * (uint64_t)i / (uint64_t)count;
        uint64_t to = clusters * (uint64_t)(i + 1) / (uint64_t)count;
        slices[i] = (struct slice){table->clusters + from, to - from};
    }
    while (started < count &&
           !pthread_create(&helpers[started], NULL, empty_slice, &slices[started]))
        started++;
    empty_slice(&slices[0]);
    for (int i = started; i < count; i++)
        empty_slice(&slices[i]);
    for (int i = 1; i < started; i++)
        pthread_join(helpers[i], NULL);
}

void tt_clear(struct tt *table, int threads)
{
    empty(table, table->dirty, threads);
    table->dirty = 0;
    table->age = 0;
}

void tt_restrict(struct tt *table, uint64_t nodes)
{
    const uint64_t least = 1024;
    uint64_t count = nodes < least ? least : nodes;
    table->count = count < table->allocated ? count : table->allocated;
    empty(table, table->count < table->dirty ? table->count : table->dirty, 1);
    table->age = 0;
}

void tt_unrestrict(struct tt *table, int threads)
{
    if (table->count != table->allocated)
        tt_clear(table, threads);
    table->count = table->allocated;
}

void tt_grow_older(struct tt *table)
{
    table->age = (table->age + 1) % AGES;
    table->dirty = table->dirty > table->count ? table->dirty : table->count;
}

bool tt_probe(const struct tt *table, uint64_t key, struct tt_entry *entry)
{
    struct tt_cluster *cluster = tt_cluster(table, key);
    for (int i = 0; i < TT_CLUSTER; i++) {
        struct tt_slot *slot = &cluster->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && (data >> 48 & 255)) {
            unpack(data, entry);
            return true;
        }
    }
    return false;
}

void tt_store(struct tt *table, uint64_t key, const struct tt_entry *entry)
{
    struct tt_cluster *cluster = tt_cluster(table, key);
    struct tt_slot *chosen = NULL;
    struct tt_entry fresh = *entry;
    int lowest = INT32_MAX;

    for (int i = 0; i < TT_CLUSTER; i++) {
        struct tt_slot *slot = &cluster->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        int depth = (int)(data >> 48 & 255), older = (int)(table->age - (data >> 59)) & (AGES - 1);
        if ((check ^ data) == key && depth) {
            /* The slot already holds the same position. Keep its move if the new entry has none,
             * and keep the old entry unchanged if it is much deeper and from this search. */
            if (!fresh.move)
                fresh.move = (Move)data;
            if (fresh.bound != BOUND_EXACT && older == 0 && (data >> 56 & 3) != TT_EVAL_ONLY &&
                fresh.depth + DEPTH_SHIFT + 4 < depth)
                return;
            chosen = slot;
            break;
        }
        int worth = depth - 8 * older;
        if (worth < lowest) {
            lowest = worth;
            chosen = slot;
        }
    }
    uint64_t data = pack(&fresh, table->age);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    atomic_store_explicit(&chosen->check, key ^ data, memory_order_relaxed);
}

int tt_permille(const struct tt *table)
{
    assert(table->count > 0);
    const uint64_t sample = table->count < 250 ? table->count : 250;
    uint64_t filled = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int j = 0; j < TT_CLUSTER; j++) {
            uint64_t data =
                atomic_load_explicit(&table->clusters[i].slots[j].data, memory_order_relaxed);
            filled += (data >> 48 & 255) && (data >> 59) == table->age;
        }
    return (int)(filled * 1000 / (sample * TT_CLUSTER));
}
