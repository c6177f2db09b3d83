/* The file of counts, next to the database. Each record has a checksum, so that a damaged one is
 * ignored. The file is cleared whenever the database is closed cleanly, so it stays short. */
#include "src/store/move_counts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/hash.h"

struct record {
    int64_t game, plies;
    uint64_t sum;
};

enum { RECORDS_MOST = 1 << 16 }; /* at most this many records are read: the newest ones */

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

void move_counts_each(int file, void (*take)(void *context, int64_t game, int plies), void *context)
{
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    int count = size > 0 ? (int)(size / (off_t)sizeof(struct record) % (1 << 30)) : 0;
    int skipped = count > RECORDS_MOST ? count - RECORDS_MOST : 0, good = 0;
    struct record *records = count ? calloc((size_t)(count - skipped), sizeof *records) : NULL;
    for (int i = skipped; records && i < count; i++) {
        struct record *record = &records[good];
        if (pread(file, record, sizeof *record, i * (off_t)sizeof *record) == sizeof *record &&
            record->sum == sum_of(record) && record->game > 0 && record->plies >= 0 &&
            record->plies < 1 << 20) {
            record->sum = (uint64_t)i; /* from here on, `sum` holds the record's place in the file
                                          instead of the checksum */
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
