/* The schedule of a match, and the sums of its results. Pure functions. */
#pragma once

#include "src/lab/match/elo.h"
#include "src/lab/match/match_game.h"

enum { MATCH_PLAYERS_MAX = 64 };

struct match_meeting {
    int first, second;
};

/* The schedule. */
struct match_plan {
    int players;   /* 2 .. MATCH_PLAYERS_MAX */
    bool gauntlet; /* the first player against each other player; otherwise all against all */
    const struct match_meeting *meetings; /* if not NULL, the meeting_count meetings to play,
                                           * instead of all encounters */
    int meeting_count;
    int shard, shards; /* this run plays every pair k with k % shards == shard - 1; shard is 1 ..
                          shards; 0, 0: all pairs */
};
/* match_in_shard returns whether this run plays the game; match_shard_games returns how many of the
 * first `games` games it plays. */
bool match_in_shard(const struct match_plan *plan, int game);
int match_shard_games(const struct match_plan *plan, int games);
int match_encounters(const struct match_plan *plan);
/* The player with this colour in this game. */
int match_player_of(const struct match_plan *plan, int game, int color);

struct match_game {
    bool done;
    struct game_outcome outcome;
};

/* Totals of one player. */
struct player_sums {
    int64_t nodes, think; /* think in milliseconds */
    int plies;            /* plies of both sides in the games it played */
    int thoughts;         /* number of moves whose time is in `think`; see struct game_outcome */
    int time_losses, illegal, breakdowns;
};

struct match_sums {
    int done;                 /* number of finished games among those summed */
    struct match_tally tally; /* from the point of view of the encounter's first player */
    int white_wins, black_wins, draws;
    int endings[ENDING_COUNT];
    int64_t plies;
    struct player_sums players[MATCH_PLAYERS_MAX];
};

/* The first player's half points, 0 .. 4, in a finished pair of games. */
int match_pair_outcome(const struct match_game pair[2]);

/* Sums the finished games among the first `count` games: those of one encounter, or of all if
 * `encounter` is -1. With -1, `tally` only makes sense if there is a single encounter. */
struct match_sums match_sum(const struct match_plan *plan, const struct match_game games[],
                            int count, int encounter);
