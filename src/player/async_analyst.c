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

enum { FAREWELL = 10000 /* milliseconds */, ANALYST_COMMAND_MAX = 4096 };

struct turn {
    uint32_t id; /* 0: none */
    struct position start;
    Move *moves; /* owned */
    int count;
};

struct async_analyst {
    char command[ANALYST_COMMAND_MAX];
    int lines, hash_mb, threads;
    struct cancel cancel;
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signalled for a new request, and when the engine has started or
                             * failed */
    struct uci_process *process; /* NULL: not started yet. Only the thread changes it. */
    enum async_analyst_state state;
    bool quit;               /* the owner has left */
    char name[128];
    struct error error;      /* why it failed */
    uint32_t last_id, heeded; /* last_id: the last request; heeded: the request to which reports may
                               * belong, 0: none */
    struct turn next;        /* the next request, if its id is not 0 */
    struct report newest;
    bool unpolled;           /* newest has not been polled */
    struct report working;   /* used by the thread only */
};

/* Call with the lock held, so that wake is never called after the owner has left. */
static void tell(struct async_analyst *async_analyst)
{
    if (async_analyst->wake && !async_analyst->quit)
        async_analyst->wake(async_analyst->context);
}

struct search {
    struct async_analyst *async_analyst;
    uint32_t id;
};

static void on_progress(const struct report *report, void *context)
{
    const struct search *search = context;
    struct async_analyst *async_analyst = search->async_analyst;
    pthread_mutex_lock(&async_analyst->lock);
    bool heard = async_analyst->heeded == search->id;
    if (heard) {
        async_analyst->newest = *report;
        async_analyst->newest.id = search->id;
        async_analyst->unpolled = true;
        tell(async_analyst);
    }
    pthread_mutex_unlock(&async_analyst->lock);
}

static void fail(struct async_analyst *async_analyst, const struct error *error)
{
    pthread_mutex_lock(&async_analyst->lock);
    async_analyst->state = ANALYST_GONE;
    async_analyst->error = *error;
    tell(async_analyst);
    pthread_cond_broadcast(&async_analyst->changed);
    pthread_mutex_unlock(&async_analyst->lock);
}

static void watch(struct async_analyst *async_analyst, const struct turn *turn)
{
    const struct limits limits = {.infinite = true};
    struct search search = {async_analyst, turn->id};
    struct error error = {0};
    if (uci_process_search(async_analyst->process, &turn->start, turn->moves, turn->count, &limits,
                           on_progress, &search, &async_analyst->working, &error))
        on_progress(&async_analyst->working, &search);
    else
        fail(async_analyst, &error);
}

/* Starts the engine and sets the options that it has. */
static void start(struct async_analyst *async_analyst)
{
    struct patience patience = patience_default();
    patience.farewell = FAREWELL; /* the user steps through a game while the machine is busy */
    patience.cancel = &async_analyst->cancel;
    struct error error = {0};
    struct uci_process *process = uci_process_start(async_analyst->command, &patience, &error);
    if (!process) {
        fail(async_analyst, &error);
        return;
    }
    const struct {
        const char *name;
        int value;
    } options[] = {{"MultiPV", async_analyst->lines},
                   {"Hash", async_analyst->hash_mb},
                   {"Threads", async_analyst->threads}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", options[i].value);
        if (options[i].value > 0 && !uci_process_option(process, options[i].name, number))
            continue;
    }
    pthread_mutex_lock(&async_analyst->lock);
    async_analyst->process = process;
    async_analyst->state = ANALYST_READY;
    snprintf(async_analyst->name, sizeof async_analyst->name, "%s", uci_process_name(process));
    tell(async_analyst);
    pthread_cond_broadcast(&async_analyst->changed);
    pthread_mutex_unlock(&async_analyst->lock);
}

static void free_async_analyst(struct async_analyst *async_analyst)
{
    uci_process_stop(async_analyst->process);
    cancel_clear(&async_analyst->cancel);
    pthread_cond_destroy(&async_analyst->changed);
    pthread_mutex_destroy(&async_analyst->lock);
    free(async_analyst->next.moves);
    free(async_analyst);
}

