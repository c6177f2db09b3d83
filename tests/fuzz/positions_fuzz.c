/* The tuner's input: positions with results as lines, games or records, and terms.def. Every
 * position can be made quiet and traced, and every trace adds up to the evaluation. */
#include "src/lab/tune/tune_reader.h"
#include "src/lab/tune/tune_terms.h"
#include "src/lab/tune/tune_trace.h"
#include "src/util/paths.h"
#include "tests/fuzz/fuzz.h"

enum { POSITIONS_MAX = 64 }; /* made quiet and traced */

static void trace(struct record_set *set)
{
    static struct pool *pool;
    struct traces traces;
    struct error error = {.message = ""};
    if (!pool)
        pool = pool_create(1);
    require(pool);
    set->count = set->count < POSITIONS_MAX ? set->count : POSITIONS_MAX;
    require(records_resolve(set, weights_full(), pool, "", NULL, NULL));
    int count = set->count;
    bool traced =
        traces_create(&traces, set->records, count, weights_full(), 1, pool, NULL, NULL, &error);
    if (!traced)
        fprintf(stderr, "%s\n", error.message);
    require(traced);
    require(traces.training_positions + traces.held_out_positions + traces.dropped == count);
    traces_clear(&traces);
}

static void read_positions(const uint8_t *data, size_t size)
{
    const struct tune_games games = {.per_game = 10};
    struct record_set set = {.records = NULL};
    struct error error = {.message = ""};
    bool quiet;
    if (records_read(&set, fuzz_file(data, size), &games, &quiet, NULL, NULL, &error)) {
        require(set.count > 0);
        trace(&set);
    } else {
        fuzz_check_error(&error, size);
    }
    records_clear(&set);
}

/* terms.def with some bytes replaced by the input. */
static void read_terms(const uint8_t *data, size_t size)
{
    struct weights weights = *weights_full();
    struct error error = {.message = ""};
    char *text = paths_read("engine/eval/terms.def", 1 << 20, &error);
    if (!text || size < 2) {
        free(text);
        return;
    }
    size_t length = strlen(text), at = (size_t)(data[0] << 8 | data[1]) % length;
    size_t replaced = size - 2 < length - at ? size - 2 : length - at;
    memcpy(text + at, data + 2, replaced);
    const char *path = fuzz_file((const uint8_t *)text, length);
    free(text);
    if (!terms_check(path, &error)) {
        fuzz_check_error(&error, length);
        return;
    }
    weights.middlegame[0]++;
    require(terms_rewrite(path, &weights, &error));
    require(!terms_check(path, &error));
    fuzz_check_error(&error, 2 * length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const uint8_t *, size_t) = {read_positions, read_terms};
    chess_init();
    if (size > 0)
        readers[data[0] % (sizeof readers / sizeof *readers)](data + 1, size - 1);
    return 0;
}
