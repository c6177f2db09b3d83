/* Small files that tests write and read. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

/* mode: as for fopen. */
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

/* Appends a game in which knights move to and fro for plies half-moves (a multiple of 4), followed
 * by end: the last moves and the result. */
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

/* Creates a file. path ends in XXXXXX, which is replaced by its name. Returns path. */
static inline const char *file_make(char *path, const void *bytes, size_t size)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    file_put(path, "w", bytes, size);
    return path;
}

/* Reads a whole file and adds a final NUL. The caller frees it. *size: its length. */
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
