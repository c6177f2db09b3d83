/* Builds a small network in Lc0's format, for tests of the reader. The file that includes this
 * defines put_message and put_layer, which can damage what they write. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/maia/network.h"
#include "engine/maia/protobuf.h"

enum { FILTERS = 16, BLOCKS = 2, SQUEEZED = 4, VALUE_PLANES = 16, HIDDEN = 8 };

struct bytes {
    uint8_t *at;
    size_t size, capacity;
};

/* Appends the message, which is then emptied. */
static void put_message(struct bytes *bytes, int field, struct bytes *message);
/* Appends `count` values from min to max. part: "input", "block", "squeeze", "policy", "value",
 * "head" or "policy first". */
static void put_layer(struct bytes *bytes, int field, const char *part, int count, float min,
                      float max);

static void put(struct bytes *bytes, const void *more, size_t size)
{
    if (bytes->size + size > bytes->capacity) {
        bytes->capacity = 2 * (bytes->size + size);
        bytes->at = realloc(bytes->at, bytes->capacity);
        if (!bytes->at)
            abort();
    }
    if (size)
        memcpy(bytes->at + bytes->size, more, size);
    bytes->size += size;
}

static void put_varint(struct bytes *bytes, uint64_t value)
{
    do {
        uint8_t byte = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
        put(bytes, &byte, 1);
        value >>= 7;
    } while (value);
}

static void put_number(struct bytes *bytes, int field, uint64_t value)
{
    put_varint(bytes, (uint64_t)field << 3 | WIRE_VARINT);
    put_varint(bytes, value);
}

static void put_float(struct bytes *bytes, int field, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    put_varint(bytes, (uint64_t)field << 3 | WIRE_FIXED32);
    for (int i = 0; i < 4; i++)
        put(bytes, &(uint8_t){(uint8_t)(word >> 8 * i)}, 1);
}

static void put_convolution(struct bytes *bytes, int field, const char *where, int inputs,
                            int outputs, int taps, bool normalised)
{
    struct bytes part = {0};
    /* A range that keeps the size of values constant from layer to layer. */
    float wide = 2.0f / sqrtf((float)(inputs * taps));
    put_layer(&part, 1, where, inputs * outputs * taps, -wide, wide);
    if (normalised) {
        put_layer(&part, 3, where, outputs, -0.1f, 0.3f);
        put_layer(&part, 4, where, outputs, 0.2f, 2.0f);
        put_layer(&part, 5, where, outputs, 0.5f, 1.5f);
        put_layer(&part, 6, where, outputs, -0.5f, 0.5f);
    } else {
        put_layer(&part, 2, where, outputs, -1, 1);
    }
    put_message(bytes, field, &part);
}

static void put_block(struct bytes *bytes)
{
    struct bytes block = {0}, squeeze = {0};
    put_convolution(&block, 1, "block", FILTERS, FILTERS, 9, true);
    put_convolution(&block, 2, "block", FILTERS, FILTERS, 9, true);
    put_layer(&squeeze, 1, "squeeze", FILTERS * SQUEEZED, -1, 1);
    put_layer(&squeeze, 2, "squeeze", SQUEEZED, -0.5f, 1);
    put_layer(&squeeze, 3, "squeeze", SQUEEZED * 2 * FILTERS, -1, 1);
    put_layer(&squeeze, 4, "squeeze", 2 * FILTERS, -0.5f, 0.5f);
    put_message(&block, 3, &squeeze);
    put_message(bytes, 2, &block);
}

static void put_magic(struct bytes *bytes)
{
    put_varint(bytes, 1 << 3 | WIRE_FIXED32);
    put(bytes, (uint8_t[]){0xc0, 1, 0, 0}, 4);
}

static void put_format(struct bytes *bytes, const int numbers[5])
{
    struct bytes format = {0}, network = {0};
    for (int i = 0; i < 5; i++)
        put_number(&network, i + 1, (uint64_t)numbers[i]);
    put_number(&format, 1, 1);
    put_message(&format, 2, &network);
    put_message(bytes, 4, &format);
}

static void put_network(struct bytes *bytes)
{
    static const int numbers[] = {1, 2, 4, 2, 2};
    struct bytes weights = {0};
    put_format(bytes, numbers);
    put_convolution(&weights, 1, "input", HUMAN_PLANES, FILTERS, 9, true);
    for (int i = 0; i < BLOCKS; i++)
        put_block(&weights);
    put_convolution(&weights, 3, "policy", FILTERS, HUMAN_POLICY_PLANES, 9, false);
    put_convolution(&weights, 6, "value", FILTERS, VALUE_PLANES, 1, true);
    put_layer(&weights, 7, "head", VALUE_PLANES * 64 * HIDDEN, -0.1f, 0.1f);
    put_layer(&weights, 8, "head", HIDDEN, -1, 1);
    put_layer(&weights, 9, "head", 3 * HIDDEN, -1, 1);
    put_layer(&weights, 10, "head", 3, -0.5f, 0.5f);
    put_convolution(&weights, 11, "policy first", FILTERS, FILTERS, 9, true);
    put_message(bytes, 10, &weights);
}
