/* Fits the numbers of method madchess at a level to people: to how their losses are spread, and to
 * how seldom they play a move that hardly anybody plays.
 *
 * Positions come from people's games. Each is judged once: what every legal move loses, at full
 * strength with a fixed number of nodes, and how many people play it, by a Maia network. Then it is
 * searched as the level searches it. From the scores the chance of each move follows for any
 * numbers and rules, so a fit simulates thousands of settings without another search. */
#pragma once

#include "src/lab/human/check_sample.h"
#include "src/lab/match/loss.h"

/* What a level, or the people, would play in the positions. Shares are 0 .. 1. */
struct strength_figures {
    double losses[LOSS_BANDS]; /* of the moves, by how much they lose */
    double loss;               /* centipawns a move */
    double rare;               /* of the moves, rarer than one in CHECK_RARE */
    double matched;            /* of the moves, those that were played */
};

struct strength_cases;
struct strength_cases_options {
    const struct check_stratum *stratum;
    uint64_t judge_nodes; /* per position, for all its moves */
    const char *maia;     /* folder of the networks */
    int rating;           /* of the people, which chooses the network */
    bool (*progress)(void *context, int done, int all); /* may be NULL; false stops */
    void *context;
};
/* Judges the positions. Returns NULL and sets *error on failure or when stopped. */
struct strength_cases *strength_cases_create(const struct strength_cases_options *options,
                                             struct error *error);
void strength_cases_destroy(struct strength_cases *cases); /* cases may be NULL */
int strength_cases_count(const struct strength_cases *cases);

/* Searches all positions with the speed and the knowledge of a handicap. */
MUST_USE bool strength_cases_search(struct strength_cases *cases, const struct handicap *handicap,
                                    bool (*progress)(void *context, int done, int all),
                                    void *context, struct error *error);

struct strength_figures strength_people(const struct strength_cases *cases);
/* What a handicap plays by the scores of the last search. */
struct strength_figures strength_simulate(struct strength_cases *cases,
                                          const struct handicap *handicap);

/* How far figures are from those of people: 1 where every share of the losses is off by a fifth,
 * plus a penalty for rare moves above the share that is allowed. */
double strength_distance(const struct strength_figures *figures,
                         const struct strength_figures *people, double rare_allowed);
/* Changes the errors, the order bias and the rule cost of the handicap until strength_distance is
 * smallest. Returns that distance. */
double strength_fit(struct strength_cases *cases, struct handicap *handicap, double rare_allowed);

/* What a human rule does: shares of all moves. */
struct strength_rule {
    double people;       /* moves that people played and it drops */
    double rare, others; /* moves that the handicap plays without rules and it drops */
};
struct strength_rule strength_rule_figures(struct strength_cases *cases,
                                           const struct handicap *handicap, int rule);

/* The rare move that the handicap plays most often in a position, if any. */
struct strength_example {
    struct position position;
    Move move, played;
    double chance; /* with which the handicap plays it */
    int loss;      /* centipawns */
};
MUST_USE bool strength_example(struct strength_cases *cases, const struct handicap *handicap,
                               int index, struct strength_example *example);
