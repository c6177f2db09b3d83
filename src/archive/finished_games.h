/* Your finished games, from the store or from a PGN file. */
#pragma once

#include "src/game/names.h"
#include "src/store/store.h"

struct finished_games {
    /* If `path` is not NULL, the games are those of the PGN file in which you played. `names` are
     * your names (names.h). If `names` is NULL, you are taken to be the player who took part in at
     * least 90 % of the games in the file. */
    const char *path, *names;
    struct store *store; /* if `path` is NULL, the games are those of this store */
    int last;            /* use only this many games, the last ones; 0: use all games */

    /* What finished_games_each found. */
    int in_file;         /* games in the file, of all players */
    int read;            /* your finished games */
    int damaged;         /* games that could not be read; they are left out */
    char who[NAMES_MAX]; /* the names that were taken as yours in the file */
    char against[96];    /* during a call of `take`, words for the file's current game: "against
                            Anna on 2024-03-01"; "" for games of the store */
};

/* Calls `take` for each game until `take` returns false. The store's games come in order of age,
 * oldest first, a file's games in the order of the file. The games of a file have moves, times and
 * scores as far as the file gives them or a review found them, but no opponent. A game is cleared
 * after each call. Returns false and sets *error if the games cannot be read, or if it is not clear
 * which player of the file you are. */
MUST_USE bool finished_games_each(struct finished_games *games,
                                  bool (*take)(void *context, const struct stored_game *game),
                                  void *context, struct error *error);
