/* Runs a command of the shell for someone who reads lines. */
#pragma once

#include "src/plain/plain_internal.h"

/* Runs `fallible ARGUMENTS` and prints its output as it comes, until it ends. If a line is typed
 * meanwhile, interrupts the command as Ctrl-C would. */
void shell_run(struct plain *plain, const char *arguments);
