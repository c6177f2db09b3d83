/* The ways of drawing pieces. */
#pragma once

#include "engine/chess.h"

/* How pieces are drawn. Where colours do not show which side a piece belongs to, White's figures
 * are always outlines. */
#define PIECE_LOOKS(X)                                                                             \
    X(AUTO, "auto")       /* large shapes where there is room, else filled figures */              \
    X(FIGURES, "figures") /* filled figures at every size */                                       \
    X(OUTLINE, "outline") /* figures, those of White in outline */                                 \
    X(LETTERS, "letters")
enum piece_look {
#define X(id, name) PIECES_##id,
    PIECE_LOOKS(X)
#undef X
        PIECE_LOOKS_COUNT
};

const char *tui_piece_look(enum piece_look look);
/* Sets *look to the look with this name. Returns false and sets *error if no look has it. */
MUST_USE bool tui_read_piece_look(const char *name, enum piece_look *look, struct error *error);
