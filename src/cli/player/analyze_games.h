/* fallible analyze on files of many games: an index with a line of progress, and lists of games. */
#pragma once

#include "src/pgn/positions.h"
#include "src/pgn/query.h"

/* Both complain where they return false or NULL. */
MUST_USE bool analyze_query(struct pgn_query *query, const char *words);
struct pgn_positions *analyze_positions(const struct pgn_index *index);

/* Opens the index, with a line of progress on standard error when it takes long. NULL: the
 * complaint was printed. */
struct pgn_index *analyze_index(const char *path);

/* "FEN", or moves from the start position as people write them: "1. e4 c5". False fills error. */
MUST_USE bool analyze_position(const char *text, struct position *position, struct error *error);

/* A line for each game found; position may be NULL. Returns the exit status. */
int analyze_list(const struct pgn_index *index, const char *query, const struct position *position);

/* A line for each move that these games, and the book at that path (NULL: none), have in position;
 * or all of it as JSON. Returns the exit status. */
int analyze_tree(const struct pgn_index *index, const char *query, const struct position *position,
                 const char *book, bool json);
