/* The networks of the Maia project around one rating. */
#pragma once

#include "engine/maia.h"

/* Two neighbours, or the same one twice; all zero: none. */
struct maia {
    char folder[512];
    int rating[2];
    struct human_network *network[2]; /* the second is NULL where both are one */
};

/* Opens those of folder that are nearest to rating, one on each side where there are. False fills
 * error: there are none, or one cannot be opened; maia is all zero then. */
MUST_USE bool maia_open(struct maia *maia, const char *folder, int rating, struct error *error);
void maia_close(struct maia *maia);
/* It is what maia_open would make of them. */
bool maia_fits(const struct maia *maia, const char *folder, int rating);

/* What players of that rating do: the two policies, mixed by how near each is. False: out of
 * memory. */
MUST_USE bool maia_policy(const struct maia *maia, int rating, const struct human_history *history,
                          struct human_policy *policy);
