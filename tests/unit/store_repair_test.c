/* Saving what can be read of a damaged database: the new one is whole, and keeps the games that the
 * damage has not touched. */
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "src/store/repair.h"
#include "src/store/sql.h"
#include "tests/unit/file.h"
#include "tests/unit/random.h"
#include "tests/unit/store_play.h"

enum { GAMES = 12, PLIES = 60, PAGE = 4096 };

static char new_path[128], *whole;
static size_t size;

static void run_sql(const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(database);
}

static void remove_new(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-playing", "-moves"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s%s", new_path, endings[i]);
        unlink(path);
    }
}

static int make_database(void **state)
{
    if (make_folder_in_memory(state) != 0)
        return -1;
    snprintf(new_path, sizeof new_path, "%s.repaired", database_path);
    struct store *store = open_store();
    for (int i = 0; i < GAMES; i++)
        play(store, PLIES);
    store_close(store);
    whole = file_read(database_path, &size);
    return 0;
}

static int remove_database(void **state)
{
    free(whole);
    return remove_folder(state);
}

static void restore(void)
{
    file_put(database_path, "wb", whole, size);
    remove_new();
}

static bool repair(struct repaired *repaired, struct error *error)
{
    static const atomic_bool stop;
    return store_repair(database_path, new_path, &stop, repaired, error);
}

static bool count_game(void *context, const struct stored_game *game)
{
    int *counts = context;
    counts[0]++;
    counts[1] += game->move_count;
    return true;
}

/* Reads the new database, which has no damage. Returns the number of games. */
static int games_saved(int *moves)
{
    struct error error = {0};
    char said[512];
    int counts[2] = {0}, damaged;
    struct store *store = store_open(new_path, &error);
    if (!store)
        fail_msg("%s", error.message);
    assert_true(store_check(store, &error));
    assert_true(store_each_game(store, count_game, counts, &damaged, &error));
    store_damage(store, said, sizeof said);
    assert_string_equal(said, "");
    assert_int_equal(damaged, 0);
    store_close(store);
    *moves = counts[1];
    return counts[0];
}

static void a_whole_database_is_copied_whole(void **state)
{
    struct error error = {0};
    struct repaired repaired;
    int moves;
    restore();
    assert_true(repair(&repaired, &error));
    assert_int_equal(repaired.games, GAMES);
    assert_int_equal(repaired.lost_games + repaired.cut_games + repaired.cut_tables, 0);
    assert_int_equal(games_saved(&moves), GAMES);
    assert_int_equal(moves, GAMES * PLIES);
    /* Another file is not replaced. */
    assert_false(repair(&repaired, &error));
    assert_non_null(strstr(error.message, "already exists"));
}

static void a_game_is_kept_up_to_its_first_damaged_move(void **state)
{
    struct error error = {0};
    struct repaired repaired;
    int moves;
    restore();
    run_sql("UPDATE moves SET move = 9 WHERE game = 2 AND ply = 31;"
            "DELETE FROM moves WHERE game = 5 AND ply = 11;"
            "UPDATE games SET start = 'nonsense' WHERE id = 7;"
            "INSERT INTO scores VALUES (3, 4, 12, 8, 900, 'a1a9'), (3, 5, 12, 8, 900, '')");
    assert_true(repair(&repaired, &error));
    assert_int_equal(repaired.games, GAMES - 1);
    assert_int_equal(repaired.cut_games, 2);
    assert_int_equal(repaired.lost_games, 1);
    assert_int_equal(games_saved(&moves), GAMES - 1);
    assert_int_equal(moves, (GAMES - 3) * PLIES + 30 + 10);
}

