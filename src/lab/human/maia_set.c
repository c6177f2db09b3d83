/* The networks' ratings are MAIA_STEP apart, so a division finds the nearest one. The check and the
 * fits of the human model share this. */
#include "src/lab/human/maia_set.h"

bool human_networks_open(struct human_networks *networks, const char *folder, struct error *error)
{
    int ratings[MAIA_COUNT];
    *networks = (struct human_networks){{NULL}};
    if (maia_ratings(folder, ratings) == 0)
        return error_set_in(error, folder,
                            "the folder has no Maia network, such as maia-1500.pb.gz");
    for (int i = 0; i < MAIA_COUNT; i++) {
        char path[1024];
        if (maia_file(folder, MAIA_MIN + i * MAIA_STEP, path, sizeof path) &&
            !(networks->networks[i] = human_network_open(path, error)))
            return false;
    }
    return true;
}

void human_networks_close(struct human_networks *networks)
{
    for (int i = 0; i < MAIA_COUNT; i++)
        human_network_close(networks->networks[i]);
}

const struct human_network *human_networks_of(const struct human_networks *networks, int rating)
{
    int index = (rating - MAIA_MIN + MAIA_STEP / 2) / MAIA_STEP;
    bool none = rating < MAIA_MIN - MAIA_STEP / 2 || index >= MAIA_COUNT;
    return none ? NULL : networks->networks[index];
}
