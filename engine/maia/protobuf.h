/* Protocol Buffers' wire format, as far as weight files need it: fields one after another, each a
 * number, a kind and a value (protobuf.dev, "Encoding"). Every length is checked against what is
 * left. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_kind { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

/* A message that is being read. */
struct wire {
    const unsigned char *at, *end;
    bool broken; /* ends within a field, or has one that cannot be */
};

struct wire_field {
    uint32_t number;
    enum wire_kind kind;
    uint64_t value;     /* of all kinds but WIRE_BYTES */
    struct wire inside; /* of WIRE_BYTES: bytes, a text or a message */
};

struct wire wire_over(const void *bytes, size_t size);

/* The next field; false at the end, and when the message is broken. */
bool wire_next(struct wire *wire, struct wire_field *field);

static inline size_t wire_size(const struct wire *wire)
{
    return (size_t)(wire->end - wire->at);
}
