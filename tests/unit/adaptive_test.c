/* Adaptive play: the level follows the rating; odds on the board and the clock; which games are
 * rated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/training/adaptive.h"
#include "src/training/odds.h"
#include "src/store/rating.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

static double chance(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t value = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return (double)((value ^ value >> 31) >> 11) / 9007199254740992.0;
}

/* A win or a loss, with the probability that Elo predicts. */
static double play_game(double truth, int elo, uint64_t *state)
{
    return chance(state) < 1 / (1 + pow(10, (elo - truth) / 400)) ? 1 : 0;
}

/* Players of known strength start at 1400, as everybody does. Their rating must find their
 * strength, and sessions of twelve games must end nearer to 50 % than coin tosses. */
static void a_session_ends_near_even(void **state)
{
    enum { PLAYERS = 60, SESSIONS = 8, GAMES = 12 };
    static const double truths[] = {700, 1100, 1700, 2300};
    uint64_t dice = 1;
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++) {
        double off = 0, bias = 0, share = 0, spread = 0;
        for (int player = 0; player < PLAYERS; player++) {
            struct rating rating = {1400, 350, 0.06};
            double points = 0;
            for (int game = 0; game < SESSIONS * GAMES; game++) {
                int played = game % GAMES;
                points = played == 0 ? 0 : points;
                int elo = adaptive_elo(&rating, points, played);
                struct rating_result result = {.opponent = {elo, ADAPTIVE_LEVEL_DEVIATION, 0.06},
                                               .score = play_game(truths[i], elo, &dice)};
                points += result.score;
                rating = rating_after(rating, &result, 1);
                if (played == GAMES - 1 && game > 2 * GAMES) {
                    share += points / GAMES;
                    spread += (points / GAMES - 0.5) * (points / GAMES - 0.5);
                }
            }
            off += fabs(rating.rating - truths[i]);
            bias += rating.rating - truths[i];
        }
        int counted = PLAYERS * (SESSIONS - 2);
        print_message("%4.0f: rating %+.0f, off by %.0f; sessions %.1f %%, +- %.1f\n", truths[i],
                      bias / PLAYERS, off / PLAYERS, 100 * share / counted,
                      100 * sqrt(spread / counted));
        assert_true(off / PLAYERS < 70);
        assert_true(fabs(bias / PLAYERS) < 40);
        assert_true(fabs(share / counted - 0.5) < 0.03);
        assert_true(sqrt(spread / counted) < 0.115); /* for coin tosses it is 0.144 */
    }
}

static void the_level_is_one_there_is(void **state)
{
    assert_int_equal(adaptive_elo(&(struct rating){100, 50, 0.06}, 0, 10), ELO_MIN);
    assert_int_equal(adaptive_elo(&(struct rating){2900, 50, 0.06}, 10, 10), ELO_MAX);
    assert_int_equal(adaptive_elo(&(struct rating){1437, 50, 0.06}, 0, 0), 1425);
    assert_true(adaptive_elo(&(struct rating){1437, 50, 0.06}, 2, 2) > 1500);
    assert_true(adaptive_elo(&(struct rating){1437, 50, 0.06}, 0, 2) < 1375);
}

