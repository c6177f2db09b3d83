/* Queries for games of an index, as a person types them. A game must match all words of the query.
 * A plain word must occur in the name of a player, the event or the opening. A word with a key is
 * more specific:
 *
 *     player:carlsen white:anand black:"van wely" event:wijk opening:najdorf eco:B90-B99
 *     result:1-0 year:2010-2015 elo:2700
 *
 * Case and accents are ignored. */
#pragma once

#include "src/game/opening.h"
#include "src/pgn/positions.h"

enum { PGN_TERMS_MAX = 16, PGN_TERM_TEXT = 64, PGN_ECO_COUNT = 600 };

struct pgn_term {
    int kind;
    char text[PGN_TERM_TEXT];            /* the text to find, in lower case, without accents */
    int from, to;                        /* the range in which a number must lie, including both
                                            ends */
    bool eco[PGN_ECO_COUNT];             /* for each ECO code, whether its opening names match
                                          * `text` */
};

struct pgn_query {
    struct pgn_term terms[PGN_TERMS_MAX]; /* all must match */
    int count;
};

/* Parses a query; "" matches every game. `openings` may be NULL; openings are then found only by
 * the names that the games themselves contain. Returns false and sets *error with the column if a
 * key is unknown or a number is invalid. */
MUST_USE bool pgn_query_parse(struct pgn_query *query, const char *text,
                              const struct openings *openings, struct error *error);
bool pgn_query_matches(const struct pgn_query *query, const struct pgn_index *index,
                       const struct pgn_entry *entry);

/* Writes the numbers of all matching games, from 0, to `found`, which must have capacity for all
 * games of the index. If `positions` is not NULL, only games that reach `position` match. `wanted`,
 * which may be NULL, is called from time to time. Returns the number of matching games, or -1 if
 * `wanted` returned false. */
int pgn_find(const struct pgn_query *query, const struct pgn_index *index,
             struct pgn_positions *positions, const struct position *position, int found[],
             bool (*wanted)(void *context), void *context);

/* Numbers of games that white won, that were drawn, and that black won. */
struct pgn_results {
    int white, drawn, black;
};
void pgn_add_result(struct pgn_results *results, const struct pgn_entry *entry);
/* Writes the shares of the results, as in "White won 31 %, 47 % drawn, black won 22 %." */
void pgn_results_text(const struct pgn_results *results, char *text, size_t size);
