/* Fallible as a UCI engine: commands, options and output of the protocol. Games, the database and
 * the screen are elsewhere.
 *
 * The engine behind the Universal Chess Interface, on standard input and output. */
#pragma once

#include "engine/engine.h"

/* Runs until "quit" or the end of input. Returns the exit status. */
int uci_run(const struct strength *strength);
