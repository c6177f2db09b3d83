/* The player thinks in the thread of a single_request. Its lock protects everything that both
 * threads use, and is never held while the player thinks.
 *
 * No caller waits for the thread to end: after async_player_destroy, the thread itself frees the
 * player and exits, however long an engine program takes to quit. */
#include "src/player/async_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/single_request.h"

struct request {
    struct position start;
    Move *moves; /* owned */
    int count;
    struct limits limits;
    bool new_game;
    uint64_t seed;
};

struct async_player {
    struct single_request *requests;
    struct player_spec spec;
    int hash_mb, threads;
    struct player *player; /* NULL: not created yet. Only the thread changes it, with the lock
                            * held. */
    struct request next;   /* the waiting request; its moves are NULL if no request waits */
    bool answered;
    struct thought thought;
    char name[128];
    /* The fields below are used by the thread only. */
    bool started; /* the player has been started */
    bool broken;  /* the program must be started again */
    struct request taken;
    struct thought thinking;
};

static void note_name(struct async_player *async_player)
{
    snprintf(async_player->name, sizeof async_player->name, "%s",
             async_player->player ? player_name(async_player->player) : async_player->spec.name);
}

/* Starts the player if necessary; the start can be cancelled from another thread. */
static bool start(struct async_player *async_player, struct error *error)
{
    if (!async_player->player) {
        struct player *player = player_prepare(&async_player->spec, async_player->hash_mb,
                                               async_player->threads, error);
        single_request_lock(async_player->requests);
        async_player->player = player;
        bool left = single_request_is_left(async_player->requests);
        single_request_unlock(async_player->requests);
        if (!player || left)
            return false;
    }
    if (!async_player->started)
        async_player->started = player_start(async_player->player, error);
    return async_player->started;
}

/* Makes the thread's answer visible to the owner and wakes it. Call with the lock held. */
static void tell(struct async_player *async_player)
{
    async_player->thought = async_player->thinking;
    async_player->answered = true;
    single_request_tell(async_player->requests);
}

static void on_progress(const struct report *report, void *context)
{
    struct async_player *async_player = context;
    (void)report; /* points to async_player->thinking.report, so nothing is copied here */
    single_request_lock(async_player->requests);
    async_player->thinking.answer = PLAYER_MOVED;
    if (single_request_is_wanted(async_player->requests, async_player->thinking.id))
        tell(async_player);
    single_request_unlock(async_player->requests);
}

static void on_open(void *context)
{
    struct async_player *async_player = context;
    struct thought *thought = &async_player->thinking;
    if (async_player->spec.lines == 0)
        return; /* a player that does not analyse is started by its first request */
    thought->answer = start(async_player, &thought->error) ? PLAYER_MOVED : PLAYER_BROKE;
    async_player->broken = thought->answer == PLAYER_BROKE;
    if (!async_player->broken)
        player_watch(async_player->player, on_progress, async_player);
    single_request_lock(async_player->requests);
    note_name(async_player);
    tell(async_player);
    single_request_unlock(async_player->requests);
}

/* Asks the player for its move. */
static void think(struct async_player *async_player, const struct request *request,
                  struct thought *thought)
{
    thought->answer = PLAYER_BROKE;
    if (!start(async_player, &thought->error))
        return;
    if ((request->new_game || async_player->broken) &&
        !player_new_game(async_player->player, request->seed, &thought->error))
        return;
    if (!single_request_is_wanted(async_player->requests, thought->id)) {
        /* The request may have been cancelled while the program was starting. That does not mean
         * that the player is broken. */
        thought->answer = PLAYER_MOVED;
        return;
    }
    thought->answer =
        player_think(async_player->player, &request->start, request->moves, request->count,
                     &request->limits, &thought->report, &thought->error);
}

static void on_take(void *context)
{
    struct async_player *async_player = context;
    async_player->taken = async_player->next;
    async_player->next.moves = NULL;
    if (async_player->player)
        player_forget_interrupt(async_player->player); /* a pending interrupt was meant for the
                                                        * previous search */
}

