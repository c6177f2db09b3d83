/* The evidence for the scale of people's ratings: three independent estimates of the rating that a
 * level of the engine corresponds to. src/lab/calibrate measures the levels; src/game reads the
 * scale.
 *
 * Other public headers: evidence_estimate.h, evidence_table.h.
 *
 * The three estimates are reported side by side and never merged into one:
 *
 * - losses: the level is asked for a move in positions from people's games. Its rating is that of
 *   the people who lost as much in these positions as the level does, in centipawns or in blunders
 *   (evidence_losses.c).
 * - likelihood: the level's own games are read as if a person had played them. The model of people
 *   (method human) gives the probability of these moves at each rating, and so the rating at which
 *   they are most likely. The same is done with the moves of people whose rating is known. The
 *   level's rating is that of the people whose moves the model places at the same rating
 *   (evidence_likelihood.c).
 * - results: the level plays against opponents whose rating is known (evidence_games.c).
 *
 * All people are taken from one rating system and one time class, because ratings of different
 * systems and classes cannot be compared. Every answer is stored in a folder, so an interrupted run
 * can be continued. */
#pragma once

#include "src/lab/human/rated.h"
#include "src/game/game.h"
#include "src/lab/human/check_sample.h"
#include "src/lab/match/match_openings.h"
#include "src/lab/evidence/evidence_estimate.h"
#include "src/player/player.h"

enum {
    EVIDENCE_LEVELS_MAX = 24,
    EVIDENCE_RIVALS_MAX = 16,
    EVIDENCE_RESULTS_MAX = 64,
    EVIDENCE_GRID_MAX = 32, /* largest number of ratings at which likelihoods are computed */
};

struct evidence_level {
    int level;
    struct player_spec spec; /* its name is unique among the players of the games */
};

/* An opponent of the levels. */
struct evidence_rival {
    struct player_spec spec;
    bool rated; /* whether its rating is known */
    double rating;
};

struct evidence_setup {
    enum method method;
    const struct strength *strength;
    struct evidence_level levels[EVIDENCE_LEVELS_MAX];
    int level_count;
    struct evidence_rival rivals[EVIDENCE_RIVALS_MAX];
    int rival_count;
    const char *results[EVIDENCE_RESULTS_MAX]; /* PGN files of games played earlier */
    int result_count;
    const struct opening_list *openings;

    char system[32];       /* rating system of the people's games, as rating_system_of returns
                              it; "": any */
    enum choice_pace class; /* time class of the people's games; CHOICE_ANY_PACE: any */
    struct check_bands bands;
    int positions; /* positions per rating band of people; 0: no estimate by losses */
    int moves;     /* number of moves of each level and of each band for which the likelihood is
                      computed; 0: no estimate by likelihood */
    int games;     /* games per pair of level and rival, rounded down to an even number; 0: no
                      games are played */
    uint64_t judge_nodes;
    bool all; /* also use games that the model of people was fitted to */
    int concurrency, hash_mb;
    uint64_t seed;
    const char *folder;
};

/* What is known about the people of a rating band. */
struct evidence_people {
    double rating; /* mean rating of the sampled moves */
    int positions;
    double loss, blunders;           /* mean loss per move in centipawns and share of moves that are
                                        blunders, judged by our engine */
    int64_t evaluated;               /* moves with an [%eval] before and after them, in all games
                                        read */
    double eval_loss, eval_blunders; /* the same as loss and blunders, but judged by the evaluations
                                        in the games */
    int moves;                       /* number of moves whose likelihood was computed */
    struct evidence_estimate guess;  /* the rating at which the model considers their moves most
                                        likely */
};

struct evidence_row {
    int positions;
    double loss, blunders; /* the level's mean loss and share of blunders in the people's positions,
                              over all bands */
    struct evidence_estimate by_loss, by_blunders;
    int moves, move_games;          /* moves whose likelihood was computed, and the number of games
                                       that they are from */
    struct evidence_estimate guess; /* the rating at which the model considers the level's moves
                                       most likely */
    struct evidence_estimate by_likelihood;
    int64_t wins, draws, losses;
    struct evidence_estimate by_results;
};

struct evidence {
    bool stopped; /* the run is incomplete */
    int band_count, level_count;
    struct evidence_people people[CHECK_BANDS_MAX];
    struct evidence_row rows[EVIDENCE_LEVELS_MAX];
    struct evidence_estimate rivals[EVIDENCE_RIVALS_MAX]; /* the rivals' ratings, estimated from
                                                             their results */
    int64_t rival_games[EVIDENCE_RIVALS_MAX];
};

/* How much work a run would have to do if its folder held no answers yet. */
struct evidence_plan {
    int questions; /* moves that the levels will be asked for: positions times levels */
    int judged;    /* positions to judge: an upper limit, because equal moves are judged once */
    int guesses;   /* moves whose likelihood is computed, each at several ratings */
    int games;
};

struct evidence_progress {
    const char *what;
    int done, of;
};
/* Called after each piece of work, from any thread but never concurrently. Returns false to stop.
 */
typedef bool evidence_observer(void *context, const struct evidence_progress *progress);

/* The positions from people's games by rating band, filled by check_sample_games, and sums over all
 * moves of a band in the games read: how many have evaluations in the file, and what they lost by
 * these evaluations. */
struct evidence_sample {
    struct check_sample people;
    const struct evidence_setup *setup;
    int64_t evaluated[CHECK_BANDS_MAX];
    double eval_loss[CHECK_BANDS_MAX];
    int64_t eval_blunders[CHECK_BANDS_MAX];
};
MUST_USE bool evidence_sample_begin(struct evidence_sample *sample,
                                    const struct evidence_setup *setup, struct error *error);
void evidence_sample_clear(struct evidence_sample *sample);

struct evidence_plan evidence_plan(const struct evidence_setup *setup,
                                   const struct evidence_sample *sample);
/* Makes the measurements that the folder lacks, and computes the estimates from all of them.
 * Returns false and sets *error on failure. */
MUST_USE bool evidence_run(struct evidence *evidence, const struct evidence_setup *setup,
                           const struct evidence_sample *sample, evidence_observer *watch,
                           void *context, struct error *error);
