/* Results that several processes keep in one folder, in the file results.txt: a line for each, with
 * a word for its kind, a key of 16 hexadecimal digits, and the rest as its command writes it. A key
 * is a hash of everything that the result depends on. So an interrupted run goes on where it was,
 * the parts of a run on several machines find each other's results, and nothing is computed
 * twice.
 *
 * A file named stop in the folder ends all processes that work there. */
#pragma once

#include <stdint.h>

#include "engine/error.h"

struct shared_results;

/* How the lines of one command look. */
struct shared_form {
    bool (*is_result)(const char *line);
    const char *expected; /* what a line should be, for the error message: "\"suite KEY ...\"" */
};

/* Reads what the folder holds; creates the folder if it is missing. With folder NULL, results are
 * kept in memory only. An incomplete last line, of a process that was killed, is ignored. Returns
 * NULL and sets *error, with file and line. form must outlive the results. */
struct shared_results *shared_results_open(const char *folder, const struct shared_form *form,
                                           struct error *error);
void shared_results_close(struct shared_results *results); /* results may be NULL */
int shared_results_count(const struct shared_results *results);

/* The line with this key; NULL: there is none. */
const char *shared_results_find(const struct shared_results *results, uint64_t key);
/* Adds a line, without its '\n', to the results and to the folder. Only one thread at a time. */
MUST_USE bool shared_results_add(struct shared_results *results, uint64_t key, const char *line,
                                 struct error *error);

/* Whether the file stop is there; folder may be NULL. */
bool shared_stopped(const char *folder);
/* Writes the file stop, with the reason in it. */
MUST_USE bool shared_stop(const char *folder, const char *reason, struct error *error);

/* Part `shard` of `shards`, counted from 1; 0 of 0 is the whole. */
struct shared_part {
    int shard, shards;
};
static inline bool shared_part_has(struct shared_part part, int piece)
{
    return part.shards == 0 || piece % part.shards == part.shard - 1;
}

/* Returns key with one more thing hashed into it that the result depends on. The first key is 0. */
uint64_t shared_key_text(uint64_t key, const char *text);
uint64_t shared_key_number(uint64_t key, uint64_t number);
