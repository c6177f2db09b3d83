/* Builds the traces and computes the error and its gradient. Work is split into chunks of fixed
 * size whose sums are added in order, so results do not depend on the number of threads. */
#include "src/lab/tune/tune_trace.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/random.h"

enum { UNIT = PHASE_FULL * SCALE_FULL };
enum { ENTRIES_MAX = 4 * WEIGHT_COUNT }; /* the most entries that one position may need. A count
                                            that does not fit in one entry takes several */
enum { SLICE = 64 };                     /* chunks between two calls of progress */

struct builder {
    const struct weights *weights;
    const struct record *records;
    struct trace_chunk *chunks;
    int first;    /* index of the first of the chunks that are being built */
    int training; /* number of chunks with training positions */
    int training_positions, held_out_positions;
    pthread_mutex_t lock; /* guards the fields below */
    int dropped, inexact;
    size_t bytes;
    bool failed;
    struct error *error;
};

/* A chunk being built, which is then copied to arrays of the exact size. */
struct draft {
    struct trace_head heads[TRACE_CHUNK + 1];
    int count;
    size_t entries, capacity;
    uint16_t *at;
    int8_t *times;
    int dropped, inexact;
};

static bool reserve(struct draft *draft)
{
    if (draft->entries + ENTRIES_MAX <= draft->capacity)
        return true;
    size_t capacity = draft->capacity ? 2 * draft->capacity : TRACE_CHUNK * 96 + ENTRIES_MAX;
    uint16_t *at = realloc(draft->at, capacity * sizeof *at);
    if (at)
        draft->at = at;
    int8_t *times = realloc(draft->times, capacity * sizeof *times);
    if (times)
        draft->times = times;
    if (!at || !times)
        return false;
    draft->capacity = capacity;
    return true;
}

static void add_entries(struct draft *draft, int at, int times)
{
    while (times) {
        int part = times > INT8_MAX ? INT8_MAX : times < INT8_MIN ? INT8_MIN : times;
        draft->at[draft->entries] = (uint16_t)at;
        draft->times[draft->entries++] = (int8_t)part;
        times -= part;
    }
}

/* Adds to the draft the entries for the pressure on one king. Returns the row of king_danger that
 * this pressure selects. */
static int add_pressure(struct draft *draft, const int16_t pressure[PRESSURE_COUNT],
                        const struct weights *weights)
{
    int sum = 0;
    for (int i = 0; i < PRESSURE_COUNT; i++) {
        sum += pressure[i] * weights->middlegame[TERM_king_pressure_AT + i];
        add_entries(draft, TERM_king_pressure_AT + i, pressure[i]);
    }
    return danger_row((float)sum);
}

static bool is_danger(int at)
{
    return at >= TERM_king_danger_AT && at <= TERM_king_danger_LAST;
}

/* Adds one position; returns false if the rebuilt score differs from the evaluation. */
static bool add_position(struct draft *draft, const struct record *record,
                         const struct position *position, const struct weights *weights)
{
    struct trace trace;
    evaluation_explain(position, weights, &trace);
    if (trace.scale == 0) { /* a dead draw: the score does not depend on the weights */
        draft->dropped++;
        return true;
    }
    struct trace_head *head = &draft->heads[draft->count++];
    head->first = (uint32_t)draft->entries;
    head->middlegame = (float)trace.phase / PHASE_FULL;
    head->endgame = (float)(trace.scale * (PHASE_FULL - trace.phase)) / UNIT;
    head->adjustment = (float)trace.adjustment;
    head->result = (float)record->result / 2;
    int middlegame = 0, endgame = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        int times = trace.counts[WHITE][i] - trace.counts[BLACK][i];
        if (is_danger(i)) /* the danger is computed from the pressure */
            continue;
        middlegame += times * weights->middlegame[i];
        endgame += times * weights->endgame[i];
        add_entries(draft, i, times);
    }
    for (int color = WHITE; color <= BLACK; color++) {
        head->pressure[color] = (uint32_t)draft->entries;
        int row = add_pressure(draft, trace.pressure[color], weights);
        int sign = row == 0 ? 0 : color == WHITE ? 1 : -1;
        middlegame += sign * weights->middlegame[TERM_king_danger_AT + row];
        endgame += sign * weights->endgame[TERM_king_danger_AT + row];
    }
    draft->heads[draft->count].first = (uint32_t)draft->entries;
    int rebuilt =
        middlegame * trace.phase * SCALE_FULL + endgame * trace.scale * (PHASE_FULL - trace.phase);
    int score = evaluation(position, weights);
    int off = abs(rebuilt / UNIT + trace.adjustment - (position->side == WHITE ? score : -score));
    draft->inexact += off != 0;
    return off <= 1;
}

