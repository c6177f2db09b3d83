/* Endgame tables: known values, ranking of moves, unknown positions, and who may open them. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "tests/unit/tables.h"

static const struct {
    const char *fen;
    enum tablebase_wdl wdl;
} known[] = {
    {"8/8/8/8/8/4k3/8/R3K3 w - - 0 1", TABLEBASE_WIN},
    {"8/8/8/8/8/4k3/8/R3K3 b - - 0 1", TABLEBASE_LOSS},
    {"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", TABLEBASE_DRAW},
    {"8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", TABLEBASE_DRAW},
    {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", TABLEBASE_LOSS},
    {"7k/8/5KBN/8/8/8/8/8 w - - 0 1", TABLEBASE_WIN},
    {"8/8/8/8/8/5k2/8/K1NN4 w - - 0 1", TABLEBASE_DRAW},
    {"8/8/4k3/pP6/8/8/8/K7 w - a6 0 1", TABLEBASE_WIN}, /* only by en passant */
    {"8/8/4k3/pP6/8/8/8/K7 w - - 0 1", TABLEBASE_DRAW},
};

static void values_are_known(void **state)
{
    open_tables();
    assert_true(tablebase_max_pieces() >= 4);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct position position = from_fen(known[i].fen);
        enum tablebase_wdl wdl;
        if (!tablebase_probe_wdl(&position, &wdl))
            fail_msg("%s: unknown", known[i].fen);
        if (wdl != known[i].wdl)
            fail_msg("%s: %d, expected %d", known[i].fen, wdl, known[i].wdl);
    }
    tablebase_close();
    assert_int_equal(tablebase_max_pieces(), 0);
}

static void what_tables_cannot_know_is_unknown(void **state)
{
    open_tables();
    static const char *const unknown[] = {
        CHESS_START_FEN,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1", /* castling */
        "8/8/8/8/8/4k3/8/R3K3 w - - 7 1", /* the fifty-move counter */
        "8/8/8/8/8/4k3/PPP5/R3K3 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        struct position position = from_fen(unknown[i]);
        enum tablebase_wdl wdl;
        assert_false(tablebase_probe_wdl(&position, &wdl));
    }
    tablebase_close();
}

/* Following the tables mates with rook and king, in time. */
static void following_the_ranks_mates(void **state)
{
    open_tables();
    struct position position = from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    int plies = 0;
    for (; plies < 40; plies++) {
        struct tablebase_move moves[CHESS_MOVES_MAX];
        int count;
        if (!tablebase_probe_root(&position, false, moves, &count))
            break;
        Move legal[CHESS_MOVES_MAX];
        assert_int_equal(count, chess_moves(&position, legal));
        for (int i = 1; i < count; i++)
            assert_true(moves[i - 1].rank >= moves[i].rank);
        assert_int_equal(moves[0].wdl, plies % 2 ? TABLEBASE_LOSS : TABLEBASE_WIN);
        chess_play(&position, moves[0].move);
    }
    Move none[CHESS_MOVES_MAX];
    assert_true(plies < 40);
    assert_true(chess_in_check(&position));
    assert_int_equal(chess_moves(&position, none), 0);
    tablebase_close();
}

/* The value of the best move at the root, with the fifty-move counter. */
static enum tablebase_wdl root_value(const char *fen)
{
    struct position position = from_fen(fen);
    struct tablebase_move moves[CHESS_MOVES_MAX];
    int count;
    if (!tablebase_probe_root(&position, false, moves, &count))
        fail_msg("%s: unknown", fen);
    return moves[0].wdl;
}

static void the_fifty_move_counter_decides_at_the_root(void **state)
{
    open_tables();
    assert_int_equal(root_value("8/8/8/8/8/4k3/8/R3K3 w - - 0 120"), TABLEBASE_WIN);
    assert_int_equal(root_value("8/8/8/8/8/4k3/8/R3K3 w - - 90 120"), TABLEBASE_CURSED_WIN);
    assert_int_equal(root_value("8/8/8/8/8/4k3/8/R3K3 b - - 90 120"), TABLEBASE_BLESSED_LOSS);
    assert_int_equal(root_value("7k/R7/6K1/8/8/8/8/8 w - - 99 120"),
                     TABLEBASE_WIN); /* mate counts */
    assert_int_equal(root_value("8/4k3/8/4K3/4P3/8/8/8 b - - 90 120"), TABLEBASE_LOSS);
    tablebase_close();
}

