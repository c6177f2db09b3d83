/* The tuner: records, quiet positions, readers, traces and their gradient, both methods,
 * terms.def. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "engine/hash.h"
#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_convert.h"
#include "src/lab/tune/tune_file.h"
#include "src/lab/tune/tune_games.h"
#include "src/lab/tune/tune_generate.h"
#include "src/lab/tune/tune_problem.h"
#include "src/lab/tune/tune_quiet.h"
#include "src/lab/tune/tune_reader.h"
#include "src/lab/tune/tune_source.h"
#include "src/lab/tune/tune_terms.h"
#include "src/util/paths.h"
#include "tests/unit/data.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

enum { POSITIONS = 4000 };

static struct record sample[POSITIONS];
static char folder[] = "/tmp/fallible-tune-XXXXXX";

/* Random games labelled by who is ahead, with noise, under weights in which placement and mobility
 * count much more, so that there is something to learn. */
static int make_sample(void **state)
{
    int count = 0;
    struct weights truth = *weights_full();
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        bool more = info->group == GROUP_MOBILITY || info->group == GROUP_PIECE_LOCATION;
        for (int i = info->at; more && i < info->at + info->count; i++) {
            truth.middlegame[i] = (int16_t)(truth.middlegame[i] * 4 + 30);
            truth.endgame[i] = (int16_t)(truth.endgame[i] * 4);
        }
    }
    while (count < POSITIONS) {
        struct position position;
        Move moves[CHESS_MOVES_MAX];
        chess_start(&position);
        for (int ply = 0, legal; ply < 120 && (legal = chess_moves(&position, moves)); ply++) {
            chess_play(&position, moves[random_bits() % (uint64_t)legal]);
            if (ply < 12 || ply % 4 || chess_in_check(&position) || count == POSITIONS)
                continue;
            assert_true(record_pack(&sample[count], &position));
            Score score = evaluation(&position, &truth);
            score = position.side == WHITE ? score : -score;
            score += (int)(random_bits() % 400) - 200;
            sample[count].result = score > 150 ? 2 : score < -150 ? 0 : 1;
            sample[count].flags |= records_is_held_out(random_bits()) ? RECORD_HELD_OUT : 0;
            count++;
        }
    }
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    return rmdir(folder);
}

static const char *file_path(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Records */

static void records_hold_the_whole_position(void **state)
{
    static const char *const fens[] = {
        CHESS_START_FEN,
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1",
        "8/8/8/8/8/8/8/K1k5 b - - 99 300",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position position = from_fen(fens[i]), again;
        struct record record;
        char before[CHESS_FEN_MAX], after[CHESS_FEN_MAX];
        assert_true(record_pack(&record, &position));
        assert_true(record_unpack(&record, &again));
        chess_to_fen(&position, before);
        chess_to_fen(&again, after);
        assert_string_equal(before, after);
        assert_int_equal(position.key, again.key);
    }
}

static void a_damaged_record_is_refused(void **state)
{
    struct record record = {.occupied = 0xFF}; /* eight white pawns on the first rank */
    struct position position;
    assert_false(record_unpack(&record, &position));
    record.occupied = ~0ULL;
    assert_false(record_unpack(&record, &position));
}

static void keys_part_positions_not_histories(void **state)
{
    struct position a = from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    struct position b = from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 7 9");
    struct position c = from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    struct record x, y, z;
    assert_true(record_pack(&x, &a) && record_pack(&y, &b) && record_pack(&z, &c));
    assert_true(record_key(&x) == record_key(&y));
    assert_true(record_key(&x) != record_key(&z));
}

static void files_of_records_read_back(void **state)
{
    const char *path = file_path("records");
    struct positions_header header = {.fingerprint = 77, .quiet = true}, read;
    struct error error;
    struct record record;
    FILE *file = fopen(path, "wb");
    assert_true(file && positions_write_header(file, &header));
    for (int i = 0; i < 10; i++)
        assert_true(positions_write(file, &sample[i]));
    fputc(0, file); /* left by an interrupted writer */
    fclose(file);

    file = fopen(path, "rb");
    assert_true(positions_read_header(file, &read, &error));
    assert_int_equal(read.fingerprint, 77);
    assert_true(read.quiet);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(positions_read(file, &record), 1);
        assert_memory_equal(&record, &sample[i], sizeof record);
    }
    assert_int_equal(positions_read(file, &record), -1);
    fclose(file);

    file_write(path, "8/8/8/8/8/8/8/K1k5 w - - [1.0]\n");
    file = fopen(path, "rb");
    assert_false(positions_read_header(file, &read, &error));
    assert_string_equal(error.message, "");
    assert_int_equal(getc(file), '8');
    fclose(file);
    remove(path);
}

/* Quiet ends */

static void expect_quiet(const char *fen, const char *end)
{
    struct position position = from_fen(fen);
    char after[CHESS_FEN_MAX];
    assert_true(quiet_resolve(&position, weights_full()));
    chess_to_fen(&position, after);
    if (strncmp(after, end, strlen(end)) != 0)
        fail_msg("%s became %s, not %s", fen, after, end);
}

static void captures_are_played_out(void **state)
{
    expect_quiet("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w");
    expect_quiet("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b");
    /* Defended: the queen does not capture. */
    expect_quiet("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w");
    expect_quiet("8/P6k/8/8/8/8/8/K7 w - - 0 1", "Q7/7k/8/8/8/8/8/K7 b");
    struct position mate = from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_false(quiet_resolve(&mate, weights_full()));
}

/* Readers */

