/* Which positions are asked about: a sample of even size from each rating band of any number of
 * games, drawn while they are streamed, and the same for the same seed and games. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

enum { CHECK_BANDS_MAX = 32 };

/* Neighbouring bands of rating: band i goes from low + i * width on, width points. */
struct check_bands {
    int low, width, count;
};
int check_band_middle(const struct check_bands *bands, int band);

struct check_position {
    struct position start; /* of the game; the moves led to position */
    Move *moves;           /* owned */
    int ply;
    struct position position;
    Move played;           /* NO_MOVE on a bare position */
    int64_t clock;         /* of who is to move, milliseconds; -1: unknown */
    uint64_t order;        /* the lowest of a band are kept */
};

struct check_shelf {
    int count;
    struct check_position *positions; /* owned; sorted by order once the sample is whole */
};

struct check_sample {
    struct check_bands bands;
    int most;      /* positions a band */
    uint64_t seed;
    bool bare;     /* positions of nobody's game: one shelf, the first, serves all bands */
    bool all;      /* games that are not held out of the fits, too (dataset.h) */
    int games, used, bad; /* read; asked about; not to be read */
    struct error problem; /* of the first that could not be read */
    struct check_shelf shelves[CHECK_BANDS_MAX];
};

/* False fills error: out of memory. */
MUST_USE bool check_sample_init(struct check_sample *sample, const struct check_bands *bands,
                                int most, uint64_t seed, struct error *error);
void check_sample_clear(struct check_sample *sample);

/* Adds the games of a PGN stream: moves by players whose rating a tag tells. progress (may be NULL)
 * after each game; false: stop. A game that cannot be read is counted, and adds nothing. */
MUST_USE bool check_sample_games(struct check_sample *sample, FILE *pgn, const char *name,
                                 bool (*progress)(void *context, int games), void *context,
                                 struct error *error);
/* Adds lines of EPD or FEN. False fills error (file, line): what cannot be read. */
MUST_USE bool check_sample_positions(struct check_sample *sample, FILE *file, const char *name,
                                     struct error *error);
/* Call once all is added. */
void check_sample_sort(struct check_sample *sample);
/* The shelf a band's positions are on. */
const struct check_shelf *check_sample_shelf(const struct check_sample *sample, int band);
