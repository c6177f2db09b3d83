/* Players and analysts whose engine does not answer: destroying them returns at once, and the
 * engine and its children end soon after. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/player/async_player.h"
#include "src/player/subprocess.h"
#include "src/util/text.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

enum { FAREWELL = 200, LONG = 30000 };

/* Writes its process id and its child's to a file, and then does not answer. */
static const char script[] = "#!/bin/sh\n"
                             "trap '' TERM HUP INT\n"
                             "sleep 1000 &\n"
                             "echo $$ $! > %s\n"
                             "while :; do sleep 1; done\n";
static char engine[64], pids[64];

static int write_engine(void **state)
{
    char text[512];
    snprintf(engine, sizeof engine, "/tmp/silent-%d.sh", (int)getpid());
    snprintf(pids, sizeof pids, "/tmp/silent-%d.pids", (int)getpid());
    snprintf(text, sizeof text, script, pids);
    file_write(engine, text);
    chess_init();
    return chmod(engine, 0700);
}

static int remove_engine(void **state)
{
    unlink(pids);
    return unlink(engine);
}

/* Waits until the engine and its child run, and returns their ids. */
static void wait_for_pids(pid_t found[2])
{
    for (int64_t end = text_now() + LONG; text_now() < end; text_nap(5)) {
        FILE *file = fopen(pids, "r");
        int parent, child, count = file ? fscanf(file, "%d %d", &parent, &child) : 0;
        if (file)
            fclose(file);
        if (count == 2) {
            found[0] = parent;
            found[1] = child;
            unlink(pids);
            return;
        }
    }
    fail_msg("the engine was not started");
}

/* A killed grandchild remains a zombie until init reaps it. */
static bool runs(pid_t pid)
{
    char name[64], state = 'Z';
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(name, "r");
    if (!file)
        return access("/proc/self/stat", F_OK) != 0 && kill(pid, 0) == 0;
    int count = fscanf(file, "%*d (%*[^)]) %c", &state);
    fclose(file);
    return count == 1 && state != 'Z';
}

static void assert_gone(const pid_t found[2])
{
    int64_t end = text_now() + LONG;
    for (int i = 0; i < 2; i++) {
        while (runs(found[i]) && text_now() < end)
            text_nap(5);
        assert_false(runs(found[i]));
    }
}

static atomic_int woken;

static void wake(void *context)
{
    woken++;
}

static struct async_player *ask(const char *kind)
{
    static struct player_spec spec;
    struct error error;
    struct position start;
    char text[128];
    snprintf(text, sizeof text, "%s:%s", kind, engine);
    if (!player_spec_read(&spec, text, NULL, &error))
        fail_msg("%s", error.message);
    struct async_player *async_player = async_player_create(&spec, NULL, 1, 1, wake, NULL);
    assert_non_null(async_player);
    chess_start(&start);
    const struct limits limits = {.movetime = 100};
    const Move none[1] = {NO_MOVE};
    assert_true(async_player_ask(async_player, &start, none, 0, &limits, true, 1) > 0);
    return async_player;
}

/* The handshake has a time limit of ten seconds, or a minute for slow XBoard engines. */
enum { NO_WAIT = 9000 }; /* milliseconds: the maximum for calls that must not wait for it */

static void leaving_does_not_wait_for_a_handshake(void **state)
{
    static const char *const kinds[] = {"uci", "xboard"};
    for (int i = 0; i < 2; i++) {
        pid_t found[2];
        struct async_player *async_player = ask(kinds[i]);
        wait_for_pids(found);
        int64_t began = text_now();
        async_player_destroy(async_player);
        child_end_all(FAREWELL);
        assert_in_range(text_now() - began, 0, NO_WAIT);
        assert_gone(found);
    }
    assert_int_equal(woken, 0); /* the owner's data must not be used any more */
}

static void two_opponents_in_a_row_leave_nothing_behind(void **state)
{
    pid_t first[2], second[2];
    struct async_player *async_player = ask("uci");
    wait_for_pids(first);
    async_player_destroy(async_player);
    async_player = ask("uci");
    wait_for_pids(second);
    async_player_destroy(async_player);
    async_player_destroy(ask("uci")); /* possibly before the thread has started it */
    child_end_all(FAREWELL);
    assert_gone(first);
    assert_gone(second);
}

static void an_analyst_is_left_while_it_starts(void **state)
{
    static struct player_spec spec = {.kind = PLAYER_UCI, .lines = 3};
    static struct thought thought;
    pid_t found[2];
    int64_t began = text_now();
    snprintf(spec.command, sizeof spec.command, "%s", engine);
    struct async_player *analyst = async_player_create(&spec, NULL, 1, 1, wake, NULL);
    assert_non_null(analyst);
    assert_in_range(text_now() - began, 0, NO_WAIT);
    wait_for_pids(found);
    assert_false(async_player_poll(analyst, &thought));
    began = text_now();
    async_player_destroy(analyst);
    child_end_all(FAREWELL);
    assert_in_range(text_now() - began, 0, NO_WAIT);
    assert_gone(found);
    assert_int_equal(woken, 0);
}

static void an_analyst_that_does_not_start_says_so_to_each_request(void **state)
{
    static struct player_spec spec = {.kind = PLAYER_UCI, .lines = 3, .command = "/bin/true"};
    static struct thought thought;
    struct position start;
    const struct limits limits = {.infinite = true};
    const Move none[1] = {NO_MOVE};
    struct async_player *analyst = async_player_create(&spec, NULL, 1, 1, NULL, NULL);
    assert_non_null(analyst);
    async_player_wait(analyst, &thought);
    assert_int_equal(thought.id, 0);
    chess_start(&start);
    for (int i = 0; i < 2; i++) {
        uint32_t id = async_player_ask(analyst, &start, none, 0, &limits, false, 0);
        async_player_wait(analyst, &thought);
        assert_int_equal(thought.id, id);
        assert_int_equal(thought.answer, PLAYER_BROKE);
        assert_true(thought.error.message[0]);
    }
    async_player_destroy(analyst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_does_not_wait_for_a_handshake),
        cmocka_unit_test(two_opponents_in_a_row_leave_nothing_behind),
        cmocka_unit_test(an_analyst_is_left_while_it_starts),
        cmocka_unit_test(an_analyst_that_does_not_start_says_so_to_each_request),
    };
    return cmocka_run_group_tests(tests, write_engine, remove_engine);
}
