/* The network behind the feature habit: its shape, its file, and what it is asked. A residual
 * network turns planes of the board into channels. A layer of units then judges each move: a unit
 * is the positive part of a sum over the channels of the squares the move begins and ends on, the
 * mean of each channel, and one row for everything that is true of the move: its features, its
 * squares, the phase, the rating. The habit is the sum of all units, each times a worth that
 * depends on the rating. engine/human/training/model.py is the same network in PyTorch, which
 * trains it. */
#pragma once

#include "engine/human/human.h"

enum {
    CHOICE_PLANES = 37,
    CHOICE_FILTERS = 64, /* channels */
    CHOICE_PANEL = 16,   /* channels whose weights lie together */
    CHOICE_BLOCKS = 6,
    CHOICE_UNITS = 96,
    CHOICE_MOVE_ROWS = 4,                   /* rows of a move besides those of its features */
    CHOICE_ROW_KNOTS = CHOICE_FEATURES_MAX, /* the rows of the features come first */
    CHOICE_ROWS = 1138,
};
/* A convolution over nine taps: [outputs / PANEL][taps][inputs][PANEL]. */
typedef float ChoiceTaps[CHOICE_FILTERS * 9 * CHOICE_FILTERS];
struct choice_block {
    ChoiceTaps first, second;
    float first_biases[CHOICE_FILTERS], second_biases[CHOICE_FILTERS];
    float pool[CHOICE_FILTERS][CHOICE_FILTERS]; /* from each channel's mean to first_biases */
};
struct choice_net {
    float input[CHOICE_PLANES][9][CHOICE_FILTERS];
    float input_knots[CHOICE_KNOTS][CHOICE_FILTERS];
    struct choice_block blocks[CHOICE_BLOCKS];
    /* To the units: from the channels of a move's two squares, and from the channels' means. */
    float from[CHOICE_FILTERS][CHOICE_UNITS], to[CHOICE_FILTERS][CHOICE_UNITS];
    float scene[CHOICE_FILTERS][CHOICE_UNITS];
    float rows[CHOICE_ROWS][CHOICE_UNITS];
    float worth[CHOICE_KNOTS][CHOICE_UNITS];
};

/* The file is a header of CHOICE_NET_HEADER bytes, then row after row: a unit as a double, and the
 * row's numbers in units as signed bytes. man/fallible-human.5 describes both. */
enum { CHOICE_NET_HEADER = 64, CHOICE_ROW_MAX = CHOICE_FILTERS * CHOICE_PANEL };
/* The index of the first number of a row, and how many numbers the row has. False: there are no
 * more rows. */
bool choice_net_row(int row, size_t *first, int *width);
/* Reads the bytes of share/habits.bin. False sets *error. */
MUST_USE bool choice_net_read(struct choice_net *net, const unsigned char bytes[], size_t size,
                              const char *file_name, struct error *error);

/* A move as the mover sees it. */
struct choice_move {
    uint8_t from, to; /* squares */
    uint16_t rows[CHOICE_MOVE_ROWS];
};
/* What the network is asked, besides rating and features: the board and its moves, as the mover
 * sees them. */
struct choice_view {
    uint64_t planes[CHOICE_PLANES]; /* each the set of squares where something is true */
    int phase_row, count;           /* count: of the moves */
    struct choice_move moves[CHESS_MOVES_MAX];
};
void choice_see(const struct context *context, const struct candidate candidates[], int count,
                struct choice_view *view);
/* Swaps left and right. False: somebody may still castle, and the view stays as it is. */
bool choice_mirror(struct choice_view *view);
