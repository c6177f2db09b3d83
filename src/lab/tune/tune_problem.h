/* What the methods of the tuner work on: the traced positions, the weights that may move, and the
 * price of moving them. Inside the lab only. */
#pragma once

#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_trace.h"

/* A row of weights whose entries count once for each piece of a kind, so that adding the same to
 * all of them is the same as adding it to the piece's value. Where the value is held, the changes
 * of such a row are kept at a mean of zero, or the row would carry the value away. */
struct tune_table {
    int at, count;
    bool middlegame, endgame; /* where the value is held */
};
enum { TUNE_TABLES_MAX = 16 };

struct tune_problem {
    struct traces traces;
    struct pool *pool;
    double k;
    /* The price of moving: pull * (change / 100 centipawns)^2 for each weight, on the scale of one
     * position's squared error. A pull of 1 counts like some two hundred positions in which the
     * term occurs once: rare places stay, common ones do not feel it. */
    double pull;
    double spread; /* of swarms: how far they are thrown, 1 over the whole range of a weight */
    struct pair start[WEIGHT_COUNT], low[WEIGHT_COUNT], high[WEIGHT_COUNT];
    struct pair free[WEIGHT_COUNT];   /* 1 where the weight may change, else 0 */
    struct pair occurs[WEIGHT_COUNT]; /* how often it counts in the training positions, by phase */
    int table_count;
    struct tune_table tables[TUNE_TABLES_MAX];
    uint64_t seed;
    int iterations;          /* at most, 0: no bound */
    int64_t began, deadline; /* of text_now() */
    int64_t elapsed;         /* milliseconds of searching before this began */
    const char *keep_at;     /* the file a search is put aside in; NULL: nowhere */
    int64_t kept;            /* of text_now(), when it last was */
    tune_watch watch;
    void *context;
    struct tune_report *report;
    double positions_passed;        /* by the method, for its speed */
    struct pair best[WEIGHT_COUNT]; /* the method's answer */
    void *state;                    /* all a method needs to go on, in one piece; owned */
    size_t state_size;              /* of it: 0 to begin at the beginning */
};

/* Into the bounds, held weights at their start, tables centred. */
void problem_confine(const struct tune_problem *problem, struct pair *weights);
/* The price of a weight vector, to be added to the sum of squared errors. */
double problem_price(const struct tune_problem *problem, const struct pair *weights);
/* Mean squared error of weights over the positions held out; NAN where there are none. */
double problem_held_out(const struct tune_problem *problem, const struct pair *weights);
/* Notes how far a method is and shows it. training: mean squared error. False: time to end. */
bool problem_note(struct tune_problem *problem, int iteration, const struct pair *weights,
                  double training);
/* Puts what weights differ from the start into the report, the largest changes first. */
void problem_note_changes(struct tune_problem *problem, const struct pair *weights);
bool problem_is_over(const struct tune_problem *problem);

/* Copies a method's state in, when there is one of that size; and out, when it ends. */
bool problem_restore(const struct tune_problem *problem, void *state, size_t size);
MUST_USE bool problem_keep(struct tune_problem *problem, const void *state, size_t size,
                           struct error *error);

/* The methods: from start, or from where the last search ended, to best. False fills error (out
 * of memory). */
#define X(id, name, words)                                                                         \
    MUST_USE bool tune_##id(struct tune_problem *problem, struct error *error);
TUNE_METHODS(X)
#undef X
