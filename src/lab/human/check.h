/* How human a way of playing is: positions out of people's games are put to players of all kinds,
 * and their moves are held against those the people made, by rating band.
 *
 * Of a move it is asked whether it was the one played; of players that know how probable each move
 * is, the likelihood of the one played; and of every move what it gave away, judged by our engine
 * at full strength with a fixed number of nodes (loss.h). The same sample, seed and nodes give the
 * same figures. On bare positions, where nobody played, the reference are the Maia networks: a
 * move matches as far as they find it probable. */
#pragma once

#include <stdio.h>

#include "src/lab/human/check_sample.h"
#include "src/player/player.h"

enum { CHECK_PLAYERS_MAX = 16 };

/* By what the positions are told apart: identifier, word. */
#define CHECK_SPLITS(X)     \
    X(WHOLE, "all")         \
    X(PHASE, "phase")       \
    X(MATERIAL, "material") \
    X(CLOCK, "clock")
/* Their parts: split, identifier, words. Phases as in loss.h, in its order; material for the side
 * to move with pieces worth 1, 3, 3, 5 and 9; the clock of who is to move. */
#define CHECK_PARTS(X)                        \
    X(WHOLE, ALL, "all")                      \
    X(PHASE, OPENING, "opening")              \
    X(PHASE, MIDDLE, "middlegame")            \
    X(PHASE, ENDGAME, "endgame")              \
    X(MATERIAL, FAR_BEHIND, "behind by 3+")   \
    X(MATERIAL, BEHIND, "behind")             \
    X(MATERIAL, LEVEL, "level")               \
    X(MATERIAL, AHEAD, "ahead")               \
    X(MATERIAL, FAR_AHEAD, "ahead by 3+")     \
    X(CLOCK, UNDER_10, "under 10 s")          \
    X(CLOCK, UNDER_30, "10 to 30 s")          \
    X(CLOCK, UNDER_60, "30 to 60 s")          \
    X(CLOCK, UNDER_180, "1 to 3 min")         \
    X(CLOCK, OVER_180, "over 3 min")          \
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

/* Lichess's words for what a move gave away: 10, 20, 30 % of the winning chances. */
enum { CHECK_INACCURACY, CHECK_MISTAKE, CHECK_BLUNDER, CHECK_JUDGEMENTS };

/* Sums over moves. */
struct check_tally {
    int64_t positions;
    double matched;      /* moves that were those played, or as far as Maia would have */
    double squares;      /* of what each added to matched */
    double first;        /* the same of the most probable moves */
    int64_t known;       /* positions where the player said how probable moves are */
    double likelihood;   /* natural logarithms of the probability of what was played, at least
                          * one in a million */
    int64_t judged;
    double lost;         /* centipawns */
    int64_t judgements[CHECK_JUDGEMENTS];
};

/* Who is asked: at a band's rating where level is set, otherwise the same for all bands. */
struct check_player {
    char name[128];
    bool level;
    struct player_spec specs[CHECK_BANDS_MAX]; /* by band; all alike where there is no level */
};
/* The name of a weakening method, or a player as in player.h; a method plays at each band's middle.
 * False fills error. */
MUST_USE bool check_player_read(struct check_player *player, const char *text,
                                const struct check_bands *bands, const struct strength *strength,
                                struct error *error);

struct check_options {
    uint64_t seed;        /* of the dice */
    uint64_t judge_nodes; /* a position; 0: nothing is judged */
    uint64_t nodes;       /* a position, for players without a level or limits of their own */
    int allotted;         /* milliseconds a weakened engine counts its nodes from */
    int concurrency;      /* positions at a time, 1 .. 256 */
    int hash_mb;
    const struct strength *strength;
};

/* tallies[band][who][part]; who: 0 the people (or Maia), then the players in their order. */
struct check {
    struct check_bands bands;
    bool bare;
    int count;                                      /* of players, the people among them */
    char names[CHECK_PLAYERS_MAX + 1][128];
    struct check_tally tallies[CHECK_BANDS_MAX][CHECK_PLAYERS_MAX + 1][CHECK_PART_COUNT];
};

/* Asks count players about every position of the sample. progress (may be NULL) is called after
 * each position from any of the threads, one at a time; false: stop, with what there is. False
 * fills error. */
MUST_USE bool check_run(struct check *check, const struct check_sample *sample,
                        const struct check_player players[], int count,
                        const struct check_options *options,
                        bool (*progress)(void *context, int done, int all), void *context,
                        struct error *error);

/* The table, by parts of a split where it is not CHECK_BY_WHOLE; then the plot of the matches. */
void check_write_text(FILE *out, const struct check *check, enum check_split split);
/* Everything, every split. */
void check_write_json(FILE *out, const struct check *check);
void check_write_csv(FILE *out, const struct check *check);
