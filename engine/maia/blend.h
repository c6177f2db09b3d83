/* The networks of the Maia project for one rating. */
#pragma once

#include "engine/maia.h"

/* The networks of the nearest ratings below and above one rating. All fields are zero if no
 * networks are open. */
struct maia {
    char folder[512];
    int rating[2];
    struct human_network *network[2]; /* the second is NULL if both ratings are the same */
};

/* Opens the networks in `folder` whose ratings are nearest to `rating`: one below and one above, or
 * only one if the other side has none. Returns false, sets *error and clears *maia if there is no
 * network or one cannot be opened. */
MUST_USE bool maia_open(struct maia *maia, const char *folder, int rating, struct error *error);
void maia_close(struct maia *maia);
/* Returns whether maia_open with these arguments would open the networks that maia already has. */
bool maia_fits(const struct maia *maia, const char *folder, int rating);

/* Computes the policy (the probability of each move) of players rated `rating`. The policies of
 * both networks are mixed, the nearer one with more weight. Returns false if out of memory. */
MUST_USE bool maia_policy(const struct maia *maia, int rating, const struct human_history *history,
                          struct human_policy *policy);
