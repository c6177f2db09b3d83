/* Who meets whom in which game of a match, and what the results add up to. Pure. */
#pragma once

#include "src/lab/match/elo.h"
#include "src/lab/match/match_game.h"

enum { MATCH_PLAYERS_MAX = 64 };

struct match_meeting {
    int first, second;
};

/* Who meets whom. */
struct match_plan {
    int players;   /* 2 .. MATCH_PLAYERS_MAX */
    bool gauntlet; /* the first against each other one; else all against all */
    const struct match_meeting *meetings; /* or only these, so many; NULL: by the rule above */
    int meeting_count;
    int shard, shards; /* this run plays every shards-th pair, from 1 .. shards; 0, 0: all */
};
/* Whether this run plays the game; how many of the games it plays. */
bool match_in_shard(const struct match_plan *plan, int game);
int match_shard_games(const struct match_plan *plan, int games);
int match_encounters(const struct match_plan *plan);
/* Which player had this colour in this game. */
int match_player_of(const struct match_plan *plan, int game, int color);

struct match_game {
    bool done;
    struct game_outcome outcome;
};

/* One player's doings. */
struct player_sums {
    int64_t nodes, think; /* think in milliseconds */
    int plies;            /* of the games it took part in, both sides */
    int time_losses, illegal, breakdowns;
};

struct match_sums {
    int done;                  /* games that count */
    struct score_sheet sheet;  /* the encounter's first player's */
    int white_wins, black_wins, draws;
    int endings[ENDING_COUNT];
    int64_t plies;
    struct player_sums players[MATCH_PLAYERS_MAX];
};

/* Half points 0 .. 4 of the first player in a pair of games that are done. */
int match_pair_outcome(const struct match_game pair[2]);

/* Sums what is known of the first count games, of one encounter or of all (-1, where the sheet
 * means something with one encounter only). Pure. */
struct match_sums match_sum(const struct match_plan *plan, const struct match_game games[],
                            int count, int encounter);
