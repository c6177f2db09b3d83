/* The games of a run: a player against a copy of itself with other numbers. The rules are those of
 * a match. Our engine receives the numbers as search parameters, a UCI program as options. */
#pragma once

#include "src/lab/match/match_openings.h"
#include "src/lab/match/match_game.h"
#include "src/lab/spsa/spsa.h"

struct spsa_conditions {
    const struct player_spec *player;
    const struct opening_list *openings;
    struct game_rules rules;
    int hash_mb, threads; /* hash table in MB and number of threads, for each engine */
    int jobs;
};

struct spsa_games;
/* `problem`, `conditions` and what they point to must outlive the games. Returns NULL and sets
 * *error on failure, for example if the player does not have one of the parameters. */
struct spsa_games *spsa_games_create(const struct spsa_problem *problem,
                                     const struct spsa_conditions *conditions, struct error *error);
void spsa_games_destroy(struct spsa_games *games); /* `games` may be NULL */

/* The callbacks `play` and `halt` of struct spsa_run; context is a struct spsa_games. */
bool spsa_games_play(void *context, int job, int pair, const int plus[], const int minus[],
                     int *points, struct error *error);
void spsa_games_halt(void *context);
