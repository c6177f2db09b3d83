/* Finds the games of an index that reach a position on their main line, and the move played there.
 * It stores four bytes for each position, computed by playing all games once, in the user's cache
 * beside the index. A game whose bytes match is played again to be certain. Only one thread at a
 * time may use it. */
#pragma once

#include "src/pgn/index.h"

struct pgn_positions;
/* progress may be NULL. Returns NULL and sets *error; the message is empty if progress
 * cancelled. */
struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error);
void pgn_positions_close(struct pgn_positions *positions);

/* The ply after which the game first reaches position, 0 for its start; -1: never. *next, unless
 * next is NULL, is the move played there, or NO_MOVE if the game ends there. */
int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next);
