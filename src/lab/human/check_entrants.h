/* Players whose games are known: their own moves in their own positions. */
#pragma once

#include "src/lab/human/check_sample.h"

enum { CHECK_ENTRANTS_MAX = 32 };

struct check_entrants {
    struct check_sample sample; /* its strata are those listed below */
    struct check_bands bands;
    int rating; /* of players without one; 0: their games are left out */
    const struct strength *strength;
    int count;
    char names[CHECK_ENTRANTS_MAX][128];
    int stratum_count;
    struct {
        int entrant, band;
    } strata[CHECK_BANDS_MAX]; /* whose moves, and of which band, a stratum has */
    bool too_many;             /* more names and bands than strata: the others were left out */
};
/* most: moves of a player in each band. Returns false and sets *error when out of memory. */
MUST_USE bool check_entrants_init(struct check_entrants *entrants, const struct check_bands *bands,
                                  int most, uint64_t seed, struct error *error);
void check_entrants_clear(struct check_entrants *entrants);

/* Adds the players of a PGN stream by name, see check_sample_games. A player's rating is its tag's,
 * or the level that a name such as "fallible:elo=1400" says. */
MUST_USE bool check_entrants_games(struct check_entrants *entrants, FILE *pgn, const char *name,
                                   bool (*progress)(void *context, int games), void *context,
                                   struct error *error);
/* A player's moves of a band; NULL if there are none. */
const struct check_stratum *check_entrants_stratum(const struct check_entrants *entrants,
                                                   int entrant, int band);