static Score score_of(struct engine *engine, const char *fen)
{
    struct position position = from_fen(fen);
    struct report report = {0};
    assert_true(engine_set_position(engine, &position, NULL, 0));
    engine_start(engine, &(struct limits){.depth = 8});
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_true(report.line_count > 0);
    return report.lines[0].score;
}

/* With tables and without: a win that comes too late is a draw. */
static void the_engine_knows_when_a_win_comes_too_late(void **state)
{
    open_tables();
    tablebase_close();
    for (int with = 0; with < 2; with++) {
        struct engine *engine = engine_create(NULL, NULL);
        struct engine_settings settings = engine_settings_default();
        struct error error;
        assert_non_null(engine);
        if (with)
            snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", open_tables());
        assert_true(engine_configure(engine, &settings, &error));
        if (with)
            tablebase_close(); /* the engine opens them itself */
        assert_in_range(score_of(engine, "8/8/8/8/8/4k3/8/R3K3 w - - 94 120") + 100, 0, 200);
        assert_true(score_of(engine, "8/8/8/8/8/4k3/8/R3K3 w - - 0 120") > 300);
        assert_int_equal(score_of(engine, "7k/R7/6K1/8/8/8/8/8 w - - 99 120"), SCORE_MATE - 1);
        assert_in_range(score_of(engine, "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1") + 100, 0, 200);
        engine_destroy(engine);
    }
}

/* King and pawn: one black move holds the draw. Each line has the result of the tables. */
static void every_line_of_several_has_its_result(void **state)
{
    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    struct position position = from_fen("8/8/8/8/3k4/8/3PK3/8 b - - 0 1");
    struct report report = {0};
    struct error error;
    assert_non_null(engine);
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", open_tables());
    settings.multi_pv = 8;
    assert_true(engine_configure(engine, &settings, &error));
    assert_true(engine_set_position(engine, &position, NULL, 0));
    (void)engine_start(engine, &(struct limits){.depth = 10});
    engine_wait(engine);
    (void)engine_poll(engine, &report);
    assert_int_equal(report.line_count, 5);
    for (int i = 0; i < report.line_count; i++) {
        struct position next = position;
        enum tablebase_wdl wdl;
        chess_play(&next, report.lines[i].moves[0]);
        next.halfmoves = 0;
        assert_true(tablebase_probe_wdl(&next, &wdl));
        assert_int_equal(report.lines[i].score, wdl == TABLEBASE_WIN ? -SCORE_TABLEBASE : 0);
        assert_true(i == 0 || report.lines[i].score <= report.lines[i - 1].score);
    }
    assert_int_equal(report.lines[0].score, 0);
    assert_int_equal(report.lines[4].score, -SCORE_TABLEBASE);
    tablebase_close();
    engine_destroy(engine);
}

/* After a repetition only the quickest win is safe. */
static void after_a_repetition_only_the_quickest_wins_count(void **state)
{
    open_tables();
    struct position position = from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 10 1");
    struct tablebase_move moves[CHESS_MOVES_MAX];
    int count, sure[2] = {0};
    for (int repeated = 0; repeated < 2; repeated++) {
        assert_true(tablebase_probe_root(&position, repeated, moves, &count));
        for (int i = 0; i < count; i++)
            sure[repeated] += moves[i].wdl == TABLEBASE_WIN && moves[i].rank == moves[0].rank;
    }
    assert_true(sure[1] >= 1 && sure[1] < sure[0]);
    tablebase_close();
}

static void assert_promotions_are_valued(const struct tablebase_move moves[], int count)
{
    for (int i = 0; i < count; i++) {
        bool major =
            move_promotion(moves[i].move) == QUEEN || move_promotion(moves[i].move) == ROOK;
        bool minor = move_kind(moves[i].move) == MOVE_PROMOTION && !major;
        assert_true(!major || moves[i].wdl == TABLEBASE_WIN);
        assert_true(!minor || moves[i].wdl == TABLEBASE_DRAW);
    }
}

