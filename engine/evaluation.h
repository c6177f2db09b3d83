/* The public view of the evaluation: its terms, their weights, and the trace of a position, which
 * explains its score. */
#pragma once

#include <stdatomic.h>

#include "engine/types.h"

/* terms.def has one row for each term: TERM(id, count, group, min, max, words, values). values is a
 * list of count entries, either V(mg, eg, naive_mg, naive_eg) or P(mg, eg). mg and eg are the
 * values in the middlegame and endgame; the naive ones apply when the group is switched off, and
 * are zero in P. */
enum term {
#define TERM(id, count, group, min, max, words, ...) TERM_##id,
#include "engine/eval/terms.def"
#undef TERM
    TERM_COUNT
};

/* The values of a term occupy count consecutive places of the weight vector, starting at
 * TERM_<id>_AT. */
enum {
#define TERM(id, count, group, min, max, words, ...)                                               \
    TERM_##id##_AT, TERM_##id##_LAST = TERM_##id##_AT + (count)-1,
#include "engine/eval/terms.def"
#undef TERM
    WEIGHT_COUNT
};

/* King safety: pressure on a king is the sum of the parts of the term king_pressure. The sum
 * selects a value of the term king_danger. */
enum {
    PRESSURE_COUNT = TERM_king_pressure_LAST - TERM_king_pressure_AT + 1,
    PRESSURE_UNIT = 16, /* king_danger has one value for each 16 units of pressure */
    DANGER_MAX = TERM_king_danger_LAST - TERM_king_danger_AT,
};

enum { PHASE_FULL = 24, SCALE_FULL = 64 }; /* units of phase and scale in struct trace */

struct term_info {
    const char *name;  /* "passed_pawn" */
    const char *words; /* a description, such as "passed pawns, by rank" */
    enum group group;
    int at, count; /* index of the term's first weight in the weight vector; number of its
                    * weights */
    int min, max;  /* bounds of each value */
};
const struct term_info *term_info(enum term term);

struct weights {
    uint64_t key;                 /* identifies the knowledge percentages that the weights were
                                   * computed for; 0: full knowledge */
    int32_t packed[WEIGHT_COUNT]; /* the middlegame and endgame values of each weight packed into
                                   * one number, so that one addition adds both */
    int16_t middlegame[WEIGHT_COUNT];
    int16_t endgame[WEIGHT_COUNT];
};
const struct weights *weights_full(void);
/* Fills `weights`: interpolates each weight between its naive and its full value, by the percentage
 * of its group in `knowledge`. */
void weights_for(struct weights *weights, const int knowledge[GROUP_COUNT]);
/* Sets the weights of the term pawn_network to 0. */
void weights_drop_network(struct weights *weights);
/* Fills `weights` with those of a weakened engine: as weights_for, but without the term
 * pawn_network, which is newer than the measurements of the levels. */
void weights_of_level(struct weights *weights, const int knowledge[GROUP_COUNT]);
/* Does the same for a level that knows all groups fully. */
void weights_full_of_level(struct weights *weights);
/* Sets the endgame value of each weight to its middlegame value. */
void weights_flatten(struct weights *weights);

/* What one term contributes to the evaluation of a position. Centipawns are rounded so that the
 * rows add up to the score. */
struct trace_row {
    int count[COLOR_COUNT];      /* how often the term counts for each side */
    int centipawns[COLOR_COUNT]; /* what the term is worth to each side, after tapering and scaling;
                                  * may be negative */
};

struct trace {
    int16_t counts[COLOR_COUNT][WEIGHT_COUNT]; /* how often each weight counts for each side */
    int16_t pressure[COLOR_COUNT][PRESSURE_COUNT]; /* the parts of the pressure on that side's king;
                                                    * all 0 if king danger does not count */
    int phase;                                 /* 0 (endgame) to 24 (middlegame) */
    int scale;      /* in 64ths: how much of the endgame score counts, from 0 (a draw) to 88 */
    Score score;    /* what evaluation() returns, from White's point of view */
    int adjustment; /* centipawns for White from rules for known endings, which no term covers;
                     * usually 0 */
    struct trace_row rows[TERM_COUNT];
    int groups[GROUP_COUNT][COLOR_COUNT]; /* the rows summed by positional group */
};

/* The evaluation for the side to move, in centipawns. */
Score evaluation(const struct position *position, const struct weights *weights);

/* A cache of the parts of the evaluation that depend on the pawns, the kings, and which other
 * pieces are left. Each thread needs its own. A cache filled with zero bytes is empty. It can serve
 * several sets of weights, because the key of an entry includes weights.key. */
enum { EVAL_CACHE_SIZE = 16384 }; /* a power of two */
struct pawn_entry {
    uint64_t key;                   /* hash of pawns and weights */
    Bitboard passed[COLOR_COUNT];   /* passed pawns */
    Bitboard reach[COLOR_COUNT];    /* squares that the pawns attack now or can attack after
                                     * advancing */
    int32_t score;                  /* value of the pawn structure for White; middlegame and endgame
                                     * packed as in struct weights */
    int32_t shelter[COLOR_COUNT];   /* the value of each king's pawn shelter for its side, packed;
                                     * valid only while that king is on the square in king[] */
    uint8_t king[COLOR_COUNT];      /* where the king stood when shelter was computed; NO_SQUARE:
                                     * not computed yet */
    uint8_t half_open[COLOR_COUNT]; /* number of files near each king that have no pawns of its
                                     * side */
};
struct network_entry {
    uint64_t key;  /* hash of the weights, the pawns, the kings, and which other pieces are left */
    int32_t score; /* value of the term pawn_network for White, packed */
};
struct eval_cache {
    struct pawn_entry pawns[EVAL_CACHE_SIZE];
    struct network_entry networks[EVAL_CACHE_SIZE];
    _Atomic uint64_t probes, hits; /* number of lookups, and of those that found an entry for the
                                    * pawns; only the thread that owns the cache counts them */
};

/* Prefetches the entry of the cache that evaluation_cached reads first. */
void evaluation_prefetch(const struct position *position, const struct eval_cache *cache);

/* Returns what evaluation returns, but faster, because it uses the cache. For the search. */
Score evaluation_cached(const struct position *position, const struct weights *weights,
                        struct eval_cache *cache);

/* Fills `trace` with the score and what each term contributes to it. The sum of centipawns[WHITE] -
 * centipawns[BLACK] over all rows, plus `adjustment`, equals the score exactly. */
void evaluation_explain(const struct position *position, const struct weights *weights,
                        struct trace *trace);
