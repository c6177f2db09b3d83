/* Chooses the positions to ask about: a uniform sample of each rating band from any number of
 * games, drawn while the games are streamed. The same seed and games give the same sample. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

enum { CHECK_BANDS_MAX = 32, CHECK_PLIES_MAX = 10000 };

/* Adjacent rating bands: band i has ratings from low + i * width to low + (i + 1) * width - 1. */
struct check_bands {
    int low, width, count;
};
int check_band_middle(const struct check_bands *bands, int band);
/* Returns the band of a rating; -1 if the rating is outside all bands. */
int check_band_of(const struct check_bands *bands, int rating);

struct check_position {
    struct position start; /* start of the game; the moves lead from it to position */
    Move *moves;           /* the moves from start to position; owned */
    int ply;
    struct position position;
    Move played;    /* move played in the game; NO_MOVE for a position without a game */
    int64_t clock;  /* time left to the mover in milliseconds; -1: unknown */
    int game;       /* number of its game among those read, from 1; 0 for a position without a
                     * game */
    int rating;     /* rating of the mover; 0: unknown */
    int lost;       /* what the move played lost, in centipawns, according to the evaluations in the
                       file; -1: unknown */
    uint64_t order; /* random; each band keeps the positions with the lowest numbers */
};

/* Returns what the move that led to `node` lost, in centipawns. It compares the evaluations
 * ([%eval]) before and after the move, each first limited to -LOSS_MAX .. LOSS_MAX (loss.h). Sets
 * *blunder to whether the move lowered the winning chance by 15 percentage points or more. Returns
 * -1 if an evaluation is missing or if the position was already lost. */
int check_lost(const struct game_node *node, bool *blunder);

struct check_stratum {
    int count;
    struct check_position *positions; /* owned; sorted by order after check_sample_sort */
};

struct check_sample {
    struct check_bands bands;
    int most; /* largest number of positions per band */
    uint64_t seed;
    bool bare;            /* the positions come without games: the first stratum serves all bands */
    bool all;             /* also use games that method human was fitted to (rated.h) */
    int first_ply, last_ply; /* the plies of a game that are used; the first ply is 1 */
    bool by_moves;        /* compute the random numbers from a game's moves instead of its number,
                             so that the sample does not depend on the order of the games */
    /* Returns the stratum for the moves of a colour; -1 to skip them. If NULL, the stratum is the
     * band of the player's rating. */
    int (*stratum_of)(void *context, const struct game *game, int color);
    void *context;
    int games, used, bad; /* games read; games used; unreadable games */
    struct error problem; /* what is wrong with the first unreadable game */
    struct check_stratum strata[CHECK_BANDS_MAX];
};

/* Makes an empty sample with at most `most` positions per band. Returns false and sets *error when
 * out of memory. */
MUST_USE bool check_sample_init(struct check_sample *sample, const struct check_bands *bands,
                                int most, uint64_t seed, struct error *error);
void check_sample_clear(struct check_sample *sample);

/* Adds moves from the games of a PGN stream. Only moves of players with a rating tag are used,
 * unless stratum_of decides otherwise. `progress` (may be NULL) is called after each game and
 * returns false to stop. Unreadable games are counted and skipped. Returns false and sets *error on
 * failure. */
MUST_USE bool check_sample_games(struct check_sample *sample, FILE *pgn, const char *name,
                                 bool (*progress)(void *context, int games), void *context,
                                 struct error *error);
/* Adds lines of EPD or FEN. Returns false and sets *error (file, line) if a line cannot be read. */
MUST_USE bool check_sample_positions(struct check_sample *sample, FILE *file, const char *name,
                                     struct error *error);
/* Sorts the strata. Call it after everything has been added. */
void check_sample_sort(struct check_sample *sample);
/* Returns the stratum (set of sampled positions) of a rating band. */
const struct check_stratum *check_sample_stratum(const struct check_sample *sample, int band);
