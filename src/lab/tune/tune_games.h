/* Labelled positions out of games. */
#pragma once

#include "src/lab/tune/tune_set.h"
#include "src/util/input.h"

/* Adds positions of the games of a PGN file: not the opening, not in check, not before a capture
 * or promotion; at most filter->per_game of each game, spread by chance that is the same each
 * time. Games without a result, and those the filter refuses, are left out; so are unreadable
 * ones, which set counts. line: the one the stream stands in, from 1. False fills error: out of
 * memory, or progress said no. */
MUST_USE bool games_read(struct record_set *set, const struct input *input, int line,
                         const struct tune_games *filter, records_progress progress, void *context,
                         struct error *error);

/* Whether a time control tag ("40/7200:3600", "600+5", "*180", "-") gives at least so many seconds
 * to begin with. "-" means no limit; what is unknown does not. */
bool games_time_is_enough(const char *control, int seconds);
