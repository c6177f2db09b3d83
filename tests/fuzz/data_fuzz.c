/* The caches of two data sets: the quiet positions of a file, for the tuner, and the choices people
 * made, for the human model. Some bytes are replaced by the input, and the checksum is valid.
 * Whatever the cache claims, it can be read, and an entry that makes no sense is left out. */
#include <dirent.h>
#include <sys/stat.h>

#include "src/lab/human/dataset.h"
#include "src/lab/tune/tune_source.h"
#include "src/lab/tune/tune_trace.h"
#include "src/util/cache.h"
#include "tests/fuzz/fuzz.h"

enum { FINGERPRINT = 1 };
static const char lines[] = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 1-0\n8/P6k/8/8/8/8/8/K7 w - - 1-0\n"
                            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1-0\n";

/* A cache as we wrote it. */
struct written {
    char path[1024];
    uint8_t bytes[4096];
    size_t length;
};

static char folder[512], source[600];
static struct pool *pool;
static struct written quiet, choices;

static void take(struct written *written)
{
    FILE *file = fopen(written->path, "r");
    require(file);
    written->length = fread(written->bytes, 1, sizeof written->bytes, file);
    require(written->length > 64 && written->length < sizeof written->bytes);
    fclose(file);
}

static void read_quiet(struct record_set *set)
{
    const struct tune_games games = {.per_game = 1};
    struct source_times times = {0, 0};
    struct error error;
    require(source_add(set, source, &games, weights_full(), pool, NULL, NULL, &times, &error));
}

static void write_quiet(void)
{
    struct record_set set = {.records = NULL};
    char names[600];
    FILE *file = fopen(source, "w");
    require(file && fputs(lines, file) >= 0);
    fclose(file);
    read_quiet(&set);
    require(set.count == 2);
    records_clear(&set);
    snprintf(names, sizeof names, "%s/fallible", folder);
    DIR *directory = opendir(names);
    require(directory);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (strstr(entry->d_name, ".quiet"))
            snprintf(quiet.path, sizeof quiet.path, "%s/%s", names, entry->d_name);
    closedir(directory);
    take(&quiet);
}

/* Writes two choices: the first move of a game, and the answer to 1. e4. */
static void write_choices(void)
{
    struct human_cache cache;
    struct human_set set = {.choices = NULL}, read = {.choices = NULL};
    struct position position;
    struct error error;
    Move moves[CHESS_MOVES_MAX], e4;
    chess_start(&position);
    require(chess_from_uci(&position, "e2e4", &e4));
    for (int i = 0; i < 2; i++) {
        struct human_choice choice = {.played = 3, .rating = 1500, .seconds = UINT16_MAX,
                                      .flags = i == 0 ? HUMAN_FIRST : 0};
        struct human_option options[CHESS_MOVES_MAX] = {{0}};
        require(record_pack(&choice.before, &position));
        struct position next = position;
        for (int j = 0; j < CONTEXT_MOVES; j++)
            choice.recent[j] = NO_MOVE;
        if (i == 1) {
            choice.recent[0] = e4;
            chess_play(&next, e4);
        }
        choice.count = (uint16_t)chess_moves(&next, moves);
        for (int j = 0; j < choice.count; j++)
            options[j].move = moves[j];
        require(human_set_add(&set, &choice, options));
    }
    snprintf(choices.path, sizeof choices.path, "%s/choices", folder);
    (void)unlink(choices.path);
    require(human_cache_open(&cache, choices.path, FINGERPRINT, false, &read, &error));
    require(human_cache_move(&set, &read, &cache, &error) && human_cache_note(&cache, 1));
    fclose(cache.file);
    human_set_clear(&set), human_set_clear(&read);
    take(&choices);
}

static void begin(void)
{
    if (pool)
        return;
    chess_init();
    pool = pool_create(1);
    require(pool);
    fuzz_path(folder, sizeof folder, "data");
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(source, sizeof source, "%s/some.epd", folder);
    write_quiet();
    write_choices();
}

/* Writes the cache anew with the input at the offset in its first two bytes, not before `from`. */
static FILE *forge(const struct written *written, size_t from, const uint8_t *data, size_t size)
{
    size_t at = from + (size_t)(data[0] << 8 | data[1]) % (written->length - from + 1);
    FILE *file = fopen(written->path, "w+");
    require(file && fwrite(written->bytes, 1, written->length, file) == written->length);
    require(fseek(file, (long)at, SEEK_SET) == 0);
    require(fwrite(data + 2, 1, size - 2, file) == size - 2);
    return file;
}

static void try_quiet(const uint8_t *data, size_t size)
{
    struct cache_head head;
    struct record_set set = {.records = NULL};
    struct traces traces;
    struct error error;
    memcpy(&head, quiet.bytes, sizeof head);
    head.sum = 0;
    FILE *file = forge(&quiet, sizeof head, data, size);
    require(cache_seal(file, &head));
    fclose(file);
    read_quiet(&set);
    require(set.count > 0);
    require(traces_create(&traces, set.records, set.count, weights_full(), 1, pool, NULL, NULL,
                          &error));
    require(traces.training_positions + traces.held_out_positions + traces.dropped <= set.count);
    traces_clear(&traces);
    records_clear(&set);
}

/* Writes the header's size and keyed hash of all that follows it. */
static void seal_choices(FILE *file)
{
    static uint8_t rest[sizeof choices.bytes + 65536];
    struct human_cache_header header;
    struct hash_key key;
    require(cache_key(&key));
    require(fseek(file, 0, SEEK_SET) == 0 && fread(&header, sizeof header, 1, file) == 1);
    header.bytes = fread(rest, 1, sizeof rest, file);
    header.sum = 0;
    struct keyed_hash hash = keyed_hash_begin(key);
    keyed_hash_add(&hash, rest, header.bytes);
    keyed_hash_add(&hash, &header, sizeof header);
    header.sum = keyed_hash_sum(&hash);
    require(fseek(file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof header, 1, file) == 1);
}

static void try_choices(const uint8_t *data, size_t size)
{
    static float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    static struct candidate candidates[CHESS_MOVES_MAX];
    struct human_cache cache;
    struct human_set set = {.choices = NULL};
    struct error error;
    FILE *file = forge(&choices, offsetof(struct human_cache_header, games), data, size);
    seal_choices(file);
    fclose(file);
    require(human_cache_open(&cache, choices.path, FINGERPRINT, false, &set, &error));
    fclose(cache.file);
    for (size_t i = 0; i < set.count; i++) {
        struct position previous, position;
        struct context context;
        const struct human_choice *choice = &set.choices[i];
        if (!human_choice_unpack(choice, set.options + set.first[i], &previous, &position,
                                 &context, candidates))
            continue;
        human_choice_features(choice, &context, candidates, features);
        struct choice_player player = human_choice_player(choice);
        require(player.system < CHOICE_SYSTEMS && player.pace < CHOICE_PACES);
    }
    human_set_clear(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    begin();
    (data[0] & 1 ? try_choices : try_quiet)(data + 1, size - 1);
    return 0;
}
