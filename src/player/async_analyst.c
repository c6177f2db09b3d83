/* One thread analyses one position at a time; a newer request interrupts the search. One lock
 * protects everything that both threads use, and is never held while communicating with the engine.
 * Nobody waits for the thread: after its owner has left, it ends the engine, frees the analyst and
 * exits. */
#include "src/player/async_analyst.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/uci_process.h"

enum { FAREWELL = 10000 /* milliseconds */, WATCHER_COMMAND_MAX = 4096 };

struct turn {
    uint32_t id; /* 0: none */
    struct position start;
    Move *moves; /* owned */
    int count;
};

struct watcher {
    char command[WATCHER_COMMAND_MAX];
    int lines, hash_mb, threads;
    struct cancel cancel;
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signalled for a new request, and when the engine has started or
                             * failed */
    struct uci_process *process; /* NULL: not started yet. Only the thread changes it. */
    enum watcher_state state;
    bool quit;               /* the owner has left */
    char name[128];
    struct error error;      /* why it failed */
    uint32_t last_id, heeded; /* last_id: the last request; heeded: the request to which reports may
                               * belong, 0: none */
    struct turn next;        /* the next request, if its id is not 0 */
    struct report newest;
    bool news;
    struct report working;   /* used by the thread only */
};

/* Call with the lock held, so that wake is never called after the owner has left. */
static void tell(struct watcher *watcher)
{
    if (watcher->wake && !watcher->quit)
        watcher->wake(watcher->context);
}

struct search {
    struct watcher *watcher;
    uint32_t id;
};

static void on_progress(const struct report *report, void *context)
{
    const struct search *search = context;
    struct watcher *watcher = search->watcher;
    pthread_mutex_lock(&watcher->lock);
    bool heard = watcher->heeded == search->id;
    if (heard) {
        watcher->newest = *report;
        watcher->newest.id = search->id;
        watcher->news = true;
        tell(watcher);
    }
    pthread_mutex_unlock(&watcher->lock);
}

static void fail(struct watcher *watcher, const struct error *error)
{
    pthread_mutex_lock(&watcher->lock);
    watcher->state = WATCHER_GONE;
    watcher->error = *error;
    tell(watcher);
    pthread_cond_broadcast(&watcher->changed);
    pthread_mutex_unlock(&watcher->lock);
}

static void watch(struct watcher *watcher, const struct turn *turn)
{
    const struct limits limits = {.infinite = true};
    struct search search = {watcher, turn->id};
    struct error error = {0};
    if (uci_process_search(watcher->process, &turn->start, turn->moves, turn->count, &limits,
                           on_progress, &search, &watcher->working, &error))
        on_progress(&watcher->working, &search);
    else
        fail(watcher, &error);
}

/* Starts the engine and sets the options that it has. */
static void start(struct watcher *watcher)
{
    struct patience patience = patience_default();
    patience.farewell = FAREWELL; /* the user steps through a game while the machine is busy */
    patience.cancel = &watcher->cancel;
    struct error error = {0};
    struct uci_process *process = uci_process_start(watcher->command, &patience, &error);
    if (!process) {
        fail(watcher, &error);
        return;
    }
    const struct {
        const char *name;
        int value;
    } options[] = {
        {"MultiPV", watcher->lines}, {"Hash", watcher->hash_mb}, {"Threads", watcher->threads}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", options[i].value);
        if (options[i].value > 0 && !uci_process_option(process, options[i].name, number))
            continue;
    }
    pthread_mutex_lock(&watcher->lock);
    watcher->process = process;
    watcher->state = WATCHER_READY;
    snprintf(watcher->name, sizeof watcher->name, "%s", uci_process_name(process));
    tell(watcher);
    pthread_cond_broadcast(&watcher->changed);
    pthread_mutex_unlock(&watcher->lock);
}

static void free_watcher(struct watcher *watcher)
{
    uci_process_stop(watcher->process);
    cancel_clear(&watcher->cancel);
    pthread_cond_destroy(&watcher->changed);
    pthread_mutex_destroy(&watcher->lock);
    free(watcher->next.moves);
    free(watcher);
}

