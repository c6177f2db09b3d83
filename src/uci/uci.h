/* Fallible as a UCI engine: commands, options and output of the protocol, on standard input and
 * output. Games, the database and the screen are elsewhere.
 *
 * Other public headers: levels.h, perft_file.h. */
#pragma once

#include "engine/engine.h"

struct player_ratings; /* defined in src/uci/levels.h */

/* Fits K of the winning chances 1 / (1 + 10^(-K score / 400)) to a file of positions with results.
 * Returns false and sets *error if the file cannot be read. */
typedef bool win_scale_fit(const char *path, double *k, int *positions, struct error *error);

/* Executes `count` lines, whose text it may change, and then the commands on standard input until
 * "quit" or the end of input. `ratings` and `fit` may be NULL. Returns the exit status. */
int uci_run(const struct strength *strength, const struct player_ratings *ratings,
            win_scale_fit *fit, char **lines, int count);

/* Whether the line begins with a command of the engine. */
bool uci_is_command(const char *line);
