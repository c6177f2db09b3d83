/* Measures how human a way of playing is: players of all kinds are asked for moves in positions
 * from people's games, and their moves are compared with the people's, by rating band.
 *
 * Four things are measured: whether the move is the one played; for players that give
 * probabilities, the likelihood of the move played; how much every move gave away, judged by our
 * engine at full strength with a fixed number of nodes (loss.h); and how usual it is among people,
 * by the Maia network of the band. The last two are also measured of games that a player has
 * played, its own moves in its own positions. The same sample, seed and
 * nodes give the same figures. On bare positions, which come from no game, the reference are the
 * Maia networks: a move matches to the degree of the probability they give it. */
#pragma once

#include <stdio.h>

#include "src/lab/human/check_entrants.h"
#include "src/lab/match/loss.h"
#include "src/player/player.h"
#include "src/util/shared_results.h"

enum { CHECK_PLAYERS_MAX = 16 };
enum { CHECK_ROWS_MAX = 1 + CHECK_PLAYERS_MAX + CHECK_ENTRANTS_MAX };

enum { CHECK_RARE = 200 }; /* a move that fewer than one in so many people play is rare */

/* The ways to split the positions: identifier, word. */
#define CHECK_SPLITS(X)                                                                            \
    X(WHOLE, "all")                                                                                \
    X(PHASE, "phase")                                                                              \
    X(MATERIAL, "material")                                                                        \
    X(CLOCK, "clock")
/* The parts of each split: split, identifier, text. Phases are those of loss.h, in its order;
 * material is from the mover's side with pieces worth 1, 3, 3, 5 and 9; the clock is the
 * mover's. */
#define CHECK_PARTS(X)                                                                             \
    X(WHOLE, ALL, "all")                                                                           \
    X(PHASE, OPENING, "opening")                                                                   \
    X(PHASE, MIDDLE, "middlegame")                                                                 \
    X(PHASE, ENDGAME, "endgame")                                                                   \
    X(MATERIAL, FAR_BEHIND, "behind by 3+")                                                        \
    X(MATERIAL, BEHIND, "behind")                                                                  \
    X(MATERIAL, LEVEL, "level")                                                                    \
    X(MATERIAL, AHEAD, "ahead")                                                                    \
    X(MATERIAL, FAR_AHEAD, "ahead by 3+")                                                          \
    X(CLOCK, UNDER_10, "under 10 s")                                                               \
    X(CLOCK, UNDER_30, "10 to 30 s")                                                               \
    X(CLOCK, UNDER_60, "30 to 60 s")                                                               \
    X(CLOCK, UNDER_180, "1 to 3 min")                                                              \
    X(CLOCK, OVER_180, "over 3 min")                                                               \
    X(CLOCK, UNKNOWN, "no clock")
enum check_split {
#define X(id, word) CHECK_BY_##id,
    CHECK_SPLITS(X)
#undef X
        CHECK_SPLIT_COUNT
};
enum check_part {
#define X(split, id, words) CHECK_##id,
    CHECK_PARTS(X)
#undef X
        CHECK_PART_COUNT
};
const char *check_split_word(enum check_split split);
enum check_split check_part_split(enum check_part part);
const char *check_part_words(enum check_part part);

/* Lichess's terms for moves that give away 10, 20 and 30 % of the winning chances. */
enum { CHECK_INACCURACY, CHECK_MISTAKE, CHECK_BLUNDER, CHECK_JUDGEMENTS };

/* Sums over moves. */
struct check_tally {
    int64_t positions;
    double matched;    /* moves equal to the one played, or the sum of Maia's probabilities */
    double squares;    /* sum of the squares of the amounts added to matched */
    double first;      /* the same as matched, for the most probable moves */
    int64_t known;     /* positions where the player gave probabilities */
    double likelihood; /* sum of the natural logarithms of the probability of the move played,
                          which counts as one in a million at least */
    int64_t judged;
    double lost; /* centipawns */
    int64_t judgements[CHECK_JUDGEMENTS];
    int64_t losses[LOSS_BANDS]; /* moves by how much they lost, as in loss.h */
    int64_t rated;              /* moves whose probability among people a Maia network gave */
    int64_t rare, predicted;    /* of these: rarer than one in CHECK_RARE; its most probable move */
};

/* A player to be asked. If level is true, it plays at the rating of each band; otherwise it is the
 * same for all bands. */
struct check_player {
    char name[128];
    bool level;
    struct player_spec specs[CHECK_BANDS_MAX]; /* by band; all equal if level is false */
};
/* text is the name of a weakening method, or a player as in player.h. A method plays at the middle
 * of each band. Returns false and sets *error on failure. */
MUST_USE bool check_player_read(struct check_player *player, const char *text,
                                const struct check_bands *bands, const struct strength *strength,
                                struct error *error);

struct check_options {
    uint64_t seed;        /* for random choices */
    uint64_t judge_nodes; /* per position; 0: no judging */
    uint64_t nodes;       /* per position, for players without a level or limits in their spec */
    int allotted;         /* milliseconds from which a weakened engine computes its nodes */
    int concurrency;      /* positions handled at the same time, 1 .. 256 */
    int hash_mb;
    const char *maia; /* folder of the Maia networks; NULL: nobody says how usual a move is */
    const struct strength *strength;
    struct shared_results *results; /* of check_shared_open; NULL: answers are not kept */
    struct shared_part part;        /* the positions to ask about */
};

/* Who takes part. */
struct check_field {
    const struct check_sample *sample; /* of people's games, or bare positions */
    const struct check_player *players;
    int player_count;
    /* Players whose moves are known: they are judged, and nobody is asked. May be NULL. */
    const struct check_entrants *entrants;
};

/* tallies[band][row][part]; row 0 stands for the people (or Maia), then come the players that were
 * asked, then the entrants. */
struct check {
    struct check_bands bands;
    bool bare;
    int asked; /* rows of the people and of the players */
    int count; /* rows */
    int done, all; /* positions of the part: answered, and in the sample */
    char names[CHECK_ROWS_MAX][128];
    struct check_tally tallies[CHECK_BANDS_MAX][CHECK_ROWS_MAX][CHECK_PART_COUNT];
};

/* Asks the players about every position of the sample, and judges the entrants' moves. progress
 * (may be NULL) is called after each position, from any thread but never concurrently; if it
 * returns false, the run stops with the results so far. Returns false and sets *error on failure.
 */
MUST_USE bool check_run(struct check *check, const struct check_field *field,
                        const struct check_options *options,
                        bool (*progress)(void *context, int done, int all), void *context,
                        struct error *error);

/* Writes the tables, divided by parts unless split is CHECK_BY_WHOLE, then the plot of the
 * matches. */
void check_write_text(FILE *out, const struct check *check, enum check_split split);
/* All figures for every split. */
void check_write_json(FILE *out, const struct check *check);
void check_write_csv(FILE *out, const struct check *check);
