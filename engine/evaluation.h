/* The evaluation seen from outside: its terms, their weights, a position's trace. Public, for
 * panes, hints and the tuner. */
#pragma once

#include "engine/types.h"

/* terms.def has one row a parameter, TERM(id, count, group, min, max, words, values), where
 * values is a list of V(mg, eg, naive_mg, naive_eg) or P(mg, eg) (naive value zero), count long. */
enum term {
#define TERM(id, count, group, min, max, words, ...) TERM_##id,
#include "engine/eval/terms.def"
#undef TERM
    TERM_COUNT
};

/* Each row occupies count places in the weight vector, from TERM_<id>_AT. */
enum {
#define TERM(id, count, group, min, max, words, ...)                                               \
    TERM_##id##_AT, TERM_##id##_LAST = TERM_##id##_AT + (count)-1,
#include "engine/eval/terms.def"
#undef TERM
    WEIGHT_COUNT
};

/* The parts of king_pressure, which together choose the row of king_danger that counts. */
enum {
    PRESSURE_COUNT = TERM_king_pressure_LAST - TERM_king_pressure_AT + 1,
    PRESSURE_UNIT = 16, /* to the row */
    DANGER_MAX = TERM_king_danger_LAST - TERM_king_danger_AT,
};

struct term_info {
    const char *name;  /* "passed_pawn" */
    const char *words; /* "passed pawns, by rank" */
    enum group group;
    int at, count; /* its places in the weight vector */
    int min, max;  /* bounds of each value */
};
const struct term_info *term_info(enum term term);

struct weights {
    uint64_t key;                 /* tells one knowledge from another; 0: full */
    int32_t packed[WEIGHT_COUNT]; /* both parts of a weight as the evaluation adds them up */
    int16_t middlegame[WEIGHT_COUNT];
    int16_t endgame[WEIGHT_COUNT];
};
const struct weights *weights_full(void);
/* Each weight between its naive and its full value by its group's percentage. */
void weights_for(struct weights *weights, const int knowledge[GROUP_COUNT]);
/* The middlegame's values in the endgame too. */
void weights_flatten(struct weights *weights);
/* Makes packed what middlegame and endgame say, for weights with values of their own. */
void weights_pack(struct weights *weights);

/* One row of a position's evaluation. Centipawns are rounded so that they add up. */
struct trace_row {
    int count[COLOR_COUNT];      /* how often the term was counted for each side */
    int centipawns[COLOR_COUNT]; /* its worth to each side, tapered and scaled, >= or < 0 */
};

struct trace {
    int16_t counts[COLOR_COUNT][WEIGHT_COUNT]; /* coefficients of the weight vector */
    int16_t pressure[COLOR_COUNT][PRESSURE_COUNT]; /* on that side's king; 0 where none counts */
    int phase;                                 /* 0 endgame .. 24 middlegame */
    int scale;      /* of 64: how much of the endgame score counts, 0 (drawn) .. 88 */
    Score score;    /* for white; equals the evaluation exactly */
    int adjustment; /* centipawns for white that no term carries (known endings), usually 0 */
    struct trace_row rows[TERM_COUNT];
    int groups[GROUP_COUNT][COLOR_COUNT]; /* rows added up by positional group */
};

/* The evaluation for the side to move. */
Score evaluation(const struct position *position, const struct weights *weights);

/* What pawns alone decide, remembered from position to position: one a thread. All zero is
 * empty; it may be used with several weights, told apart by their key. */
enum { EVAL_CACHE_SIZE = 16384 }; /* a power of two */
struct pawn_entry {
    uint64_t key;                   /* of pawns and weights */
    Bitboard passed[COLOR_COUNT];   /* passed pawns */
    Bitboard reach[COLOR_COUNT];    /* squares the pawns attack now or further up */
    int32_t score;                  /* packed, for white */
    int32_t shelter[COLOR_COUNT];   /* packed, for the king's side, its king on king[] */
    uint8_t king[COLOR_COUNT];      /* NO_SQUARE: shelter is not known */
    uint8_t half_open[COLOR_COUNT]; /* files at the king without a pawn of its own */
};
struct eval_cache {
    struct pawn_entry pawns[EVAL_CACHE_SIZE];
};

/* The same score, faster: for the search. */
Score evaluation_cached(const struct position *position, const struct weights *weights,
                        struct eval_cache *cache);

/* The same with its reasons. The rows' centipawns[WHITE] - centipawns[BLACK], summed, plus
 * adjustment, equal score exactly. */
void evaluation_explain(const struct position *position, const struct weights *weights,
                        struct trace *trace);
