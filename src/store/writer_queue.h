/* What writer.c, the queue, and writer_operations.c share. */
#pragma once

#include <stddef.h>

#include "src/store/writer.h"

struct writing;
typedef bool writing_function(struct store *store, struct writing *writing, struct error *error);

/* One operation, with its arguments behind it. */
struct writing {
    struct writing *next;
    writing_function *write;          /* called by the thread, maybe several times */
    void (*clear)(void *arguments);   /* frees what they own; NULL: nothing */
    int64_t game; /* the writer's number, 0: of no game */
    int64_t row;  /* of that game; the operation that begins it sets it */
    _Alignas(max_align_t) unsigned char arguments[];
};

/* Copies the arguments. False: out of memory, and they are still the caller's. */
bool writer_post(struct store_writer *writer, int64_t game, writing_function *write,
                 void (*clear)(void *arguments), const void *arguments, size_t size);
