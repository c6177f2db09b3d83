/* One thread handles one request at a time; a newer request interrupts the search and replaces it.
 * One lock protects everything that both threads use, and is never held while the player thinks.
 *
 * Nobody waits for the thread. After its owner has left, the thread frees the player and exits, so
 * that a program may take its time to quit. */
#include "src/player/async_player.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
    uint32_t id;
    struct position start;
    Move *moves; /* owned */
    int count;
    struct limits limits;
    bool new_game;
    uint64_t seed;
};

struct async_player {
    struct player_spec spec;
    int hash_mb, threads;
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct player *player; /* NULL: not created yet. Only the thread changes it, with the lock
                            * held. */
    bool started;          /* used by the thread only: the player has been started */
    bool quit, waiting;    /* quit: the owner has left; waiting: next holds a request */
    bool busy;             /* the thread is handling a request */
    bool broken;           /* the program must be started again */
    uint32_t last_id;
    struct request next;
    bool answered;
    struct thought thought;
    char name[128];
    struct thought thinking; /* used by the thread only */
};

/* Call with the lock held. */
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
        pthread_mutex_lock(&async_player->lock);
        async_player->player = player;
        bool quit = async_player->quit;
        pthread_mutex_unlock(&async_player->lock);
        if (!player || quit)
            return false;
    }
    if (!async_player->started)
        async_player->started = player_start(async_player->player, error);
    return async_player->started;
}

static bool is_given_up(struct async_player *async_player, const struct request *request)
{
    pthread_mutex_lock(&async_player->lock);
    bool given_up = request->id != async_player->last_id;
    pthread_mutex_unlock(&async_player->lock);
    return given_up;
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
    if (is_given_up(async_player, request)) { /* starting the program may have taken long */
        thought->answer = PLAYER_MOVED; /* nobody reads the answer, but the player is not broken */
        return;
    }
    thought->answer =
        player_think(async_player->player, &request->start, request->moves, request->count,
                     &request->limits, &thought->report, &thought->error);
}

static void free_async_player(struct async_player *async_player)
{
    player_destroy(async_player->player);
    pthread_cond_destroy(&async_player->asked);
    pthread_mutex_destroy(&async_player->lock);
    free(async_player->next.moves);
    free(async_player);
}

static void *run(void *context)
{
    struct async_player *async_player = context;
    struct thought *thought = &async_player->thinking;
    pthread_mutex_lock(&async_player->lock);
    while (!async_player->quit) {
        if (!async_player->waiting) {
            pthread_cond_wait(&async_player->asked, &async_player->lock);
            continue;
        }
        struct request request = async_player->next;
        async_player->next.moves = NULL;
        async_player->waiting = false;
        async_player->busy = true;
        if (async_player->player)
            player_forget_interrupt(async_player->player); /* it was meant for the last search */
        pthread_mutex_unlock(&async_player->lock);
        memset(thought, 0, sizeof *thought);
        thought->id = request.id;
        think(async_player, &request, thought);
        free(request.moves);
        pthread_mutex_lock(&async_player->lock);
        async_player->busy = false;
        note_name(async_player);
        bool given_up = request.id != async_player->last_id;
        async_player->broken = thought->answer == PLAYER_BROKE || thought->answer == PLAYER_ILLEGAL;
        if (given_up)
            continue;
        async_player->thought = *thought;
        async_player->answered = true;
        if (async_player->wake) /* with the lock held, so that it is never called after the owner
                                 * has left */
            async_player->wake(async_player->context);
    }
    pthread_mutex_unlock(&async_player->lock);
    free_async_player(async_player);
    return NULL;
}

struct async_player *async_player_create(const struct player_spec *spec, struct player *player,
                                         int hash_mb, int threads, void (*wake)(void *context),
                                         void *context)
{
    struct async_player *async_player = calloc(1, sizeof *async_player);
    if (!async_player)
        return NULL;
    async_player->spec = *spec;
    async_player->hash_mb = hash_mb;
    async_player->threads = threads;
    async_player->wake = wake;
    async_player->context = context;
    async_player->player = player;
    async_player->started = player != NULL;
    note_name(async_player);
    pthread_mutex_init(&async_player->lock, NULL);
    pthread_cond_init(&async_player->asked, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, async_player) == 0) {
        pthread_detach(thread);
        return async_player;
    }
    async_player->player = NULL; /* the caller keeps it */
    free_async_player(async_player);
    return NULL;
}

/* Call with the lock held. */
static void give_up(struct async_player *async_player)
{
    async_player->waiting = async_player->answered = false;
    async_player->last_id++;
    if (async_player->busy && async_player->player)
        player_interrupt(async_player->player);
}

void async_player_destroy(struct async_player *async_player)
{
    if (!async_player)
        return;
    pthread_mutex_lock(&async_player->lock);
    give_up(async_player);
    async_player->quit = true;
    if (async_player->player)
        player_cancel(async_player->player);
    pthread_cond_signal(&async_player->asked);
    pthread_mutex_unlock(&async_player->lock);
}

void async_player_name(struct async_player *async_player, char *name, size_t size)
{
    pthread_mutex_lock(&async_player->lock);
    snprintf(name, size, "%s", async_player->name);
    pthread_mutex_unlock(&async_player->lock);
}

uint32_t async_player_ask(struct async_player *async_player, const struct position *start,
                          const Move moves[], int count, const struct limits *limits, bool new_game,
                          uint64_t seed)
{
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    pthread_mutex_lock(&async_player->lock);
    new_game |= async_player->waiting && async_player->next.new_game;
    give_up(async_player);
    free(async_player->next.moves);
    uint32_t id = async_player->last_id;
    async_player->next = (struct request){.id = id,
                                          .start = *start,
                                          .moves = copy,
                                          .count = count,
                                          .limits = *limits,
                                          .new_game = new_game,
                                          .seed = seed};
    async_player->waiting = true;
    pthread_cond_signal(&async_player->asked);
    pthread_mutex_unlock(&async_player->lock);
    return id;
}

void async_player_forget(struct async_player *async_player)
{
    pthread_mutex_lock(&async_player->lock);
    give_up(async_player);
    pthread_mutex_unlock(&async_player->lock);
}

bool async_player_poll(struct async_player *async_player, struct thought *thought)
{
    pthread_mutex_lock(&async_player->lock);
    bool answered = async_player->answered;
    async_player->answered = false;
    if (answered)
        *thought = async_player->thought;
    pthread_mutex_unlock(&async_player->lock);
    return answered;
}