static void *run(void *context)
{
    struct async_analyst *async_analyst = context;
    start(async_analyst);
    pthread_mutex_lock(&async_analyst->lock);
    while (!async_analyst->quit) {
        if (async_analyst->next.id == 0 || async_analyst->state == ANALYST_GONE) {
            pthread_cond_wait(&async_analyst->changed, &async_analyst->lock);
            continue;
        }
        struct turn turn = async_analyst->next;
        async_analyst->next = (struct turn){0};
        uci_process_forget_interrupt(async_analyst->process); /* it was meant for the last search */
        pthread_mutex_unlock(&async_analyst->lock);
        watch(async_analyst, &turn);
        free(turn.moves);
        pthread_mutex_lock(&async_analyst->lock);
    }
    pthread_mutex_unlock(&async_analyst->lock);
    free_async_analyst(async_analyst);
    return NULL;
}

struct async_analyst *async_analyst_create(const char *command, int lines, int hash_mb, int threads,
                                           void (*wake)(void *context), void *context,
                                           struct error *error)
{
    char name[sizeof((struct async_analyst *)NULL)->name];
    if (!child_command_name(command, name, sizeof name, error))
        return NULL;
    struct async_analyst *async_analyst = calloc(1, sizeof *async_analyst);
    if (!async_analyst || !cancel_init(&async_analyst->cancel)) {
        error_set(error, async_analyst ? "too many files are open" : "out of memory");
        free(async_analyst);
        return NULL;
    }
    snprintf(async_analyst->command, sizeof async_analyst->command, "%s", command);
    memcpy(async_analyst->name, name, sizeof name);
    async_analyst->lines = lines;
    async_analyst->hash_mb = hash_mb;
    async_analyst->threads = threads;
    async_analyst->wake = wake;
    async_analyst->context = context;
    pthread_mutex_init(&async_analyst->lock, NULL);
    pthread_cond_init(&async_analyst->changed, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, async_analyst) == 0) {
        pthread_detach(thread);
        return async_analyst;
    }
    free_async_analyst(async_analyst);
    error_set(error, "out of memory");
    return NULL;
}

/* Call with the lock held. */
static void interrupt(struct async_analyst *async_analyst)
{
    if (async_analyst->process)
        uci_process_interrupt(async_analyst->process);
    pthread_cond_broadcast(&async_analyst->changed);
}

void async_analyst_destroy(struct async_analyst *async_analyst)
{
    if (!async_analyst)
        return;
    pthread_mutex_lock(&async_analyst->lock);
    async_analyst->quit = true;
    async_analyst->heeded = 0;
    cancel_set(&async_analyst->cancel);
    interrupt(async_analyst);
    pthread_mutex_unlock(&async_analyst->lock);
}

enum async_analyst_state async_analyst_state(struct async_analyst *async_analyst,
                                             struct error *error)
{
    pthread_mutex_lock(&async_analyst->lock);
    enum async_analyst_state state = async_analyst->state;
    if (state == ANALYST_GONE)
        *error = async_analyst->error;
    pthread_mutex_unlock(&async_analyst->lock);
    return state;
}

bool async_analyst_wait(struct async_analyst *async_analyst, struct error *error)
{
    pthread_mutex_lock(&async_analyst->lock);
    while (async_analyst->state == ANALYST_STARTING)
        pthread_cond_wait(&async_analyst->changed, &async_analyst->lock);
    pthread_mutex_unlock(&async_analyst->lock);
    return async_analyst_state(async_analyst, error) == ANALYST_READY;
}

const char *async_analyst_name(struct async_analyst *async_analyst)
{
    return async_analyst->name;
}

uint32_t async_analyst_turn(struct async_analyst *async_analyst, const struct position *start,
                            const Move moves[], int count)
{
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    pthread_mutex_lock(&async_analyst->lock);
    free(async_analyst->next.moves);
    uint32_t id = ++async_analyst->last_id ? async_analyst->last_id : ++async_analyst->last_id;
    async_analyst->next = (struct turn){.id = id, .start = *start, .moves = copy, .count = count};
    async_analyst->heeded = id;
    async_analyst->unpolled = false;
    interrupt(async_analyst);
    pthread_mutex_unlock(&async_analyst->lock);
    return id;
}

void async_analyst_rest(struct async_analyst *async_analyst)
{
    pthread_mutex_lock(&async_analyst->lock);
    free(async_analyst->next.moves);
    async_analyst->next = (struct turn){0};
    async_analyst->heeded = 0;
    async_analyst->unpolled = false;
    interrupt(async_analyst);
    pthread_mutex_unlock(&async_analyst->lock);
}

bool async_analyst_poll(struct async_analyst *async_analyst, struct report *report)
{
    pthread_mutex_lock(&async_analyst->lock);
    bool unpolled = async_analyst->unpolled;
    if (unpolled)
        *report = async_analyst->newest;
    async_analyst->unpolled = false;
    pthread_mutex_unlock(&async_analyst->lock);
    return unpolled;
}
