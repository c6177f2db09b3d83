/* Replays: the decisions of each method are repeated from the store alone, by another engine, with
 * and without a clock, and after changes of the opponent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "engine/maia.h"
#include "src/player/networks.h"
#include "src/util/paths.h"
#include "src/archive/replay.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

enum { MOVES = 8 };

/* Uses a temporary data folder, with the networks if available. */
static int begin(void **state)
{
    char name[256];
    if (make_levels(state) || make_folder(state))
        return -1;
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(name, sizeof name, "%s/fallible", folder);
    if (mkdir(name, 0700))
        return -1;
    snprintf(name, sizeof name, "%s/fallible/maia", folder);
    char *whole = realpath("tests/data/maia", NULL);
    int status = whole ? symlink(whole, name) : 0;
    free(whole);
    return status;
}

static int end(void **state)
{
    char name[256];
    free_levels(state);
    snprintf(name, sizeof name, "%s/fallible/maia", folder);
    unlink(name);
    snprintf(name, sizeof name, "%s/fallible", folder);
    rmdir(name);
    return remove_folder(state);
}

static bool has_networks(void)
{
    char path[512];
    int ratings[MAIA_COUNT];
    paths_maia(path, sizeof path);
    return maia_ratings(path, ratings) > 0;
}

static void carry_out(struct session *session, const char *line)
{
    struct session_reply reply = enter(session, line);
    if (reply.kind == REPLY_REFUSED)
        fail_msg("%s: %s", line, reply.text);
}

/* Plays a game with moves picked by number, one of them taken back, and changes level and
 * method. */
static void play(enum method method, const char *control)
{
    struct session_options options = {.strength = strength,
                                      .store_path = database_path,
                                      .elo = 700,
                                      .method = method,
                                      .seed = 11,
                                      .color = WHITE,
                                      .resign_policy = RESIGN_POLICY_OFF,
                                      .threads = 1,
                                      .hash_mb = 1};
    struct error error = {0};
    struct session_view view;
    chess_start(&options.start);
    assert_true(time_control_read(control, &options.control, &error));
    struct session *session = session_create(&options, &error);
    assert_non_null(session);
    assert_true(session_new(session, &error));
    for (int i = 0; i < MOVES; i++) {
        Move moves[CHESS_MOVES_MAX];
        char text[CHESS_UCI_MAX];
        session_view(session, &view);
        if (!view.playing)
            break;
        int count = chess_moves(&view.live->position, moves);
        chess_to_uci(&view.live->position, moves[(7 * i + (int)method) % count], text);
        carry_out(session, text);
        wait_for_opponent(session);
        session_view(session, &view);
        if (view.playing && i == 2)
            carry_out(session, "undo");
        if (view.playing && i == 4)
            carry_out(session, "elo 900");
        if (view.playing && i == 6)
            carry_out(session, method == METHOD_STUBBORN ? "method diffusion" : "method stubborn");
    }
    session_destroy(session);
}

static struct replayed replay(void)
{
    struct replayed replayed;
    struct error error = {0};
    struct store *store = open_store();
    if (!replay_games(store, 1000, NULL, NULL, &replayed, &error))
        fail_msg("%s", error.message);
    store_close(store);
    return replayed;
}

static void execute(const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void every_method_decides_the_same_again(void **state)
{
    int games = 0;
    for (int method = 0; method < METHOD_COUNT; method++) {
        if (method == METHOD_MAIA && !has_networks()) {
            print_message("no networks: maia is left out\n");
            continue;
        }
        play((enum method)method, "none");
        play((enum method)method, "1+0");
        games += 2;
    }
    struct replayed replayed = replay();
    assert_int_equal(replayed.games, games);
    assert_true(replayed.decisions >= games * MOVES / 2);
    assert_int_equal(replayed.unknown, 0);
    if (replayed.same != replayed.decisions)
        fail_msg("%d of %d, the first in game %lld at ply %d", replayed.same, replayed.decisions,
                 (long long)replayed.game, replayed.ply);

    /* The stored data decides: another seed gives other moves. */
    execute("UPDATE games SET handicap = replace(handicap, ' seed=11', ' seed=12');"
            "UPDATE decisions SET handicap = replace(handicap, ' seed=11', ' seed=12');");
    replayed = replay();
    assert_true(replayed.same < replayed.decisions * 9 / 10);
    assert_true(replayed.game > 0 && replayed.ply > 0);

    /* A decision of an older version, which stored less. */
    execute("UPDATE decisions SET decision = replace(decision, ' hash=', ' unknown=')");
    replayed = replay();
    assert_int_equal(replayed.decisions, 0);
    assert_true(replayed.unknown > 0);
}

/* On a machine too slow for the clock, the interrupted search is repeated up to the same node. */
static void what_the_clock_cut_short_is_found_again(void **state)
{
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 1400, 5);
    handicap.nodes_per_second = 1000000000;
    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    struct report *first = calloc(1, sizeof *first), *again = calloc(1, sizeof *again);
    struct error error;
    struct position start;
    chess_start(&start);
    settings.handicap = handicap;
    assert_true(engine_configure(engine, &settings, &error));
    for (int i = 0; i < 3; i++) {
        const struct limits limits = {.movetime = 20 + 7 * i};
        assert_true(engine_set_position(engine, &start, NULL, 0));
        engine_start(engine, &limits);
        engine_wait(engine);
        assert_true(engine_poll(engine, first));
        assert_true(first->decision.cut > 0 && first->decision.cut < first->decision.budget);
        const struct limits same = decision_limits(&first->decision);
        engine_start(engine, &same);
        engine_wait(engine);
        assert_true(engine_poll(engine, again));
        assert_int_equal(again->nodes, first->nodes);
        assert_int_equal(again->decision.count, first->decision.count);
        for (int j = 0; j < first->decision.count; j++) {
            const struct candidate *one = &first->decision.candidates[j];
            assert_int_equal(again->decision.candidates[j].move, one->move);
            assert_int_equal(again->decision.candidates[j].score, one->score);
        }
    }
    free(first);
    free(again);
    engine_destroy(engine);
}

/* Settings changed during a game are restored after a restart. */
static void a_changed_opponent_is_resumed(void **state)
{
    struct session_options options = {.strength = strength, .store_path = database_path,
                                      .elo = 800, .seed = 3, .color = WHITE, .threads = 1,
                                      .hash_mb = 1, .control = {.untimed = true}};
    struct error error = {0};
    struct session_view view;
    char text[128];
    chess_start(&options.start);
    for (int run = 0; run < 2; run++) {
        struct session *session = session_create(&options, &error);
        assert_non_null(session);
        if (run == 0) {
            assert_true(session_new(session, &error));
            carry_out(session, "e4");
            wait_for_opponent(session);
            carry_out(session, "elo 1600");
        } else {
            assert_true(session_unfinished(session, text, sizeof text));
            assert_true(session_resume(session, &error));
            session_view(session, &view);
            assert_int_equal(view.handicap.elo, 1600);
        }
        session_destroy(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_decides_the_same_again),
        cmocka_unit_test(what_the_clock_cut_short_is_found_again),
        cmocka_unit_test(a_changed_opponent_is_resumed),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
