/* A position being set up: any pieces anywhere, whether it can be played or not. Knows the words by
 * which pieces are put, and says in words what is missing before it can be played. */
#pragma once

#include "engine/chess.h"

enum { SETUP_RIGHTS = 4 }; /* white short, white long, black short, black long */

struct setup {
    uint8_t board[SQUARE_COUNT]; /* pieces, NO_PIECE where empty */
    int side;
    char rights[SETUP_RIGHTS]; /* the letter FEN has for each: K, Q, or of the rook's file; 0: no */
    Square en_passant;           /* NO_SQUARE: none */
    int halfmoves, fullmove;
    bool chess960;
};

void setup_from(struct setup *setup, const struct position *position);
void setup_clear(struct setup *setup); /* empty, white to move */
void setup_put(struct setup *setup, int piece, Square square); /* NO_PIECE empties it */
void setup_toggle_right(struct setup *setup, int right); /* 0 .. SETUP_RIGHTS - 1 */

/* The position, if it can be played. False fills error with what is wrong; position then holds
 * what can be drawn: board, sets of pieces and side. */
MUST_USE bool setup_position(const struct setup *setup, struct position *position,
                             struct error *error);

enum setup_answer { SETUP_DONE, SETUP_REFUSED, SETUP_UNKNOWN };
/* Carries out a line of words: "put white knight f3", "black queen d8", "Ng1", "empty f3",
 * "move e2 e4", "clear", "start", "960 N", "white to move", "castling KQ", "castling none",
 * "en passant e3", "fen FEN". text says what was done, or what was expected. SETUP_UNKNOWN: it is
 * no line of ours. */
MUST_USE enum setup_answer setup_enter(struct setup *setup, const char *line, char *text,
                                       size_t size);
