/* The Maia networks found in a folder. */
#pragma once

#include "engine/engine.h"
#include "engine/maia.h"

struct human_networks {
    struct human_network *networks[MAIA_COUNT]; /* one for each rating; NULL: missing */
};
/* Opens all networks of the folder. Returns false and sets *error if it has no network, or a
 * damaged one. Call human_networks_close in either case. */
MUST_USE bool human_networks_open(struct human_networks *networks, const char *folder,
                                  struct error *error);
void human_networks_close(struct human_networks *networks);

/* The network whose rating is nearest; NULL if that network is missing, or if the rating is outside
 * the range of the Maia networks. */
const struct human_network *human_networks_of(const struct human_networks *networks, int rating);
