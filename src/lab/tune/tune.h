/* Fitting the weights of the evaluation to positions with results: sources, traces, gradients and
 * swarms.
 *
 * Other rooms include: tune_convert.h, tune_curve.h, tune_generate.h, tune_record.h, tune_report.h.
 *
 * The tuner: fits the weights of terms.def to positions with known results. */
#pragma once

#include "engine/chess.h"

/* Identifier, name, how it searches. */
#define TUNE_METHODS(X)                                                                            \
    X(adam, "adam", "gradients in mini-batches, with a step that shrinks")                         \
    X(swarm, "swarm", "particle swarms, as MadChess tunes")
enum tune_method {
#define X(id, name, words) TUNE_##id,
    TUNE_METHODS(X)
#undef X
        TUNE_METHOD_COUNT
};
const char *tune_method_name(enum tune_method method);

enum tune_stage { TUNE_READING, TUNE_RESOLVING, TUNE_TRACING, TUNE_FITTING, TUNE_SEARCHING };
const char *tune_stage_words(enum tune_stage stage); /* "reading" */

struct tune_report;
struct tune_progress {
    enum tune_stage stage;
    const char *file; /* while reading and making quiet, else NULL */
    int percent;      /* of this stage; -1 where nobody knows */
    int positions;
    int iteration;                    /* while searching: passes over the training positions */
    double training, held_out;        /* mean squared errors; NAN: nothing is held out */
    double speed;                     /* positions a second, over everything the method did */
    int64_t elapsed;                  /* milliseconds since the search for weights began */
    const struct tune_report *report; /* while searching: its points and changes so far */
};
/* False: end here with the best so far. */
typedef bool (*tune_watch)(void *context, const struct tune_progress *progress);

enum { TUNE_EXCLUDED_MAX = 8 };

/* Which games of a PGN count. */
struct tune_games {
    int min_elo;                                  /* of both players; 0: any */
    int min_base_time;                            /* seconds; 0: any, even unknown */
    const char *exclude_event[TUNE_EXCLUDED_MAX]; /* parts of Event tags, case ignored */
    int exclude_count;
    int per_game; /* positions of a game, at most */
};

struct tune_options {
    int64_t budget; /* milliseconds for a search */
    int iterations; /* at most so many; 0: as the method decides */
    uint64_t seed;
    int threads;
    double pull;      /* how strongly weights are held where they are; see tune_problem.h */
    int spread;       /* of swarms, percent: how far they are thrown; see tune_problem.h */
    const char *only; /* terms and groups to tune, "passed_pawn,king_safety:eg"; NULL: all */
    const char *hold; /* and those that stay, in the same spelling; NULL: none */
    struct tune_games games;
    const char *keep_at; /* the file a search is put aside in, also at its end; NULL: none */
    tune_watch watch;    /* may be NULL */
    void *context;
};

struct tune_point {
    int64_t elapsed;           /* milliseconds */
    double training, held_out; /* as in struct tune_progress */
};

enum { TUNE_POINTS_MAX = 4096 /* even */, TUNE_CHANGES_MAX = 16 };

struct tune_change {
    char place[48]; /* "passed_pawn[3] mg" */
    int before, after;
};

struct tune_report {
    enum tune_method method;
    int training, held_out;               /* positions */
    int duplicates, unquiet, dead;        /* positions left out, and why */
    int games, bad_games;                 /* read from PGN, and unreadable ones left out */
    struct error first_trouble;           /* with the first of those */
    int from_cache;                       /* positions that were made quiet another time */
    int inexact;                          /* rebuilt scores one centipawn off */
    size_t bytes;                         /* of traces */
    int64_t read, resolve, trace, search; /* milliseconds */
    double k;
    double training_before, training_after;
    double held_out_before, held_out_after; /* NAN where nothing is held out */
    double speed;                           /* positions a second, of the method's passes */
    double pass_speed;              /* positions a second of one error pass over everything */
    int iterations, tuned, changed; /* weights: values that might change, that did */
    bool converged;
    bool kept;             /* the search was put aside in keep_at */
    struct error not_kept; /* else why it could not be */
    int point_count;
    struct tune_point points[TUNE_POINTS_MAX];
    int change_count; /* the largest changes, largest first */
    struct tune_change changes[TUNE_CHANGES_MAX];
};

struct tune;
/* NULL fills error: an unknown term or group, no weight that might change, or out of memory. */
struct tune *tune_create(const struct tune_options *options, struct error *error);
void tune_destroy(struct tune *tune);
/* Adds the positions of a file. */
MUST_USE bool tune_read(struct tune *tune, const char *path, struct error *error);
/* Resolves and traces what was read, fits K. False: a failed self-check, or out of memory. */
MUST_USE bool tune_prepare(struct tune *tune, struct error *error);
/* Searches for better weights until it has converged, the budget is spent or watch says no. May be
 * called again: each search begins at the program's weights, unless tune_resume came before, and
 * the report is the last one's. */
MUST_USE bool tune_search(struct tune *tune, enum tune_method method, struct error *error);
const struct tune_report *tune_report(const struct tune *tune);

/* Takes up the search that was put aside in options.keep_at: the next tune_search goes on. The
 * positions, the options and this program must be the same; else false, error filled. */
MUST_USE bool tune_resume(struct tune *tune, enum tune_method method, struct error *error);

/* Whether a terms.def is the one this program was built from. */
MUST_USE bool tune_check_terms(const char *path, struct error *error);
/* Rewrites it with the weights found; after several searches, with those of the least training
 * error. */
MUST_USE bool tune_write_terms(const struct tune *tune, const char *path, struct error *error);
