/* Saving games into files while other programs save into them. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/pgn/pgn.h"
#include "src/util/lock_file.h"
#include "src/util/text.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"
#include "tests/unit/working_folder.h"

enum { PROGRAMS = 8, GAMES = 4000, PADDING = 60001, ROUNDS = SPARING > 1 ? 1 : 4 };

static struct game *read_game(const char *path, int number, struct pgn_place *place)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct pgn_reader *reader = pgn_reader_create(file, path);
    struct game *game = NULL;
    struct error error;
    for (int i = 0; i <= number; i++) {
        game_destroy(game);
        assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    }
    *place = pgn_reader_place(reader);
    pgn_reader_destroy(reader);
    fclose(file);
    return game;
}

/* The number of games; each must be readable. */
static int count_games(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct pgn_reader *reader = pgn_reader_create(file, path);
    struct game *game;
    struct error error;
    int count = 0;
    enum pgn_status status;
    while ((status = pgn_read(reader, &game, &error)) == PGN_GAME) {
        count++;
        game_destroy(game);
    }
    if (status != PGN_END)
        fail_msg("%s:%d:%d: %s", path, error.line, error.column, error.message);
    pgn_reader_destroy(reader);
    fclose(file);
    return count;
}

static void write_games(const char *path, int count)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < count; i++)
        fprintf(file, "[Event \"Game %d\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", i);
    fclose(file);
}

/* Runs work in PROGRAMS processes that start together. Returns how many returned true, and sets
 * those in said. */
