/* Endgame tablebases (Syzygy) through libfathom.
 *
 * libfathom keeps its tables in global variables, so a process can have only one set. This module
 * counts its users: engines with the same path share the tables, and the last one closes them. If
 * built without HAVE_FATHOM, every function reports that there are no tables. */
#pragma once

#include "engine/chess.h"

enum tablebase_wdl {
    TABLEBASE_LOSS = -2,
    TABLEBASE_BLESSED_LOSS = -1, /* a loss that the fifty-move rule makes a draw */
    TABLEBASE_DRAW = 0,
    TABLEBASE_CURSED_WIN = 1, /* a win that the fifty-move rule makes a draw */
    TABLEBASE_WIN = 2,
};

/* Opens the tables in `path` (folders separated by ':'). Returns false and sets *error if there are
 * no tables, if one is damaged (syzygy_files.h), or if other engines use the tables of another
 * path. Call tablebase_close once for each success. */
MUST_USE bool tablebase_open(const char *path, struct error *error);
void tablebase_close(void);

/* Number of men (pieces and pawns of both sides) in the largest table, 0 if no table is open. */
int tablebase_max_pieces(void);

/* Looks up the value for the side to move. Returns false if it is not known: because of castling
 * rights, a fifty-move counter above zero, too many men, or a missing table. Any thread may call it
 * while its engine has the tables open. */
MUST_USE bool tablebase_probe_wdl(const struct position *position, enum tablebase_wdl *wdl);

struct tablebase_move {
    Move move;
    enum tablebase_wdl wdl; /* value for the player who makes the move, with the fifty-move counter
                             * considered */
    int rank; /* how safe the move is. 1000: wins in spite of the fifty-move rule; 100 to 999: wins,
               * but the fifty-move rule is close, and only the moves of the highest rank in the
               * list are safe; 1: would win without that rule; 0: draws; -1: would lose without
               * that rule; -1000: loses */
    int dtz;  /* plies to the next capture, pawn move or mate if won or lost; 0 if drawn or if only
               * the WDL table is available */
};

/* Lists all legal moves, best first: by value, then by the distance to the next capture or pawn
 * move (shortest when winning, longest when losing). Whoever always plays the first move wins a won
 * position. `repeated`: a position has occurred twice since the last capture or pawn move, so only
 * the quickest win is safe. Returns false if the result is not known. Slow; any thread may call
 * it. */
MUST_USE bool tablebase_probe_root(const struct position *position, bool repeated,
                                   struct tablebase_move moves[CHESS_MOVES_MAX], int *count);
