/* Fits the choice model: the weights under which what people played is most probable. */
#pragma once

#include "src/lab/human/dataset.h"

enum { HUMAN_BAND_WIDTH = 200, HUMAN_BANDS = 10 /* from ELO_MIN on, both ends open */ };

/* Of the moves of a band's players that no fit saw. */
struct human_band {
    int choices;
    double likelihood;   /* mean natural logarithm of the chance of the move played */
    double matched;      /* share where the most probable move is the one played */
    double expected;     /* mean chance of the move played: what a draw matches */
    double best_matched; /* share where the best move at the level is the one played */
    int with_maia;       /* those where a network was asked, and the same three of it */
    double maia_likelihood, maia_matched, maia_expected;
    double own_matched;  /* of the model, on the same ones */
};

struct human_fit_progress {
    int pass;
    double training, held_out; /* mean log-likelihood of the moves played */
    int64_t elapsed;           /* milliseconds */
};

/* Of the network of habits. */
struct human_train_options {
    int passes;     /* over the choices; 0: no training */
    int64_t budget; /* milliseconds; the pace slows down towards its end or that of the passes */
    double rate;    /* of learning at the start */
    double decay;   /* of the weights, per step and rate */
    double distil;  /* weight of the networks' policy beside the move played, 0 .. 1 */
    uint64_t seed;
    int threads;
    size_t look_after; /* choices between two measurements; 0: 65536 */
    const char *stand; /* the file that keeps where it is, and is gone on from; NULL: none */
    bool (*watch)(void *context, const struct human_fit_progress *progress); /* false: stop */
    void *context;
};

struct human_fit_options {
    int64_t budget;  /* milliseconds */
    double pull;     /* towards zero and towards smooth curves */
    double distil;   /* weight of the networks' policy beside the move played, 0 .. 1 */
    bool go_on;      /* from the habits that model has; otherwise they begin anew */
    struct human_train_options habit;
    bool (*watch)(void *context, const struct human_fit_progress *progress); /* false: stop */
    void *context;
};

struct human_fit_report {
    int passes, training, held_out; /* choices */
    int damaged;                    /* left out */
    double training_likelihood, held_out_likelihood;
    struct human_band bands[HUMAN_BANDS];
};

/* model is where it begins, and what was found. more: unsearched choices to train the habits on,
 * may be empty. False fills error. */
MUST_USE bool human_fit(const struct human_set *set, const struct human_set *more,
                        const struct human_fit_options *options, struct choice_model *model,
                        struct human_fit_report *report, struct error *error);

/* Turns what speaks for each move into chances; returns the logarithm of that of the move played, 0
 * where there are no moves. */
double human_logit(double chances[], int count, int played);

/* The file: a line a feature, the weight at each knot. False on a write error. */
MUST_USE bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin);
/* The other file, the network, to eight bits of each number. */
MUST_USE bool human_fit_write_habits(FILE *file, const struct choice_model *model);
/* And the openings of the games it trains on. */
MUST_USE bool human_write_openings(FILE *file, const struct human_set *set);