static int run_programs(bool (*work)(int number, int barrier), bool said[PROGRAMS])
{
    int barrier[2], count = 0;
    pid_t programs[PROGRAMS];
    assert_int_equal(pipe(barrier), 0);
    for (int i = 0; i < PROGRAMS; i++) {
        programs[i] = fork();
        assert_true(programs[i] >= 0);
        if (programs[i] == 0) {
            close(barrier[1]);
            _exit(work(i, barrier[0]) ? 0 : 1);
        }
    }
    close(barrier[0]);
    usleep(300000); /* until all have read the file */
    close(barrier[1]);
    for (int i = 0; i < PROGRAMS; i++) {
        int status;
        assert_int_equal(waitpid(programs[i], &status, 0), programs[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
        said[i] = WEXITSTATUS(status) == 0;
        count += said[i];
    }
    return count;
}

static void wait_at(int barrier)
{
    char byte;
    (void)!read(barrier, &byte, 1);
}

static bool save_back(int number, int barrier)
{
    struct pgn_place place;
    struct error error = {0};
    char comment[32];
    struct game *game = read_game("games.pgn", number, &place);
    snprintf(comment, sizeof comment, "by program %d.", number);
    if (!game_set_comment(game->root->child, comment))
        return false;
    wait_at(barrier);
    return pgn_save(game, "games.pgn", &place, &error);
}

static void a_save_in_its_place_is_not_undone_by_another_program(void **state)
{
    bool said[PROGRAMS];
    size_t size;
    for (int round = 0; round < ROUNDS; round++) {
        write_games("games.pgn", GAMES);
        assert_true(run_programs(save_back, said) >= 1);
        char *text = file_read("games.pgn", &size);
        for (int i = 0; i < PROGRAMS; i++) {
            char comment[32];
            snprintf(comment, sizeof comment, "by program %d.", i);
            if (said[i] && !strstr(text, comment))
                fail_msg("program %d was told that its game is saved, and it is not there", i);
        }
        free(text);
        assert_int_equal(count_games("games.pgn"), GAMES);
        assert_int_not_equal(access("games.pgn.lock", F_OK), 0);
    }
}

/* Longer than several stream buffers. */
static struct game *long_game(int number)
{
    char *text = calloc(1, PADDING + 1), tag[32];
    struct game *game = game_create(NULL);
    assert_true(text && game);
    for (int i = 0; i < PADDING; i++)
        text[i] = i % 2 ? ' ' : 'x';
    snprintf(tag, sizeof tag, "Program %d", number);
    assert_true(game_set_tag(game, "Event", tag) && game_set_comment(game->root, text));
    free(text);
    return game;
}

static bool append_once(int number, int barrier)
{
    struct pgn_place place;
    struct error error = {0};
    struct game *game = long_game(number);
    wait_at(barrier);
    return pgn_append(game, "games.pgn", 1000, &place, &error);
}

static void games_added_by_several_programs_at_once_stay_whole(void **state)
{
    bool said[PROGRAMS];
    int expected = 0;
    unlink("games.pgn");
    for (int round = 0; round < ROUNDS; round++) {
        expected += run_programs(append_once, said);
        assert_int_equal(count_games("games.pgn"), expected);
    }
    assert_true(expected >= PROGRAMS);
}

static void a_game_added_is_the_last_and_can_be_replaced_at_its_place(void **state)
{
    struct pgn_place place, read;
    struct error error = {0};
    write_games("games.pgn", 3);
    struct game *game = read_game("games.pgn", 1, &read);
    assert_true(game_set_tag(game, "Event", "Added"));
    assert_false(pgn_is_last(game, "games.pgn"));
    assert_true(pgn_append(game, "games.pgn", PGN_WAIT, &place, &error));
    assert_true(pgn_is_last(game, "games.pgn"));
    assert_true(game_set_tag(game, "Event", "Replaced"));
    assert_false(pgn_is_last(game, "games.pgn"));
    assert_true(pgn_save(game, "games.pgn", &place, &error));
    assert_true(pgn_is_last(game, "games.pgn"));
    assert_int_equal(count_games("games.pgn"), 4);
    unlink("games.pgn"); /* in a new file the game begins without an empty line */
    assert_true(pgn_append(game, "games.pgn", PGN_WAIT, &place, &error));
    assert_int_equal(place.start, 0);
    assert_true(pgn_save(game, "games.pgn", &place, &error));
    assert_true(pgn_is_last(game, "games.pgn"));
    assert_int_equal(count_games("games.pgn"), 1);
    game_destroy(game);
}

static void no_game_is_added_to_a_file_that_is_not_text(void **state)
{
    struct pgn_place place;
    struct error error = {0};
    write_games("games.pgn", 3);
    struct game *game = read_game("games.pgn", 1, &place);
    file_put("wide.pgn", "w", "\xFF\xFE[\0E\0", 6);
    assert_false(pgn_append(game, "wide.pgn", PGN_WAIT, &place, &error));
    assert_non_null(strstr(error.message, "UTF-16"));
    file_put("binary.pgn", "w", "\177ELF\0\1", 6);
    assert_false(pgn_append(game, "binary.pgn", PGN_WAIT, &place, &error));
    assert_non_null(strstr(error.message, "binary"));
    size_t size;
    free(file_read("binary.pgn", &size));
    assert_int_equal(size, 6);
    game_destroy(game);
}

static void a_file_that_another_program_is_writing_is_refused_and_the_lock_named(void **state)
{
    struct lock_file lock;
    struct pgn_place place;
    struct error error = {0};
    size_t size;
    write_games("games.pgn", 3);
    struct game *game = read_game("games.pgn", 1, &place);
    assert_int_equal(symlink("games.pgn", "link.pgn"), 0);
    assert_true(lock_file_take(&lock, "games.pgn", 0, &error));
    int64_t began = text_now();
    assert_false(pgn_save(game, "link.pgn", &place, &error));
    assert_non_null(strstr(error.message, "/games.pgn.lock"));
    assert_false(pgn_append(game, "link.pgn", PGN_WAIT, &place, &error));
    assert_non_null(strstr(error.message, "/games.pgn.lock"));
    assert_true(text_now() - began < 20 * 2 * PGN_WAIT);
    assert_int_equal(count_games("games.pgn"), 3);
    lock_file_release(&lock);
    assert_true(pgn_save(game, "link.pgn", &place, &error));
    char *text = file_read("games.pgn", &size);
    assert_int_equal(place.stamp.size, size);
    free(text);
    assert_true(pgn_save(game, "games.pgn", &place, &error)); /* the place has been updated */
    game_destroy(game);
    unlink("link.pgn");
}

static void a_lock_left_by_a_program_that_died_stops_nobody(void **state)
{
    struct lock_file lock;
    struct error error = {0};
    int held[2];
    char byte;
    assert_int_equal(pipe(held), 0);
    pid_t program = fork();
    assert_true(program >= 0);
    if (program == 0) {
        if (lock_file_take(&lock, "games.pgn", 0, &error) && write(held[1], "x", 1) == 1)
            pause();
        _exit(0);
    }
    close(held[1]);
    assert_int_equal(read(held[0], &byte, 1), 1);
    assert_false(lock_file_take(&lock, "games.pgn", 0, &error));
    kill(program, SIGKILL);
    assert_int_equal(waitpid(program, NULL, 0), program);
    assert_int_equal(access("games.pgn.lock", F_OK), 0);
    assert_true(lock_file_take(&lock, "games.pgn", 0, &error));
    lock_file_release(&lock);
    assert_int_not_equal(access("games.pgn.lock", F_OK), 0);
    close(held[0]);
}

static void a_file_that_only_has_the_name_of_a_lock_is_left_alone(void **state)
{
    struct lock_file lock;
    struct error error = {0};
    size_t size;
    file_write("games.pgn.lock", "mine");
    assert_false(lock_file_take(&lock, "games.pgn", 0, &error));
    assert_non_null(strstr(error.message, "games.pgn.lock"));
    char *text = file_read("games.pgn.lock", &size);
    assert_string_equal(text, "mine");
    free(text);
    unlink("games.pgn.lock");
}

static void a_file_changed_since_it_was_read_is_not_saved_over(void **state)
{
    struct pgn_place place;
    struct error error = {0};
    write_games("games.pgn", 2);
    struct game *game = read_game("games.pgn", 0, &place);
    file_append("games.pgn", "% a line more\n");
    assert_false(pgn_save(game, "games.pgn", &place, &error));
    assert_non_null(strstr(error.message, "changed since"));
    game_destroy(game);
}

/* Writes a long game under growing memory limits until it succeeds. Returns true if no run crashed
 * and every file reported as written was complete. */
static bool write_under_limits(const struct game *game)
{
    enum { MEGABYTE = 1 << 20, LIMIT_MAX = 4096, STEP = 3 };
    bool refused = false;
    for (rlim_t limit = STEP; limit < LIMIT_MAX; limit += STEP) {
        struct rlimit memory = {.rlim_cur = limit * MEGABYTE, .rlim_max = RLIM_INFINITY};
        FILE *out = fopen("bare.pgn", "w");
        bool limited = setrlimit(RLIMIT_AS, &memory) == 0;
        bool good = out && limited && pgn_write_bare(game, false, out);
        memory.rlim_cur = RLIM_INFINITY;
        if (!out || !limited || setrlimit(RLIMIT_AS, &memory) != 0 || fclose(out) != 0)
            return false;
        struct stat status;
        if (good)
            return refused && stat("bare.pgn", &status) == 0 &&
                   status.st_size > (off_t)strlen(game->root->comment);
        refused = true;
    }
    return false;
}

static void a_game_for_which_memory_runs_out_is_not_written(void **state)
{
#if defined __SANITIZE_ADDRESS__ || defined MEMORY_SANITIZED || !defined __linux__
    skip(); /* the limit does not work on this system */
#endif
    struct game *game = game_create(NULL);
    size_t length = 10 << 20;
    char *text = malloc(length + 1);
    assert_true(game && text);
    memset(text, 'x', length);
    text[length] = '\0';
    for (size_t i = 70; i < length; i += 71)
        text[i] = ' ';
    assert_true(game_set_comment(game->root, text));
    free(text);
    pid_t program = fork();
    assert_true(program >= 0);
    if (program == 0)
        _exit(write_under_limits(game) ? 0 : 1);
    int status;
    assert_int_equal(waitpid(program, &status, 0), program);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    game_destroy(game);
    unlink("bare.pgn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_save_in_its_place_is_not_undone_by_another_program),
        cmocka_unit_test(games_added_by_several_programs_at_once_stay_whole),
        cmocka_unit_test(a_game_added_is_the_last_and_can_be_replaced_at_its_place),
        cmocka_unit_test(no_game_is_added_to_a_file_that_is_not_text),
        cmocka_unit_test(a_file_that_another_program_is_writing_is_refused_and_the_lock_named),
        cmocka_unit_test(a_lock_left_by_a_program_that_died_stops_nobody),
        cmocka_unit_test(a_file_that_only_has_the_name_of_a_lock_is_left_alone),
        cmocka_unit_test(a_game_for_which_memory_runs_out_is_not_written),
        cmocka_unit_test(a_file_changed_since_it_was_read_is_not_saved_over),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
