/* The store: what was written is read back, even after the program was killed. */
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/store/store.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

static Move read_move(const struct position *position, const char *text)
{
    Move move = NO_MOVE;
    assert_true(chess_from_uci(position, text, &move));
    return move;
}

static void fill(struct stored_game *game)
{
    struct time_control control;
    struct error error = {0};
    memset(game, 0, sizeof *game);
    chess_start(&game->start);
    game->you = BLACK;
    game->drill = DRILL_NONE;
    game->handicap = (struct handicap){.limited = true, .elo = 1400, .nodes_per_second = 39151,
                                       .move_error = 31, .method = METHOD_NOISE,
                                       .leaf_noise = 250, .time_discount = 33,
                                       .reference_time = 2500, .book_plies = 6, .seed = UINT64_MAX};
    for (int i = 0; i < GROUP_COUNT; i++)
        game->handicap.knowledge[i] = i * 3;
    assert_true(time_control_read("5+3", &control, &error));
    clock_init(&game->clock, &control);
}

static void begin_and_play(struct store *store, struct stored_game *game)
{
    struct error error = {0};
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3"};
    struct game *played = game_create(&game->start);
    assert_non_null(played);
    struct game_node *node = played->root;
    assert_true(store_begin(store, game, &error));
    for (int i = 0; i < 3; i++) {
        Move move = read_move(&node->position, moves[i]);
        struct decision decision = {.made = i != 1, .best = move, .played = move, .count = 1,
                                    .cost = 7 * i, .deliberate = i == 2, .random = UINT64_MAX};
        decision.candidates[0] = (struct candidate){.move = move, .score = -12, .in_range = true,
                                                    .dropped_by = RULE_SHUFFLE};
        node = game_add(node, move);
        assert_non_null(node);
        node->clock = 290000 + i;
        node->elapsed = 1000 + i;
        assert_true(store_move(store, game->id, node, &decision, &error));
        struct ledger_score score = {.score = 10 * i, .depth = 12, .nodes = 34, .length = 1};
        Move replies[CHESS_MOVES_MAX];
        assert_true(chess_moves(&node->position, replies) > 0);
        score.line[0] = replies[0];
        assert_true(store_score(store, game->id, node, &score, &error));
    }
    game_destroy(played);
}

static void an_unfinished_game_is_read_back(void **state)
{
    static struct stored_game game, found;
    struct error error = {0};
    struct store *store = open_store();
    assert_false(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_string_equal(error.message, "");
    fill(&game);
    begin_and_play(store, &game);
    store_close(store);

    struct stat status;
    assert_int_equal(stat(database_path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);

    store = open_store();
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.id, game.id);
    assert_int_equal(found.you, BLACK);
    assert_int_equal(found.move_count, 3);
    assert_int_equal(found.clock.remaining[WHITE], 290002);
    assert_int_equal(found.clock.remaining[BLACK], 290001);
    assert_int_equal(found.clock.control.increment, 3000);
    assert_int_equal(found.clock.side, BLACK);
    assert_memory_equal(&found.handicap, &game.handicap, sizeof game.handicap);
    stored_game_clear(&found);

    assert_true(store_truncate(store, game.id, 2, &error));
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.move_count, 2);
    stored_game_clear(&found);
    assert_true(store_finish(store, game.id, RESULT_WHITE, "you resigned", &error));
    assert_false(store_unfinished_before(store, INT64_MAX, &found, &error));
    store_close(store);
}

/* Stores an unfinished game from moves in UCI notation. */
static int64_t keep(struct store *store, int you, const char *const moves[], int count)
{
    static struct stored_game game;
    struct error error = {0};
    fill(&game);
    game.you = you;
    struct game *played = game_create(&game.start);
    assert_non_null(played);
    struct game_node *node = played->root;
    assert_true(store_begin(store, &game, &error));
    for (int i = 0; i < count; i++) {
        node = game_add(node, read_move(&node->position, moves[i]));
        assert_non_null(node);
        assert_true(store_move(store, game.id, node, NULL, &error));
    }
    game_destroy(played);
    return game.id;
}

static bool take_end(void *context, const struct stored_game *game)
{
    struct stored_game *ends = context;
    ends[game->id].finished = game->finished;
    ends[game->id].result = game->result;
    snprintf(ends[game->id].ending, sizeof ends->ending, "%s", game->ending);
    return true;
}

/* Neither a game that is over on the board nor one in which only the opponent has moved is
 * offered, but the one before them. */
