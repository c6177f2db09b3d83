/* Saves what can be read of a damaged database into a new one. */
#pragma once

#include <stdatomic.h>

#include "src/store/store.h"

struct repaired {
    int64_t rows;    /* rows copied, over all tables */
    int games;       /* games that can be read in the new database */
    int lost_games;  /* games that were removed, because not even their settings can be read */
    int cut_games;   /* games that now end before their first damaged move */
    int empty_games; /* games without a move: perhaps the moves were on a damaged page */
    int cut_tables;  /* tables with a part that could not be read */
    int64_t lost_rows; /* rows that were left out, because a value that they need is missing */
};

/* Copies what can be read of the database `from` to the new database `to`, which must not exist
 * yet. Returns false and sets *error, without leaving a new database, if nothing could be saved, or
 * if *stop became true, which another thread or a signal handler may set. `from` is only read, and
 * may be of an older version. */
MUST_USE bool store_repair(const char *from, const char *to, const atomic_bool *stop,
                           struct repaired *repaired, struct error *error);
