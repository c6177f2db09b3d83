/* Measuring players: matches, openings, ratings, suites, losses, and the feature ladder. Levels are
 * fitted in calibrate, weights in tune.
 *
 * Other public headers: cholesky.h, elo.h, elo_ratings.h, ladder_run.h, ladder_table.h, loss.h,
 * match_files.h, match_game.h, match_openings.h, match_plan.h, match_shared.h, match_strengths.h,
 * match_table.h, suite.h, suite_table.h, suite_why.h.
 *
 * Matches run in the background and consist of pairs of games: one opening with both colours.
 * Several games run at the same time. A match is between two players, between one player and all
 * others (gauntlet), or all against all (round robin). Two players that meet form an encounter.
 *
 * The games are numbered. Games 2k and 2k + 1 are a pair; in the first of them the encounter's
 * first player has White. The encounters take turns: each round has one pair of every encounter,
 * all with the same opening. The next round uses the next opening of the list, which starts over at
 * its end. A game depends only on its number and the seed, so results do not depend on the
 * concurrency.
 *
 * The sequential test looks at complete pairs in the order of their numbers and ignores games after
 * the pair that ends it. If it took the games as they finish, short games would come first and bias
 * the result. */
#pragma once

#include <stdio.h>

#include "src/lab/match/match_openings.h"
#include "src/lab/match/match_plan.h"

struct match_options {
    const struct player_spec *players;   /* array with plan.players elements */
    const struct opening_list *openings; /* at least one opening; players and openings must outlive
                                            the match */
    struct match_plan plan;
    struct game_rules rules;
    int games;            /* total: even, and the same number for each encounter */
    int concurrency;      /* games played at the same time, 1 .. 256 */
    int hash_mb, threads; /* hash size and threads of each engine whose specification does not set
                             them */
    uint64_t seed;
    bool has_sprt; /* allowed with two players only */
    struct sprt sprt;
    char event[64]; /* the PGN Event tag */
    const struct openings *names; /* names of openings, from which outcome.eco is found; NULL: it
                                     stays unknown */
};

struct match;
/* Creates the match and starts the players, but no game. `wake` may be NULL; a worker calls it
 * after each game. Returns NULL and sets *error on failure. */
struct match *match_create(const struct match_options *options, void (*wake)(void *context),
                           void *context, struct error *error);
/* Adds the games that an earlier run of this match wrote to a PGN file; they are not played again.
 * Sets *resumed to their number, and *cut to the offset of an incomplete game
 * at the end of the file, -1 if the last game is complete. Returns false and sets *error if a game
 * in the file does not belong to this match. Call it before match_start. */
MUST_USE bool match_resume(struct match *match, FILE *pgn, const char *file_name, int *resumed,
                           int64_t *cut, struct error *error);
/* How far the file of another shard has been read: the offset in bytes and the line. */
struct match_followed {
    int64_t place;
    int line;
};
/* Adds the games that another shard has written to its file since the last call, so that they count
 * for the test. The last game of the file may be incomplete. May be called at any time. Returns
 * false and sets *error on failure. */
MUST_USE bool match_follow(struct match *match, int shard, FILE *pgn, const char *file_name,
                           struct match_followed *followed, struct error *error);
/* Starts playing. Each finished game is appended to `pgn`, which the caller closes; NULL: games are
 * not written. */
MUST_USE bool match_start(struct match *match, FILE *pgn, struct error *error);
/* The current state of a match. */
struct match_state {
    bool going; /* false: all games are played, the test is decided, or the match was stopped or
                   failed */
    int count;  /* number of games that count: all games of the match, or those up to the pair that
                   decided the test */
    enum sprt_verdict verdict;
    bool failed; /* the match failed; `error` says why */
    struct error error;
};
/* Returns the state and copies the games up to the last finished one. Later entries are not
 * written, so zero the array before the first call. */
struct match_state match_poll(struct match *match, struct match_game games[]);
const char *match_player_name(const struct match *match, int player);
void match_stop(struct match *match);    /* aborts the games in progress; returns at once */
void match_destroy(struct match *match); /* stops, waits and frees; NULL is allowed */
