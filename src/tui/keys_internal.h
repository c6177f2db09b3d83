/* What the files of the keys share. */
#pragma once

#include "src/tui/keys.h"

/* keys.c: into the line for answers */
void keys_say(struct model *model, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);
void keys_show_reply(struct model *model, const struct session_reply *reply);

void keys_say_error(struct model *model, const struct error *error);
/* As the options say, when no unfinished game is gone on with. */
bool keys_begin_play(struct model *model, struct error *error);
/* A line typed or pasted: an answer, or carried out; first asked about where session_asks says so. */
enum key_outcome keys_enter_line(struct model *model, const char *line);
enum key_outcome keys_carry_out(struct model *model, const char *line);

/* keys_question.c */
void keys_ask(struct model *model, enum question question);
/* A key while a question is open. False: it is for the entry line. */
bool keys_answer(struct model *model, int key, enum key_outcome *outcome);
/* A line entered while a question is open. What is no answer stays in the entry line. */
enum key_outcome keys_answer_line(struct model *model, const char *line);

/* keys_paste.c */
void keys_begin_paste(struct model *model);
void keys_answer_paste(struct model *model, bool yes);

/* keys_board.c */
void keys_play(struct model *model, Move move);
void keys_press_mouse(struct model *model, const struct layout *layout);
bool keys_move_cursor(struct model *model, int key); /* false: no arrow */
/* False: none of the cursor's. */
bool keys_press_cursor(struct model *model, wint_t key, bool code);
/* To the question which piece a pawn becomes. False: no piece. */
bool keys_answer_promotion(struct model *model, int key);
