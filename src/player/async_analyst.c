/* One thread analyses one position at a time; a newer request interrupts the search. The lock of
 * single_request protects everything that both threads use, and is never held while communicating
 * with the engine. Nobody waits for the thread: after async_analyst_destroy, the thread ends the
 * engine, frees the analyst and exits. */
#include "src/player/async_analyst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/uci_process.h"
#include "src/util/single_request.h"

enum { FAREWELL = 10000 /* milliseconds */, ANALYST_COMMAND_MAX = 4096 };

struct turn {
    struct position start;
    Move *moves; /* owned; the moves from `start` to the position */
    int count;
};

struct async_analyst {
    struct single_request *requests;
    char command[ANALYST_COMMAND_MAX];
    int lines, hash_mb, threads;
    struct cancel cancel;
    struct uci_process *process; /* NULL until started; only the thread changes it */
    enum async_analyst_state state;
    char name[128];
    struct error error; /* why the engine failed */
    struct turn next;
    struct report newest;
    bool unpolled; /* the owner has not yet polled `newest` */
    /* The fields below are used by the thread only. */
    struct turn taken;
    uint32_t id; /* id of the request being handled */
    struct report working;
};

static void on_progress(const struct report *report, void *context)
{
    struct async_analyst *async_analyst = context;
    single_request_lock(async_analyst->requests);
    if (single_request_is_wanted(async_analyst->requests, async_analyst->id)) {
        async_analyst->newest = *report;
        async_analyst->newest.id = async_analyst->id;
        async_analyst->unpolled = true;
        single_request_tell(async_analyst->requests);
    }
    single_request_unlock(async_analyst->requests);
}

static void fail(struct async_analyst *async_analyst, const struct error *error)
{
    single_request_lock(async_analyst->requests);
    async_analyst->state = ANALYST_GONE;
    async_analyst->error = *error;
    single_request_tell(async_analyst->requests);
    single_request_unlock(async_analyst->requests);
}

/* Starts the engine and sets MultiPV, Hash and Threads, as far as it has these options. */
static void on_open(void *context)
{
    struct async_analyst *async_analyst = context;
    struct patience patience = patience_default();
    patience.farewell = FAREWELL; /* longer than usual, because each step through a game stops a
                                     search, even while the machine is busy */
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
    single_request_lock(async_analyst->requests);
    async_analyst->process = process;
    async_analyst->state = ANALYST_READY;
    snprintf(async_analyst->name, sizeof async_analyst->name, "%s", uci_process_name(process));
    single_request_tell(async_analyst->requests);
    single_request_unlock(async_analyst->requests);
}

static void on_take(void *context)
{
    struct async_analyst *async_analyst = context;
    async_analyst->taken = async_analyst->next;
    async_analyst->next = (struct turn){0};
    if (async_analyst->process)
        uci_process_forget_interrupt(async_analyst->process); /* an interrupt that is still pending
                                                               * was meant for the previous
                                                               * search */
}

static void on_handle(void *context, uint32_t id)
{
    struct async_analyst *async_analyst = context;
    const struct turn *turn = &async_analyst->taken;
    const struct limits limits = {.infinite = true};
    struct error error = {0};
    async_analyst->id = id;
    if (async_analyst->state == ANALYST_GONE)
        ; /* the engine failed, so nothing can be analysed any more */
    else if (uci_process_search(async_analyst->process, &turn->start, turn->moves, turn->count,
                                &limits, on_progress, async_analyst, &async_analyst->working,
                                &error))
        on_progress(&async_analyst->working, async_analyst);
    else
        fail(async_analyst, &error);
    free(turn->moves);
}

static void on_interrupt(void *context)
{
    struct async_analyst *async_analyst = context;
    if (async_analyst->process)
        uci_process_interrupt(async_analyst->process);
}

static void on_close(void *context)
{
    struct async_analyst *async_analyst = context;
    uci_process_stop(async_analyst->process);
    cancel_clear(&async_analyst->cancel);
    free(async_analyst->next.moves);
    free(async_analyst);
}

struct async_analyst *async_analyst_create(const char *command, int lines, int hash_mb, int threads,
                                           void (*wake)(void *context), void *context,
                                           struct error *error)
{
    static const struct single_request_work work = {.open = on_open,
                                                    .take = on_take,
                                                    .handle = on_handle,
                                                    .interrupt = on_interrupt,
                                                    .close = on_close};
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
    async_analyst->requests = single_request_create(&work, async_analyst, wake, context);
    if (async_analyst->requests && single_request_start(async_analyst->requests))
        return async_analyst;
    single_request_free(async_analyst->requests);
    on_close(async_analyst);
    error_set(error, "out of memory");
    return NULL;
}

void async_analyst_destroy(struct async_analyst *async_analyst)
{
    if (!async_analyst)
        return;
    single_request_lock(async_analyst->requests);
    cancel_set(&async_analyst->cancel);
    single_request_leave(async_analyst->requests);
}

enum async_analyst_state async_analyst_state(struct async_analyst *async_analyst,
                                             struct error *error)
{
    single_request_lock(async_analyst->requests);
    enum async_analyst_state state = async_analyst->state;
    if (state == ANALYST_GONE)
        *error = async_analyst->error;
    single_request_unlock(async_analyst->requests);
    return state;
}

bool async_analyst_wait(struct async_analyst *async_analyst, struct error *error)
{
    single_request_lock(async_analyst->requests);
    while (async_analyst->state == ANALYST_STARTING)
        single_request_wait(async_analyst->requests);
    single_request_unlock(async_analyst->requests);
    return async_analyst_state(async_analyst, error) == ANALYST_READY;
}

const char *async_analyst_name(struct async_analyst *async_analyst)
{
    return async_analyst->name;
}

/* Replaces the waiting request with turn. Call with the lock held. */
static void set_next(struct async_analyst *async_analyst, struct turn turn)
{
    free(async_analyst->next.moves);
    async_analyst->next = turn;
    async_analyst->unpolled = false;
}

uint32_t async_analyst_turn(struct async_analyst *async_analyst, const struct position *start,
                            const Move moves[], int count)
{
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    single_request_lock(async_analyst->requests);
    set_next(async_analyst, (struct turn){.start = *start, .moves = copy, .count = count});
    uint32_t id = single_request_ask(async_analyst->requests);
    single_request_unlock(async_analyst->requests);
    return id; /* cppcheck-suppress memleak ; next owns copy */
}

void async_analyst_rest(struct async_analyst *async_analyst)
{
    single_request_lock(async_analyst->requests);
    set_next(async_analyst, (struct turn){0});
    single_request_drop(async_analyst->requests);
    single_request_unlock(async_analyst->requests);
}

bool async_analyst_poll(struct async_analyst *async_analyst, struct report *report)
{
    single_request_lock(async_analyst->requests);
    bool unpolled = async_analyst->unpolled;
    if (unpolled)
        *report = async_analyst->newest;
    async_analyst->unpolled = false;
    single_request_unlock(async_analyst->requests);
    return unpolled;
}
