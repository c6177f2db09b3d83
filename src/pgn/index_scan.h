/* The pass over a PGN file that makes its index. For pgn_index.c alone. */
#pragma once

#include "src/pgn/index.h"

/* What it fills; owned by who clears it. */
struct pgn_list {
    bool tagged; /* a game has a tag */
    struct pgn_entry *entries;
    size_t count, room;
    char *texts; /* "" at 0, then each name once, with its NUL */
    size_t text_length, text_room;
    uint32_t *slots; /* hash table of places in texts, 0: free */
    size_t slot_count, slots_used;
};

void pgn_list_clear(struct pgn_list *list);

/* A further entry, all zero. NULL: out of memory, and the list is as it was. */
struct pgn_entry *pgn_list_add(struct pgn_list *list);

/* stream from its first byte; size in bytes, for progress. False fills error. */
MUST_USE bool pgn_list_scan(struct pgn_list *list, FILE *stream, int64_t size,
                            pgn_progress *progress, void *context, struct error *error);

/* The first games from a place on, which is the beginning of the file or of a game. False: out of
 * memory, or the stream cannot be moved. */
MUST_USE bool pgn_list_scan_from(struct pgn_list *list, FILE *stream, int64_t place, int line,
                                 size_t games);
