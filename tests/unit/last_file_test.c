/* The last file opened is remembered, and the thread of the screen does not wait for the disk. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/session/files.h"
#include "src/session/state.h"
#include "tests/unit/file.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

static pthread_t screen;
static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER; /* held: the disk does not respond */
static bool screen_waited;

/* Replaces the function of libc. */
int fsync(int file)
{
    if (pthread_equal(pthread_self(), screen)) {
        screen_waited = true;
        return 0;
    }
    pthread_mutex_lock(&disk);
    pthread_mutex_unlock(&disk);
    return 0;
}

static struct session *start(void)
{
    struct error error = {0};
    struct session_options options = {.strength = strength, .elo = 800, .seed = 7, .color = WHITE,
                                      .control = {.untimed = true}, .threads = 1, .hash_mb = 1,
                                      .start = from_fen(CHESS_START_FEN), .analyze_only = true};
    struct session *session = session_create(&options, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

static void load(struct session *session, const char *name, int number)
{
    char path[128], line[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write(path, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n");
    snprintf(line, sizeof line, "load %s %d", path, number);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    while (look(session).loading)
        wait_a_little(session);
}

static void expect_last(struct session *session, const char *name, int number)
{
    char path[1024], loaded[128];
    int found;
    snprintf(loaded, sizeof loaded, "%s/%s", folder, name);
    char *expected = realpath(loaded, NULL);
    assert_non_null(expected);
    assert_true(session_last_file(session, path, sizeof path, &found));
    assert_string_equal(path, expected);
    assert_int_equal(found, number);
    free(expected);
}

static int remove_all(void **state)
{
    char data[128], file[160];
    snprintf(data, sizeof data, "%s/fallible", folder);
    snprintf(file, sizeof file, "%s/last-file", data);
    unlink(file);
    snprintf(file, sizeof file, "%s/cache.key", data); /* made with the index of the games */
    unlink(file);
    rmdir(data);
    return remove_folder(state);
}

static void a_game_is_opened_while_the_disk_does_not_respond(void **state)
{
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    screen = pthread_self();
    struct session *session = start();
    pthread_mutex_lock(&disk);
    load(session, "a.pgn", 1);
    expect_last(session, "a.pgn", 1);
    load(session, "b.pgn", 2);
    expect_last(session, "b.pgn", 2);
    pthread_mutex_unlock(&disk);
    assert_false(screen_waited);
    session_destroy(session);
    session = start();
    expect_last(session, "b.pgn", 2);
    session_destroy(session);
}

static void a_session_ends_while_the_disk_does_not_respond(void **state)
{
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    screen = pthread_self();
    struct session *session = start();
    pthread_mutex_lock(&disk);
    load(session, "a.pgn", 1);
    session_destroy(session);
    pthread_mutex_unlock(&disk);
    session = start();
    char path[1024];
    int number;
    while (!session_last_file(session, path, sizeof path, &number))
        wait_a_little(session);
    expect_last(session, "a.pgn", 1);
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_is_opened_while_the_disk_does_not_respond,
                                        make_folder, remove_all),
        cmocka_unit_test_setup_teardown(a_session_ends_while_the_disk_does_not_respond,
                                        make_folder, remove_all),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
