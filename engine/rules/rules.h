/* The rules of chess: positions, move generation, legality, notation, perft. No scores and no
 * search: those are eval and search. The public face of this folder is engine/chess.h.
 *
 * Other rooms include: position.h, attacks.h, zobrist.h. */
#pragma once
