/* Traced positions: each as the few weights it counts, so that an error over all of them is a walk
 * through an array. The evaluation is linear in its weights but for roundings and for danger to the
 * king: there weighted counts are summed, and the sum chooses a row of a table. That choice is made
 * anew for every weight vector, so a score is rebuilt exactly; its gradient takes the table for the
 * line through its neighbouring rows (the chain rule). */
#pragma once

#include "engine/evaluation.h"
#include "src/util/thread_pool.h"
#include "src/lab/tune/tune_record.h"

/* A weight vector as the optimisers see it. Middlegame and endgame lie side by side because a
 * count always meets both. */
struct pair {
    float middlegame, endgame;
};

enum { TRACE_CHUNK = 1024 }; /* positions that are summed together: the unit of work */

struct trace_head {
    uint32_t first;                 /* of its entries in the chunk, those that are added up */
    uint32_t pressure[COLOR_COUNT]; /* behind them, on each king: places of king_pressure */
    float middlegame;               /* phase factors, scaled: the score is their weighted sums */
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

/* Told now and then how much is done. False: stop. */
typedef bool (*traces_progress)(void *context, int percent);

/* Traces records under weights; checks that every rebuilt score is the evaluation's to one
 * centipawn. records is shuffled by seed, so that neighbours of one game part. progress may be
 * NULL. False fills error (out of memory, the position that failed the check, stopped). */
MUST_USE bool traces_create(struct traces *traces, struct record records[], int count,
                            const struct weights *weights, uint64_t seed, struct pool *pool,
                            traces_progress progress, void *context, struct error *error);
void traces_clear(struct traces *traces);

/* The sum of the pressure on a king, whose entries end before end. */
static inline float trace_pressure(const struct trace_chunk *chunk, uint32_t first, uint32_t end,
                                   const struct pair *weights)
{
    float sum = 0;
    for (uint32_t entry = first; entry < end; entry++)
        sum += (float)chunk->times[entry] * weights[chunk->at[entry]].middlegame;
    return sum;
}

/* The row of king_danger it chooses; 0: none. */
static inline int danger_row(float pressure)
{
    float rows = pressure / PRESSURE_UNIT;
    return rows <= 0 ? 0 : rows >= DANGER_MAX ? DANGER_MAX : (int)rows;
}

/* The score for White in centipawns, not rounded. */
static inline float trace_score(const struct trace_chunk *chunk, int i, const struct pair *weights)
{
    const struct trace_head *head = &chunk->heads[i];
    float middlegame = 0, endgame = 0;
    for (uint32_t entry = head->first; entry < head->pressure[WHITE]; entry++) {
        struct pair weight = weights[chunk->at[entry]];
        float times = chunk->times[entry];
        middlegame += times * weight.middlegame;
        endgame += times * weight.endgame;
    }
    const uint32_t ends[COLOR_COUNT] = {head->pressure[BLACK], head[1].first};
    for (int color = WHITE; color <= BLACK; color++) {
        int row = danger_row(trace_pressure(chunk, head->pressure[color], ends[color], weights));
        if (row == 0)
            continue;
        struct pair weight = weights[TERM_king_danger_AT + row];
        middlegame += color == WHITE ? weight.middlegame : -weight.middlegame;
        endgame += color == WHITE ? weight.endgame : -weight.endgame;
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