static void on_handle(void *context, uint32_t id)
{
    struct async_player *async_player = context;
    struct thought *thought = &async_player->thinking;
    bool gone = async_player->broken && async_player->spec.lines > 0;
    if (!gone) /* if the program is gone, the answer keeps the error */
        memset(thought, 0, sizeof *thought);
    thought->id = id;
    if (!gone)
        think(async_player, &async_player->taken, thought);
    free(async_player->taken.moves);
    async_player->broken = thought->answer == PLAYER_BROKE || thought->answer == PLAYER_ILLEGAL;
    single_request_lock(async_player->requests);
    note_name(async_player);
    if (single_request_is_wanted(async_player->requests, id))
        tell(async_player);
    single_request_unlock(async_player->requests);
}

static void on_interrupt(void *context)
{
    struct async_player *async_player = context;
    if (async_player->player)
        player_interrupt(async_player->player);
}

static void on_close(void *context)
{
    struct async_player *async_player = context;
    player_destroy(async_player->player);
    free(async_player->next.moves);
    free(async_player);
}

struct async_player *async_player_create(const struct player_spec *spec, struct player *player,
                                         int hash_mb, int threads, void (*wake)(void *context),
                                         void *context)
{
    static const struct single_request_work work = {.open = on_open,
                                                    .take = on_take,
                                                    .handle = on_handle,
                                                    .interrupt = on_interrupt,
                                                    .close = on_close};
    struct async_player *async_player = calloc(1, sizeof *async_player);
    if (!async_player)
        return NULL;
    async_player->spec = *spec;
    async_player->hash_mb = hash_mb;
    async_player->threads = threads;
    async_player->player = player;
    async_player->started = player != NULL;
    note_name(async_player);
    async_player->requests = single_request_create(&work, async_player, wake, context);
    if (async_player->requests && single_request_start(async_player->requests))
        return async_player;
    single_request_free(async_player->requests);
    free(async_player); /* the caller keeps the player */
    return NULL;
}

void async_player_destroy(struct async_player *async_player)
{
    if (!async_player)
        return;
    single_request_lock(async_player->requests);
    if (async_player->player)
        player_cancel(async_player->player);
    single_request_leave(async_player->requests);
}

void async_player_name(struct async_player *async_player, char *name, size_t size)
{
    single_request_lock(async_player->requests);
    snprintf(name, size, "%s", async_player->name);
    single_request_unlock(async_player->requests);
}

uint32_t async_player_ask(struct async_player *async_player, const struct position *start,
                          const Move moves[], int count, const struct limits *limits, bool new_game,
                          uint64_t seed)
{
    struct request *next = &async_player->next;
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    single_request_lock(async_player->requests);
    new_game |= next->moves && next->new_game;
    free(next->moves);
    *next = (struct request){.start = *start,
                             .moves = copy,
                             .count = count,
                             .limits = *limits,
                             .new_game = new_game,
                             .seed = seed};
    async_player->answered = false;
    uint32_t id = single_request_ask(async_player->requests);
    single_request_unlock(async_player->requests);
    return id;
}

void async_player_forget(struct async_player *async_player)
{
    single_request_lock(async_player->requests);
    free(async_player->next.moves);
    async_player->next.moves = NULL;
    async_player->answered = false;
    single_request_drop(async_player->requests);
    single_request_unlock(async_player->requests);
}

bool async_player_poll(struct async_player *async_player, struct thought *thought)
{
    single_request_lock(async_player->requests);
    bool answered = async_player->answered;
    async_player->answered = false;
    if (answered)
        *thought = async_player->thought;
    single_request_unlock(async_player->requests);
    return answered;
}

void async_player_wait(struct async_player *async_player, struct thought *thought)
{
    single_request_lock(async_player->requests);
    while (!async_player->answered)
        single_request_wait(async_player->requests);
    single_request_unlock(async_player->requests);
    (void)!async_player_poll(async_player, thought);
}
