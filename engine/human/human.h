/* Our own model of how people choose moves: its features, its network, its files and the method
 * built on it. Networks in Lc0's format are in engine/maia.
 *
 * This header is for programs that fit or check the model; programs that only play do not need it.
 * Other public headers: net.h, style.h. */
#pragma once

#include "engine/strength.h"

/* The probability of a move is the softmax of its score over the legal moves. A score is the sum of
 * the move's features, each multiplied by a weight that depends on the rating. One feature,
 * `habit`, is the output of a small network (net.h). */
enum {
    CHOICE_KNOTS = 6, /* weights are given at this many ratings (knots) and interpolated linearly
                       * between them */
    CHOICE_KNOT_FIRST = 600,
    CHOICE_KNOT_STEP = 400,
    CHOICE_CLOCKS = 7,     /* clock times between which the network interpolates: 5, 10, 20, 40, 80,
                            * 160 and 320 seconds */
    CHOICE_BOOK_MOVES = 5, /* the opening statistics (share/played.conf) cover this many moves of
                            * each side */
};

/* The player who chooses, and the kind of game. Ratings of different systems mean different
 * strengths, and people err more in fast games and when their time runs out. */
enum choice_system { CHOICE_LICHESS, CHOICE_CHESSCOM, CHOICE_FIDE, CHOICE_FICS, CHOICE_SYSTEMS };
enum choice_pace {
    CHOICE_BULLET,
    CHOICE_BLITZ,
    CHOICE_RAPID,
    CHOICE_CLASSICAL,
    CHOICE_ANY_PACE, /* the time class of the game is unknown */
    CHOICE_PACES
};
struct choice_player {
    double rating;
    int opponent; /* rating of the opponent; 0: unknown */
    enum choice_system system;
    enum choice_pace pace;
    int seconds; /* seconds left on the player's clock; -1: unknown */
};
/* A player of this rating, in rapid games on Lichess, with an unknown time on the clock. */
struct choice_player choice_player_rated(double rating);

struct choice_net;
struct choice_model {
    float weights[CHOICE_FEATURES_MAX][CHOICE_KNOTS];
    const struct choice_net *net; /* never NULL */
};
/* The built-in copy of share/human.conf and share/habits.bin. */
const struct choice_model *choice_model_shipped(void);
/* Returns all numbers of the network as one array, for a checksum. Sets *count to its length. */
const float *choice_net_numbers(const struct choice_net *net, size_t *count);

int choice_feature_habit(void);
bool choice_feature_is_searched(int feature); /* whether computing the feature needs a search */
/* Sets knots[i] to the weight that the knot i has when values are interpolated at `rating`. Ratings
 * outside the knots are extrapolated. */
void choice_knots(double rating, float knots[CHOICE_KNOTS]);
/* Computes the features of each move. `candidates` must be all legal moves, with their scores and
 * shallow scores. */
void choice_features(const struct context *context, const struct candidate candidates[], int count,
                     float features[][CHOICE_FEATURES_MAX]);
/* Sets `habits` to the value of the feature `habit` for each move, which the network computes. When
 * neither side may castle any more, the network also judges the mirrored board, and `habits`
 * becomes the mean of both results. weights[i] is the weight of feature i. Overwrites `features`:
 * each value becomes what the feature contributes to the move's score, directly and through the
 * network. */
void choice_habits(const struct choice_model *model, const struct choice_player *player,
                   const float weights[], const struct context *context,
                   const struct candidate candidates[], int count,
                   float features[][CHOICE_FEATURES_MAX], float habits[]);
/* In positions of the opening for which there are statistics (share/played.conf), shifts the
 * probabilities towards the moves that players chose there. */
void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[]);
