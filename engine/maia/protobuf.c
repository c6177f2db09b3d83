/* Reads the wire format of Protocol Buffers. Groups, an old kind of field that weight files do not
 * use, count as damage. */
#include "engine/maia/protobuf.h"

struct wire wire_over(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    return (struct wire){.at = at, .end = at + size};
}

/* Reads an integer of variable length: each byte has seven bits of it, the lowest first; a tenth
 * byte may have only one bit. */
static bool read_varint(struct wire *wire, uint64_t *value)
{
    *value = 0;
    for (int shift = 0; shift < 64 && wire->at < wire->end; shift += 7) {
        unsigned char byte = *wire->at++;
        if (shift == 63 && byte > 1)
            return false;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* Reads a number of `bytes` bytes, lowest byte first. */
static bool read_fixed(struct wire *wire, unsigned bytes, uint64_t *value)
{
    if (wire_size(wire) < bytes)
        return false;
    *value = 0;
    for (unsigned i = 0; i < bytes; i++)
        *value |= (uint64_t)*wire->at++ << 8 * i;
    return true;
}

static bool read_bytes(struct wire *wire, struct wire *inside)
{
    uint64_t size;
    if (!read_varint(wire, &size) || size > wire_size(wire))
        return false;
    *inside = wire_over(wire->at, (size_t)size);
    wire->at += size;
    return true;
}

static bool read_field(struct wire *wire, struct wire_field *field)
{
    const uint64_t number_max = (1U << 29) - 1;
    uint64_t tag;
    *field = (struct wire_field){0};
    if (!read_varint(wire, &tag) || tag >> 3 == 0 || tag >> 3 > number_max)
        return false;
    field->number = (uint32_t)(tag >> 3);
    field->kind = (enum wire_kind)(tag & 7);
    switch (field->kind) {
    case WIRE_VARINT:
        return read_varint(wire, &field->value);
    case WIRE_FIXED64:
        return read_fixed(wire, 8, &field->value);
    case WIRE_FIXED32:
        return read_fixed(wire, 4, &field->value);
    case WIRE_BYTES:
        return read_bytes(wire, &field->inside);
    }
    return false;
}

bool wire_next(struct wire *wire, struct wire_field *field)
{
    if (wire->broken || wire->at == wire->end)
        return false;
    wire->broken = !read_field(wire, field);
    return !wire->broken;
}