static void what_nobody_would_go_on_with_is_not_offered(void **state)
{
    static const char *const mate[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    static struct stored_game found, ends[4];
    struct error error = {0};
    int damaged = 0;
    struct store *store = open_store();
    int64_t older = keep(store, BLACK, mate, 2);
    int64_t mated = keep(store, BLACK, mate, 4);
    int64_t one_sided = keep(store, BLACK, mate, 1);
    assert_int_equal(older, 1);
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.id, older);
    stored_game_clear(&found);
    assert_true(store_each_game(store, take_end, ends, &damaged, &error));
    assert_false(ends[older].finished);
    assert_int_equal(ends[mated].result, RESULT_BLACK);
    assert_string_equal(ends[mated].ending, "checkmate");
    assert_int_equal(ends[one_sided].result, RESULT_NONE);
    assert_string_equal(ends[one_sided].ending, "abandoned");
    store_close(store);
}

static void a_killed_writer_loses_nothing(void **state)
{
    static struct stored_game game, found;
    fill(&game);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *store = open_store();
        begin_and_play(store, &game);
        kill(getpid(), 9);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    struct error error = {0};
    struct store *store = open_store();
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.move_count, 3);
    stored_game_clear(&found);
    store_close(store);
}

/* For example if the disk was full for a while. */
static void what_could_not_be_kept_comes_with_the_next_move(void **state)
{
    static struct stored_game game, found;
    static const char *const line[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    struct error error = {0};
    struct store *store = open_store();
    fill(&game);
    struct game *played = game_create(&game.start);
    assert_non_null(played);
    assert_true(store_begin(store, &game, &error));
    struct game_node *node = played->root, *second = NULL;
    for (int i = 0; i < 4; i++) {
        node = game_add(node, read_move(&node->position, line[i]));
        assert_non_null(node);
        second = i == 1 ? node : second;
        if (i == 0 || i == 3)
            assert_true(store_move(store, game.id, node, NULL, &error));
    }
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.move_count, 4);
    assert_int_equal(found.moves[1], second->move);
    stored_game_clear(&found);
    /* A move replaces others whose removal failed. */
    node = game_add(second->parent, read_move(&second->parent->position, "c7c5"));
    assert_true(store_move(store, game.id, node, NULL, &error));
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    assert_int_equal(found.move_count, 2);
    assert_int_equal(found.moves[1], node->move);
    stored_game_clear(&found);
    game_destroy(played);
    store_close(store);
}

/* Moves knights out and back for that many plies, then two pawns, so that the game is not drawn by
 * repetition. Returns its end. */
