/* Proofs of mate: a search of its own for a forced mate in few moves, where the usual search prunes
 * the sacrifices and quiet moves that bring it about. For analysis, not for games. */
#pragma once

#include <stdatomic.h>

#include "engine/types.h"

enum { MATE_MOVES_MAX = 6, MATE_LINE_MAX = 2 * MATE_MOVES_MAX - 1 };

struct mate_search;
/* Some 7 MB. NULL when out of memory. */
struct mate_search *mate_create(void);
void mate_destroy(struct mate_search *search);

/* From now on root is searched. Draws by repetition and the fifty-move rule are not seen: the
 * caller asks only where they are out of reach. */
void mate_begin(struct mate_search *search, const struct position *root);

/* Goes on for about so many nodes, or until *stop. False when there is nothing left to do: the
 * shortest mate is found, none is shorter than in_fewer_than moves, or it is too hard. */
MUST_USE bool mate_continue(struct mate_search *search, uint64_t nodes, int in_fewer_than,
                            const atomic_bool *stop);

/* Moves of the mate proven so far, 0: none. Its line, for which the defender chooses the moves that
 * last longest, has *length plies. */
int mate_proven(const struct mate_search *search, Move line[MATE_LINE_MAX], int *length);

uint64_t mate_nodes(const struct mate_search *search);
