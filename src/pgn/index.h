/* The index of a PGN file: the place of each game and the tags by which games are searched, but not
 * the moves. It takes 48 bytes for each game and stores each name once, so that a file of a million
 * games opens at once. One pass over the file creates it, without knowledge of the rules of chess.
 * It is kept in the user's cache while the file does not change. */
#pragma once

#include "src/pgn/pgn.h"
#include "src/util/cache.h"

struct pgn_entry {
    int64_t start;                       /* offset in the file, in bytes */
    uint32_t line;                       /* line in the file, from 1 */
    uint32_t length;                     /* bytes up to the next game, including the tags */
    uint32_t white, black, event, opening; /* see pgn_index_text */
    uint32_t date;                       /* year * 10000 + month * 100 + day; unknown parts are 0 */
    uint16_t eco;                        /* 100 for A00 .. 599 for E99, 0: unknown */
    uint16_t white_elo, black_elo;       /* 0: unknown */
    uint16_t moves;                      /* length of the game: the number of its last move */
    uint8_t result;                      /* enum result */
    uint8_t unused[3];
};

/* Called from time to time with the progress in percent. Returning false cancels the work. */
typedef bool pgn_progress(void *context, int percent);

struct pgn_index;
/* Opens the index, from the cache or by scanning. `progress` may be NULL. Returns NULL and sets
 * *error if the file does not exist or has no game, if it is compressed and cannot be decompressed
 * into the cache, or if `progress` cancelled (the message is then empty). A cache that cannot be
 * read or written is not an error. */
struct pgn_index *pgn_index_open(const char *path, pgn_progress *progress, void *context,
                                 struct error *error);
void pgn_index_close(struct pgn_index *index);

int pgn_index_count(const struct pgn_index *index);
const struct pgn_entry *pgn_index_entry(const struct pgn_index *index, int game);
const char *pgn_index_text(const struct pgn_index *index, uint32_t text); /* "" if unknown */
const char *pgn_index_path(const struct pgn_index *index);
/* Returns whether the file has a game with this number, from 1; otherwise sets *error. */
bool pgn_index_has(const struct pgn_index *index, int number, struct error *error);
/* The path of the file from which games are read: the PGN file itself or, if it is compressed, its
 * decompressed copy in the cache. */
const char *pgn_index_games_path(const struct pgn_index *index);
bool pgn_index_was_cached(const struct pgn_index *index);
/* Returns whether the file has changed since it was indexed. */
bool pgn_index_is_stale(const struct pgn_index *index);

/* Finds the players who each took part in at least 90 % of the games in the file: one or, if the
 * file is a match, two, in the order in which they first appear. Returns how many there are. Sets
 * *games to the number of games of the last of them. */
int pgn_index_players(const struct pgn_index *index, const char *players[2], int *games);
/* Returns the player who took part in at least 90 % of the games in the file, and sets *games to
 * the number of that player's games. NULL if there is no such player, or if there are two because
 * the file is a match. */
const char *pgn_index_player(const struct pgn_index *index, int *games);

/* Writes to `name` the path of the cache file of this index that has the given kind, "index" or
 * "positions". Returns false if there is no cache. */
MUST_USE bool pgn_index_cache_name(const struct pgn_index *index, const char *kind, char *name,
                                   size_t size);
/* Returns a description that identifies the contents that the file had when it was opened. */
const struct cache_source *pgn_index_source(const struct pgn_index *index);

/* Reads a game like pgn_read. game_number counts from 0. `place` may be NULL. */
MUST_USE enum pgn_status pgn_index_read(const struct pgn_index *index, int game_number,
                                        struct game **game, struct pgn_place *place,
                                        struct error *error);

/* pgn_eco_text writes "B90", or "" for 0. pgn_date_text writes "1999.05.02", with question marks
 * for unknown parts. */
enum { PGN_ECO_TEXT = 4, PGN_DATE_TEXT = 28 };
void pgn_eco_text(int eco, char text[PGN_ECO_TEXT]);
int pgn_eco_number(const char *text); /* returns 0 if `text` is not an ECO code; ignores text after
                                       * the digits */
void pgn_date_text(uint32_t date, char text[PGN_DATE_TEXT]);
