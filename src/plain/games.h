/* The games of a file in lines of text: listed by words and by the position shown, a page at a
 * time, and opened by number. */
#pragma once

#include "src/pgn/opening_tree.h"
#include "src/session/session.h"

struct plain_games;
/* index and openings (may be NULL) outlive it. NULL when out of memory. */
struct plain_games *plain_games_create(const struct pgn_index *index,
                                       const struct openings *openings);
void plain_games_destroy(struct plain_games *games);

/* "": all games; "here": of the last search those that reach position; else words as in
 * pgn_query.h. Prints the first page. */
void plain_games_list(struct plain_games *games, const char *words,
                      const struct position *position);
/* Counts, of the games of the last search, what they went on with in the position shown, into tree.
 * False: it has been said why. */
MUST_USE bool plain_games_tree(struct plain_games *games, const struct position *position,
                               struct tree *tree);
/* The next page. */
void plain_games_more(struct plain_games *games);
/* The game of that number, from 1, takes the place of the session's. False: it has been
 * said why. */
MUST_USE bool plain_games_open(struct plain_games *games, struct session *session,
                               const char *number);

void plain_games_help(void);
