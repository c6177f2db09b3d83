/* The folder of a ladder holds results.txt, to which each finished measurement appends a line, and
 * KEY.pgn with the games of a match in progress. */
#include "src/lab/match/ladder_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/hash.h"
#include "src/util/array.h"
#include "src/util/lock_file.h"

/* Keys */

uint64_t ladder_key_text(uint64_t key, const char *text)
{
    return hash_bytes(key ^ HASH_BEGIN, text, strlen(text) + 1); /* includes the final '\0' */
}

uint64_t ladder_key_number(uint64_t key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return ladder_key_text(key, text);
}

/* Features are hashed by name, so that adding features later does not change existing keys. */
uint64_t ladder_key_player(uint64_t key, const struct player_spec *spec)
{
#define X(id, usual, words)                                                                        \
    if (!spec->features.id)                                                                        \
        key = ladder_key_text(key, #id);
    SEARCH_FEATURES(X)
#undef X
    for (int i = 0; i < GROUP_COUNT; i++)
        if (spec->knowledge[i] < 100) {
            key = ladder_key_text(key, group_key((enum group)i));
            key = ladder_key_number(key, (uint64_t)spec->knowledge[i]);
        }
    return ladder_key_text(key, "player");
}

/* The folder */

enum {
    PATH_SIZE = 4096, /* enough for any folder and a file name in it */
    LOCK_WAIT = 5000  /* ms; another run holds the lock only while it writes one line */
};

static void results_path(const struct ladder_state *state, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/results.txt", state->folder);
}

bool ladder_state_games(const struct ladder_state *state, uint64_t key, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%016" PRIx64 ".pgn", state->folder, key);
    return state->folder[0] && (size_t)length < size;
}

static bool remember(struct ladder_state *state, const struct ladder_record *record)
{
    if (!ARRAY_RESERVE(state->records, state->count, &state->capacity))
        return false;
    state->records[state->count++] = *record;
    return true;
}

static bool read_record(const char *line, struct ladder_record *record)
{
    struct match_tally *tally = &record->tally;
    char rest;
    *record = (struct ladder_record){.is_suite = true};
    if (sscanf(line, "suite %16" SCNx64 " %9d %9d %c", &record->key, &record->solved,
               &record->positions, &rest) == 3)
        return record->solved >= 0 && record->solved <= record->positions;
    record->is_suite = false;
    if (sscanf(line,
               "match %16" SCNx64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64
               " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %c",
               &record->key, &tally->wins, &tally->draws, &tally->losses, &tally->pairs[0],
               &tally->pairs[1], &tally->pairs[2], &tally->pairs[3], &tally->pairs[4], &rest) != 9)
        return false;
    int64_t pairs = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        pairs += tally->pairs[i];
        if (tally->pairs[i] < 0)
            return false;
    }
    return tally->wins >= 0 && tally->draws >= 0 && tally->losses >= 0 && pairs > 0 &&
           2 * pairs == tally->wins + tally->draws + tally->losses;
}

/* If the last line is incomplete, it is ignored. */
static bool read_records(struct ladder_state *state, FILE *file, struct error *error)
{
    char line[256];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        struct ladder_record record;
        size_t length = strcspn(line, "\n");
        if (!line[length] && length < sizeof line - 1)
            break;
        line[length] = '\0';
        if (!read_record(line, &record)) {
            error_set(error, "expected \"suite KEY SOLVED POSITIONS\" or \"match KEY WON DRAWN "
                             "LOST\" and five numbers of pairs");
            error->line = number;
            return false;
        }
        if (!remember(state, &record))
            return error_set(error, "out of memory");
    }
    return true;
}

bool ladder_state_open(struct ladder_state *state, const char *folder, struct error *error)
{
    char path[PATH_SIZE];
    *state = (struct ladder_state){.count = 0};
    if (!folder)
        return true;
    if (snprintf(state->folder, sizeof state->folder, "%s", folder) >= (int)sizeof state->folder)
        return error_set(error, "the folder's name is too long");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set_in(error, folder, "%s", strerror(errno));
    results_path(state, path);
    FILE *file = fopen(path, "re");
    bool good = file || errno == ENOENT;
    if (!good)
        error_set(error, "%s", strerror(errno));
    if (file)
        good = read_records(state, file, error);
    if (file)
        fclose(file);
    if (!good) {
        snprintf(error->file, sizeof error->file, "%.1023s", path);
        ladder_state_close(state);
    }
    return good;
}

void ladder_state_close(struct ladder_state *state)
{
    free(state->records);
    *state = (struct ladder_state){.count = 0};
}

const struct ladder_record *ladder_state_find(const struct ladder_state *state, uint64_t key)
{
    for (int i = 0; i < state->count; i++)
        if (state->records[i].key == key)
            return &state->records[i];
    return NULL;
}

static bool write_record(FILE *file, const struct ladder_record *record)
{
    const struct match_tally *tally = &record->tally;
    if (record->is_suite)
        fprintf(file, "suite %016" PRIx64 " %d %d\n", record->key, record->solved,
                record->positions);
    else
        fprintf(file,
                "match %016" PRIx64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                " %" PRId64 " %" PRId64 " %" PRId64 "\n",
                record->key, tally->wins, tally->draws, tally->losses, tally->pairs[0],
                tally->pairs[1], tally->pairs[2], tally->pairs[3], tally->pairs[4]);
    return !ferror(file);
}

/* Removes an incomplete last line before the next one is written. */
static bool end_with_whole_line(FILE *file)
{
    long end = 0;
    int c;
    rewind(file);
    for (long at = 1; (c = getc(file)) != EOF; at++)
        if (c == '\n')
            end = at;
    return !ferror(file) && fflush(file) == 0 && ftruncate(fileno(file), end) == 0 &&
           fseek(file, 0, SEEK_END) == 0;
}

bool ladder_state_add(struct ladder_state *state, const struct ladder_record *record,
                      struct error *error)
{
    char path[PATH_SIZE];
    if (!remember(state, record))
        return error_set(error, "out of memory");
    if (!state->folder[0])
        return true;
    results_path(state, path);
    struct lock_file lock;
    if (!lock_file_take(&lock, path, LOCK_WAIT, error))
        return false;
    FILE *file = fopen(path, "a+e");
    bool good = file && end_with_whole_line(file) && write_record(file, record);
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        error_set_in(error, path, "%s", strerror(errno));
    lock_file_release(&lock);
    return good;
}
