/* One choice through the network of habits, forward and backward. */
#pragma once

#include "src/lab/human/dataset.h"
#include "src/lab/human/layers.h"

/* Of a choice, what the network is asked by, and what it is to answer. */
struct pass_question {
    struct choice_view view;
    float knots[CHOICE_KNOTS];
    int played;
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    bool has_maia;
    float maia[CHESS_MOVES_MAX];
};
/* False: the entry is damaged. */
MUST_USE bool pass_ask(const struct human_choice *choice, const struct human_option options[],
                       struct pass_question *question);

/* The weights of the convolutions, turned for the way back. */
struct pass_turned {
    ChoiceTaps first[CHOICE_BLOCKS], second[CHOICE_BLOCKS];
};
void pass_turn(const struct choice_net *net, struct pass_turned *turned);

/* What a forward pass leaves behind for the backward one. Zeroed before the first. */
struct pass {
    struct layer board[CHOICE_BLOCKS + 1], inner[CHOICE_BLOCKS];
    struct layer slopes, other;
    float means[CHOICE_BLOCKS + 1][CHOICE_FILTERS];
    float worth[CHOICE_UNITS];
    float sums[CHESS_MOVES_MAX][CHOICE_UNITS];
    float habits[CHESS_MOVES_MAX];
};
/* Fills pass->habits. */
void pass_forward(const struct choice_net *net, const struct pass_question *question,
                  struct pass *pass);
/* slopes: of the loss by each habit. Adds to the gradient of the weights. */
void pass_backward(const struct choice_net *net, const struct pass_turned *turned,
                   const struct pass_question *question, const float slopes[], struct pass *pass,
                   struct choice_net *gradient);