static void results_are_understood(void **state)
{
    static const struct {
        const char *rest;
        int result;
    } rows[] = {
        {" c9 \"1-0\";", 2},
        {" c9 \"1/2-1/2\";", 1},
        {" [0.5]", 1},
        {" [1.0]", 2},
        {" [0]", 0},
        {" 0-1", 0},
        {";1-0", 2},
        {",0.0", 0},
        {" bm e4; c9 \"0-1\";", 0},
        {" | 12 | 0.5", 1},
        {"", -1},
        {" c9 \"*\";", -1},
        {" acd 1;", -1},
        {" c0 \"1-0 was played\";", 2},
        {" id \"1\"; c9 \"0-1\";", 0},
        {" c0 \"1-0\"; c9 \"1/2-1/2\"; id \"0\";", 1},
        {" c9 \"1\";", 2},
        {" id \"1\";", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (record_result(rows[i].rest) != rows[i].result)
            fail_msg("\"%s\" is %d", rows[i].rest, record_result(rows[i].rest));
}

static bool read_text(struct record_set *set, const char *text, struct error *error)
{
    const struct tune_games games = {.per_game = 4,
                                     .min_elo = 2000,
                                     .min_base_time = 300,
                                     .exclude_event = {"BLITZ"},
                                     .exclude_count = 1};
    const char *path = file_path("data");
    bool quiet;
    file_write(path, text);
    *set = (struct record_set){.records = NULL};
    bool good = records_read(set, path, &games, &quiet, NULL, NULL, error);
    remove(path);
    return good;
}

static void lines_are_read_and_duplicates_left_out(void **state)
{
    struct record_set set;
    struct error error;
    assert_true(read_text(&set,
                          "# of two sorts\n\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n"
                          "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 [0.5]\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 0-1\r\n",
                          &error));
    assert_int_equal(set.count, 2);
    assert_int_equal(set.duplicates, 1);
    assert_int_equal(set.records[0].result, 2);
    assert_int_equal(set.records[1].result, 1);
    records_clear(&set);
}

/* A score is for the side to move in the file, and for White in the record. */
static void scores_are_read(void **state)
{
    static const struct {
        const char *line;
        int score;
    } rows[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce 35;\n", 35},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - ce -120; c9 \"1-0\";\n", 120},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - c9 \"1-0\"; ce 32760;\n", -20000},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce x;\n", RECORD_NO_SCORE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n", RECORD_NO_SCORE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record_set set;
        struct error error = {.message = ""};
        assert_true(read_text(&set, rows[i].line, &error));
        assert_int_equal(set.records[0].score, rows[i].score);
        records_clear(&set);
    }
}

/* Files as editors leave them: a byte order mark, blank lines, a comment before the first game. */
static void beginnings_are_passed_over(void **state)
{
    static const char *const lines[] = {
        "\xEF\xBB\xBF"
        "4k3/8/8/8/8/8/4P3/4K3 w - - 1-0\n",
        "\r\n \n4k3/8/8/8/8/8/4P3/4K3 w - - 1-0\n",
    };
    static const char *const games[] = {"\n\n", "\xEF\xBB\xBF\n", "; played by nobody\n",
                                        "% an escape\n"};
    struct record_set set;
    struct error error = {.message = ""};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!read_text(&set, lines[i], &error))
            fail_msg("%zu: %s", i, error.message);
        assert_int_equal(set.count, 1);
        records_clear(&set);
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "%s[WhiteElo \"2100\"]\n[BlackElo \"2100\"]\n[TimeControl \"-\"]\n[Result \"1-0\"]"
                 "\n\n1. d4 d5 2. Nf3 Nf6 3. Nc3 Nc6 4. e3 e6 5. Be2 Be7 6. O-O O-O 7. h3 h6 "
                 "8. Re1 Re8 9. a3 a6 10. Bf1 Bf8 1-0\n",
                 games[i]);
        if (!read_text(&set, text, &error))
            fail_msg("%zu: %s", i, error.message);
        assert_int_equal(set.games, 1);
        assert_in_range(set.count, 1, 4);
        records_clear(&set);
    }
    assert_false(read_text(&set, "\n\n4k3/8/8/8/8/8/4P3/4K2 w - - 1-0\n", &error));
    assert_int_equal(error.line, 3);
    records_clear(&set);
    assert_false(read_text(&set, "\n[Result \"1-0\"]\n\n1. e4 e9 1-0\n", &error));
    assert_int_equal(error.line, 4);
    assert_non_null(strstr(error.message, "e9"));
    records_clear(&set);
}

static void no_position_of_a_long_game_is_forgotten(void **state)
{
    enum { PLIES = 4000, BOOK_PLIES = 16 };
    const struct tune_games games = {.per_game = 2 * PLIES};
    struct record_set set = {.records = NULL};
    struct error error = {.message = ""};
    const char *path = file_path("long");
    bool quiet;
    file_write(path, "");
    file_append_long_game(path, "[Result \"1-0\"]\n\n", PLIES, "1-0");
    if (!records_read(&set, path, &games, &quiet, NULL, NULL, &error))
        fail_msg("%s", error.message);
    assert_int_equal(set.games, 1);
    assert_int_equal(set.count + set.duplicates, PLIES - BOOK_PLIES);
    records_clear(&set);
    remove(path);
}

static void damaged_positions_are_named(void **state)
{
    const struct tune_games games = {.per_game = 1};
    const struct positions_header header = {.quiet = true, .records = 3};
    const char *path = file_path("damaged");
    for (int written = 2; written <= 3; written++) { /* truncated, or with a last line that is
                                                      * invalid */
        struct record_set set = {.records = NULL};
        struct record nonsense = {.occupied = 0xFF};
        struct error error = {.message = ""};
        bool quiet;
        FILE *file = fopen(path, "wb");
        assert_true(file && positions_write_header(file, &header));
        assert_true(positions_write(file, &sample[0]) && positions_write(file, &sample[1]));
        assert_true(written < 3 || positions_write(file, &nonsense));
        fclose(file);
        assert_false(records_read(&set, path, &games, &quiet, NULL, NULL, &error));
        assert_non_null(strstr(error.message, "position 3 is damaged"));
        assert_string_equal(error.file, path);
        records_clear(&set);
    }
    remove(path);
}

