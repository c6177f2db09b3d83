/* Checks table files. A table begins with a magic number for its kind, has a multiple of 64 bytes,
 * and is followed by a checksum of 16 bytes (github.com/syzygy1/tb, tbcheck). For the checksum,
 * each part of 16 MB of the file is hashed with CityHashCrc256 of CityHash 1.0.3 (Geoff Pike and
 * Jyrki Alakuijala), and these hashes are then hashed with CityHash128. This file implements
 * CityHash128 only for up to four such hashes, because no table of up to five men is larger than 64
 * MB. */
#include "engine/search/syzygy_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PART = 1 << 24, PARTS_MAX = 4, BLOCK = 64, CHECKSUM = 16, ROUND = 40, FIRST = 240 };

static const uint64_t k0 = 0xC3A5C85C97CB3127, k1 = 0xB492B66FBE98F273, k3 = 0xC949D7C7509E6557;

/* The arithmetic of the checksum. */

/* Tables to add eight bytes to a CRC-32C at once, one table for each byte. */
struct crc {
    uint32_t table[8][256];
};

static void crc_init(struct crc *crc)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? 0x82F63B78 : 0);
        crc->table[0][i] = value;
    }
    for (int row = 1; row < 8; row++)
        for (int i = 0; i < 256; i++) {
            uint32_t before = crc->table[row - 1][i];
            crc->table[row][i] = before >> 8 ^ crc->table[0][before & 255];
        }
}

/* Adds eight bytes to a CRC-32C. Like the processor's CRC32 instruction, it does not invert the
 * value before or after. */
static uint64_t crc_add(const struct crc *crc, uint64_t sum, uint64_t word)
{
    uint32_t result = 0;
    word ^= sum & UINT32_MAX;
    for (int byte = 0; byte < 8; byte++)
        result ^= crc->table[7 - byte][word >> 8 * byte & 255];
    return result;
}

