/* Finds the games of an index that reach a position on their main line, and the move played there.
 * Four bytes for each position are stored in the user's cache, beside the index; to compute them,
 * all games are played through once. A game with matching bytes is played through again to make
 * sure that it reaches the position. Only one thread at a time may use a struct pgn_positions. */
#pragma once

#include "src/pgn/index.h"

struct pgn_positions;
/* `progress` may be NULL. Returns NULL and sets *error; the message is empty if `progress`
 * cancelled. */
struct pgn_positions *pgn_positions_open(const struct pgn_index *index, pgn_progress *progress,
                                         void *context, struct error *error);
void pgn_positions_close(struct pgn_positions *positions);

/* Returns the ply after which the game first reaches `position`: 0 for its start, -1 for never.
 * Sets *next, unless `next` is NULL, to the move that the game continues with, or to NO_MOVE if it
 * ends in this position. */
int pgn_positions_ply(struct pgn_positions *positions, int game, const struct position *position,
                      Move *next);
