/* Small files that tests write and read. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

/* mode: as fopen has it. */
static inline void file_put(const char *path, const char *mode, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, mode);
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static inline void file_write(const char *path, const char *text)
{
    file_put(path, "w", text, strlen(text));
}

static inline void file_append(const char *path, const char *text)
{
    file_put(path, "a", text, strlen(text));
}

/* Adds a game in which both sides move their knights to and fro, plies half-moves (a multiple of 4),
 * before end: the last moves and the result. */
static inline void file_append_long_game(const char *path, const char *tags, int plies,
                                         const char *end)
{
    FILE *stream = fopen(path, "a");
    assert_non_null(stream);
    fputs(tags, stream);
    for (int ply = 0; ply < plies; ply += 4)
        fputs("Nf3 Nf6 Ng1 Ng8\n", stream);
    fprintf(stream, "%s\n\n", end);
    assert_int_equal(fclose(stream), 0);
}

/* A new one; path ends in XXXXXX, for which its name is put. Returns path. */
static inline const char *file_make(char *path, const void *bytes, size_t size)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    file_put(path, "w", bytes, size);
    return path;
}

/* All of it with NUL behind, to be freed; *size: how much that is. */
static inline char *file_read(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    *size = (size_t)ftell(stream);
    rewind(stream);
    char *bytes = calloc(1, *size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, stream), *size);
    fclose(stream);
    return bytes;
}