/* The database cannot be opened otherwise, although all games are whole. */
static void a_damaged_definition_costs_only_its_table(void **state)
{
    static const char definition[] = "CREATE TABLE deck";
    struct error error = {0};
    struct repaired repaired;
    int moves;
    restore();
    char *bad = malloc(size), *at = NULL;
    assert_non_null(bad);
    memcpy(bad, whole, size);
    for (size_t i = 0; i + sizeof definition < size && !at; i++)
        if (memcmp(bad + i, definition, sizeof definition - 1) == 0)
            at = bad + i;
    assert_non_null(at);
    memset(at, '#', sizeof definition - 1);
    file_put(database_path, "wb", bad, size);
    free(bad);
    assert_null(store_open(database_path, &error));
    assert_true(repair(&repaired, &error));
    assert_int_equal(repaired.games, GAMES);
    assert_int_equal(repaired.cut_tables, 1);
    assert_int_equal(games_saved(&moves), GAMES);
    assert_int_equal(moves, GAMES * PLIES);
}

/* Another program put a view with endlessly many rows in place of a table. */
static void a_view_in_place_of_a_table_is_not_read(void **state)
{
#define VIEW                                                                                       \
    "DROP TABLE imports; CREATE VIEW imports AS WITH RECURSIVE counts (source, line, hash) AS"     \
    " (SELECT 1, 2, 3 UNION ALL SELECT source + 1, 2, 3 FROM counts) SELECT * FROM counts;"
    static const char *const views[] = {
        VIEW, VIEW "PRAGMA writable_schema = ON;"
                   "UPDATE sqlite_master SET type = 'VIEW' WHERE name = 'imports'"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        struct error error = {0};
        struct repaired repaired;
        int moves;
        restore();
        run_sql(views[i]);
        alarm(60); /* otherwise the test would never end */
        assert_true(repair(&repaired, &error));
        alarm(0);
        assert_int_equal(repaired.cut_tables, 1);
        assert_int_equal(games_saved(&moves), GAMES);
        assert_int_equal(moves, GAMES * PLIES);
    }
}

static int files_in_folder(void)
{
    int count = 0;
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (const struct dirent *file; (file = readdir(files));)
        count += file->d_name[0] != '.' && strstr(file->d_name, "repaired");
    closedir(files);
    return count;
}

static void a_repair_that_was_stopped_leaves_nothing_in_the_way(void **state)
{
    static const atomic_bool stop = true;
    struct error error = {0};
    struct repaired repaired;
    char draft[160], other[160];
    restore();
    assert_false(store_repair(database_path, new_path, &stop, &repaired, &error));
    assert_non_null(strstr(error.message, "stopped"));
    assert_int_equal(files_in_folder(), 0);
    /* One that was killed leaves a draft. */
    snprintf(draft, sizeof draft, "%s.repair-part", new_path);
    file_write(draft, "half of a database");
    /* A browser, for example, leaves files with such a name. */
    snprintf(other, sizeof other, "%s.part", new_path);
    file_write(other, "half of a download");
    assert_true(repair(&repaired, &error));
    assert_int_equal(repaired.games, GAMES);
    assert_int_equal(files_in_folder(), 2);
    assert_int_equal(unlink(other), 0);
}

static atomic_bool late_stop;
static int opened; /* databases opened by stop_after_copying */

/* SQLite calls this function whenever a database is opened. A repair opens the old one, the new one
 * to copy to it, and the new one again. */
static int stop_after_copying(void)
{
    late_stop = ++opened == 3;
    return SQLITE_OK;
}

static void a_repair_can_be_stopped_after_the_copying(void **state)
{
    struct error error = {0};
    struct repaired repaired;
    restore();
    sqlite3_auto_extension((void (*)(void))stop_after_copying);
    bool good = store_repair(database_path, new_path, &late_stop, &repaired, &error);
    sqlite3_reset_auto_extension();
    assert_false(good);
    assert_int_equal(opened, 3);
    assert_true(repaired.rows > GAMES * PLIES);
    assert_int_equal(repaired.games, 0);
    assert_non_null(strstr(error.message, "stopped"));
    assert_int_equal(files_in_folder(), 0);
}