/* Copies a draft into a chunk of the exact size. */
static bool keep(struct trace_chunk *chunk, const struct draft *draft)
{
    size_t entries = draft->entries ? draft->entries : 1;
    chunk->count = draft->count;
    chunk->heads = malloc(((size_t)draft->count + 1) * sizeof *chunk->heads);
    chunk->at = malloc(entries * sizeof *chunk->at);
    chunk->times = malloc(entries);
    if (!chunk->heads || !chunk->at || !chunk->times)
        return false;
    memcpy(chunk->heads, draft->heads, ((size_t)draft->count + 1) * sizeof *chunk->heads);
    if (draft->entries > 0) {
        memcpy(chunk->at, draft->at, draft->entries * sizeof *chunk->at);
        memcpy(chunk->times, draft->times, draft->entries);
    }
    return true;
}

static void fail(struct builder *builder, const struct position *position)
{
    pthread_mutex_lock(&builder->lock);
    if (!builder->failed) {
        char fen[CHESS_FEN_MAX] = "";
        if (position)
            chess_to_fen(position, fen);
        error_set(builder->error,
                  position ? "the trace does not add up to the evaluation: %s" : "out of memory%s",
                  fen);
    }
    builder->failed = true;
    pthread_mutex_unlock(&builder->lock);
}

static void build_chunk(void *context, int piece)
{
    struct builder *builder = context;
    int number = builder->first + piece;
    struct trace_chunk *chunk = &builder->chunks[number];
    bool trained = number < builder->training;
    int first = trained ? number * TRACE_CHUNK
                        : builder->training_positions + (number - builder->training) * TRACE_CHUNK;
    int end = trained ? builder->training_positions
                      : builder->training_positions + builder->held_out_positions;
    struct draft *draft = calloc(1, sizeof *draft);
    bool good = draft != NULL;
    for (int i = first; good && i < end && i < first + TRACE_CHUNK; i++) {
        struct position position;
        if (!record_unpack(&builder->records[i], &position))
            continue;
        good = reserve(draft);
        if (good && !add_position(draft, &builder->records[i], &position, builder->weights)) {
            fail(builder, &position);
            break;
        }
    }
    if (!good || !keep(chunk, draft))
        fail(builder, NULL);
    if (draft) {
        pthread_mutex_lock(&builder->lock);
        builder->dropped += draft->dropped;
        builder->inexact += draft->inexact;
        builder->bytes += draft->entries * 3 + (size_t)draft->count * sizeof *draft->heads;
        pthread_mutex_unlock(&builder->lock);
        free(draft->at);
        free(draft->times);
    }
    free(draft);
}

static void swap(struct record *a, struct record *b)
{
    struct record kept = *a;
    *a = *b;
    *b = kept;
}

/* Puts the training positions first, in random order, then the others in random order. Returns the
 * number of training positions. */
static int arrange(struct record records[], int count, uint64_t seed)
{
    int training = 0;
    random_shuffle(records, (size_t)count, sizeof *records, &seed);
    for (int i = 0; i < count; i++)
        if (!(records[i].flags & RECORD_HELD_OUT))
            swap(&records[training++], &records[i]);
    return training;
}

static int chunks_for(int positions)
{
    return (positions + TRACE_CHUNK - 1) / TRACE_CHUNK;
}

static int positions_in(const struct trace_chunk chunks[], int count)
{
    int positions = 0;
    for (int i = 0; i < count; i++)
        positions += chunks[i].count;
    return positions;
}

