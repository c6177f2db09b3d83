/* fallible analyze for files with many games: opens an index with a progress line, and lists
 * games. */
#pragma once

#include "src/pgn/positions.h"
#include "src/pgn/query.h"

/* analyze_query parses a query; analyze_positions opens the index of the file's positions. On
 * failure they print an error and return false or NULL. */
MUST_USE bool analyze_query(struct pgn_query *query, const char *words);
struct pgn_positions *analyze_positions(const struct pgn_index *index);

/* Opens the index, with a progress line on standard error if it takes long. Returns NULL after
 * printing an error. */
struct pgn_index *analyze_index(const char *path);

/* Reads a FEN, or moves from the start position such as "1. e4 c5". Returns false and sets *error
 * on failure. */
MUST_USE bool analyze_position(const char *text, struct position *position, struct error *error);

/* Prints a line for each game that matches the query and, unless `position` is NULL, reaches the
 * position. Returns the exit status. */
int analyze_list(const struct pgn_index *index, const char *query, const struct position *position);

/* Prints a line for each move that was played in `position` in the games of the query, or that the
 * book at path `book` (may be NULL) has; JSON if `json`. Returns the exit status. */
int analyze_tree(const struct pgn_index *index, const char *query, const struct position *position,
                 const char *book, bool json);
