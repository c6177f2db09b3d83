/* Measuring players: matches, openings, ratings, suites, losses, and the ladder of features. Levels
 * are fitted in calibrate, weights in tune.
 *
 * Other rooms include: cholesky.h, elo.h, elo_ratings.h, ladder_run.h, ladder_table.h, loss.h,
 * match_files.h, match_openings.h, match_plan.h, match_table.h, suite.h, suite_table.h.
 *
 * Matches in the background: pairs of games, one opening with both colours, several at a time;
 * between two players, one against all others (gauntlet), or all against all (round robin).
 *
 * The games are numbered: game 2k and 2k + 1 are a pair, the first of them with the encounter's
 * first player white. The encounters take turns, and in each round all have the same opening (in
 * shuffled order, again from the first when they run out). What a game is depends on its number
 * and the seed alone, so results do not depend on how many are played at a time. A sequential
 * test looks at whole pairs in their order and ignores what was played beyond its end, for games
 * that end early are not like the others. */
#pragma once

#include <stdio.h>

#include "src/lab/match/match_openings.h"
#include "src/lab/match/match_plan.h"

struct match_options {
    const struct player_spec *players;   /* of the plan */
    const struct opening_list *openings; /* at least one; both must outlive the match */
    struct match_plan plan;
    struct game_rules rules;
    int games;       /* in all: even, and the same number for each encounter */
    int concurrency; /* games at a time, 1 .. 256 */
    int hash_mb, threads; /* of each engine, where its spec does not say */
    uint64_t seed;
    bool has_sprt;   /* of two players */
    struct sprt sprt;
    char event[64];  /* PGN tag */
};

struct match;
/* wake may be NULL; it is called from a worker after each game. NULL fills error. Starts the
 * players, but no game. */
struct match *match_create(const struct match_options *options, void (*wake)(void *context),
                           void *context, struct error *error);
/* Takes over the games of a PGN file that this match wrote before; they are not played again.
 * *cut: the byte at which a game begins that ends with the file in the middle, -1: none does. False
 * fills error: what is in it belongs to another match, or to none. Before match_start. */
MUST_USE bool match_resume(struct match *match, FILE *pgn, const char *file_name, int *resumed,
                           int64_t *cut, struct error *error);
/* Begins to play. pgn: each game is appended as it ends; NULL: none; stays the caller's. */
MUST_USE bool match_start(struct match *match, FILE *pgn, struct error *error);
/* How a match stands. */
struct match_state {
    bool going;  /* false: all is played, decided, stopped, or has failed */
    int count;   /* so many of the games count: all, or up to where the test ended */
    enum sprt_verdict verdict;
    bool failed; /* for the reason in error */
    struct error error;
};
/* Copies what is known of the options' games as well; those of which nothing is are left as they
 * are: zero them before the first call. */
struct match_state match_poll(struct match *match, struct match_game games[]);
const char *match_player_name(const struct match *match, int player);
void match_stop(struct match *match);    /* games under way are given up; returns at once */
void match_destroy(struct match *match); /* stops, waits, frees; NULL is fine */
