/* The options of fallible stats, from the command line and from the settings. */
#include "src/cli/stats_options.h"

#include "src/cli/settings.h"

enum { GAMES_MAX = 100000, GOAL_MAX = 1000 };

#define STATS_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    NUMBER(games, "games", "N", 1, GAMES_MAX, "only the last N games (default 20; of a file: all)") \
    NUMBER(goal, "goal", "N", 0, GOAL_MAX,                                                         \
           "positions a day that you want to solve (default 0: no goal)")                          \
    FLAG(openings, "openings", "show your score by opening instead (in all games, or the last N)") \
    FLAG(replay, "replay",                                                                         \
         "instead, check that the opponent's decisions are the same when repeated from their "     \
         "seeds")                                                                                  \
    SHARED(NAMES, NULL)                                                                            \
    FLAG(json, "json", "as JSON")                                                                  \
    SHARED(HELP, NULL)

const struct option_row stats_options[] = {OPTION_ROWS(STATS_OPTIONS)};

bool stats_option_try(const char *name, const char *value, struct error *error)
{
    struct arguments arguments = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    return option_take(stats_options, name, value, &shared, NULL, &arguments, error);
}
