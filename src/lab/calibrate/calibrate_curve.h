/* One smooth curve of strength by setting, fitted to all measured settings of a method, so that
 * each level also benefits from the measurements of its neighbours.
 *
 * The curve is a Gaussian process regression (Rasmussen and Williams, Gaussian Processes for
 * Machine Learning, 2006, chapter 2). A priori the Elo of a setting equals the setting, plus a
 * constant, a slope over the settings, a share of the difference between level and setting, and
 * three smooth deviations ("bends"). Two bends go along the settings, a wide one (length scale 400
 * Elo) and a narrow one (60). The third goes along the levels (200), because the level, not the
 * setting, decides which chess knowledge a player has. The sizes of the bends maximise the marginal
 * likelihood of the ratings. */
#pragma once

#include "src/lab/match/elo_ratings.h"

struct curve_place {
    double level, setting; /* Elo */
};

enum bend { BEND_WIDE, BEND_NARROW, BEND_LEVEL, BENDS };

struct curve {
    int count;
    struct curve_place *places; /* owned, like weights */
    double *weights;
    double bends[BENDS]; /* standard deviation of each bend, in Elo */
};

/* Fits the curve to the `count` players listed in `players`, who must be rated; places[i] is the
 * place of players[i]. Replaces their ratings, errors and covariances with those of the curve. If
 * `like` is not NULL, the sizes of the bends are taken from it instead of being fitted. Returns
 * false when out of memory. */
MUST_USE bool curve_fit(struct curve *curve, const struct curve_place places[], const int players[],
                        int count, const struct curve *like, struct ratings *ratings);
/* The Elo that the curve gives for a setting of a level; without a fitted curve, the setting
 * itself. */
double curve_elo(const struct curve *curve, struct curve_place place);
void curve_clear(struct curve *curve);
