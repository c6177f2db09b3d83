/* Measures how human a way of playing is: players of all kinds are asked for moves in positions
 * from people's games, and their moves are compared with the people's, by rating band.
 *
 * Four things are measured:
 *
 * - whether the move is the one that was played;
 * - for players that give probabilities, the likelihood of the move that was played;
 * - how much every move gave away, judged by our engine at full strength with a fixed number of
 *   nodes (loss.h);
 * - how usual every move is among people, according to the Maia network of the band.
 *
 * The last two are also measured for games that a player has played: its own moves in its own
 * positions. The same sample, seed and nodes give the same figures. Bare positions, which come from
 * no game, are compared with the Maia networks instead of people: a move scores the probability
 * that the network gives it. */
#pragma once

#include <stdio.h>

#include "src/lab/human/check_entrants.h"
#include "src/lab/match/loss.h"
#include "src/player/player.h"
#include "src/util/shared_results.h"

enum { CHECK_PLAYERS_MAX = 16 };
enum { CHECK_ROWS_MAX = 1 + CHECK_PLAYERS_MAX + CHECK_ENTRANTS_MAX };

enum { CHECK_RARE = 200 }; /* a move is rare if fewer than one person in 200 plays it */

/* The ways to split the positions: identifier, word. */
#define CHECK_SPLITS(X)                                                                            \
    X(WHOLE, "all")                                                                                \
    X(PHASE, "phase")                                                                              \
    X(MATERIAL, "material")                                                                        \
    X(CLOCK, "clock")
/* The parts of each split: split, identifier, text. The phases are those of loss.h, in its order.
 * Material is counted from the mover's side with pieces worth 1, 3, 3, 5 and 9. The clock is the
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

/* Lichess's terms for moves that lower the winning chances by at least 0.1, 0.2 and 0.3, on its
 * scale from -1 (lost) to 1 (won). */
enum { CHECK_INACCURACY, CHECK_MISTAKE, CHECK_BLUNDER, CHECK_JUDGEMENTS };

/* Sums over moves. */
struct check_tally {
    int64_t positions;
    double matched;    /* moves equal to the one played; for positions without games, the sum of
                          Maia's probabilities for the moves chosen */
    double squares;    /* sum of the squares of the amounts added to matched */
    double first;      /* as matched, but for the player's most probable move instead of the move it
                          chose */
    int64_t known;     /* positions where the player gave probabilities */
    double likelihood; /* sum of the natural logarithms of the probability of the move played; a
                          probability below one in a million counts as one in a million */
    int64_t judged;
    double lost; /* sum over the judged moves of what they lost, in centipawns */
    int64_t judgements[CHECK_JUDGEMENTS];
    int64_t losses[LOSS_BANDS]; /* number of moves in each band of loss.h */
    int64_t rated;              /* moves to which a Maia network gave a probability */
    int64_t rare, predicted;    /* of the rated moves: those rarer than 1 in CHECK_RARE; those that
                                   are the network's first choice */
};

/* A player that is asked for moves. If `level` is true, it plays at the middle rating of each band;
 * otherwise the player is the same for all bands. */
struct check_player {
    char name[128];
    bool level;
    struct player_spec specs[CHECK_BANDS_MAX]; /* one for each band; all equal if level is false */
};
/* Reads a player. `text` is either the name of a weakening method, which then plays at the middle
 * rating of each band, or a player as described in player.h. Returns false and sets *error on
 * failure. */
MUST_USE bool check_player_read(struct check_player *player, const char *text,
                                const struct check_bands *bands, const struct strength *strength,
                                struct error *error);

struct check_options {
    uint64_t seed;        /* seed of random choices */
    uint64_t judge_nodes; /* nodes that the judge searches per position; 0: no judging */
    uint64_t nodes; /* nodes per position, for players whose spec has neither a level nor limits */
    int allotted;         /* milliseconds per move that determine a weakened engine's node budget */
    int concurrency;      /* positions handled at the same time, 1 .. 256 */
    int hash_mb;
    const char *maia; /* folder of the Maia networks; NULL: do not measure how usual moves are */
    const struct strength *strength;
    struct shared_results *results; /* from check_shared_open; NULL: answers are not kept */
    struct shared_part part;        /* this process's share of the positions, if several share the
                                       work */
};

/* What a check compares: the sample of positions, the players that are asked about them, and the
 * players whose recorded games are judged. */
struct check_field {
    const struct check_sample *sample; /* positions from people's games, or positions without
                                        * games */
    const struct check_player *players;
    int player_count;
    /* Players with recorded games: their moves are judged, and they are not asked for any. May be
     * NULL. */
    const struct check_entrants *entrants;
};

/* The results, as tallies[band][row][part]. Row 0 is the people (or Maia), then come the players
 * that were asked, then the entrants. */
struct check {
    struct check_bands bands;
    bool bare;
    int asked; /* number of rows before the entrants: the people and the players asked */
    int count; /* number of all rows */
    int done, all; /* positions in this process's part: answered so far, and in total */
    char names[CHECK_ROWS_MAX][128];
    struct check_tally tallies[CHECK_BANDS_MAX][CHECK_ROWS_MAX][CHECK_PART_COUNT];
};

/* Asks field->players about every position of field->sample, and judges the recorded moves of
 * field->entrants. `progress` (may be NULL) is called after each position, from any thread but
 * never concurrently. If it returns false, the run stops and keeps the results so far. Returns
 * false and sets *error on failure. */
MUST_USE bool check_run(struct check *check, const struct check_field *field,
                        const struct check_options *options,
                        bool (*progress)(void *context, int done, int all), void *context,
                        struct error *error);

/* Writes the tables, divided into the parts of `split`, then the plot of the matches. */
void check_write_text(FILE *out, const struct check *check, enum check_split split);
/* These two functions write all figures, divided by every split. */
void check_write_json(FILE *out, const struct check *check);
void check_write_csv(FILE *out, const struct check *check);
