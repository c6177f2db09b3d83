/* Which games of an index are looked for, as a person types it: words that must all be found in
 * the players, the event or the opening, and any of
 *
 *     player:carlsen white:anand black:"van wely" event:wijk opening:najdorf eco:B90-B99
 *     result:1-0 year:2010-2015 elo:2700
 *
 * Letters match without regard to case and accents. */
#pragma once

#include "src/game/opening.h"
#include "src/pgn/positions.h"

enum { PGN_TERMS_MAX = 16, PGN_TERM_TEXT = 64, PGN_ECO_COUNT = 600 };

struct pgn_term {
    int kind;
    char text[PGN_TERM_TEXT];            /* folded */
    int from, to;                        /* of numbers */
    bool eco[PGN_ECO_COUNT];             /* codes of which an opening is named so */
};

struct pgn_query {
    struct pgn_term terms[PGN_TERMS_MAX]; /* all must hold */
    int count;
};

/* openings may be NULL: then games are found by the names they carry themselves only. False fills
 * error (column set): an unknown key, not a number. "" finds every game. */
MUST_USE bool pgn_query_parse(struct pgn_query *query, const char *text,
                              const struct openings *openings, struct error *error);
bool pgn_query_matches(const struct pgn_query *query, const struct pgn_index *index,
                       const struct pgn_entry *entry);

/* All games it finds, by number from 0, into found, which has room for every game of the index;
 * with positions (may be NULL) only those that reach position. Returns how many, or -1 when wanted
 * (may be NULL), which is asked now and then, says no. */
int pgn_find(const struct pgn_query *query, const struct pgn_index *index,
             struct pgn_positions *positions, const struct position *position, int found[],
             bool (*wanted)(void *context), void *context);

/* What those games came to. */
struct pgn_results {
    int white, drawn, black;
};
void pgn_add_result(struct pgn_results *results, const struct pgn_entry *entry);
/* "White won 31 %, 47 % drawn, black won 22 %.", of those that ended. */
void pgn_results_text(const struct pgn_results *results, char *text, size_t size);
