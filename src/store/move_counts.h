/* The number of half-moves of each game that is being played, in a small file beside the database.
 * When SQLite finds a damaged page in its write-ahead log, it silently drops the rest of the log.
 * The counts then show that moves are missing. A count never includes moves that are not yet in the
 * database. */
#pragma once

#include <stdint.h>

/* Opens or creates the file DATABASE-moves. Returns its descriptor, or -1 on failure; the other
 * functions then do nothing. */
int move_counts_open(const char *database);
/* Appends a count. Several programs may do so at once. */
void move_counts_note(int file, int64_t game, int plies);
/* Calls `take` with the newest count of each game. */
void move_counts_each(int file, void (*take)(void *context, int64_t game, int plies),
                      void *context);
void move_counts_clear(int file);
