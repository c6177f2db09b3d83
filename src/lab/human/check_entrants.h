/* Entrants: players with recorded games, whose own moves are judged in their own positions. */
#pragma once

#include "src/lab/human/check_sample.h"

enum { CHECK_ENTRANTS_MAX = 32 };

struct check_entrants {
    struct check_sample sample; /* one stratum for each element of `strata` below */
    struct check_bands bands;
    int rating; /* rating assumed for players without one; 0: their games are left out */
    const struct strength *strength;
    int count;
    char names[CHECK_ENTRANTS_MAX][128];
    int stratum_count;
    struct {
        int entrant, band;
    } strata[CHECK_BANDS_MAX]; /* for each stratum of the sample: the player whose moves it holds,
                                  and the rating band */
    bool too_many;             /* there were more pairs of player and rating band than strata, so
                                  the moves of some were left out */
};
/* `most` is the largest number of moves kept per player and band. Returns false and sets *error
 * when out of memory. */
MUST_USE bool check_entrants_init(struct check_entrants *entrants, const struct check_bands *bands,
                                  int most, uint64_t seed, struct error *error);
void check_entrants_clear(struct check_entrants *entrants);

/* Samples moves from the games of a PGN stream (see check_sample_games). Names in the tags decide
 * which player a move belongs to. A player's rating is the one in the tag or, without a tag, the
 * level in a name such as "fallible:elo=1400". */
MUST_USE bool check_entrants_games(struct check_entrants *entrants, FILE *pgn, const char *name,
                                   bool (*progress)(void *context, int games), void *context,
                                   struct error *error);
/* Returns the sampled moves that a player made while its rating was in this band; NULL if it made
 * none. */
const struct check_stratum *check_entrants_stratum(const struct check_entrants *entrants,
                                                   int entrant, int band);
