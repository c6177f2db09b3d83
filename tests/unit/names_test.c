/* Who the user is in a game from a file: the names, the question about a file's player, and the
 * review of such a game. */
#include <string.h>

#include "src/session/state.h"
#include "tests/unit/file.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

static const char names[] = " DrNykterstein;Carlsen, Magnus ; -Hikaru; - Danya";

static void the_colour_is_known_from_one_name_only(void **state)
{
    assert_int_equal(names_side(names, "drnykterstein", "Anna"), WHITE);
    assert_int_equal(names_side(names, "Anna", "CARLSEN, MAGNUS"), BLACK);
    assert_int_equal(names_side(names, NULL, "DrNykterstein"), BLACK);
    assert_int_equal(names_side(names, "Carlsen", "Magnus"), -1);
    assert_int_equal(names_side(names, "DrNykterstein", "Carlsen, Magnus"), -1);
    assert_int_equal(names_side(names, "Hikaru", "Danya"), -1);
    assert_int_equal(names_side(names, "", NULL), -1);
    assert_int_equal(names_side("", "You", "Fallible 1400"), WHITE);
    assert_int_equal(names_side("", "you", "Fallible 1400"), -1);
}

static void a_game_is_named_by_its_opponent_and_its_date(void **state)
{
    char text[96];
    (void)state;
    names_against("Anna", "2024.03.01", text, sizeof text);
    assert_string_equal(text, "against Anna on 2024-03-01");
    names_against("Anna", "2024.??.??", text, sizeof text);
    assert_string_equal(text, "against Anna");
    names_against("Anna", NULL, text, sizeof text);
    assert_string_equal(text, "against Anna");
    names_against("?", "2024.03.01", text, sizeof text);
    assert_string_equal(text, "");
}

static void names_are_added_until_the_text_is_full(void **state)
{
    char text[NAMES_MAX] = "", name[NAMES_MAX];
    assert_true(names_add(text, "Anna", true));
    assert_true(names_add(text, "Bert", false));
    assert_string_equal(text, "Anna; -Bert");
    assert_int_equal(names_owner(text, "bert"), NAME_NOT_YOURS);
    assert_int_equal(names_owner(text, "Carl"), NAME_UNKNOWN);
    assert_false(names_add(text, "A; B", true));
    assert_false(names_add(text, "-Bert", true));
    assert_false(names_add(text, "?", true));
    assert_false(names_add(text, "", true));
    memset(name, 'x', sizeof name);
    name[NAMES_MAX - 1 - sizeof "Anna; -Bert; "] = '\0';
    assert_true(names_add(text, name, true));
    assert_false(names_add(text, "yz", true));
}

