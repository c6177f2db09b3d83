/* Input that may be compressed. A thread decompresses into a pipe, so that readers see an ordinary
 * stream and nothing is held in memory or on disk, however large the file is. A file may consist of
 * several frames in sequence, as the format (RFC 8878) allows.
 *
 * A read from a pipe or device may block for ever. So that it can be stopped (input_stop_at),
 * another thread copies the data into a second pipe, and closes the second pipe when reading is to
 * stop; to the reader this looks like the end of a file. */
#include "src/util/input.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/array.h"
#include "src/util/paths.h"

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum { CHUNK = 1 << 17 };
/* The largest ratio of decompressed to compressed size that is accepted. Games compress to a fifth
 * of their size, or to a thirtieth if they are much alike; a file that expands far more was made to
 * fill a disk. The ratio is checked after the first FLOOD_FROM bytes of output. */
enum { FLOOD_FROM = 16 << 20, FLOOD_RATIO = 200 };
#define FLOOD_RATIO_TEXT "200"

struct input {
    char name[256];
    FILE *origin; /* the pipe or device that is copied so that reading can be stopped; NULL: nothing
                   * is copied */
    FILE *packed; /* NULL: the file is not compressed */
    FILE *stream;
    pthread_t copier;
    int copy_to;         /* the write end of the pipe, for the copying thread */
    int copy_failure;    /* an errno, to be read after the copying thread has ended; 0: no
                          * failure */
    pthread_t unpacker;
    int pipe_in;         /* the write end, for the decompressing thread */
    const char *problem; /* what went wrong in the decompressing thread, to be read after it has
                          * ended; NULL: nothing */
};

static int stop_at = -1; /* see input_stop_at */

void input_stop_at(int descriptor)
{
    stop_at = descriptor;
}

static void close_stream(FILE *stream)
{
    if (stream && stream != stdin)
        fclose(stream);
}

/* Starts a thread. SIGPIPE is blocked in it, so that a write fails with an error when the reader
 * has closed the pipe. The signals that end the program are blocked, too, so that other threads
 * receive them. */
static bool start_thread(pthread_t *thread, void *(*run)(void *), struct input *input)
{
    static const int blocked[] = {SIGPIPE, SIGINT, SIGTERM};
    sigset_t signals, before;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof blocked / sizeof *blocked; i++)
        sigaddset(&signals, blocked[i]);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    bool started = pthread_create(thread, NULL, run, input) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void *copier_main(void *context)
{
    struct input *input = context;
    int from = fileno(input->origin);
    char bytes[1 << 14];
    for (;;) {
        struct pollfd waits[] = {{.fd = from, .events = POLLIN},
                                 {.fd = stop_at, .events = POLLIN},
                                 {.fd = input->copy_to, .events = 0}}; /* polled only to notice that
                                                                        * the reader has closed the
                                                                        * pipe */
        if (poll(waits, 3, -1) < 0 && errno != EINTR)
            input->copy_failure = errno;
        if (input->copy_failure || waits[1].revents || waits[2].revents)
            break;
        ssize_t got = waits[0].revents ? read(from, bytes, sizeof bytes) : 1;
        if (got < 0 && errno != EINTR)
            input->copy_failure = errno;
        if (got == 0 || input->copy_failure)
            break;
        if (got > 0 && waits[0].revents && !paths_write_all(input->copy_to, bytes, (size_t)got))
            break;
    }
    close(input->copy_to);
    return NULL;
}

/* Returns whether the stream is a pipe or a device, so that reading it may block for ever or never
 * reach an end. */
static bool is_endless(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || S_ISCHR(status.st_mode));
}

/* Starts a thread that copies input->stream into a pipe until reading is to stop, and sets
 * input->stream to the other end of that pipe. */
