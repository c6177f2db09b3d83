/* Shared by the fuzz targets. Each target is a file with the function that libFuzzer calls: it
 * passes the bytes to one of our readers and requires what must be true of the result. Sanitizers
 * check the rest. */
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

/* If it is false, the input is a finding. */
#define require(condition)                                                                   \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                         \
        }                                                                                    \
    } while (0)

/* The bytes as a string of exactly their length, up to the first NUL. The caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* A path for this process: in $TMPDIR, which the caller of the targets removes, otherwise in
 * memory if possible. */
static inline void fuzz_path(char *path, size_t size, const char *name)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    int length = snprintf(path, size, "%s/fallible-fuzz-%s.%ld", folder, name, (long)getpid());
    require(length > 0 && (size_t)length < size);
}

/* Writes the bytes to a file, the same one each time. Returns its path. */
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

/* The bytes as a stream, which reads data while it is open. */
static inline FILE *fuzz_stream(const uint8_t *data, size_t size)
{
    FILE *stream =
        size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");
    require(stream);
    return stream;
}

/* An error has one line of text, and its column, if any, is within the input. */
static inline void fuzz_check_error(const struct error *error, size_t size)
{
    size_t length = strnlen(error->message, sizeof error->message);
    require(length > 0 && length < sizeof error->message);
    require(error->column >= 0 && (size_t)error->column <= size + 1);
    require(error->line >= 0);
}
