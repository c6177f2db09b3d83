/* The manual pages of the commands. */
#pragma once

#include <stdbool.h>

/* Shows the manual page of a command with man. Returns false if standard output is not a terminal,
 * or if the program man or the page is missing. */
bool manual_show(const char *command);
