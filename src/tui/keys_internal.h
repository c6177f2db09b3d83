/* What the files of the keys share. Each calls only those above it in this list. */
#pragma once

#include "src/tui/keys.h"
#include "src/tui/pane.h"
#include "src/tui/question.h"

/* keys_question.c */
void keys_ask(struct model *model, const struct question *question, const char *text);
/* A key while a question is open. False: it is for the entry line. */
bool keys_answer(struct model *model, int key, enum key_outcome *outcome);
/* A line entered while a question is open. What is no answer stays in the entry line. */
enum key_outcome keys_answer_line(struct model *model, const char *line);

/* keys_board.c */
/* Asks which piece the pawn becomes, then plays the move. */
void keys_ask_promotion(struct model *model, Move move);
void keys_press_mouse(struct model *model);
bool keys_move_cursor(struct model *model, int key); /* false: no arrow */
/* False: none of the cursor's. */
bool keys_press_cursor(struct model *model, wint_t key, bool code);

/* keys_lines.c */

/* A line typed or pasted: an answer, or carried out; first asked about where session_asks says so.
 */
enum key_outcome keys_enter_line(struct model *model, const char *line);

/* keys_paste.c */
void keys_begin_paste(struct model *model);
