/* The games of a file in lines of text: found by search words or by the position shown, listed a
 * page at a time, and opened by number. */
#pragma once

#include "src/pgn/opening_tree.h"
#include "src/session/session.h"

struct plain_games;
/* Returns NULL if out of memory. `index` and `openings` must outlive the list; `openings` may be
 * NULL. */
struct plain_games *plain_games_create(const struct pgn_index *index,
                                       const struct openings *openings);
void plain_games_destroy(struct plain_games *games);

/* Searches the games and prints the first page of the games found. `words` is a query as in
 * src/pgn/query.h; "" finds all games; "here" finds the games of the last search that reach
 * `position`. */
void plain_games_list(struct plain_games *games, const char *words,
                      const struct position *position);
/* Counts which moves were played in `position` in the games of the last search, and writes them to
 * *tree. Returns false after printing the reason on failure. */
MUST_USE bool plain_games_tree(struct plain_games *games, const struct position *position,
                               struct tree *tree);
/* Prints the next page. */
void plain_games_more(struct plain_games *games);
/* Opens the game whose number, counted from 1, is typed in `number`: it replaces the session's
 * game. Returns false after printing the reason on failure. */
MUST_USE bool plain_games_open(struct plain_games *games, struct session *session,
                               const char *number);

/* Begins the review of your games in the list. Returns false after printing the reason on
 * failure. */
MUST_USE bool plain_games_review(struct plain_games *games, struct session *session);

void plain_games_help(void);