static void odds_are_on_the_board(void **state)
{
    static const struct {
        const char *odds;
        int you;
        const char *fen;
    } cases[] = {
        {"knight", WHITE, "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"queen", BLACK, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"},
        {"rook", BLACK, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"},
        {"pawn,moves", WHITE, "rnbqkbnr/ppppp1pp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 1"},
        {"moves", BLACK, "rnbqkbnr/ppp2ppp/8/3pp3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"time", WHITE, CHESS_START_FEN},
    };
    struct error error;
    unsigned odds;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position start;
        char fen[CHESS_FEN_MAX], text[48];
        assert_true(odds_read(cases[i].odds, &odds, &error));
        odds_place(odds, cases[i].you, &start);
        chess_to_fen(&start, fen);
        assert_string_equal(fen, cases[i].fen);
        odds_write(odds, text, sizeof text);
        assert_string_equal(text, cases[i].odds);
    }
    assert_false(odds_read("", &odds, &error));
    assert_false(odds_read("bishop", &odds, &error));
    assert_false(odds_read("knight,", &odds, &error));
    assert_non_null(strstr(error.message, "knight,"));
}

/* In a session */

static struct session *start(struct session_options options, const char *control)
{
    struct error error = {0};
    options.strength = strength;
    options.store_path = database_path;
    options.threads = options.hash_mb = 1;
    options.color = WHITE;
    options.resign_policy = RESIGN_POLICY_OFF;
    options.seed = 5;
    options.elo = options.elo ? options.elo : 600;
    if (!options.start.by_type[KING])
        chess_start(&options.start);
    assert_true(time_control_read(control, &options.control, &error));
    struct session *session = session_create(&options, &error);
    assert_non_null(session);
    assert_true(session_new(session, &error));
    return session;
}

enum { SETTLE_MILLISECONDS = 60000 };

/* Plays the line and the opponent's reply, and waits until everything is in the database. */
static void play(struct session *session, const char *line)
{
    struct session_reply reply = enter(session, line);
    if (reply.kind == REPLY_REFUSED && look(session).playing)
        fail_msg("%s: %s", line, reply.text);
    wait_for_opponent(session);
    session_settle(session, SETTLE_MILLISECONDS);
}

static struct rating stored_rating(int *games)
{
    struct rating rating = RATING_UNKNOWN;
    struct error error = {0};
    struct store *store = open_store();
    assert_true(store_rating(store, &rating, games, &error));
    store_close(store);
    return rating;
}

static void a_loss_brings_a_weaker_opponent(void **state)
{
    int games;
    struct session *session =
        start((struct session_options){.adaptive = true, .elo = 1400}, "none");
    assert_int_equal(look(session).handicap.elo, 1400);
    assert_non_null(strstr(look(session).message, "Your rating: 1400 +- 686 (provisional)"));
    play(session, "e4");
    play(session, "resign");
    assert_non_null(strstr(look(session).rated, "Your rating: 12"));
    assert_non_null(strstr(look(session).rated, ", still uncertain."));
    assert_non_null(strstr(look(session).message, "Your rating: 12"));
    play(session, "new");
    int next = look(session).handicap.elo;
    assert_true(next < 1250);
    session_destroy(session);

    struct rating rating = stored_rating(&games);
    assert_int_equal(games, 1);
    assert_true(rating.rating < 1300 && rating.deviation < 350);
    /* A later session continues with the rating. */
    session = start((struct session_options){.adaptive = true, .elo = 1400}, "none");
    assert_true(abs(look(session).handicap.elo - (int)rating.rating) <= ELO_STEP);
    session_destroy(session);
}

static void only_games_without_help_are_rated(void **state)
{
    static const struct {
        const char *line, *why;
    } cases[] = {{"undo", "Not rated: moves were taken back; takebacks: 1."},
                 {"hint", "Not rated: you asked for hints."},
                 {"elo 800", "Not rated: the opponent was changed."},
                 {"analyze", "Not rated: it was analysed during the game."},
                 {"go", "Not rated: the opponent played a move for you."}};
    int games;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session *session = start((struct session_options){0}, "none");
        play(session, "e4");
        play(session, cases[i].line);
        if (strcmp(cases[i].line, "analyze") == 0)
            play(session, "analyze");
        play(session, "resign");
        assert_string_equal(look(session).rated, cases[i].why);
        session_destroy(session);
    }
    struct session *session = start((struct session_options){.elo = 2600, .odds = 1 << ODDS_QUEEN},
                                    "none");
    play(session, "e4");
    play(session, "resign");
    assert_string_equal(look(session).rated, "Not rated: the opponent gave odds.");
    session_destroy(session);
    (void)stored_rating(&games);
    assert_int_equal(games, 0);
}

/* A rated game stays rated if moves are taken back after its end. A game that another instance
 * rated meanwhile is included. A level set by hand has no rating. */
static void what_counted_is_told_and_added_up(void **state)
{
    int games;
    struct session *first = start((struct session_options){.elo = 2000}, "none");
    struct session *second = start((struct session_options){.elo = 800}, "none");
    play(first, "e4");
    play(second, "e4");
    play(first, "resign");
    double lost = stored_rating(&games).rating;
    int begins = scale_to_engine(NULL, SCALE_LICHESS_RAPID, SCALE_BEGINNER);
    assert_true(lost < begins && lost > begins - 50);
    play(first, "undo");
    assert_int_equal(look(first).takebacks, 1);
    play(first, "e4");
    play(first, "resign");
    assert_non_null(strstr(look(first).rated, "Your rating: 7"));
    play(second, "resign");
    assert_true(stored_rating(&games).rating < lost - 100);
    assert_int_equal(games, 2);
    play(second, "d4");
    assert_non_null(strstr(look(second).ending, "resigned"));
    session_destroy(first);
    session_destroy(second);
}

/* Time odds and the number of takebacks are restored after a restart. */
static void a_game_goes_on_as_it_was(void **state)
{
    struct error error = {0};
    struct session *session = start((struct session_options){.odds = 1 << ODDS_TIME}, "10+0");
    assert_int_equal(look(session).remaining[BLACK], 120000);
    play(session, "e4");
    play(session, "undo");
    assert_int_equal(look(session).remaining[BLACK], 120000);
    assert_int_equal(look(session).takebacks, 1);
    play(session, "d4");
    session_destroy(session);

    struct session_options options = {.strength = strength, .store_path = database_path,
                                      .threads = 1, .hash_mb = 1};
    chess_start(&options.start);
    session = session_create(&options, &error);
    assert_non_null(session);
    assert_true(session_resume(session, &error));
    assert_int_equal(look(session).takebacks, 1);
    play(session, "undo");
    assert_int_equal(look(session).remaining[BLACK], 120000);
    play(session, "resign");
    assert_string_equal(look(session).rated, "Not rated: the opponent gave odds; takebacks: 2.");
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_ends_near_even),
        cmocka_unit_test(the_level_is_one_there_is),
        cmocka_unit_test(odds_are_on_the_board),
        cmocka_unit_test_setup_teardown(a_loss_brings_a_weaker_opponent, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(only_games_without_help_are_rated, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_counted_is_told_and_added_up, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_game_goes_on_as_it_was, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
