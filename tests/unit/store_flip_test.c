/* Flips single bits of a killed program's database, write-ahead log, shared memory and counts of
 * moves: no crash, and no move that was saved is lost without a word. FALLIBLE_FLIPS is the number
 * of flips. */
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/store/move_counts.h"
#include "tests/unit/file.h"
#include "tests/unit/random.h"
#include "tests/unit/store_play.h"

enum { PLIES = 40, FILES = 5 };

static const char *const endings[FILES] = {"", "-wal", "-shm", "-moves", "-playing"};
static struct {
    char path[128], *bytes;
    size_t size;
} files[FILES];

/* Leaves the files of a program that was killed during its second game. */
static int make_files(void **state)
{
    if (make_folder_in_memory(state) != 0)
        return -1;
    struct store *store = open_store();
    play(store, PLIES);
    store_close(store);
    pid_t child = fork();
    if (child == 0) {
        play(open_store(), PLIES);
        kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    for (int i = 0; i < FILES; i++) {
        snprintf(files[i].path, sizeof files[i].path, "%s%s", database_path, endings[i]);
        files[i].bytes = file_read(files[i].path, &files[i].size);
        assert_non_null(files[i].bytes);
    }
    return 0;
}

static int remove_files(void **state)
{
    for (int i = 0; i < FILES; i++)
        free(files[i].bytes);
    return remove_folder(state);
}

static void restore(void)
{
    char kept[160];
    for (int i = 0; i < FILES; i++)
        file_put(files[i].path, "wb", files[i].bytes, files[i].size);
    snprintf(kept, sizeof kept, "%s.damaged", files[1].path);
    unlink(kept);
}

static bool count_moves(void *context, const struct stored_game *game)
{
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

static void no_flipped_bit_loses_a_move_silently(void **state)
{
    const char *wanted = getenv("FALLIBLE_FLIPS");
    int flips = wanted ? atoi(wanted) : 300, lost = 0, refused = 0;
    random_state = wanted ? (uint64_t)getpid() : 20;
    for (int i = 0; i < flips; i++) {
        char said[600];
        int file = i % 3; /* the others are noise beside the database */
        size_t at = (size_t)(random_number() % files[file].size);
        char bit = (char)(1 << roll(8));
        restore();
        files[file].bytes[at] ^= bit;
        file_put(files[file].path, "wb", files[file].bytes, files[file].size);
        files[file].bytes[at] ^= bit;
        int moves = moves_read(said, sizeof said);
        if (moves < 2 * PLIES && !*said)
            fail_msg("bit %d of byte %zu of games.db%s: %d of %d moves, without a word", bit, at,
                     endings[file], moves, 2 * PLIES);
        lost += moves >= 0 && moves < 2 * PLIES;
        refused += moves < 0;
    }
    print_message("%d flips: %d with moves missing, %d refused, each of them told\n", flips, lost,
                  refused);
    assert_true(lost > 0);
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
    int status;
    restore();
    pid_t child = fork();
    if (child == 0) {
        (void)open_store();
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    flip_log_and_read(2 * PLIES);
}

/* Another program reads while the database is closed, so that SQLite cannot empty the log. */
static void a_reader_while_the_program_ends_loses_nothing_silently(void **state)
{
    int ready[2], status;
    char byte;
    restore();
    store_close(open_store());
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
    struct store *store = open_store();
    play(store, PLIES);
    store_close(store);
    kill(reader, SIGKILL);
    assert_int_equal(waitpid(reader, &status, 0), reader);
    size_t size;
    free(file_read(files[1].path, &size));
    assert_true(size > 0);
    flip_log_and_read(3 * PLIES);
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
        cmocka_unit_test(a_count_cut_short_hides_no_later_count),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
