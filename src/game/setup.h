/* A position being set up, with any pieces anywhere, whether it can be played or not. Carries out
 * the commands that place pieces, and explains why a position cannot be played yet. */
#pragma once

#include "engine/chess.h"

enum { SETUP_RIGHTS = 4 }; /* white short, white long, black short, black long */

struct setup {
    uint8_t board[SQUARE_COUNT]; /* pieces, NO_PIECE where empty */
    int side;
    char rights[SETUP_RIGHTS]; /* for each castling right its letter in FEN: K, Q, or the rook's
                                * file; 0: no right */
    Square en_passant;           /* NO_SQUARE if none */
    int halfmoves, fullmove;
    bool chess960;
};

void setup_from(struct setup *setup, const struct position *position);
void setup_clear(struct setup *setup); /* empties the board; white is to move */
void setup_put(struct setup *setup, int piece, Square square); /* NO_PIECE empties the square */
void setup_toggle_right(struct setup *setup, int right); /* right: 0 .. SETUP_RIGHTS - 1 */

/* Converts `setup` to a position that can be played. If that is not possible, returns false and
 * sets *error; `position` then has only what is needed to draw it: board, piece sets and side to
 * move. */
MUST_USE bool setup_position(const struct setup *setup, struct position *position,
                             struct error *error);

enum setup_answer { SETUP_DONE, SETUP_REFUSED, SETUP_UNKNOWN };
/* Carries out one command: "put white knight f3", "black queen d8", "Ng1", "empty f3", "move e2
 * e4", "clear", "start", "960 N", "white to move", "castling KQ", "castling none", "en passant e3",
 * "fen FEN". Writes to `text` what was done or what was expected. Returns SETUP_UNKNOWN if `line`
 * is not such a command. */
MUST_USE enum setup_answer setup_enter(struct setup *setup, const char *line, char *text,
                                       size_t size);
