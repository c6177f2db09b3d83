/* Input that may be compressed. A thread decompresses into a pipe, so that readers see an ordinary
 * stream and nothing is held in memory or on disk, however large the file is. Several frames in
 * sequence are one file, as the format (RFC 8878) defines. */
#include "src/util/input.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/array.h"

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum { CHUNK = 1 << 17 };
/* Games compress to a fifth of their size, or to a thirtieth if they are much alike. A file that
 * expands far more than that, after its first megabytes, was made to fill a disk. */
enum { FLOOD_FROM = 16 << 20, FLOOD_RATIO = 200 };
#define FLOOD_RATIO_TEXT "200"

struct input {
    char name[256];
    FILE *packed; /* NULL: the file is not compressed */
    FILE *stream;
    pthread_t unpacker;
    int pipe_in;         /* the write end, for the thread */
    const char *problem; /* what went wrong in the thread, to be read after it has ended; NULL:
                          * nothing */
};

static void close_stream(FILE *stream)
{
    if (stream && stream != stdin)
        fclose(stream);
}

#ifdef HAVE_ZSTD

/* Returns false if the reader has closed the pipe, which is not an error of the file. */
static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Decompresses until the end of the file, or until the reader closes the pipe. Returns what went
 * wrong, or NULL. */
static const char *unpack(struct input *input, ZSTD_DStream *zstd, char *from, char *to)
{
    size_t rest = 0, size; /* rest is 0 between frames */
    uint64_t packed = 0, unpacked = 0;
    while ((size = fread(from, 1, CHUNK, input->packed)) > 0) {
        ZSTD_inBuffer in = {from, size, 0};
        bool more = true;
        while (in.pos < in.size || more) {
            ZSTD_outBuffer out = {to, CHUNK, 0};
            rest = ZSTD_decompressStream(zstd, &out, &in);
            if (ZSTD_isError(rest))
                return ZSTD_getErrorName(rest);
            unpacked += out.pos;
            if (unpacked > FLOOD_FROM && unpacked / FLOOD_RATIO > packed + in.pos)
                return "it unpacks to more than " FLOOD_RATIO_TEXT " times its size, as no text "
                       "does: it is not read on";
            if (!write_all(input->pipe_in, to, out.pos))
                return NULL;
            more = out.pos == out.size;
        }
        packed += size;
    }
    if (ferror(input->packed))
        return strerror(errno);
    return rest == 0 ? NULL : "the Zstandard file ends in the middle: it is cut short";
}

static void *unpacker_main(void *context)
{
    struct input *input = context;
    char *from = malloc(CHUNK), *to = malloc(CHUNK);
    ZSTD_DStream *zstd = ZSTD_createDStream();
    input->problem = from && to && zstd ? unpack(input, zstd, from, to) : "out of memory";
    ZSTD_freeDStream(zstd);
    free(from);
    free(to);
    close(input->pipe_in);
    return NULL;
}

/* Starts the thread with SIGPIPE blocked, so that it gets an error when the reader closes the
 * pipe. */
static bool start_unpacker(struct input *input)
{
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    bool started = pthread_create(&input->unpacker, NULL, unpacker_main, input) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static bool begin_unpacking(struct input *input, struct error *error)
{
    int ends[2];
    input->packed = input->stream;
    input->stream = NULL;
    if (pipe(ends) != 0)
        return error_set_in(error, input->name, "%s", strerror(errno));
    input->pipe_in = ends[1];
    input->stream = fdopen(ends[0], "rb");
    if (input->stream && start_unpacker(input))
        return true;
    error_set_in(error, input->name, "out of memory");
    if (!input->stream)
        close(ends[0]);
    close(ends[1]);
    return false;
}

#else

static bool begin_unpacking(struct input *input, struct error *error)
{
    return error_set_in(error, input->name,
                        "packed with Zstandard, and this program was built without libzstd: "
                        "unpack it first (zstd -dc FILE | ... -)");
}

#endif

/* The first byte of Zstandard's magic number is "(" in ASCII. No PGN file, EPD file or table of
 * ours starts with it, and a single byte is all that can be pushed back into any stream. */
static bool looks_packed(FILE *stream)
{
    int first = getc(stream);
    if (first != EOF)
        ungetc(first, stream);
    return first == '(';
}

struct input *input_open(const char *path, struct error *error)
{
    struct input *input = room_zeroed(sizeof *input, error);
    if (!input)
        return NULL;
    bool standard = strcmp(path, "-") == 0;
    snprintf(input->name, sizeof input->name, "%s", standard ? "standard input" : path);
    input->stream = standard ? stdin : fopen(path, "rb");
    if (!input->stream) {
        error_set_in(error, input->name, "%s", strerror(errno));
    } else if (looks_packed(input->stream)) {
        if (begin_unpacking(input, error))
            return input;
    } else if (ferror(input->stream)) {
        error_set_in(error, input->name, "%s", strerror(errno)); /* for example, it is a folder */
    } else {
        return input;
    }
    close_stream(input->packed);
    close_stream(input->stream);
    free(input);
    return NULL;
}

FILE *input_stream(const struct input *input)
{
    return input->stream;
}

const char *input_name(const struct input *input)
{
    return input->name;
}

bool input_is_lasting(const struct input *input)
{
    FILE *file = input->packed ? input->packed : input->stream;
    struct stat status;
    return file != stdin && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
}

int input_percent(const struct input *input)
{
    int file = fileno(input->packed ? input->packed : input->stream);
    struct stat status;
    off_t at = lseek(file, 0, SEEK_CUR);
    if (at < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
        return -1;
    return at >= status.st_size ? 100 : (int)(at * 100 / status.st_size);
}

bool input_close(struct input *input, struct error *error)
{
    bool good = !ferror(input->stream);
    if (!good)
        error_set_in(error, input->name, "it could not be read to its end");
    close_stream(input->stream);
    if (input->packed) {
        pthread_join(input->unpacker, NULL);
        if (input->problem)
            error_set_in(error, input->name, "%s", input->problem);
        good = good && !input->problem;
        close_stream(input->packed);
    }
    free(input);
    return good;
}
