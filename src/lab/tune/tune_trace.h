/* Traced positions: each is stored as the few weights that count in it, so computing the error over
 * all positions is a pass through an array. The evaluation is linear in its weights except for
 * rounding and for king danger, where a weighted sum of counts (the pressure) selects a row of a
 * table. The row is selected again for every weight vector, so scores are rebuilt exactly. The
 * gradient treats the table as linear between neighbouring rows (the chain rule). */
#pragma once

#include "engine/evaluation.h"
#include "src/util/thread_pool.h"
#include "src/lab/tune/tune_record.h"

/* A weight as the optimisers store it. Middlegame and endgame are adjacent because every count
 * multiplies both. */
struct pair {
    float middlegame, endgame;
};

enum { TRACE_CHUNK = 1024 }; /* positions that are summed together: the unit of work */

struct trace_head {
    uint32_t first;                 /* index in the chunk of the first of the position's entries
                                       that simply add to the score: count times weight */
    uint32_t pressure[COLOR_COUNT]; /* for each king: index of the first entry for the pressure on
                                       it; these entries follow the others and use the weights of
                                       king_pressure */
    float middlegame; /* the score is the middlegame sum times `middlegame` plus the endgame sum
                         times `endgame` */
    float endgame;
    float adjustment; /* centipawns for White that do not depend on any weight */
    float result;     /* White's result: 0, 0.5 or 1 */
};

struct trace_chunk {
    int count;                /* positions */
    struct trace_head *heads; /* count + 1 elements: the last one only marks the end of the
                                 entries */
    uint16_t *at;             /* entries: index in the weight vector */
    int8_t *times;            /* entries: White's count minus Black's */
};

struct traces {
    struct trace_chunk *chunks; /* the training chunks, then the held-out ones */
    int training, held_out;     /* number of chunks */
    int training_positions, held_out_positions;
    int dropped; /* dead draws, whose score does not depend on the weights */
    int inexact; /* positions whose rebuilt score is off by one centipawn because of rounding */
    size_t bytes;
};

/* Called from time to time with the percentage done. Returns false to stop. */
typedef bool (*traces_progress)(void *context, int percent);

/* Traces the records under the given weights and checks that every rebuilt score agrees with the
 * evaluation to one centipawn. Also shuffles `records` by `seed`, which separates positions of the
 * same game. `progress` may be NULL. Returns false and sets *error when out of memory, when a
 * position fails the check, or when stopped. */
MUST_USE bool traces_create(struct traces *traces, struct record records[], int count,
                            const struct weights *weights, uint64_t seed, struct pool *pool,
                            traces_progress progress, void *context, struct error *error);
void traces_clear(struct traces *traces);

/* The pressure on one king: the weighted sum of the entries from `first` to `end` - 1. */
static inline float trace_pressure(const struct trace_chunk *chunk, uint32_t first, uint32_t end,
                                   const struct pair *weights)
{
    float sum = 0;
    for (uint32_t entry = first; entry < end; entry++)
        sum += (float)chunk->times[entry] * weights[chunk->at[entry]].middlegame;
    return sum;
}

/* The row of king_danger for this pressure; 0: no danger. */
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

/* The sum of the squared errors over the chunks first .. first + count - 1. k is the steepness of
 * the expected result, 1 / (1 + 10^(-k score / 400)). The sum does not depend on the number of
 * threads. */
double traces_error(const struct traces *traces, int first, int count, const struct pair *weights,
                    double k, struct pool *pool);

/* The sum of the squared errors of one chunk, computed on the calling thread. */
double trace_chunk_error(const struct trace_chunk *chunk, const struct pair *weights, double k);

/* Adds the gradient of the squared errors of the listed chunks to `gradient` (WEIGHT_COUNT pairs)
 * and returns the sum of the squared errors. `scratch` must have room for count * WEIGHT_COUNT
 * pairs. */
double traces_gradient(const struct traces *traces, const int chunks[], int count,
                       const struct pair *weights, double k, struct pair *scratch,
                       struct pair *gradient, struct pool *pool);

/* Returns the k that minimises the error of the training positions under the given weights. */
double traces_fit_k(const struct traces *traces, const struct pair *weights, struct pool *pool);
