/* Atomic replacement with POSIX: a new file in the same folder is written to disk and then renamed
 * to the old one's name. */
#include "src/util/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/paths.h"

static bool fail(const struct replacement *replacement, int trouble, struct error *error)
{
    return error_set_in(error, replacement->name, "cannot be written: %s", strerror(trouble));
}

static void release(struct replacement *replacement)
{
    free(replacement->path);
    free(replacement->beside);
    *replacement = (struct replacement){0};
}

/* The temporary name contains the process id, so that two programs do not write to the same
 * file. */
static bool name_beside(struct replacement *replacement)
{
    size_t size = strlen(replacement->path) + 32;
    replacement->beside = malloc(size);
    if (replacement->beside)
        snprintf(replacement->beside, size, "%s.%ld.new", replacement->path, (long)getpid());
    return replacement->beside;
}

bool replacement_begin(struct replacement *replacement, const char *path, unsigned mode,
                       struct error *error)
{
    struct stat status;
    char *whole = paths_target(path);
    int trouble = errno, file = -1;
    bool there = whole && stat(whole, &status) == 0;
    *replacement = (struct replacement){.name = path, .path = whole};
    errno = trouble;
    if (there && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (there && !S_ISREG(status.st_mode))
        file = open(whole, O_WRONLY | O_CLOEXEC);
    else if (whole && name_beside(replacement))
        file = open(replacement->beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                    (mode_t)mode);
    if (file >= 0 && there && replacement->beside && fchmod(file, status.st_mode & 0777) != 0) {
        close(file);
        file = -1;
    }
    replacement->out = file >= 0 ? fdopen(file, "w") : NULL;
    if (replacement->out)
        return true;
    fail(replacement, errno, error);
    if (file >= 0)
        close(file);
    release(replacement);
    return false;
}

bool replacement_end(struct replacement *replacement, bool good, struct error *error)
{
    const char *beside = replacement->beside;
    int trouble = errno; /* if a write failed, errno still says why */
    bool written = !ferror(replacement->out);
    if (written && (fflush(replacement->out) != 0 ||
                    (good && beside && fsync(fileno(replacement->out)) != 0))) {
        written = false;
        trouble = errno;
    }
    if (fclose(replacement->out) != 0 && written) {
        written = false;
        trouble = errno;
    }
    if (good && written && beside && rename(beside, replacement->path) != 0) {
        written = false;
        trouble = errno;
    }
    if (!written)
        fail(replacement, trouble, error);
    if (beside && !(good && written))
        unlink(beside);
    release(replacement);
    return good && written;
}

bool replace_whole(const char *path, bool (*write)(FILE *out, const void *context),
                   const void *context, struct error *error)
{
    struct replacement file;
    if (!replacement_begin(&file, path, 0666, error))
        return false;
    bool good = write(file.out, context) || error_set(error, "out of memory");
    return replacement_end(&file, good, error);
}
