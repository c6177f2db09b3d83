/* Reads a file and decompresses gzip (RFC 1952) with zlib, if the program was built with it. The
 * size of the file and that of its contents are limited, so that a small file cannot fill the
 * memory. */
#include "engine/maia/gunzip.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

#include "engine/file.h"

static const char out_of_memory[] = "out of memory";

/* Increases the capacity. Returns false and sets *problem if `max` is reached or out of memory. */
static bool grow(unsigned char **bytes, size_t *capacity, size_t max, const char **problem)
{
    size_t wanted = *capacity ? 2 * *capacity : 1 << 16;
    if (wanted > max + 1)
        wanted = max + 1; /* one more than allowed, to detect a file that is too large */
    unsigned char *grown = wanted > *capacity ? realloc(*bytes, wanted) : NULL;
    if (!grown) {
        *problem = wanted > *capacity ? out_of_memory : "too long for a weight file";
        return false;
    }
    *bytes = grown;
    *capacity = wanted;
    return true;
}

/* Reads the whole file. Returns NULL and sets *problem on failure. */
static unsigned char *read_file(FILE *file, size_t max, size_t *size, const char **problem)
{
    unsigned char *bytes = NULL;
    size_t capacity = 0, got;
    *size = 0;
    do {
        if (*size == capacity && !grow(&bytes, &capacity, max, problem)) {
            free(bytes);
            return NULL;
        }
        got = fread(bytes + *size, 1, capacity - *size, file);
        *size += got;
    } while (got > 0);
    if (!ferror(file))
        return bytes;
    *problem = strerror(errno);
    free(bytes);
    return NULL;
}

static bool is_gzip(const unsigned char *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

#ifdef HAVE_ZLIB

static bool inflate_all(z_stream *stream, size_t max, unsigned char **bytes, size_t *size,
                        const char **problem)
{
    size_t capacity = 0;
    int status = Z_OK;
    *size = 0;
    while (status == Z_OK) {
        if (*size == capacity && !grow(bytes, &capacity, max, problem))
            return false;
        stream->next_out = *bytes + *size;
        stream->avail_out = (unsigned)(capacity - *size);
        status = inflate(stream, Z_NO_FLUSH);
        *size = capacity - stream->avail_out;
    }
    if (status == Z_STREAM_END && stream->avail_in == 0)
        return true;
    *problem = status == Z_BUF_ERROR    ? "the gzip file is cut short"
               : status == Z_MEM_ERROR  ? out_of_memory
               : status == Z_STREAM_END ? "the file continues after the end of its compressed data"
                                        : "the gzip file is damaged";
    return false;
}

static unsigned char *unpack(unsigned char *packed, size_t packed_size, size_t max, size_t *size,
                             const char **problem)
{
    enum { GZIP_WINDOW = 15 + 16 }; /* adding 16 selects gzip's header and checksum (zlib.h) */
    z_stream stream = {.next_in = packed, .avail_in = (unsigned)packed_size};
    unsigned char *bytes = NULL;
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK) {
        *problem = out_of_memory;
        return NULL;
    }
    bool done = inflate_all(&stream, max, &bytes, size, problem);
    inflateEnd(&stream);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

#else

static unsigned char *unpack(unsigned char *packed, size_t packed_size, size_t max, size_t *size,
                             const char **problem)
{
    (void)packed, (void)packed_size, (void)max, (void)size;
    *problem = "the file is compressed, and this program was built without zlib; "
               "unpack it first with gunzip";
    return NULL;
}

#endif

unsigned char *unpack_file(const char *path, size_t max, size_t *size, bool *is_packed,
                           struct error *error)
{
    const char *problem = NULL;
    unsigned char *bytes = NULL;
    FILE *file = file_open_regular(path, &problem);
    if (file) {
        bytes = read_file(file, max, size, &problem);
        fclose(file);
    }
    *is_packed = bytes && is_gzip(bytes, *size);
    if (*is_packed) {
        unsigned char *packed = bytes;
        bytes = unpack(packed, *size, max, size, &problem);
        free(packed);
    }
    if (!bytes)
        error_set_in(error, path, "%s", problem);
    return bytes;
}
