/* Choices as the fit needs them: the features of every move, without the zeros. */
#pragma once

#include "src/lab/human/dataset.h"

struct sample {
    float knots[CHOICE_KNOTS]; /* of the player's rating */
    uint16_t rating, count, played;
    uint16_t best;             /* the index of the best move at the level */
    bool held_out, has_maia;
    uint32_t option;           /* the first of its moves */
};

struct samples {
    struct sample *samples; /* owned */
    size_t count;
    /* Of each move: where its features begin (those of the next follow), and its target. */
    size_t *first;  /* owned, one more than moves */
    float *maia;    /* owned: its chance by the network */
    size_t option_count;
    uint8_t *features; /* owned */
    float *values;     /* owned */
    size_t value_count, value_room;
    int damaged;    /* choices left out */
};

/* Habit as model has it. False: out of memory. */
MUST_USE bool samples_make(struct samples *samples, const struct human_set *set,
                           const struct choice_model *model);
void samples_clear(struct samples *samples);