static uint64_t word_at(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static uint64_t turned(uint64_t word, int bits)
{
    return word >> bits | word << (64 - bits);
}

static uint64_t shift_mix(uint64_t word)
{
    return word ^ word >> 47;
}

/* Hashes two words into one (Hash128to64 of CityHash). */
static uint64_t joined(uint64_t low, uint64_t high)
{
    const uint64_t prime = 0x9DDFEA08EB382D69;
    uint64_t a = shift_mix((low ^ high) * prime);
    return shift_mix((high ^ a) * prime) * prime;
}

/* The state of CityHashCrc256: five words that rotate and absorb the bytes, each with a checksum of
 * its earlier values, and the word that was shifted out last. */
struct lanes {
    uint64_t word[5], last, sum[5];
};

static void take_round(struct lanes *lanes, const struct crc *crc, const unsigned char *bytes,
                       bool odd)
{
    static const int turns[5] = {41, 27, 41, 33, 25};
    uint64_t first = lanes->word[0], factor = odd ? 1 : k0;
    for (int i = 0; i < 5; i++) {
        uint64_t next = i < 4 ? lanes->word[i + 1] : lanes->last;
        lanes->word[i] = turned(next, turns[i] ^ odd) * factor + word_at(bytes + 8 * i);
        lanes->sum[i] = crc_add(crc, lanes->sum[i], lanes->word[i]);
    }
    lanes->last = first;
}

/* CityHashCrc256 for at least 240 bytes. */
static void hash_long(const struct crc *crc, const unsigned char *bytes, size_t size, uint32_t seed,
                      uint64_t hash[4])
{
    uint64_t c = joined(word_at(bytes + 96) + k0, size), d = word_at(bytes + 120) * k0 + size;
    struct lanes lanes = {{word_at(bytes + 56) + k0, word_at(bytes + 96) + k0, c, d,
                           word_at(bytes + 184) + seed}, c + d, {seed}};
    const uint64_t early[2] = {c, d};
    size_t left = size;
    for (; left >= FIRST; left -= FIRST)
        for (int i = 0; i < FIRST / ROUND; i++, bytes += ROUND)
            take_round(&lanes, crc, bytes, i % 2 == 0);
    for (; left >= ROUND; left -= ROUND, bytes += ROUND)
        take_round(&lanes, crc, bytes, false);
    if (left > 0)
        take_round(&lanes, crc, bytes + left - ROUND, false);

    uint64_t f = lanes.sum[0], g = lanes.sum[1], h = lanes.sum[2], i = lanes.sum[3];
    uint64_t j = lanes.sum[4] + (i << 32);
    uint64_t a = joined(lanes.word[0], j), b, e = lanes.word[4];
    h += g << 32;
    b = lanes.word[1] + h;
    c = joined(lanes.word[2], f) + i;
    d = joined(lanes.word[3], e + early[0]);
    j += e;
    i += joined(h, lanes.last);
    e = joined(a, d) + j;
    f = joined(b, c) + a;
    g = joined(j, i) + c;
    hash[0] = e + f + g + h;
    a = shift_mix((a + g) * k0) * k0 + b;
    hash[1] = early[1] + a + hash[0];
    a = shift_mix(a * k0) * k0 + c;
    hash[2] = a + hash[1];
    a = shift_mix((a + e) * k0) * k0;
    hash[3] = a + hash[2];
}

static void hash_part(const struct crc *crc, const unsigned char *bytes, size_t size,
                      uint64_t hash[4])
{
    unsigned char padded[FIRST] = {0};
    if (size >= FIRST) {
        hash_long(crc, bytes, size, 0, hash);
    } else {
        memcpy(padded, bytes, size);
        hash_long(crc, padded, FIRST, ~(uint32_t)size, hash);
    }
}

/* CityHash128 for 32 to 128 bytes, given as words. */
static void hash_hashes(const uint64_t *words, int count, uint64_t hash[2])
{
    uint64_t a = words[0] ^ k3, b = words[1], size = 8 * (uint64_t)(count - 2);
    uint64_t c = joined(words[count - 1] + k1, a), d = joined(b + size, c + words[count - 2]);
    if (size <= 16) { /* a single hash of 32 bytes */
        a = shift_mix((words[0] ^ k3) * k1) * k1;
        c = b * k1 + (joined(words[2], turned(words[3] + 16, 16)) ^ words[3]);
        d = shift_mix(a + words[2]);
    } else {
        a += d;
        for (int i = 2; i < count; i += 2) {
            a = (a ^ shift_mix(words[i] * k1) * k1) * k1;
            b ^= a;
            c = (c ^ shift_mix(words[i + 1] * k1) * k1) * k1;
            d ^= c;
        }
    }
    a = joined(a, c);
    b = joined(d, b);
    hash[0] = a ^ b;
    hash[1] = joined(b, a);
}

/* Finding and checking files. */

static bool has_checksum(FILE *file, uint64_t size, const struct crc *crc, unsigned char *part)
{
    uint64_t hashes[4 * PARTS_MAX] = {0}, sum[2];
    unsigned char end[CHECKSUM];
    int count = 0;
    for (uint64_t left = size - CHECKSUM; left > 0; count++) {
        size_t bytes = left < PART ? (size_t)left : PART;
        if (fread(part, 1, bytes, file) != bytes)
            return false;
        hash_part(crc, part, bytes, hashes + 4 * count);
        left -= bytes;
    }
    hash_hashes(hashes, 4 * count, sum);
    return fread(end, 1, sizeof end, file) == sizeof end && word_at(end) == sum[0] &&
           word_at(end + 8) == sum[1];
}

/* Returns a description of what is wrong with a table file, or NULL if it seems right. `part` is a
 * buffer of PART bytes, or NULL if the checksum need not be compared. */
static const char *find_fault(const char *path, const struct crc *crc, unsigned char *part)
{
    static const unsigned char values[4] = {0x71, 0xE8, 0x23, 0x5D};
    static const unsigned char distances[4] = {0xD7, 0x66, 0x0C, 0xA5};
    const unsigned char *expected = path[strlen(path) - 1] == 'w' ? values : distances;
    unsigned char magic[4] = {0};
    struct stat status;
    FILE *file = fopen(path, "rbe");
    if (!file)
        return "it cannot be read";
    const char *fault = NULL;
    if (fstat(fileno(file), &status) != 0 || fread(magic, 1, sizeof magic, file) != sizeof magic ||
        memcmp(magic, expected, sizeof magic) != 0)
        fault = "it does not begin with the magic number of such a table";
    else if (status.st_size % BLOCK != CHECKSUM || status.st_size < BLOCK)
        fault = "its size is wrong: it may have been cut short";
    else if (part && status.st_size <= (off_t)PART * PARTS_MAX) {
        rewind(file);
        if (!has_checksum(file, (uint64_t)status.st_size, crc, part))
            fault = "its checksum is wrong";
    }
    fclose(file);
    return fault;
}

static int is_table(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    const char *end = entry->d_name + (length > 5 ? length - 5 : 0);
    return strcmp(end, ".rtbw") == 0 || strcmp(end, ".rtbz") == 0;
}

/* Copies the next non-empty folder of *path and advances *path past it. Returns false if no folder
 * is left. */
static bool next_folder(const char **path, char folder[1024])
{
    *path += strspn(*path, ":");
    size_t length = strcspn(*path, ":");
    snprintf(folder, 1024, "%.*s", (int)(length < 1023 ? length : 1023), *path);
    *path += length;
    return length > 0;
}

bool syzygy_folders(const char *path, char *folders, size_t size)
{
    char folder[1024];
    size_t used = 0;
    *folders = '\0';
    while (next_folder(&path, folder) && used < size)
        used += (size_t)snprintf(folders + used, size - used, "%s%s", used ? ":" : "", folder);
    return used > 0 && used < size;
}

struct table_file {
    char path[2048];
    int name;      /* index in path where the file name begins */
    uint64_t size; /* size of the file in bytes; 0 if unknown */
    bool hashed;   /* its checksum will be compared */
};

struct table_files {
    struct table_file *all;
    int count, capacity;
};

static bool add_file(struct table_files *files, const char *folder, const char *name)
{
    struct stat status;
    if (files->count == files->capacity) {
        int capacity = files->capacity ? 2 * files->capacity : 64;
        struct table_file *grown = realloc(files->all, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        files->all = grown;
        files->capacity = capacity;
    }
    struct table_file *file = &files->all[files->count++];
    *file = (struct table_file){.name = (int)strlen(folder) + 1};
    snprintf(file->path, sizeof file->path, "%s/%s", folder, name);
    if (stat(file->path, &status) == 0)
        file->size = (uint64_t)status.st_size;
    return true;
}

/* Lists the tables of all folders, those of each folder sorted by name. Returns false if out of
 * memory. */
static bool list_files(const char *path, struct table_files *files)
{
    char folder[1024];
    bool good = true;
    while (next_folder(&path, folder)) {
        struct dirent **entries = NULL;
        int count = scandir(folder, &entries, is_table, alphasort);
        for (int i = 0; i < count; i++) {
            good = good && add_file(files, folder, entries[i]->d_name);
            free(entries[i]);
        }
        free(entries);
    }
    return good;
}

static int smallest_first(const void *a, const void *b)
{
    const struct table_file *x = *(struct table_file *const *)a, *y = *(struct table_file *const *)b;
    return x->size != y->size ? (x->size > y->size) - (x->size < y->size) : (x > y) - (x < y);
}

/* Marks the files whose checksums will be compared. Returns false if out of memory. */
static bool choose_files(struct table_files *files, uint64_t most,
                         const struct tables_memory *memory)
{
    uint64_t sum = 0;
    for (int i = 0; i < files->count; i++)
        sum += files->all[i].size;
    if (most == 0 || (!memory && sum <= most)) {
        for (int i = 0; i < files->count; i++)
            files->all[i].hashed = true;
        return true;
    }
    struct table_file **order = memory ? malloc(((size_t)files->count + 1) * sizeof *order) : NULL;
    for (int i = 0; order && i < files->count; i++)
        order[i] = &files->all[i];
    if (order)
        qsort(order, (size_t)files->count, sizeof *order, smallest_first);
    for (int i = 0; order && i < files->count && order[i]->size <= most; i++) {
        order[i]->hashed = !memory->is_known(memory->context, order[i]->path);
        most -= order[i]->hashed ? order[i]->size : 0;
    }
    bool good = !memory || order;
    free(order);
    return good;
}

int syzygy_damaged(const char *path, uint64_t most, const struct tables_memory *memory,
                   void (*tell)(void *context, const char *file, const char *why), void *context)
{
    struct table_files files = {.all = NULL};
    struct crc crc;
    int damaged = 0;
    unsigned char *part = malloc(PART);
    bool good = part && list_files(path, &files) && choose_files(&files, most, memory);
    crc_init(&crc);
    for (int i = 0; good && i < files.count; i++) {
        const struct table_file *file = &files.all[i];
        bool hashed = file->hashed && file->size <= (uint64_t)PART * PARTS_MAX;
        if (hashed && memory) /* The callback `add` remembers the file as it was at the last call of
                               * is_known. So call is_known again just before the file is read. */
            (void)!memory->is_known(memory->context, file->path);
        const char *fault = find_fault(file->path, &crc, hashed ? part : NULL);
        damaged += fault != NULL;
        if (fault && tell)
            tell(context, file->path + file->name, fault);
        if (!fault && hashed && memory)
            memory->add(memory->context);
    }
    if (!good) {
        damaged++;
        if (tell)
            tell(context, "list", "out of memory");
    }
    free(files.all);
    free(part);
    return damaged;
}
