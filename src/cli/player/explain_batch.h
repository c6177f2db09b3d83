/* fallible explain --epd: many positions, several at a time, one line of JSON for each. */
#pragma once

#include "src/claims/claims.h"

enum { MOVES_MAX = 2048 };

struct prover_budget explain_budget(int nodes);

/* Explains each position of an EPD file ("-": standard input), or the move of its opcode pm.
 * Returns the exit status. */
int explain_batch(const char *file, int nodes, int jobs, const char *syzygy);
