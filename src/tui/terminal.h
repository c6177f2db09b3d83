/* Takes over the terminal, restores it, and handles the signals that concern a screen. */
#pragma once

#include <curses.h>

#include "engine/chess.h"

/* Returns true if standard input and output are a terminal with cursor movement. */
bool terminal_usable(void);
/* The number of colours in TERM's description; 0 if it has no colours or no description exists. */
int terminal_colors(void);
/* Takes over the terminal and the signals. *keys is the pad that keys are read from; *signal_fd
 * becomes readable when a signal arrives. Returns false and sets *error on failure. */
MUST_USE bool terminal_take(WINDOW **keys, int *signal_fd, struct error *error);
/* Restores the terminal and the signal handlers. */
void terminal_give_back(WINDOW *keys);
/* The next signal that arrived and was not returned yet, or 0. */
int terminal_signal(void);
/* Returns false if the terminal does not read its input, so that more output might block. */
bool terminal_takes_output(void);
/* Ctrl-Z: restores the terminal, stops the process, and takes the terminal again when the process
 * continues. */
void terminal_suspend(void);
/* Takes the terminal again after another process stopped and continued this one. */
void terminal_resume(void);
/* Reads the window's size from the system and passes it to curses. */
void terminal_resize(void);

/* Returns true if the terminal is known to support copying (OSC 52) and to mark pasted text. */
bool terminal_has_clipboard(void);
/* Sends text to the terminal's clipboard. Returns false if the text is too long. */
bool terminal_copy(const char *text);
/* Writes `text` again as a hyperlink (OSC 8), where curses has already drawn it with its default
 * look. The cursor and curses' state stay as they are. Call it only if terminal_has_clipboard:
 * such terminals ignore the codes if they do not support hyperlinks. */
void terminal_link(int y, int x, const char *text, const char *address);

/* The key codes of the marks before and after pasted text. */
enum { TERMINAL_PASTE_BEGIN = 0700, TERMINAL_PASTE_END };
