/* The file of answers that makes a run resumable. */
#pragma once

#include <pthread.h>
#include <stdio.h>

#include "src/lab/evidence/evidence.h"
#include "src/util/lock_file.h"

/* An answer: two numbers stored under a key, which is a hash of everything that they depend on. */
struct evidence_answer {
    uint64_t key;
    double first, second;
};

/* The answers of a folder, in the file answers.tsv, one per line. */
struct evidence_store {
    FILE *file;
    struct lock_file lock;
    pthread_mutex_t guard;
    int count, capacity, sorted;     /* the first `sorted` answers are in order of their keys */
    struct evidence_answer *answers; /* owned */
};
/* Creates the folder if it is missing. Removes a last line that an interrupted run left incomplete.
 * Returns false and sets *error, with file and line, on failure. */
MUST_USE bool evidence_store_open(struct evidence_store *store, const char *folder,
                                  struct error *error);
void evidence_store_close(struct evidence_store *store);
/* Makes the answers added since the last call visible to evidence_store_find. Must not be called
 * while threads work. */
void evidence_store_settle(struct evidence_store *store);
/* Returns NULL if there is no such answer. Must not be called while threads add answers. */
const struct evidence_answer *evidence_store_find(const struct evidence_store *store, uint64_t key);
/* Returns whether evidence_store_find would find the key. May be called from any thread. */
bool evidence_store_has(struct evidence_store *store, uint64_t key);
/* Adds an answer, in memory and to the file. May be called from any thread. Returns false and sets
 * *error on failure. */
MUST_USE bool evidence_store_add(struct evidence_store *store, uint64_t key, double first,
                                 double second, struct error *error);

/* The key of an answer about a position of the sample. `what` and `detail` identify the question
 * that was asked. */
uint64_t evidence_key(const struct check_position *position, const char *what, uint64_t detail);