bool traces_create(struct traces *traces, struct record records[], int count,
                   const struct weights *weights, uint64_t seed, struct pool *pool,
                   traces_progress progress, void *context, struct error *error)
{
    *traces = (struct traces){.chunks = NULL};
    struct builder builder = {.weights = weights, .records = records, .error = error};
    builder.training_positions = arrange(records, count, seed);
    builder.held_out_positions = count - builder.training_positions;
    builder.training = traces->training = chunks_for(builder.training_positions);
    traces->held_out = chunks_for(builder.held_out_positions);
    int chunks = traces->training + traces->held_out;
    builder.chunks = traces->chunks = calloc((size_t)chunks + 1, sizeof *traces->chunks);
    if (!traces->chunks)
        return error_set(error, "out of memory");
    pthread_mutex_init(&builder.lock, NULL);
    for (; builder.first < chunks && !builder.failed; builder.first += SLICE) {
        if (progress && !progress(context, 100 * builder.first / chunks)) {
            error_set(error, "stopped");
            builder.failed = true;
            break;
        }
        int left = chunks - builder.first;
        pool_run(pool, left < SLICE ? left : SLICE, build_chunk, &builder);
    }
    pthread_mutex_destroy(&builder.lock);
    traces->dropped = builder.dropped;
    traces->inexact = builder.inexact;
    traces->bytes = builder.bytes;
    if (builder.failed) {
        traces_clear(traces);
        return false;
    }
    traces->training_positions = positions_in(traces->chunks, traces->training);
    traces->held_out_positions = positions_in(traces->chunks + traces->training, traces->held_out);
    return true;
}

void traces_clear(struct traces *traces)
{
    for (int i = 0; traces->chunks && i < traces->training + traces->held_out; i++) {
        free(traces->chunks[i].heads);
        free(traces->chunks[i].at);
        free(traces->chunks[i].times);
    }
    free(traces->chunks);
    *traces = (struct traces){.chunks = NULL};
}

/* Computing the error and the gradient */

struct pass {
    const struct trace_chunk *chunks;
    const int *list; /* indices of the chunks whose gradient is computed */
    const struct pair *weights;
    float slope; /* factor in the exponent: k ln 10 / 400 */
    double *sums;
    struct pair *scratch;
};

static float slope_of(double k)
{
    return (float)(k * log(10) / 400);
}

static double error_of(const struct trace_chunk *chunk, const struct pair *weights, float slope)
{
    double sum = 0;
    for (int i = 0; i < chunk->count; i++) {
        float score = trace_score(chunk, i, weights);
        float expected = 1 / (1 + expf(-slope * score));
        float off = expected - chunk->heads[i].result;
        sum += off * off;
    }
    return sum;
}

double trace_chunk_error(const struct trace_chunk *chunk, const struct pair *weights, double k)
{
    return error_of(chunk, weights, slope_of(k));
}

static void chunk_error(void *context, int piece)
{
    struct pass *pass = context;
    pass->sums[piece] = error_of(&pass->chunks[piece], pass->weights, pass->slope);
}

static double add_up(const double sums[], int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += sums[i];
    return sum;
}

double traces_error(const struct traces *traces, int first, int count, const struct pair *weights,
                    double k, struct pool *pool)
{
    double *sums = calloc((size_t)count + 1, sizeof *sums);
    if (!sums)
        return NAN;
    struct pass pass = {
        .chunks = traces->chunks + first, .weights = weights, .slope = slope_of(k), .sums = sums};
    pool_run(pool, count, chunk_error, &pass);
    double sum = add_up(sums, count);
    free(sums);
    return sum;
}

/* Returns how much the king danger rises from one row of the table to the next at this pressure, by
 * the difference of the neighbouring rows. */
static struct pair danger_slope(float pressure, int row, const struct pair *weights)
{
    if (pressure <= -PRESSURE_UNIT || pressure >= (DANGER_MAX + 1) * PRESSURE_UNIT)
        return (struct pair){0, 0};
    const struct pair *table = weights + TERM_king_danger_AT;
    const struct pair *below = &table[row > 0 ? row - 1 : 0];
    const struct pair *above = &table[row < DANGER_MAX ? row + 1 : DANGER_MAX];
    float rows = (float)(above - below);
    return (struct pair){(above->middlegame - below->middlegame) / rows,
                         (above->endgame - below->endgame) / rows};
}

