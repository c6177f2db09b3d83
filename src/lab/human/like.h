/* Fits the style of one player (engine/human/style.h) to the player's games, and measures it. */
#pragma once

#include "engine/human/style.h"
#include "src/lab/human/dataset.h"

/* How well a model predicts held-out moves. */
struct like_score {
    int choices;
    double likelihood[2]; /* mean log probability of the move played: without the style, with it */
    int matched[2];       /* choices where the person played the model's most probable move: without
                             the style, with it */
    int gained, lost;     /* choices where the model predicts the move played only with the style,
                             and only without it */
};
struct like_report {
    int training;
    struct like_score all, opening; /* opening: only the first STYLE_MOVES moves of each game */
};

/* Starts from the shipped weights. `set` has searched choices from complete games, and `openings`
 * has all choices of their first moves. `l2_penalty` pulls the offsets towards 0. Sets the offsets
 * and the openings of *style. Returns false when out of memory. */
MUST_USE bool like_fit(const struct human_set *set, const struct human_set *openings,
                       double l2_penalty, struct choice_style *style, struct like_report *report);
/* Writes the file of a style. `origin` says in it which games the style was fitted to. */
MUST_USE bool like_write(FILE *file, const struct choice_style *style, const char *origin);
