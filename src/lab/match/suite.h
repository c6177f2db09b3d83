/* Test suites: EPD positions given to our engine or any UCI engine, judged and tabulated. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "src/game/epd.h"
#include "src/player/player.h"

struct suite {
    char name[64];
    int count;
    struct epd *positions; /* owned */
};
/* A shipped suite by name (wac, bk, sts, mates) is resolved to a path by the caller. NULL fills
 * error with file, line, column. */
MUST_USE bool suite_load(struct suite *suite, const char *path, struct error *error);
/* The same from an open file, which is closed. */
MUST_USE bool suite_read(struct suite *suite, FILE *file, const char *path, struct error *error);
void suite_clear(struct suite *suite);
/* Keeps only the first count positions, or the one of that id (case ignored; false: none). */
void suite_limit(struct suite *suite, int count);
MUST_USE bool suite_pick(struct suite *suite, const char *id);

struct suite_options {
    struct limits limits;     /* nodes, depth or movetime */
    struct handicap handicap; /* of our own engine */
    const struct player_spec *player; /* its features and knowledge; NULL: all of them */
    int threads, jobs, hash_mb;
    const char *engine; /* UCI command; NULL: our own */
};

struct suite_result {
    bool done, solved, failed_to_run;
    bool mate_exact; /* dm positions: the exact distance was announced */
    Move played;
    int depth;
    Score score; /* for the side to move; SCORE_NONE when none was said */
    uint64_t nodes;
    int64_t elapsed, solved_at; /* ms; solved_at: first correct move held to the end, -1: never */
    int points, points_max;     /* STS; 0, 0 when the position has none */
    char trouble[128];          /* why it could not be run */
};

/* A run in the background: results arrive in any order and are copied out. */
struct suite_run;
struct suite_run *suite_start(const struct suite *suite, const struct suite_options *options,
                              void (*wake)(void *context), void *context, struct error *error);
/* Copies what is known (count results); returns how many are done. */
int suite_poll(struct suite_run *run, struct suite_result results[], int count);
/* Index of the position begun last, -1 before the first. */
int suite_current(struct suite_run *run);
const char *suite_engine_name(const struct suite_run *run);
void suite_stop(struct suite_run *run);    /* asks the workers to end early */
void suite_destroy(struct suite_run *run); /* waits for them; frees */

/* Judges a final report, as suite_run does. */
bool suite_is_solved(const struct epd *epd, const struct report *report, bool *mate_exact);

/* Whether a move alone is the solution: always false for positions that ask only for a mate. */
bool suite_is_best(const struct epd *epd, Move move);
/* The points of a move, and the most there are: 0 and 0 when the position has none. */
int suite_points(const struct epd *epd, Move move, int *max);
