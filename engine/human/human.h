/* Our own model of how people choose moves: its features, its network, its files and the method
 * built on it. Networks in Lc0's format are in maia.
 *
 * The model of human move choice behind METHOD_HUMAN, as those who fit it see it. Public for the
 * code that fits and checks it; programs that only play do not need it. */
#pragma once

#include "engine/strength.h"

/* The choice model of METHOD_HUMAN, from inside: for the fit. A move's chance is the softmax over
 * the legal moves of what speaks for it: the sum of its features, each times a weight that goes
 * with the rating. One of them is habit, which a small network knows. A residual network makes
 * channels of the planes of the board. Units then judge each move: each is the positive part of a
 * sum, of what the channels say of both squares and on average, and of rows, one for everything
 * that is there: features, where the piece comes from and goes, the rating. What a unit is worth
 * goes with the rating, too. */
enum {
    CHOICE_KNOTS = 6, /* a weight is given at so many ratings, and between them in straight lines */
    CHOICE_KNOT_FIRST = 600,
    CHOICE_KNOT_STEP = 400,
    CHOICE_BOOK_MOVES = 5, /* of the game, in which players know openings */
    CHOICE_PLANES = 37,
    CHOICE_FILTERS = 64, /* channels */
    CHOICE_PANEL = 16,   /* of them, in the order of the weights */
    CHOICE_BLOCKS = 6,
    CHOICE_UNITS = 96,
    CHOICE_MOVE_ROWS = 4,                   /* of a move, its features not among them */
    CHOICE_ROW_KNOTS = CHOICE_FEATURES_MAX, /* the rows of the features come first */
    CHOICE_ROWS = 1138,
};
/* Of a convolution over nine taps: [outputs / PANEL][taps][inputs][PANEL]. */
typedef float ChoiceTaps[CHOICE_FILTERS * 9 * CHOICE_FILTERS];
struct choice_block {
    ChoiceTaps first, second;
    float first_biases[CHOICE_FILTERS], second_biases[CHOICE_FILTERS];
    float pool[CHOICE_FILTERS][CHOICE_FILTERS]; /* of each channel's mean, to the first's biases */
};
struct choice_net {
    float input[CHOICE_PLANES][9][CHOICE_FILTERS];
    float input_knots[CHOICE_KNOTS][CHOICE_FILTERS];
    struct choice_block blocks[CHOICE_BLOCKS];
    /* To the units: the channels of a move's squares, and their means. */
    float from[CHOICE_FILTERS][CHOICE_UNITS], to[CHOICE_FILTERS][CHOICE_UNITS];
    float scene[CHOICE_FILTERS][CHOICE_UNITS];
    float rows[CHOICE_ROWS][CHOICE_UNITS];
    float worth[CHOICE_KNOTS][CHOICE_UNITS];
};
struct choice_model {
    float weights[CHOICE_FEATURES_MAX][CHOICE_KNOTS];
    struct choice_net net;
};
enum { CHOICE_ROW_MAX = CHOICE_FILTERS * CHOICE_PANEL };
/* The network as the file has it, row by row: which of its numbers a row begins with, and how many
 * it has; false: there are no more rows. */
bool choice_net_row(int row, size_t *first, int *width);
/* Of a move, as its mover sees it. */
struct choice_move {
    uint8_t from, to; /* squares */
    uint16_t rows[CHOICE_MOVE_ROWS];
};
/* What the network is asked by, besides rating and features: the board and its moves, as the mover
 * sees them. */
struct choice_view {
    uint64_t planes[CHOICE_PLANES]; /* the squares where there is what a plane is of */
    int phase_row, count;           /* of the moves */
    struct choice_move moves[CHESS_MOVES_MAX];
};
void choice_see(const struct situation *situation, const struct candidate candidates[], int count,
                struct choice_view *view);
/* Left for right. False: somebody may castle yet, and the view stays as it is. */
bool choice_mirror(struct choice_view *view);
int choice_feature_habit(void);
bool choice_feature_is_searched(int feature); /* nothing without a search */
/* The features of each move. candidates: all legal moves, with score and glances. */
void choice_features(const struct situation *situation, const struct candidate candidates[],
                     int count, float features[][CHOICE_FEATURES_MAX]);
/* How much of the weight at each knot goes into that at a rating; beyond the first and the last the
 * line goes on. */
void choice_knots(double rating, float knots[CHOICE_KNOTS]);
/* The model of share/human.conf and share/habits.conf, of which copies are built in. */
const struct choice_model *choice_model_shipped(void);
/* Reads the text of human.conf, and leaves the network; false fills error (file, line, column). */
MUST_USE bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                                struct error *error);
/* The same of share/habits.conf: the network. A line a row, its unit as a decimal, a blank, and
 * four digits to base 64 for every three numbers, the highest first: eight bits of each, 128 more
 * than it is in units; noughts fill up the last three. */
MUST_USE bool choice_habits_read(struct choice_model *model, const char *text,
                                 const char *file_name, struct error *error);
#define CHOICE_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

/* Of each move, by its features; their sum is 1. The features are used up: each becomes how much it
 * speaks for the move, by its weight and as part of the habit. */
void choice_chances(const struct choice_model *model, double rating,
                    const struct situation *situation, const struct candidate candidates[],
                    int count, float features[][CHOICE_FEATURES_MAX],
                    double chances[CHESS_MOVES_MAX]);
