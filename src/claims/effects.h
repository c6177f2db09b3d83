/* What a move does to the pieces near it, as the board shows at once. No side effects. Each
 * function adds the squares that it is about to `found`. */
#pragma once

#include "src/claims/geometry.h"
#include "src/claims/tactics.h"

/* Whether the side to move is in check and can only move its king. Adds the king's square and up to
 * two of the squares to which it can go. */
bool drives_king(const struct position *after, struct claim *found);
/* Whether the piece attacks an enemy piece or pawn that it did not attack before, that is defended,
 * and that is attacked at least as often as it is defended; or whether a pawn attacks an enemy pawn
 * that it did not attack before. False if the move gives check, or if the piece or pawn is pinned
 * or can be won. Adds the square of what is attacked. */
bool puts_pressure(const struct position *before, Move move, struct claim *found);
/* Whether the piece guards an attacked piece or pawn of its side that it did not guard before, and
 * that was guarded at most as often as it is attacked. Adds its square. */
bool adds_guard(const struct position *before, Move move, struct claim *found);
