/* Saves what can be read of a damaged database into a new one. */
#pragma once

#include "src/store/store.h"

struct repaired {
    int64_t rows;    /* rows copied, over all tables */
    int games;       /* games that can be read in the new database */
    int lost_games;  /* games that were removed, because not even their settings can be read */
    int cut_games;   /* games that now end before their first damaged move */
    int cut_tables;  /* tables of which some part could not be read */
};

/* Creates the database `to`, which must not exist. Returns false and sets *error if nothing could
 * be saved; there is no new database then. The old one is only read. */
MUST_USE bool store_repair(const char *from, const char *to, struct repaired *repaired,
                           struct error *error);
