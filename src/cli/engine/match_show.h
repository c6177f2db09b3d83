/* Output of fallible match: the progress line, forfeits, and the summary as text or JSON. */
#pragma once

#include "src/cli/progress.h"
#include "src/lab/match/match.h"

struct match_view {
    const struct match_options *options;
    const char *names[MATCH_PLAYERS_MAX];
    int planned;            /* number of games of this run's shard */
    int resumed;            /* how many of these were taken over from the PGN file */
    struct progress progress;
    bool json;
    bool *told; /* for each game, whether its forfeit has been reported; owned by the caller */
    int troubles;
};

/* Shows games, Elo, likelihood of superiority and expected end on standard error: on a terminal in
 * place and updated often, otherwise as a new line every minute. */
void match_show_progress(struct match_view *view, const struct match_game games[],
                         const struct match_state *state);
/* Reports on standard error the forfeits that have not been reported yet. */
void match_show_troubles(struct match_view *view, const struct match_game games[], int count);
/* Clears the progress line and prints how many forfeits were not shown. */
void match_show_end(const struct match_view *view);
/* Prints the summary of the match on standard output. */
void match_show_summary(const struct match_view *view, const struct match_game games[],
                        const struct match_state *state);
