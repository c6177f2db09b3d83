/* Which games of an index reach a position on their main line, and what is played there: four bytes
 * for each position, made by playing all games once and kept in the user's cache beside the index.
 * A game whose bytes look right is played again to be sure. One thread at a time. */
#pragma once

#include "src/pgn/index.h"

struct pgn_positions;
/* progress may be NULL. NULL fills error; its message is empty when progress ended it. */
struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error);
void pgn_positions_close(struct pgn_positions *positions);

/* The ply after which the game first reaches position, 0 for its start; -1: never. next, which may
 * be NULL, is what was played there, NO_MOVE where the game ends. */
int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next);
