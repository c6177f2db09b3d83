/* Fits the choice model: finds the weights that maximise the probability of the moves people
 * played. */
#pragma once

#include "src/lab/human/samples.h"

/* Rating bands of the report, from HUMAN_BANDS_FROM up. The first also has all lower ratings, the
 * last all higher ones. */
enum { HUMAN_BANDS_FROM = 600, HUMAN_BAND_WIDTH = 200, HUMAN_BANDS = 10 };

/* Results for a band of ratings, on held-out choices only. */
struct human_band {
    int choices;
    double likelihood;   /* mean log probability of the move played */
    double matched;      /* share of choices where the person played the model's most probable
                            move */
    double expected;     /* mean probability of the move played: the share of moves that would match
                            if each were drawn at random with the model's probabilities */
    double best_matched; /* share of choices where the person played the best move by the search at
                            the player's level */
    int with_maia;       /* number of choices with a network's probabilities; the fields below are
                            about these choices */
    double maia_likelihood, maia_matched, maia_expected;
    double own_matched; /* share of these choices where the model's most probable move was played */
};

struct human_fit_progress {
    int pass;
    double training, held_out; /* mean log-likelihood of the moves played */
    int64_t elapsed;           /* milliseconds */
};

struct human_fit_options {
    int64_t budget;    /* milliseconds */
    double l2_penalty; /* strength of the L2 penalty, which favours small weights and smooth
                          curves */
    double distil;     /* weight of the networks' policy in the target of the fit, 0 .. 1; the rest
                          of the weight is on the move played */
    /* Returns false to stop the fit. */
    bool (*watch)(void *context, const struct human_fit_progress *progress);
    void *context;
};

struct human_fit_report {
    int training, held_out; /* number of choices */
    int damaged;            /* choices left out because they are damaged */
    double training_likelihood, held_out_likelihood;
    struct human_band bands[HUMAN_BANDS];
};

/* Starts from the weights in `model` and stores the result there; the model's network is not
 * changed. Returns false when out of memory. */
MUST_USE bool human_fit(const struct human_set *set, const struct human_fit_options *options,
                        struct choice_model *model, struct human_fit_report *report);

/* Fills `chances` with the probabilities of all moves. Returns the log probability of the move
 * played. */
double human_chances(const struct samples *samples, const struct sample *sample,
                     const struct choice_model *model, double chances[CHESS_MOVES_MAX]);

/* Writes the weights: a line for each feature, with the weight at each knot. `origin` says in the
 * file what they were fitted to. Returns false on a write error. */
MUST_USE bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin);
/* Writes the openings of the games that are not held out. Returns false when out of memory or on a
 * write error. */
MUST_USE bool human_write_openings(FILE *file, const struct human_set *set);