/* Adds the gradient for the danger to one king. `slope` is the derivative of the error by the
 * middlegame and the endgame part of the score, from the point of view of the king's owner. */
static void add_danger_gradient(const struct trace_chunk *chunk, uint32_t first, uint32_t end,
                                const struct pair *weights, struct pair slope,
                                struct pair *gradient)
{
    if (first == end)
        return;
    float pressure = trace_pressure(chunk, first, end, weights);
    int row = danger_row(pressure);
    if (row > 0) {
        gradient[TERM_king_danger_AT + row].middlegame += slope.middlegame;
        gradient[TERM_king_danger_AT + row].endgame += slope.endgame;
    }
    struct pair more = danger_slope(pressure, row, weights);
    float each =
        (more.middlegame * slope.middlegame + more.endgame * slope.endgame) / PRESSURE_UNIT;
    for (uint32_t entry = first; entry < end; entry++)
        gradient[chunk->at[entry]].middlegame += (float)chunk->times[entry] * each;
}

static void chunk_gradient(void *context, int piece)
{
    struct pass *pass = context;
    const struct trace_chunk *chunk = &pass->chunks[pass->list[piece]];
    struct pair *gradient = pass->scratch + (size_t)piece * WEIGHT_COUNT;
    double sum = 0;
    memset(gradient, 0, WEIGHT_COUNT * sizeof *gradient);
    for (int i = 0; i < chunk->count; i++) {
        const struct trace_head *head = &chunk->heads[i];
        float expected = 1 / (1 + expf(-pass->slope * trace_score(chunk, i, pass->weights)));
        float off = expected - head->result;
        float pull = 2 * off * expected * (1 - expected) * pass->slope;
        float middlegame = pull * head->middlegame, endgame = pull * head->endgame;
        sum += off * off;
        for (uint32_t entry = head->first; entry < head->pressure[WHITE]; entry++) {
            struct pair *place = &gradient[chunk->at[entry]];
            float times = chunk->times[entry];
            place->middlegame += times * middlegame;
            place->endgame += times * endgame;
        }
        add_danger_gradient(chunk, head->pressure[WHITE], head->pressure[BLACK], pass->weights,
                            (struct pair){middlegame, endgame}, gradient);
        add_danger_gradient(chunk, head->pressure[BLACK], head[1].first, pass->weights,
                            (struct pair){-middlegame, -endgame}, gradient);
    }
    pass->sums[piece] = sum;
}

double traces_gradient(const struct traces *traces, const int chunks[], int count,
                       const struct pair *weights, double k, struct pair *scratch,
                       struct pair *gradient, struct pool *pool)
{
    double *sums = calloc((size_t)count + 1, sizeof *sums);
    if (!sums)
        return NAN;
    struct pass pass = {.chunks = traces->chunks,
                        .list = chunks,
                        .weights = weights,
                        .slope = slope_of(k),
                        .sums = sums,
                        .scratch = scratch};
    pool_run(pool, count, chunk_gradient, &pass);
    for (int piece = 0; piece < count; piece++) {
        const struct pair *part = scratch + (size_t)piece * WEIGHT_COUNT;
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            gradient[i].middlegame += part[i].middlegame;
            gradient[i].endgame += part[i].endgame;
        }
    }
    double sum = add_up(sums, count);
    free(sums);
    return sum;
}

double traces_fit_k(const struct traces *traces, const struct pair *weights, struct pool *pool)
{
    /* The error has a single minimum in k; golden section search finds it. */
    const double golden = 0.6180339887498949;
    double low = 0.05, high = 4;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = traces_error(traces, 0, traces->training, weights, a, pool);
    double at_b = traces_error(traces, 0, traces->training, weights, b, pool);
    while (high - low > 1e-4) {
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = traces_error(traces, 0, traces->training, weights, a, pool);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = traces_error(traces, 0, traces->training, weights, b, pool);
        }
    }
    return (low + high) / 2;
}
