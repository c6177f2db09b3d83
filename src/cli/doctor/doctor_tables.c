/* The child writes the number of each table into a pipe before it probes it, small tables first. If
 * the child crashes, the last number names the damaged table. The check then ends: probing larger
 * tables also reads the smaller ones that captures lead to, and would crash as well. */
#include "src/cli/doctor/doctor_tables.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/util/array.h"
#include "src/util/paths.h"
#include "src/util/random.h"

enum { NAME_SIZE = 16, TRIES = 1000, SECONDS = 30 /* SECONDS: time limit for probing one table */ };

struct tables {
    char (*names)[NAME_SIZE]; /* the pieces, such as "KBNvK"; owned */
    int count, capacity;
};

static bool is_table(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && length < NAME_SIZE + 5 && name[0] == 'K' &&
           (strcmp(name + length - 5, ".rtbw") == 0 || strcmp(name + length - 5, ".rtbz") == 0);
}

static int fewest_men_first(const void *a, const void *b)
{
    size_t x = strlen(a), y = strlen(b);
    return x != y ? (x > y) - (x < y) : strcmp(a, b);
}

static bool list_tables(const char *path, struct tables *tables, struct error *error)
{
    char folder[1024];
    for (; *(path += strspn(path, ":")); path += strcspn(path, ":")) {
        snprintf(folder, sizeof folder, "%.*s", (int)strcspn(path, ":"), path);
        DIR *directory = opendir(folder);
        bool good = true;
        for (struct dirent *entry; good && directory && (entry = readdir(directory)) != NULL;) {
            if (!is_table(entry->d_name))
                continue;
            good = ARRAY_RESERVE(tables->names, tables->count, &tables->capacity);
            if (good)
                snprintf(tables->names[tables->count++], NAME_SIZE, "%.*s",
                         (int)strcspn(entry->d_name, "."), entry->d_name);
        }
        if (directory)
            closedir(directory);
        if (!good)
            return error_set(error, "out of memory");
    }
    if (tables->count > 0)
        qsort(tables->names, (size_t)tables->count, sizeof *tables->names, fewest_men_first);
    return true;
}

/* Makes a legal position with the pieces of a table, such as "KBNvK", by putting them on random
 * squares. Returns false if no attempt succeeds. */
static bool make_position(const char *name, char side, struct position *position)
{
    uint64_t random = 1;
    for (int try = 0; try < TRIES; try++) {
        char board[64] = "", fen[128];
        bool black = false, good = true;
        for (const char *piece = name; *piece; piece++) {
            uint64_t square = random_next(&random) % 64;
            black = black || *piece == 'v';
            if (*piece == 'v')
                continue;
            good = good && !board[square] && (*piece != 'P' || (square >= 8 && square < 56));
            board[square] = (char)(black ? *piece | 0x20 : *piece);
        }
        int length = 0;
        for (int square = 0; square < 64; square++) {
            fen[length++] = (char)(board[square] ? board[square] : '1');
            if (square % 8 == 7)
                fen[length++] = square < 63 ? '/' : ' ';
        }
        snprintf(fen + length, sizeof fen - (size_t)length, "%c - - 0 1", side);
        struct error ignored;
        if (good && chess_from_fen(position, fen, &ignored))
            return true;
    }
    return false;
}

static void probe(const struct engine *engine, const char *name)
{
    struct position position;
    struct table_verdict verdict;
    for (const char *side = "wb"; *side; side++)
        if (make_position(name, *side, &position))
            (void)!engine_tables(engine, &position, &verdict);
}

/* Probes the tables, after writing the number of each to the pipe `to`, and exits; never
 * returns. */
static void run_child(const struct engine *engine, const struct tables *tables, int to)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM};
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    for (int i = 0; i < tables->count; i++) {
        if (i > 0 && strcmp(tables->names[i], tables->names[i - 1]) == 0)
            continue; /* the list has this table already: from its other file, or from a copy in
                         another folder */
        alarm(SECONDS);
        if (write(to, &i, sizeof i) != (ssize_t)sizeof i)
            _exit(1);
        probe(engine, tables->names[i]);
    }
    _exit(0);
}

/* Probes all tables in a child process. If the child crashes or hangs, calls `tell` for the table
 * that it was reading. */
static bool probe_all(const struct engine *engine, const struct tables *tables,
                      void (*tell)(void *context, const char *table, const char *why),
                      void *context, struct error *error)
{
    int ends[2], last = 0, status = 0;
    if (!paths_pipe(ends))
        return error_set(error, "%s", strerror(errno));
    pid_t child = fork();
    if (child == 0)
        run_child(engine, tables, ends[1]);
    int failure = errno;
    close(ends[1]);
    for (int number; child > 0 && read(ends[0], &number, sizeof number) == (ssize_t)sizeof number;)
        last = number;
    close(ends[0]);
    if (child < 0)
        return error_set(error, "%s", strerror(failure));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        tell(context, tables->names[last], "the file is damaged (reading it hangs); replace it");
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        tell(context, tables->names[last], "the file is damaged (reading it crashes); replace it");
    return true;
}

bool doctor_probe_tables(const char *path,
                         void (*tell)(void *context, const char *table, const char *why),
                         void *context, struct error *error)
{
    struct tables tables = {.count = 0};
    struct engine *engine = NULL;
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = 1;
    int length = snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", path);
    if (length >= (int)sizeof settings.syzygy_path)
        error_set(error, "the path is too long");
    else if (list_tables(path, &tables, error))
        engine = engine_create_with(&settings, error);
    bool good = engine && (tables.count == 0 || probe_all(engine, &tables, tell, context, error));
    engine_destroy(engine);
    free(tables.names);
    return good;
}
