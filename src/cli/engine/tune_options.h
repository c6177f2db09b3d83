/* The options that the tuning commands share. */
#pragma once

#include "engine/chess.h"

/* Reads "90", "90s", "10m" or "1h" as milliseconds, at most a week. Returns false if text is not
 * such a time. */
bool tune_read_time(const char *text, int64_t *milliseconds);
/* The same for --budget; returns false and sets *error on failure. */
MUST_USE bool tune_take_budget(const char *value, int64_t *budget, struct error *error);
