/* Trains the small network of the choice model on what its features leave unexplained. */
#ifndef FALLIBLE_LAB_HUMAN_TRAIN_H
#define FALLIBLE_LAB_HUMAN_TRAIN_H

#include "src/lab/human_fit.h"
#include "src/lab/human_grain.h"

/* One training game in ten is kept back to tell when to stop; the vectors of model become those that
 * did best on them. anew: from scratch, not from those it has. False: out of memory. */
MUST_USE bool human_train(const struct grains *grains, const struct human_train_options *options,
                          bool anew, struct choice_model *model);

/* How much habit speaks for each move. */
void human_habits(const struct grains *grains, const struct grain *grain,
                  const struct choice_model *model, float habits[CHESS_MOVES_MAX]);

/* The logarithm of the chance of the move played, and the chances of all moves. */
double human_chances(const struct grains *grains, const struct grain *grain,
                     const struct choice_model *model, double chances[CHESS_MOVES_MAX]);

#endif
