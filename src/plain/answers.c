/* Prints the answers to commands of the session that the line mode shows in its own way, such as
 * help, review and statistics. */
#include "src/plain/plain_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/plain/analysis.h"
#include "src/plain/groups.h"
#include "src/plain/home.h"
#include "src/plain/question.h"
#include "src/plain/review.h"
#include "src/plain/say.h"
#include "src/plain/shell.h"
#include "src/plain/suite.h"
#include "src/plain/tree.h"
#include "src/player/networks.h"
#include "src/review/level_text.h"
#include "src/session/home.h"
#include "src/session/result.h"
#include "src/util/text.h"

enum {
    COMPARE_WAIT = 4000, /* milliseconds */
    ANALYSIS_MILLISECONDS = 1000,
    ANSWER_MILLISECONDS = 10000,
    LEVEL_MILLISECONDS = 60000,
    ANALYSIS_LINES = 3,
};

void plain_tell_hint(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    while (view.hint.pending && plain_go_on(plain, -1, &view))
        continue;
    int rung = view.hint.rung;
    if (rung > 0)
        speech_say(&plain->options.speech, "Hint %d of %d: %s\n", rung, view.hint.rungs,
                   view.hint.text[rung - 1]);
}

/* Prints what weakens the level and what switching each group changes in the position shown. */
static void tell_groups(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    int64_t until = text_now() + LEVEL_MILLISECONDS;
    session_show_groups(plain->session, true);
    while (view.analyzing && !view.analysis_failed && !groups_known(&view) &&
           plain_go_on_unless_typed(plain, until, &view))
        continue;
    if (!plain->interrupted)
        groups_tell(&view, &plain->groups_told);
    session_show_groups(plain->session, false);
}

void plain_tell_analysis(struct plain *plain)
{
    struct session_view view;
    Move moves[CHESS_MOVES_MAX];
    int64_t until = text_now() + ANALYSIS_MILLISECONDS;
    session_view(plain->session, &view);
    if (!view.analyzing || chess_moves(&view.shown->position, moves) == 0)
        return;
    while (plain_go_on(plain, until, &view))
        continue;
    analysis_tell_lines(&plain->options.speech, &view, ANALYSIS_LINES);
    if (plain->groups)
        tell_groups(plain);
}

static void tell_level(struct plain *plain, const char *argument)
{
    struct session_view view;
    struct session_reply reply;
    session_enter_level(plain->session, argument, &reply);
    if (reply.kind == REPLY_REFUSED) {
        plain_say(plain, reply.text);
        return;
    }
    session_view(plain->session, &view);
    if (view.analyzing && (view.playing || (*argument && !view.no_game)))
        plain_say(plain, reply.text); /* this sentence also says whether the game's opponent has
                                       * changed */
    if (!view.analyzing) {
        plain_say(plain,
                  *argument ? reply.text : "Levels are shown in analysis. Type analyze first.");
        return;
    }
    int64_t until = text_now() + LEVEL_MILLISECONDS;
    while (view.analyzing && !view.analysis_failed && !analysis_level_known(&view) &&
           plain_go_on_unless_typed(plain, until, &view))
        continue;
    if (!plain->interrupted)
        analysis_tell_level(plain->session, plain->options.strength);
    until = text_now() + LEVEL_MILLISECONDS;
    while (view.analyzing && !view.analysis_failed && !analysis_ladder_known(&view) &&
           plain_go_on_unless_typed(plain, until, &view))
        continue;
    if (!plain->interrupted)
        analysis_tell_ladder(plain->session);
}

/* Carries out `debug`. In analysis, prints what weakens the level, now and after each step. In a
 * game, switches the printing of the opponent's decisions on or off. */
