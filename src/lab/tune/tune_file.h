/* Files of records: what fallible tune generate writes, and the cache beside a data set.
 *
 * All numbers little-endian. A header of 64 bytes: the eight characters "FALLIPOS", the version
 * (u32, 1), the size of a record (u32, 32), a fingerprint of what the positions were made from
 * (u64, 0: they were not), whether they are quiet (u32, 1: yes), how many games they were taken
 * from (u32, 0: unknown), how many records follow (u64, 0: up to the end of the file), a
 * fingerprint of the engine and the openings that made them (u64, 0: unknown), of a cache how
 * many positions were left out, as duplicates and without a quiet end (u32 each), zeros. Then the
 * records: occupied squares (u64, bit 0 is a1), pieces (16 bytes, see tune_record.h), score
 * (i16), result, flags, en passant, halfmoves (u8 each), move number (u16).
 */
#pragma once

#include <stdio.h>

#include "src/lab/tune/tune_record.h"

enum { POSITIONS_HEADER = 64, POSITIONS_RECORD = 32 };

struct positions_header {
    uint64_t fingerprint;
    bool quiet;
    uint32_t games;
    uint64_t records;
    uint64_t maker;
    uint32_t duplicates, unquiet;
};

/* True on success; errno says what went wrong. */
MUST_USE bool positions_write_header(FILE *file, const struct positions_header *header);
MUST_USE bool positions_write(FILE *file, const struct record *record);

/* Whether the stream begins with such a header; if not, nothing was read but one character, which
 * can be read again. False with message filled: it begins so, but is of another version or cut. */
MUST_USE bool positions_read_header(FILE *file, struct positions_header *header,
                                    struct error *error);
/* 1: a record; 0: the end; -1: no record, the file is damaged or could not be read. */
int positions_read(FILE *file, struct record *record);
