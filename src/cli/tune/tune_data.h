/* fallible tune generate, convert, human, search and strength, see command.h for arguments and
 * status; and the options that the tuning commands share. */
#pragma once

#include "engine/chess.h"

int tune_data_generate(int argc, char **argv);
int tune_data_convert(int argc, char **argv);
int tune_human(int argc, char **argv);
int tune_by_games(int argc, char **argv);
int tune_strength(int argc, char **argv);

/* Reads "90", "90s", "10m" or "1h" as milliseconds, at most a week. Returns false if text is not
 * such a time. */
bool tune_read_time(const char *text, int64_t *milliseconds);
/* The same for --budget; returns false and sets *error on failure. */
MUST_USE bool tune_take_budget(const char *value, int64_t *budget, struct error *error);
