/* Unpacking under another name first, so that a file in the cache is a whole one. Its time of
 * change is the packed file's, by which a later look knows that it is still the same. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/game/pgn_unpacked.h"
#include "src/support/input.h"

enum { BLOCK = 1 << 20 };
static const int64_t UNPACKED_MAX = (int64_t)8 << 30; /* bytes; some ten million games */

bool pgn_is_packed(FILE *file)
{
    unsigned char magic[4] = {0};
    size_t got = fread(magic, 1, sizeof magic, file);
    rewind(file);
    return got == sizeof magic && memcmp(magic, "\x28\xB5\x2F\xFD", sizeof magic) == 0;
}

static bool is_there(const char *name, const struct stat *packed)
{
    struct stat there;
    return stat(name, &there) == 0 && there.st_size > 0 &&
           there.st_mtim.tv_sec == packed->st_mtim.tv_sec &&
           there.st_mtim.tv_nsec == packed->st_mtim.tv_nsec;
}

static bool copy_all(struct input *input, FILE *file, pgn_progress *progress, void *context,
                     struct error *error)
{
    char *block = malloc(BLOCK);
    int64_t written = 0;
    bool wanted = block != NULL;
    size_t got;
    if (!block)
        error_set(error, "out of memory");
    while (wanted && !error->message[0] &&
           (got = fread(block, 1, BLOCK, input_stream(input))) > 0) {
        written += (int64_t)got;
        if (written > UNPACKED_MAX)
            error_set(error, "it is packed, and too large to be unpacked into the cache: unpack it "
                             "first (zstd -d)");
        else if (fwrite(block, 1, got, file) != got)
            error_set(error, "it cannot be unpacked into the cache: %s", strerror(errno));
        int percent = input_percent(input);
        wanted = !progress || progress(context, percent > 0 ? percent : 0);
    }
    free(block);
    return wanted && !error->message[0];
}

bool pgn_unpack(const char *path, const struct stat *status, const char *name,
                pgn_progress *progress, void *context, struct error *error)
{
    char draft[4096 + 8];
    if (is_there(name, status))
        return true;
    snprintf(draft, sizeof draft, "%s.XXXXXX", name);
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    int number = mkstemp(draft);
    FILE *file = number >= 0 ? fdopen(number, "w") : NULL;
    if (!file)
        error_set(error, "it cannot be unpacked into the cache: %s", strerror(errno));
    bool good = file && copy_all(input, file, progress, context, error);
    struct error damage;
    bool whole = input_close(input, &damage);
    if (good && !whole)
        good = error_set(error, "it is packed, and damaged: %.200s", damage.message);
    const struct timespec times[2] = {status->st_mtim, status->st_mtim};
    if (good && (fflush(file) != 0 || futimens(number, times) != 0 || rename(draft, name) != 0))
        good = error_set(error, "it cannot be unpacked into the cache: %s", strerror(errno));
    if (file)
        fclose(file);
    if (!good && number >= 0)
        unlink(draft);
    return good;
}
