/* Finds files. The program's own folder comes first, so that a build tree works from any working
 * directory; then the configured installation folder; then the folder beside bin/, so that an
 * installed tree can be moved. */
#include "src/util/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>


#ifndef DATADIR
#define DATADIR "/usr/local/share/fallible"
#endif

enum { PATH_SIZE = 4096, LINKS_MAX = 40 };

static char program_file[PATH_SIZE];   /* the program's full path; "" if unknown */
static char program_folder[PATH_SIZE]; /* its folder without a final slash; "" if unknown */

static bool join(char *path, size_t size, const char *folder, const char *middle, const char *name)
{
    int length = snprintf(path, size, "%s%s%s", folder, middle, name);
    return length >= 0 && (size_t)length < size;
}

/* Stores the path of the program `file` and that of its folder, with symbolic links resolved.
 * Returns false if the path cannot be resolved. */
static bool remember_program(const char *file)
{
    char *real = realpath(file, NULL);
    if (!real)
        return false;
    char *slash = strrchr(real, '/');
    bool known = slash && strlen(real) < sizeof program_file;
    if (known) {
        snprintf(program_file, sizeof program_file, "%s", real);
        memcpy(program_folder, real, (size_t)(slash - real));
        program_folder[slash - real] = '\0';
    }
    free(real);
    return known;
}

/* Looks for the program in PATH, because it was started by a name without a folder. */
static void find_in_path(const char *name)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        char file[PATH_SIZE];
        int written = snprintf(file, sizeof file, "%.*s/%s", (int)length, folders, name);
        if (length && written > 0 && (size_t)written < sizeof file && access(file, X_OK) == 0 &&
            remember_program(file))
            return;
        folders += length + (folders[length] == ':');
    }
}

const char *paths_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void paths_stem(const char *path, char *name, size_t size)
{
    snprintf(name, size, "%s", paths_base(path));
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
}

void paths_init(const char *argv0)
{
    program_file[0] = program_folder[0] = '\0';
    if (remember_program("/proc/self/exe") || !argv0)
        return;
    if (strchr(argv0, '/'))
        (void)remember_program(argv0);
    else
        find_in_path(argv0);
}

const char *paths_program(void) { return program_file; }

static bool readable(const char *path)
{
    return access(path, R_OK) == 0;
}

bool paths_shipped(const char *name, char *path, size_t size)
{
    if (program_folder[0] && join(path, size, program_folder, "/", name) && readable(path))
        return true;
    if (strstr(program_folder, "/build/") && join(path, size, program_folder, "/../../", name) &&
        readable(path))
        return true; /* for builds in a folder within build/, such as build/tune/fallible */
    if (join(path, size, DATADIR, "/", name) && readable(path))
        return true;
    return program_folder[0] && join(path, size, program_folder, "/../share/fallible/", name) &&
           readable(path);
}

/* Sets `path` to the shipped file PREFIX NAME SUFFIX, or to `name` itself if it is the name of no such
 * file. Returns whether the file is shipped. */
static bool shipped_or_own(const char *prefix, const char *name, const char *suffix, char *path,
                           size_t size)
{
    char shipped[128];
    int length = snprintf(shipped, sizeof shipped, "%s%s%s", prefix, name, suffix);
    if (!strpbrk(name, "/.") && length < (int)sizeof shipped && paths_shipped(shipped, path, size))
        return true;
    snprintf(path, size, "%s", name);
    return false;
}

bool paths_suite(const char *name, char *path, size_t size)
{
    return shipped_or_own("puzzles/", name, ".epd", path, size);
}

void paths_opening(const char *side, const char *name, char *path, size_t size)
{
    const bool white = strcmp(side, "white") == 0;
    (void)shipped_or_own(white ? "share/openings/white-" : "share/openings/black-", name, ".pgn",
                         path, size);
}

/* The folder in an XDG variable, or its default under the home folder. The XDG base directory
 * specification says that a relative path in the variable must be ignored; we also ignore a
 * relative home folder. */
static bool user_folder(const char *variable, const char *otherwise, char *path, size_t size)
{
    const char *folder = getenv(variable);
    if (folder && folder[0] == '/')
        return join(path, size, folder, "/fallible", "");
    const char *home = getenv("HOME");
    return home && home[0] == '/' && join(path, size, home, otherwise, "/fallible");
}

bool paths_config(const char *name, char *path, size_t size)
{
    char folder[PATH_SIZE];
    return user_folder("XDG_CONFIG_HOME", "/.config", folder, sizeof folder) &&
           join(path, size, folder, "/", name);
}

/* Creates `folder` and its parents; only the user may enter the new ones. */
static bool make_folders(char *folder)
{
    for (char *slash = strchr(folder + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        bool made = mkdir(folder, 0700) == 0 || errno == EEXIST;
        int trouble = errno;
        struct stat status;
        made = made || (stat(folder, &status) == 0 && S_ISDIR(status.st_mode));
        errno = trouble;
        if (slash)
            *slash = '/';
        if (!made || !slash)
            return made;
    }
}

bool paths_make_folders(const char *file)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(file, '/');
    if (!slash || slash == file)
        return true;
    if ((size_t)(slash - file) >= sizeof folder)
        return false;
    memcpy(folder, file, (size_t)(slash - file));
    folder[slash - file] = '\0';
    return make_folders(folder);
}

