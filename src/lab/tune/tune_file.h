/* Files of records: the output of fallible tune generate, and the cache of a data set's quiet
 * positions.
 *
 * All numbers are little-endian. The header has 64 bytes:
 *
 * - the eight characters "FALLIPOS"
 * - version (u32, 1)
 * - size of a record (u32, 32)
 * - fingerprint of what the positions were made from (u64; 0: unknown)
 * - whether the positions are quiet (u32, 1: yes)
 * - number of games the positions were taken from (u32, 0: unknown)
 * - number of records (u64, 0: up to the end of the file)
 * - fingerprint of the engine and the openings that made them (u64, 0: unknown)
 * - in a cache, the number of positions left out as duplicates, and the number left out because
 *   their captures end in mate or check (u32 each)
 * - zeros
 *
 * Each record has: occupied squares (u64, bit 0 is a1), pieces (16 bytes, see tune_record.h), score
 * (i16), result, flags, en passant, halfmoves (u8 each), move number (u16). */
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

/* These two functions write a header and a record. They return true on success; otherwise errno is
 * set. */
MUST_USE bool positions_write_header(FILE *file, const struct positions_header *header);
MUST_USE bool positions_write(FILE *file, const struct record *record);

/* Reads the header, if the stream begins with one. If it does not, returns false and leaves
 * error->message empty; the stream is then still at its beginning. Returns false with
 * error->message set if the header is truncated or has another version. */
MUST_USE bool positions_read_header(FILE *file, struct positions_header *header,
                                    struct error *error);
/* Returns 1 after reading a record, 0 at the end, and -1 if the file is damaged or cannot be
 * read. */
int positions_read(FILE *file, struct record *record);
