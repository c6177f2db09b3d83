/* A separate search that proves forced mates in few moves, because the normal search prunes the
 * sacrifices and quiet moves that lead to them. For analysis, not for games. */
#pragma once

#include <stdatomic.h>

#include "engine/types.h"

enum { MATE_MOVES_MAX = 6, MATE_LINE_MAX = 2 * MATE_MOVES_MAX - 1 };

struct mate_search;
/* Takes about 7 MB. Returns NULL if out of memory. */
struct mate_search *mate_create(void);
void mate_destroy(struct mate_search *search);

/* Starts a new search from `root`. It does not see draws by repetition or the fifty-move rule, so
 * the caller must use it only where they cannot occur. */
void mate_begin(struct mate_search *search, const struct position *root);

/* Continues the search for about `nodes` nodes, or until *stop is set. Looks only for mates in
 * fewer than `in_fewer_than` moves. Returns false if nothing is left to do: the shortest mate has
 * been found, there is no mate that short, or the search has given up. */
MUST_USE bool mate_continue(struct mate_search *search, uint64_t nodes, int in_fewer_than,
                            const atomic_bool *stop);

/* Returns the number of moves of the shortest mate proven so far, 0 if none. Sets `line` to the
 * plies of this mate and *length to their number. In this line the defender plays the moves that
 * hold out longest. */
int mate_proven(const struct mate_search *search, Move line[MATE_LINE_MAX], int *length);

uint64_t mate_nodes(const struct mate_search *search);
