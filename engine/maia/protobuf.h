/* The wire format of Protocol Buffers, as far as weight files need it: a sequence of fields, each
 * with a number, a kind and a value (protobuf.dev, "Encoding"). Every length is checked against the
 * remaining bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_kind { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

/* A message being read. */
struct wire {
    const unsigned char *at, *end;
    bool broken; /* the message ends within a field or has an impossible field */
};

struct wire_field {
    uint32_t number;
    enum wire_kind kind;
    uint64_t value;     /* the value, of any kind except WIRE_BYTES */
    struct wire inside; /* the contents of WIRE_BYTES: bytes, a text or a message */
};

struct wire wire_over(const void *bytes, size_t size);

/* Reads the next field. Returns false at the end or if the message is broken. */
bool wire_next(struct wire *wire, struct wire_field *field);

static inline size_t wire_size(const struct wire *wire)
{
    return (size_t)(wire->end - wire->at);
}
