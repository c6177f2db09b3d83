/* Test suites: gives EPD positions to our engine or any UCI or XBoard engine, judges the answers,
 * and tabulates them. */
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
/* Loads a suite. The caller resolves the name of a shipped suite (wac, bk, sts, mates) to a path.
 * Returns false and sets *error with file, line and column. */
MUST_USE bool suite_load(struct suite *suite, const char *path, struct error *error);
/* Loads the suite named by what a user typed: "NAME", "NAME ELO" or "NAME full". NAME is a shipped
 * suite or a file, and may contain blanks. Sets *elo to ELO, or to ELO_FULL if none was typed. */
MUST_USE bool suite_load_typed(struct suite *suite, const char *text, int *elo,
                               struct error *error);
void suite_clear(struct suite *suite);
/* suite_limit keeps only the first `count` positions, suite_pick only the one with this id
 * (ignoring case). suite_pick returns false if there is no such position. */
void suite_limit(struct suite *suite, int count);
MUST_USE bool suite_pick(struct suite *suite, const char *id);

struct suite_options {
    struct limits limits;             /* limits of each search: nodes, depth or movetime */
    struct handicap handicap;         /* strength of our own engine */
    const struct player_spec *player; /* features and knowledge of our engine; NULL: everything
                                         on */
    int threads, jobs, hash_mb;
    const char *engine;  /* command of a UCI engine, or xboard:COMMAND; NULL: our own engine */
    const bool *skipped; /* skipped[i]: whether to skip position i, because another run solves it or
                            its result is known; NULL: skip none */
};

struct suite_result {
    bool done, solved, failed_to_run;
    bool solved_ours; /* solved by a move that we added: the common versions of the suite do not
                         accept it */
    bool mate_exact; /* the position asks for a mate (dm), and the engine announced the exact
                        distance */
    Move played;
    int depth;
    Score score; /* for the side to move; SCORE_NONE if the engine reported no score */
    uint64_t nodes;
    int64_t elapsed, solved_at; /* in milliseconds; elapsed: how long the engine searched;
                                   solved_at: when it switched to the solution that it kept to the
                                   end, -1 if not solved */
    int points, points_max;     /* points scored, and the most possible, if the position gives
                                 * points (STS); otherwise both 0 */
    char trouble[128];          /* why the position could not be run */
};

/* A run in the background: results arrive in any order and are copied by suite_poll. */
struct suite_run;
struct suite_run *suite_start(const struct suite *suite, const struct suite_options *options,
                              void (*wake)(void *context), void *context, struct error *error);
/* Copies the first `count` results, except those of skipped positions. Returns how many positions
 * of the suite are done, including skipped ones. */
int suite_poll(struct suite_run *run, struct suite_result results[], int count);
/* Index of the position started last; -1 before the first. */
int suite_current(struct suite_run *run);
/* The engine's name and level: "Fallible 1400 engine Elo (madchess)". */
const char *suite_engine_name(const struct suite_run *run);
/* Writes the level of our own engine with its scale and method: "1400 engine Elo (madchess)". */
void suite_level(const struct handicap *handicap, char *out, size_t size);
void suite_stop(struct suite_run *run);    /* asks the workers to stop; returns at once */
void suite_destroy(struct suite_run *run); /* waits for the workers and frees the run */

/* Returns whether the report solves the position, as a run judges it. Sets *mate_exact, unless
 * mate_exact is NULL, to whether the report announces a mate in the right number of moves. */
bool suite_is_solved(const struct epd *epd, const struct report *report, bool *mate_exact);

/* Returns whether the move is a solution; always false for positions that only ask for a mate. */
bool suite_is_best(const struct epd *epd, Move move);
/* The points for a move, and the maximum; both 0 if the position has no points. */
int suite_points(const struct epd *epd, Move move, int *max);
