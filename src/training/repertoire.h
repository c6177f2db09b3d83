/* Reads a repertoire from PGN games with variations: the positions in which you are to move, with
 * the repertoire's moves. */
#pragma once

#include "src/training/card.h"

enum { REPERTOIRE_MAX = 20000, REPERTOIRE_MOVES = 12 /* default of repertoire_choice.moves */ };

/* Which moves of a file belong to the repertoire. */
struct repertoire_choice {
    int color;         /* whose moves */
    int moves;         /* the number of full moves from the start of each game */
    const char *names; /* the user's names (names.h), or NULL. If the user is a player of any game
                        * in the file, only the games in which the user plays `color` are used */
    const char *called; /* how the cards call the repertoire; NULL: by the file's name */
};

/* Callbacks during reading. */
struct repertoire_calls {
    void (*damaged)(const struct error *error); /* called for a game that is skipped because it
                                                   cannot be read; may be NULL */
    /* Called after each game. `percent` is the part of the file read, or -1 if unknown. */
    void (*progress)(void *context, uint64_t games, int percent);
    void *context;
};

/* Reads `path`, which may be compressed (input.h). Sets *cards to an array of *count cards, one for
 * each position, in file order; the caller frees it. Moves of choice->color that are marked as
 * mistakes (?, ??, ?!), and what follows them, are not part of the repertoire. Returns false and
 * sets *error, with the file name, if the file cannot be read or has no positions. */
MUST_USE bool repertoire_read(const char *path, const struct repertoire_choice *choice,
                              const struct repertoire_calls *calls, struct card **cards, int *count,
                              struct error *error);
