/* Declarations shared by writer.c (the queue) and writer_operations.c. */
#pragma once

#include <stddef.h>

#include "src/store/writer.h"

struct writing;
typedef bool writing_function(struct store *store, struct writing *writing, struct error *error);

/* An operation in the queue, followed by its arguments. */
struct writing {
    struct writing *next;
    writing_function *write;          /* called by the thread, again if it has to be retried */
    void (*clear)(void *arguments);   /* frees what the arguments own; may be NULL */
    int64_t game; /* the writer's number for the game; 0 if the operation has no game */
    int64_t row;  /* the game's id in the database; the operation that begins the game sets it */
    _Alignas(max_align_t) unsigned char arguments[];
};

/* Appends an operation with a copy of the arguments to the queue. Returns false if out of memory;
 * the caller then still owns what the arguments own. */
bool writer_post(struct store_writer *writer, int64_t game, writing_function *write,
                 void (*clear)(void *arguments), const void *arguments, size_t size);
