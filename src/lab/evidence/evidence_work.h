/* Work that several threads share, and the file of answers that makes it resumable. */
#pragma once

#include <pthread.h>
#include <stdio.h>

#include "src/lab/evidence/evidence.h"
#include "src/util/lock_file.h"

/* An answer: two numbers under a key, which is a hash of everything they depend on. */
struct evidence_answer {
    uint64_t key;
    double first, second;
};

/* The answers of a folder, in the file answers.tsv, one per line. */
struct evidence_store {
    FILE *file;
    struct lock_file lock;
    pthread_mutex_t guard;
    int count, capacity, sorted;     /* the first answers are sorted by key */
    struct evidence_answer *answers; /* owned */
};
/* Creates the folder if it is missing; removes a line that an interrupted run left incomplete.
 * Returns false and sets *error, with file and line. */
MUST_USE bool evidence_store_open(struct evidence_store *store, const char *folder,
                                  struct error *error);
void evidence_store_close(struct evidence_store *store);
/* Lets evidence_store_find see the answers added since the last call. Must not be called while
 * threads work. */
void evidence_store_settle(struct evidence_store *store);
const struct evidence_answer *evidence_store_find(const struct evidence_store *store, uint64_t key);
/* Any thread may call it. Returns false and sets *error. */
MUST_USE bool evidence_store_add(struct evidence_store *store, uint64_t key, double first,
                                 double second, struct error *error);

/* Numbered pieces of work for several threads. Each thread has its own worker: the players that it
 * asks. */
struct evidence_work {
    int count; /* of pieces */
    void *context;
    size_t worker_size; /* bytes; zeroed before open */
    /* Returns false and sets *error on failure; the worker is closed in any case. */
    bool (*open)(void *context, void *worker, struct error *error);
    bool (*handle)(void *context, void *worker, int piece, struct error *error);
    void (*close)(void *context, void *worker);
    const char *what;         /* for the observer */
    evidence_observer *watch; /* may be NULL */
    void *watch_context;
};
/* Does nothing if *stopped is set; sets it if the observer ends the work early. Returns false and
 * sets *error. */
MUST_USE bool evidence_work(const struct evidence_work *work, int threads, bool *stopped,
                            struct error *error);

/* A key for an answer about a position of the sample; what distinguishes the question. */
uint64_t evidence_key(const struct check_position *position, const char *what, uint64_t detail);
