/* What an engine holds, shared by its front door (engine.c) and its thread (think.c). Only those
 * two include it. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/engine.h"
#include "engine/evaluation.h"
#include "engine/search/proof.h"
#include "engine/search/search.h"
#include "engine/maia/blend.h"

enum { ENGINE_THREADS_MAX = 256 };

struct engine {
    void (*wake)(void *context);
    void *context;

    pthread_mutex_t mutex; /* guards the fields of this group */
    pthread_cond_t changed;
    bool requested;        /* the controller has something to do */
    bool thinking;         /* from engine_start until the final report is out */
    bool quit;
    struct report report;  /* the newest */

    pthread_t controller;
    struct engine_settings settings;
    struct weights weights; /* of the handicap's knowledge, or full */
    struct tt table;
    atomic_bool forget;     /* what table and workers learnt, before the next search */
    struct worker **workers;
    int worker_count;
    struct book *book;
    bool has_tables;       /* tablebase_open succeeded for settings.syzygy_path */
    struct maia maia;      /* of a method of networks, once it was set */

    /* The game: what is on the board and what decide wants to know of the moves before. */
    struct position root, previous;
    bool has_previous;
    Move last, own;
    uint64_t keys[GAME_KEYS_MAX];
    int key_count;
    struct human_history history; /* for networks */

    struct proof proof;    /* of a mate, beside the search */

    /* How the root moves looked at the first depths, for methods that ask. */
    struct glance {
        Move move;
        Score score[CANDIDATE_GLANCES];
    } glances[CHESS_MOVES_MAX];
    int glance_count;

    struct task task;
    struct report draft; /* the controller's and first worker's, copied under the lock */
};

/* The life of the controller thread; its argument is the engine. */
void *think_main(void *argument);

/* Starts a thread with the stack a search needs, and a second one to handle signals on. */
MUST_USE bool think_start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

/* Empties the table and the histories if engine->forget is set. */
void think_forget(struct engine *engine);

/* Half moves since the start of the game, by the position's move number. */
int think_game_ply(const struct position *position);

/* Shows what the first worker knows, between two iterations; context is the engine. */
void think_progress(void *context);