static void bad_lines_are_named(void **state)
{
    struct record_set set;
    struct error error = {.message = ""};
    assert_false(read_text(
        &set, "4k3/8/8/8/8/8/4P3/4K3 w - - 1-0\n4k3/8/8/8/8/8/4P3/4K3 w - - ce 5;\n", &error));
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "expected a result"));
    assert_non_null(strstr(error.file, "data"));
    records_clear(&set);
    assert_false(read_text(&set, "4k3/8/8/8/8/8/4P3/4K2 w - - 1-0\n", &error));
    assert_int_equal(error.line, 1);
    records_clear(&set);
    assert_false(read_text(&set, "", &error));
    records_clear(&set);
}

static void one_in_ten_is_held_out(void **state)
{
    int held_out = 0;
    for (uint64_t i = 0; i < 10000; i++)
        held_out += records_is_held_out(i);
    assert_in_range(held_out, 900, 1100);
}

static void games_are_filtered_and_sampled(void **state)
{
    static const char moves[] =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "
        "9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 1-0\n\n";
    static const struct {
        const char *tags;
        int count;
    } rows[] = {
        {"[WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n[TimeControl \"600+5\"]\n", 4},
        {"[WhiteElo \"2100\"]\n[BlackElo \"1999\"]\n[TimeControl \"600+5\"]\n", 0},
        {"[WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n[TimeControl \"180+2\"]\n", 0},
        {"[WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n", 0},
        {"[WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n[TimeControl \"600\"]\n"
         "[Event \"Sunday Blitz\"]\n",
         0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record_set set;
        struct error error;
        char text[2048];
        snprintf(text, sizeof text, "%s[Result \"1-0\"]\n\n%s", rows[i].tags, moves);
        (void)!read_text(&set, text, &error);
        if (set.count != rows[i].count)
            fail_msg("game %zu: %d positions", i + 1, set.count);
        if (set.count == 0)
            assert_non_null(strstr(error.message, "none of its 1 games passes the filters"));
        for (int j = 0; j < set.count; j++)
            assert_int_equal(set.records[j].result, 2);
        records_clear(&set);
    }
    assert_true(games_time_is_enough("40/7200:3600", 7200));
    assert_true(games_time_is_enough("*180", 180));
    assert_true(games_time_is_enough("-", 1000000));
    assert_false(games_time_is_enough("?", 1));
}

static bool stop_resolving(void *context, enum tune_stage stage, const char *name, int count,
                           int percent)
{
    (void)name, (void)count, (void)percent;
    *(enum tune_stage *)context = stage;
    return stage != TUNE_RESOLVING;
}

static void quiet_positions_are_kept(void **state)
{
    const struct tune_games games = {.per_game = 1};
    struct source_times times = {0, 0};
    struct record_set first = {.records = NULL}, second = {.records = NULL};
    struct error error;
    struct pool *pool = pool_create(1);
    char path[256], cache[600], beside[264], whole[PATH_MAX];
    snprintf(path, sizeof path, "%s", file_path("some.epd"));
    snprintf(beside, sizeof beside, "%s.quiet", path);
    file_write(path, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 1-0\n8/P6k/8/8/8/8/8/K7 w - - 1-0\n"
                     "8/P6k/8/8/8/8/8/K7 w - - 0-1\nR5k1/5ppp/8/8/8/8/8/6K1 b - - 1-0\n");
    assert_non_null(realpath(path, whole));
    snprintf(cache, sizeof cache, "%s/fallible/tune-%016llx.quiet", getenv("XDG_CACHE_HOME"),
             (unsigned long long)hash_bytes(HASH_BEGIN, whole, strlen(whole)));
    enum tune_stage stage = TUNE_READING;
    assert_false(source_add(&first, path, &games, weights_full(), pool, stop_resolving, &stage,
                            &times, &error));
    assert_int_equal(stage, TUNE_RESOLVING);
    assert_string_equal(error.message, "stopped");
    assert_int_not_equal(access(cache, F_OK), 0);
    assert_true(source_add(&first, path, &games, weights_full(), pool, NULL, NULL, &times, &error));
    assert_int_equal(first.from_cache, 0);
    assert_int_equal(access(cache, F_OK), 0);
    assert_int_not_equal(access(beside, F_OK), 0); /* the data may be read-only */
    assert_true(
        source_add(&second, path, &games, weights_full(), pool, NULL, NULL, &times, &error));
    assert_int_equal(second.from_cache, 2);
    assert_memory_equal(first.records, second.records, 2 * sizeof *first.records);
    assert_true(first.duplicates == 1 && second.duplicates == 1);
    assert_true(first.unquiet == 1 && second.unquiet == 1);
    /* A truncated cache is not used. */
    assert_int_equal(truncate(cache, POSITIONS_HEADER + POSITIONS_RECORD), 0);
    records_clear(&second);
    assert_true(
        source_add(&second, path, &games, weights_full(), pool, NULL, NULL, &times, &error));
    assert_int_equal(second.count, 2);
    /* Nor is one with any other byte, or of a file with other contents but the same size and time.
     */
    struct stat status;
    assert_int_equal(stat(cache, &status), 0);
    for (long i = 0; i < (long)status.st_size; i += 3) {
        FILE *forged = fopen(cache, "r+");
        assert_non_null(forged);
        assert_int_equal(fseek(forged, i, SEEK_SET), 0);
        int byte = getc(forged);
        assert_int_equal(fseek(forged, i, SEEK_SET), 0);
        assert_int_equal(putc(byte ^ 1, forged), byte ^ 1);
        fclose(forged);
        records_clear(&second);
        assert_true(
            source_add(&second, path, &games, weights_full(), pool, NULL, NULL, &times, &error));
        if (second.from_cache != 0)
            fail_msg("byte %ld was changed, and nobody noticed", i);
        assert_memory_equal(first.records, second.records, 2 * sizeof *first.records);
    }
    assert_int_equal(stat(path, &status), 0);
    const struct timespec times_before[2] = {status.st_mtim, status.st_mtim};
    file_write(path, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 1-0\n8/P6k/8/8/8/8/8/K7 w - - 1-0\n"
                     "8/P6k/8/8/8/8/8/K7 w - - 0-1\nR5k1/5ppp/8/8/8/8/8/6K1 b - - 1-0\n");
    assert_int_equal(utimensat(AT_FDCWD, path, times_before, 0), 0);
    records_clear(&second);
    assert_true(
        source_add(&second, path, &games, weights_full(), pool, NULL, NULL, &times, &error));
    assert_int_equal(second.from_cache, 0);
    /* With other weights the quiet positions differ, so the cache is not used. */
    struct weights other = *weights_full();
    other.middlegame[0]++;
    records_clear(&second);
    assert_true(source_add(&second, path, &games, &other, pool, NULL, NULL, &times, &error));
    assert_int_equal(second.from_cache, 0);
    records_clear(&first);
    records_clear(&second);
    pool_destroy(pool);
    remove(path);
    remove(cache);
}

/* Traces */

static void start_weights(struct pair *weights)
{
    for (int i = 0; i < WEIGHT_COUNT; i++)
        weights[i] = (struct pair){weights_full()->middlegame[i], weights_full()->endgame[i]};
}

static void trace_sample(struct traces *traces, struct pool *pool)
{
    static struct record records[POSITIONS];
    struct error error = {.message = ""};
    memcpy(records, sample, sizeof records);
    if (!traces_create(traces, records, POSITIONS, weights_full(), 5, pool, NULL, NULL, &error))
        fail_msg("%s", error.message);
    assert_int_equal(traces->training_positions + traces->held_out_positions + traces->dropped,
                     POSITIONS);
    assert_true(traces->held_out_positions > 0);
}

static void the_gradient_is_the_slope_of_the_error(void **state)
{
    struct pool *pool = pool_create(2);
    struct traces traces;
    struct pair weights[WEIGHT_COUNT], gradient[WEIGHT_COUNT] = {{0, 0}};
    int chunks[8];
    trace_sample(&traces, pool);
    assert_in_range(traces.training, 1, 8);
    struct pair *scratch = calloc(8 * WEIGHT_COUNT, sizeof *scratch);
    for (int i = 0; i < traces.training; i++)
        chunks[i] = i;
    start_weights(weights);
    double sum =
        traces_gradient(&traces, chunks, traces.training, weights, 1, scratch, gradient, pool);
    double error = traces_error(&traces, 0, traces.training, weights, 1, pool);
    assert_true(fabs(sum - error) < 1e-9 * error);
    static const int places[] = {TERM_pawn_value_AT, TERM_rook_value_AT, TERM_tempo_AT,
                                 TERM_knight_mobility_AT + 4};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct pair *weight = &weights[places[i]];
        float kept = weight->middlegame;
        weight->middlegame = kept + 2;
        double above = traces_error(&traces, 0, traces.training, weights, 1, pool);
        weight->middlegame = kept - 2;
        double below = traces_error(&traces, 0, traces.training, weights, 1, pool);
        weight->middlegame = kept;
        double slope = (above - below) / 4, found = gradient[places[i]].middlegame;
        if (fabs(slope - found) > 0.01 * fabs(slope) + 1e-3)
            fail_msg("place %d: %g, gradient %g", places[i], slope, found);
    }
    free(scratch);
    traces_clear(&traces);
    pool_destroy(pool);
}

