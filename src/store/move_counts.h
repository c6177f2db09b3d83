/* The number of half-moves of each game that is being played, in a small file beside the database.
 * SQLite ends its write-ahead log at the first page that was damaged and drops what follows without
 * a word; the counts show that moves are missing. They are never ahead of the database. */
#pragma once

#include <stdint.h>

/* Opens or creates the file, PATH-moves. Returns -1 if that fails; the other functions then do
 * nothing. */
int move_counts_open(const char *database);
/* Appends a count. Several programs may do so at once. */
void move_counts_note(int file, int64_t game, int plies);
/* Calls take with the newest count of each game. */
void move_counts_each(int file, void (*take)(void *context, int64_t game, int plies),
                      void *context);
void move_counts_clear(int file);