static struct session *start(const char *own, bool study)
{
    struct error error = {0};
    const struct session_options options = {.strength = strength,
                                            .elo = 800,
                                            .seed = 7,
                                            .control = {.untimed = true},
                                            .threads = 1,
                                            .hash_mb = 1,
                                            .start = from_fen(CHESS_START_FEN),
                                            .names = own,
                                            .analyze_only = study,
                                            .store_path = database_path};
    struct session *session = session_create(&options, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

/* Whether the session asks about the player of games between these pairs, "White Black". */
static bool asks(struct session *session, const char *const pairs[], char *text, size_t size)
{
    char path[96];
    struct error error;
    snprintf(path, sizeof path, "%s/pairs.pgn", folder);
    file_write(path, "");
    for (; *pairs; pairs++) {
        char game[200];
        int cut = (int)strcspn(*pairs, " ");
        snprintf(game, sizeof game,
                 "[White \"%.*s\"]\n[Black \"%s\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n", cut, *pairs,
                 *pairs + cut + 1);
        file_append(path, game);
    }
    struct pgn_index *index = pgn_index_open(path, NULL, NULL, &error);
    assert_non_null(index);
    bool asked = session_name_question(session, index, text, size);
    pgn_index_close(index);
    return asked;
}

static void the_player_of_nearly_all_games_is_asked_about_once(void **state)
{
    struct session *session = start("Dora; -Emil", true);
    struct session_reply reply;
    char text[160];
    assert_true(asks(session, (const char *const[]){"A X", "B A", "A C", NULL}, text, sizeof text));
    assert_string_equal(text, "A is in all 3 games: is that you?");
    session_answer_name(session, false, &reply);
    assert_int_equal(reply.kind, REPLY_DONE);
    assert_false(
        asks(session, (const char *const[]){"A X", "B A", "A C", NULL}, text, sizeof text));
    assert_true(asks(session,
                     (const char *const[]){"Y Z", "F B", "C F", "F D", "F E", "F G", "H F", "F I",
                                           "F J", "K F", NULL},
                     text, sizeof text));
    assert_string_equal(text, "F is in 9 of 10 games: is that you?");
    session_answer_name(session, true, &reply);
    assert_string_equal(enter(session, "names").text,
                        "Your names in files of games: Dora; -Emil; -A; F");
    static const char *const quiet[][5] = {
        {"F X", "B F", "F C"},          /* known */
        {"Dora X", "B dora", "Dora C"}, /* known */
        {"Emil X", "B Emil", "Emil C"}, /* known not to be the user */
        {"K X", "B K"},                 /* too few games */
        {"K X", "B K", "B C"},          /* not in nearly all games */
        {"K L", "L K", "K L"},          /* a match of two players */
        {"? X", "Y ?", "? Z"},          /* no name */
    };
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (asks(session, quiet[i], text, sizeof text))
            fail_msg("file %zu: %s", i, text);
    session_destroy(session);
}

/* A short game, because a review takes seconds: White loses the queen, then Black does. */
static void load(struct session *session, const char *white, const char *black)
{
    char path[96], line[128], game[320];
    snprintf(path, sizeof path, "%s/game.pgn", folder);
    snprintf(game, sizeof game,
             "[White \"%s\"]\n[Black \"%s\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n"
             "[FEN \"r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3\"]\n\n"
             "3. Qxe5+ Nxe5 4. d4 Qg5 5. Bxg5 1-0\n",
             white, black);
    file_write(path, game);
    snprintf(line, sizeof line, "load %s", path);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    while (look(session).loading)
        wait_a_little(session);
}

/* Reviews the game on the board, and returns the review. */
static const struct review *reviewed(struct session *session)
{
    session_pause_analysis(session);
    while (session_review(session) && !session_review_ready(session))
        wait_a_little(session);
    session_settle(session, 10000);
    return session_review(session);
}

static int deck_size(void)
{
    int cards, due;
    struct error error;
    struct store *store = open_store();
    assert_true(store_deck_size(store, INT64_MAX, &cards, &due, &error));
    store_close(store);
    return cards;
}

static void mistakes_of_a_game_from_a_file_go_into_the_deck_once(bool study)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session *session = start("", study);
    load(session, "Bert", "Anna");
    assert_int_equal(look(session).your_side, -1);
    assert_int_equal(reviewed(session)->you, -1);
    assert_int_equal(session_review(session)->mistake_count, 2);
    assert_int_equal(deck_size(), 0);

    assert_int_equal(enter(session, "names anna; -bert").kind, REPLY_DONE);
    struct session_view view = look(session);
    assert_int_equal(view.your_side, BLACK);
    assert_string_equal(session_view_name(&view, BLACK), "You");
    assert_string_equal(session_view_name(&view, WHITE), "Bert");
    const struct review *review = reviewed(session);
    assert_int_equal(review->you, BLACK);
    assert_int_equal(review->mistake_count, 1);
    assert_int_equal(review->mistakes[0].ply, 4);
    assert_int_equal(deck_size(), 1);
    assert_int_equal(enter(session, "try").kind, REPLY_DONE);
    assert_int_equal(look(session).card_count, 1);
    assert_int_equal(look(session).card->kind, CARD_MISTAKE);
    assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
    while (look(session).hint.pending)
        wait_a_little(session);
    assert_int_equal(enter(session, "stop").kind, REPLY_DONE);

    load(session, "Bert", "Anna");
    assert_int_equal(reviewed(session)->you, BLACK);
    load(session, "Bert", "Carl");
    assert_int_equal(look(session).your_side, -1);
    assert_int_equal(reviewed(session)->you, -1);
    session_destroy(session);
    assert_int_equal(deck_size(), 1);
}

static void in_a_session_of_games_the_deck_learns_from_files(void **state)
{
    mistakes_of_a_game_from_a_file_go_into_the_deck_once(false);
}

static void in_an_analysis_the_deck_learns_from_files(void **state)
{
    mistakes_of_a_game_from_a_file_go_into_the_deck_once(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_colour_is_known_from_one_name_only),
        cmocka_unit_test(a_game_is_named_by_its_opponent_and_its_date),
        cmocka_unit_test(names_are_added_until_the_text_is_full),
        cmocka_unit_test_setup_teardown(the_player_of_nearly_all_games_is_asked_about_once,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(in_a_session_of_games_the_deck_learns_from_files,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(in_an_analysis_the_deck_learns_from_files, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
