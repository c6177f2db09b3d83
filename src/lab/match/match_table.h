/* Tables of tournaments, from any list of games: ratings, cross table, one player's opponents. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"
#include "src/lab/match/elo.h"
#include "src/lab/match/elo_ratings.h"

struct table_game {
    int white, black;
    enum result result;
    int pair;           /* games of one pair have the same number; -1: in no pair */
    int other;          /* of the pair, an index; -1: it is not there */
};

/* Players by the order they were first named in, and their games. A value; clear it. */
struct game_list {
    int players, player_room;
    char **names; /* owned */
    int *slots,
        slot_count; /* hash table of names: 1 more than the player's index, 0: free; owned */
    int count, room;
    struct table_game *games; /* owned; in the order they were added */
};
/* The player's index, new or old; -1 when out of memory. */
int game_list_player(struct game_list *list, const char *name);
int game_list_find(const struct game_list *list, const char *name); /* -1: not there */
/* One without a result is left out. False: out of memory. */
MUST_USE bool game_list_add(struct game_list *list, int white, int black, enum result result,
                            int pair);
void game_list_clear(struct game_list *list);

/* Fits ratings to all the list's games. */
MUST_USE bool table_fit(const struct game_list *list, const struct rating_anchor anchors[],
                        int anchor_count, double average, struct ratings *ratings,
                        struct error *error);

/* The games of two players, counted for the first; pairs of which both games are there. */
struct score_sheet table_sheet(const struct game_list *list, int first, int second);

/* Two players: games and points, pairs, Elo with its error, likelihood of superiority, draws and
 * White's share of the points. */
void table_write_pair(FILE *out, const char *first, const char *second,
                      const struct score_sheet *sheet, int64_t white_wins, int64_t black_wins);
/* Games won to pairs as members of a JSON object, "wins" to "pairs". */
void table_write_pair_json(FILE *out, const struct score_sheet *sheet);
/* ", "name": 1.2345", null where it is not finite. */
void table_json_number(FILE *out, const char *name, double number);
/* "+12.3 +- 4.5", with signs for what cannot be known. */
void table_elo_text(const struct elo_estimate *estimate, char *text, size_t size);

/* False when out of memory, as of the cross table and JSON.
 * Rank, name, rating with its 95 % error, points, games, per cent, draws, the chance to be
 * better than the next; then colour advantage and draw rate. */
MUST_USE bool table_write_ratings(FILE *out, const struct game_list *list, const struct ratings *ratings);
/* Of at most 30 players. By points, then Sonneborn-Berger (points of those beaten and half of those
 * drawn with): each meeting's games as 1, = and 0 in their order, or as points of games where they
 * are many. */
MUST_USE bool table_write_cross(FILE *out, const struct game_list *list);
/* One player against each opponent: games, won, drawn, lost, per cent, difference in Elo with
 * its standard deviation, chance of superiority. */
void table_write_gauntlet(FILE *out, const struct game_list *list, int player);
/* Everything the three tables say, as one JSON object. */
MUST_USE bool table_write_json(FILE *out, const struct game_list *list, const struct ratings *ratings);
