/* Runs a command of the shell for someone who reads lines. */
#pragma once

#include "src/plain/plain_internal.h"

/* Runs `fallible ARGUMENTS` and prints its output as it comes, until it ends. Sends it an interrupt, as
 * Ctrl-C does, if a line is typed meanwhile. */
void shell_run(struct plain *plain, const char *arguments);
