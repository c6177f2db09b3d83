/* One thread, one position at a time; a newer one interrupts the search. All that both threads see
 * is under one lock, which is never held while the engine is spoken to. */
#include "src/player/async_analyst.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/uci_process.h"

enum { FAREWELL = 10000 /* milliseconds */ };

struct turn {
    uint32_t id; /* 0: none */
    struct position start;
    Move *moves; /* owned */
    int count;
};

struct watcher {
    struct uci_process *process;
    char name[128];
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    bool quit, gone;
    struct error error;      /* why it is gone */
    uint32_t last_id, heeded; /* the last turn asked for; the one reports may be of, 0: none */
    struct turn next;        /* to be taken, where its id is not 0 */
    struct report newest;
    bool news;
    struct report working;   /* the thread's alone */
};

static void tell(struct watcher *watcher)
{
    if (watcher->wake)
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
    }
    pthread_mutex_unlock(&watcher->lock);
    if (heard)
        tell(watcher);
}

static void watch(struct watcher *watcher, const struct turn *turn)
{
    const struct limits limits = {.infinite = true};
    struct search search = {watcher, turn->id};
    struct error error = {0};
    bool good = uci_process_search(watcher->process, &turn->start, turn->moves, turn->count,
                                   &limits, on_progress, &search, &watcher->working, &error);
    if (good) {
        on_progress(&watcher->working, &search);
        return;
    }
    pthread_mutex_lock(&watcher->lock);
    watcher->gone = true;
    watcher->error = error;
    pthread_mutex_unlock(&watcher->lock);
    tell(watcher);
}

static void *run(void *context)
{
    struct watcher *watcher = context;
    pthread_mutex_lock(&watcher->lock);
    while (!watcher->quit && !watcher->gone) {
        if (watcher->next.id == 0) {
            pthread_cond_wait(&watcher->asked, &watcher->lock);
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
    return NULL;
}

struct watcher *watcher_create(const char *command, int lines, int hash_mb, int threads,
                               void (*wake)(void *context), void *context, struct error *error)
{
    struct patience patience = patience_default();
    patience.farewell = FAREWELL; /* somebody steps through a game while the machine is busy */
    struct uci_process *process = uci_process_start(command, &patience, error);
    if (!process)
        return NULL;
    struct watcher *watcher = calloc(1, sizeof *watcher);
    char number[16];
    const struct {
        const char *name;
        int value;
    } options[] = {{"MultiPV", lines}, {"Hash", hash_mb}, {"Threads", threads}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        snprintf(number, sizeof number, "%d", options[i].value);
        if (options[i].value > 0 && !uci_process_option(process, options[i].name, number))
            continue; /* it has none of that name: it does without */
    }
    if (watcher && !pthread_mutex_init(&watcher->lock, NULL)) {
        watcher->process = process;
        watcher->wake = wake;
        watcher->context = context;
        snprintf(watcher->name, sizeof watcher->name, "%s", uci_process_name(process));
        if (!pthread_cond_init(&watcher->asked, NULL)) {
            if (!pthread_create(&watcher->thread, NULL, run, watcher))
                return watcher;
            pthread_cond_destroy(&watcher->asked);
        }
        pthread_mutex_destroy(&watcher->lock);
    }
    free(watcher);
    uci_process_stop(process);
    error_set(error, "out of memory");
    return NULL;
}

void watcher_destroy(struct watcher *watcher)
{
    if (!watcher)
        return;
    pthread_mutex_lock(&watcher->lock);
    watcher->quit = true;
    watcher->heeded = 0;
    uci_process_interrupt(watcher->process);
    pthread_cond_signal(&watcher->asked);
    pthread_mutex_unlock(&watcher->lock);
    pthread_join(watcher->thread, NULL);
    pthread_cond_destroy(&watcher->asked);
    pthread_mutex_destroy(&watcher->lock);
    uci_process_stop(watcher->process);
    free(watcher->next.moves);
    free(watcher);
}

const char *watcher_name(const struct watcher *watcher)
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
    uci_process_interrupt(watcher->process);
    pthread_cond_signal(&watcher->asked);
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
    uci_process_interrupt(watcher->process);
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

bool watcher_is_gone(struct watcher *watcher, struct error *error)
{
    pthread_mutex_lock(&watcher->lock);
    bool gone = watcher->gone;
    if (gone)
        *error = watcher->error;
    pthread_mutex_unlock(&watcher->lock);
    return gone;
}
