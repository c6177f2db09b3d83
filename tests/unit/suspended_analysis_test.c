/* What can start from a position under analysis: variations, playing on, guessing moves, the
 * review, an external analyst. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/game/annotate.h"
#include "tests/unit/file.h"
#include "tests/unit/levels.h"
#include "tests/unit/session.h"

static char file_name[] = "/tmp/fallible-aside-XXXXXX";

static const char game_text[] = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
                                "1. e4 e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6 3. Bc4 {[%eval 0.1] so} Nf6 "
                                "4. Qxf7# 1-0\n";

static int begin(void **state)
{
    int descriptor = mkstemp(file_name);
    if (descriptor < 0 || make_levels(state))
        return -1;
    close(descriptor);
    return 0;
}

static int end(void **state)
{
    unlink(file_name);
    return free_levels(state);
}

static void expect(struct session *session, const char *line, enum reply_kind kind,
                   const char *word)
{
    struct session_reply reply = enter(session, line);
    if (reply.kind != kind || !strstr(reply.text, word))
        fail_msg("'%s' answered '%s' (%d), without '%s'", line, reply.text, (int)reply.kind, word);
}

/* Starts to analyse the game above, read from its file. */
static struct session *start(const char *analyst)
{
    struct error error = {0};
    struct session_options options = {.strength = strength, .elo = 700, .seed = 7, .color = WHITE,
                                      .control = {.untimed = true}, .threads = 1, .hash_mb = 1,
                                      .analyze_only = true, .analyst = analyst};
    char line[64];
    chess_start(&options.start);
    file_write(file_name, game_text);
    struct session *session = session_create(&options, &error);
    if (!session)
        fail_msg("%s", error.message);
    snprintf(line, sizeof line, "load %s", file_name);
    assert_int_equal(enter(session, line).kind, REPLY_DONE);
    session_analyze(session, true);
    return session;
}

static void forward(struct session *session, int plies)
{
    for (int i = 0; i < plies; i++)
        assert_true(session_step(session, STEP_FORWARD));
}