/* Each version has other columns. */
static void a_database_of_any_version_is_copied(void **state)
{
    static const char old_handicap[] =
        "UPDATE games SET handicap = '1 1000 201 0 0 0 25 2 31 5 100 100 100 100 100 100 100 100"
        " 100 100 100 leaf_noise=390 time_discount=100 reference_time=1800 book_plies=4'";
    for (int version = 1; version <= store_version_count; version++) {
        struct error error = {0};
        struct repaired repaired;
        int moves;
        remove_new();
        unlink(database_path);
        struct store *store = store_create(database_path, version, &error);
        if (!store)
            fail_msg("version %d: %s", version, error.message);
        store_close(store);
        run_sql("INSERT INTO games (began, start, chess960, you, handicap, control) VALUES (9,"
                " 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0, 0,"
                " 'elo=1300 method=noise nps=417 endgame=25 discount=100 reference=1800 book=6"
                " rules=none leaf_noise=312 pawn_values=100 minor_values=100 major_values=100"
                " passed_pawns=100 king_safety=100 piece_location=100 mobility=100"
                " pawn_structure=100 threats=100 minor_maneuvering=100 major_maneuvering=100"
                " seed=5', 'none');"
                "INSERT INTO moves (game, ply, move, clock) VALUES (1, 1, 1804, -1)");
        if (version < 12)
            run_sql(old_handicap);
        if (!repair(&repaired, &error))
            fail_msg("version %d: %s", version, error.message);
        assert_int_equal(repaired.rows, 2);
        assert_int_equal(repaired.lost_rows + repaired.cut_tables, 0);
        assert_int_equal(games_saved(&moves), 1);
        assert_int_equal(moves, 1);
        remove_new();
        assert_int_equal(files_in_folder(), 0);
    }
}

/* A value that must not be missing is missing, as another program or damage may leave it. */
static void a_row_that_cannot_be_copied_is_counted(void **state)
{
    struct error error = {0};
    struct repaired repaired;
    int moves;
    restore();
    run_sql("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql,"
            " 'at INTEGER NOT NULL', 'at INTEGER') WHERE name = 'answers'");
    run_sql("INSERT INTO answers (at, grade) VALUES (NULL, 3), (5, 3)");
    assert_true(repair(&repaired, &error));
    assert_int_equal(repaired.lost_rows, 1);
    assert_int_equal(games_saved(&moves), GAMES);
}

/* Overwrites each page in turn by nonsense. */
static void one_bad_page_costs_few_games(void **state)
{
    int refused = 0, pages = (int)(size / PAGE), worst = GAMES;
    random_state = 5;
    for (int page = 0; page < pages; page++) {
        struct error error = {0};
        struct repaired repaired;
        int moves;
        restore();
        char *bad = malloc(size);
        assert_non_null(bad);
        memcpy(bad, whole, size);
        for (int i = 0; i < PAGE; i++)
            bad[page * PAGE + i] = (char)random_number();
        file_put(database_path, "wb", bad, size);
        if (repair(&repaired, &error)) {
            int games = games_saved(&moves);
            worst = games < worst && games > 0 ? games : worst;
        } else {
            refused++;
            assert_string_not_equal(error.message, "");
            assert_int_not_equal(access(new_path, F_OK), 0);
        }
        /* The old one is only read. */
        size_t after;
        char *again = file_read(database_path, &after);
        assert_int_equal(after, size);
        assert_memory_equal(again, bad, size);
        free(again);
        free(bad);
    }
    print_message("%d pages: %d refused, at least %d of %d games saved otherwise\n", pages,
                  refused, worst, GAMES);
    assert_true(refused < pages / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_database_is_copied_whole),
        cmocka_unit_test(a_game_is_kept_up_to_its_first_damaged_move),
        cmocka_unit_test(a_damaged_definition_costs_only_its_table),
        cmocka_unit_test(a_view_in_place_of_a_table_is_not_read),
        cmocka_unit_test(a_repair_that_was_stopped_leaves_nothing_in_the_way),
        cmocka_unit_test(a_repair_can_be_stopped_after_the_copying),
        cmocka_unit_test(a_database_of_any_version_is_copied),
        cmocka_unit_test(a_row_that_cannot_be_copied_is_counted),
        cmocka_unit_test(one_bad_page_costs_few_games),
    };
    return cmocka_run_group_tests(tests, make_database, remove_database);
}
