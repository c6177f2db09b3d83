/* Reads the settings as fallible play does and takes the rating from them. */
#include "src/cli/your_rating.h"

#include "src/cli/play_options.h"
#include "src/cli/settings.h"

bool your_elo_by_settings(const struct scale *scale, int *elo)
{
    struct arguments options = play_options_default();
    bool good = settings_take(play_options, &options.shared, play_option_take, &options);
    *elo = good ? play_your_elo(&options, scale) : 0;
    return good;
}
