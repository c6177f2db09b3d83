/* The network that computes the feature `habit`. A residual network turns planes of the board into
 * channels. Then a layer of units judges each move. A unit is a rectified sum over the channels at
 * the origin and the target of the move, the mean of each channel over the board, and rows of
 * weights that the move selects (features, squares, phase, conditions). The habit is the sum of all
 * units, with weights that depend on the conditions: the rating of the player, the kind of game and
 * the clock. engine/human/training/model.py is the same network in PyTorch, for training. */
#pragma once

#include "engine/human/human.h"

enum {
    CHOICE_PLANES = 49,
    CHOICE_FILTERS = 96, /* number of channels */
    CHOICE_PANEL = 16,   /* number of channels whose weights are stored next to each other, for
                          * speed */
    CHOICE_BLOCKS = 8,
    CHOICE_UNITS = 128,
    CHOICE_CONDITIONS = CHOICE_KNOTS + 1 + CHOICE_SYSTEMS + CHOICE_PACES + CHOICE_CLOCKS + 1,
    CHOICE_MOVE_ROWS = 4, /* weight rows that every move selects, besides those of its features */
    CHOICE_ROW_CONDITIONS = CHOICE_FEATURES_MAX, /* index of the first row for the conditions; the
                                                  * rows before it belong to the features */
    CHOICE_ROWS = 1156,
};
/* The weights of a 3 x 3 convolution: [outputs / CHOICE_PANEL][taps][inputs][CHOICE_PANEL]. Taps
 * are the nine squares that the convolution reads. */
typedef float ChoiceTaps[CHOICE_FILTERS * 9 * CHOICE_FILTERS];
struct choice_block {
    ChoiceTaps first, second;
    float first_biases[CHOICE_FILTERS], second_biases[CHOICE_FILTERS];
    float pool[CHOICE_FILTERS][CHOICE_FILTERS]; /* weights of the mean of each channel over the
                                                 * board; the result is added to first_biases */
};
struct choice_net {
    float input[CHOICE_PLANES][9][CHOICE_FILTERS];
    float input_conditions[CHOICE_CONDITIONS][CHOICE_FILTERS];
    struct choice_block blocks[CHOICE_BLOCKS];
    /* Weights of the units: for the channels at the origin and at the target of a move, for the
     * mean of each channel over the board, and for the rows that a move selects. `worth` is the
     * weight of each unit in the habit, by condition. */
    float from[CHOICE_FILTERS][CHOICE_UNITS], to[CHOICE_FILTERS][CHOICE_UNITS];
    float scene[CHOICE_FILTERS][CHOICE_UNITS];
    float rows[CHOICE_ROWS][CHOICE_UNITS];
    float worth[CHOICE_CONDITIONS][CHOICE_UNITS];
};

/* The file share/habits.bin is a header of CHOICE_NET_HEADER bytes, followed by the rows. Each row
 * is a scale (a double) and its numbers as signed bytes, which are multiplied by the scale. See the
 * manual page fallible-human(5). */
enum { CHOICE_NET_HEADER = 64, CHOICE_ROW_MAX = CHOICE_FILTERS * CHOICE_PANEL };
/* Finds where a row of the file, numbered from 0, is stored in struct choice_net. Sets *first to
 * the index of the row's first number if the struct is read as an array of floats, and *width to
 * the length of the row. Returns false if no row has that number. */
bool choice_net_row(int row, size_t *first, int *width);
/* Reads the bytes of share/habits.bin. Returns false and sets *error if they are invalid. */
MUST_USE bool choice_net_read(struct choice_net *net, const unsigned char bytes[], size_t size,
                              const char *file_name, struct error *error);

/* A move from the mover's point of view: its squares, and the weight rows that it selects. */
struct choice_move {
    uint8_t from, to;
    uint16_t rows[CHOICE_MOVE_ROWS];
};
/* Encodes a player as input of the network, in this order: the interpolation weight of each rating
 * knot, the opponent's rating minus the player's in units of 400 Elo (limited to -1 .. 1), the
 * rating system and the pace (one-hot: 1 in the place of each, otherwise 0), and the interpolation
 * weight of each clock time. The last condition is 1 if the clock is unknown. */
void choice_conditions(const struct choice_player *player, float conditions[CHOICE_CONDITIONS]);

/* The input of the network besides the conditions and the features: the board and its moves, from
 * the mover's point of view. */
struct choice_view {
    uint64_t planes[CHOICE_PLANES]; /* sets of squares */
    int phase_row, count;           /* phase_row: the row for the phase of the game; count: number
                                     * of moves */
    struct choice_move moves[CHESS_MOVES_MAX];
};
void choice_see(const struct context *context, const struct candidate candidates[], int count,
                struct choice_view *view);
/* Mirrors the view from left to right, which changes nothing in chess once castling is impossible.
 * Returns false and leaves the view unchanged if a side may still castle. */
bool choice_mirror(struct choice_view *view);
