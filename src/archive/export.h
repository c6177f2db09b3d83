/* Exports all stored data to formats that other programs can read. */
#pragma once

#include "src/game/scale.h"
#include <stdio.h>

#include "src/game/opening.h"
#include "src/store/store.h"

/* The opponent's name in a stored game: "Fallible 1400 club", or the command of another engine.
 * `scale` may be NULL. */
void stored_opponent_name(const struct stored_game *stored, const struct strength *strength,
                          const struct scale *scale, char *name, size_t size);
/* Builds the tree of a stored game, with its tags and result. If `clean` is set, omits the tags
 * that only this program knows. *live is the node after the last move. `scale` and `openings` may
 * be NULL. Returns NULL if out of memory. */
struct game *stored_game_tagged(const struct stored_game *stored, const struct strength *strength,
                                const struct scale *scale, const struct openings *openings,
                                bool clean, struct game_node **live);

struct exported {
    int count;    /* number of games, or of rows of a table */
    int damaged;  /* damaged games, which are skipped */
    int unscored; /* games written as PGN in which no move has a score */
};

/* Writes every game, the oldest first. `detail` says how much of each game's ledger (its scores and
 * decisions) is written. `openings` may be NULL. Returns false and sets *error on failure. Check
 * ferror(out) for write errors. */
MUST_USE bool export_pgn(struct store *store, FILE *out, const struct strength *strength,
                         const struct scale *scale, const struct openings *openings,
                         enum ledger_detail detail, struct exported *exported, struct error *error);
/* Writes one JSON object: the games with their moves in UCI, then every other table except imported
 * puzzles. */
MUST_USE bool export_json(struct store *store, FILE *out, struct exported *exported,
                          struct error *error);
/* Writes one table with a header line: "games" with their moves in UCI, or any table of the
 * database. Puzzles use the column names of the Lichess puzzle database. */
MUST_USE bool export_csv(struct store *store, FILE *out, const char *table,
                         struct exported *exported, struct error *error);
/* Writes the deck as EPD: the right moves as bm, the reason for the card as c0, and the goal of an
 * endgame as c1. */
MUST_USE bool export_epd(struct store *store, FILE *out, struct exported *exported,
                         struct error *error);
