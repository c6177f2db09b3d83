/* The games of a PGN file without their moves: where each stands and the tags it is looked for by,
 * 48 bytes a game and each name once, so that a file of a million games opens at once. Made by one
 * pass over the file that understands no chess, and kept in the user's cache for as long as the
 * file stays the same. */
#pragma once

#include "src/pgn/pgn.h"

struct pgn_entry {
    int64_t start;                       /* byte of the file */
    uint32_t line;                       /* of the file, from 1 */
    uint32_t length;                     /* bytes to the next game, its head included */
    uint32_t white, black, event, opening; /* see pgn_index_text */
    uint32_t date;                       /* year * 10000 + month * 100 + day; parts 0: unknown */
    uint16_t eco;                        /* 100 for A00 .. 599 for E99, 0: unknown */
    uint16_t white_elo, black_elo;       /* 0: unknown */
    uint16_t moves;                      /* the last move's number */
    uint8_t result;                      /* enum result */
    uint8_t unused[3];
};

/* Called now and then with percent done; false ends the work. */
typedef bool pgn_progress(void *context, int percent);

struct pgn_index;
/* progress may be NULL. NULL fills error: no such file, no game in it, packed and not to be
 * unpacked into the cache, ended by progress (then the message is empty). Nothing else is said
 * where the cache cannot be read or written. */
struct pgn_index *pgn_index_open(const char *path, pgn_progress *progress, void *context,
                                 struct error *error);
void pgn_index_close(struct pgn_index *index);

int pgn_index_count(const struct pgn_index *index);
const struct pgn_entry *pgn_index_entry(const struct pgn_index *index, int game);
const char *pgn_index_text(const struct pgn_index *index, uint32_t text); /* "" when unknown */
const char *pgn_index_path(const struct pgn_index *index);
/* Where the games are read from: the same, or, where it is packed, a file in the cache. */
const char *pgn_index_games_path(const struct pgn_index *index);
bool pgn_index_was_cached(const struct pgn_index *index);
/* The file is no longer as it was indexed. */
bool pgn_index_is_stale(const struct pgn_index *index);

/* What a cached file of this index is called, by its kind ("index", "positions"). False when there
 * is no cache. */
MUST_USE bool pgn_index_cache_name(const struct pgn_index *index, const char *kind, char *name,
                                   size_t size);
struct pgn_stamp pgn_index_stamp(const struct pgn_index *index);

/* Reads a game: as pgn_read. place may be NULL. */
MUST_USE enum pgn_status pgn_index_read(const struct pgn_index *index, int game_number,
                                        struct game **game, struct pgn_place *place,
                                        struct error *error);

/* "B90", "" for 0; "1999.05.02", with "??" for what is unknown. */
enum { PGN_ECO_TEXT = 4, PGN_DATE_TEXT = 28 };
void pgn_eco_text(int eco, char text[PGN_ECO_TEXT]);
int pgn_eco_number(const char *text); /* 0 when it is none; what follows the digits is not read */
void pgn_date_text(uint32_t date, char text[PGN_DATE_TEXT]);
