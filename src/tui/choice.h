/* The piece selected on the board, and moves played with the mouse or the cursor. */
#pragma once

#include "src/tui/model.h"

/* Deselects the piece, and closes a question about its move. */
void choice_forget(struct model *model);
/* Plays the move; the session's answer becomes the notice. */
void choice_play(struct model *model, Move move);
