/* The file of counts, next to the database. Each record has a checksum, so that a damaged one is
 * ignored, and one that was cut short, as on a full disk, does not hide those after it. The file is
 * cleared whenever the write-ahead log has been emptied, so it stays short. */
#include "src/store/move_counts.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/hash.h"

struct record {
    int64_t game, plies;
    uint64_t sum;
};

enum { RECORDS_MOST = 1 << 16 }; /* at most about this many records are read: the newest ones */

static uint64_t sum_of(const struct record *record)
{
    return hash_bytes(hash_bytes(HASH_BEGIN, &record->game, sizeof record->game), &record->plies,
                      sizeof record->plies);
}

int move_counts_open(const char *database)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s-moves", database) >= (int)sizeof path)
        return -1;
    return open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
}

void move_counts_note(int file, int64_t game, int plies)
{
    struct record record = {.game = game, .plies = plies};
    record.sum = sum_of(&record);
    if (file >= 0 && write(file, &record, sizeof record) != sizeof record)
        return; /* for example, the disk is full. If later moves are lost, this may go unnoticed */
}

/* Compares two records for qsort: by game and then by place in the file. By then, `sum` holds this
 * place instead of the checksum. */
static int by_game(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return x->game != y->game ? (x->game > y->game) - (x->game < y->game)
                              : (x->sum > y->sum) - (x->sum < y->sum);
}

static bool is_valid(const struct record *record)
{
    return record->sum == sum_of(record) && record->game > 0 && record->plies >= 0 &&
           record->plies < 1 << 20;
}

void move_counts_each(int file, void (*take)(void *context, int64_t game, int plies), void *context)
{
    const off_t most = (off_t)RECORDS_MOST * (off_t)sizeof(struct record);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0, from = size > most ? size - most : 0;
    struct record *records = size > 0 ? malloc((size_t)(size - from)) : NULL;
    ssize_t got = records ? pread(file, records, (size_t)(size - from), from) : 0;
    int good = 0;
    /* The records found are moved to the beginning of the same memory. */
    for (ssize_t at = 0; at + (ssize_t)sizeof *records <= got;) {
        struct record record;
        memcpy(&record, (const char *)records + at, sizeof record);
        bool valid = is_valid(&record);
        at += valid ? (ssize_t)sizeof record : 1;
        if (valid) {
            records[good] = record;
            records[good].sum = (uint64_t)good; /* from here on, the record's place in the file */
            good++;
        }
    }
    if (good)
        qsort(records, (size_t)good, sizeof *records, by_game);
    for (int i = 0; i < good; i++)
        if (i + 1 == good || records[i + 1].game != records[i].game)
            take(context, records[i].game, (int)records[i].plies);
    free(records);
}

void move_counts_clear(int file)
{
    if (file >= 0 && ftruncate(file, 0) != 0)
        return; /* if the file cannot be cleared, the next start compares the same counts again */
}
