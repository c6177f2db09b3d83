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

struct thinker {
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
static void note_name(struct thinker *thinker)
{
    snprintf(thinker->name, sizeof thinker->name, "%s",
             thinker->player ? player_name(thinker->player) : thinker->spec.name);
}

/* Starts the player if necessary; the start can be cancelled from another thread. */
static bool start(struct thinker *thinker, struct error *error)
{
    if (!thinker->player) {
        struct player *player =
            player_prepare(&thinker->spec, thinker->hash_mb, thinker->threads, error);
        pthread_mutex_lock(&thinker->lock);
        thinker->player = player;
        bool quit = thinker->quit;
        pthread_mutex_unlock(&thinker->lock);
        if (!player || quit)
            return false;
    }
    if (!thinker->started)
        thinker->started = player_start(thinker->player, error);
    return thinker->started;
}

static bool is_given_up(struct thinker *thinker, const struct request *request)
{
    pthread_mutex_lock(&thinker->lock);
    bool given_up = request->id != thinker->last_id;
    pthread_mutex_unlock(&thinker->lock);
    return given_up;
}

/* Asks the player for its move. */
static void think(struct thinker *thinker, const struct request *request, struct thought *thought)
{
    thought->answer = PLAYER_BROKE;
    if (!start(thinker, &thought->error))
        return;
    if ((request->new_game || thinker->broken) &&
        !player_new_game(thinker->player, request->seed, &thought->error))
        return;
    if (is_given_up(thinker, request)) { /* starting the program may have taken long */
        thought->answer = PLAYER_MOVED; /* nobody reads the answer, but the player is not broken */
        return;
    }
    thought->answer = player_think(thinker->player, &request->start, request->moves,
                                   request->count, &request->limits, &thought->report,
                                   &thought->error);
}

static void free_thinker(struct thinker *thinker)
{
    player_destroy(thinker->player);
    pthread_cond_destroy(&thinker->asked);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->next.moves);
    free(thinker);
}

static void *run(void *context)
{
    struct thinker *thinker = context;
    struct thought *thought = &thinker->thinking;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->quit) {
        if (!thinker->waiting) {
            pthread_cond_wait(&thinker->asked, &thinker->lock);
            continue;
        }
        struct request request = thinker->next;
        thinker->next.moves = NULL;
        thinker->waiting = false;
        thinker->busy = true;
        if (thinker->player)
            player_forget_interrupt(thinker->player); /* it was meant for the last search */
        pthread_mutex_unlock(&thinker->lock);
        memset(thought, 0, sizeof *thought);
        thought->id = request.id;
        think(thinker, &request, thought);
        free(request.moves);
        pthread_mutex_lock(&thinker->lock);
        thinker->busy = false;
        note_name(thinker);
        bool given_up = request.id != thinker->last_id;
        thinker->broken = thought->answer == PLAYER_BROKE || thought->answer == PLAYER_ILLEGAL;
        if (given_up)
            continue;
        thinker->thought = *thought;
        thinker->answered = true;
        if (thinker->wake) /* with the lock held, so that it is never called after the owner has
                            * left */
            thinker->wake(thinker->context);
    }
    pthread_mutex_unlock(&thinker->lock);
    free_thinker(thinker);
    return NULL;
}

struct thinker *thinker_create(const struct player_spec *spec, struct player *player, int hash_mb,
                               int threads, void (*wake)(void *context), void *context)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->spec = *spec;
    thinker->hash_mb = hash_mb;
    thinker->threads = threads;
    thinker->wake = wake;
    thinker->context = context;
    thinker->player = player;
    thinker->started = player != NULL;
    note_name(thinker);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->asked, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, thinker) == 0) {
        pthread_detach(thread);
        return thinker;
    }
    thinker->player = NULL; /* the caller keeps it */
    free_thinker(thinker);
    return NULL;
}

/* Call with the lock held. */
static void give_up(struct thinker *thinker)
{
    thinker->waiting = thinker->answered = false;
    thinker->last_id++;
    if (thinker->busy && thinker->player)
        player_interrupt(thinker->player);
}

void thinker_destroy(struct thinker *thinker)
{
    if (!thinker)
        return;
    pthread_mutex_lock(&thinker->lock);
    give_up(thinker);
    thinker->quit = true;
    if (thinker->player)
        player_cancel(thinker->player);
    pthread_cond_signal(&thinker->asked);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_name(struct thinker *thinker, char *name, size_t size)
{
    pthread_mutex_lock(&thinker->lock);
    snprintf(name, size, "%s", thinker->name);
    pthread_mutex_unlock(&thinker->lock);
}

uint32_t thinker_ask(struct thinker *thinker, const struct position *start, const Move moves[],
                     int count, const struct limits *limits, bool new_game, uint64_t seed)
{
    Move *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (!copy)
        return 0;
    memcpy(copy, moves, (size_t)count * sizeof *copy);
    pthread_mutex_lock(&thinker->lock);
    new_game |= thinker->waiting && thinker->next.new_game;
    give_up(thinker);
    free(thinker->next.moves);
    uint32_t id = thinker->last_id;
    thinker->next = (struct request){.id = id, .start = *start, .moves = copy, .count = count,
                                     .limits = *limits, .new_game = new_game, .seed = seed};
    thinker->waiting = true;
    pthread_cond_signal(&thinker->asked);
    pthread_mutex_unlock(&thinker->lock);
    return id;
}

void thinker_forget(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    give_up(thinker);
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_poll(struct thinker *thinker, struct thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    bool answered = thinker->answered;
    thinker->answered = false;
    if (answered)
        *thought = thinker->thought;
    pthread_mutex_unlock(&thinker->lock);
    return answered;
}
