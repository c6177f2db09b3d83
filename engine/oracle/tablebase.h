/* Endgame tablebases (Syzygy), by way of libfathom.
 *
 * libfathom keeps its tables in globals of its own, one set a process. So there is one set here
 * too, counted: engines that use the same path share it, and it is let go with the last of them.
 * Built without HAVE_FATHOM everything here answers "no tables".
 */
#ifndef FALLIBLE_ENGINE_ORACLE_TABLEBASE_H
#define FALLIBLE_ENGINE_ORACLE_TABLEBASE_H

#include "engine/chess.h"

enum tablebase_wdl {
    TABLEBASE_LOSS = -2,
    TABLEBASE_BLESSED_LOSS = -1, /* lost, but for the fifty-move rule */
    TABLEBASE_DRAW = 0,
    TABLEBASE_CURSED_WIN = 1,    /* won, but for the fifty-move rule */
    TABLEBASE_WIN = 2,
};

/* Opens the tables in path (folders with ':' between). To be closed once for every success.
 * False (error filled): no tables there, or others use the tables of another path. */
MUST_USE bool tablebase_open(const char *path, struct error *error);
void tablebase_close(void);

/* Men of the largest table, 0 when none is open. */
int tablebase_max_pieces(void);

/* The value for the side to move, with the fifty-move counter at zero. False when unknown: castling
 * rights, a counter that is not zero, too many men, a table that is missing. Any thread, while
 * its engine has the tables open. */
MUST_USE bool tablebase_probe_wdl(const struct position *position, enum tablebase_wdl *wdl);

struct tablebase_move {
    Move move;
    int rank; /* higher is better: 1000 wins for certain, 0 draws, -1000 loses for certain;
                 between them results the fifty-move rule may change */
    enum tablebase_wdl wdl; /* what rank amounts to */
};

/* All legal moves, best first, by distance to the next capture or pawn move. repeated: a position
 * of the game occurred before since the last of these. False when unknown. Any thread, slow. */
MUST_USE bool tablebase_probe_root(const struct position *position, bool repeated,
                                   struct tablebase_move moves[CHESS_MOVES_MAX], int *count);

#endif
