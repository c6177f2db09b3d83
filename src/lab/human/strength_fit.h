/* Fits the parameters of method madchess at a level so that it plays like people: its losses are
 * distributed like theirs, and it seldom plays a move that hardly anybody plays.
 *
 * Positions come from people's games. Each position is judged once: a full-strength search with a
 * fixed number of nodes finds what every legal move loses, and a Maia network estimates how many
 * people play the move. Then the position is searched in the way the level searches it. The scores
 * determine the probability of each move for any parameters and rules, so a fit can simulate
 * thousands of settings without another search. */
#pragma once

#include "src/lab/human/check_sample.h"
#include "src/lab/match/loss.h"

/* What a level, or the people, would play in the positions. Shares are 0 .. 1. */
struct strength_figures {
    double losses[LOSS_BANDS]; /* share of moves in each band of losses (loss.h) */
    double loss;               /* mean loss of a move in centipawns */
    double rare;               /* share of moves rarer than one in CHECK_RARE */
    double matched;            /* share of moves equal to the one played in the game */
};

struct strength_cases;
struct strength_cases_options {
    const struct check_stratum *stratum;
    uint64_t judge_nodes; /* nodes for judging all moves of a position together */
    const char *maia;     /* folder of the Maia networks */
    int rating; /* rating of the people whose games the positions are from; selects the network */
    bool (*progress)(void *context, int done, int all); /* may be NULL; returns false to stop */
    void *context;
};
/* Judges the positions. Returns NULL and sets *error on failure or when stopped. */
struct strength_cases *strength_cases_create(const struct strength_cases_options *options,
                                             struct error *error);
void strength_cases_destroy(struct strength_cases *cases); /* `cases` may be NULL */
int strength_cases_count(const struct strength_cases *cases);

/* Searches all positions with the speed and the knowledge of a handicap. */
MUST_USE bool strength_cases_search(struct strength_cases *cases, const struct handicap *handicap,
                                    bool (*progress)(void *context, int done, int all),
                                    void *context, struct error *error);

struct strength_figures strength_people(const struct strength_cases *cases);
/* The figures of a handicap's moves, computed from the scores of the last search. */
struct strength_figures strength_simulate(struct strength_cases *cases,
                                          const struct handicap *handicap);

/* Changes the handicap's error sizes, blunder chance, order bias and rule cost to minimise the
 * distance of its figures from people's. A share of rare moves above `rare_allowed` increases the
 * distance. Returns the distance. */
double strength_fit(struct strength_cases *cases, struct handicap *handicap, double rare_allowed);

/* The effect of a human rule: the moves that it drops, as shares of all moves. */
struct strength_rule {
    double people;       /* moves that the rule drops although people played them */
    double rare, others; /* moves that the rule drops and that the handicap would play without
                          * rules: rare ones, and others */
};
struct strength_rule strength_rule_figures(struct strength_cases *cases,
                                           const struct handicap *handicap, int rule);

/* The rare move that the handicap plays most often in a position, if any. */
struct strength_example {
    struct position position;
    Move move, played;
    double chance; /* probability with which the handicap plays the move */
    int loss;      /* centipawns */
};
MUST_USE bool strength_example(struct strength_cases *cases, const struct handicap *handicap,
                               int index, struct strength_example *example);