static void tell_debug(struct plain *plain, const char *argument)
{
    struct session_view view;
    bool off = strcmp(argument, "off") == 0;
    session_view(plain->session, &view);
    if (view.analyzing) {
        plain->groups = !off;
        if (off)
            plain_say(plain, "What switching each group changes is no longer printed.");
        groups_forget(&plain->groups_told);
        if (!off)
            tell_groups(plain);
        return;
    }
    plain->options.debug = *argument ? !off : !plain->options.debug;
    plain_say(plain, plain->options.debug ? "The opponent's decisions are shown."
                                          : "The opponent's decisions are not shown.");
}

/* Prints the ways to play that the opponent has: weakened engines if `engines` is true, otherwise
 * those that play like people. */
static void tell_styles(struct plain *plain, bool engines)
{
    char folder[512], names[STYLES_MAX][STYLE_NAME_MAX];
    enum method methods[METHOD_COUNT];
    struct session_view view;
    session_view(plain->session, &view);
    int count = level_styles(!engines, paths_maia(folder, sizeof folder), methods);
    if (view.handicap.limited)
        say("The opponent plays %s %s.\n", view.handicap.like[0] ? "like" : "by method",
            view.handicap.like[0] ? view.handicap.like : method_name(view.handicap.method));
    for (int i = 0; i < count; i++)
        say("method %s: %s\n", method_name(methods[i]), level_style_words(methods[i]));
    int others = 0;
    count = engines ? 0 : styles_list(names, &others);
    for (int i = 0; i < count; i++)
        say("like %s: %s\n", names[i], level_like_words);
    if (others > 0)
        say("like NAME: %d more player%s.\n", others, text_plural(others));
    say(engines ? "method: list the opponents that play like people.\n"
                : "method engines: list the weakened engines.\n");
}

void plain_answer_analysis(struct plain *plain, enum analysis_question question)
{
    struct session_view view;
    struct session_reply reply;
    int64_t until = text_now() + ANSWER_MILLISECONDS;
    session_view(plain->session, &view);
    if (!view.analyzing && question == QUESTION_CHANGE) {
        session_enter(plain->session, "explain", &reply);
        plain_say(plain, reply.text);
        return;
    }
    if (!view.analyzing) {
        if (question != QUESTION_MOVES ||
            !question_answer(plain->session, &plain->options.speech, "game"))
            plain_say(plain, "Type analyze first.");
        return;
    }
    while (!view.analysis_failed && !analysis_answerable(&view, question) &&
           plain_go_on_unless_typed(plain, until, &view))
        continue;
    analysis_answer(&plain->options.speech, plain->session, question);
}

/* Waits until every position of the finished game has its score. Prints the progress every ten
 * seconds, because on a slow machine a silent minute looks like a program that hangs. If the user
 * types a line, stops waiting, prints that `command` continues the wait, and returns false. */
bool plain_wait_for_scores(struct plain *plain, const char *command)
{
    enum { BETWEEN = 10000 };
    const struct review *review;
    struct session_view view;
    const char *how_to_stop = plain->readline ? " Type stop to go on without waiting." : "";
    while (!ferror(stdout) && !session_review_ready(plain->session) &&
           !session_review_stuck(plain->session) && (review = session_review(plain->session))) {
        if (plain->interrupted) {
            say("%d of %d positions are analysed so far. Type %s to wait for the others.\n",
                review->scored, review->positions, command);
            return false;
        }
        if (review->scored < review->positions) {
            say("Analysing the game: %d of %d positions.%s\n", review->scored, review->positions,
                how_to_stop);
            how_to_stop = "";
        }
        fflush(stdout);
        int64_t until = text_now() + BETWEEN;
        while (!session_review_ready(plain->session) && !session_review_stuck(plain->session) &&
               session_review(plain->session) && plain_go_on_unless_typed(plain, until, &view))
            continue;
    }
    return true;
}

/* Prints the review. First waits until all positions have scores, which a game that was played
 * quickly does not have yet. An analysis is only paused meanwhile, because the user did not leave
 * it. */
