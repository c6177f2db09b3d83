/* The manual pages of the commands. */
#pragma once

#include <stdbool.h>

/* Shows the manual page of a command with man. Returns false if standard output is not a terminal,
 * or if there is no man or no page. */
bool manual_show(const char *command);
