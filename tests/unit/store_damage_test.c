/* A database with single damaged values: no crash, no endless loop, and intact games can be
 * read. */
#include <sqlite3.h>
#include <string.h>

#include "src/util/random.h"
#include "tests/unit/folder.h"

#define REQUIRE(condition) assert_true(condition)
#include "tests/unit/store_readers.h"

enum { GAMES = 3, RANDOM_ROUNDS = 300 / SPARING };

static unsigned char *whole; /* the whole database file */
static sqlite3_int64 whole_size;

static void run_sql(sqlite3 *database, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static sqlite3 *open_database(void)
{
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
    sqlite3_exec(database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return database;
}

/* Every column may be NULL, because damage ignores constraints. */
static int make_database(void **state)
{
    if (make_folder_in_memory(state) != 0)
        return -1;
    store_close(open_store());
    sqlite3 *database = open_database();
    run_sql(database, store_contents);
    run_sql(database, "PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON;"
                      "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')"
                      " WHERE type = 'table'; PRAGMA writable_schema = RESET");
    sqlite3_close(database);
    FILE *file = fopen(database_path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    whole_size = ftell(file);
    rewind(file);
    whole = malloc((size_t)whole_size);
    assert_non_null(whole);
    assert_int_equal(fread(whole, 1, (size_t)whole_size, file), whole_size);
    fclose(file);
    return 0;
}

static int remove_database(void **state)
{
    free(whole);
    return remove_folder(state);
}

static void write_whole(void)
{
    static const char *const besides[] = {"-wal", "-shm", "-journal"};
    char path[128];
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++) {
        snprintf(path, sizeof path, "%s%s", database_path, besides[i]);
        unlink(path);
    }
    FILE *file = fopen(database_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(whole, 1, (size_t)whole_size, file), whole_size);
    fclose(file);
}

static const char *const values[] = {
    "NULL", "0", "1", "-1", "-124", "7", "70000", "2147483648", "9223372036854775807",
    "-9223372036854775808", "0.5", "1e300", "-1e300", "9e999", "''", "'x'", "'-124'", "'0-1'",
    "'none'", "x'00ff80'", "x''", "printf('%.*c', 5000, '7')", "char(10) || char(0) || 'a'"};
enum { VALUES = sizeof values / sizeof *values };

/* An expression that identifies a row of that table. */
static const char *key_of(const char *table)
{
    static const char *const pairs[] = {"moves", "decisions", "scores", "gifts"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i], table) == 0)
            return "game, ply";
    return strcmp(table, "puzzles") == 0 ? "id" : strcmp(table, "imports") == 0 ? "source"
                                                                               : "rowid";
}

/* Changes one value of one row, unless another row already has that key or the key must be a whole
 * number. */
static void damage(sqlite3 *database, const char *table, const char *column, uint64_t random)
{
    char sql[512];
    const char *key = key_of(table);
    snprintf(sql, sizeof sql,
             "UPDATE OR IGNORE %s SET %s = %s WHERE (%s) = (SELECT %s FROM %s ORDER BY 1"
             " LIMIT 1 OFFSET %d)",
             table, column, values[random % VALUES], key, key, table, (int)(random / VALUES % 3));
    sqlite3_exec(database, sql, NULL, NULL, NULL);
}

struct column {
    char table[32], name[32];
};

