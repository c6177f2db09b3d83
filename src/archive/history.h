/* Training and games, by days and weeks. */
#pragma once

#include "src/store/store.h"

/* How many cards you answered and positions you tried on each local day. */
enum { TRAINED_DAYS = 14 };
struct trained {
    int positions[TRAINED_DAYS]; /* [0] is today, [1] yesterday, and so on */
    int streak;  /* days in a row with training, up to today or, if you have not trained today, up
                    to yesterday */
    int longest; /* the largest number of days in a row with training, ever */
};
/* Counts the training up to `now`, in seconds since 1970. */
MUST_USE bool store_trained(struct store *store, int64_t now, struct trained *trained,
                            struct error *error);

/* A week is seven days. weeks[0] ends today, weeks[1] seven days ago, and so on. */
enum { HISTORY_WEEKS = 12 };
struct history_week {
    int positions, solved; /* positions trained, and those that you solved at the first try without
                              help */
    double puzzle_rating;  /* your puzzle rating at the end of the week; 0 if you tried no puzzle
                              until then */
    bool rated;            /* the week has rated games */
    double rating;         /* your rating at the end of the week, on the engine scale */
    int games;             /* reviewed games with a move of yours */
    double accuracy;       /* average accuracy over the reviewed games of the week */
    double worth, kept;    /* winning chances that you got from the opponents' deliberate errors,
                            * and the part of them that you kept */
};
MUST_USE bool store_history(struct store *store, int64_t now,
                            struct history_week weeks[HISTORY_WEEKS], struct error *error);
