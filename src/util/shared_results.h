/* Results that several processes keep in one folder, in the file results.txt. Each result is a
 * line: a word for its kind, a key of 16 hexadecimal digits, and the rest in the format of the
 * caller. The key is a hash of everything that the result depends on, so a process finds results
 * that it or another process has computed before. An interrupted run can continue where it stopped,
 * and the parts of a run on several machines compute nothing twice.
 *
 * A file named stop in the folder ends all processes that work there. */
#pragma once

#include <stdint.h>

#include "engine/error.h"

struct shared_results;

/* The format of a caller's lines. */
struct shared_form {
    bool (*is_result)(const char *line);
    const char *expected; /* the format in words, for the error about a malformed line */
};

/* Reads the results in the folder, which is created if it is missing. If `folder` is NULL, results
 * are kept in memory only. Ignores an incomplete last line, left by a process that was killed.
 * On failure, returns NULL and sets *error, with file and line. `form` must outlive the results. */
struct shared_results *shared_results_open(const char *folder, const struct shared_form *form,
                                           struct error *error);
void shared_results_close(struct shared_results *results); /* `results` may be NULL */
int shared_results_count(const struct shared_results *results);

/* shared_results_find and shared_results_add may be called from any thread. */
/* Returns the line with this key, or NULL. */
const char *shared_results_find(struct shared_results *results, uint64_t key);
/* Adds a line, without its '\n', to the results in memory and, if there is a folder, to
 * results.txt. */
MUST_USE bool shared_results_add(struct shared_results *results, uint64_t key, const char *line,
                                 struct error *error);

/* Returns whether the folder contains a file named stop; `folder` may be NULL. */
bool shared_stopped(const char *folder);
/* Writes the file named stop, with the reason in it. */
MUST_USE bool shared_stop(const char *folder, const char *reason, struct error *error);

/* Processes can share a run that consists of numbered pieces of work. Each then does only part
 * `shard` of `shards`, counted from 1. If both are 0, the process does all pieces. */
struct shared_part {
    int shard, shards;
};
static inline bool shared_part_has(struct shared_part part, int piece)
{
    return part.shards == 0 || piece % part.shards == part.shard - 1;
}

/* For computing a result's key. Each function adds a text or a number on which the result depends
 * to the key, and returns the new key. Start with key 0, then pass what the last call returned. */
uint64_t shared_key_text(uint64_t key, const char *text);
uint64_t shared_key_number(uint64_t key, uint64_t number);
