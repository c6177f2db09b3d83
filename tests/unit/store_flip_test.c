/* Flips single bits of the database, write-ahead log, shared memory and counts of moves that
 * programs left when they were killed: no crash, and no move that was saved is lost or changed
 * without a word. FALLIBLE_FLIPS is the number of flips, FALLIBLE_SEED chooses them. */
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/store/kept_log.h"
#include "src/store/move_counts.h"
#include "src/store/sql.h"
#include "tests/unit/file.h"
#include "tests/unit/random.h"
#include "tests/unit/store_play.h"

enum { PLIES = 40, FILES = 5 };

static const char *const endings[FILES] = {"", "-wal", "-shm", "-moves", "-playing"};
static struct {
    char path[128], *bytes;
    size_t size;
} files[FILES];

/* Opens the database in another process, which plays a game there and is killed; 0: no game. */
static void be_killed(int plies)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct store *store = open_store();
        if (plies > 0)
            play(store, plies);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static void play_and_close(int plies)
{
    struct store *store = open_store();
    play(store, plies);
    store_close(store);
}

/* Another program reads the database until reader_end, so that SQLite cannot empty the log. */
static pid_t reader_begin(void)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t reader = fork();
    if (reader == 0) {
        sqlite3 *database;
        if (sqlite3_open(database_path, &database) == SQLITE_OK &&
            sqlite3_exec(database, "BEGIN; SELECT * FROM games", NULL, NULL, NULL) == SQLITE_OK &&
            write(ready[1], "r", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return reader;
}

static void reader_end(pid_t reader)
{
    int status;
    kill(reader, SIGKILL);
    assert_int_equal(waitpid(reader, &status, 0), reader);
}

/* How the files came about. Each function returns the number of half-moves saved. */

static int killed(void)
{
    play_and_close(PLIES);
    be_killed(PLIES);
    return 2 * PLIES;
}

static int killed_again_at_the_prompt(void)
{
    be_killed(PLIES);
    be_killed(0);
    return PLIES;
}

static int killed_in_three_games(void)
{
    be_killed(PLIES);
    be_killed(PLIES);
    be_killed(PLIES);
    return 3 * PLIES;
}

static int closed_while_another_program_read(void)
{
    play_and_close(PLIES);
    pid_t reader = reader_begin();
    play_and_close(PLIES);
    reader_end(reader);
    return 2 * PLIES;
}

static int killed_while_another_program_read(void)
{
    play_and_close(PLIES);
    pid_t reader = reader_begin();
    be_killed(PLIES);
    be_killed(0);
    play_and_close(PLIES);
    be_killed(0);
    reader_end(reader);
    return 3 * PLIES;
}

static const struct {
    const char *name;
    int (*make)(void);
} ways[] = {
    {"killed", killed},
    {"killed again at the prompt", killed_again_at_the_prompt},
    {"killed in three games", killed_in_three_games},
    {"closed while another program read", closed_while_another_program_read},
    {"killed while another program read", killed_while_another_program_read},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void remove_kept_logs(void)
{
    for (int i = 1; i <= KEPT_LOGS; i++) {
        char path[160];
        assert_true(kept_log_path(database_path, i, path, sizeof path));
        unlink(path);
    }
}

/* Makes the files anew in one of the ways. Returns the number of half-moves saved. */
static int make_way(int way)
{
    for (int i = 0; i < FILES; i++) {
        snprintf(files[i].path, sizeof files[i].path, "%s%s", database_path, endings[i]);
        unlink(files[i].path);
        free(files[i].bytes);
        files[i].bytes = NULL;
        files[i].size = 0;
    }
    remove_kept_logs();
    int plies = ways[way].make();
    for (int i = 0; i < FILES; i++)
        if (access(files[i].path, F_OK) == 0)
            files[i].bytes = file_read(files[i].path, &files[i].size);
    return plies;
}

static int make_files(void **state)
{
    return make_folder_in_memory(state) != 0 || make_way(0) != 2 * PLIES;
}

static int remove_files(void **state)
{
    for (int i = 0; i < FILES; i++)
        free(files[i].bytes);
    return remove_folder(state);
}

static void restore_files(void)
{
    for (int i = 0; i < FILES; i++) {
        if (files[i].bytes)
            file_put(files[i].path, "wb", files[i].bytes, files[i].size);
        else
            unlink(files[i].path);
    }
}

static void restore(void)
{
    restore_files();
    remove_kept_logs();
}

static int changed; /* games read that are not as they were saved */

static bool count_moves(void *context, const struct stored_game *game)
{
    static const char *const there_and_back[] = {"g1f3", "g8f6", "f3g1", "f6g8"}; /* as in play */
    struct position position = game->start;
    bool same = game->handicap.elo == 1400 && game->result == RESULT_NONE && !game->finished;
    for (int i = 0; same && i < game->move_count; i++) {
        Move move;
        same = chess_from_uci(&position, there_and_back[i % 4], &move) && move == game->moves[i] &&
               game->clocks[i] < 0;
        if (same)
            chess_play(&position, move);
    }
    changed += !same;
    *(int *)context += game->move_count;
    return true;
}

/* Returns the number of half-moves read, -1 if the database was refused. */
static int moves_read(char *said, size_t size)
{
    struct error error = {0};
    struct store *store = store_open(database_path, &error);
    int moves = 0, damaged = 0;
    snprintf(said, size, "%s", error.message);
    changed = 0;
    if (!store)
        return -1;
    if (!store_each_game(store, count_moves, &moves, &damaged, &error))
        snprintf(said, size, "%s", error.message);
    else
        store_damage(store, said, size);
    store_close(store);
    return moves;
}

static void nothing_is_said_where_nothing_is_damaged(void **state)
{
    char said[600];
    restore();
    assert_int_equal(moves_read(said, sizeof said), 2 * PLIES);
    assert_string_equal(said, "");
    /* The database was closed, so the counts are no longer needed. */
    size_t size;
    free(file_read(files[3].path, &size));
    assert_int_equal(size, 0);
}

static void a_lost_write_ahead_log_is_told(void **state)
{
    char said[600];
    restore();
    unlink(files[1].path);
    assert_true(moves_read(said, sizeof said) < 2 * PLIES);
    if (!strstr(said, "40 half-moves of game 2 that had been saved are missing"))
        fail_msg("said \"%s\"", said);
}

/* A bit of the database itself may change a value into another valid one: see SECURITY.md. The log
 * has checksums, so what is read from it is what was saved. */
static void no_flipped_bit_loses_a_move_silently(void **state)
{
    const char *wanted = getenv("FALLIBLE_FLIPS"), *seed = getenv("FALLIBLE_SEED");
    int flips = (wanted ? atoi(wanted) : 400) / WAYS, lost = 0, refused = 0, logs = 0;
    random_state = seed ? strtoull(seed, NULL, 10) + 1 : 20;
    print_message("FALLIBLE_SEED=%s\n", seed ? seed : "19");
    for (int way = 0; way < WAYS; way++) {
        int plies = make_way(way);
        logs += files[1].size > 0;
        for (int i = 0; i < flips; i++) {
            char said[600];
            int file = i % 3; /* the others are noise beside the database */
            if (files[file].size == 0)
                continue;
            size_t at = (size_t)(random_number() % files[file].size);
            char bit = (char)(1 << roll(8));
            restore();
            files[file].bytes[at] ^= bit;
            file_put(files[file].path, "wb", files[file].bytes, files[file].size);
            files[file].bytes[at] ^= bit;
            int moves = moves_read(said, sizeof said);
            if (moves < plies && !*said)
                fail_msg("%s, bit %d of byte %zu of games.db%s: %d of %d moves, without a word",
                         ways[way].name, bit, at, endings[file], moves, plies);
            if (moves > plies || (file > 0 && changed > 0))
                fail_msg("%s, bit %d of byte %zu of games.db%s: %d games changed, %d of %d moves",
                         ways[way].name, bit, at, endings[file], changed, moves, plies);
            lost += moves >= 0 && moves < plies;
            refused += moves < 0;
        }
        restore();
        char said[600];
        assert_int_equal(moves_read(said, sizeof said), plies);
        assert_string_equal(said, "");
        assert_int_equal(changed, 0);
    }
    print_message("%d flips: %d with moves missing, %d refused, each of them told\n", flips * WAYS,
                  lost, refused);
    assert_true(lost > 0);
    assert_true(logs >= 3); /* otherwise the ways do not test what they are meant to */
    make_way(0);
}

static void flipped_counts_alarm_nobody(void **state)
{
    char said[600];
    for (size_t at = 0; at < files[3].size; at++) {
        restore();
        files[3].bytes[at] ^= 1;
        file_put(files[3].path, "wb", files[3].bytes, files[3].size);
        files[3].bytes[at] ^= 1;
        assert_int_equal(moves_read(said, sizeof said), 2 * PLIES);
        assert_string_equal(said, "");
        at += files[3].size / 100;
    }
}

/* Flips a bit of the first page in the write-ahead log, if there is such a log, and demands that no
 * move is missing without a word. */
static void flip_log_and_read(int plies)
{
    char said[600], kept[160], *bytes = NULL;
    size_t size = 0;
    if (access(files[1].path, F_OK) == 0)
        bytes = file_read(files[1].path, &size);
    if (size > 156) {
        bytes[156] ^= 1;
        file_put(files[1].path, "wb", bytes, size);
    }
    int moves = moves_read(said, sizeof said);
    if (moves < plies && !*said)
        fail_msg("%d of %d moves, without a word", moves, plies);
    snprintf(kept, sizeof kept, "%s.damaged", files[1].path);
    if (moves < plies) { /* the log is kept, since closing the database has deleted it */
        size_t kept_size;
        char *copy = file_read(kept, &kept_size);
        assert_non_null(copy);
        assert_int_equal(kept_size, size);
        assert_memory_equal(copy, bytes, size);
        free(copy);
        assert_non_null(strstr(said, "games.db-wal.damaged"));
    }
    unlink(kept);
    free(bytes);
}

static void a_second_kill_before_the_log_is_emptied_loses_nothing_silently(void **state)
{
    restore();
    be_killed(0);
    flip_log_and_read(2 * PLIES);
}

static void a_reader_while_the_program_ends_loses_nothing_silently(void **state)
{
    restore();
    store_close(open_store());
    pid_t reader = reader_begin();
    play_and_close(PLIES);
    reader_end(reader);
    size_t size;
    free(file_read(files[1].path, &size));
    assert_true(size > 0);
    flip_log_and_read(3 * PLIES);
}

/* The connection of the thread that writes is opened second and closed last. */
static void a_second_connection_does_not_forget_what_is_missing(void **state)
{
    char said[600];
    restore();
    unlink(files[1].path);
    for (int reported = 0; reported < 2; reported++) {
        struct store *first = open_store(), *second = open_store();
        if (reported) {
            store_damage(first, said, sizeof said);
            assert_non_null(strstr(said, "40 half-moves of game 2"));
        }
        store_close(first);
        store_close(second);
    }
    assert_int_equal(moves_read(said, sizeof said), PLIES);
    assert_string_equal(said, "");
}

/* An upgrade writes over the part of the log that SQLite cannot read. */
static void the_log_is_kept_before_an_upgrade(void **state)
{
    static const char game[] =
        "INSERT INTO games (began, start, chess960, you, handicap, control) VALUES (9,"
        " 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0, 0, '', 'none');"
        "WITH RECURSIVE plies (ply) AS (SELECT 1 UNION ALL SELECT ply + 1 FROM plies"
        "  WHERE ply < 40) INSERT INTO moves (game, ply, move, clock) SELECT 1, ply, 1804, -1"
        "  FROM plies";
    char said[600], copy[160];
    size_t size, kept_size;
    struct error error = {0};
    restore();
    for (int i = 0; i < FILES; i++)
        unlink(files[i].path);
    store_close(store_create(database_path, store_version_count - 1, &error));
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *database;
        if (sqlite3_open(database_path, &database) == SQLITE_OK &&
            sqlite3_exec(database, game, NULL, NULL, NULL) == SQLITE_OK)
            move_counts_note(move_counts_open(database_path), 1, 40);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    char *bytes = file_read(files[1].path, &size);
    assert_true(size > 156);
    bytes[156] ^= 1;
    file_put(files[1].path, "wb", bytes, size);
    assert_int_equal(moves_read(said, sizeof said), 0);
    assert_non_null(strstr(said, "40 half-moves of game 1"));
    snprintf(copy, sizeof copy, "%s.damaged", files[1].path);
    char *kept = file_read(copy, &kept_size);
    assert_int_equal(kept_size, size);
    assert_memory_equal(kept, bytes, size);
    free(kept);
    free(bytes);
    snprintf(copy, sizeof copy, "%s.v%d", database_path, store_version_count - 1);
    unlink(copy);
}

/* Puts the log back with a flipped bit in its first page, opens the database and reports the
 * loss. */
static void lose_log(char bit, char *said, size_t size)
{
    restore_files();
    files[1].bytes[156] ^= bit;
    file_put(files[1].path, "wb", files[1].bytes, files[1].size);
    files[1].bytes[156] ^= bit;
    assert_int_equal(moves_read(said, size), PLIES);
    assert_non_null(strstr(said, "40 half-moves of game 2"));
}

static void each_loss_has_its_own_copy_of_the_log(void **state)
{
    static const struct {
        char bit;
        const char *copy;
    } losses[] = {
        {1, "; games.db-wal.damaged is a copy of it."},
        {2, "; games.db-wal.damaged.2 is a copy of it."},
        {1, "; games.db-wal.damaged is a copy of it."}, /* the same log as the first */
        {2, "; games.db-wal.damaged.2 is a copy of it."},
    };
    char said[600], path[160];
    restore();
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        lose_log(losses[i].bit, said, sizeof said);
        if (!strstr(said, losses[i].copy))
            fail_msg("loss %zu: said \"%s\"", i, said);
    }
    assert_true(kept_log_path(database_path, 3, path, sizeof path));
    assert_int_not_equal(access(path, F_OK), 0);
    /* A log that was removed is not the one that was kept earlier. */
    restore_files();
    unlink(files[1].path);
    assert_true(moves_read(said, sizeof said) < 2 * PLIES);
    assert_non_null(strstr(said, "damaged or removed."));
    /* Only so many copies are kept. */
    for (int i = 3; i <= KEPT_LOGS; i++) {
        assert_true(kept_log_path(database_path, i, path, sizeof path));
        file_write(path, "an older log");
    }
    lose_log(4, said, sizeof said);
    assert_non_null(strstr(said, "damaged or removed."));
    remove_kept_logs();
}

static void take_count(void *context, int64_t game, int plies)
{
    int *counts = context;
    if (game >= 1 && game <= 3)
        counts[game - 1] = plies;
}

/* As when the disk was full for a moment. */
static void a_count_cut_short_hides_no_later_count(void **state)
{
    int counts[3] = {0};
    restore();
    unlink(files[3].path);
    int file = move_counts_open(database_path);
    move_counts_note(file, 1, 11);
    assert_int_equal(write(file, "\1\0\0\0\0\0\0\0\7\0", 10), 10);
    move_counts_note(file, 2, 12);
    move_counts_note(file, 3, 13);
    move_counts_each(file, take_count, counts);
    close(file);
    for (int i = 0; i < 3; i++)
        assert_int_equal(counts[i], 11 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_where_nothing_is_damaged),
        cmocka_unit_test(a_lost_write_ahead_log_is_told),
        cmocka_unit_test(no_flipped_bit_loses_a_move_silently),
        cmocka_unit_test(flipped_counts_alarm_nobody),
        cmocka_unit_test(a_second_kill_before_the_log_is_emptied_loses_nothing_silently),
        cmocka_unit_test(a_reader_while_the_program_ends_loses_nothing_silently),
        cmocka_unit_test(a_second_connection_does_not_forget_what_is_missing),
        cmocka_unit_test(the_log_is_kept_before_an_upgrade),
        cmocka_unit_test(each_loss_has_its_own_copy_of_the_log),
        cmocka_unit_test(a_count_cut_short_hides_no_later_count),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
