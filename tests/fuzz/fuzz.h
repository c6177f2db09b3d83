/* What the fuzz targets share. Each is one file with the entry point that libFuzzer calls: some
 * bytes, given to one of our readers; what must be true of its answer is required, and the
 * sanitizers watch the rest. */
#pragma once

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "engine/chess.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Otherwise the input is a finding. */
#define require(condition)                                                                   \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                         \
        }                                                                                    \
    } while (0)

/* The bytes as a string of exactly their length, up to the first NUL among them; to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* A path of this process's own: in $TMPDIR, which who runs the targets removes; without one in
 * memory where there is such a place. */
static inline void fuzz_path(char *path, size_t size, const char *name)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    int length = snprintf(path, size, "%s/fallible-fuzz-%s.%ld", folder, name, (long)getpid());
    require(length > 0 && (size_t)length < size);
}

/* The bytes as a file, the same one each time; its path. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[1024];
    if (!path[0])
        fuzz_path(path, sizeof path, "file");
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    require(file >= 0);
    require(write(file, data, size) == (ssize_t)size);
    close(file);
    return path;
}

/* The bytes as a stream; it reads data while it is open. */
static inline FILE *fuzz_stream(const uint8_t *data, size_t size)
{
    FILE *stream =
        size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");
    require(stream);
    return stream;
}

/* An error names its reason in one line; a column, where there is one, lies in the input. */
static inline void fuzz_check_error(const struct error *error, size_t size)
{
    size_t length = strnlen(error->message, sizeof error->message);
    require(length > 0 && length < sizeof error->message);
    require(error->column >= 0 && (size_t)error->column <= size + 1);
    require(error->line >= 0);
}