static void tell_review(struct plain *plain, const char *argument)
{
    struct session_view view;
    bool scores = strcmp(argument, "scores") == 0;
    const struct review *review = session_review(plain->session);
    session_view(plain->session, &view);
    if (!review) {
        plain_say(plain, view.card || view.guessing ? "Type stop first, then review."
                         : session_review_stuck(plain->session)
                             ? "out of memory"
                             : "There is no finished game. The review is available after the "
                               "game.");
        return;
    }
    session_pause_analysis(plain->session);
    bool whole = plain_wait_for_scores(plain, scores ? "review scores" : "review");
    if (session_review_stuck(plain->session))
        plain_say(plain, "The review is not complete: out of memory");
    else if (whole)
        review_tell(&plain->options.speech, plain->session, scores);
    session_analyze(plain->session, view.analyzing);
}

/* Reviews the games of the list and prints the number of each. Stops when the user types a line. */
static void review_all(struct plain *plain)
{
    struct session_view view;
    int at, of, told = 0;
    session_view(plain->session, &view);
    bool analyzing = view.analyzing;
    if (!plain->games) {
        plain_say(plain, "No file of games is open. Type load and a file name.");
        return;
    }
    if (!plain_games_review(plain->games, plain->session))
        return;
    while (session_reviews_progress(plain->session, &at, &of) && !plain->interrupted &&
           !ferror(stdout)) {
        if (at > told)
            say("Reviewing game %d of %d.%s\n", at, of,
                told || !plain->readline ? "" : " Type stop to end; finished reviews are kept.");
        told = at;
        fflush(stdout);
        (void)plain_go_on_unless_typed(plain, text_now() + 1000, &view);
    }
    session_stop_reviews(plain->session);
    if (plain->interrupted)
        plain_say(plain, "Stopped. The mistakes found so far are in your deck.");
    session_analyze(plain->session, analyzing);
}

static void tell_statistics(struct plain *plain)
{
    struct error error = {0};
    struct practise_offer offer;
    char *text = session_statistics(plain->session, true, &offer, &error);
    if (text)
        fputs(text, stdout);
    else
        plain_say(plain, error.message);
    free(text);
}

static void tell_endgames(struct plain *plain)
{
    struct endgame_list list;
    struct error error = {0};
    char words[96];
    if (!session_read_endgames(plain->session, &list, &error)) {
        plain_say(plain, error.message);
        return;
    }
    for (int i = 0; i < list.count; i++) {
        endgame_words(&list.rows[i], words, sizeof words);
        say("%d: %s. %c%s.\n", i + 1, list.rows[i].name, toupper((unsigned char)words[0]),
            words + 1);
    }
    say("Type endgames and a number or a name to play one.\n");
}

/* Prints how the game ended. The accuracy is known only after the analysis, so this function waits
 * for the analysis. */
static void tell_result(struct plain *plain)
{
    struct game_end end;
    if (!session_read_end(plain->session, &end)) {
        plain_say(plain, "You have not finished a game in this session.");
        return;
    }
    say("%s.\n", end.title);
    if (*end.rating)
        say("Rating: %s.\n", end.rating);
    if (!plain_wait_for_scores(plain, "result") || !session_read_end(plain->session, &end))
        return;
    if (*end.accuracy)
        say("Accuracy: %s.\n", end.accuracy);
    if (*end.turn)
        speech_say(&plain->options.speech, "%s\n", end.turn);
    if (*end.gifts)
        say("Gifts: %s.\n", end.gifts);
    say("Type again for a rematch, in which %s; puzzles%s%s to practise; or review, or home.\n",
        session_end_color(&end), end.motif != MOTIF_NONE ? " " : "",
        end.motif != MOTIF_NONE ? motif_name(end.motif) : "");
}

/* Waits for the result of the command `whatif`, a replay of the game, and prints it. Stops waiting
 * if the user types a line. */
