/* What a method's settings play at, read off one smooth curve through what all that were played
 * measured: what is known of a level, its neighbours know a good deal of, too.
 *
 * A regression by a Gaussian process (Rasmussen and Williams, Gaussian Processes for Machine
 * Learning, 2006, chapter 2). Beforehand a setting is expected to play as strong as it says, but
 * for a constant, a slope, a share that goes with the level's name instead of its setting, and
 * bends of unknown size: a wide one (over some 400 Elo) and a narrow one (over some 60) along the
 * settings, and one along the levels (over some 200), by whose name a handicap has its knowledge.
 * How large they are is taken from the ratings, where they are most likely. */
#pragma once

#include "src/lab/match/elo_ratings.h"

struct curve_place {
    double level, setting; /* Elo */
};

enum bend { BEND_WIDE, BEND_NARROW, BEND_LEVEL, BENDS };

struct curve {
    int count;
    struct curve_place *places; /* owned, as are weights */
    double *weights;
    double bends[BENDS]; /* standard deviations, Elo */
};

/* Fits the curve to the players of ratings that are named, all of them rated, where each has its
 * place; and puts in place of their ratings, errors and covariances what the curve makes of them.
 * like: of another curve, whose bends it has; NULL: they are found. False: out of memory. */
MUST_USE bool curve_fit(struct curve *curve, const struct curve_place places[],
                        const int players[], int count, const struct curve *like,
                        struct ratings *ratings);
/* Elo there; no curve or one without places: what the setting says. */
double curve_elo(const struct curve *curve, struct curve_place place);
void curve_clear(struct curve *curve);