/* A score recomputed from its trace follows changed king danger weights, as the evaluation does. */
static void danger_is_weighed_anew(void **state)
{
    struct pool *pool = pool_create(1);
    struct weights other = *weights_full();
    struct pair weights[WEIGHT_COUNT];
    int changed = 0;
    for (int i = 0; i < PRESSURE_COUNT; i++)
        other.middlegame[TERM_king_pressure_AT + i] += (int16_t)(17 * (i % 5) - 20);
    start_weights(weights);
    for (int i = 0; i < PRESSURE_COUNT; i++)
        weights[TERM_king_pressure_AT + i].middlegame = other.middlegame[TERM_king_pressure_AT + i];
    for (int i = 0; i < POSITIONS; i++) {
        struct record record = sample[i];
        struct position position;
        struct traces traces;
        struct trace before, after;
        struct error error = {.message = ""};
        assert_true(record_unpack(&record, &position));
        assert_true(
            traces_create(&traces, &record, 1, weights_full(), 1, pool, NULL, NULL, &error));
        /* The kind of ending may depend on who is better, which is not recomputed. */
        evaluation_explain(&position, weights_full(), &before);
        evaluation_explain(&position, &other, &after);
        if (traces.dropped == 0 && before.scale == after.scale &&
            before.adjustment == after.adjustment) {
            int sign = position.side == WHITE ? 1 : -1;
            float rebuilt = trace_score(&traces.chunks[0], 0, weights);
            if (fabsf(rebuilt - (float)(sign * evaluation(&position, &other))) > 1)
                fail_msg("%g, not %d", (double)rebuilt, sign * evaluation(&position, &other));
            changed += evaluation(&position, &other) != evaluation(&position, weights_full());
        }
        traces_clear(&traces);
    }
    assert_true(changed > POSITIONS / 20);
    pool_destroy(pool);
}

