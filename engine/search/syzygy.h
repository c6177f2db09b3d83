/* Endgame tablebases (Syzygy), by way of libfathom.
 *
 * libfathom keeps its tables in globals of its own, one set a process. So there is one set here
 * too, counted: engines that use the same path share it, and it is let go with the last of them.
 * Built without HAVE_FATHOM everything here answers "no tables".
 */
#pragma once

#include "engine/chess.h"

enum tablebase_wdl {
    TABLEBASE_LOSS = -2,
    TABLEBASE_BLESSED_LOSS = -1, /* lost, but for the fifty-move rule */
    TABLEBASE_DRAW = 0,
    TABLEBASE_CURSED_WIN = 1, /* won, but for the fifty-move rule */
    TABLEBASE_WIN = 2,
};

/* Opens the tables in path (folders with ':' between). To be closed once for every success.
 * False (error filled): no tables there, one of them is damaged (syzygy_files.h), or others use the
 * tables of another path. */
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
    enum tablebase_wdl wdl; /* after it, for its player, the fifty-move counter considered */
    int rank; /* how far the move can be trusted to keep that: 1000 wins whatever comes next, less
                 means that the fifty-move rule presses and only the highest rank wins for
                 certain; 0 draws, 1 and -1 win and lose but for that rule, -1000 loses */
    int dtz;  /* plies to the next capture, pawn move or mate when won or lost; 0 when drawn or
                 when only the WDL table is there */
};

/* All legal moves, best first: by value, then the quickest way to a capture or pawn move when
 * won, the slowest when lost. Playing the first of them every time wins what is won. repeated: a
 * position came twice since the last capture or pawn move; then only the quickest win is safe.
 * False when unknown. Any thread, slow. */
MUST_USE bool tablebase_probe_root(const struct position *position, bool repeated,
                                   struct tablebase_move moves[CHESS_MOVES_MAX], int *count);
