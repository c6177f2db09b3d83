/* The three estimates of a run, which evidence.c calls one after another. The answers of levels and
 * engines, on which they are based, are stored, so that an interrupted run can continue. */
#pragma once

#include "src/lab/evidence/evidence.h"
#include "src/util/shared_results.h"
#include "src/util/thread_pool.h"

/* The state of a run, which its three estimates share. */
struct evidence_run {
    const struct evidence_setup *setup;
    const struct evidence_sample *sample;
    struct shared_results *answers; /* the answers stored in the folder */
    struct evidence *evidence;
    evidence_observer *watch;
    void *context;
    struct evidence_progress progress;
    bool stopped;
    uint32_t prints[EVIDENCE_LEVELS_MAX]; /* handicap_print of each level, stored because computing
                                             it is slow */
};

/* An answer: two numbers stored under a key, which is a hash of everything that they depend on. */
struct evidence_answer {
    double first, second;
};
/* Opens the folder and reads the answers stored in it. Returns NULL and sets *error on failure. */
struct shared_results *evidence_answers(const char *folder, struct error *error);
/* The key of an answer about a position of the sample. `what` and `detail` identify the question
 * that was asked. */
uint64_t evidence_key(const struct check_position *position, const char *what, uint64_t detail);
/* evidence_find looks up an answer that was stored earlier. If there is one, it copies it to
 * *answer and returns true. evidence_add stores an answer; on failure it returns false and sets
 * *error. Both may be called from any thread. */
MUST_USE bool evidence_find(const struct evidence_run *run, uint64_t key,
                            struct evidence_answer *answer);
MUST_USE bool evidence_add(const struct evidence_run *run, uint64_t key,
                           struct evidence_answer answer, struct error *error);

/* The node budget of the player's handicap for a move of one second in this position. */
struct limits evidence_limits(const struct player_spec *spec, const struct position *position);

/* Tells the observer about the progress. Sets run->stopped if the observer ends the run. */
void evidence_tell(struct evidence_run *run);
/* The function `finish` of struct pool_work: counts a finished piece of the run's work. */
bool evidence_finish(void *run, int piece, struct error *error);

/* Asks the levels for moves, judges the moves, and fills the losses of people and levels. Answers
 * that are already stored in the folder are not computed again. */
MUST_USE bool evidence_losses(struct evidence_run *run, struct error *error);
/* Computes the likelihood of people's moves and of the levels' moves in their games. */
MUST_USE bool evidence_likelihood(struct evidence_run *run, struct error *error);
/* Plays the games that are missing, then rates the levels. */
MUST_USE bool evidence_games(struct evidence_run *run, struct error *error);

/* Calls `take` once for each PGN file of the run: first games.pgn in its folder, if it exists, then
 * the files of earlier games. Returns false and sets *error if a file cannot be read or `take`
 * returns false. */
typedef bool evidence_take(void *context, FILE *pgn, const char *path, struct error *error);
MUST_USE bool evidence_each_file(const struct evidence_setup *setup, evidence_take *take,
                                 void *context, struct error *error);
/* The index of the level or rival with this name, levels first; -1 if no level or rival
 * has it. */
int evidence_player(const struct evidence_setup *setup, const char *name);