static void promotions_are_ranked(void **state)
{
    open_tables();
    struct position position = from_fen("8/P7/8/8/8/7k/8/K7 w - - 0 1");
    struct tablebase_move moves[CHESS_MOVES_MAX];
    int count;
    assert_true(tablebase_probe_root(&position, false, moves, &count));
    assert_int_equal(move_kind(moves[0].move), MOVE_PROMOTION);
    assert_promotions_are_valued(moves, count);
    tablebase_close();
}

/* With only the smaller half of the files (WDL), the result is known but not the distance. */
static void without_distances_the_values_rank(void **state)
{
    char path[PATH_MAX], folder[] = "/tmp/fallible-tables-XXXXXX", from[PATH_MAX + 16], to[64];
    assert_non_null(realpath(open_tables(), path));
    tablebase_close();
    static const char *const names[] = {"KRvK.rtbw", "KQvK.rtbw", "KPvK.rtbw", "KBvK.rtbw",
                                        "KNvK.rtbw"};
    const int files = sizeof names / sizeof *names;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < files; i++) {
        snprintf(from, sizeof from, "%s/%s", path, names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        assert_int_equal(symlink(from, to), 0);
    }
    struct error error;
    assert_true(tablebase_open(folder, &error));
    struct position position = from_fen("8/P7/8/8/8/7k/8/K7 w - - 3 1");
    struct tablebase_move moves[CHESS_MOVES_MAX];
    int count;
    alarm(60); /* it once waited for itself */
    assert_true(tablebase_probe_root(&position, false, moves, &count));
    alarm(0);
    assert_int_equal(moves[0].wdl, TABLEBASE_WIN);
    assert_int_equal(moves[0].dtz, 0);
    assert_promotions_are_valued(moves, count);
    tablebase_close();
    for (int i = 0; i < files; i++) {
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        unlink(to);
    }
    rmdir(folder);
}

static void one_path_is_shared_and_counted(void **state)
{
    const char *path = open_tables();
    struct error error;
    assert_true(tablebase_open(path, &error));
    assert_false(tablebase_open("/tmp", &error));
    assert_non_null(strstr(error.message, "in use"));
    tablebase_close();
    assert_true(tablebase_max_pieces() >= 4);
    tablebase_close();
    assert_int_equal(tablebase_max_pieces(), 0);
    assert_false(tablebase_open("/nowhere", &error));
    assert_non_null(strstr(error.message, "expected Syzygy"));
    assert_false(tablebase_open("", &error));
    /* Another folder, and the first one again. */
    open_tables();
    struct position position = from_fen(known[0].fen);
    enum tablebase_wdl wdl;
    assert_true(tablebase_probe_wdl(&position, &wdl));
    tablebase_close();
    assert_false(tablebase_probe_wdl(&position, &wdl));
}

static void *probe_many(void *failed)
{
    for (int round = 0; round < 500; round++) {
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            struct position position;
            struct error error;
            enum tablebase_wdl wdl;
            bool good = chess_from_fen(&position, known[i].fen, &error) &&
                        tablebase_probe_wdl(&position, &wdl) && wdl == known[i].wdl;
            if (!good)
                *(bool *)failed = true;
        }
    }
    return NULL;
}

static void many_threads_may_probe(void **state)
{
    open_tables();
    pthread_t threads[4];
    bool failed[4] = {false};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, probe_many, &failed[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_false(failed[i]);
    }
    tablebase_close();
}

static void an_engine_tells_their_verdict(void **state)
{
    const char *path = open_tables();
    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    struct table_verdict verdict;
    struct error error;
    const struct position start = from_fen(CHESS_START_FEN), won = from_fen(known[0].fen);
    const struct position drawn = from_fen(known[2].fen);
    assert_false(engine_tables(engine, &won, &verdict)); /* it has no tables yet */
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%.511s", path);
    assert_true(engine_configure(engine, &settings, &error));
    assert_false(engine_tables(engine, &start, &verdict));
    assert_true(engine_tables(engine, &won, &verdict));
    assert_int_equal(verdict.result, 2);
    assert_true(verdict.plies > 0 && verdict.count > 1);
    assert_int_equal(verdict.keeping[0], verdict.best);
    for (int i = 0; i < verdict.count; i++)
        assert_true(chess_is_legal(&won, verdict.keeping[i]));
    assert_true(engine_tables(engine, &drawn, &verdict));
    assert_int_equal(verdict.result, 0);
    engine_destroy(engine);
    tablebase_close();
}

