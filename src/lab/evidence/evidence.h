/* The evidence for the scale of people's ratings: three independent estimates of the rating that a
 * level of the engine corresponds to. The levels themselves are measured in calibrate, the scale is
 * read in game.
 *
 * Other public headers: evidence_estimate.h, evidence_table.h.
 *
 * The three lines of evidence are never merged:
 *
 * - losses: the level is asked for a move in positions from people's games. Its rating is where the
 *   people who stood there lost as much as it does, in centipawns and in blunders
 * (evidence_losses.c).
 * - likelihood: the level's own games are read as if a person had played them. The model of people
 *   says for each rating how probable the moves are; the same is done with the moves of people
 *   whose rating is known, and the level's rating is that of the people who look alike
 *   (evidence_likelihood.c).
 * - results: games against players whose rating is known (evidence_games.c).
 *
 * People are of one rating system and time class, because a rating means something else in each.
 * Every answer is stored in a folder, so an interrupted run continues. */
#pragma once

#include "src/game/game.h"
#include "src/lab/human/check_sample.h"
#include "src/lab/match/match_openings.h"
#include "src/lab/evidence/evidence_estimate.h"
#include "src/player/player.h"

enum {
    EVIDENCE_LEVELS_MAX = 24,
    EVIDENCE_RIVALS_MAX = 16,
    EVIDENCE_RESULTS_MAX = 64,
    EVIDENCE_GRID_MAX = 32, /* ratings at which likelihoods are computed */
};

/* The time classes, as Lichess divides them: identifier, word, the limit of base + 40 x increment
 * in seconds below which a game belongs to the class. */
#define EVIDENCE_CLASSES(X)                                                                        \
    X(BULLET, "bullet", 180)                                                                       \
    X(BLITZ, "blitz", 480)                                                                         \
    X(RAPID, "rapid", 1500)                                                                        \
    X(CLASSICAL, "classical", 86400)
enum evidence_class {
#define X(id, word, limit) CLASS_##id,
    EVIDENCE_CLASSES(X)
#undef X
        CLASS_COUNT /* any class, or unknown */
};
const char *evidence_class_word(enum evidence_class class); /* "any" for CLASS_COUNT */
/* The class of a game by its tag TimeControl. */
enum evidence_class evidence_class_of(const struct game *game);
/* The rating system of a game: its tag RatingSystem, or the site in its tag Site; "" if unknown. */
const char *evidence_system_of(const struct game *game);

struct evidence_level {
    int level;
    struct player_spec spec; /* its name is unique in the games */
};

/* An opponent of the levels. */
struct evidence_rival {
    struct player_spec spec;
    bool rated; /* its rating is known */
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

    char system[32];           /* "": any */
    enum evidence_class class; /* CLASS_COUNT: any */
    struct check_bands bands;
    int positions; /* of people in each band; 0: no estimate by losses */
    int moves;     /* of each level and band, for the likelihood; 0: none */
    int games;     /* of each level and rival, rounded to even; 0: none */
    uint64_t judge_nodes;
    bool all; /* also use games that the model of people was fitted to */
    int concurrency, hash_mb;
    uint64_t seed;
    const char *folder;
};

/* The losses of a band of people, and how the model rates them. */
struct evidence_people {
    double rating; /* mean rating of the sampled moves */
    int positions;
    double loss, blunders;           /* judged by our engine: centipawns per move; share of moves */
    int64_t evaluated;               /* moves with [%eval] before and after, in all games */
    double eval_loss, eval_blunders; /* the same by these evaluations */
    int moves;                       /* with a likelihood */
    struct evidence_estimate guess;  /* the rating that the model gives them */
};

struct evidence_row {
    int positions;
    double loss, blunders; /* in the same positions as the people, all bands together */
    struct evidence_estimate by_loss, by_blunders;
    int moves, move_games;          /* with a likelihood, and the games that they come from */
    struct evidence_estimate guess; /* the rating that the model gives it */
    struct evidence_estimate by_likelihood;
    int64_t wins, draws, losses;
    struct evidence_estimate by_results;
};

struct evidence {
    int games_read; /* games of people */
    bool stopped;   /* the run is incomplete */
    int band_count, level_count;
    struct evidence_people people[CHECK_BANDS_MAX];
    struct evidence_row rows[EVIDENCE_LEVELS_MAX];
    struct evidence_estimate rivals[EVIDENCE_RIVALS_MAX]; /* by results */
    int64_t rival_games[EVIDENCE_RIVALS_MAX];
};

/* The work that a run would do, without what its folder already has. */
struct evidence_plan {
    int questions; /* positions put to a level */
    int judged;    /* positions judged, at most */
    int guesses;   /* moves whose likelihood is computed, at several ratings each */
    int games;
};

struct evidence_progress {
    const char *what;
    int done, of;
};
/* Called after each piece of work, from any thread but never concurrently. Returns false to stop.
 */
typedef bool evidence_observer(void *context, const struct evidence_progress *progress);

/* The games of people: positions by rating band, filled by check_sample_games. */
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
/* Measures what is missing and computes the estimates. Returns false and sets *error on failure. */
MUST_USE bool evidence_run(struct evidence *evidence, const struct evidence_setup *setup,
                           const struct evidence_sample *sample, evidence_observer *watch,
                           void *context, struct error *error);
