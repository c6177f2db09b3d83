/* Prints the lines of the line mode, broken between words where a terminal would break them within
 * a word. */
#pragma once

#include "engine/error.h"

/* Prints like printf, but text without a newline at its end is not printed until the rest of its
 * line follows. */
void say(const char *format, ...) PRINTF_LIKE(1, 2);
