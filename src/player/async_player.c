/* One thread, one request at a time; a newer one interrupts the search and takes its place. All
 * that both threads see is under one lock, which is never held while the player thinks. */
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
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct player *player; /* NULL: not started yet. Only the thread changes it, with the lock */
    bool quit, waiting;    /* waiting: next is to be taken */
    bool busy;             /* the thread is at a request */
    bool broken;           /* the program is to be started again */
    uint32_t last_id;
    struct request next;
    bool answered;
    struct thought thought;
    char name[128];
    struct thought thinking; /* the thread's alone */
};

/* With the lock held. */
static void note_name(struct thinker *thinker)
{
    snprintf(thinker->name, sizeof thinker->name, "%s",
             thinker->player ? player_name(thinker->player) : thinker->spec.name);
}

/* Asks the player for its move, starting it where need be. */
static void think(struct thinker *thinker, const struct request *request, struct thought *thought)
{
    thought->answer = PLAYER_BROKE;
    if (!thinker->player) {
        struct player *player = player_create(&thinker->spec, thinker->hash_mb, thinker->threads,
                                              &thought->error);
        pthread_mutex_lock(&thinker->lock);
        thinker->player = player;
        pthread_mutex_unlock(&thinker->lock);
        if (!player)
            return;
    }
    if ((request->new_game || thinker->broken) &&
        !player_new_game(thinker->player, request->seed, &thought->error))
        return;
    thought->answer = player_think(thinker->player, &request->start, request->moves,
                                   request->count, &request->limits, &thought->report,
                                   &thought->error);
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
        thinker->broken = thought->answer == PLAYER_BROKE || thought->answer == PLAYER_ILLEGAL;
        if (request.id != thinker->last_id)
            continue;
        thinker->thought = *thought;
        thinker->answered = true;
        pthread_mutex_unlock(&thinker->lock);
        if (thinker->wake)
            thinker->wake(thinker->context);
        pthread_mutex_lock(&thinker->lock);
    }
    pthread_mutex_unlock(&thinker->lock);
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
    note_name(thinker);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->asked, NULL);
    if (pthread_create(&thinker->thread, NULL, run, thinker) == 0)
        return thinker;
    pthread_cond_destroy(&thinker->asked);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
    return NULL;
}

/* With the lock held. */
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
    pthread_cond_signal(&thinker->asked);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    player_destroy(thinker->player);
    pthread_cond_destroy(&thinker->asked);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker->next.moves);
    free(thinker);
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
