/* The networks are in the user's data folder. */
#include "src/player/networks.h"

#include "engine/maia.h"
#include "src/util/paths.h"

bool paths_maia(char *path, size_t size)
{
    int ratings[MAIA_COUNT];
    if (!paths_data_name("maia", path, size))
        path[0] = '\0';
    return maia_ratings(path, ratings) > 0;
}
