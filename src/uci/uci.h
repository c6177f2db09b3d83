/* Fallible as a UCI engine: the protocol's words, options and output. It knows no game, no database
 * and no screen.
 *
 * The engine behind the Universal Chess Interface, on standard input and output. */
#pragma once

#include "engine/engine.h"

/* Speaks until "quit" or the end of input; returns the exit status. */
int uci_run(const struct strength *strength);
