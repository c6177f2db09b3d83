/* Every command in every mode: it is carried out or refused with a message, and no game is lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/session/state.h"
#include "tests/unit/file.h"
#include "tests/unit/folder.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

/* A finished game against our engine, of eight plies. */
static const char finished[] = "[White \"You\"]\n[Black \"Fallible 800\"]\n[Result \"0-1\"]\n\n"
                               "1. f3 e5 2. a3 Nc6 3. h3 d5 4. g4 Qh4# 0-1\n";
static const char studied[] = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
                              "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 1-0\n";

enum state { RESTING, THINKING, HINTING, GUEST_HANGS, STATE_COUNT };

static struct session *start(bool study, const char *guest)
{
    struct error error = {0};
    struct session_options options = {.strength = strength, .elo = 800, .seed = 7, .color = WHITE,
                                      .control = {.untimed = true}, .threads = 1, .hash_mb = 1,
                                      .start = from_fen(CHESS_START_FEN), .guest = guest,
                                      .analyze_only = study};
    struct session *session = session_create(&options, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

static void do_line(struct session *session, const char *line)
{
    struct session_reply reply = enter(session, line);
    if (reply.kind == REPLY_REFUSED)
        fail_msg("%s: %s", line, reply.text);
}

static void load(struct session *session, const char *name, const char *text)
{
    char path[128], line[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write(path, text);
    snprintf(line, sizeof line, "load %s", path);
    do_line(session, line);
    for (int i = 0; i < 2000 && look(session).loading; i++)
        wait_a_little(session);
    assert_false(look(session).loading);
}

/* A session in this mode and state: engine idle, thinking, giving a hint, or a silent guest. */
static struct session *session_in(enum mode mode, enum state state)
{
    struct error error = {0};
    bool study = mode == MODE_STUDYING || mode == MODE_ANALYSING || mode == MODE_GUESSING ||
                 mode == MODE_PLAYING_ON;
    struct session *session = start(study, state == GUEST_HANGS ? "uci:sleep 1000" : NULL);
    struct card card = {.kind = CARD_SUITE, .position = from_fen("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"),
                        .solution = {.score = SCORE_NONE}};
    if (mode != MODE_IDLE && !study && mode != MODE_FINISHED)
        assert_true(session_new(session, &error));
    if (mode == MODE_FINISHED || mode == MODE_PRACTISING)
        load(session, "finished.pgn", finished);
    if (study)
        load(session, "studied.pgn", studied);
    if (mode == MODE_ANALYSING || mode == MODE_GUESSING || mode == MODE_PLAYING_ON)
        session_analyze(session, true);
    if (mode == MODE_GUESSING)
        do_line(session, "guess white");
    if (mode == MODE_PLAYING_ON)
        do_line(session, "play white");
    if (mode == MODE_PRACTISING)
        assert_true(session_practise(session, &card, 1));
    if (mode == MODE_PLAYING && state != RESTING) {
        do_line(session, "e4");
        if (state != THINKING && state != GUEST_HANGS)
            wait_for_opponent(session);
    }
    if (mode == MODE_SETTING_UP)
        do_line(session, "edit");
    if (state == HINTING && mode != MODE_SETTING_UP)
        (void)enter(session, "hint");
    assert_int_equal(session->mode, mode);
    return session;
}

static const char *const arguments[] = {"", "white", "1400", "e4", "nonsense", "off", "-"};

/* Whether the command may replace or end the game on purpose. */
static bool may_replace(enum mode mode, enum session_command command)
{
    return mode == MODE_SETTING_UP || command == COMMAND_NEW ||
           command == COMMAND_AGAIN || command == COMMAND_FEN || command == COMMAND_LOAD ||
           command == COMMAND_PLAY || command == COMMAND_STOP || command == COMMAND_UNDO ||
           command == COMMAND_DELETE || command == COMMAND_ODDS;
}

static void try_command(enum mode mode, enum state state, enum session_command command,
                        const char *argument)
{
    struct session *session = session_in(mode, state);
    int plies = session->live->ply;
    bool went_on = session_goes_on(session);
    char line[128];
    snprintf(line, sizeof line, "%s %s", session_command_name(command), argument);
    struct session_reply reply = enter(session, line);
    if (reply.kind == REPLY_REFUSED && !reply.text[0])
        fail_msg("mode %d, state %d: '%s' was refused without a word", mode, state, line);
    assert_in_range(session->mode, MODE_IDLE, MODE_COUNT - 1);
    bool in_game_mode = session->mode == session_game_mode(session);
    assert_true(in_game_mode || session->mode == MODE_ANALYSING ||
                session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING ||
                session->mode == MODE_SETTING_UP);
    if (session->live->ply < plies && !may_replace(mode, command))
        fail_msg("mode %d, state %d: '%s' lost moves", mode, state, line);
    if (went_on && !session_goes_on(session) && !may_replace(mode, command) &&
        command != COMMAND_RESIGN && command != COMMAND_DRAW && command != COMMAND_EDIT)
        fail_msg("mode %d, state %d: '%s' ended the game", mode, state, line);
    for (int i = 0; i < 3; i++) {
        (void)session_tick(session);
        (void)look(session);
    }
    (void)enter(session, "e4");
    (void)enter(session, "stop");
    (void)session_tick(session);
    (void)look(session);
    session_destroy(session);
}

static void every_command_in(enum state state, bool all_arguments)
{
    for (int mode = MODE_IDLE; mode < MODE_COUNT; mode++) {
        for (int command = 0; command < COMMAND_COUNT; command++) {
            size_t count = all_arguments ? sizeof arguments / sizeof *arguments : 1;
            for (size_t i = 0; i < count; i++)
                if ((i + (size_t)(mode + command)) % (all_arguments ? every_few() : SPARING) == 0)
                    try_command((enum mode)mode, state, (enum session_command)command,
                                arguments[i]);
        }
    }
}

static void every_command_in_every_mode(void **state)
{
    every_command_in(RESTING, true);
}

/* It thinks about a move in one mode only; in the others the state would be RESTING. */
static void every_command_while_the_engine_thinks(void **state)
{
    for (int command = 0; command < COMMAND_COUNT; command++)
        try_command(MODE_PLAYING, THINKING, (enum session_command)command, "");
}

static void every_command_while_a_hint_is_looked_for(void **state)
{
    every_command_in(HINTING, false);
}

static void every_command_while_a_guest_hangs(void **state)
{
    for (int command = 0; command < COMMAND_COUNT; command += SPARING)
        try_command(MODE_PLAYING, GUEST_HANGS, (enum session_command)command, "");
}

static void a_command_out_of_place_says_what_it_is_for(void **state)
{
    static const struct {
        enum mode mode;
        const char *line, *word;
    } cases[] = {
        {MODE_PLAYING, "try", "after the game"}, {MODE_PLAYING, "play white", "in analysis"},
        {MODE_FINISHED, "resign", "No game"},    {MODE_FINISHED, "go", "No game"},
        {MODE_PLAYING, "skip", "type try"},      {MODE_ANALYSING, "opponent x", "no opponent"},
        {MODE_PRACTISING, "edit", "stop first"}, {MODE_PLAYING, "undo now", "nothing after"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session *session = session_in(cases[i].mode, RESTING);
        struct session_reply reply = enter(session, cases[i].line);
        assert_int_equal(reply.kind, REPLY_REFUSED);
        if (!strstr(reply.text, cases[i].word))
            fail_msg("%s: %s", cases[i].line, reply.text);
        session_destroy(session);
    }
}

static void setting_up_goes_back_to_where_it_began(void **state)
{
    static const enum mode modes[] = {MODE_PLAYING, MODE_FINISHED, MODE_ANALYSING, MODE_PLAYING_ON};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct session *session = session_in(modes[i], RESTING);
        do_line(session, "edit");
        assert_int_equal(session->mode, MODE_SETTING_UP);
        do_line(session, "cancel");
        assert_int_equal(session->mode, modes[i]);
        session_destroy(session);
    }
}

/* The review pauses the analysis; the tree is then opened at the position shown before. */
static void a_pause_of_the_analysis_keeps_the_position_of_a_loaded_game(void **state)
{
    struct session *session = session_in(MODE_FINISHED, RESTING);
    (void)state;
    session_analyze(session, true);
    (void)session_step(session, STEP_START);
    for (int i = 0; i < 3; i++)
        assert_true(session_step(session, STEP_FORWARD));
    session_pause_analysis(session);
    assert_int_equal(session->mode, MODE_FINISHED);
    session_analyze(session, true);
    assert_int_equal(look(session).shown->ply, 3);
    session_destroy(session);
}

static int begin(void **state)
{
    return make_levels(state) || make_folder(state) || chdir(folder); /* save writes here */
}

static int end(void **state)
{
    return free_levels(state) || remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_in_every_mode),
        cmocka_unit_test(every_command_while_the_engine_thinks),
        cmocka_unit_test(every_command_while_a_hint_is_looked_for),
        cmocka_unit_test(every_command_while_a_guest_hangs),
        cmocka_unit_test(a_command_out_of_place_says_what_it_is_for),
        cmocka_unit_test(setting_up_goes_back_to_where_it_began),
        cmocka_unit_test(a_pause_of_the_analysis_keeps_the_position_of_a_loaded_game),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
