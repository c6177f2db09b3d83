/* A session without a screen, with the calls that a screen makes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/review/motif.h"
#include "src/game/handicap_item.h"
#include "src/session/asks.h"
#include "src/session/command_table.h"
#include "src/session/home.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analysis_text.h"
#include "src/store/deck.h"
#include "src/store/sql.h"
#include "src/util/text.h"
#include "tests/unit/file.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

static struct session_options options_for(const char *fen)
{
    return (struct session_options){.strength = strength, .elo = 800, .seed = 7, .color = WHITE,
                                    .control = {.untimed = true}, .threads = 1, .hash_mb = 1,
                                    .start = from_fen(fen)};
}

static struct session *start(const struct session_options *options)
{
    struct error error = {0};
    struct session *session = session_create(options, &error);
    if (!session || !session_new(session, &error))
        fail_msg("%s", error.message);
    return session;
}

static void expect_refusal(struct session *session, const char *line, const char *word)
{
    struct session_reply reply = enter(session, line);
    assert_int_equal(reply.kind, REPLY_REFUSED);
    if (!strstr(reply.text, word))
        fail_msg("'%s' answered '%s', without '%s'", line, reply.text, word);
}

static void moves_are_answered_and_taken_back(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    expect_refusal(session, "a5", "opponent's turn");
    wait_for_opponent(session);
    struct session_view view = look(session);
    assert_int_equal(view.live->ply, 2);
    assert_ptr_equal(view.decided_node, view.live);
    assert_true(view.decided.decision.made);
    Move answer = view.live->move;

    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_int_equal(look(session).live->ply, 0);
    assert_int_equal(enter(session, "undo").kind, REPLY_REFUSED);
    assert_int_equal(enter(session, "redo").kind, REPLY_DONE);
    view = look(session);
    assert_int_equal(view.live->ply, 2);
    assert_int_equal(view.live->move, answer);
    assert_int_equal(enter(session, "redo").kind, REPLY_REFUSED);
    session_destroy(session);
}

static void nothing_is_scored_before_the_first_move(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    (void)session_tick(session);
    assert_null(session->score_pool);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    (void)session_tick(session);
    assert_non_null(session->score_pool);
    session_destroy(session);
}

static void the_same_seed_gives_the_same_game(void **state)
{
    Move answers[2][2];
    for (int run = 0; run < 2; run++) {
        struct session_options options = options_for(CHESS_START_FEN);
        struct session *session = start(&options);
        static const char *const lines[] = {"e4", "h3"};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(enter(session, lines[i]).kind, REPLY_MOVED);
            wait_for_opponent(session);
            answers[run][i] = look(session).live->move;
        }
        session_destroy(session);
    }
    assert_memory_equal(answers[0], answers[1], sizeof answers[0]);
}

static void play_move(struct session *session, Move move)
{
    struct session_reply reply;
    session_play(session, move, &reply);
    assert_int_equal(reply.kind, REPLY_MOVED);
}

static struct session *start_pondering(int elo, enum pondering pondering)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.elo = elo;
    options.pondering = pondering;
    options.control = (struct time_control){.base = 4000, .increment = 20};
    struct session *session = start(&options);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    return session;
}

static void the_opponent_ponders_and_goes_on_if_it_was_right(void **state)
{
    struct session *session = start_pondering(ELO_FULL, PONDERING_ON);
    struct session_view view = look(session);
    assert_true(view.is_pondering);
    assert_true(chess_is_legal(&view.live->position, view.pondered.expected));
    while (look(session).pondered.depth < 4)
        wait_a_little(session);
    view = look(session);
    struct position next = view.live->position;
    chess_play(&next, view.pondered.expected);
    assert_true(chess_is_legal(&next, view.pondered.answer));
    play_move(session, view.pondered.expected);
    view = look(session);
    assert_false(view.is_pondering);
    assert_true(view.awaiting_move);
    wait_for_opponent(session);
    view = look(session);
    assert_int_equal(view.live->ply, 4);
    assert_ptr_equal(view.decided_node, view.live);
    assert_true(view.is_pondering); /* on the next move */
    session_destroy(session);
}

static void a_move_it_did_not_expect_ends_its_pondering(void **state)
{
    struct session *session = start_pondering(ELO_FULL, PONDERING_ON);
    struct session_view view = look(session);
    assert_true(view.is_pondering);
    Move moves[CHESS_MOVES_MAX];
    (void)chess_moves(&view.live->position, moves);
    play_move(session, moves[moves[0] == view.pondered.expected]);
    assert_false(look(session).is_pondering);
    wait_for_opponent(session);
    assert_int_equal(look(session).live->ply, 4);
    assert_true(look(session).is_pondering);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_false(look(session).is_pondering);
    session_destroy(session);
}

static void a_level_ponders_only_if_it_is_asked_to(void **state)
{
    struct session *session = start_pondering(800, PONDERING_ON);
    assert_false(look(session).is_pondering);
    session_destroy(session);
    session = start_pondering(ELO_FULL, PONDERING_OFF);
    assert_false(look(session).is_pondering);
    session_destroy(session);
    session = start_pondering(2000, PONDERING_ALWAYS);
    struct session_view view = look(session);
    assert_true(view.is_pondering);
    play_move(session, view.pondered.expected);
    wait_for_opponent(session);
    assert_true(look(session).decided.decision.made);
    assert_int_equal(look(session).live->ply, 4);
    session_destroy(session);
}