static bool begin_copying(struct input *input, struct error *error)
{
    int ends[2];
    if (!paths_pipe(ends))
        return error_set_in(error, input->name, "%s", strerror(errno));
    FILE *copy = fdopen(ends[0], "rb");
    input->origin = input->stream;
    input->copy_to = ends[1];
    if (copy && start_thread(&input->copier, copier_main, input)) {
        input->stream = copy;
        return true;
    }
    error_set_in(error, input->name, "out of memory");
    if (copy)
        fclose(copy);
    else
        close(ends[0]);
    close(ends[1]);
    input->origin = NULL;
    return false;
}

/* Waits until the copying thread has ended. Call it after closing the stream that the thread copies
 * to, which makes the thread end. Returns false and sets *error if reading the original failed. */
static bool end_copying(struct input *input, struct error *error)
{
    pthread_join(input->copier, NULL);
    close_stream(input->origin);
    return input->copy_failure == 0 ||
           error_set_in(error, input->name, "%s", strerror(input->copy_failure));
}

#ifdef HAVE_ZSTD

/* Decompresses until the end of the file, or until the reader closes the pipe. Returns what went
 * wrong, or NULL. */
static const char *unpack(struct input *input, ZSTD_DStream *zstd, char *from, char *to)
{
    size_t rest = 0, size; /* rest: bytes that zstd still expects; 0 when a frame is complete */
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
                return "it unpacks to more than " FLOOD_RATIO_TEXT " times its size, so it is "
                       "not a text file";
            if (!paths_write_all(input->pipe_in, to, out.pos))
                return NULL;
            more = out.pos == out.size;
        }
        packed += size;
    }
    if (ferror(input->packed))
        return strerror(errno);
    return rest == 0 ? NULL : "the Zstandard file is cut short";
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

static bool begin_unpacking(struct input *input, struct error *error)
{
    int ends[2];
    input->packed = input->stream;
    input->stream = NULL;
    if (!paths_pipe(ends))
        return error_set_in(error, input->name, "%s", strerror(errno));
    input->pipe_in = ends[1];
    input->stream = fdopen(ends[0], "rb");
    if (input->stream && start_thread(&input->unpacker, unpacker_main, input))
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
                        "the file is compressed, and this program was built without libzstd; "
                        "unpack it first, with zstd -d");
}

#endif

/* Whether the stream starts like a compressed file. Only one byte can be read and pushed back into
 * any stream. The first byte of Zstandard's magic number, "(" in ASCII, is enough: no PGN file, EPD
 * file or table of ours starts with it. */
static bool looks_packed(FILE *stream)
{
    int first = getc(stream);
    if (first != EOF)
        ungetc(first, stream);
    return first == '(';
}

struct input *input_open(const char *path, struct error *error)
{
    struct error ignored;
    struct input *input = array_zeroed(sizeof *input, error);
    if (!input)
        return NULL;
    bool standard = strcmp(path, "-") == 0;
    snprintf(input->name, sizeof input->name, "%s", standard ? "standard input" : path);
    input->stream = standard ? stdin : fopen(path, "rbe");
    if (!input->stream) {
        error_set_in(error, input->name, "%s", strerror(errno));
    } else if (stop_at >= 0 && is_endless(input->stream) && !begin_copying(input, error)) {
        close_stream(input->stream);
        input->stream = NULL;
    } else if (looks_packed(input->stream)) {
        if (begin_unpacking(input, error))
            return input;
    } else if (ferror(input->stream)) {
        error_set_in(error, input->name, "%s", strerror(errno)); /* getc failed, for example because
                                                                  * `path` is a folder */
    } else {
        return input;
    }
    close_stream(input->packed);
    close_stream(input->stream);
    if (input->origin)
        (void)!end_copying(input, &ignored);
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
    if (!input)
        return true;
    bool good = !ferror(input->stream);
    if (!good)
        error_set_in(error, input->name, "the file could not be read to the end");
    close_stream(input->stream);
    if (input->packed) {
        pthread_join(input->unpacker, NULL);
        if (input->problem)
            error_set_in(error, input->name, "%s", input->problem);
        good = good && !input->problem;
        close_stream(input->packed);
    }
    if (input->origin && !end_copying(input, error))
        good = false;
    free(input);
    return good;
}
