/* King and pawn against king: won or drawn, exactly. */
#pragma once

#include "engine/chess.h"

/* The side with the pawn wins. Squares as that side sees them were it white: turn the board for
 * black. Any thread; the first call computes the table. */
bool kpk_is_won(Square king, Square pawn, Square bare_king, bool pawn_side_moves);
