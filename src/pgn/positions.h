/* Finds the games of an index that reach a position on their main line, and the move played there.
 * Four bytes for each position are stored in the user's cache, beside the index; to compute them,
 * all games are played through once. A game whose bytes match is played through again to be
 * certain. Only one thread at a time may use a struct pgn_positions. */
#pragma once

#include "src/pgn/index.h"

struct pgn_positions;
/* `progress` may be NULL. Returns NULL and sets *error; the message is empty if progress
 * cancelled. */
struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error);
void pgn_positions_close(struct pgn_positions *positions);

/* The ply after which the game first reaches position, 0 for its start; -1: never. *next, unless
 * `next` is NULL, is the move played there, or NO_MOVE if the game ends there. */
int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next);