void plain_tell_path(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    const struct whatif_path *path = view_path(&view);
    if (path && plain->readline && path->done < path->decisions)
        say("Type stop to go on without waiting.\n");
    fflush(stdout);
    while (path && path->done < path->decisions && plain_go_on_unless_typed(plain, -1, &view))
        path = view_path(&view);
    if (path && path->done < path->decisions)
        say("%d of %d moves are replayed so far. Type review for the result.\n", path->done,
            path->decisions);
    else
        path_tell(&plain->options.speech, &view);
}

/* After a practice move, waits until it is judged, then prints the next position or the verdict. In
 * a test suite, first waits up to COMPARE_WAIT until it is known what the opponent's level does in
 * the position. */
void plain_wait_for_judgement(struct plain *plain)
{
    struct session_view view;
    plain_tick(plain);
    session_view(plain->session, &view);
    while (view.judging && plain_go_on(plain, -1, &view))
        continue;
    const int64_t until = text_now() + COMPARE_WAIT;
    while (view.card_compares && plain_go_on(plain, until, &view))
        continue;
}

/* The help for setting up a position. */
static void tell_setup_help(void)
{
    say("put white knight f3: put a piece on a square; or just Nf3 (capital: white) or nf6 "
        "(black).\nempty f3: empty a square.\nmove e2 e4: move a piece, whatever the rules "
        "say.\nclear: empty the board.\nstart: the usual start position. 960 518: Chess960 "
        "position 518. fen FEN: any position.\nwhite, black: which side is to move.\ncastling "
        "KQkq, castling none: who may castle; K is White short, Q White long, k and q Black.\nen "
        "passant e6, en passant none: whether a pawn can be taken en passant.\ncheck: say whether "
        "the position can be played. fen: show it as FEN.\nplay, play white, play black: start a "
        "game from it. analyze: analyse it.\ncancel: go back to the game.\n");
    question_help();
}

#define STEPS_HELP                                                                                 \
    "back, forward (or previous, next), start, end: step through the game. back 3, forward 7: "    \
    "several moves at once, counting those of both sides.\n"

/* Prints the few commands that are most useful now. The list of all commands takes minutes to be
 * read aloud. */
static void tell_help_now(const struct plain *plain, const struct session_view *view)
{
    if (plain->home)
        say("Type a letter of the home list to start what stands beside it; Enter starts the "
            "first. home: show the list again.\n"
            "elo 1400: the opponent's rating. time 10+5: the clock. new white: start a game.\n");
    else if (view->guessing)
        say("Type the move you expect. skip: show the move. stop: back to the analysis.\n");
    else if (view->card)
        say("Type the move that solves the position. hint: help, more each time. skip: show "
            "the solution.\n"
            "stop: end and go back.\n");
    else if (view->analyzing)
        say(STEPS_HELP
            "Type a move to try it.\n"
            "lines: the best lines. level 1400: what that level would play. play: play on from "
            "here.\n"
            "analyze: back to the game. review: accuracy and mistakes. home: back to home.\n");
    else if (view->playing)
        say("Type a move, such as e4, Nf3, O-O or e8=Q. hint: help, more each time. undo: take "
            "back.\n"
            "draw, resign: end the game. home: leave it for a while.\n");
    else
        say("again: a rematch. review: accuracy and mistakes. try: solve what you missed.\n"
            "analyze: step through the game. save FILE: keep it. home: what else you can do.\n");
    if (!plain->home)
        say("l: the last move. p n: where the knights are. board: the board. material: who has "
            "more.\n");
    say("help all: every command. quit: leave.\n");
}

