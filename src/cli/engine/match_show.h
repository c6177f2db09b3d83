/* What fallible match says: the line of progress, troubles, the summary as text or JSON. */
#pragma once

#include "src/lab/match/match.h"

struct match_view {
    const struct match_options *options;
    const char *names[MATCH_PLAYERS_MAX];
    int planned; /* games of this run's shard */
    int resumed; /* of these, taken over from the PGN */
    int64_t started, drawn; /* text_now */
    bool live;   /* standard error is a terminal */
    bool json;
    bool *told;  /* by game: its trouble has been said; owned by the caller */
    int troubles;
};

/* On standard error: games, Elo, likelihood, expected end; in place and often on a terminal, else
 * a line a minute. */
void match_show_progress(struct match_view *view, const struct match_game games[],
                         const struct match_state *state);
/* On standard error: forfeits that have not been said yet. */
void match_show_troubles(struct match_view *view, const struct match_game games[], int count);
/* Clears the line of progress; says how many troubles were not shown. */
void match_show_end(const struct match_view *view);
/* On standard output. */
void match_show_summary(const struct match_view *view, const struct match_game games[],
                        const struct match_state *state);
