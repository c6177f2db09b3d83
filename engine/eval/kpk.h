/* King and pawn against king: the exact result, won or drawn. */
#pragma once

#include "engine/chess.h"

/* Returns whether the side with the pawn wins. Give the squares as if that side were White; if it
 * is Black, mirror the board. Any thread may call it; the first call computes the table. */
bool kpk_is_won(Square king, Square pawn, Square bare_king, bool pawn_side_moves);