/* If king_danger is linear, the chain rule is exact except where rows change. */
static void the_gradient_reaches_into_danger(void **state)
{
    struct pool *pool = pool_create(2);
    struct traces traces;
    struct pair weights[WEIGHT_COUNT], gradient[WEIGHT_COUNT] = {{0, 0}};
    int chunks[8];
    trace_sample(&traces, pool);
    struct pair *scratch = calloc(8 * WEIGHT_COUNT, sizeof *scratch);
    for (int i = 0; i < traces.training; i++)
        chunks[i] = i;
    start_weights(weights);
    for (int row = 0; row <= DANGER_MAX; row++)
        weights[TERM_king_danger_AT + row] = (struct pair){-6.0f * (float)row, -2.0f * (float)row};
    struct pair *always = &weights[TERM_king_pressure_LAST];
    always->middlegame += 200; /* to the middle of the table */
    traces_gradient(&traces, chunks, traces.training, weights, 1, scratch, gradient, pool);
    always->middlegame += PRESSURE_UNIT;
    double above = traces_error(&traces, 0, traces.training, weights, 1, pool);
    always->middlegame -= 2 * PRESSURE_UNIT;
    double below = traces_error(&traces, 0, traces.training, weights, 1, pool);
    double slope = (above - below) / (2 * PRESSURE_UNIT);
    double found = gradient[TERM_king_pressure_LAST].middlegame;
    if (slope == 0 || fabs(slope - found) > 0.05 * fabs(slope) + 1e-4)
        fail_msg("%g, gradient %g", slope, found);
    free(scratch);
    traces_clear(&traces);
    pool_destroy(pool);
}

static void sums_do_not_depend_on_threads(void **state)
{
    struct pool *one = pool_create(1), *three = pool_create(3);
    struct traces traces;
    struct pair weights[WEIGHT_COUNT];
    trace_sample(&traces, three);
    start_weights(weights);
    double a = traces_error(&traces, 0, traces.training, weights, 1, one);
    double b = traces_error(&traces, 0, traces.training, weights, 1, three);
    assert_true(a == b);
    traces_clear(&traces);
    pool_destroy(one);
    pool_destroy(three);
}

/* Methods, from a file to weights */

static void write_sample(const char *path)
{
    FILE *file = fopen(path, "wb");
    const struct positions_header header = {.quiet = true};
    assert_true(file && positions_write_header(file, &header));
    for (int i = 0; i < POSITIONS; i++)
        assert_true(positions_write(file, &sample[i]));
    assert_int_equal(fclose(file), 0);
}

static struct tune *prepared(const struct tune_options *options)
{
    struct error error = {.message = ""};
    char path[256];
    snprintf(path, sizeof path, "%s", file_path("sample"));
    write_sample(path);
    struct tune *tune = tune_create(options, &error);
    if (!tune || !tune_read(tune, path, &error) || !tune_prepare(tune, &error))
        fail_msg("%s", error.message);
    remove(path);
    return tune;
}

static char *tuned_terms(const struct tune *tune)
{
    struct error error = {.message = ""};
    char path[256];
    snprintf(path, sizeof path, "%s", file_path("terms.def"));
    char *text = paths_read("engine/eval/terms.def", 1 << 20, &error);
    assert_non_null(text);
    file_write(path, text);
    free(text);
    if (!tune_write_terms(tune, path, &error))
        fail_msg("%s", error.message);
    text = paths_read(path, 1 << 20, &error);
    remove(path);
    assert_non_null(text);
    return text;
}

static void methods_lower_the_error(void **state)
{
    for (int method = 0; method < TUNE_METHOD_COUNT; method++) {
        const struct tune_options options = {.budget = 60000,
                                             .iterations = 25,
                                             .seed = 6,
                                             .threads = 2,
                                             .pull = 1,
                                             .spread = 4,
                                             .only = "tempo,space,knight_mobility,rook_square",
                                             .games = {.per_game = 1}};
        struct error error;
        struct tune *tune = prepared(&options);
        assert_true(tune_search(tune, (enum tune_method)method, &error));
        const struct tune_report *report = tune_report(tune);
        if (!(report->training_after < report->training_before - 1e-6))
            fail_msg("%s: %f, then %f", tune_method_name((enum tune_method)method),
                     report->training_before, report->training_after);
        assert_true(report->changed > 0 && report->change_count > 0);
        tune_destroy(tune);
    }
}

static void the_seed_decides_not_the_threads(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    /* With king danger scattered, too, few particles find nothing in this time. */
    const char *holds[TUNE_METHOD_COUNT] = {[TUNE_swarm] = "king_pressure"};
    for (int method = 0; method < TUNE_METHOD_COUNT; method++) {
        char *found[3];
        for (int i = 0; i < 3; i++) {
            const struct tune_options options = {.budget = 60000,
                                                 .iterations = 25,
                                                 .pull = 1,
                                                 .spread = 2,
                                                 .seed = i == 2 ? 8 : 7,
                                                 .threads = 1 + i,
                                                 .hold = holds[method],
                                                 .games = {.per_game = 1}};
            struct error error;
            struct tune *tune = prepared(&options);
            assert_true(tune_search(tune, (enum tune_method)method, &error));
            found[i] = tuned_terms(tune);
            tune_destroy(tune);
        }
        assert_true(strcmp(found[0], found[1]) == 0);
        if (method == TUNE_swarm) /* few positions are one batch for Adam, in any order */
            assert_true(strcmp(found[0], found[2]) != 0);
        for (int i = 0; i < 3; i++)
            free(found[i]);
    }
}

