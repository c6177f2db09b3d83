/* King and pawn against king: won or drawn, exactly. */
#pragma once

#include "engine/chess.h"

/* Returns whether the side with the pawn wins. Squares are seen from that side as White; mirror the
 * board for Black. Any thread may call it; the first call computes the table. */
bool kpk_is_won(Square king, Square pawn, Square bare_king, bool pawn_side_moves);
