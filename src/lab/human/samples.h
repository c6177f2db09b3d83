/* The choices of dataset.h in the form that fit.h needs: the non-zero features of every move. */
#pragma once

#include "src/lab/human/dataset.h"

struct sample {
    float knots[CHOICE_KNOTS]; /* weights with which the model's values at the knots are
                                  interpolated at the player's rating; a knot is a rating for which
                                  the model has values */
    uint16_t rating, count, played;
    uint16_t best; /* index of the move with the best score of the search at the player's level */
    bool held_out, has_maia;
    uint32_t option; /* index of the choice's first move in the arrays `first` and `maia` below */
};

struct samples {
    struct sample *samples; /* owned */
    size_t count;
    /* The arrays `first` and `maia` have one element per move. The features of move i are those
     * from first[i] to first[i + 1] - 1. */
    size_t *first; /* owned; one element more than there are moves */
    float *maia;   /* owned; probability according to a Maia network */
    size_t option_count;
    uint8_t *features; /* owned */
    float *values;     /* owned */
    size_t value_count, value_capacity;
    int damaged; /* number of choices left out because they are damaged */
};

/* Computes the samples; the habit feature is computed by the network of `model`. Returns false when
 * out of memory. */
MUST_USE bool samples_make(struct samples *samples, const struct human_set *set,
                           const struct choice_model *model);
void samples_clear(struct samples *samples);