/* The text from a row's first value on. */
static const char *row_of(const char *text, const char *name)
{
    char start[64];
    snprintf(start, sizeof start, "TERM(%s,", name);
    const char *row = strstr(text, start);
    assert_non_null(row);
    const char *value = strstr(row, "V("), *other = strstr(row, "P(");
    return value && (!other || value < other) ? value : other;
}

static void only_what_is_named_changes(void **state)
{
    const struct tune_options options = {.budget = 60000,
                                         .iterations = 5,
                                         .seed = 1,
                                         .threads = 1,
                                         .only = "knight_value:eg,pawn_structure",
                                         .hold = "pawn_doubled",
                                         .games = {.per_game = 1}};
    struct error error;
    struct tune *tune = prepared(&options);
    assert_true(tune_search(tune, TUNE_adam, &error));
    char *found = tuned_terms(tune);
    char *before = paths_read("engine/eval/terms.def", 1 << 20, &error);
    int old_mg, old_eg, mg, eg;
    assert_int_equal(sscanf(row_of(before, "knight_value"), "V(%d, %d", &old_mg, &old_eg), 2);
    assert_int_equal(sscanf(row_of(found, "knight_value"), "V(%d, %d", &mg, &eg), 2);
    assert_int_equal(mg, old_mg);
    assert_int_not_equal(eg, old_eg);
    assert_memory_equal(row_of(found, "pawn_doubled"), row_of(before, "pawn_doubled"), 6);
    assert_memory_equal(row_of(found, "rook_value"), row_of(before, "rook_value"), 20);
    /* The comment at the top is unchanged. */
    assert_memory_equal(found, before, (size_t)(strstr(before, "TERM(pawn_value") - before));
    free(found);
    free(before);
    tune_destroy(tune);
    const struct tune_options wrong = {.threads = 1, .only = "knight_value:xx"};
    assert_null(tune_create(&wrong, &error));
    assert_non_null(strstr(error.message, "knight_value:xx"));
}

static void nothing_to_tune_is_refused(void **state)
{
    static const char *const lists[][2] = {{"", NULL}, {",", NULL}, {"tempo", "tempo"}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct tune_options options = {
            .threads = 1, .only = lists[i][0], .hold = lists[i][1]};
        struct error error = {.message = ""};
        assert_null(tune_create(&options, &error));
        assert_non_null(strstr(error.message, "no weight"));
    }
}

/* However long the search is, all points are kept to its end. */
static void long_searches_keep_their_end(void **state)
{
    static struct tune_report report;
    static struct tune_problem problem;
    static const struct pair weights[WEIGHT_COUNT];
    problem = (struct tune_problem){.report = &report, .deadline = INT64_MAX};
    for (int i = 0; i <= 3 * TUNE_POINTS_MAX; i++)
        assert_true(problem_note(&problem, i, weights, i));
    assert_in_range(report.point_count, TUNE_POINTS_MAX / 2, TUNE_POINTS_MAX);
    assert_true(report.points[0].training == 0);
    assert_true(report.points[report.point_count - 1].training == 3 * TUNE_POINTS_MAX);
    for (int i = 1; i < report.point_count; i++)
        assert_true(report.points[i].training > report.points[i - 1].training);
}

static bool stop_at_once(void *context, const struct tune_progress *progress)
{
    (void)context;
    return progress->stage != TUNE_SEARCHING;
}

static bool stop_at_stage(void *context, const struct tune_progress *progress)
{
    return progress->stage != *(enum tune_stage *)context;
}

static void every_stage_can_be_stopped(void **state)
{
    char path[256];
    snprintf(path, sizeof path, "%s", file_path("sample"));
    write_sample(path);
    for (enum tune_stage stage = TUNE_TRACING; stage <= TUNE_FITTING; stage++) {
        const struct tune_options options = {
            .seed = 1, .threads = 1, .watch = stop_at_stage, .context = &stage};
        struct error error = {.message = ""};
        struct tune *tune = tune_create(&options, &error);
        assert_true(tune && tune_read(tune, path, &error));
        assert_false(tune_prepare(tune, &error));
        assert_string_equal(error.message, "stopped");
        tune_destroy(tune);
    }
    remove(path);
}

static void a_search_can_be_stopped(void **state)
{
    const struct tune_options options = {.budget = 3600000,
                                         .seed = 1,
                                         .threads = 1,
                                         .watch = stop_at_once,
                                         .games = {.per_game = 1}};
    struct error error;
    struct tune *tune = prepared(&options);
    assert_true(tune_search(tune, TUNE_swarm, &error));
    assert_int_equal(tune_report(tune)->iterations, 0);
    tune_destroy(tune);
}

struct brake {
    int iterations;
};

static bool stop_after(void *context, const struct tune_progress *progress)
{
    const struct brake *brake = context;
    return progress->stage != TUNE_SEARCHING || progress->iteration < brake->iterations;
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_true(file && fseek(file, at, SEEK_SET) == 0);
    int byte = getc(file);
    assert_true(byte != EOF && fseek(file, at, SEEK_SET) == 0 && putc(byte ^ 1, file) != EOF);
    fclose(file);
}

