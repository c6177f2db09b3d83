/* Traced positions: each as the few weights it counts, so that an error over all of them is a walk
 * through an array. The evaluation is linear in its weights but for roundings (what danger to the
 * king costs is a table), so a score is rebuilt exactly and a gradient needs no chain rule. */
#ifndef FALLIBLE_LAB_TUNE_TRACE_H
#define FALLIBLE_LAB_TUNE_TRACE_H

#include "engine/evaluation.h"
#include "src/lab/tune_pool.h"
#include "src/lab/tune_record.h"

/* A weight vector as the optimisers see it. Middlegame and endgame lie side by side because a
 * count always meets both. */
struct pair {
    float middlegame, endgame;
};

enum { TRACE_CHUNK = 1024 }; /* positions that are summed together: the unit of work */

struct trace_head {
    uint32_t first;   /* of its entries in the chunk */
    float middlegame; /* phase factors, scaled: the score is their weighted sums */
    float endgame;
    float adjustment; /* centipawns for White that no weight carries */
    float result;     /* of White: 0, 0.5, 1 */
};

struct trace_chunk {
    int count;                /* positions */
    struct trace_head *heads; /* count + 1: the last only ends the entries */
    uint16_t *at;             /* entries: place in the weight vector */
    int8_t *times;            /* and White's count minus Black's */
};

struct traces {
    struct trace_chunk *chunks; /* training chunks first, then those held out */
    int training, held_out;     /* chunks */
    int training_positions, held_out_positions;
    int dropped; /* positions without a meaning: dead draws */
    int inexact; /* rebuilt one centipawn off by rounding */
    size_t bytes;
};

/* Traces records under weights; checks that every rebuilt score is the evaluation's to one
 * centipawn. records is shuffled by seed, so that neighbours of one game part. False fills error
 * (out of memory, or the position that failed the check). */
MUST_USE bool traces_create(struct traces *traces, struct record records[], int count,
                            const struct weights *weights, uint64_t seed, struct pool *pool,
                            struct error *error);
void traces_clear(struct traces *traces);

/* The score for White in centipawns, not rounded. */
static inline float trace_score(const struct trace_chunk *chunk, int i, const struct pair *weights)
{
    const struct trace_head *head = &chunk->heads[i];
    float middlegame = 0, endgame = 0;
    for (uint32_t entry = head[0].first; entry < head[1].first; entry++) {
        struct pair weight = weights[chunk->at[entry]];
        float times = chunk->times[entry];
        middlegame += times * weight.middlegame;
        endgame += times * weight.endgame;
    }
    return middlegame * head->middlegame + endgame * head->endgame + head->adjustment;
}

/* Sum of the squared errors over the chunks first .. first + count - 1. k: the steepness of
 * 1 / (1 + 10^(-k score / 400)). The sum does not depend on the number of threads. */
double traces_error(const struct traces *traces, int first, int count, const struct pair *weights,
                    double k, struct pool *pool);

/* The same over one chunk, in the caller's thread. */
double trace_chunk_error(const struct trace_chunk *chunk, const struct pair *weights, double k);

/* Adds the gradient of the squared errors of the chunks listed to gradient (WEIGHT_COUNT), by way
 * of scratch (count * WEIGHT_COUNT pairs); returns their sum. */
double traces_gradient(const struct traces *traces, const int chunks[], int count,
                       const struct pair *weights, double k, struct pair *scratch,
                       struct pair *gradient, struct pool *pool);

/* The k that fits the training positions best under weights. */
double traces_fit_k(const struct traces *traces, const struct pair *weights, struct pool *pool);

#endif
