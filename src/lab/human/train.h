/* Trains the small network of the choice model on what its features leave unexplained. */
#pragma once

#include "src/lab/human/fit.h"

/* Trains model's network; its weights stay what they are. anew: from scratch; else from the one it
 * has, which stays if it does better in one training game of twenty, kept back for that.
 * options->watch is asked behind every 64 choices; where it says stop, what there is by then is
 * what comes out. False fills error. */
MUST_USE bool human_train(const struct human_set *set, const struct human_train_options *options,
                          bool anew, struct choice_model *model, struct error *error);

/* How much habit speaks for each move of each choice, in the order of the set's options. False: out
 * of memory. */
MUST_USE bool human_habits(const struct human_set *set, const struct choice_model *model,
                           float habits[]);
