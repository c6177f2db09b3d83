/* The terminal taken and given back, and the signals that matter to a screen. */
#pragma once

#include <curses.h>

#include "engine/chess.h"

/* True if standard input and output are a terminal that can place text. */
bool terminal_usable(void);
/* Colours, by the description that TERM names; 0: none, or there is no description. */
int terminal_colors(void);
/* Takes the terminal and the signals; *keys is the pad that keys are read from.
 * False fills error. */
MUST_USE bool terminal_take(WINDOW **keys, int *signal_fd, struct error *error);
/* Gives both back as they were. */
void terminal_give_back(WINDOW *keys);
/* The next signal that arrived, 0: none. */
int terminal_signal(void);
/* False: it does not read what is written to it, and writing more might block. */
bool terminal_takes_output(void);
/* Ctrl-Z: leaves the screen, stops the process, and takes the screen again when it goes on. */
void terminal_suspend(void);
/* Somebody else stopped and continued us: takes the screen again. */
void terminal_resume(void);
/* Asks for the window's size and tells curses. */
void terminal_resize(void);

/* The terminal is known to take what an application copies (OSC 52), and to say what is pasted. */
bool terminal_has_clipboard(void);
/* Sends text to its clipboard. False: too long. */
bool terminal_copy(const char *text);

/* Keys around what is pasted. */
enum { TERMINAL_PASTE_BEGIN = 0700, TERMINAL_PASTE_END };