static void a_human_opponent_errs_more_when_it_is_ahead(void **state)
{
    /* Black has won a queen for a rook. */
    struct session_options options =
        options_for("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQk - 0 1");
    options.method = METHOD_HUMAN;
    struct session *session = start(&options);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    struct session_view view = look(session);
    assert_true(view.decided.decision.pressure > 100);
    assert_true(view.decided.decision.handicap.boldness > view.handicap.boldness);
    session_destroy(session);
    options = options_for(CHESS_START_FEN); /* level, without a clock */
    options.method = METHOD_HUMAN;
    session = start(&options);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    view = look(session);
    assert_int_equal(view.decided.decision.pressure, 100);
    assert_int_equal(view.decided.decision.handicap.boldness, view.handicap.boldness);
    assert_int_equal(view.lost_games, 0);
    session_destroy(session);
    options = options_for("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    options.method = METHOD_HUMAN;
    session = start(&options);
    assert_int_equal(enter(session, "Re8").kind, REPLY_MOVED);
    assert_int_equal(look(session).lost_games, 1);
    session_destroy(session);
}

static void a_game_ends_by_the_rules(void **state)
{
    struct session_options options = options_for("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "Re8").kind, REPLY_MOVED);
    struct session_view view = look(session);
    assert_false(view.playing);
    assert_int_equal(view.result, RESULT_WHITE);
    assert_string_equal(view.ending, "checkmate");
    expect_refusal(session, "Kf2", "over");
    /* After undo the game continues. */
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_true(look(session).playing);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    assert_int_equal(look(session).result, RESULT_BLACK);
    session_destroy(session);

    options = options_for("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    session = start(&options);
    assert_int_equal(look(session).result, RESULT_WHITE);
    session_destroy(session);
}

static void after_undo_a_finished_game_has_its_own_opponent(void **state)
{
    struct session_options options = options_for("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "Re8").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "elo 1200").kind, REPLY_DONE); /* of the next game */
    assert_int_equal(enter(session, "method noise").kind, REPLY_DONE);
    struct session_reply reply = enter(session, "undo");
    if (!strstr(reply.text, "The opponent is again Fallible 800"))
        fail_msg("%s", reply.text);
    struct session_view view = look(session);
    assert_true(view.playing);
    assert_int_equal(view.handicap.elo, 800);
    assert_int_equal(view.handicap.method, options.method);
    session_destroy(session);
}

static void a_flag_falls_by_the_rules(void **state)
{
    static const struct {
        const char *fen;
        enum result result;
    } cases[] = {
        {"4k3/4q3/8/8/8/8/8/4K2R w - - 0 1", RESULT_BLACK},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", RESULT_DRAW}, /* a bare king cannot mate */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session_options options = options_for(cases[i].fen);
        options.control = (struct time_control){.base = 30};
        struct session *session = start(&options);
        session->clock.free_side = -1; /* as at the second move */
        assert_true(session_timeout(session) >= 0);
        while (look(session).playing)
            wait_a_little(session);
        assert_int_equal(look(session).result, cases[i].result);
        session_destroy(session);
    }
}

/* Makes the session believe that this many milliseconds have passed since its last tick. */
static void stop_for(struct session *session, int64_t milliseconds)
{
    session->ticked -= milliseconds;
    session->clock.started -= milliseconds;
}

/* The clock of White, who is to move. */
static int64_t white_left(struct session *session)
{
    return clock_remaining(&session->clock, WHITE, text_now());
}

static void nobody_loses_on_time_while_the_program_is_stopped(void **state)
{
    enum { BASE = 60000, STOPPED = 185000 };
    struct session_options options = options_for(CHESS_START_FEN);
    options.control = (struct time_control){.base = BASE};
    struct session *session = start(&options);
    assert_int_equal(session->live->position.side, session->record.you);
    (void)session_tick(session);
    stop_for(session, STOPPED);
    assert_true(session_tick(session) & CHANGED_MESSAGE);
    assert_string_equal(look(session).message, "The program was stopped for 3:05 minutes. The "
                                               "clock was stopped, too.");
    assert_true(look(session).playing);
    assert_true(white_left(session) > 0);

    /* A move that is read before the first tick afterwards. */
    stop_for(session, STOPPED);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_true(look(session).playing);
    assert_true(session->live->elapsed < BASE && session->live->clock > 0);
    session_destroy(session);
}

static void thinking_for_long_is_not_a_stop(void **state)
{
    struct session_options options = options_for("4k3/4q3/8/8/8/8/8/4K2R w - - 0 1");
    options.control = (struct time_control){.base = 60000};
    struct session *session = start(&options);
    (void)session_tick(session);
    session->clock.started -= 60000; /* the ticks came in time */
    (void)session_tick(session);
    assert_true(look(session).playing); /* the first move costs no time */
    session->clock.free_side = -1;
    (void)session_tick(session);
    assert_int_equal(look(session).result, RESULT_BLACK);
    session_destroy(session);
}

static void a_draw_is_claimed(void **state)
{
    struct session_options options =
        options_for("4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "draw").kind, REPLY_DONE);
    assert_int_equal(look(session).result, RESULT_DRAW);
    session_destroy(session);
}

/* Black's king has a single move each time: a8 - b8 - a8. */
#define CAGED "k7/7R/3p4/3p4/3P4/7B/8/4K3 w - - 0 1"

static void play_on(struct session *session, const char *const *moves)
{
    for (; *moves; moves++) {
        struct session_reply reply = enter(session, *moves);
        if (reply.kind != REPLY_MOVED)
            fail_msg("%s: %s", *moves, reply.text);
        wait_for_opponent(session);
    }
}

static void a_draw_is_claimed_with_the_move_to_come(void **state)
{
    static const char *const shuffle[] = {"Ke2", "Ke1", "Ke2", NULL};
    struct session_options options = options_for(CAGED);
    struct session *session = start(&options);
    play_on(session, shuffle);
    expect_refusal(session, "draw Kd2", "occurred 1 time,");
    expect_refusal(session, "draw Kd8", "illegal");
    assert_int_equal(look(session).live->ply, 6);
    /* After Ke1 black's king is on b8 for the second time only. */
    expect_refusal(session, "draw Ke1", "occurred 2 times");
    assert_int_equal(enter(session, "Ke1").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    static const char *const again[] = {"Ke1", "Ke2", NULL};
    play_on(session, again);
    assert_int_equal(enter(session, "draw Ke1").kind, REPLY_DONE);
    assert_int_equal(look(session).result, RESULT_DRAW);
    assert_string_equal(look(session).ending, game_state_words(GAME_THREEFOLD));
    session_destroy(session);

    options = options_for("k7/7R/3p4/3p4/3P4/7B/8/4K3 w - - 99 80");
    session = start(&options);
    assert_int_equal(enter(session, "draw Ke2").kind, REPLY_DONE);
    assert_int_equal(look(session).result, RESULT_DRAW);
    session_destroy(session);
}

static void the_opponent_resigns_claims_and_offers(void **state)
{
    /* More than a queen down for four moves, the opponent resigns; after undo it plays on. */
    static const char *const four[] = {"Kf2", "Kg2", "Kf2", "Kg2", NULL};
    static const char *const lost = "k7/pp6/8/8/8/8/PPP5/QRR3K1 w - - 0 1";
    struct session_options options = options_for(lost);
    struct session *session = start(&options);
    play_on(session, four);
    assert_true(look(session).playing); /* level 800 never resigns */
    session_destroy(session);
    options.resign_policy = RESIGN_POLICY_ON;
    session = start(&options);
    play_on(session, four);
    assert_int_equal(look(session).result, RESULT_WHITE);
    assert_string_equal(look(session).ending, "the opponent resigned");
    struct session_view view = look(session);
    assert_int_equal(view.live->ply, 7);
    /* Its score when it resigned does not change the decision about the move before. */
    assert_int_equal(view.decided.decision.played, view.decided_node->move);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    static const char *const on[] = {"Kg2", "Kf2", "Kg2", "Kf2", "Kg2", NULL};
    play_on(session, on);
    assert_true(look(session).playing); /* it plays on to the end now */
    session_destroy(session);

    /* The limits can be changed. */
    options.resign_rules.resign_moves = 1;
    session = start(&options);
    static const char *const soon[] = {"Kf2", NULL};
    play_on(session, soon);
    assert_string_equal(look(session).ending, "the opponent resigned");
    session_destroy(session);
    options.resign_rules = (struct resign_rules){.resign_score = 30000};
    session = start(&options);
    play_on(session, four);
    assert_true(look(session).playing);
    session_destroy(session);
    options.resign_rules = (struct resign_rules){0};

    /* With only seconds on your clock it does not resign. */
    options.control = (struct time_control){.base = 20000};
    session = start(&options);
    play_on(session, four);
    assert_true(look(session).playing);
    session_destroy(session);

    static const char *const shuffle[] = {"Ke2", "Ke1", "Ke2", "Ke1", NULL};
    options = options_for(CAGED);
    options.resign_policy = RESIGN_POLICY_ON;
    session = start(&options);
    play_on(session, shuffle);
    assert_string_equal(look(session).ending, game_state_words(GAME_THREEFOLD));
    session_destroy(session);

    /* The draw offer comes at the latest at the end of this walk. */
    static const char *const walk[] = {"Kd1", "Kc1", "Kb1", "Ka1", "Ka2", "Kb2", "Kc2",
                                       "Kd2", "Ke2", "Kf2", "Kg2", "Kg1", "Kh1", "Kh2",
                                       "Kh3", "Kg3", "Kf3", "Ke3", "Kd3", "Kc3"};
    options = options_for("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 60");
    options.resign_policy = RESIGN_POLICY_ON;
    session = start(&options);
    for (size_t i = 0; i < sizeof walk / sizeof *walk; i++) {
        const char *const one[] = {walk[i], NULL};
        play_on(session, one);
        if (strstr(look(session).message, "offers a draw"))
            break;
    }
    assert_non_null(strstr(look(session).message, "offers a draw"));
    assert_int_equal(enter(session, "draw").kind, REPLY_DONE);
    assert_string_equal(look(session).ending, "draw agreed");
    session_destroy(session);
}

/* Plays White's moves by a search at full strength until the game against method human is over.
 * Returns its length in plies. */
static int beat_a_human_opponent(const struct session_options *options, char *ending, size_t size)
{
    static struct report report;
    struct session *session = start(options);
    struct engine *engine = engine_create(NULL, NULL);
    const struct limits limits = {.nodes = 3000};
    assert_non_null(engine);
    while (look(session).playing) {
        char san[CHESS_SAN_MAX];
        const struct position *position = &look(session).live->position;
        assert_true(engine_set_position(engine, position, NULL, 0));
        engine_start(engine, &limits);
        engine_wait(engine);
        assert_true(engine_poll(engine, &report));
        chess_to_san(position, report.best, san);
        assert_int_equal(enter(session, san).kind, REPLY_MOVED);
        wait_for_opponent(session);
    }
    struct session_view view = look(session);
    assert_int_equal(view.result, RESULT_WHITE);
    snprintf(ending, size, "%s", view.ending);
    int plies = view.live->ply;
    engine_destroy(engine);
    session_destroy(session);
    return plies;
}

static void a_human_opponent_resigns_like_people(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session_options options = options_for(CHESS_START_FEN);
    struct error error = {0};
    char ending[64];
    options.method = METHOD_HUMAN;
    options.elo = 1000;
    options.seed = 3;
    options.strength = strength_create("[base]\ntable = built-in\n[resigning.chance]\n600 = 400\n",
                                       NULL, &error);
    assert_non_null(options.strength);
    int plies = beat_a_human_opponent(&options, ending, sizeof ending);
    assert_string_equal(ending, "the opponent resigned");
    /* The seed decides when. */
    assert_int_equal(beat_a_human_opponent(&options, ending, sizeof ending), plies);
    options.resign_policy = RESIGN_POLICY_OFF;
    assert_true(beat_a_human_opponent(&options, ending, sizeof ending) > plies);
    assert_string_equal(ending, "checkmate");
    strength_destroy((struct strength *)options.strength);

    /* If nobody resigns, it does not either. */
    options.resign_policy = RESIGN_POLICY_BY_LEVEL;
    options.strength = strength_create("[base]\ntable = built-in\n[resigning.chance]\n600 = 0\n",
                                       NULL, &error);
    assert_non_null(options.strength);
    assert_true(beat_a_human_opponent(&options, ending, sizeof ending) > plies);
    assert_string_equal(ending, "checkmate");
    strength_destroy((struct strength *)options.strength);

    /* One that gave odds or began in a lost position does not resign because of that. */
    options = options_for("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    options.method = METHOD_HUMAN;
    struct session *session = start(&options);
    assert_non_null(strstr(enter(session, "resign-policy").text, "to the end"));
    session_destroy(session);
}

/* The opponent, with White, has a queen for a rook. */
static void pressure_is_switched_off(void **state)
{
    static const char ahead[] = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1";
    for (int calm = 0; calm < 2; calm++) {
        struct session_options options = options_for(ahead);
        options.method = METHOD_HUMAN;
        options.calm = calm;
        options.color = BLACK;
        struct session *session = start(&options);
        wait_for_opponent(session);
        struct session_view view = look(session);
        assert_int_equal(view.calm, calm);
        assert_true(calm ? view.pressure.percent == 100 : view.pressure.percent > 100);
        assert_int_equal(view.pressure.pawns, calm ? 0 : 4);
        assert_non_null(strstr(enter(session, "pressure").text, calm ? "as usual" : "errs more"));
        assert_non_null(strstr(enter(session, "pressure off").text, "as usual"));
        assert_int_equal(enter(session, "Nh6").kind, REPLY_MOVED); /* its next move is as usual */
        wait_for_opponent(session);
        view = look(session);
        assert_true(view.calm && view.pressure.percent == 100);
        assert_non_null(strstr(enter(session, "pressure on").text, "errs more"));
        expect_refusal(session, "pressure maybe", "Type pressure on");
        session_destroy(session);
    }
}

static void resign_policy_is_set(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    static const struct {
        const char *line, *answer;
    } cases[] = {
        {"resign-policy", "to the end"},
        {"resign-policy on", "resigns lost games"},
        {"resign-policy off", "to the end"},
        {"elo 2000", ""},
        {"resign-policy", "to the end"},
        {"manners on", "resigns lost games"}, /* its former name */
        {"resign-policy", "resigns lost games"},
        {"manners off", "to the end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_non_null(strstr(enter(session, cases[i].line).text, cases[i].answer));
    expect_refusal(session, "resign-policy maybe", "Type resign-policy on");
    session_destroy(session);
    options.elo = 2000;
    session = start(&options);
    assert_non_null(strstr(enter(session, "resign-policy").text, "resigns lost games"));
    session_destroy(session);
    options.elo = 800;
    options.method = METHOD_HUMAN;
    session = start(&options);
    assert_non_null(strstr(enter(session, "resign-policy").text, "as people of its rating do"));
    assert_non_null(strstr(enter(session, "resign-policy off").text, "to the end"));
    session_destroy(session);
}

static void refusals_say_why(void **state)
{
    struct session_options options = options_for("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    struct session *session = start(&options);
    expect_refusal(session, "Nd2", "ambiguous");
    expect_refusal(session, "Ke4", "illegal");
    expect_refusal(session, "elo 100", "Expected: elo");
    expect_refusal(session, "elo", "Expected: elo");
    expect_refusal(session, "preset nobody", "strong-club");
    expect_refusal(session, "know nothing on", "passed king location");
    expect_refusal(session, "seed x", "Expected: seed");
    expect_refusal(session, "threads 0", "Expected: threads");
    expect_refusal(session, "time 5-3", "5+3");
    expect_refusal(session, "fen 8/8", "");
    expect_refusal(session, "load /nonexistent.pgn", "/nonexistent.pgn");
    expect_refusal(session, "save", "Type save and a file name");
    expect_refusal(session, "undo now", "Type only undo");
    char line[600];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    expect_refusal(session, line, "neither");
    assert_int_equal(enter(session, "flip").kind, REPLY_SCREEN);
    assert_int_equal(enter(session, "?").command, COMMAND_HELP);
    session_destroy(session);
}

static void moves_in_words_are_understood(void **state)
{
    static const struct {
        const char *line, *move; /* "": no move in words */
    } cases[] = {
        {"knight f3", "Nf3"}, {"Knight to F3", "Nf3"}, {"horse f3", "Nf3"}, {"e2 to e4", "e2e4"},
        {"e2 e4", "e2e4"}, {"pawn e4", "Pe4"}, {"move e4", "e4"}, {"bishop takes c5", "Bxc5"},
        {"e takes d5", "exd5"}, {"knight b to d2 check", "Nbd2"}, {"rook 1 to e2", "R1e2"},
        {"e8 queen", "e8=Q"}, {"pawn takes d8 equals knight", "Pxd8=N"}, {"castle", "O-O"},
        {"p takes d5", "Pxd5"}, {"The pawn on e4 takes d5", "Pe4xd5"}, {"n f3", "Nf3"},
        {"q takes d5", "Qxd5"}, {"pawn e2-e4", "Pe2-e4"}, {"pawn exd5", "Pexd5"},
        {"pawn e5 takes d6 en passant", "Pe5xd6"}, {"b takes c5", "bxc5"},
        {"castle short", "O-O"}, {"castles queenside", "O-O-O"}, {"long castling", "O-O-O"},
        {"e4", ""}, {"Nf3", ""}, {"take back", ""}, {"knight takes the pawn", ""}, {"queen", ""},
        {"play white", ""}, {"time 5+3", ""}, {"line 2", ""}, {"e4 e5 Nf3", ""}, {"", ""},
        {"knight knight knight knight f3 f3 f3 f3 f3 f3 f3", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char move[64] = "";
        assert_int_equal(session_move_from_words(cases[i].line, move, sizeof move),
                         *cases[i].move != 0);
        assert_string_equal(move, cases[i].move);
    }
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "e2 to e4").kind, REPLY_MOVED);
    session_destroy(session);
}

static void a_position_is_played_by_the_side_to_move(void **state)
{
    (void)state;
    struct session_options options = options_for(CHESS_START_FEN);
    options.color = BLACK;
    struct session *session = start(&options);
    (void)enter(session, "fen 4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_int_equal(look(session).you, WHITE);
    (void)enter(session, "fen 4k3/p7/8/8/8/8/8/R3K2R b KQ - 0 1");
    assert_int_equal(look(session).you, BLACK);
    session_destroy(session);
    session = start(&options);
    (void)enter(session, "color black");
    (void)enter(session, "fen 4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_int_equal(look(session).you, BLACK);
    session_destroy(session);
    options.color_given = true;
    session = start(&options);
    (void)enter(session, "fen 4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_int_equal(look(session).you, BLACK);
    session_destroy(session);
}

static void castling_again_is_refused_in_one_line(void **state)
{
    static const char *const fen = "4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1";
    (void)state;
    struct session_options options = options_for(fen);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "castle").kind, REPLY_MOVED);
    wait_for_opponent(session);
    static const char *const lines[] = {"castle", "castle long", "O-O", "0-0-0"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(enter(session, lines[i]).text, "You have already castled.");
    session_destroy(session);
    options = options_for("4k3/p7/8/8/8/8/8/R3K2R w - - 0 1");
    session = start(&options);
    expect_refusal(session, "castle", "the right to castle short is gone");
    session_destroy(session);
}

static void a_pawn_may_be_named_in_its_move(void **state)
{
    static const char *const fen = "4k3/8/8/3p2p1/2P1P3/7P/8/4K3 w - - 0 1";
    static const char *const moves[] = {"pe5", "Pe5", "p e5", "pawn e5", "pawn to e5", "pe4e5",
                                        "pawn e4-e5", "pawn e takes d5", "p c4 takes d5"};
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct session_options options = options_for(fen);
        struct session *session = start(&options);
        assert_int_equal(enter(session, moves[i]).kind, REPLY_MOVED);
        session_destroy(session);
    }
    struct session_options options = options_for(fen);
    struct session *session = start(&options);
    expect_refusal(session, "pawn takes d5", "Pxd5 is ambiguous: exd5 or cxd5");
    expect_refusal(session, "p takes d5", "Pxd5 is ambiguous: exd5 or cxd5");
    expect_refusal(session, "pe6", "pe6 is illegal: no pawn can reach e6");
    expect_refusal(session, "pawn takes g4", "Pxg4 is illegal: the pawn on h3 has nothing to "
                                             "capture on g4");
    expect_refusal(session, "pawn e4", "Pe4 is illegal: e4 is occupied by your own pawn");
    expect_refusal(session, "pawn takes g5", "Pxg5 is illegal: no pawn can capture on g5");
    session_destroy(session);
}

static void moves_in_the_wrong_case_are_understood(void **state)
{
    static const struct {
        const char *fen, *line, *words; /* "": the move is played */
    } cases[] = {
        {CHESS_START_FEN, "E4", ""},
        {CHESS_START_FEN, "E2E4", ""},
        {CHESS_START_FEN, "NF3", ""},
        {CHESS_START_FEN, "B4", ""},
        {CHESS_START_FEN, "E5", "no pawn can reach e5"},
        {CHESS_START_FEN, "Nf6", "no knight can reach f6"},
        {"4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "B8=q", ""},
        {"4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "o-O-o", ""},
        {"4k3/8/8/2p5/1P6/8/5B2/4K3 w - - 0 1", "BXC5", "BXC5 is ambiguous: bxc5 or Bxc5"},
        {"4k3/8/8/2p5/1P6/8/5B2/4K3 w - - 0 1", "Bxc5", ""},
        {"4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", "Bxc5", ""},
        {"4k3/8/8/2p5/8/8/5B2/4K3 w - - 0 1", "BC5", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session_options options = options_for(cases[i].fen);
        struct session *session = start(&options);
        struct session_reply reply = enter(session, cases[i].line);
        bool moves = !*cases[i].words;
        if ((reply.kind == REPLY_MOVED) != moves || !strstr(reply.text, cases[i].words))
            fail_msg("'%s' answered %d '%s'", cases[i].line, (int)reply.kind, reply.text);
        session_destroy(session);
    }
}

static void a_move_for_an_earlier_position_is_explained(void **state)
{
    (void)state;
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "Nf3").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_true(session_step(session, STEP_START));
    expect_refusal(session, "Nf3",
                   "This is an earlier position. In the game Nf3 is illegal. Press End to");
    assert_true(session_step(session, STEP_END));
    expect_refusal(session, "Ke4", "illegal");
    session_destroy(session);
}

static void words_of_other_programs_are_understood(void **state)
{
    static const struct {
        const char *line;
        enum reply_kind kind;
        const char *words;
    } cases[] = {
        {"move e4", REPLY_MOVED, ""},
        {"take back", REPLY_DONE, "Taken back"},
        {"strength 1300", REPLY_DONE, "1300"},
        {"set Walk 40", REPLY_REFUSED,
         "Walk belongs to method diffusion. Type method diffusion first."},
        {"Skill 5", REPLY_REFUSED, "Expected: elo N, from 200"},
        {"xyz 3", REPLY_REFUSED, "xyz 3 is neither a move nor a command"},
        {"no", REPLY_REFUSED, "There is no question to answer."},
        {"clock", REPLY_DONE, "No clock runs. Clock for the next game: none."},
        {"offer draw", REPLY_DONE, "declines"},
        {"pgn", REPLY_REFUSED, "Type save and a file name"},
        {"legal", REPLY_REFUSED, "press Tab"},
        {"options", REPLY_REFUSED, "elo, method"},
        {"rating 1300", REPLY_REFUSED, "type elo"},
        {"ozzzz", REPLY_REFUSED, "neither a move nor a command"},
        {"0-0-0", REPLY_REFUSED, "illegal"},
        {"black", REPLY_DONE, "In the next game you have black."},
        {"White", REPLY_DONE, "In the next game you have white."},
        {"level 40 5 0", REPLY_DONE, "Clock for the next game: 40 moves in 5 minutes."},
        {"level 0 3:30 2", REPLY_DONE, "Clock for the next game: 3.5+2."},
        {"level 0 5", REPLY_SCREEN, ""},
        {"time none", REPLY_DONE, "Clock for the next game: none."},
        {"puzzles", REPLY_REFUSED, "saved data"},
        {"setpu", REPLY_REFUSED, "Did you mean setup?"},
        {"setup", REPLY_DONE, "Set up a position"},
        {"cancel", REPLY_DONE, "Cancelled"},
        {"analyse", REPLY_DONE, "Analysing."},
        {"eval", REPLY_DONE, ""}, /* stays in the analysis */
        {"analysis", REPLY_DONE, "Back to the game."},
        {"rotate", REPLY_SCREEN, ""},
        {"bye", REPLY_SCREEN, ""},
        {"easier", REPLY_DONE, "In the next game the opponent is Fallible "},
        {"what did i do wrong?", REPLY_REFUSED, "review after the game"},
        {"hello", REPLY_REFUSED, "type a move"},
        {"new game", REPLY_DONE, "A new game"},
        {"new White", REPLY_DONE, "You have white"},
        {"new RANDOM", REPLY_DONE, "A new game"},
        {"new whit", REPLY_REFUSED, "Expected: new"},
        {"color Black", REPLY_DONE, "You have black"},
        {"color WHITE", REPLY_DONE, "You have white"},
        {"color whit", REPLY_REFUSED, "Expected: color"},
        {"horse to f3", REPLY_MOVED, ""},
        {"Oops", REPLY_DONE, "Taken back"},
        {"e4", REPLY_MOVED, ""},
        {"take it back", REPLY_DONE, "Taken back"},
        {"i give up", REPLY_DONE, "you resigned"},
    };
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session_reply reply = enter(session, cases[i].line);
        if (reply.kind != cases[i].kind || !strstr(reply.text, cases[i].words))
            fail_msg("'%s' answered %d '%s', without '%s'", cases[i].line, (int)reply.kind,
                     reply.text, cases[i].words);
        wait_for_opponent(session);
    }
    session_destroy(session);
}

static void commands_of_the_shell_are_known(void **state)
{
    static const char *const names[] = {
#define X(id, name, arguments, words) name,
        COMMANDS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        enum session_command command;
        struct session_reply reply;
        if (!session_command_named(names[i], &command) && !session_is_for_shell(names[i]) &&
            !session_advise(names[i], &reply))
            fail_msg("nothing is said about %s", names[i]);
    }
}

static void themes_are_named_in_words(void **state)
{
    static const struct {
        const char *words, *theme;
    } cases[] = {
        {"Mate in 2", "mateIn2"},
        {"mateIn2", "mateIn2"},
        {"hanging pieces", "hangingPiece"},
        {"Fork", "fork"},
        {"Kingside attack", "kingsideAttack"},
        {"x-ray attack", "xRayAttack"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char theme[32];
        motif_theme_from_words(cases[i].words, theme, sizeof theme);
        assert_string_equal(theme, cases[i].theme);
    }
}

/* Every theme of the puzzles that come with the program. */
static void every_theme_has_words_that_name_it(void **state)
{
    static const struct {
        const char *theme, *words;
    } cases[] = {{"hangingPiece", "hanging piece"}, {"mateIn2", "mate in 2"},
                 {"xRayAttack", "x ray attack"},    {"attackingF2F7", "attacking f2 f7"},
                 {"superGM", "super GM"},           {"morphysMate", "Morphy's mate"}};
    char line[1024], words[96], back[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        motif_theme_words(cases[i].theme, words, sizeof words);
        assert_string_equal(words, cases[i].words);
    }
    FILE *file = fopen("puzzles/lichess.csv", "r");
    if (!file)
        skip();
    assert_non_null(fgets(line, sizeof line, file)); /* the names of the columns */
    while (fgets(line, sizeof line, file)) {
        char *rest = line;
        for (int column = 0; column < 5; column++)
            assert_non_null(strsep(&rest, ","));
        rest[strcspn(rest, ",\n")] = '\0';
        for (char *theme; (theme = strsep(&rest, " "));) {
            motif_theme_words(theme, words, sizeof words);
            for (const char *at = words; *at && at[1]; at++)
                if (islower((unsigned char)at[0]) && isupper((unsigned char)at[1]))
                    fail_msg("%s is shown as %s", theme, words);
            motif_theme_from_words(words, back, sizeof back);
            assert_string_equal(back, theme);
        }
    }
    fclose(file);
}

static void strength_changes_during_a_game(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "preset expert").kind, REPLY_DONE);
    assert_int_equal(look(session).handicap.elo, 1980);
    assert_int_equal(enter(session, "know king_safety 12%").kind, REPLY_DONE);
    assert_int_equal(look(session).handicap.knowledge[GROUP_KING_SAFETY], 12);
    assert_int_equal(enter(session, "seed 99").kind, REPLY_DONE);
    assert_true(look(session).handicap.seed == 99);
    assert_string_equal(look(session).opponent, "Fallible custom");
    assert_int_equal(enter(session, "method noise").kind, REPLY_DONE);
    assert_string_equal(look(session).opponent, "Fallible 1980 expert");
    assert_int_equal(enter(session, "elo full").kind, REPLY_DONE);
    assert_false(look(session).handicap.limited);
    session_destroy(session);
}

static void the_same_opponent_does_not_rate_a_game_with_help(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.adaptive = true; /* rated without a database */
    struct session *session = start(&options);
    assert_string_equal(session->rated.unrated, "");
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_string_not_equal(session->rated.unrated, "");
    assert_int_equal(look(session).live->ply, 0);
    assert_int_equal(enter(session, "elo 1300").kind, REPLY_DONE);
    assert_string_not_equal(session->rated.unrated, "");
    assert_int_equal(enter(session, "d4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(enter(session, "elo 1300").kind, REPLY_DONE);
    assert_string_not_equal(session->rated.unrated, "");
    assert_int_equal(enter(session, "new").kind, REPLY_DONE);
    assert_string_equal(session->rated.unrated, "");
    assert_int_equal(enter(session, "elo full").kind, REPLY_DONE);
    assert_string_not_equal(session->rated.unrated, "");
    assert_int_equal(enter(session, "elo 1300").kind, REPLY_DONE);
    assert_string_equal(session->rated.unrated, ""); /* before the first move it is rated again */
    session_destroy(session);
}

static void a_custom_opponent_keeps_the_level_it_came_from(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    struct handicap handicap = handicap_for(strength, METHOD_NOISE, 1800, 7);
    handicap.knowledge[GROUP_KING_SAFETY] = 3;
    for (int time = 0; time < 2; time++) { /* the second time it is the opponent already */
        session_set_handicap(session, &handicap);
        assert_string_equal(look(session).opponent, "Fallible custom");
        assert_int_equal(session_level(session), 1800);
    }
    handicap.knowledge[GROUP_KING_SAFETY] = 100;
    handicap.knowledge[GROUP_MOBILITY] = 3;
    session_set_handicap(session, &handicap);
    assert_string_equal(look(session).opponent, "Fallible custom");
    handicap = handicap_for(strength, METHOD_NOISE, 1800, 7);
    handicap.elo = ELO_FULL; /* as it is while it is custom */
    session_set_handicap(session, &handicap);
    assert_int_equal(look(session).handicap.elo, 1800); /* all numbers are the level's again */
    session_destroy(session);
}

static void the_level_shown_in_analysis_is_not_the_next_opponent(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    const struct handicap before = look(session).handicap;
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    session_analyze(session, true);
    struct handicap shown = before;
    shown.knowledge[GROUP_MOBILITY] = before.knowledge[GROUP_MOBILITY] == 3 ? 4 : 3;
    session_set_handicap(session, &shown);
    assert_int_equal(look(session).handicap.knowledge[GROUP_MOBILITY],
                     shown.knowledge[GROUP_MOBILITY]);
    assert_non_null(strstr(enter(session, "elo 1700").text, "Your next opponent is still "));
    assert_int_equal(look(session).level, 1700);

    session_analyze(session, false);
    assert_true(same_handicap(&before, &session->handicap));
    session_analyze(session, true); /* the analysis shows again what was chosen there */
    assert_int_equal(look(session).level, 1700);
    assert_int_equal(enter(session, "easier").kind, REPLY_DONE); /* this is about the next game */
    assert_int_equal(session->next_level, before.elo - 100);

    assert_int_equal(enter(session, "play white").kind, REPLY_DONE); /* against the level shown */
    assert_int_equal(look(session).level, 1700);
    assert_int_equal(enter(session, "stop").kind, REPLY_DONE);
    assert_int_equal(enter(session, "new white").kind, REPLY_DONE);
    assert_int_equal(look(session).handicap.elo, before.elo - 100);
    session_analyze(session, true); /* during a game the level shown is the opponent */
    assert_int_equal(enter(session, "elo 1700").kind, REPLY_DONE);
    session_analyze(session, false);
    assert_int_equal(look(session).handicap.elo, 1700);
    session_destroy(session);
}

static void a_rating_that_stays_has_not_changed(void **state)
{
    static const struct {
        double from, to;
        const char *words;
    } cases[] = {{1432, 1441, "+9"}, {1432.4, 1431.6, "no change"}, {1431.6, 1432.4, "no change"},
                 {1432.4, 1432.6, "+1"}, {1441, 1432, "-9"}, {1500, 1500, "no change"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[16];
        session_change_words(cases[i].from, cases[i].to, words, sizeof words);
        assert_string_equal(words, cases[i].words);
    }
}

static void a_provisional_rating_shows_no_change(void **state)
{
    char words[48];
    session_new_rating_words(800, 571, RATING_GUESS + 1, words, sizeof words);
    assert_string_equal(words, "571, still uncertain");
    session_new_rating_words(800, 792, RATING_GUESS, words, sizeof words);
    assert_string_equal(words, "792 (-8)");
}

static void a_group_changed_back_rates_the_game_again(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.adaptive = true; /* rated without a database */
    struct session *session = start(&options);
    assert_int_equal(enter(session, "elo 2600").kind, REPLY_DONE);
    int level = look(session).handicap.elo, percent = look(session).handicap.knowledge[GROUP_PAWN_VALUES];
    char back[64];
    assert_int_equal(enter(session, "set pawn_values off").kind, REPLY_DONE);
    assert_string_equal(look(session).opponent, "Fallible custom");
    assert_string_not_equal(session->rated.unrated, "");
    snprintf(back, sizeof back, "set pawn_values %d%%", percent);
    assert_non_null(strstr(enter(session, back).text, "level again"));
    assert_int_equal(look(session).handicap.elo, level);
    assert_string_equal(session->rated.unrated, "");
    session_destroy(session);
}

static void every_way_to_a_new_game_gives_the_colour_that_home_tells(void **state)
{
    static const char *const ways[] = {"new", "again", "play", "new game", "rematch"};
    struct session_options options = options_for(CHESS_START_FEN);
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct session *session = start(&options);
        for (int game = 0; game < 3; game++) {
            static struct home home;
            assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
            session_read_home(session, &home);
            const char *told = look(session).you == WHITE ? "you have black" : "you have white";
            int next = session_next_color(session);
            assert_non_null(strstr(home.rows[HOME_AGAIN].text, told));
            assert_int_equal(enter(session, ways[i]).kind, REPLY_DONE);
            assert_int_equal(look(session).you, next);
        }
        session_destroy(session);
    }
}

static void the_opponent_promised_for_the_next_game_is_kept(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "harder").kind, REPLY_DONE);
    struct handicap now = look(session).handicap;
    session_set_handicap(session, &now);
    int level = session->next_level;
    assert_true(level > now.elo);
    assert_int_equal(enter(session, "new white").kind, REPLY_DONE);
    assert_int_equal(look(session).handicap.elo, level);

    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    assert_int_equal(enter(session, "harder").kind, REPLY_DONE);
    level = session->next_level;
    assert_int_equal(enter(session, "method noise").kind, REPLY_DONE);
    assert_int_equal(look(session).handicap.elo, level);
    assert_int_equal(enter(session, "harder").kind, REPLY_DONE);
    level = session->next_level;
    assert_int_equal(enter(session, "know king_safety 3").kind, REPLY_DONE);
    assert_int_equal(session_level(session), level);
    session_destroy(session);
}

static void texts_of_the_analysis_name_the_same_best_move(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    struct session_view view = look(session);
    const Move e4 = move_make(12, 28, MOVE_NORMAL, 0), d4 = move_make(11, 27, MOVE_NORMAL, 0);
    const Move a3 = move_make(8, 16, MOVE_NORMAL, 0);
    char text[160];
    view.has_analysis = view.has_probed = true;
    view.analysis = (struct report){.line_count = 1, .lines = {{.length = 1, .moves = {d4}}}};
    memset(&view.probed, 0, sizeof view.probed);
    view.probed.rungs_known = 1;
    assert_int_equal(analysis_best_move(&view), NO_MOVE);
    view.probed.right_count = 2;
    view.probed.right[0] = e4;
    view.probed.right[1] = d4;
    assert_int_equal(analysis_best_move(&view), d4);
    analysis_found(&view, text, sizeof text);
    assert_string_equal(text, "d4 or an equal move: 1 of 21 ratings tested");

    /* The ladder was measured with the right moves. The analysis now prefers another one. */
    view.analysis.lines[0].moves[0] = a3;
    assert_int_equal(analysis_best_move(&view), e4);
    analysis_found(&view, text, sizeof text);
    assert_string_equal(text, "e4 or an equal move: 1 of 21 ratings tested");
    session_destroy(session);
}

static void analysis_leaves_the_game_alone(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    while (!look(session).has_analysis || look(session).analysis.line_count < 3 ||
           !look(session).has_probed || look(session).probed.move_count == 0)
        wait_a_little(session);
    assert_true(look(session).probed.move_count > 1);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "e5").kind, REPLY_MOVED);
    assert_int_equal(look(session).shown->ply, 2);
    assert_int_equal(look(session).live->ply, 0);
    assert_true(session_step(session, STEP_BACK));
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    assert_ptr_equal(look(session).shown, look(session).live);
    assert_null(look(session).live->child);
    session_destroy(session);
}

/* Undo continues the game, even during analysis. */
static void taking_back_is_going_on_with_the_game(void **state)
{
    struct session_options options = options_for("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "Qg7").kind, REPLY_MOVED);
    assert_false(look(session).playing);
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_false(look(session).analyzing);
    assert_int_equal(enter(session, "Qe7").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(look(session).live->ply, 2);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    assert_int_equal(enter(session, "redo").kind, REPLY_DONE);
    assert_false(look(session).analyzing);
    assert_int_equal(look(session).live->ply, 2);
    session_destroy(session);
}

static void a_game_begun_from_a_position_is_no_analysis(void **state)
{
    char path[] = "/tmp/fallible-pgn-XXXXXX", line[64];
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    assert_int_equal(enter(session, "fen " CHESS_START_FEN).kind, REPLY_DONE);
    assert_false(look(session).analyzing);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(look(session).live->ply, 2);
    /* A game continued from a file is not stored either. */
    file_make(path, "", 0);
    snprintf(line, sizeof line, "save %s", path);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    assert_int_equal(enter(session, "analyze").kind, REPLY_DONE);
    snprintf(line, sizeof line, "load %s", path);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    assert_false(look(session).analyzing);
    assert_int_equal(enter(session, "a3").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(look(session).live->ply, 4);
    unlink(path);
    session_destroy(session);
}

static void new_in_an_analysis_begins_another(void **state)
{
    struct session_options options = options_for("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    options.analyze_only = true;
    struct session *session = start(&options);
    session_analyze(session, true);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_string_equal(enter(session, "new").text, "White to move.");
    assert_int_equal(look(session).shown->ply, 0);
    while (!look(session).has_analysis)
        wait_a_little(session);
    session_destroy(session);
}

/* As hints, reviews and books write them. */
static void a_move_may_carry_its_number(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.analyze_only = true;
    struct session *session = start(&options);
    session_analyze(session, true);
    assert_int_equal(enter(session, "1.e4").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "1...e5").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "2. Nf3").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "2.").kind, REPLY_REFUSED);
    assert_int_equal(enter(session, "2...Nf3").kind, REPLY_REFUSED);
    session_destroy(session);
}

static void hints_climb_a_ladder(void **state)
{
    struct session_options options = options_for("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    struct session *session = start(&options);
    for (int rung = 1; rung <= HINT_RUNGS; rung++) {
        assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
        while (look(session).hint.pending)
            wait_a_little(session);
        struct session_view view = look(session);
        if (rung == HINT_RUNGS) { /* a move that mates needs no proof */
            assert_int_equal(view.hint.rung, HINT_RUNGS - 1);
            break;
        }
        assert_int_equal(view.hint.rung, rung);
        bool tells = strstr(view.hint.text[rung - 1], "Re8") != NULL;
        assert_int_equal(tells, rung >= 3);
    }
    assert_int_equal(enter(session, "Re7").kind, REPLY_MOVED);
    assert_int_equal(look(session).hint.rung, 0);
    session_destroy(session);
}

static void a_hint_pressed_twice_while_it_is_thought_about_counts_twice(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session_options options =
        options_for("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
    assert_true(look(session).hint.pending);
    assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
    while (look(session).hint.pending)
        wait_a_little(session);
    assert_int_equal(look(session).hint.rung, 2);
    assert_true(look(session).hint.text[1][0] != '\0');
    session_destroy(session);
}

static void wait_for_hint(struct session *session)
{
    assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
    while (look(session).hint.pending)
        wait_a_little(session);
}

/* The threat to fork queen and bishop is proved by the longer search only. */
static void a_hint_without_a_reason_searches_on(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session_options options =
        options_for("2rqr1k1/b2b1pp1/p6p/nppN4/4P3/1BRQ1N1P/PP3PP1/2R3K1 w - - 0 20");
    struct session *session = start(&options);
    wait_for_hint(session);
    assert_string_equal(look(session).hint.text[0], "Your opponent threatens something: what?");
    assert_non_null(strstr(look(session).hint.text[3], "meets the threat of 20...c4"));
    session_destroy(session);
}

/* Here no engine would play the move of the repertoire. The cost of a hint is said before it. */
static void a_hint_in_practice_leads_to_the_move_asked_for(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    struct card card = {.kind = CARD_REPERTOIRE,
                        .position = from_fen(CHESS_START_FEN),
                        .solution = {.score = 0, .length = 1},
                        .played = NO_MOVE};
    assert_true(chess_from_uci(&card.position, "a2a4", &card.solution.line[0]));
    assert_true(session_practise(session, &card, 1));
    assert_non_null(look(session).hint_cost);
    wait_for_hint(session);
    assert_string_equal(look(session).message, "With a hint the position counts as missed.");
    assert_null(look(session).hint_cost);
    for (int rung = 2; rung <= HINT_RUNGS; rung++)
        wait_for_hint(session);
    assert_string_equal(look(session).hint.text[1], "Look at your pawn on a2.");
    assert_string_equal(look(session).hint.text[2], "Play 1.a4.");
    session_destroy(session);
}

/* The card's score of g5 is far too high. b3 is at least as good as g5 and is right, and what the
 * best move is worth comes from a search too. */
static void a_move_is_compared_with_the_solution_by_equal_searches(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    struct card card = {.kind = CARD_MISTAKE,
                        .position = from_fen("8/2p2R2/2pk4/8/Pr4Pp/6bP/1PP1B3/7K w - - 0 34"),
                        .solution = {.score = 900, .depth = 20, .nodes = 1000000, .length = 1},
                        .played = NO_MOVE};
    assert_true(chess_from_uci(&card.position, "g4g5", &card.solution.line[0]));
    assert_true(session_practise(session, &card, 1));
    (void)enter(session, "c3");
    while (look(session).judging)
        wait_a_little(session);
    assert_non_null(strstr(look(session).message, "Not 34. c3: it leaves you +"));
    const char *best = strstr(look(session).message, "; the best move +");
    assert_non_null(best);
    assert_in_range(strtod(best + strlen("; the best move +"), NULL) * 100, 100, 500);
    (void)enter(session, "b3");
    while (look(session).judging)
        wait_a_little(session);
    assert_non_null(strstr(look(session).message, "Right: 34. b3 is as good as 34. g5."));
    session_destroy(session);
}

static void an_analysis_goes_on_after_a_hint(void **state)
{
    struct session_options options = options_for("6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1");
    options.analyze_only = true;
    struct session *session = start(&options);
    session_analyze(session, true);
    while (!look(session).has_analysis)
        wait_a_little(session);
    wait_for_hint(session);
    assert_true(look(session).hint.text[3][0] != '\0');
    assert_false(look(session).analysis_failed);
    uint64_t nodes = 0; /* of this search, which is another one */
    for (int i = 0; i < 3; i++) {
        while (!look(session).has_analysis || look(session).analysis.nodes <= nodes)
            wait_a_little(session);
        nodes = look(session).analysis.nodes;
    }
    /* A move during the search for a hint cancels it. */
    assert_int_equal(enter(session, "g6").kind, REPLY_MOVED);
    assert_int_equal(enter(session, "hint").kind, REPLY_DONE);
    assert_int_equal(enter(session, "Rb8").kind, REPLY_MOVED);
    assert_int_equal(look(session).hint.rung, 0);
    while (!look(session).has_analysis)
        wait_a_little(session);
    session_destroy(session);
}

/* Waits so long that the clocks would show it. */
static void think_for_a_moment(struct session *session)
{
    for (int i = 0; i < 60; i++)
        wait_a_little(session);
}

/* As during the question about an unfinished game. */
static void before_a_game_the_clocks_are_full(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.control = (struct time_control){.base = 600000, .increment = 2000};
    struct session *session = session_create(&options, NULL);
    assert_non_null(session);
    assert_int_equal(look(session).remaining[WHITE], 600000);
    session_destroy(session);
}

static void the_clocks_go_back_with_the_moves(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.control = (struct time_control){.base = 600000, .increment = 2000};
    struct session *session = start(&options);
    think_for_a_moment(session);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    const struct game_node *answer = look(session).live;
    int64_t mine = answer->parent->clock, its = answer->clock;
    assert_true(mine < 602000 && its <= 602000);
    think_for_a_moment(session);
    assert_int_equal(enter(session, "d4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    int64_t later = look(session).live->parent->clock, its_later = look(session).live->clock;

    think_for_a_moment(session);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    struct session_view view = look(session);
    assert_in_range(view.remaining[WHITE], mine - 1000, mine);
    assert_int_equal(view.remaining[BLACK], its);
    assert_int_equal(enter(session, "undo").kind, REPLY_DONE);
    view = look(session);
    assert_in_range(view.remaining[WHITE], 600000 - 1000, 600000);
    assert_int_equal(view.remaining[BLACK], 600000);
    assert_int_equal(enter(session, "redo").kind, REPLY_DONE);
    assert_int_equal(enter(session, "redo").kind, REPLY_DONE);
    view = look(session);
    assert_in_range(view.remaining[WHITE], later - 1000, later);
    assert_int_equal(view.remaining[BLACK], its_later);
    session_destroy(session);
}

static void remove_database(const char *folder)
{
    static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm",
                                        "games.db-playing", "games.db-moves"};
    char path[96];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* The clock of a game that waits stands still, and the newest game is resumed first. */
/* The usual options, with a database in a new folder. mkdtemp writes the name of the folder. */
static struct session_options options_with_store(char folder[], char path[64])
{
    struct session_options options = options_for(CHESS_START_FEN);
    assert_non_null(mkdtemp(folder));
    snprintf(path, 64, "%s/games.db", folder);
    options.store_path = path;
    return options;
}

static void a_game_left_for_another_is_resumed(void **state)
{
    static const char *const moves[] = {"d4", "c4"};
    char folder[] = "/tmp/fallible-session-XXXXXX", path[64], text[128];
    struct error error = {0};
    struct session_options options = options_with_store(folder, path);
    options.control = (struct time_control){.base = 600000};
    struct session *session = start(&options);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(enter(session, moves[i]).kind, REPLY_MOVED);
        wait_for_opponent(session);
        assert_non_null(strstr(session_asks(session, "new white"), "Leave it for later"));
        assert_int_equal(enter(session, "new white").kind, REPLY_DONE);
    }
    for (int i = 1; i >= 0; i--) {
        assert_true(session_unfinished(session, text, sizeof text));
        assert_non_null(strstr(text, "Fallible 800, move 2"));
        assert_true(session_resume(session, &error));
        struct session_view view = look(session);
        assert_int_equal(view.live->ply, 2);
        chess_to_san(&view.game->root->position, view.live->parent->move, text);
        assert_string_equal(text, moves[i]);
        assert_in_range(view.remaining[WHITE], 590000, 600000);
        assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    }
    assert_false(session_unfinished(session, text, sizeof text));
    session_destroy(session);
    remove_database(folder);
}

static void home_asks_for_the_better_move_without_naming_it(void **state)
{
    static struct home home;
    char folder[] = "/tmp/fallible-session-XXXXXX", path[64];
    struct error error = {0};
    struct session_options options = options_with_store(folder, path);
    struct session *session = start(&options);
    assert_int_equal(enter(session, "d4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    session_destroy(session);
    /* Makes the game long enough to have a lesson. */
    struct store *store = store_open(path, &error);
    assert_non_null(store);
    assert_true(store_execute(store, "INSERT INTO moves VALUES (1, 20, 796, 0, -1)", "testing",
                              &error));
    struct card card = {.kind = CARD_GIFT, .game = 1, .position = from_fen(CHESS_START_FEN),
                        .why = "A chance you missed: 8. h3?!."};
    assert_true(chess_from_uci(&card.position, "a2a3", &card.played));
    assert_true(chess_from_uci(&card.position, "e2e4", &card.solution.line[0]));
    card.solution.length = 1;
    assert_true(store_add_card(store, &card, &error));
    store_close(store);
    session = session_create(&options, &error);
    assert_non_null(session);
    session_read_home(session, &home);
    assert_string_equal(home.rows[HOME_LESSON].text, "you lost. A chance you missed: 8. h3?!; "
                                                     "you played 1. a3. Find the better move.");
    session_destroy(session);
    store = store_open(path, &error);
    assert_non_null(store);
    assert_true(store_execute(store,
                              "UPDATE deck SET kind = 'mistake', why = 'A mistake of yours: 1. a3?.',"
                              " reason = 'made the position worse; 1.e4 was better'",
                              "testing", &error));
    store_close(store);
    session = session_create(&options, &error);
    assert_non_null(session);
    session_read_home(session, &home);
    assert_string_equal(home.rows[HOME_LESSON].text,
                        "you lost. A mistake of yours: 1. a3? made the position worse. "
                        "Find the better move.");
    session_destroy(session);
    remove_database(folder);
}

static void a_game_left_before_a_finished_one_is_not_asked_about(void **state)
{
    char folder[] = "/tmp/fallible-session-XXXXXX", path[64], text[128];
    struct error error = {0};
    struct session_options options = options_with_store(folder, path);
    struct session *session = start(&options);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(enter(session, "d4").kind, REPLY_MOVED);
        wait_for_opponent(session);
        assert_int_equal(enter(session, i ? "resign" : "new white").kind, REPLY_DONE);
    }
    session_destroy(session);
    session = session_create(&options, &error);
    assert_non_null(session);
    assert_true(session_unfinished(session, text, sizeof text)); /* home lists it */
    assert_false(session_left_last(session));
    session_destroy(session);
    remove_database(folder);
}

static void an_unfinished_game_is_resumed(void **state)
{
    char folder[] = "/tmp/fallible-session-XXXXXX", path[64], text[128];
    struct session_options options = options_with_store(folder, path);
    struct session *session = start(&options);
    assert_false(session_unfinished(session, text, sizeof text));
    assert_int_equal(enter(session, "d4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    Move answer = look(session).live->move;
    session_destroy(session);

    struct error error = {0};
    options.elo = 2000;
    session = session_create(&options, &error);
    assert_non_null(session);
    assert_true(session_unfinished(session, text, sizeof text));
    assert_true(session_left_last(session));
    assert_non_null(strstr(text, "Fallible 800"));
    session_analyze(session, true);
    assert_true(session_resume(session, &error));
    assert_false(look(session).analyzing);
    assert_int_equal(look(session).live->ply, 2);
    assert_int_equal(look(session).live->move, answer);
    assert_int_equal(look(session).handicap.elo, 800);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    session_destroy(session);

    session = session_create(&options, &error);
    assert_non_null(session);
    assert_false(session_unfinished(session, text, sizeof text));
    session_destroy(session);
    remove_database(folder);
}

static void a_saved_game_is_loaded(void **state)
{
    char path[] = "/tmp/fallible-pgn-XXXXXX", line[64];
    file_make(path, "", 0);
    struct session_options options = options_for("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    struct session *session = start(&options);
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    wait_for_opponent(session);
    assert_int_equal(enter(session, "resign").kind, REPLY_DONE);
    snprintf(line, sizeof line, "save %s", path);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    assert_int_equal(enter(session, "new black").kind, REPLY_DONE);
    snprintf(line, sizeof line, "load %s", path);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    struct session_view view = look(session);
    assert_int_equal(view.live->ply, 2);
    assert_int_equal(view.result, RESULT_BLACK);
    assert_string_equal(game_tag(view.game, "BlackElo"), "800");
    assert_false(view.playing);
    session_destroy(session);
    /* In a session with a clock, too, the file's game shows no other clock than its own. */
    options.control = (struct time_control){.base = 60000};
    session = start(&options);
    assert_false(look(session).control.untimed);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    assert_true(look(session).control.untimed);
    session_destroy(session);
    unlink(path);
}

/* As other programs do: [%clk] and [%emt] with a clock, nothing without one. */
static void only_games_with_a_clock_are_saved_with_times(void **state)
{
    for (int timed = 0; timed < 2; timed++) {
        char path[] = "/tmp/fallible-pgn-XXXXXX", line[64], text[2048] = "";
        int descriptor = mkstemp(path);
        assert_true(descriptor >= 0);
        struct session_options options = options_for("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        options.control = (struct time_control){.untimed = !timed, .base = timed ? 60000 : 0};
        struct session *session = start(&options);
        assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
        assert_true(look(session).live->elapsed >= 0); /* the clock pane shows it anyway */
        snprintf(line, sizeof line, "save %s", path);
        assert_int_equal(enter(session, line).kind, REPLY_DONE);
        assert_true(read(descriptor, text, sizeof text - 1) > 0);
        assert_int_equal(strstr(text, "[%clk 0:0") != NULL, timed);
        assert_int_equal(strstr(text, "[%emt 0:0") != NULL, timed);
        session_destroy(session);
        close(descriptor);
        unlink(path);
    }
}

static bool completes(struct session *session, const char *typed, const char *word)
{
    char words[256][32];
    int count = session_complete(session, typed, words, 256);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

static void expect_words(struct session *session, const char *typed, const char *wanted)
{
    char words[256][32], text[4096] = "";
    int count = session_complete(session, typed, words, 256);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? " " : "", words[i]);
    }
    assert_string_equal(text, wanted);
}

/* The shipped levels, but with a natural time of minutes. NULL if the table is missing. */
static struct strength *slow_levels(void)
{
    static const char shipped[] = "allotted = 3000\nshortest = 400\nlongest = 4000\n";
    static const char slow[] = "allotted = 600000\nshortest = 0\nlongest = 600000\n";
    char changed[1 << 18];
    struct error error = {0};
    size_t size;
    if (access("share/strength.conf", R_OK) != 0)
        return NULL;
    char *text = file_read("share/strength.conf", &size), *at = strstr(text, shipped);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, slow,
             at + strlen(shipped));
    free(text);
    return strength_create(changed, NULL, &error);
}

static void only_what_is_thought_about_takes_its_time(void **state)
{
    static const struct {
        const char *fen;
        int elo;
        bool book, thought;
        const char *move;
    } cases[] = {
        /* An only move, a recapture, a named opening, a book move. */
        {"6k1/5pp1/7p/8/8/8/8/4R1K1 w - - 0 1", ELO_FULL, false, false, "Re8"},
        {"6k1/5pp1/7p/8/8/8/8/4R1K1 w - - 0 1", 1500, false, false, "Re8"},
        {"4k3/5ppp/4p3/3q4/8/2N5/5PPP/4K3 w - - 0 1", 2600, false, false, "Nxd5"},
        {"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", 1500, false, false,
         "Bb5"},
        {CHESS_START_FEN, ELO_FULL, true, false, "e4"},
        /* Any other move. */
        {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 1500, false, true, "e4"},
    };
    struct error error = {0};
    struct strength *slow = slow_levels();
    struct openings *openings = openings_load("share/openings.tsv", &error);
    if (!slow || !openings || access("share/book.bin", R_OK) != 0) {
        print_message("share/ is not there: run from the top of the tree\n");
        openings_free(openings);
        strength_destroy(slow);
        skip();
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session_options options = options_for(cases[i].fen);
        options.strength = slow;
        options.openings = openings;
        options.natural_delay = true;
        options.method = METHOD_HUMAN;
        options.elo = cases[i].elo;
        options.book_path = cases[i].book ? "share/book.bin" : NULL;
        struct session *session = start(&options);
        assert_int_equal(enter(session, cases[i].move).kind, REPLY_MOVED);
        struct session_view view = look(session);
        for (int left = 60000; left > 0 && view.playing && !view.your_turn; left--) {
            if (cases[i].thought && view.has_thinking && view.thinking.finished)
                break;
            wait_a_little(session);
            view = look(session);
        }
        if (view.awaiting_move != cases[i].thought)
            fail_msg("%s %s is %s", cases[i].fen, cases[i].move,
                     cases[i].thought ? "answered at once" : "thought about");
        if (cases[i].thought) {
            assert_int_equal(enter(session, "go").kind, REPLY_DONE);
            (void)session_tick(session);
            assert_true(look(session).your_turn);
        }
        session_destroy(session);
    }
    openings_free(openings);
    strength_destroy(slow);
}

/* A message about an earlier move is not shown again after the reply to "go". */
static void go_removes_an_old_message(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    options.adaptive = true; /* otherwise the game counts for nothing */
    struct session *session = start(&options);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(enter(session, "go").kind, REPLY_DONE);
        assert_string_equal(look(session).message,
                            i == 0 ? "This game no longer counts for your rating." : "");
        while (look(session).live->ply < 2 * (i + 1))
            wait_a_little(session);
    }
    session_destroy(session);
}

static void lines_are_completed(void **state)
{
    struct session_options options = options_for(CHESS_START_FEN);
    struct session *session = start(&options);
    assert_true(completes(session, "N", "Nf3"));
    assert_true(completes(session, "e2", "e2e4"));
    assert_true(completes(session, "re", "resign"));
    assert_true(completes(session, "preset strong", "strong-club"));
    assert_true(completes(session, "know pa", "passed_pawns"));
    assert_true(completes(session, "new b", "black"));
    assert_false(completes(session, "N", "resign"));
    /* Unusual spellings are offered only if they were begun, and last. */
    expect_words(session, "f", "f3 f4 fen flip fallible");
    expect_words(session, "f3", "f3 Nf3");
    expect_words(session, "g1", "g1f3 g1h3");
    expect_words(session, "Ng1", "Ng1f3 Ng1h3");
    expect_words(session, "Nf3", "Nf3");
    assert_int_equal(enter(session, "fen 4k3/8/8/8/4P3/8/8/3QK3 w - - 0 1").kind, REPLY_DONE);
    expect_words(session, "e4", "e4e5");
    expect_words(session, "e2", "Qe2 Ke2");
    char words[1][32];
    assert_int_equal(session_complete(session, "", words, 1), 1);
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_answered_and_taken_back),
        cmocka_unit_test(nothing_is_scored_before_the_first_move),
        cmocka_unit_test(the_same_seed_gives_the_same_game),
        cmocka_unit_test(the_opponent_ponders_and_goes_on_if_it_was_right),
        cmocka_unit_test(a_move_it_did_not_expect_ends_its_pondering),
        cmocka_unit_test(a_level_ponders_only_if_it_is_asked_to),
        cmocka_unit_test(a_human_opponent_errs_more_when_it_is_ahead),
        cmocka_unit_test(a_game_ends_by_the_rules),
        cmocka_unit_test(after_undo_a_finished_game_has_its_own_opponent),
        cmocka_unit_test(a_flag_falls_by_the_rules),
        cmocka_unit_test(nobody_loses_on_time_while_the_program_is_stopped),
        cmocka_unit_test(thinking_for_long_is_not_a_stop),
        cmocka_unit_test(a_draw_is_claimed),
        cmocka_unit_test(a_draw_is_claimed_with_the_move_to_come),
        cmocka_unit_test(the_opponent_resigns_claims_and_offers),
        cmocka_unit_test(a_human_opponent_resigns_like_people),
        cmocka_unit_test(pressure_is_switched_off),
        cmocka_unit_test(resign_policy_is_set),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(moves_in_the_wrong_case_are_understood),
        cmocka_unit_test(a_move_for_an_earlier_position_is_explained),
        cmocka_unit_test(moves_in_words_are_understood),
        cmocka_unit_test(a_position_is_played_by_the_side_to_move),
        cmocka_unit_test(castling_again_is_refused_in_one_line),
        cmocka_unit_test(a_pawn_may_be_named_in_its_move),
        cmocka_unit_test(words_of_other_programs_are_understood),
        cmocka_unit_test(commands_of_the_shell_are_known),
        cmocka_unit_test(themes_are_named_in_words),
        cmocka_unit_test(every_theme_has_words_that_name_it),
        cmocka_unit_test(strength_changes_during_a_game),
        cmocka_unit_test(the_same_opponent_does_not_rate_a_game_with_help),
        cmocka_unit_test(a_custom_opponent_keeps_the_level_it_came_from),
        cmocka_unit_test(a_group_changed_back_rates_the_game_again),
        cmocka_unit_test(the_level_shown_in_analysis_is_not_the_next_opponent),
        cmocka_unit_test(a_rating_that_stays_has_not_changed),
        cmocka_unit_test(a_provisional_rating_shows_no_change),
        cmocka_unit_test(every_way_to_a_new_game_gives_the_colour_that_home_tells),
        cmocka_unit_test(the_opponent_promised_for_the_next_game_is_kept),
        cmocka_unit_test(texts_of_the_analysis_name_the_same_best_move),
        cmocka_unit_test(analysis_leaves_the_game_alone),
        cmocka_unit_test(taking_back_is_going_on_with_the_game),
        cmocka_unit_test(a_game_begun_from_a_position_is_no_analysis),
        cmocka_unit_test(new_in_an_analysis_begins_another),
        cmocka_unit_test(a_move_may_carry_its_number),
        cmocka_unit_test(hints_climb_a_ladder),
        cmocka_unit_test(a_hint_pressed_twice_while_it_is_thought_about_counts_twice),
        cmocka_unit_test(a_hint_without_a_reason_searches_on),
        cmocka_unit_test(a_hint_in_practice_leads_to_the_move_asked_for),
        cmocka_unit_test(a_move_is_compared_with_the_solution_by_equal_searches),
        cmocka_unit_test(an_analysis_goes_on_after_a_hint),
        cmocka_unit_test(before_a_game_the_clocks_are_full),
        cmocka_unit_test(the_clocks_go_back_with_the_moves),
        cmocka_unit_test(an_unfinished_game_is_resumed),
        cmocka_unit_test(a_game_left_for_another_is_resumed),
        cmocka_unit_test(home_asks_for_the_better_move_without_naming_it),
        cmocka_unit_test(a_game_left_before_a_finished_one_is_not_asked_about),
        cmocka_unit_test(a_saved_game_is_loaded),
        cmocka_unit_test(only_games_with_a_clock_are_saved_with_times),
        cmocka_unit_test(only_what_is_thought_about_takes_its_time),
        cmocka_unit_test(go_removes_an_old_message),
        cmocka_unit_test(lines_are_completed),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
