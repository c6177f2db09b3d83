/* Everything that is stored, for other programs: what the user made belongs to the user. */
#pragma once

#include <stdio.h>

#include "src/game/opening.h"
#include "src/store/store.h"

struct exported {
    int count;   /* games, of a table its rows */
    int damaged; /* games that had to be left out */
};

/* Every game with its scores, decisions and times in comments, the oldest first. openings may be
 * NULL. False fills error; what out refuses is seen by ferror. */
MUST_USE bool export_pgn(struct store *store, FILE *out, const struct strength *strength,
                         const struct openings *openings, struct exported *exported,
                         struct error *error);
/* One object: the games with their moves in UCI, then each other table as it is, but for the
 * puzzles that were imported. */
MUST_USE bool export_json(struct store *store, FILE *out, struct exported *exported,
                          struct error *error);
/* One table with a line of headings: "games" with their moves in UCI, or any of the database, the
 * puzzles under the names of the Lichess puzzle database. */
MUST_USE bool export_csv(struct store *store, FILE *out, const char *table,
                         struct exported *exported, struct error *error);
/* The deck as EPD: the right moves as bm, of an endgame what is to be reached as c1, why the
 * position is in the deck as c0. */
MUST_USE bool export_epd(struct store *store, FILE *out, struct exported *exported,
                         struct error *error);
