/* Numbers are read and written byte by byte, so that files are the same on every platform. */
#include "src/lab/tune/tune_file.h"

#include <string.h>

static const char magic[8] = "FALLIPOS";
enum { FORMAT = 1 };

static void put(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t take(const unsigned char *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)from[i] << 8 * i;
    return number;
}

bool positions_write_header(FILE *file, const struct positions_header *header)
{
    unsigned char bytes[POSITIONS_HEADER] = {0};
    memcpy(bytes, magic, sizeof magic);
    put(bytes + 8, FORMAT, 4);
    put(bytes + 12, POSITIONS_RECORD, 4);
    put(bytes + 16, header->fingerprint, 8);
    put(bytes + 24, header->quiet, 4);
    put(bytes + 28, header->games, 4);
    put(bytes + 32, header->records, 8);
    put(bytes + 40, header->maker, 8);
    put(bytes + 48, header->duplicates, 4);
    put(bytes + 52, header->unquiet, 4);
    return fwrite(bytes, sizeof bytes, 1, file) == 1;
}

bool positions_write(FILE *file, const struct record *record)
{
    unsigned char bytes[POSITIONS_RECORD];
    put(bytes, record->occupied, 8);
    memcpy(bytes + 8, record->pieces, sizeof record->pieces);
    put(bytes + 24, (uint16_t)record->score, 2);
    bytes[26] = record->result;
    bytes[27] = record->flags;
    bytes[28] = record->en_passant;
    bytes[29] = record->halfmoves;
    put(bytes + 30, record->fullmove, 2);
    return fwrite(bytes, sizeof bytes, 1, file) == 1;
}

bool positions_read_header(FILE *file, struct positions_header *header, struct error *error)
{
    unsigned char bytes[POSITIONS_HEADER];
    error_set(error, "%s", "");
    int first = getc(file);
    if (first != magic[0]) {
        if (first != EOF)
            ungetc(first, file);
        return false;
    }
    bytes[0] = (unsigned char)first;
    if (fread(bytes + 1, sizeof bytes - 1, 1, file) != 1 || memcmp(bytes, magic, sizeof magic) != 0)
        error_set(error, "expected positions: EPD, PGN, or a file of fallible tune generate");
    else if (take(bytes + 8, 4) != FORMAT || take(bytes + 12, 4) != POSITIONS_RECORD)
        error_set(error, "positions of version %d, this program reads version %d",
                  (int)take(bytes + 8, 4), FORMAT);
    header->fingerprint = take(bytes + 16, 8);
    header->quiet = take(bytes + 24, 4) != 0;
    header->games = (uint32_t)take(bytes + 28, 4);
    header->records = take(bytes + 32, 8);
    header->maker = take(bytes + 40, 8);
    header->duplicates = (uint32_t)take(bytes + 48, 4);
    header->unquiet = (uint32_t)take(bytes + 52, 4);
    return error->message[0] == '\0';
}

int positions_read(FILE *file, struct record *record)
{
    unsigned char bytes[POSITIONS_RECORD];
    size_t length = fread(bytes, 1, sizeof bytes, file);
    if (length == 0 && !ferror(file))
        return 0;
    if (length != sizeof bytes || bytes[26] > 2)
        return -1;
    record->occupied = take(bytes, 8);
    memcpy(record->pieces, bytes + 8, sizeof record->pieces);
    record->score = (int16_t)take(bytes + 24, 2);
    record->result = bytes[26];
    record->flags = bytes[27];
    record->en_passant = bytes[28];
    record->halfmoves = bytes[29];
    record->fullmove = (uint16_t)take(bytes + 30, 2);
    return 1;
}