/* Runs a search in two parts or at once. */
static char *search_in_parts(enum tune_method method, int first, int all)
{
    struct brake brake = {.iterations = first};
    char path[256];
    snprintf(path, sizeof path, "%s", file_path("state"));
    const struct tune_options options = {.budget = 3600000,
                                         .seed = 1,
                                         .threads = 1,
                                         .pull = 1,
                                         .spread = 4,
                                         .iterations = all,
                                         .keep_at = path,
                                         .watch = stop_after,
                                         .context = &brake,
                                         .games = {.per_game = 1}};
    struct error error = {.message = ""};
    struct tune *tune = prepared(&options);
    assert_true(tune_search(tune, method, &error));
    if (first < all) {
        assert_int_equal(tune_report(tune)->iterations, first);
        assert_true(tune_report(tune)->kept);
        tune_destroy(tune);
        brake.iterations = all;
        tune = prepared(&options);
        assert_false(tune_resume(tune, !method, &error));
        change_byte(path, 5000);
        assert_false(tune_resume(tune, method, &error));
        assert_non_null(strstr(error.message, "damaged"));
        change_byte(path, 5000);
        if (!tune_resume(tune, method, &error))
            fail_msg("%s", error.message);
        assert_true(tune_search(tune, method, &error));
    }
    assert_int_equal(tune_report(tune)->iterations, all);
    char *found = tuned_terms(tune);
    tune_destroy(tune);
    remove(path);
    return found;
}

static void a_search_put_aside_goes_on_as_if_nothing_were(void **state)
{
    for (int method = 0; method < TUNE_METHOD_COUNT; method++) {
        char *whole = search_in_parts((enum tune_method)method, 9, 9);
        char *parts = search_in_parts((enum tune_method)method, 4, 9);
        assert_true(strcmp(whole, parts) == 0);
        free(whole);
        free(parts);
    }
}

/* Generated positions */

static void generate_games(const char *path, int games, int threads)
{
    const struct generate_options options = {.path = path,
                                             .games = games,
                                             .nodes = 60,
                                             .per_game = 5,
                                             .chess960 = 30,
                                             .seed = 9,
                                             .threads = threads};
    struct generate_report report;
    struct error error = {.message = ""};
    if (!tune_generate(&options, &report, &error))
        fail_msg("%s", error.message);
    assert_int_equal(report.games, games);
}

static void generated_files_depend_on_the_seed_alone(void **state)
{
    char one[256], two[256];
    size_t size, other_size;
    snprintf(one, sizeof one, "%s", file_path("one.bin"));
    snprintf(two, sizeof two, "%s", file_path("two.bin"));
    file_write(one, ""); /* as after a disk was full when the file was new */
    generate_games(one, 5, 1);
    generate_games(two, 2, 3);
    file_append(two, "half a record"); /* as if it was killed while writing the next batch */
    generate_games(two, 5, 2);
    char *a = file_read(one, &size), *b = file_read(two, &other_size);
    assert_int_equal(size, other_size);
    assert_true(size > POSITIONS_HEADER);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
    /* Other options need another file. */
    const struct generate_options options = {.path = one,
                                             .games = 6,
                                             .nodes = 61,
                                             .per_game = 5,
                                             .chess960 = 30,
                                             .seed = 9,
                                             .threads = 1};
    struct generate_report report;
    struct error error = {.message = ""};
    assert_false(tune_generate(&options, &report, &error));
    assert_non_null(strstr(error.message, "other options"));
    /* Truncated, for example by a full disk. */
    assert_int_equal(truncate(one, POSITIONS_HEADER + POSITIONS_RECORD), 0);
    const struct generate_options cut = {.path = one,
                                         .games = 6,
                                         .nodes = 60,
                                         .per_game = 5,
                                         .chess960 = 30,
                                         .seed = 9,
                                         .threads = 1};
    assert_false(tune_generate(&cut, &report, &error));
    assert_non_null(strstr(error.message, "cut short"));
    remove(one);
    remove(two);
}

