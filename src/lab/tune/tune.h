/* Fits the weights of the evaluation (terms.def) to positions with known results: sources of
 * positions, traces, and two search methods, gradient descent and particle swarms.
 *
 * Other public headers: tune_convert.h, tune_curve.h, tune_generate.h, tune_record.h,
 * tune_report.h. */
#pragma once

#include "engine/chess.h"

/* The search methods: identifier, name, description. */
#define TUNE_METHODS(X)                                                                            \
    X(adam, "adam", "gradients in mini-batches, with a step that shrinks")                         \
    X(swarm, "swarm", "particle swarms, as in MadChess")
enum tune_method {
#define X(id, name, words) TUNE_##id,
    TUNE_METHODS(X)
#undef X
        TUNE_METHOD_COUNT
};
const char *tune_method_name(enum tune_method method);

enum tune_stage { TUNE_READING, TUNE_RESOLVING, TUNE_TRACING, TUNE_FITTING, TUNE_SEARCHING };
const char *tune_stage_words(enum tune_stage stage); /* a word for the stage, such as "reading" */

struct tune_report;
struct tune_progress {
    enum tune_stage stage;
    const char *file; /* the file being read, or whose positions are being resolved (replaced by
                         quiet ones, see tune_quiet.h); NULL in the other stages */
    int percent;      /* how much of this stage is done; -1 if unknown */
    int positions;
    int iteration;                    /* while searching: epochs of adam, or moves of the swarms */
    double training, held_out;        /* mean squared errors; held_out is NAN if there are no such
                                         positions */
    double speed;                     /* positions evaluated per second in this search */
    int64_t elapsed;                  /* milliseconds since the search began */
    const struct tune_report *report; /* while searching: error curve and changes so far */
};
/* Called with the progress. Returns false to stop with the best weights so far. */
typedef bool (*tune_watch)(void *context, const struct tune_progress *progress);

enum { TUNE_EXCLUDED_MAX = 8 };

/* Which games of a PGN file are used. */
struct tune_games {
    int min_elo;                                  /* minimum rating of both players; 0: no
                                                     minimum */
    int min_base_time;                            /* minimum base time in seconds; 0: no minimum,
                                                     and the time control may be unknown */
    const char *exclude_event[TUNE_EXCLUDED_MAX]; /* substrings of Event tags, ignoring case */
    int exclude_count;
    int per_game; /* maximum number of positions taken from a game */
};

struct tune_options {
    int64_t budget; /* milliseconds for each search */
    int iterations; /* maximum number of iterations; 0: the method decides */
    uint64_t seed;
    int threads;
    double pull;      /* strength of the L2 penalty towards the current weights; see
                         tune_problem.h */
    int spread;       /* swarms only, percent: how far from the best weights particles are
                         scattered; see tune_problem.h */
    const char *only; /* terms and groups to tune, for example "passed_pawn,king_safety:eg"; NULL:
                         all */
    const char *hold; /* terms and groups to leave unchanged, in the same format; NULL: none */
    struct tune_games games;
    const char *keep_at; /* the checkpoint file, written during and after a search; NULL: no
                            checkpoints */
    tune_watch watch;    /* may be NULL */
    void *context;
};

struct tune_point {
    int64_t elapsed;           /* milliseconds */
    double training, held_out; /* mean squared errors, as in struct tune_progress */
};

/* TUNE_POINTS_MAX is even, because half of the points are dropped when the array is full. */
enum { TUNE_POINTS_MAX = 4096, TUNE_CHANGES_MAX = 16 };

struct tune_change {
    char place[48]; /* name of the weight, such as "passed_pawn[3] mg" */
    int before, after;
};

struct tune_report {
    enum tune_method method;
    int training, held_out;               /* positions */
    int duplicates, unquiet, dead;        /* positions left out: duplicates; positions whose
                                             captures end in mate or check; dead draws */
    int games, bad_games;                 /* games read from PGN, and games left out because they
                                             cannot be read */
    struct error first_trouble;           /* why the first unreadable game cannot be read */
    int from_cache;                       /* positions taken from the cache */
    int inexact;                          /* positions whose score from the trace is off by one
                                             centipawn */
    size_t bytes;                         /* size of the traces */
    int64_t read, resolve, trace, search; /* milliseconds that each stage took */
    double k;
    double training_before, training_after;
    double held_out_before, held_out_after; /* NAN if no positions are held out */
    double speed;                           /* positions per second during the search */
    double pass_speed;                      /* positions per second in a single computation of the
                                               error of all positions */
    int iterations, tuned, changed; /* tuned: number of values that may change; changed: number that
                                       did */
    bool converged;
    bool kept;             /* a checkpoint was written to keep_at */
    struct error not_kept; /* why no checkpoint was written */
    int point_count;
    struct tune_point points[TUNE_POINTS_MAX];
    int change_count; /* the largest changes, in descending order */
    struct tune_change changes[TUNE_CHANGES_MAX];
};

struct tune;
/* Prepares a tuner without positions. Returns NULL and sets *error for an unknown term or group, if
 * no weight may change, or when out of memory. */
struct tune *tune_create(const struct tune_options *options, struct error *error);
void tune_destroy(struct tune *tune);
/* Adds the positions of a file. */
MUST_USE bool tune_read(struct tune *tune, const char *path, struct error *error);
/* Traces the positions and fits K, the steepness of the expected result (see traces_error). Returns
 * false and sets *error if a traced score differs from the evaluation, if no position is left to
 * train on, when stopped, or when out of memory. */
MUST_USE bool tune_prepare(struct tune *tune, struct error *error);
/* Searches for better weights until it converges, the budget is spent or `watch` returns false. May
 * be called several times. Each search starts from the program's weights or, after tune_resume,
 * from the checkpoint. The report describes the last search. */
MUST_USE bool tune_search(struct tune *tune, enum tune_method method, struct error *error);
const struct tune_report *tune_report(const struct tune *tune);

/* Loads the checkpoint in options.keep_at, from which the next tune_search continues. Returns false
 * and sets *error if it cannot be read, or if it was made with other positions, options or
 * weights. */
MUST_USE bool tune_resume(struct tune *tune, enum tune_method method, struct error *error);

/* Returns false and sets *error unless this program was built from the given terms.def. */
MUST_USE bool tune_check_terms(const char *path, struct error *error);
/* Rewrites terms.def with the best weights. After several searches these are the weights with the
 * smallest training error. */
MUST_USE bool tune_write_terms(const struct tune *tune, const char *path, struct error *error);
