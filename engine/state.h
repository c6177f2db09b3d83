/* The state of an engine, shared by its public functions (engine.c) and its thread (think.c). No
 * other file includes this header. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/engine.h"
#include "engine/evaluation.h"
#include "engine/search/proof.h"
#include "engine/search/search.h"
#include "engine/human/style.h"
#include "engine/maia/blend.h"

enum { ENGINE_THREADS_MAX = 256 };

struct engine {
    void (*wake)(void *context);
    void *context;

    pthread_mutex_t mutex; /* protects the fields from `requested` to `report` */
    pthread_cond_t changed;
    bool requested;        /* a request waits for the engine's thread */
    bool thinking;         /* from engine_start until the final report is published */
    bool quit;
    struct report report;  /* the newest report */

    pthread_t controller;
    struct engine_settings settings;
    struct weights weights; /* the weights of the evaluation, for the knowledge in the settings */
    struct tt table;
    atomic_bool forget;     /* clear the table and the workers' histories before the next search */
    struct worker **workers;
    int worker_count;
    struct book *book;
    bool has_tables;       /* tablebase_open succeeded for settings.syzygy_path */
    struct maia maia;      /* the open networks of METHOD_MAIA; empty until that method is set */
    struct choice_style style; /* the style named in the settings; style.games is 0 if they name
                                * none */

    /* The game: the position to search, and what decide() needs to know about the moves before
     * it. */
    struct position root, previous;
    bool has_previous;
    Move recent[CONTEXT_MOVES];
    uint64_t keys[GAME_KEYS_MAX];
    int key_count;
    struct human_history history; /* the positions that the networks of METHOD_MAIA take as input */

    struct handicap in_force; /* settings.handicap with its errors adjusted to the pressure in this
                               * position (handicap_pressure) */
    int pressure;             /* size of the errors in percent of the usual; 100: no pressure */

    struct proof proof;    /* mate search that runs beside the normal search */

    /* Scores of the root moves at depths 1 to CANDIDATE_SHALLOW, for methods that use them. */
    struct shallow {
        Move move;
        Score score[CANDIDATE_SHALLOW];
    } shallow[CHESS_MOVES_MAX];
    int shallow_count;

    struct task task;
    struct report draft; /* the next report; the engine's thread and the first worker write it, and
                          * copy it to `report`, under the mutex, to publish it */
};

/* The main function of the engine's thread; its argument is the engine. */
void *think_main(void *argument);

/* Starts a thread with a stack large enough for a search, and an alternate stack for signal
 * handlers. */
MUST_USE bool think_start_thread(pthread_t *thread, void *(*run)(void *), void *argument);

/* Clears the transposition table and the histories if engine->forget is set. */
void think_forget(struct engine *engine);

/* Plies since the start of the game, computed from the position's move number. */
int think_game_ply(const struct position *position);

/* Publishes what the first worker has found so far. The first worker calls this function through
 * task.progress; `context` is the engine. */
void think_progress(void *context);