static void *run(void *context)
{
    struct watcher *watcher = context;
    start(watcher);
    pthread_mutex_lock(&watcher->lock);
    while (!watcher->quit) {
        if (watcher->next.id == 0 || watcher->state == WATCHER_GONE) {
            pthread_cond_wait(&watcher->changed, &watcher->lock);
            continue;
        }
        struct turn turn = watcher->next;
        watcher->next = (struct turn){0};
        uci_process_forget_interrupt(watcher->process); /* it was meant for the last search */
        pthread_mutex_unlock(&watcher->lock);
        watch(watcher, &turn);
        free(turn.moves);
        pthread_mutex_lock(&watcher->lock);
    }
    pthread_mutex_unlock(&watcher->lock);
    free_watcher(watcher);
    return NULL;
}

struct watcher *watcher_create(const char *command, int lines, int hash_mb, int threads,
                               void (*wake)(void *context), void *context, struct error *error)
{
    char name[sizeof ((struct watcher *)NULL)->name];
    if (!child_command_name(command, name, sizeof name, error))
        return NULL;
    struct watcher *watcher = calloc(1, sizeof *watcher);
    if (!watcher || !cancel_init(&watcher->cancel)) {
        error_set(error, watcher ? "too many files are open" : "out of memory");
        free(watcher);
        return NULL;
    }
    snprintf(watcher->command, sizeof watcher->command, "%s", command);
    memcpy(watcher->name, name, sizeof name);
    watcher->lines = lines;
    watcher->hash_mb = hash_mb;
    watcher->threads = threads;
    watcher->wake = wake;
    watcher->context = context;
    pthread_mutex_init(&watcher->lock, NULL);
    pthread_cond_init(&watcher->changed, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, watcher) == 0) {
        pthread_detach(thread);
        return watcher;
    }
    free_watcher(watcher);
    error_set(error, "out of memory");
    return NULL;
}

/* Call with the lock held. */
static void interrupt(struct watcher *watcher)
{
    if (watcher->process)
        uci_process_interrupt(watcher->process);
    pthread_cond_broadcast(&watcher->changed);
}

void watcher_destroy(struct watcher *watcher)
{
    if (!watcher)
        return;
    pthread_mutex_lock(&watcher->lock);
    watcher->quit = true;
    watcher->heeded = 0;
    cancel_set(&watcher->cancel);
    interrupt(watcher);
    pthread_mutex_unlock(&watcher->lock);
}

enum watcher_state watcher_state(struct watcher *watcher, struct error *error)
{
    pthread_mutex_lock(&watcher->lock);
    enum watcher_state state = watcher->state;
    if (state == WATCHER_GONE)
        *error = watcher->error;
    pthread_mutex_unlock(&watcher->lock);
    return state;
}

bool watcher_wait(struct watcher *watcher, struct error *error)
{
    pthread_mutex_lock(&watcher->lock);
    while (watcher->state == WATCHER_STARTING)
        pthread_cond_wait(&watcher->changed, &watcher->lock);
    pthread_mutex_unlock(&watcher->lock);
    return watcher_state(watcher, error) == WATCHER_READY;
}

const char *watcher_name(struct watcher *watcher)
{
    return watcher->name;
}

uint32_t watcher_turn(struct watcher *watcher, const struct position *start, const Move moves[],
                      int count)
{
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    pthread_mutex_lock(&watcher->lock);
    free(watcher->next.moves);
    uint32_t id = ++watcher->last_id ? watcher->last_id : ++watcher->last_id;
    watcher->next = (struct turn){.id = id, .start = *start, .moves = copy, .count = count};
    watcher->heeded = id;
    watcher->news = false;
    interrupt(watcher);
    pthread_mutex_unlock(&watcher->lock);
    return id;
}

void watcher_rest(struct watcher *watcher)
{
    pthread_mutex_lock(&watcher->lock);
    free(watcher->next.moves);
    watcher->next = (struct turn){0};
    watcher->heeded = 0;
    watcher->news = false;
    interrupt(watcher);
    pthread_mutex_unlock(&watcher->lock);
}

bool watcher_poll(struct watcher *watcher, struct report *report)
{
    pthread_mutex_lock(&watcher->lock);
    bool news = watcher->news;
    if (news)
        *report = watcher->newest;
    watcher->news = false;
    pthread_mutex_unlock(&watcher->lock);
    return news;
}
