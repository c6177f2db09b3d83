/* The folder that the shards of a match share. Shard K of N writes its games to KofN.pgn and reads
 * those of the others, so that the sequential test ends for all of them at once. When all shards
 * have ended, one more run collects their games into all.pgn. */
#pragma once

#include "src/lab/match/match.h"

enum { MATCH_SHARED_PATH = 4096 };

/* Sets `path` to the file of a shard or, if `shard` is 0, of the run that collects all games.
 * Returns false and sets *error if the name is too long. */
MUST_USE bool match_shared_path(const char *folder, int shard, int shards,
                                char path[MATCH_SHARED_PATH], struct error *error);

/* Reads what the other shards have written. `followed` has an element for each shard, which must be
 * zero before the first call. */
MUST_USE bool match_shared_follow(struct match *match, const struct match_plan *plan,
                                  const char *folder, struct match_followed followed[],
                                  struct error *error);

/* Adds the games of all shards, which must have ended, to this match, and their number to *resumed.
 * Call it before match_start. */
MUST_USE bool match_shared_collect(struct match *match, const char *folder, int *resumed,
                                   struct error *error);
/* Writes all games of the folder to all.pgn, in the order of their numbers. */
MUST_USE bool match_shared_write(const char *folder, struct error *error);
