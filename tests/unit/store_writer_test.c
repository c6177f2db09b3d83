/* A session whose database does not respond: another program has locked it, or the disk is full. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "src/pgn/opening_tree.h"
#include "src/store/puzzles.h"
#include "src/store/sql.h"
#include "src/util/text.h"
#include "tests/unit/file.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

/* Called when the database syncs its writes: simulates a disk that takes this many milliseconds. */
static atomic_int disk_takes, disk_asked;

int fdatasync(int file)
{
    disk_asked++;
    text_nap(disk_takes);
    return 0;
}

enum {
    PATIENCE = 60000, /* milliseconds within which something must happen */
    NO_WAIT = 9000    /* the maximum for calls that must not wait: waiting for a lock takes ten
                       * seconds */
};

static const char *const line[] = {"e4", "d3", "Be2", "Nf3", "h3"};
enum { LINE = sizeof line / sizeof *line };

static int refusals; /* how often the session reported that it cannot store the game */

static struct session *create(int color)
{
    struct error error = {0};
    refusals = 0;
    struct session_options options = {.strength = strength,
                                      .elo = 800,
                                      .seed = 7,
                                      .color = color,
                                      .control = {.untimed = true},
                                      .threads = 1,
                                      .hash_mb = 1,
                                      .resign_policy = RESIGN_POLICY_OFF,
                                      .store_path = database_path};
    chess_start(&options.start);
    struct session *session = session_create(&options, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

static struct session *start_as(int color)
{
    struct error error = {0};
    struct session *session = create(color);
    if (!session_new(session, &error))
        fail_msg("%s", error.message);
    return session;
}

static struct session *start(void)
{
    return start_as(WHITE);
}

static void tick(struct session *session)
{
    if (session_tick(session) & CHANGED_MESSAGE)
        refusals += strstr(look(session).message, "not being saved") != NULL;
    text_nap(1);
}

static void play(struct session *session, const char *move)
{
    struct session_reply reply = enter(session, move);
    if (reply.kind == REPLY_REFUSED)
        fail_msg("%s: %s", move, reply.text);
    while (look(session).playing && !look(session).your_turn)
        tick(session);
}

static void play_line(struct session *session)
{
    for (int i = 0; i < LINE; i++)
        play(session, line[i]);
}

/* Locks the database as another program. */
static struct store *lock_database(void)
{
    struct error error;
    struct store *other = open_store();
    assert_true(store_execute(other, "BEGIN EXCLUSIVE", "", &error));
    return other;
}

static void unlock_database(struct store *other)
{
    struct error error;
    assert_true(store_execute(other, "ROLLBACK", "", &error));
}

static int number(struct store *store, const char *sql)
{
    struct error error = {0};
    int64_t found = -1;
    if (!store_number(store, store_prepare(store, sql), &found, "", &error))
        fail_msg("%s: %s", sql, error.message);
    return (int)found;
}

static void wait_for_words(struct session *session, const char *words)
{
    int64_t end = text_now() + PATIENCE;
    while (!strstr(look(session).message, words)) {
        if (text_now() > end)
            fail_msg("never said: %s", words);
        tick(session);
    }
}

/* Stores a game without trouble, so that the files reach their usual size. */
static void play_a_game(void)
{
    struct session *session = start();
    play_line(session);
    play(session, "resign");
    session_destroy(session);
}

static void moves_go_on_while_another_program_locks_the_database(void **state)
{
    struct session *session = start();
    struct store *other = lock_database();
    int64_t began = text_now();
    play_line(session);
    assert_true(text_now() - began < NO_WAIT);
    assert_int_equal(look(session).live->ply, 2 * LINE);
    assert_int_equal(number(other, "SELECT count(*) FROM moves"), 0);
    wait_for_words(session, "not being saved: another program has locked the database");
    unlock_database(other);
    wait_for_words(session, "Saving works again");
    assert_int_equal(refusals, 1);
    session_settle(session, PATIENCE);
    assert_int_equal(number(other, "SELECT count(*) FROM moves"), 2 * LINE);
    assert_int_equal(number(other, "SELECT count(*) FROM games"), 1);
    store_close(other);
    session_destroy(session);
}

/* Play, takebacks, the end of the game and the start of another one, during the lock. */
static void what_was_done_while_it_was_locked_is_kept_in_order(void **state)
{
    struct session *session = start();
    struct store *other = lock_database();
    play(session, "e4");
    play(session, "undo");
    play(session, "d4");
    play(session, "a3");
    Move last = look(session).live->move;
    play(session, "resign");
    play(session, "new white");
    play(session, "c4");
    unlock_database(other);
    session_settle(session, PATIENCE);
    session_destroy(session);
    assert_int_equal(number(other, "SELECT count(*) FROM games"), 2);
    assert_int_equal(number(other, "SELECT count(*) FROM moves WHERE game = 1"), 4);
    assert_int_equal(number(other, "SELECT move FROM moves WHERE game = 1 AND ply = 4"), last);
    assert_int_equal(number(other, "SELECT takebacks FROM games WHERE id = 1"), 1);
    assert_int_equal(number(other, "SELECT result = '0-1' FROM games WHERE id = 1"), 1);
    assert_int_equal(number(other, "SELECT count(*) FROM moves WHERE game = 2"), 2);
    assert_int_equal(number(other, "SELECT finished FROM games WHERE id = 2"), 0);
    store_close(other);
}

/* The content of the file named in the message; deletes the file. */
static char *take_saved(const char *said)
{
    char path[1024];
    size_t size;
    const char *at = strstr(said, " saved in ");
    if (!at)
        fail_msg("no file in: %s", said);
    at += strlen(" saved in ");
    snprintf(path, sizeof path, "%.*s", (int)(strstr(at, ".pgn") + 4 - at), at);
    char *text = file_read(path, &size);
    assert_int_equal(unlink(path), 0);
    return text;
}

static void leaving_while_the_database_is_locked_saves_the_games(void **state)
{
    char said[1024];
    struct session *session = start();
    struct store *other = lock_database();
    play(session, "e4");
    play(session, "resign");
    play(session, "new white");
    play(session, "d4");
    int64_t began = text_now();
    assert_false(session_leave(session, said, sizeof said));
    session_destroy(session);
    assert_true(text_now() - began < NO_WAIT);
    assert_non_null(strstr(said, "another program has locked the database"));
    assert_non_null(strstr(said, "The games are saved in"));
    char *saved = take_saved(said);
    const char *first = strstr(saved, "1. e4");
    assert_non_null(first);
    assert_non_null(strstr(first, "0-1"));
    assert_non_null(strstr(first, "1. d4"));
    assert_non_null(strstr(saved, "[White \"You\"]"));
    free(saved);
    unlock_database(other);
    assert_int_equal(number(other, "SELECT count(*) FROM games"), 0);
    store_close(other);
}

/* Cleaning up at the start is postponed. */
static void an_unfinished_game_is_offered_while_the_database_is_locked(void **state)
{
    char text[128];
    struct session *session = start();
    play(session, "e4");
    session_destroy(session);
    session = start_as(BLACK); /* nobody resumes a game in which only the opponent has moved */
    while (!look(session).your_turn)
        tick(session);
    session_destroy(session);
    struct store *other = lock_database();
    int64_t began = text_now();
    session = create(WHITE);
    assert_true(text_now() - began < NO_WAIT);
    assert_true(session_unfinished(session, text, sizeof text));
    assert_non_null(strstr(text, "you have white"));
    session_destroy(session);
    unlock_database(other);
    assert_int_equal(number(other, "SELECT count(*) FROM games WHERE finished = 1"), 0);
    session_destroy(create(WHITE));
    assert_int_equal(number(other, "SELECT count(*) FROM games WHERE finished = 1"), 1);
    store_close(other);
}

static void your_games_are_counted_while_the_database_is_locked(void **state)
{
    static struct tree tree;
    play_a_game();
    struct session *session = start();
    struct store *other = lock_database();
    enum own_tree own;
    int64_t end = text_now() + PATIENCE;
    while ((own = session_own_tree(session, &tree)) == OWN_TREE_READING && text_now() < end)
        tick(session);
    assert_int_equal(own, OWN_TREE_COUNTED);
    assert_int_equal(tree.all.games, 1);
    unlock_database(other);
    store_close(other);
    session_destroy(session);
}

static void leaving_says_nothing_when_all_is_kept(void **state)
{
    char said[1024];
    struct session *session = start();
    play_line(session);
    assert_true(session_leave(session, said, sizeof said));
    assert_string_equal(said, "");
    session_destroy(session);
    struct store *store = open_store();
    assert_int_equal(number(store, "SELECT count(*) FROM moves"), 2 * LINE);
    store_close(store);
}

/* Limits the size of files, so that the database cannot write. */
static void fill_disk(bool full)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = full ? 32768 : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_told_once_and_what_it_refused_is_kept_later(void **state)
{
    play_a_game();
    struct session *session = start();
    struct store *other = open_store();
    signal(SIGXFSZ, SIG_IGN);
    fill_disk(true);
    play(session, "e4");
    wait_for_words(session, "This game is not being saved: ");
    for (int i = 1; i < LINE; i++)
        play(session, line[i]);
    fill_disk(false);
    wait_for_words(session, "Saving works again");
    assert_int_equal(refusals, 1);
    session_settle(session, PATIENCE);
    assert_int_equal(number(other, "SELECT count(*) FROM moves WHERE game = 2"), 2 * LINE);
    session_destroy(session);
    store_close(other);
}

static void leaving_with_a_full_disk_says_where_the_game_is(void **state)
{
    char said[1024];
    play_a_game();
    struct session *session = start();
    signal(SIGXFSZ, SIG_IGN);
    fill_disk(true);
    play_line(session);
    bool whole = session_leave(session, said, sizeof said);
    session_destroy(session);
    fill_disk(false);
    assert_false(whole);
    char *saved = take_saved(said);
    assert_non_null(strstr(saved, "1. e4"));
    free(saved);
}

static void moves_go_on_while_the_disk_is_slow(void **state)
{
    struct session *session = start();
    struct store *other = open_store();
    disk_takes = 2000;
    play_line(session);
    assert_int_equal(look(session).live->ply, 2 * LINE);
    bool all = number(other, "SELECT count(*) FROM moves") == 2 * LINE;
    disk_takes = 0;
    session_settle(session, PATIENCE);
    assert_int_equal(number(other, "SELECT count(*) FROM moves"), 2 * LINE);
    store_close(other);
    session_destroy(session);
    if (disk_asked == 0)
        skip();
    assert_false(all);
}

static void leaving_does_not_wait_for_a_disk_that_is_dead(void **state)
{
    char said[1024], log[128];
    struct session *session = start();
    if (disk_asked == 0) {
        session_destroy(session);
        skip();
    }
    disk_takes = NO_WAIT;
    play(session, "e4");
    int64_t began = text_now();
    bool whole = session_leave(session, said, sizeof said);
    bool at_once = text_now() - began < NO_WAIT;
    session_destroy(session);
    disk_takes = 0;
    assert_false(whole);
    assert_true(at_once);
    assert_non_null(strstr(said, "the disk did not respond in time"));
    char *saved = take_saved(said);
    assert_non_null(strstr(saved, "1. e4"));
    free(saved);
    /* The thread is left running; it closes the database when the disk works again. */
    snprintf(log, sizeof log, "%s-wal", database_path);
    for (began = text_now(); access(log, F_OK) == 0 && text_now() - began < PATIENCE;)
        text_nap(10);
}

static void puzzles_go_on_while_the_database_is_locked(void **state)
{
    enum { PUZZLES = 3 };
    char file[128];
    struct error error = {0};
    struct puzzle_import import;
    const struct puzzle_import_calls calls = {0};
    const struct puzzle_choice choice = {.from = 600, .to = 700};
    snprintf(file, sizeof file, "%s/some.csv", folder);
    file_write(file, "PuzzleId,FEN,Moves,Rating,Themes\n"
                     "p1,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,600,mate\n"
                     "p2,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,600,mate\n"
                     "p3,6k1/5ppp/8/p7/8/8/8/1R2R1K1 b - - 0 1,a5a4 e1e8,600,mate\n");
    struct store *other = open_store();
    assert_true(store_import_puzzles(other, file, &calls, &import, &error));
    struct session *session = start();
    assert_true(session_practise_puzzles(session, &choice, PUZZLES + 1, &error));
    assert_true(store_execute(other, "BEGIN EXCLUSIVE", "", &error));
    double rating = 0;
    for (int i = 0; i < PUZZLES; i++) {
        (void)enter(session, "Re8");
        for (int64_t end = text_now() + PATIENCE; !look(session).card_over; tick(session))
            assert_true(text_now() < end);
        const char *words = strstr(look(session).message, "Your puzzle rating: ");
        assert_non_null(words);
        double now = strtod(words + strlen("Your puzzle rating: "), NULL);
        assert_true(now > rating);
        rating = now;
        assert_true(session_next_card(session));
    }
    assert_non_null(strstr(look(session).message, "There is no further puzzle of this kind."));
    unlock_database(other);
    session_settle(session, PATIENCE);
    session_destroy(session);
    assert_int_equal(number(other, "SELECT count(DISTINCT puzzle) FROM attempts"), PUZZLES);
    assert_int_equal(number(other, "SELECT round(rating) FROM attempts ORDER BY id DESC LIMIT 1"),
                     (int)rating);
    store_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_go_on_while_another_program_locks_the_database,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_was_done_while_it_was_locked_is_kept_in_order,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(leaving_while_the_database_is_locked_saves_the_games,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(
            an_unfinished_game_is_offered_while_the_database_is_locked, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(your_games_are_counted_while_the_database_is_locked,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(leaving_says_nothing_when_all_is_kept, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told_once_and_what_it_refused_is_kept_later,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(moves_go_on_while_the_disk_is_slow, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(leaving_does_not_wait_for_a_disk_that_is_dead, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(puzzles_go_on_while_the_database_is_locked, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(leaving_with_a_full_disk_says_where_the_game_is,
                                        make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
