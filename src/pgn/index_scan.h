/* The pass over a PGN file that builds its index. Only index.c uses it. */
#pragma once

#include "src/pgn/index.h"

/* The result of a scan. Its owner must clear it. */
struct pgn_list {
    bool tagged; /* at least one game has a tag */
    struct pgn_entry *entries;
    size_t count, capacity;
    char *texts; /* the names: "" at offset 0, then each name once, NUL-terminated */
    size_t text_length, text_capacity;
    uint32_t *slots; /* hash table of offsets in texts, 0: free */
    size_t slot_count, slots_used;
};

void pgn_list_clear(struct pgn_list *list);

/* Scans `stream` from its first byte. `size` is in bytes, for the progress. Returns false and sets
 * *error on failure or if `progress` cancelled. */
MUST_USE bool pgn_list_scan(struct pgn_list *list, FILE *stream, int64_t size,
                            pgn_progress *progress, void *context, struct error *error);

/* Scans up to `games` games, starting at the offset `place`, which must be the start of the file or
 * of a game. Returns false if out of memory or if the stream cannot seek. */
MUST_USE bool pgn_list_scan_from(struct pgn_list *list, FILE *stream, int64_t place, int line,
                                 size_t games);
