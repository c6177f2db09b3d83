/* Tournament tables from any list of games: ratings, cross table, and one player's opponents. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"
#include "src/lab/match/elo.h"
#include "src/lab/match/elo_ratings.h"
#include "src/util/json.h"

struct table_game {
    int white, black;
    enum result result;
    int pair;  /* games of a pair have the same number; -1: no pair */
    int other; /* index of the pair's other game; -1: not in the list */
    int moves; /* length in moves, with the opening; 0: not known */
    char eco;  /* 'A' .. 'E', the volume of its opening; '\0': not known */
};

/* Players in order of first appearance, and their games. Clear it with game_list_clear. */
struct game_list {
    int players, player_capacity;
    char **names;           /* names of the players; owned */
    int *slots, slot_count; /* hash table by name: a player's index + 1, or 0 if the slot is free;
                               owned */
    int count, capacity;
    struct table_game *games; /* owned; in the order of insertion */
};
/* Returns the player's index and adds the player if it is new; -1 when out of memory. */
int game_list_player(struct game_list *list, const char *name);
int game_list_find(const struct game_list *list, const char *name); /* -1: not found */
/* Adds a game between these players; does nothing if it has no result. Returns false when out of
 * memory. */
MUST_USE bool game_list_add(struct game_list *list, int white, int black, enum result result,
                            int pair);
void game_list_clear(struct game_list *list);

/* Fits ratings to all games of the list. Without anchors, the mean rating is `average`. Returns
 * false and sets *error on failure. */
MUST_USE bool table_fit(const struct game_list *list, const struct rating_anchor anchors[],
                        int anchor_count, double average, struct ratings *ratings,
                        struct error *error);

/* The results of two players from the first one's point of view. A pair is counted only if both of
 * its games are in the list. */
struct match_tally table_tally(const struct game_list *list, int first, int second);

/* Writes for two players: games and points, pairs, Elo with its error, likelihood of superiority,
 * draws, and White's share of the points. */
void table_write_pair(FILE *out, const char *first, const char *second,
                      const struct match_tally *tally, int64_t white_wins, int64_t black_wins);
/* Writes the members "wins" to "pairs" of a JSON object. */
void table_json_pair(struct json *json, const struct match_tally *tally);
/* Formats an estimate as "+12.3 +- 4.5" or "+12.3 +- ?"; if it is infinite, as "unknown, every game
 * was won; at least -12.3" or "unknown, every game was lost; at most +12.3". */
void table_elo_text(const struct elo_estimate *estimate, char *text, size_t size);

/* Writes for each player: rank, name, rating with its 95 % error, points, games, percentage, draws,
 * and the probability of being better than the next player; then colour advantage and draw rate.
 * Like table_write_cross and table_write_json, returns false when out of memory. */
MUST_USE bool table_write_ratings(FILE *out, const struct game_list *list,
                                  const struct ratings *ratings);
/* Writes a cross table, ordered by points, then by Sonneborn-Berger (points of beaten opponents
 * plus half those of drawn ones). Each meeting shows its games as 1, = and 0 in order, or the
 * points if there are many games. Writes nothing for more than 30 players. */
MUST_USE bool table_write_cross(FILE *out, const struct game_list *list);
/* Writes one player's results against each opponent: games, won, drawn, lost, percentage, Elo
 * difference with its standard deviation, and likelihood of superiority. */
void table_write_gauntlet(FILE *out, const struct game_list *list, int player);
/* Writes the content of the three tables as one JSON object. `gauntlet` is the player whose
 * strengths are included (strengths_json), or -1. */
MUST_USE bool table_write_json(FILE *out, const struct game_list *list,
                               const struct ratings *ratings, int gauntlet);
