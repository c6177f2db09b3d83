/* The rules of chess: positions, move generation, legality, notation, perft. Scores and search are
 * in eval/ and search/. The public header of this folder is engine/chess.h.
 *
 * Other public headers: position.h, attacks.h, zobrist.h. */
#pragma once