static int list_columns(struct column columns[128])
{
    sqlite3 *database = open_database();
    sqlite3_stmt *row;
    int count = 0;
    assert_int_equal(sqlite3_prepare_v2(database,
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'", -1, &row, NULL), SQLITE_OK);
    while (count < 128 && sqlite3_step(row) == SQLITE_ROW) {
        snprintf(columns[count].table, 32, "%s", sqlite3_column_text(row, 0));
        snprintf(columns[count++].name, 32, "%s", sqlite3_column_text(row, 1));
    }
    sqlite3_finalize(row);
    sqlite3_close(database);
    return count;
}

/* Returns the number of games that could be read; text is the description of the damage. */
static int read_database(char *text, size_t size)
{
    struct error error = {0};
    struct store *store = store_open(database_path, &error);
    if (!store)
        fail_msg("%s", error.message);
    int games = read_everything(store);
    store_damage(store, text, size);
    store_close(store);
    return games;
}

static void nothing_is_told_of_a_whole_database(void **state)
{
    char text[512];
    write_whole();
    assert_int_equal(read_database(text, sizeof text), GAMES);
    assert_string_equal(text, "");
}

static void one_damaged_value_costs_one_game_at_most(void **state)
{
    struct column columns[128];
    char text[512];
    write_whole();
    int count = list_columns(columns);
    assert_true(count > 80);
    for (int i = 0; i < count; i++) {
        for (size_t value = (size_t)i % every_few(); value < VALUES; value += every_few()) { /* of the first row */
            write_whole();
            sqlite3 *database = open_database();
            damage(database, columns[i].table, columns[i].name, value);
            sqlite3_close(database);
            bool moved = strcmp(columns[i].table, "moves") == 0; /* moves a move to another game */
            if (read_database(text, sizeof text) < GAMES - 1 - moved)
                fail_msg("%s.%s = %s: %s", columns[i].table, columns[i].name, values[value], text);
        }
    }
}

static void many_damaged_values_crash_nothing(void **state)
{
    struct column columns[128];
    char text[512];
    uint64_t random = 1;
    write_whole();
    int count = list_columns(columns);
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        write_whole();
        sqlite3 *database = open_database();
        for (int i = 0; i < 8; i++) {
            const struct column *column = &columns[random_next(&random) % (uint64_t)count];
            damage(database, column->table, column->name, random_next(&random));
        }
        sqlite3_close(database);
        (void)read_database(text, sizeof text);
    }
}

/* A ply of -124, which once occurred. */
static void a_damaged_game_is_told_of_and_the_others_are_offered(void **state)
{
    static struct stored_game found;
    struct error error = {0};
    char text[512];
    write_whole();
    sqlite3 *database = open_database();
    run_sql(database, "UPDATE games SET finished = 0, result = '*'");
    run_sql(database, "UPDATE moves SET ply = -124 WHERE game = 3 AND ply = 2");
    sqlite3_close(database);
    struct store *store = store_open(database_path, &error);
    assert_non_null(store);
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.id, 2);
    store_damage(store, text, sizeof text);
    assert_string_equal(text, "The database is damaged: game 3 cannot be read and was left out.");

    /* It is resumed, whatever is in the other game's rows. */
    struct game_node *live;
    struct game *game = stored_game_rebuild(&found, &live);
    Move replies[CHESS_MOVES_MAX];
    assert_true(chess_moves(&live->position, replies) > 0);
    live = game_add(live, replies[0]);
    assert_true(store_move(store, found.id, live, NULL, &error));
    game_destroy(game);
    stored_game_clear(&found);
    store_close(store);

    database = open_database();
    sqlite3_stmt *row;
    sqlite3_prepare_v2(database, "SELECT count(*) FROM moves WHERE game = 3 AND ply = -124", -1,
                       &row, NULL);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(row, 0), 1);
    sqlite3_finalize(row);
    sqlite3_close(database);
}

/* Each table of this small database is on one page: all scores are lost, but no game. */
static void a_damaged_page_costs_only_what_stands_on_it(void **state)
{
    char text[512];
    write_whole();
    sqlite3 *database = open_database();
    sqlite3_stmt *row;
    sqlite3_prepare_v2(database,
        "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'scores'",
        -1, &row, NULL);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    long page = sqlite3_column_int(row, 0), size = sqlite3_column_int(row, 1);
    sqlite3_finalize(row);
    sqlite3_close(database);
    FILE *file = fopen(database_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (page - 1) * size, SEEK_SET), 0);
    for (long i = 0; i < size; i++)
        putc(0xFF, file);
    fclose(file);
    assert_int_equal(read_database(text, sizeof text), GAMES);
    assert_non_null(strstr(text, "The database is damaged"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_told_of_a_whole_database),
        cmocka_unit_test(a_damaged_game_is_told_of_and_the_others_are_offered),
        cmocka_unit_test(one_damaged_value_costs_one_game_at_most),
        cmocka_unit_test(a_damaged_page_costs_only_what_stands_on_it),
        cmocka_unit_test(many_damaged_values_crash_nothing),
    };
    return cmocka_run_group_tests(tests, make_database, remove_database);
}