bool paths_data(const char *name, char *path, size_t size, struct error *error)
{
    char folder[PATH_SIZE];
    if (!user_folder("XDG_DATA_HOME", "/.local/share", folder, sizeof folder))
        error_set(error, "there is no folder for %s: neither XDG_DATA_HOME nor HOME is set", name);
    else if (!make_folders(folder))
        error_set_in(error, folder, "%s", strerror(errno));
    else if (join(path, size, folder, "/", name))
        return true;
    else
        error_set_in(error, folder, "the name is too long");
    return false;
}

bool paths_data_name(const char *name, char *path, size_t size)
{
    char folder[PATH_SIZE];
    return user_folder("XDG_DATA_HOME", "/.local/share", folder, sizeof folder) &&
           join(path, size, folder, "/", name);
}

bool paths_cache(const char *name, char *path, size_t size)
{
    char folder[PATH_SIZE];
    return user_folder("XDG_CACHE_HOME", "/.cache", folder, sizeof folder) &&
           make_folders(folder) && join(path, size, folder, "/", name);
}

bool paths_cache_name(const char *name, char *path, size_t size)
{
    char folder[PATH_SIZE];
    return user_folder("XDG_CACHE_HOME", "/.cache", folder, sizeof folder) &&
           join(path, size, folder, "/", name);
}

char *paths_target(const char *path)
{
    char target[4096], *at = strdup(path);
    for (int links = 0; at; links++) {
        char *whole = realpath(at, NULL);
        if (whole || errno == ELOOP) {
            int trouble = errno;
            free(at);
            errno = trouble;
            return whole;
        }
        ssize_t length = links < LINKS_MAX ? readlink(at, target, sizeof target) : -1;
        if (length < 0 || length == (ssize_t)sizeof target)
            return at;
        size_t folder = *target == '/' ? 0 : (size_t)(paths_base(at) - at);
        char *next = malloc(folder + (size_t)length + 1);
        if (next) {
            memcpy(next, at, folder);
            memcpy(next + folder, target, (size_t)length);
            next[folder + (size_t)length] = '\0';
        }
        free(at);
        at = next;
    }
    errno = ENOMEM;
    return NULL;
}

FILE *paths_open_private(const char *path, const char *mode)
{
    int flags = strchr(mode, '+') ? O_RDWR : O_WRONLY;
    flags |= mode[0] == 'a' ? O_CREAT | O_APPEND : mode[0] == 'w' ? O_CREAT | O_TRUNC : 0;
    int file = open(path, flags | O_CLOEXEC, 0600);
    FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;
    if (!stream && file >= 0)
        close(file);
    return stream;
}

bool paths_pipe(int ends[2])
{
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#endif
}

bool paths_write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

FILE *paths_create_draft(char *name)
{
    int file = mkostemp(name, O_CLOEXEC);
    FILE *stream = file >= 0 ? fdopen(file, "w+") : NULL;
    if (!stream && file >= 0) {
        int failure = errno;
        close(file);
        unlink(name);
        errno = failure;
    }
    return stream;
}

FILE *paths_create_unnamed(void)
{
    char name[] = "/tmp/fallible-XXXXXX";
    FILE *file = paths_create_draft(name); /* tmpfile would leave it open to a child for a moment */
    if (file)
        unlink(name);
    return file;
}

/* Describes a file that is neither a regular file nor a folder. */
static const char *kind_of_file(mode_t mode)
{
    return S_ISFIFO(mode)                    ? "a pipe"
           : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                            : "a special file";
}

/* Without O_NONBLOCK, opening a named pipe blocks until something writes into it. */
FILE *paths_open_regular(const char *path, struct error *error)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        error_set_in(error, path, "%s", strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        error_set_in(error, path, "%s", strerror(EISDIR));
    } else if (!S_ISREG(status.st_mode)) {
        error_set_in(error, path, "this is %s; expected a file", kind_of_file(status.st_mode));
    } else {
        FILE *stream = fcntl(file, F_SETFL, O_RDONLY) == 0 ? fdopen(file, "rb") : NULL;
        if (stream)
            return stream;
        error_set_in(error, path, "%s", strerror(errno));
    }
    if (file >= 0)
        close(file);
    return NULL;
}

/* The buffer grows while reading, so that pipes and files in /proc work too. */
static char *read_stream(FILE *file, size_t max, const char **problem)
{
    size_t size = 0, capacity = 0;
    char *text = NULL;
    for (;;) {
        if (size + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            char *grown = realloc(text, capacity);
            if (!grown) {
                *problem = "out of memory";
                break;
            }
            text = grown;
        }
        size_t got = fread(text + size, 1, capacity - size - 1, file);
        size += got;
        if (size > max) {
            *problem = "the file is too long";
            break;
        }
        if (got == 0) {
            text[size] = '\0';
            if (ferror(file))
                *problem = strerror(errno);
            else if (strlen(text) != size)
                *problem = "the file contains a NUL byte; expected a text file";
            else
                return text;
            break;
        }
    }
    free(text);
    return NULL;
}

static char *read_and_close(FILE *file, const char *path, size_t max, struct error *error)
{
    const char *problem = NULL;
    char *text = read_stream(file, max, &problem);
    fclose(file);
    if (!text)
        error_set_in(error, path, "%s", problem);
    return text;
}

char *paths_read(const char *path, size_t max, struct error *error)
{
    FILE *file = fopen(path, "rbe");
    if (file)
        return read_and_close(file, path, max, error);
    error_set_in(error, path, "%s", strerror(errno));
    return NULL;
}

char *paths_read_regular(const char *path, size_t max, struct error *error)
{
    FILE *file = paths_open_regular(path, error);
    return file ? read_and_close(file, path, max, error) : NULL;
}
