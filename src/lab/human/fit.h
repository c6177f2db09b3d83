/* Fits the choice model: the weights under which what people played is most probable. */
#pragma once

#include "src/lab/human/samples.h"

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

struct human_fit_options {
    int64_t budget;  /* milliseconds */
    double pull;     /* towards zero and towards smooth curves */
    double distil;   /* weight of the networks' policy beside the move played, 0 .. 1 */
    bool (*watch)(void *context, const struct human_fit_progress *progress); /* false: stop */
    void *context;
};

struct human_fit_report {
    int passes, training, held_out; /* choices */
    int damaged;                    /* left out */
    double training_likelihood, held_out_likelihood;
    struct human_band bands[HUMAN_BANDS];
};

/* model is where the fit begins, and gets what it found; the network stays what it is. False: out
 * of memory. */
MUST_USE bool human_fit(const struct human_set *set, const struct human_fit_options *options,
                        struct choice_model *model, struct human_fit_report *report);

/* The logarithm of the chance of the move played, and the chances of all moves. */
double human_chances(const struct samples *samples, const struct sample *sample,
                     const struct choice_model *model, double chances[CHESS_MOVES_MAX]);

/* The file: a line a feature, the weight at each knot. False on a write error. */
MUST_USE bool human_fit_write(FILE *file, const struct choice_model *model, const char *origin);
/* The openings of the games that are not held out. */
MUST_USE bool human_write_openings(FILE *file, const struct human_set *set);
