/* Matches in the background: pairs of games, one opening with both colours, several at a time.
 *
 * The games are numbered: game 2k and 2k + 1 are pair k, of opening k (in shuffled order, again
 * from the first when they run out), the first of them with the first player white. What a game
 * is depends on its number and the seed alone, so results do not depend on how many are played
 * at a time. A sequential test looks at whole pairs in their order and ignores what was played
 * beyond its end, for games that end early are not like the others. */
#ifndef FALLIBLE_LAB_MATCH_H
#define FALLIBLE_LAB_MATCH_H

#include <stdio.h>

#include "src/lab/elo.h"
#include "src/lab/match_game.h"
#include "src/lab/match_openings.h"

enum { MATCH_PLAYERS = 2 };

struct match_options {
    const struct player_spec *players;   /* MATCH_PLAYERS of them */
    const struct opening_list *openings; /* at least one; both must outlive the match */
    struct game_rules rules;
    int games;       /* even */
    int concurrency; /* games at a time, 1 .. 256 */
    int hash_mb, threads; /* of each engine, where its spec does not say */
    uint64_t seed;
    bool has_sprt;
    struct sprt sprt;
    FILE *pgn;       /* each game is appended as it ends; NULL: none */
    char event[64];  /* PGN tag */
};

struct match_game {
    bool done;
    struct game_outcome outcome;
};

/* One player's doings. */
struct player_sums {
    int64_t nodes, think; /* think in milliseconds */
    int plies;            /* of the games it took part in, both sides */
    int time_losses, illegal, breakdowns;
};

struct match_sums {
    int done;                  /* games that count */
    struct score_sheet sheet;  /* the first player's */
    int white_wins, black_wins, draws;
    int endings[ENDING_COUNT];
    int64_t plies;
    struct player_sums players[MATCH_PLAYERS];
};

/* Sums what is known of the first count games. Pure. */
struct match_sums match_sum(const struct match_game games[], int count);
/* Which player, 0 or 1, had this colour in this game. */
int match_player_of(int game, int color);

struct match;
/* wake may be NULL; it is called from a worker after each game. NULL fills error. */
struct match *match_start(const struct match_options *options, void (*wake)(void *context),
                          void *context, struct error *error);
/* How a match stands. */
struct match_state {
    bool going;  /* false: all is played, decided, stopped, or has failed */
    int count;   /* so many of the games count: all, or up to where the test ended */
    enum sprt_verdict verdict;
    bool failed; /* for the reason in error */
    struct error error;
};
/* Copies what is known of the options' games as well. */
struct match_state match_poll(struct match *match, struct match_game games[]);
const char *match_player_name(const struct match *match, int player);
void match_stop(struct match *match);    /* games under way are given up; returns at once */
void match_destroy(struct match *match); /* stops, waits, frees; NULL is fine */

#endif
