/* Reads an Lc0 weight file, which is a message of Protocol Buffers; lczero-common's proto/net.proto
 * defines its fields. A layer is stored as 16-bit values between a minimum and a maximum. The file
 * is not trusted: lengths, shapes and every number are checked, and a layer that occurs twice is an
 * error. */
#include "engine/maia/weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/maia/gunzip.h"
#include "engine/maia/protobuf.h"

struct reader {
    struct human_weights *weights;
    size_t capacity;  /* size of the storage, in floats */
    char where[64];   /* what is being read: "block 3" */
    const char *name; /* the file's name, for error messages */
    struct error *error;
};

#define FAIL(reader, ...) error_set_in((reader)->error, (reader)->name, __VA_ARGS__)

static bool damaged(struct reader *reader)
{
    return FAIL(reader, "damaged: %s is incomplete", reader->where);
}

static float as_float(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static bool decode(struct reader *reader, const struct wire *params, float min, float max,
                   struct human_layer *layer)
{
    size_t count = wire_size(params) / 2;
    if (wire_size(params) % 2 != 0 || count == 0 ||
        count > reader->capacity - reader->weights->total)
        return damaged(reader);
    /* The condition is written so that NaN fails. */
    if (!(fabsf(min) < 1e6f && fabsf(max) < 1e6f && min <= max))
        return FAIL(reader, "damaged: %s has the range %g to %g", reader->where, (double)min,
                    (double)max);
    float *values = reader->weights->storage + reader->weights->total;
    const unsigned char *at = params->at;
    for (size_t i = 0; i < count; i++, at += 2)
        values[i] = min + (max - min) * (float)(at[0] | at[1] << 8) / 65535.0f;
    reader->weights->total += count;
    *layer = (struct human_layer){values, count};
    return true;
}

static bool read_layer(struct reader *reader, struct wire wire, struct human_layer *layer)
{
    enum { MIN = 1, MAX = 2, PARAMS = 3 };
    struct wire_field field, fields[PARAMS + 1] = {{0}};
    if (layer->count)
        return FAIL(reader, "damaged: %s has a layer twice", reader->where);
    while (wire_next(&wire, &field)) {
        if (field.number > PARAMS)
            continue;
        if (fields[field.number].number ||
            field.kind != (field.number == PARAMS ? WIRE_BYTES : WIRE_FIXED32))
            return damaged(reader);
        fields[field.number] = field;
    }
    if (wire.broken || !fields[MIN].number || !fields[MAX].number || !fields[PARAMS].number)
        return damaged(reader);
    return decode(reader, &fields[PARAMS].inside, as_float(fields[MIN].value),
                  as_float(fields[MAX].value), layer);
}

/* Reads a message that contains only layers: the field with number n is stored in *layers[n], or
 * skipped if layers[n] is NULL. */
static bool read_layers(struct reader *reader, struct wire wire, struct human_layer *layers[],
                        unsigned count)
{
    struct wire_field field;
    while (wire_next(&wire, &field))
        if (field.number < count && layers[field.number] &&
            (field.kind != WIRE_BYTES || !read_layer(reader, field.inside, layers[field.number])))
            return field.kind == WIRE_BYTES ? false : damaged(reader);
    return !wire.broken || damaged(reader);
}

static bool read_convolution(struct reader *reader, struct wire wire,
                             struct human_convolution *convolution)
{
    struct human_layer *layers[] = {
        NULL,
        &convolution->weights,
        &convolution->biases,
        &convolution->means,
        &convolution->variances, /* the file calls them "stddivs" */
        &convolution->gammas,
        &convolution->betas,
    };
    return read_layers(reader, wire, layers, sizeof layers / sizeof *layers);
}

static bool read_squeeze(struct reader *reader, struct wire wire, struct human_block *block)
{
    struct human_layer *layers[] = {NULL, &block->squeeze, &block->squeeze_biases, &block->excite,
                                    &block->excite_biases};
    return read_layers(reader, wire, layers, sizeof layers / sizeof *layers);
}

static bool read_block(struct reader *reader, struct wire wire)
{
    enum { FIRST = 1, SECOND = 2, SQUEEZE = 3 };
    struct human_weights *weights = reader->weights;
    if (weights->blocks == HUMAN_BLOCKS_MAX)
        return FAIL(reader, "it has more than %d residual blocks", HUMAN_BLOCKS_MAX);
    struct human_block *block = &weights->block[weights->blocks++];
    snprintf(reader->where, sizeof reader->where, "residual block %d", weights->blocks);
    struct wire_field field;
    while (wire_next(&wire, &field)) {
        bool known = field.number >= FIRST && field.number <= SQUEEZE;
        if (known && field.kind != WIRE_BYTES)
            return damaged(reader);
        if ((field.number == FIRST && !read_convolution(reader, field.inside, &block->first)) ||
            (field.number == SECOND && !read_convolution(reader, field.inside, &block->second)) ||
            (field.number == SQUEEZE && !read_squeeze(reader, field.inside, block)))
            return false;
    }
    return !wire.broken || damaged(reader);
}

static bool read_part(struct reader *reader, const struct wire_field *field)
{
    struct human_weights *weights = reader->weights;
    const struct {
        const char *where;
        struct human_convolution *convolution;
        struct human_layer *layer;
    } parts[] = {
        [1] = {"the input convolution", &weights->input, NULL},
        [3] = {"the policy convolution", &weights->policy, NULL},
        [6] = {"the value convolution", &weights->value, NULL},
        [7] = {"the hidden layer", NULL, &weights->hidden},
        [8] = {"the hidden layer's biases", NULL, &weights->hidden_biases},
        [9] = {"the result", NULL, &weights->result},
        [10] = {"the result's biases", NULL, &weights->result_biases},
        [11] = {"the first policy convolution", &weights->policy_first, NULL},
    };
    enum { RESIDUAL = 2, PARTS = sizeof parts / sizeof *parts };
    if (field->number != RESIDUAL && (field->number >= PARTS || !parts[field->number].where))
        return true; /* an output of the network that we do not use */
    snprintf(reader->where, sizeof reader->where, "%s",
             field->number == RESIDUAL ? "a residual block" : parts[field->number].where);
    if (field->kind != WIRE_BYTES)
        return damaged(reader);
    if (field->number == RESIDUAL)
        return read_block(reader, field->inside);
    return parts[field->number].layer
               ? read_layer(reader, field->inside, parts[field->number].layer)
               : read_convolution(reader, field->inside, parts[field->number].convolution);
}

static bool read_weights(struct reader *reader, struct wire wire)
{
    struct wire_field field;
    while (wire_next(&wire, &field))
        if (!read_part(reader, &field))
            return false;
    snprintf(reader->where, sizeof reader->where, "the network");
    return !wire.broken || damaged(reader);
}

/* Checks that the network has the only architecture that we compute. The numbers are those of
 * proto/net.proto. */
static bool read_network_format(struct reader *reader, struct wire wire)
{
    static const struct {
        const char *words;
        uint64_t value;
    } wanted[] = {
        {NULL, 0},
        {"classical input of 112 planes", 1},
        {"output of win, draw and loss", 2},
        {"residual blocks with squeeze-excitation", 4},
        {"a convolutional policy", 2},
        {"a value of win, draw and loss", 2},
    };
    enum { KNOWN = sizeof wanted / sizeof *wanted };
    uint64_t values[KNOWN] = {0};
    struct wire_field field;
    while (wire_next(&wire, &field))
        if (field.number < KNOWN && field.kind == WIRE_VARINT)
            values[field.number] = field.value;
    if (wire.broken)
        return damaged(reader);
    for (int i = 1; i < KNOWN; i++)
        if (values[i] != wanted[i].value)
            return FAIL(reader, "this kind of network is not supported: expected %s (%d), found %d",
                        wanted[i].words, (int)wanted[i].value, (int)(values[i] & 0xffff));
    return true;
}

static bool read_format(struct reader *reader, struct wire wire)
{
    enum { ENCODING = 1, NETWORK = 2, LINEAR16 = 1 };
    bool encoded = false, network = false;
    struct wire_field field;
    snprintf(reader->where, sizeof reader->where, "its description");
    while (wire_next(&wire, &field)) {
        if (field.number == ENCODING)
            encoded = field.kind == WIRE_VARINT && field.value == LINEAR16;
        if (field.number == NETWORK && field.kind == WIRE_BYTES) {
            if (!read_network_format(reader, field.inside))
                return false;
            network = true;
        }
    }
    if (wire.broken)
        return damaged(reader);
    if (!network)
        return FAIL(reader, "it does not say what kind of network it contains");
    return encoded ||
           FAIL(reader, "expected weights stored as 16 bits between a minimum and a maximum");
}

static bool read_net(struct reader *reader, struct wire wire)
{
    enum { MAGIC = 1, FORMAT = 4, WEIGHTS = 10, MAGIC_NUMBER = 0x1c0 };
    bool format = false, weights = false;
    struct wire_field field;
    if (!wire_next(&wire, &field) || field.number != MAGIC || field.kind != WIRE_FIXED32 ||
        field.value != MAGIC_NUMBER)
        return FAIL(reader, "not an Lc0 weight file: it does not begin with the magic number");
    while (wire_next(&wire, &field)) {
        if (field.kind != WIRE_BYTES)
            continue;
        if (field.number == FORMAT) {
            if (!read_format(reader, field.inside))
                return false;
            format = true;
        } else if (field.number == WEIGHTS) {
            if (weights)
                return FAIL(reader, "damaged: it holds two networks");
            if (!read_weights(reader, field.inside))
                return false;
            weights = true;
        }
    }
    if (wire.broken)
        return FAIL(reader, "damaged: the file is cut short");
    if (!format)
        return FAIL(reader, "it does not say what kind of network it contains");
    return weights || FAIL(reader, "it holds no network");
}

/* Checking the sizes of all layers. */

static bool sized(struct reader *reader, const char *what, const struct human_layer *layer,
                  int count)
{
    if (layer->count == (size_t)count)
        return true;
    return FAIL(reader, "%s has %zu %s, expected %d", reader->where, layer->count, what, count);
}

/* Checks the shape of a convolution. If `normalised` is set, it must have a batch normalisation and
 * no biases, otherwise biases and no normalisation. */
static bool check_convolution(struct reader *reader, const char *where,
                              const struct human_convolution *convolution, int inputs, int outputs,
                              int taps, bool normalised)
{
    snprintf(reader->where, sizeof reader->where, "%s", where);
    int count = normalised ? outputs : 0;
    if (!sized(reader, "weights", &convolution->weights, inputs * outputs * taps) ||
        !sized(reader, "biases", &convolution->biases, outputs - count) ||
        !sized(reader, "means", &convolution->means, count) ||
        !sized(reader, "variances", &convolution->variances, count) ||
        !sized(reader, "gammas", &convolution->gammas, count) ||
        !sized(reader, "betas", &convolution->betas, count))
        return false;
    for (int i = 0; i < count; i++)
        if (convolution->variances.values[i] < 0)
            return FAIL(reader, "%s has a variance below zero", where);
    return true;
}

static bool check_block(struct reader *reader, int index)
{
    const struct human_weights *weights = reader->weights;
    const struct human_block *block = &weights->block[index];
    int filters = weights->filters, squeezed = weights->squeezed;
    char where[64];
    snprintf(where, sizeof where, "residual block %d", index + 1);
    return check_convolution(reader, where, &block->first, filters, filters, 9, true) &&
           check_convolution(reader, where, &block->second, filters, filters, 9, true) &&
           sized(reader, "squeezing weights", &block->squeeze, filters * squeezed) &&
           sized(reader, "squeezing biases", &block->squeeze_biases, squeezed) &&
           sized(reader, "exciting weights", &block->excite, 2 * filters * squeezed) &&
           sized(reader, "exciting biases", &block->excite_biases, 2 * filters);
}

static bool check_heads(struct reader *reader)
{
    const struct human_weights *weights = reader->weights;
    int filters = weights->filters, planes = weights->value_planes, hidden = weights->value_hidden;
    if (!check_convolution(reader, "the first policy convolution", &weights->policy_first, filters,
                           filters, 9, true) ||
        !check_convolution(reader, "the policy convolution", &weights->policy, filters,
                           HUMAN_POLICY_PLANES, 9, false) ||
        !check_convolution(reader, "the value convolution", &weights->value, filters, planes, 1,
                           true))
        return false;
    snprintf(reader->where, sizeof reader->where, "the value head");
    return sized(reader, "hidden weights", &weights->hidden, planes * SQUARE_COUNT * hidden) &&
           sized(reader, "hidden biases", &weights->hidden_biases, hidden) &&
           sized(reader, "result weights", &weights->result, 3 * hidden) &&
           sized(reader, "result biases", &weights->result_biases, 3);
}

/* Computes one dimension of a layer: `count`, its number of values, divided by `other`, the product
 * of its other dimensions. Returns 0 if the division leaves a remainder or the result is above
 * `max`. */
static int dimension(size_t count, int other, int max)
{
    size_t size = other > 0 && count % (size_t)other == 0 ? count / (size_t)other : 0;
    return size <= (size_t)max ? (int)size : 0;
}

/* Computes the sizes of the network from the number of values in its layers, because the file does
 * not state them. Checks that all layers fit these sizes. */
static bool check_shapes(struct reader *reader)
{
    struct human_weights *weights = reader->weights;
    weights->filters = dimension(weights->input.weights.count, HUMAN_PLANES * 9, HUMAN_FILTERS_MAX);
    if (weights->filters == 0 || weights->filters % HUMAN_FILTERS_STEP != 0)
        return FAIL(reader,
                    "the input convolution has %zu weights: expected %d for each filter, and "
                    "filters in multiples of %d up to %d",
                    weights->input.weights.count, HUMAN_PLANES * 9, HUMAN_FILTERS_STEP,
                    HUMAN_FILTERS_MAX);
    if (weights->blocks == 0)
        return FAIL(reader, "it has no residual blocks");
    weights->squeezed =
        dimension(weights->block[0].squeeze.count, weights->filters, HUMAN_HEAD_MAX);
    weights->value_planes =
        dimension(weights->value.weights.count, weights->filters, HUMAN_HEAD_MAX);
    weights->value_hidden =
        dimension(weights->hidden.count, weights->value_planes * SQUARE_COUNT, HUMAN_HEAD_MAX);
    if (weights->squeezed == 0 || weights->value_planes == 0 || weights->value_hidden == 0 ||
        weights->value_planes % HUMAN_FILTERS_STEP != 0)
        return FAIL(reader, "the sizes of its layers do not match");
    if (!check_convolution(reader, "the input convolution", &weights->input, HUMAN_PLANES,
                           weights->filters, 9, true))
        return false;
    for (int i = 0; i < weights->blocks; i++)
        if (!check_block(reader, i))
            return false;
    return check_heads(reader);
}

/* Reading a whole file. */

struct human_weights *human_weights_parse(const void *bytes, size_t size, const char *name,
                                          struct error *error)
{
    struct reader reader = {
        .capacity = size / 2, .where = "the file", .name = name, .error = error};
    reader.weights = calloc(1, sizeof *reader.weights);
    if (reader.weights)
        reader.weights->storage = malloc((reader.capacity + 1) * sizeof(float));
    if (!reader.weights || !reader.weights->storage)
        (void)FAIL(&reader, "out of memory");
    else if (read_net(&reader, wire_over(bytes, size)) && check_shapes(&reader))
        return reader.weights;
    human_weights_destroy(reader.weights);
    return NULL;
}

/* Returns whether the uncompressed file is one of the networks that the Maia project publishes, for
 * 1100 to 1900, by its 64-bit FNV-1a hash. The format itself has no checksum, so most damage to a
 * number would go unnoticed. A file compressed with gzip has the checksum of gzip. */
static bool is_published(const unsigned char *bytes, size_t size)
{
    static const uint64_t published[] = {
        UINT64_C(0x63781239CCD174A4), UINT64_C(0xB1BB33986D465169), UINT64_C(0x5EADFAA2BB912247),
        UINT64_C(0x28BDCAE826A74726), UINT64_C(0xA08B32819BF04D53), UINT64_C(0x6717F80942A4B2DE),
        UINT64_C(0xF2049BDBD58294CB), UINT64_C(0x7C380CBBC4A4A0E3), UINT64_C(0x13E1CBDA85DBBB99)};
    uint64_t hash = hash_bytes(HASH_BEGIN, bytes, size);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        if (published[i] == hash)
            return true;
    return false;
}

struct human_weights *human_weights_read(const char *path, struct error *error)
{
    size_t size;
    bool packed;
    unsigned char *bytes = unpack_file(path, HUMAN_FILE_MAX, &size, &packed, error);
    struct human_weights *weights = bytes ? human_weights_parse(bytes, size, path, error) : NULL;
    if (weights)
        weights->checked = packed || is_published(bytes, size);
    free(bytes);
    return weights;
}

void human_weights_destroy(struct human_weights *weights)
{
    if (weights)
        free(weights->storage);
    free(weights);
}