static struct game_node *shuffle(struct game *game, int plies)
{
    static const char *const knights[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct game_node *node = game->root;
    for (int ply = 0; ply < plies; ply++) {
        const char *text = ply == plies - 2 ? "e2e4" : ply == plies - 1 ? "e7e5" : knights[ply % 4];
        node = game_add(node, read_move(&node->position, text));
        assert_non_null(node);
        node->clock = 1000000 - ply;
        node->elapsed = ply;
    }
    return node;
}

static bool count_plies(void *context, const struct stored_game *game)
{
    *(int *)context = game->move_count;
    return true;
}

/* Stored in both ways: all moves at once, and one by one. */
static void a_game_of_3000_plies_is_kept_whole(void **state)
{
    enum { PLIES = 3000 };
    static struct stored_game game, found;
    struct error error = {0};
    int exported = 0, damaged = 0;
    for (int at_once = 0; at_once < 2; at_once++) {
        struct store *store = open_store();
        fill(&game);
        struct game *played = game_create(&game.start);
        assert_non_null(played);
        struct game_node *node = shuffle(played, PLIES), *live;
        if (at_once)
            assert_true(stored_game_take(&game, node));
        assert_true(store_begin(store, &game, &error));
        stored_game_clear(&game);
        if (!at_once)
            assert_true(store_move(store, game.id, node, NULL, &error));
        assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
        assert_int_equal(found.id, game.id);
        assert_int_equal(found.move_count, PLIES);
        assert_int_equal(found.clocks[PLIES - 1], 1000000 - (PLIES - 1));
        assert_int_equal(found.elapsed[1500], 1500);

        /* It is resumed, and nothing is deleted. */
        struct game *resumed = stored_game_rebuild(&found, &live);
        assert_non_null(resumed);
        assert_int_equal(live->ply, PLIES);
        live = game_add(live, read_move(&live->position, "f1c4"));
        assert_true(store_move(store, game.id, live, NULL, &error));
        stored_game_clear(&found);
        assert_true(store_each_game(store, count_plies, &exported, &damaged, &error));
        assert_int_equal(exported, PLIES + 1);
        assert_int_equal(damaged, 0);
        game_destroy(resumed);
        game_destroy(played);
        store_close(store);
    }
}

static void a_game_being_played_elsewhere_is_not_offered(void **state)
{
    static struct stored_game game, found;
    int ready[2], done[2];
    char byte;
    fill(&game);
    assert_int_equal(pipe(ready) | pipe(done), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *store = open_store();
        begin_and_play(store, &game);
        close(done[1]);
        bool told = write(ready[1], "", 1) == 1 && read(done[0], &byte, 1) >= 0;
        _exit(!told);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    struct error error = {0};
    struct store *store = open_store();
    assert_false(store_unfinished_before(store, INT64_MAX, &found, &error));
    close(done[0]);
    close(done[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(store_unfinished_before(store, INT64_MAX, &found, &error));
    stored_game_clear(&found);
    store_close(store);
}

static bool is_offered_to_another_program(void)
{
    static struct stored_game found;
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {0};
        struct store *store = open_store();
        _exit(store_unfinished_before(store, INT64_MAX, &found, &error));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status) == 1;
}

static void a_game_stays_ours_when_the_store_was_open_twice(void **state)
{
    static struct stored_game game;
    struct store *store = open_store();
    fill(&game);
    begin_and_play(store, &game);
    assert_false(is_offered_to_another_program());
    store_close(open_store());
    assert_false(is_offered_to_another_program());
    store_close(store);
    assert_true(is_offered_to_another_program());
}

static void a_folder_that_is_none_is_an_error(void **state)
{
    struct error error = {0};
    assert_null(store_open("/nonexistent/games.db", &error));
    assert_string_not_equal(error.message, "");
    assert_string_equal(error.file, "/nonexistent/games.db");
}

/* A trigger could delete each new move without a word. SQLite looks at a definition's text only,
 * whatever its type is called. */
static void a_strange_trigger_or_view_is_refused(void **state)
{
#define TRIGGER "CREATE TRIGGER eater AFTER INSERT ON moves BEGIN DELETE FROM moves; END;"
#define RETYPE "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = "
    static const char *const foreign[][2] = {
        {TRIGGER, "a trigger, \"eater\""},
        {TRIGGER RETYPE "'TRIGGER' WHERE name = 'eater'", "a trigger, \"eater\""},
        {TRIGGER RETYPE "'Trigger', name = 'deck_due' WHERE name = 'eater'", "deck_due"},
        {TRIGGER RETYPE "'table' WHERE name = 'eater'", "eater"},
        {TRIGGER RETYPE "'index', sql = 'cReate' || substr(sql, 7) WHERE name = 'eater'", "eater"},
        {TRIGGER RETYPE "NULL, sql = 'CREATE /* */' || substr(sql, 7) WHERE name = 'eater'",
         "eater"},
        {"CREATE VIEW peeping AS SELECT * FROM games", "a view, \"peeping\""},
        {"CREATE VIEW peeping AS SELECT 1;" RETYPE "'VIEW' WHERE name = 'peeping'", "peeping"},
        {"PRAGMA writable_schema = ON; INSERT INTO sqlite_master"
         " VALUES ('table', 'words', 'words', 0, 'CREATE VIRTUAL TABLE words USING fts5 (word)')",
         "a virtual table, \"words\""},
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        struct error error = {0};
        sqlite3 *database;
        store_close(open_store());
        assert_int_equal(sqlite3_open(database_path, &database), SQLITE_OK);
        assert_int_equal(sqlite3_exec(database, foreign[i][0], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(database);
        if (store_open(database_path, &error))
            fail_msg("not refused: %s", foreign[i][0]);
        if (!strstr(error.message, foreign[i][1]))
            fail_msg("\"%s\" does not name %s", error.message, foreign[i][1]);
        assert_int_equal(unlink(database_path), 0);
    }
}

/* That passes, so it must not make the whole session one in which no game is saved. */
static void too_many_open_files_do_not_make_a_database_read_only(void **state)
{
    int opened = 0, refused = 0, lowest = dup(0);
    struct rlimit before;
    store_close(open_store());
    assert_int_equal(close(lowest), 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (int files = 0; files < 8; files++) {
        struct rlimit limit = {(rlim_t)(lowest + files), before.rlim_max};
        struct error error = {0};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
        struct store *store = store_open(database_path, &error);
        bool only_read = store && store_is_read_only(store);
        store_close(store);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (only_read)
            fail_msg("with %d more files the database cannot be written", files);
        opened += store != NULL;
        refused += store == NULL;
    }
    assert_true(opened > 0);
    assert_true(refused > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_unfinished_game_is_read_back, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_nobody_would_go_on_with_is_not_offered, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_killed_writer_loses_nothing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_could_not_be_kept_comes_with_the_next_move,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_game_of_3000_plies_is_kept_whole, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_game_being_played_elsewhere_is_not_offered, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_game_stays_ours_when_the_store_was_open_twice,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_strange_trigger_or_view_is_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(too_many_open_files_do_not_make_a_database_read_only,
                                        make_folder, remove_folder),
        cmocka_unit_test(a_folder_that_is_none_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
