/* Remembers, in a file of the user's cache, the endgame tables whose checksums were right, so that
 * each table is hashed once. */
#pragma once

#include "engine/engine.h"
#include "src/util/keyed_hash.h"

struct tables_known {
    char path[4096];  /* path of the cache file, "" if there is no cache */
    uint64_t *stamps; /* hashes of the files whose checksums were right (see stamp_of); owned. The
                         first `kept` of them are in the cache file, the later ones are new */
    int count, capacity, kept;
    struct hash_key key;
    bool has_key;   /* without a key, nothing is remembered */
    uint64_t asked; /* the stamp of the last file that the engine asked about; 0: the file must not
                       be remembered */
};

/* Reads the file. The memory is valid until tables_known_close, which writes what was added. */
struct tables_memory tables_known_open(struct tables_known *known);
void tables_known_close(struct tables_known *known);