/* The file's content on one line; the caller frees it. */
static char *file_now(void)
{
    size_t size;
    char *text = file_read(file_name, &size);
    for (char *at = text; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    return text;
}

static void variations_are_changed_and_saved(void **state)
{
    struct session *session = start(NULL);
    expect(session, "promote", REPLY_REFUSED, "main line");
    expect(session, "delete", REPLY_REFUSED, "no move");
    expect(session, "mark !", REPLY_REFUSED, "Expected: mark");
    forward(session, 2);
    expect(session, "line", REPLY_DONE, "1: 2. Qh5  2: 2. Nf3");
    expect(session, "line 3", REPLY_REFUSED, "1 to 2");
    expect(session, "line 2", REPLY_DONE, "");
    assert_false(session_step_variation(session, 1));
    assert_true(session_step_variation(session, -1));
    assert_true(session_step_variation(session, 1));
    assert_false(look(session).unsaved);
    expect(session, "mark excellent", REPLY_REFUSED, "Expected");
    expect(session, "mark good move", REPLY_DONE, "good move");
    expect(session, "!?", REPLY_DONE, "speculative");
    expect(session, "!", REPLY_DONE, "good move");
    expect(session, "note better {than} that", REPLY_DONE, "Comment added");
    assert_true(look(session).unsaved);
    expect(session, "note", REPLY_DONE, "better (than) that");
    expect(session, "promote", REPLY_DONE, "main line");
    forward(session, 1);
    expect(session, "delete", REPLY_DONE, "deleted");
    assert_int_equal(look(session).shown->ply, 3);
    assert_true(session_step_variation(session, 1));
    forward(session, 2);
    expect(session, "note -", REPLY_DONE, "is deleted");
    expect(session, "delete rest", REPLY_DONE, "All moves after");
    expect(session, "save", REPLY_DONE, "Saved");
    assert_false(look(session).unsaved);
    char *text = file_now();
    if (!strstr(text, "1. e4 e5 2. Nf3 $1 {better (than) that} (2. Qh5 Nc6 3. Bc4 "
                      "{[%eval 0.1]}) 1-0"))
        fail_msg("%s", text);
    free(text);
    expect(session, "delete line", REPLY_DONE, "is deleted");
    assert_int_equal(look(session).shown->ply, 3);
    expect(session, "delete line", REPLY_REFUSED, "main line");
    session_destroy(session);
}

static void a_game_goes_on_from_here_and_comes_back(void **state)
{
    struct session *session = start(NULL);
    forward(session, 3);
    const struct game_node *from = look(session).shown;
    expect(session, "play sideways", REPLY_REFUSED, "Expected");
    expect(session, "play", REPLY_DONE, "You have black");
    struct session_view view = look(session);
    assert_true(view.playing && view.your_turn && !view.analyzing);
    assert_int_equal(view.live->ply, 3);
    expect(session, "note x", REPLY_REFUSED, "edited in analysis");
    assert_int_equal(enter(session, "g6").kind, REPLY_MOVED);
    while (look(session).live->ply < 5)
        wait_a_little(session);
    expect(session, "stop", REPLY_DONE, "variation");
    view = look(session);
    assert_ptr_equal(view.shown, from);
    assert_true(view.analyzing && !view.playing && view.unsaved);
    assert_int_equal(game_child_count(from), 2);
    assert_int_equal(game_nth_child(from, 1)->child->ply, 5);
    assert_true(session_step(session, STEP_END));
    expect(session, "play", REPLY_REFUSED, "checkmate");
    session_destroy(session);
}

/* Redo must not play moves of another game, which may be illegal here. */
static void moves_of_another_game_do_not_come_back(void **state)
{
    struct session *session = start(NULL);
    forward(session, 3);
    const struct game_node *from = look(session).shown;
    expect(session, "play", REPLY_DONE, "You have black");
    expect(session, "new white", REPLY_DONE, "");
    static const char *const moves[] = {"h4", "a4", "Ra3", "Rh3"};
    for (int i = 0; i < 4; i++) {
        (void)enter(session, moves[i]);
        while (!look(session).your_turn)
            wait_a_little(session);
    }
    expect(session, "stop", REPLY_DONE, "Back to the analysis.");
    assert_ptr_equal(look(session).shown, from);
    assert_int_equal(game_child_count(from), 1);
    assert_false(look(session).unsaved);
    session_destroy(session);
}

static void what_was_taken_back_first_is_left_where_it_was(void **state)
{
    struct session *session = start(NULL);
    forward(session, 3);
    const struct game_node *from = look(session).shown;
    const struct game_node *start_node = from->parent->parent->parent;
    expect(session, "play black", REPLY_DONE, "You have black");
    (void)enter(session, "undo");
    assert_true(look(session).live->ply < 3);
    (void)enter(session, "c5");
    while (!look(session).your_turn)
        wait_a_little(session);
    expect(session, "stop", REPLY_DONE, "Back to the analysis");
    assert_int_equal(game_child_count(from), 1);
    assert_int_equal(game_child_count(start_node->child), 2);
    session_destroy(session);
}

static void wait_for_guess(struct session *session)
{
    while (look(session).judging)
        wait_a_little(session);
}

static void moves_are_guessed(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session *session = start(NULL);
    expect(session, "guess white", REPLY_DONE, "white's moves");
    struct session_view view = look(session);
    assert_true(view.guessing && !view.analyzing && view.you == WHITE);
    assert_false(session_step(session, STEP_FORWARD)); /* it would reveal the game's move */
    assert_int_equal(enter(session, "e4").kind, REPLY_MOVED);
    assert_int_equal(look(session).shown->ply, 2);
    assert_non_null(strstr(look(session).message, "Right: 1. e4. The reply was 1... e5."));
    assert_int_equal(enter(session, "a4").kind, REPLY_MOVED);
    wait_for_guess(session);
    assert_non_null(strstr(look(session).message, "2. a4 ("));
    assert_non_null(strstr(look(session).message, "the game's move 2. Qh5 ("));
    assert_int_equal(look(session).shown->ply, 4);
    expect(session, "skip", REPLY_DONE, "");
    assert_non_null(strstr(look(session).message, "3. Bc4 was played."));
    /* Missing the mate is worse than the game's move. */
    assert_int_equal(enter(session, "Ke2").kind, REPLY_MOVED);
    wait_for_guess(session);
    view = look(session);
    assert_false(view.guessing);
    assert_true(view.analyzing);
    assert_int_equal(view.you, -1);
    if (!strstr(view.message, "3 guessed: 1 as played") || !strstr(view.message, "1 worse"))
        fail_msg("%s", view.message);
    expect(session, "stop", REPLY_REFUSED, "nothing to stop");
    session_step(session, STEP_START);
    expect(session, "guess black", REPLY_DONE, "black's moves");
    assert_int_equal(look(session).shown->ply, 1);
    expect(session, "stop", REPLY_DONE, "You guessed no moves");
    session_destroy(session);
}

static const struct review *wait_for_review(struct session *session)
{
    assert_non_null(session_review(session));
    session_pause_analysis(session);
    while (!session_review_ready(session))
        wait_a_little(session);
    return session_review(session);
}

/* The review covers both sides and uses the file's scores. The tree is unchanged, and the analysis
 * continues afterwards. */
static void the_game_analysed_is_reviewed(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session *session = start(NULL);
    assert_false(session_review_ready(session));
    const struct review *review = wait_for_review(session);
    assert_int_equal(review->you, -1);
    assert_int_equal(review->scored, 8);
    assert_int_equal(ledger_score_at(session_ledger(session), 5), 10);
    assert_int_equal(review->counts[BLACK][JUDGED_BLUNDER], 1);
    assert_int_equal(review->mistakes[review->mistake_count - 1].ply, 6);
    assert_int_equal(review->mistakes[review->mistake_count - 1].motif, MOTIF_MATE);
    assert_true(review->sides[WHITE].percent > review->sides[BLACK].percent);
    assert_true(session_view_ply(session, 2));
    assert_int_equal(game_child_count(look(session).shown), 2);
    session_analyze(session, true);
    while (!look(session).has_analysis)
        wait_a_little(session);
    /* A change of a variation keeps the scores of the main line; a new main line loses them. */
    expect(session, "line 2", REPLY_DONE, "");
    expect(session, "delete rest", REPLY_DONE, "All moves after");
    assert_int_equal(ledger_score_at(session_ledger(session), 5), 10);
    expect(session, "promote", REPLY_DONE, "main line");
    assert_true(ledger_score_at(session_ledger(session), 2) != SCORE_NONE);
    assert_int_equal(ledger_score_at(session_ledger(session), 3), SCORE_NONE);
    assert_int_equal(wait_for_review(session)->positions, 4);
    /* A move added at the end loses them, too. */
    session_analyze(session, true);
    assert_int_equal(enter(session, "Nc6").kind, REPLY_MOVED);
    assert_false(session_review_ready(session));
    assert_int_equal(wait_for_review(session)->positions, 5);
    session_destroy(session);
}

static void its_mistakes_are_solved_and_the_analysis_comes_back(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    struct session *session = start(NULL);
    expect(session, "try", REPLY_REFUSED, "not been reviewed");
    expect(session, "guess white", REPLY_DONE, "white's moves");
    assert_null(session_review(session)); /* it would reveal the game's moves */
    expect(session, "stop", REPLY_DONE, "You guessed no moves");
    int count = wait_for_review(session)->mistake_count;
    expect(session, "try", REPLY_DONE, "");
    struct session_view view = look(session);
    assert_non_null(view.card);
    assert_false(view.analyzing);
    assert_null(session_review(session));
    assert_int_equal(view.card_count, count);
    for (int i = 0; i < count; i++) {
        expect(session, "skip", REPLY_DONE, "");
        if (!strstr(look(session).message, i < count - 1 ? "was played" : "Nf6 was played"))
            fail_msg("%s", look(session).message);
        assert_true(session_next_card(session));
    }
    view = look(session);
    assert_null(view.card);
    assert_true(view.analyzing);
    while (!look(session).has_analysis)
        wait_a_little(session);
    session_destroy(session);
}

static void another_engine_analyses(void **state)
{
    struct error error = {0};
    struct session_options options = {.strength = strength, .analyst = "/nonexistent-engine"};
    chess_start(&options.start);
    assert_null(session_create(&options, &error));
    assert_true(error.message[0] != '\0');
    struct session *session = start("tests/unit/fake_engine.sh good");
    while (!look(session).has_analysis)
        wait_a_little(session);
    assert_string_equal(look(session).analyst, "Fake good");
    while (look(session).analysis.depth < 4)
        wait_a_little(session);
    assert_int_equal(look(session).analysis.lines[0].score, SCORE_MATE - 3);
    /* The analyst plays e2e4 here, which is illegal, so our engine takes over. */
    forward(session, 1);
    while (*look(session).analyst)
        wait_a_little(session);
    assert_non_null(strstr(look(session).message, "Fallible analyses instead."));
    while (!look(session).has_analysis || look(session).analysis.line_count < 3)
        wait_a_little(session);
    expect(session, "engine", REPLY_DONE, "Fallible is analysing");
    expect(session, "engine tests/unit/fake_engine.sh good", REPLY_DONE, "");
    expect(session, "engine", REPLY_DONE, "Fallible is analysing; another engine is starting.");
    while (!*look(session).analyst)
        wait_a_little(session);
    assert_string_equal(look(session).message, "Fake good is analysing.");
    expect(session, "engine", REPLY_DONE, "Fake good is analysing.");
    expect(session, "engine own", REPLY_DONE, "Fallible is analysing");
    expect(session, "engine tests/unit/fake_engine.sh crash-at-start", REPLY_DONE, "");
    while (look(session).analyst_starts)
        wait_a_little(session);
    assert_non_null(strstr(look(session).message, "ended with exit status 3"));
    expect(session, "engine /nonexistent-engine", REPLY_REFUSED, "nonexistent");
    session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variations_are_changed_and_saved),
        cmocka_unit_test(a_game_goes_on_from_here_and_comes_back),
        cmocka_unit_test(moves_of_another_game_do_not_come_back),
        cmocka_unit_test(what_was_taken_back_first_is_left_where_it_was),
        cmocka_unit_test(moves_are_guessed),
        cmocka_unit_test(the_game_analysed_is_reviewed),
        cmocka_unit_test(its_mistakes_are_solved_and_the_analysis_comes_back),
        cmocka_unit_test(another_engine_analyses),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
