/* Prints the lines of the line mode, broken between words where a terminal would break them within
 * a word. */
#pragma once

#include "engine/error.h"

/* Prints like printf. What does not end a line is printed when the line ends. */
void say(const char *format, ...) PRINTF_LIKE(1, 2);
