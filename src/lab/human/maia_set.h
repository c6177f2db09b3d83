/* The networks of the Maia project, all that are in a folder. */
#pragma once

#include "engine/engine.h"
#include "engine/maia.h"

struct human_networks {
    struct human_network *networks[MAIA_COUNT]; /* by rating; NULL: there is none */
};
/* False fills error: there is none, or one is damaged. To be closed either way. */
MUST_USE bool human_networks_open(struct human_networks *networks, const char *folder,
                                  struct error *error);
void human_networks_close(struct human_networks *networks);

/* The network of the nearest rating; NULL: there is none. */
const struct human_network *human_networks_of(const struct human_networks *networks, int rating);
