/* The file holds a header that identifies the problem, the bytes of the method's state as in
 * memory, and the best weights. It is written to a temporary file and renamed, so an interruption
 * does no harm. */
#include "src/lab/tune/tune_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum { CHECKPOINT_MS = 3000 };

struct state_header {
    char magic[8];
    uint64_t fingerprint; /* hash of the problem and the method */
    uint64_t size;        /* size of the method's state */
    uint64_t sum;         /* hash of the state and of the weights after it */
    int64_t elapsed;      /* milliseconds of searching so far */
};

static const char magic[8] = "FALTUNE2";

/* A hash of everything that must be the same for the search to be continued. The positions are
 * included by the counts in `occurs`. */
static uint64_t fingerprint_of(const struct tune_problem *problem, enum tune_method method)
{
    uint64_t hash = hash_bytes(HASH_BEGIN, &method, sizeof method);
    hash = hash_bytes(hash, &problem->seed, sizeof problem->seed);
    hash = hash_bytes(hash, &problem->k, sizeof problem->k);
    hash = hash_bytes(hash, &problem->pull, sizeof problem->pull);
    hash = hash_bytes(hash, &problem->spread, sizeof problem->spread);
    hash = hash_bytes(hash, problem->start, sizeof problem->start);
    hash = hash_bytes(hash, problem->free, sizeof problem->free);
    return hash_bytes(hash, problem->occurs, sizeof problem->occurs);
}

static uint64_t sum_of(const void *state, size_t size, const struct pair best[WEIGHT_COUNT])
{
    uint64_t hash = hash_bytes(HASH_BEGIN, state, size);
    return hash_bytes(hash, best, WEIGHT_COUNT * sizeof *best);
}

bool state_write(struct tune_problem *problem, struct error *error)
{
    struct replacement file;
    struct state_header header = {.fingerprint = fingerprint_of(problem, problem->report->method),
                                  .size = problem->state_size};
    header.sum = sum_of(problem->state, problem->state_size, problem->best);
    memcpy(header.magic, magic, sizeof magic);
    problem->kept = text_now();
    header.elapsed = problem->elapsed + problem->kept - problem->began;
    if (!replacement_begin(&file, problem->keep_at, 0600, error))
        return false;
    bool good = fwrite(&header, sizeof header, 1, file.out) == 1 &&
                fwrite(problem->state, problem->state_size, 1, file.out) == 1 &&
                fwrite(problem->best, sizeof problem->best, 1, file.out) == 1;
    return replacement_end(&file, good, error);
}

void state_checkpoint(struct tune_problem *problem, const void *state, size_t size)
{
    struct error ignored; /* the checkpoint is written again at the end of the search, which reports
                             errors */
    if (!problem->keep_at || text_now() - problem->kept < CHECKPOINT_MS)
        return;
    if (!problem_keep(problem, state, size, &ignored) || !state_write(problem, &ignored))
        problem->kept = text_now();
}

static bool take(struct tune_problem *problem, FILE *file, size_t size, uint64_t sum)
{
    void *state = malloc(size);
    struct pair best[WEIGHT_COUNT];
    if (!state || fread(state, size, 1, file) != 1 || fread(best, sizeof best, 1, file) != 1 ||
        sum_of(state, size, best) != sum) {
        free(state);
        return false;
    }
    free(problem->state);
    problem->state = state;
    problem->state_size = size;
    memcpy(problem->best, best, sizeof best);
    return true;
}

bool state_read(struct tune_problem *problem, enum tune_method method, const char *path,
                struct error *error)
{
    enum { SIZE_MAX_STATE = 64 << 20 };
    struct state_header header;
    FILE *file = fopen(path, "rbe");
    if (!file)
        return error_set_in(error, path, "%s",
                            errno == ENOENT ? "there is no search to continue" : strerror(errno));
    bool good = false;
    if (fread(&header, sizeof header, 1, file) != 1 ||
        memcmp(header.magic, magic, sizeof magic) != 0 || header.size == 0 ||
        header.size > SIZE_MAX_STATE)
        error_set_in(error, path, "expected a file written by fallible tune");
    else if (header.fingerprint != fingerprint_of(problem, method))
        error_set_in(error, path, "that search was made with other positions, weights or options");
    else if (!take(problem, file, (size_t)header.size, header.sum))
        error_set_in(error, path, "the file is damaged or cut off");
    else
        good = true;
    if (good)
        problem->elapsed = header.elapsed;
    fclose(file);
    return good;
}
