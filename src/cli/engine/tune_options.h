/* The options that the kinds of tuning share. */
#pragma once

#include "engine/chess.h"

/* "90", "90s", "10m" or "1h" in milliseconds, a week at most. False: text is no such time. */
bool tune_read_time(const char *text, int64_t *milliseconds);
/* The same for --budget; false fills error. */
MUST_USE bool tune_take_budget(const char *value, int64_t *budget, struct error *error);