static void tell_help(const struct plain *plain)
{
    say("Type a move, such as e4, Nf3, O-O, e8=Q or g1f3, or one of these commands.\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        enum session_command command = (enum session_command)i;
        /* Left out: the line mode has no colours or figures to choose, and plain_games_help prints
         * the commands for the list of games. */
        if (command == COMMAND_THEME || command == COMMAND_PIECES || command == COMMAND_GAMES)
            continue;
        const char *heading = session_command_heading(command);
        if (*heading)
            say("%s:\n", heading);
        say("%s%s%s: %s.\n", session_command_name(command),
            *session_command_arguments(command) ? " " : "", session_command_arguments(command),
            session_command_words(command));
    }
    question_help();
    analysis_help();
    if (plain->games)
        plain_games_help();
    say("words: write moves in words, or in standard notation again. words squares: begin with "
        "the squares.\nspeech terse, speech normal, speech verbose: how much is written about "
        "each move.\n" STEPS_HELP);
}

static void leave(struct plain *plain)
{
    struct session_view view;
    session_settle(plain->session, 1000);
    session_view(plain->session, &view);
    plain->quit = !view.unsaved || plain->warned;
    plain->warned = true;
    if (plain->quit && view.kept)
        plain_say(plain, "Your game is kept. Type continue at the next start to go on with it.");
    if (!plain->quit)
        plain_say(plain, "Your changes are not saved. Type save to write them to the file, or "
                         "quit again to discard them.");
}

/* The line mode cannot reach the clipboard, so it prints the text that `copy` would put there. */
static void tell_copy(struct plain *plain, const char *what)
{
    struct error error = {0};
    char *text = session_copy(plain->session, what, &error);
    if (text)
        say("%s\n", text);
    else
        plain_say(plain, error.message);
    free(text);
}

void plain_answer(struct plain *plain, const struct session_reply *reply)
{
    struct session_view view;
    struct speech diagram;
    session_view(plain->session, &view);
    switch (reply->command) {
    case COMMAND_QUIT:
        leave(plain);
        break;
    case COMMAND_HOME:
        home_show(plain);
        break;
    case COMMAND_RESULT:
        tell_result(plain);
        break;
    case COMMAND_STATS:
        tell_statistics(plain);
        break;
    case COMMAND_ENDGAMES:
        tell_endgames(plain);
        break;
    case COMMAND_HELP:
        if (view.setting_up)
            tell_setup_help();
        else if (strcmp(reply->argument, "all") == 0)
            tell_help(plain);
        else
            tell_help_now(plain, &view);
        break;
    case COMMAND_METHOD:
        tell_styles(plain, *reply->argument != '\0');
        break;
    case COMMAND_LEVEL:
        tell_level(plain, reply->argument);
        break;
    case COMMAND_TREE:
        tree_tell(plain->session, plain->games);
        break;
    case COMMAND_COPY:
        tell_copy(plain, reply->argument);
        break;
    case COMMAND_PEEK:
        if (!view.blindfold || !question_answer(plain->session, &plain->options.speech, "board"))
            plain_say(plain, "This is not a blindfold game.");
        break;
    case COMMAND_REVIEW:
        if (strcmp(reply->argument, "all") == 0)
            review_all(plain);
        else
            tell_review(plain, reply->argument);
        break;
    case COMMAND_GAMES:
        if (plain->games)
            plain_games_list(plain->games, reply->argument, &view.shown->position);
        else
            plain_say(plain, "No file of games is open. Type load and a file name, or recent for "
                             "your own last game.");
        break;
    case COMMAND_DEBUG:
        tell_debug(plain, reply->argument);
        break;
    case COMMAND_FLIP:
        plain->options.speech.flipped = !plain->options.speech.flipped;
        diagram = plain->options.speech;
        (void)!question_answer(plain->session, &diagram, "board diagram");
        break;
    case COMMAND_SUITE:
        suite_tell(plain, reply->argument);
        break;
    case COMMAND_FALLIBLE:
        shell_run(plain, reply->argument);
        break;
    default:
        plain_say(plain,
                  "The commands theme and pieces have no effect in plain mode, which prints only "
                  "text.");
        break;
    }
}
