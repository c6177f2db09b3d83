/* Takes labelled positions from games. */
#pragma once

#include "src/lab/tune/tune_set.h"
#include "src/util/input.h"

/* Adds positions from the games of a PGN file. Positions in the opening, in check, or before a
 * capture or promotion are skipped. At most filter->per_game positions of each game are taken, by a
 * random choice that is the same every time. Games without a result and games that the filter
 * rejects are left out. Unreadable games are left out and counted in `set`. `line` is the number of
 * the stream's current line, from 1. Returns false and sets *error when out of memory or when
 * `progress` returns false. */
MUST_USE bool games_read(struct record_set *set, const struct input *input, int line,
                         const struct tune_games *filter, records_progress progress, void *context,
                         struct error *error);

/* Returns whether a time control tag ("40/7200:3600", "600+5", "*180", "-") gives at least this
 * many seconds at the start: true for "-", which means no limit, and false for an unknown time
 * control. */
bool games_time_is_enough(const char *control, int seconds);
