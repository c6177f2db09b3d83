/* The problem that the tuning methods solve: the traced positions, the weights that may change, and
 * the penalty for changing them. Used only inside the lab. */
#pragma once

#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_trace.h"

/* A table of weights, such as knight_square, such that the score of every piece of one kind
 * contains exactly one weight of the table. Adding a constant to all weights of the table is
 * therefore the same as adding it to the piece's value. If the piece's value must not change, the
 * mean change of its tables is kept at zero; otherwise the tables would in effect change the
 * value. */
struct tune_table {
    int at, count;
    bool middlegame, endgame; /* whether the piece's value must not change in this phase */
};
enum { TUNE_TABLES_MAX = 16 };

struct tune_problem {
    struct traces traces;
    struct pool *pool;
    double k;
    /* Strength of the L2 penalty: each weight costs pull * (change / 100 centipawns)^2, in units of
     * one position's squared error. A pull of 1 counts about as much as two hundred positions in
     * which the term occurs once: weights of rare features hardly move, those of common features
     * are hardly affected. */
    double pull;
    double spread; /* swarms only: the fraction of each weight's range over which particles are
                      scattered */
    struct pair start[WEIGHT_COUNT], low[WEIGHT_COUNT], high[WEIGHT_COUNT];
    struct pair free[WEIGHT_COUNT];   /* 1 where the weight may change, else 0 */
    struct pair occurs[WEIGHT_COUNT]; /* number of occurrences in the training positions, by
                                         phase */
    int table_count;
    struct tune_table tables[TUNE_TABLES_MAX];
    uint64_t seed;
    int iterations;          /* maximum number; 0: no limit */
    int64_t began, deadline; /* times by text_now() */
    int64_t elapsed;         /* milliseconds that earlier runs have searched */
    const char *keep_at;     /* the checkpoint file; NULL: no checkpoints */
    int64_t kept;            /* when the last checkpoint was written, by text_now() */
    tune_watch watch;
    void *context;
    struct tune_report *report;
    double positions_passed;        /* positions that the method has evaluated so far, to compute
                                       its speed */
    struct pair best[WEIGHT_COUNT]; /* the method's result */
    void *state;                    /* everything a method needs to continue, in one block; owned */
    size_t state_size;              /* 0: start from the beginning */
};

/* Clamps the weights to their bounds and centres the tables; weights that must not change keep
 * their start values. */
void problem_confine(const struct tune_problem *problem, struct pair *weights);
/* The L2 penalty of a weight vector, to be added to the sum of squared errors. */
double problem_price(const struct tune_problem *problem, const struct pair *weights);
/* Mean squared error over the held-out positions; NAN if there are no such positions. */
double problem_held_out(const struct tune_problem *problem, const struct pair *weights);
/* Records a method's progress and reports it to the function `watch`; `training` is the mean
 * squared error on the training positions. Returns false when it is time to stop. */
bool problem_note(struct tune_problem *problem, int iteration, const struct pair *weights,
                  double training);
/* Lists the largest differences from the start weights in the report, in descending order. */
void problem_note_changes(struct tune_problem *problem, const struct pair *weights);
bool problem_is_over(const struct tune_problem *problem);

/* problem_restore copies the saved state into *state; returns false if no state of this size
 * is saved. problem_keep saves a copy of the state when a method ends. */
bool problem_restore(const struct tune_problem *problem, void *state, size_t size);
MUST_USE bool problem_keep(struct tune_problem *problem, const void *state, size_t size,
                           struct error *error);

/* The methods. Each searches from the start, or from the saved state of the last search, and leaves
 * its result in problem->best. Returns false and sets *error when out of memory. */
#define X(id, name, words)                                                                         \
    MUST_USE bool tune_##id(struct tune_problem *problem, struct error *error);
TUNE_METHODS(X)
#undef X