/* A file is only continued with the same openings and the same engine. */
static void generated_files_know_who_made_them(void **state)
{
    char path[256], openings[256];
    snprintf(openings, sizeof openings, "%s", file_path("openings.epd"));
    snprintf(path, sizeof path, "%s", file_path("made.bin"));
    struct generate_options options = {.path = path,
                                       .openings = openings,
                                       .games = 1,
                                       .nodes = 20,
                                       .per_game = 2,
                                       .seed = 3,
                                       .threads = 1};
    struct generate_report report;
    struct error error = {.message = ""};
    file_write(openings, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    if (!tune_generate(&options, &report, &error))
        fail_msg("%s", error.message);
    file_write(openings, "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - -\n");
    options.games = 2;
    assert_false(tune_generate(&options, &report, &error));
    assert_non_null(strstr(error.message, "other openings"));
    assert_string_equal(error.file, path);
    file_write(openings, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    assert_true(tune_generate(&options, &report, &error));
    assert_int_equal(report.resumed, 1);
    remove(path);
    remove(openings);
}

static int converted(const char *input, const char *output, bool shuffled, int part, int parts)
{
    const char *inputs[] = {input};
    const struct convert_options options = {.inputs = inputs,
                                            .input_count = 1,
                                            .output = output,
                                            .shuffle = shuffled,
                                            .seed = 1,
                                            .part = part,
                                            .parts = parts};
    struct error error = {.message = ""};
    int count = 0;
    if (!tune_convert(&options, &count, &error))
        fail_msg("%s", error.message);
    return count;
}

static void positions_are_converted(void **state)
{
    char whole[256], epd[256], back[256], part[256], again[256];
    size_t size, other_size;
    snprintf(whole, sizeof whole, "%s", file_path("whole.bin"));
    snprintf(epd, sizeof epd, "%s", file_path("whole.epd"));
    snprintf(back, sizeof back, "%s", file_path("back.bin"));
    snprintf(again, sizeof again, "%s", file_path("again.epd"));
    snprintf(part, sizeof part, "%s", file_path("part.bin"));
    write_sample(whole);
    int count = converted(whole, epd, false, 0, 0);
    assert_int_equal(converted(epd, back, false, 0, 0), count);
    converted(back, again, false, 0, 0);
    char *a = file_read(epd, &size), *b = file_read(again, &other_size);
    assert_true(size == other_size && memcmp(a, b, size) == 0);
    free(a);
    free(b);
    int parts = 0;
    for (int i = 1; i <= 3; i++)
        parts += converted(whole, part, true, i, 3);
    assert_int_equal(parts, count);
    /* Converts a file onto itself. */
    assert_int_equal(converted(whole, whole, true, 0, 0), count);
    assert_int_equal(converted(whole, part, false, 0, 0), count);
    remove(whole);
    remove(epd);
    remove(back);
    remove(part);
    remove(again);
}

/* terms.def */

static int read_pawn(const char *text, int values[4])
{
    return sscanf(row_of(text, "pawn_value"), "V(%d, %d, %d, %d)", &values[0], &values[1],
                  &values[2], &values[3]);
}

static void terms_are_rewritten_in_their_form(void **state)
{
    struct error error = {.message = ""};
    struct weights weights = *weights_full();
    char path[256];
    snprintf(path, sizeof path, "%s", file_path("terms.def"));
    char *text = paths_read("engine/eval/terms.def", 1 << 20, &error);
    assert_non_null(text);
    file_write(path, text);
    assert_true(tune_check_terms(path, &error));
    if (!terms_rewrite(path, &weights, &error)) /* the same weights give the same file */
        fail_msg("%s", error.message);
    char *same = paths_read(path, 1 << 20, &error);
    assert_true(strcmp(same, text) == 0);

    for (int i = 0; i < WEIGHT_COUNT; i++)
        weights.middlegame[i] = weights.endgame[i] = -1234;
    assert_true(terms_rewrite(path, &weights, &error));
    char *wide = paths_read(path, 1 << 20, &error);
    int values = 0;
    for (const char *c = wide; (c = strstr(c, "(-1234, -1234")); c++)
        values++;
    assert_int_equal(values, WEIGHT_COUNT);
    /* Knowledge does not affect king_pressure. The naive value of a pawn is unchanged. */
    assert_memory_equal(row_of(wide, "king_pressure"), "V(-1234, -1234, -1234, -1234)", 29);
    int was[4], is[4];
    assert_int_equal(read_pawn(text, was), 4);
    assert_int_equal(read_pawn(wide, is), 4);
    assert_true(is[0] == -1234 && is[1] == -1234 && is[2] == was[2] && is[3] == was[3]);
    for (const char *line = wide; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 100);

    /* The file is no longer the one this program was built from. */
    assert_false(tune_check_terms(path, &error));
    assert_true(error.line > 1);
    assert_non_null(strstr(error.message, "build"));
    file_write(path, "TERM(nothing, 1, MOBILITY, 0, 1, \"x\", P(0, 0))\n");
    assert_false(tune_check_terms(path, &error));
    assert_int_equal(error.line, 1);
    remove(path);
    free(text);
    free(same);
    free(wide);
}

static void the_data_at_hand_is_read(void **state)
{
    const struct tune_games games = {.per_game = 1};
    struct record_set set = {.records = NULL};
    struct error error = {.message = ""};
    bool quiet;
    if (!records_read(&set, data_file("tuning/zurichess-sample.epd"), &games, &quiet, NULL, NULL,
                      &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    assert_int_equal(set.count + set.duplicates, 1081);
    records_clear(&set);
}

int main(void)
{
    chess_init();
    setenv("XDG_CACHE_HOME", "/tmp/fallible-tune-cache", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_hold_the_whole_position),
        cmocka_unit_test(a_damaged_record_is_refused),
        cmocka_unit_test(keys_part_positions_not_histories),
        cmocka_unit_test(files_of_records_read_back),
        cmocka_unit_test(captures_are_played_out),
        cmocka_unit_test(results_are_understood),
        cmocka_unit_test(lines_are_read_and_duplicates_left_out),
        cmocka_unit_test(scores_are_read),
        cmocka_unit_test(beginnings_are_passed_over),
        cmocka_unit_test(no_position_of_a_long_game_is_forgotten),
        cmocka_unit_test(damaged_positions_are_named),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(one_in_ten_is_held_out),
        cmocka_unit_test(games_are_filtered_and_sampled),
        cmocka_unit_test(quiet_positions_are_kept),
        cmocka_unit_test(the_gradient_is_the_slope_of_the_error),
        cmocka_unit_test(danger_is_weighed_anew),
        cmocka_unit_test(the_gradient_reaches_into_danger),
        cmocka_unit_test(sums_do_not_depend_on_threads),
        cmocka_unit_test(methods_lower_the_error),
        cmocka_unit_test(the_seed_decides_not_the_threads),
        cmocka_unit_test(only_what_is_named_changes),
        cmocka_unit_test(nothing_to_tune_is_refused),
        cmocka_unit_test(long_searches_keep_their_end),
        cmocka_unit_test(every_stage_can_be_stopped),
        cmocka_unit_test(a_search_can_be_stopped),
        cmocka_unit_test(a_search_put_aside_goes_on_as_if_nothing_were),
        cmocka_unit_test(generated_files_depend_on_the_seed_alone),
        cmocka_unit_test(generated_files_know_who_made_them),
        cmocka_unit_test(positions_are_converted),
        cmocka_unit_test(terms_are_rewritten_in_their_form),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(the_data_at_hand_is_read),
    };
    return run_with_data(tests, large, make_sample, remove_folder);
}
