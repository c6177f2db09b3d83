/* What the files of the keys share. */
#pragma once

#include "src/tui/keys.h"

/* keys.c: into the line for answers */
void keys_say(struct model *model, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);
void keys_show_reply(struct model *model, const struct session_reply *reply);

enum key_outcome keys_enter_line(struct model *model, const char *line);

/* keys_paste.c */
void keys_begin_paste(struct model *model);
void keys_answer_paste(struct model *model, wint_t key);

/* keys_board.c */
void keys_play(struct model *model, Move move);
void keys_press_mouse(struct model *model, const struct layout *layout);
bool keys_move_cursor(struct model *model, int key); /* false: no arrow */
/* False: none of the cursor's. */
bool keys_press_cursor(struct model *model, wint_t key, bool code);
/* To the question which piece a pawn becomes. */
void keys_answer_promotion(struct model *model, wint_t key);
