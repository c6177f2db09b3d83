/* Your games in a file: who you are, how you played, and your mistakes as cards of the deck. */
#include <string.h>
#include <time.h>

#include "src/archive/habits.h"
#include "src/archive/own_mistakes.h"
#include "src/store/deck.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

static const char games_path[] = "tests/data/file_games.pgn";

static struct finished_games games_of(const char *names)
{
    return (struct finished_games){.path = games_path, .names = names};
}

static void habits_are_counted_from_the_scores_of_a_file(void **state)
{
    struct habits habits;
    struct error error;
    struct finished_games games = games_of(NULL);
    assert_true(habits_gather(&games, &habits, &error));
    assert_string_equal(games.who, "Ann");
    assert_int_equal(games.in_file, 4);
    assert_int_equal(games.read, 3); /* one is not finished */
    assert_int_equal(habits.games, 3);
    assert_int_equal(habits.scored, 2);
    assert_int_equal(habits.results[WHITE][2], 1);
    assert_int_equal(habits.results[WHITE][1], 1);
    assert_int_equal(habits.results[BLACK][0], 1);
    /* Qh5 is an inaccuracy, f5 a mistake, g5 a blunder. 1. e4 has no score before it. */
    assert_int_equal(habits.all.moves, 5);
    assert_int_equal(habits.all.counts[JUDGED_INACCURACY], 1);
    assert_int_equal(habits.all.counts[JUDGED_MISTAKE], 1);
    assert_int_equal(habits.all.counts[JUDGED_BLUNDER], 1);
    assert_int_equal(habits.phases[PHASE_OPENING].moves, 5);
    /* Only the first game has clocks: 2. Qh5 was begun with all the time, 3. Bc4 with a third of it,
     * 4. Qxf7# with a twentieth. */
    assert_int_equal(habits.clocks[CLOCK_HALF].moves, 1);
    assert_int_equal(habits.clocks[CLOCK_LESS].moves, 1);
    assert_int_equal(habits.clocks[CLOCK_LITTLE].moves, 1);
    /* The mate punished 3... Nf6. */
    assert_int_equal(habits.offered, 1);
    assert_int_equal(habits.punished, 1);
    assert_int_equal(habits.winning, 1);
    assert_int_equal(habits.won, 1);
    assert_int_equal(habits.losing, 1);
    assert_int_equal(habits.saved, 0);
}

static void only_the_last_games_count_if_asked(void **state)
{
    struct habits habits;
    struct error error;
    struct finished_games games = games_of("ann");
    games.last = 2;
    assert_true(habits_gather(&games, &habits, &error));
    assert_int_equal(habits.games, 2);
    assert_int_equal(habits.results[WHITE][2], 0);
}

static void a_stranger_has_no_games(void **state)
{
    struct habits habits;
    struct error error = {0};
    struct finished_games games = games_of("Eve");
    assert_false(habits_gather(&games, &habits, &error));
    assert_string_equal(error.file, games_path);
    assert_non_null(strstr(error.message, "none of the 4 games is a finished game of Eve"));
}

static void mistakes_become_cards_the_blunders_first(void **state)
{
    struct card *cards, known;
    int count, scored;
    struct error error;
    struct finished_games games = games_of(NULL);
    assert_true(own_mistakes_gather(&games, &cards, &count, &scored, &error));
    assert_int_equal(count, 2);
    assert_string_equal(cards[0].why, "A blunder of yours against Bob: 2... g5??.");
    assert_int_equal(cards[0].ply, 3);
    assert_string_equal(cards[1].why, "A mistake of yours against Bob: 1... f5?.");

    /* The deck asks for them only in the list of the file, until one has been answered. */
    struct store *store = open_store();
    struct card due[4];
    int due_count, all;
    const int64_t soon = (int64_t)time(NULL) + 60;
    known = cards[1];
    snprintf(known.why, sizeof known.why, "A known mistake.");
    known.solution.length = 1;
    assert_true(chess_from_uci(&known.position, "e7e5", &known.solution.line[0]));
    assert_true(store_add_card(store, &known, &error));
    assert_true(store_put_list(store, "mistakes in file_games.pgn", cards, count, &error));
    assert_true(store_due(store, soon, due, 4, &due_count, &all, &error));
    assert_int_equal(due_count, 1);
    assert_non_null(strstr(due[0].why, "A known mistake.")); /* as it was */
    due_count = 0;
    assert_true(store_due_of(store, "mistakes in file_games.pgn", soon, due, 4, &due_count, &error));
    assert_int_equal(due_count, 1);
    assert_int_equal(due[0].solution.length, 0);
    int64_t next;
    assert_true(store_answer(store, &due[0].position, GRADE_GOOD, soon, 0.9, &next, &error));
    assert_true(store_due(store, next, due, 4, &due_count, &all, &error));
    assert_int_equal(due_count, 2);
    store_close(store);
    free(cards);
}

/* A mistake in a game here makes the card of a file one's own, with what is known from that game. */
static void a_mistake_here_replaces_that_of_a_file(void **state)
{
    struct card *cards, mine, due[2];
    int count, scored, due_count, all;
    struct error error;
    struct store *store = open_store();
    struct stored_game stored = {.start = from_fen(CHESS_START_FEN), .drill = DRILL_NONE,
                                 .handicap = {.limited = true, .elo = 1400}};
    struct finished_games games = games_of(NULL);
    assert_true(own_mistakes_gather(&games, &cards, &count, &scored, &error));
    assert_true(store_put_list(store, "mistakes", cards, count, &error));
    clock_init(&stored.clock, &(struct time_control){.untimed = true});
    assert_true(store_begin(store, &stored, &error));
    mine = cards[1];
    mine.game = stored.id;
    mine.solution.length = 1;
    assert_true(chess_from_uci(&mine.position, "e7e5", &mine.solution.line[0]));
    snprintf(mine.why, sizeof mine.why, "A mistake here.");
    assert_true(store_add_card(store, &mine, &error));
    assert_true(store_due(store, (int64_t)time(NULL) + 60, due, 2, &due_count, &all, &error));
    assert_int_equal(due_count, 1);
    assert_string_equal(due[0].why, "A mistake here.");
    assert_int_equal(due[0].solution.length, 1);
    store_close(store);
    free(cards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(habits_are_counted_from_the_scores_of_a_file, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(only_the_last_games_count_if_asked, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_stranger_has_no_games, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(mistakes_become_cards_the_blunders_first, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_mistake_here_replaces_that_of_a_file, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
