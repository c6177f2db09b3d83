/* Remembers the last game that was opened from a file, in the small file "last-file". Its write is
 * synchronised to disk, which may take seconds on a busy disk, so a thread does it. Until it is
 * done, this session reads the file's name from memory. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/session/files.h"
#include "src/session/state.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"
#include "src/util/single_request.h"
#include "src/util/text.h"

enum {
    STOP_MS = 1000, /* how long the end of a session waits for the disk. The screen cannot be drawn
                     * meanwhile, and all that can be lost is which file was opened last */
};

struct place {
    char path[PATH_MAX]; /* absolute */
    int number;          /* number of the game, from 1 */
};

struct last_file {
    struct single_request *requests; /* its lock guards newest and written */
    struct place newest;
    bool written;
    struct place taken; /* used by the thread only */
};

/* If this fails, load and home offer the previous file. */
static void store_place(const struct place *place)
{
    char name[512];
    struct replacement file;
    struct error ignored;
    if (!paths_data("last-file", name, sizeof name, &ignored) ||
        !replacement_begin(&file, name, 0600, &ignored))
        return;
    bool good = fprintf(file.out, "%d %s\n", place->number, place->path) > 0;
    (void)!replacement_end(&file, good, &ignored);
}

static void on_take(void *context)
{
    struct last_file *last = context;
    last->taken = last->newest;
}

static void on_handle(void *context, uint32_t id)
{
    struct last_file *last = context;
    store_place(&last->taken);
    single_request_lock(last->requests);
    if (single_request_is_wanted(last->requests, id)) {
        last->written = true;
        single_request_tell(last->requests);
    }
    single_request_unlock(last->requests);
}

static void on_close(void *context)
{
    free(context);
}

static struct last_file *start(void)
{
    static const struct single_request_work work = {
        .take = on_take, .handle = on_handle, .close = on_close};
    struct last_file *last = calloc(1, sizeof *last);
    if (!last)
        return NULL;
    last->requests = single_request_create(&work, last, NULL, NULL);
    if (last->requests && single_request_start(last->requests))
        return last;
    single_request_free(last->requests);
    free(last);
    return NULL;
}

void session_remember_file(struct session *session, const char *path, int number)
{
    struct place place = {.number = number};
    if (!(session->writer || session_is_study(session)) || !realpath(path, place.path) ||
        strchr(place.path, '\n'))
        return;
    if (!session->last_file)
        session->last_file = start();
    struct last_file *last = session->last_file;
    if (!last)
        return;
    single_request_lock(last->requests);
    last->newest = place;
    last->written = false;
    (void)single_request_ask(last->requests);
    single_request_unlock(last->requests);
}

void session_stop_remembering(struct session *session)
{
    struct last_file *last = session->last_file;
    if (!last)
        return;
    const int64_t until = text_now() + STOP_MS;
    single_request_lock(last->requests);
    while (!last->written && text_now() < until)
        single_request_wait_for(last->requests, until - text_now());
    single_request_leave(last->requests);
    session->last_file = NULL;
}

/* Returns true if the file that this session opened last is not stored yet. */
static bool is_unwritten(struct last_file *last, struct place *place)
{
    if (!last)
        return false;
    single_request_lock(last->requests);
    bool unwritten = !last->written;
    if (unwritten)
        *place = last->newest;
    single_request_unlock(last->requests);
    return unwritten;
}

static bool read_place(struct place *place)
{
    char name[512];
    struct error ignored;
    char *text = paths_data_name("last-file", name, sizeof name)
                     ? paths_read_regular(name, 2 * sizeof place->path, &ignored)
                     : NULL;
    char *rest = text;
    long number = text ? strtol(text, &rest, 10) : 0;
    bool good = number >= 1 && number <= INT_MAX && *rest == ' ' && rest[1] == '/';
    if (good) {
        rest[strcspn(rest, "\n")] = '\0';
        place->number = (int)number;
        good = snprintf(place->path, sizeof place->path, "%s", rest + 1) < (int)sizeof place->path;
    }
    free(text);
    return good;
}

bool session_last_file(const struct session *session, char *path, size_t size, int *number)
{
    struct place place;
    if ((!is_unwritten(session->last_file, &place) && !read_place(&place)) ||
        snprintf(path, size, "%s", place.path) >= (int)size)
        return false;
    *number = place.number;
    return access(path, R_OK) == 0;
}