/* Damaged files */

static char copies[64];

static void copy_table(const char *name, char path[128])
{
    char from[128];
    static unsigned char bytes[1 << 20];
    snprintf(from, sizeof from, "tests/data/syzygy/%s", name);
    snprintf(path, 128, "%s/%s", copies, name);
    FILE *in = fopen(from, "rb"), *out = fopen(path, "wb");
    assert_non_null(in);
    assert_non_null(out);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_true(size > 0 && size < sizeof bytes);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

static void count_table(void *context, const char *file, const char *why)
{
    ++*(int *)context;
    assert_non_null(why);
}

/* The damaged file is never passed to the library, which would end the program. */
static void expect_damage(const char *name)
{
    struct error error = {0};
    int told = 0;
    assert_int_equal(engine_tables_damaged(copies, false, NULL, count_table, &told), 1);
    assert_int_equal(told, 1);
    assert_false(tablebase_open(copies, &error));
    if (!strstr(error.message, name))
        fail_msg("%s: %s", name, error.message);
}

static void overwrite(const char *path, long at, int byte, int count)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int before = getc(file);
    fseek(file, at, SEEK_SET);
    for (int i = 0; i < count; i++)
        putc(byte < 0 ? before ^ 1 : byte, file);
    fclose(file);
}

static void a_damaged_table_is_refused_by_name(void **state)
{
    static const char *const names[] = {"KQvK.rtbw", "KQvK.rtbz"};
    char path[128];
    open_tables();
    tablebase_close();
    snprintf(copies, sizeof copies, "/tmp/fallible-tables-XXXXXX");
    assert_non_null(mkdtemp(copies));
    for (int i = 0; i < 2; i++) {
        copy_table(names[i], path);
        assert_int_equal(engine_tables_damaged(copies, true, NULL, NULL, NULL), 0);
        FILE *file = fopen(path, "rb");
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        fclose(file);
        static const long cuts[] = {0, 1, 4, 16, 64, 80};
        for (size_t cut = 0; cut < sizeof cuts / sizeof *cuts; cut++) {
            copy_table(names[i], path);
            assert_int_equal(truncate(path, cuts[cut] < size ? cuts[cut] : size - 64), 0);
            expect_damage(names[i]);
        }
        for (long at = 0; at < size; at += (size / 40 + 1) * SPARING) { /* changes one bit */
            copy_table(names[i], path);
            overwrite(path, at, -1, 1);
            expect_damage(names[i]);
        }
        overwrite(path, 0, 0, (int)size); /* overwrites everything with zeros */
        expect_damage(names[i]);
        unlink(path);
    }
    rmdir(copies);
}

static void empty_parts_of_a_path_are_left_out(void **state)
{
    struct error error = {0};
    static const char *const paths[] = {"tests/data/syzygy:", ":tests/data/syzygy",
                                        "::tests/data/syzygy::tests/data/syzygy:"};
    open_tables();
    tablebase_close();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (!tablebase_open(paths[i], &error))
            fail_msg("%s: %s", paths[i], error.message);
        tablebase_close();
    }
    assert_false(tablebase_open(":", &error));
    assert_non_null(strstr(error.message, "expected a folder"));
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_known),
        cmocka_unit_test(a_damaged_table_is_refused_by_name),
        cmocka_unit_test(empty_parts_of_a_path_are_left_out),
        cmocka_unit_test(what_tables_cannot_know_is_unknown),
        cmocka_unit_test(following_the_ranks_mates),
        cmocka_unit_test(every_line_of_several_has_its_result),
        cmocka_unit_test(after_a_repetition_only_the_quickest_wins_count),
        cmocka_unit_test(the_fifty_move_counter_decides_at_the_root),
        cmocka_unit_test(the_engine_knows_when_a_win_comes_too_late),
        cmocka_unit_test(promotions_are_ranked),
        cmocka_unit_test(without_distances_the_values_rank),
        cmocka_unit_test(one_path_is_shared_and_counted),
        cmocka_unit_test(an_engine_tells_their_verdict),
        cmocka_unit_test(many_threads_may_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
