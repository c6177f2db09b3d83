/* Functions shared by the keys files. The functions of a file are called only by files that come
 * later in this list. */
#pragma once

#include "src/tui/keys.h"
#include "src/tui/pane.h"
#include "src/tui/question.h"

/* keys_question.c */
/* Handles a key while a question is open. Returns false if the key belongs to the entry line. */
bool keys_answer(struct model *model, int key, enum key_outcome *outcome);
/* Handles a line entered while a question is open. An invalid answer stays in the entry line. */
enum key_outcome keys_answer_line(struct model *model, const char *line);
/* Whether the line is the rest of a word whose first letter has just answered a question, such as
 * the "o" of "no". */
bool keys_ends_answer(const struct model *model, const char *line);

/* keys_board.c */
/* Asks which piece the pawn becomes, then plays the move. */
void keys_ask_promotion(struct model *model, Move move);
void keys_press_mouse(struct model *model);
bool keys_move_cursor(struct model *model, int key); /* returns false if it is not an arrow key */
/* Handles a key while the cursor is on: arrows move it, Enter and Space choose its square. Returns
 * false for other keys. */
bool keys_press_cursor(struct model *model, wint_t key, bool code);

/* keys_lines.c */

/* Handles a typed or pasted line: answers the open question, or else carries out the line. Asks for
 * confirmation first if session_asks requires it. */
enum key_outcome keys_enter_line(struct model *model, const char *line);
/* Goes from a finished card to the next one. After the last one a notice says how many were solved.
 * Returns false if no finished card is on the board. */
bool keys_next_card(struct model *model);

/* keys_paste.c */
void keys_begin_paste(struct model *model);
