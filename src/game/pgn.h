/* PGN in and out: import format is read leniently (variations, comments, NAGs, odd spellings),
 * export format is written strictly (80 columns, seven tag roster first). */
#ifndef FALLIBLE_GAME_PGN_H
#define FALLIBLE_GAME_PGN_H

#include <stdio.h>

#include "src/game/game.h"

struct pgn_reader;
/* file_name is for errors. The stream stays the caller's. NULL when out of memory. */
struct pgn_reader *pgn_reader_create(FILE *stream, const char *file_name);
void pgn_reader_destroy(struct pgn_reader *reader);

enum pgn_status { PGN_GAME, PGN_END, PGN_BAD /* error filled; the next game can be read */ };
/* On PGN_GAME *game is the caller's. On PGN_BAD *game is NULL, or holds what was readable. */
MUST_USE enum pgn_status pgn_read(struct pgn_reader *reader, struct game **game,
                                  struct error *error);

/* Writes one game. [%clk] from the nodes' clocks. False on a write error. */
MUST_USE bool pgn_write(const struct game *game, FILE *stream);

#endif
