/* The state of a run on disk: a text file whose head says what is tuned and how, followed by a line
 * for each pair of games that is over. The values can be computed from the results, so nothing else
 * is stored. Lines are only appended; a line that a crash cut off is removed when the run
 * continues.
 *
 * A run that is divided into shards has one file for each, NAME.KofN. Each shard writes its own
 * file and reads those of the others. */
#pragma once

#include "src/lab/spsa/spsa.h"

enum { SPSA_UNPLAYED = 127, SPSA_SHARDS_MAX = 256 };

struct spsa_place {
    const char *path;
    const char *conditions; /* the conditions of the games, as one line of text */
    int shard, shards;      /* number of this shard, from 1, and number of shards; 1, 1: the run is
                               not divided */
};

struct spsa_log;
/* Opens the files of a run, creates this shard's file if it is missing, and locks it. `points` has
 * an element for each pair, which is set to the pair's points or to SPSA_UNPLAYED. Without
 * `resume`, it is an error if this shard has already played. Returns NULL and sets *error on
 * failure, for example if a file was written by a run with other options; then nothing is changed.
 * `problem` and `place` must outlive the log. */
struct spsa_log *spsa_log_open(const struct spsa_problem *problem, const struct spsa_place *place,
                               bool resume, int8_t points[], struct error *error);
/* Opens the files for reading only. All of them must exist. */
struct spsa_log *spsa_log_view(const struct spsa_problem *problem, const struct spsa_place *place,
                               int8_t points[], struct error *error);
/* Appends the result of a pair that this shard has played. */
MUST_USE bool spsa_log_add(struct spsa_log *log, int pair, int points, struct error *error);
/* Reads what the other shards have appended, and adds it to `points`. */
MUST_USE bool spsa_log_follow(struct spsa_log *log, int8_t points[], struct error *error);
void spsa_log_close(struct spsa_log *log); /* `log` may be NULL */

/* Returns whether this shard plays the pair. */
bool spsa_in_shard(const struct spsa_place *place, int pair);

/* spsa_stop_all ends all shards of the run, because the budget of one of them is used up: it
 * creates the file NAME.stop beside the state file. spsa_stopped checks whether it exists.
 * spsa_remove_stop deletes the file, but only if spsa_stop_all wrote it. */
MUST_USE bool spsa_stop_all(const struct spsa_place *place, struct error *error);
bool spsa_stopped(const struct spsa_place *place);
MUST_USE bool spsa_remove_stop(const struct spsa_place *place, struct error *error);
