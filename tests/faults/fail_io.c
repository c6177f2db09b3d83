/* A library to preload: fails the Nth write, sync, rename, truncation or lock of a program, or all
 * from the Nth on, and counts them. Writes to terminals, pipes and standard streams do not count.
 *   FAIL_KIND=write|sync|rename|any|lock   which calls count; any: all except locks
 *   FAIL_AT=N     the Nth fails with "no space left" (a sync with an input/output error; a lock
 *                 with "no locks available", as on a network file system without a lock server)
 *   FAIL_FROM=N   so do all after it
 *   FAIL_COUNT=FILE gets the number of calls when the program ends
 * A program started by this one is left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long fail_at, fail_from;
static const char *kind = "any";
static char count_file[4096];
static atomic_ulong count;

static bool fails(const char *what, int file)
{
    struct stat status;
    bool lock = strcmp(what, "lock") == 0, any = strcmp(kind, "any") == 0;
    if (any ? lock : strcmp(kind, what) != 0)
        return false;
    if (file >= 0 && (file <= 2 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)))
        return false;
    unsigned long number = atomic_fetch_add(&count, 1) + 1;
    bool now = (fail_at && number == fail_at) || (fail_from && number >= fail_from);
    if (now)
        errno = lock ? ENOLCK : strcmp(what, "sync") == 0 ? EIO : ENOSPC;
    return now;
}

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real)                                                                                     \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(ssize_t, write, int, const void *, size_t);
    return fails("write", file) ? -1 : real(file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return fails("write", file) ? -1 : real(file, bytes, size, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    return fails("write", file) ? -1 : real(file, bytes, size, at);
}

int ftruncate(int file, off_t size)
{
    REAL(int, ftruncate, int, off_t);
    return fails("write", file) ? -1 : real(file, size);
}

int ftruncate64(int file, off64_t size)
{
    REAL(int, ftruncate64, int, off64_t);
    return fails("write", file) ? -1 : real(file, size);
}

int fsync(int file)
{
    REAL(int, fsync, int);
    return fails("sync", file) ? -1 : real(file);
}

int fdatasync(int file)
{
    REAL(int, fdatasync, int);
    return fails("sync", file) ? -1 : real(file);
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    return fails("rename", -1) ? -1 : real(from, to);
}

static bool is_lock(int command)
{
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

/* The third argument is a number or a pointer, which are passed on in the same way. */
#define FCNTL(name)                                                                                \
    int name(int file, int command, ...)                                                           \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, command);                                                                   \
        void *argument = va_arg(rest, void *);                                                     \
        va_end(rest);                                                                              \
        REAL(int, name, int, int, ...);                                                            \
        return is_lock(command) && fails("lock", file) ? -1 : real(file, command, argument);       \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

static unsigned long number_of(const char *name)
{
    const char *value = getenv(name);
    return value ? strtoul(value, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    fail_at = number_of("FAIL_AT"), fail_from = number_of("FAIL_FROM");
    if (getenv("FAIL_KIND"))
        kind = strdup(getenv("FAIL_KIND"));
    if (getenv("FAIL_COUNT"))
        snprintf(count_file, sizeof count_file, "%s", getenv("FAIL_COUNT"));
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    unsigned long calls = atomic_load(&count);
    fail_at = fail_from = 0;
    FILE *out = count_file[0] ? fopen(count_file, "we") : NULL;
    if (out) {
        fprintf(out, "%lu\n", calls);
        fclose(out);
    }
}
