/* fallible tune generate and fallible tune convert; see command.h for arguments and status. */
#pragma once

#include "engine/chess.h"

int tune_data_generate(int argc, char **argv);
int tune_data_convert(int argc, char **argv);
int tune_human(int argc, char **argv); /* fallible tune human */

/* "60s", "10m", "1h" in milliseconds, a week at most; false fills error. */
MUST_USE bool tune_take_budget(const char *value, int64_t *budget, struct error *error);
