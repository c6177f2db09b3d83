/* Handles an input line. Most lines are passed to the session. This file prints the answers to
 * commands such as help and review, and handles the commands that only the line mode has. */
#include "src/plain/plain_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/plain/analysis.h"
#include "src/plain/groups.h"
#include "src/plain/home.h"
#include "src/session/home.h"
#include "src/plain/question.h"
#include "src/plain/review.h"
#include "src/plain/shell.h"
#include "src/plain/suite.h"
#include "src/plain/tree.h"
#include "src/player/networks.h"
#include "src/review/level_text.h"
#include "src/session/result.h"
#include "src/util/text.h"

enum {
    COMPARE_WAIT = 4000, /* milliseconds */
    ANALYSIS_MILLISECONDS = 1000,
    ANSWER_MILLISECONDS = 10000,
    LEVEL_MILLISECONDS = 60000,
    ANALYSIS_LINES = 3,
};

/* Answers that take a moment to find */

static void tell_hint(struct plain *plain)
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
        groups_tell(&view);
    session_show_groups(plain->session, false);
}

static void tell_analysis(struct plain *plain)
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
        plain_say(plain, reply.text); /* it says whether an opponent has changed, too */
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

/* In analysis, prints what weakens the level, now and after each step. In a game, switches whether
 * decisions are printed. */
static void tell_debug(struct plain *plain, const char *argument)
{
    struct session_view view;
    bool off = strcmp(argument, "off") == 0;
    session_view(plain->session, &view);
    if (view.analyzing) {
        plain->groups = !off;
        if (off)
            plain_say(plain, "What switching each group changes is no longer printed.");
        else
            tell_groups(plain);
        return;
    }
    plain->options.debug = *argument ? !off : !plain->options.debug;
    plain_say(plain, plain->options.debug ? "The opponent's decisions are shown."
                                          : "The opponent's decisions are not shown.");
}

/* Prints the methods by which the opponent can play: those like people, or the weakened engines. */
static void tell_styles(struct plain *plain, bool engines)
{
    char folder[512], names[STYLES_MAX][STYLE_NAME_MAX];
    enum method methods[METHOD_COUNT];
    struct session_view view;
    session_view(plain->session, &view);
    int count = level_styles(!engines, paths_maia(folder, sizeof folder), methods);
    if (view.handicap.limited)
        printf("The opponent plays %s %s.\n", view.handicap.like[0] ? "like" : "by method",
               view.handicap.like[0] ? view.handicap.like : method_name(view.handicap.method));
    for (int i = 0; i < count; i++)
        printf("method %s: %s\n", method_name(methods[i]), level_style_words(methods[i]));
    int others = 0;
    count = engines ? 0 : styles_list(names, &others);
    for (int i = 0; i < count; i++)
        printf("like %s: %s\n", names[i], level_like_words);
    if (others > 0)
        printf("like NAME: %d more players.\n", others);
    printf(engines ? "method: list the opponents that play like people.\n"
                   : "method engines: list the weakened engines.\n");
}

static void answer_analysis(struct plain *plain, enum analysis_question question)
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
static bool wait_for_scores(struct plain *plain, const char *command)
{
    enum { BETWEEN = 10000 };
    const struct review *review;
    struct session_view view;
    const char *how_to_stop = plain->readline ? " Type stop to leave it." : "";
    while (!ferror(stdout) && !session_review_ready(plain->session) &&
           !session_review_stuck(plain->session) && (review = session_review(plain->session))) {
        if (plain->interrupted) {
            printf("%d of %d positions are analysed so far. Type %s to wait for the others.\n",
                   review->scored, review->positions, command);
            return false;
        }
        if (review->scored < review->positions) {
            printf("Analysing the game: %d of %d positions.%s\n", review->scored, review->positions,
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

/* Prints the review. First waits for missing scores, since a game may have been played quickly. An
 * analysis only pauses meanwhile: the user did not leave it. */
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
    bool whole = wait_for_scores(plain, scores ? "review scores" : "review");
    if (session_review_stuck(plain->session))
        plain_say(plain, "The review is not complete: out of memory");
    else if (whole)
        review_tell(&plain->options.speech, plain->session, scores);
    session_analyze(plain->session, view.analyzing);
}

/* Reviews the games of the list and prints which one it is at, until a line is typed. */
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
            printf("Reviewing game %d of %d.%s\n", at, of,
                   told || !plain->readline ? "" : " Type stop to end; what is done is kept.");
        told = at;
        fflush(stdout);
        (void)plain_go_on_unless_typed(plain, text_now() + 1000, &view);
    }
    session_stop_reviews(plain->session);
    if (plain->interrupted)
        plain_say(plain, "Stopped. What is done is in your deck.");
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
        printf("%d: %s. %c%s.\n", i + 1, list.rows[i].name, toupper((unsigned char)words[0]),
               words + 1);
    }
    printf("Type endgames and a number or a name to play one.\n");
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
    printf("%s.\n", end.title);
    if (*end.rating)
        printf("Rating: %s.\n", end.rating);
    if (!wait_for_scores(plain, "result") || !session_read_end(plain->session, &end))
        return;
    if (*end.accuracy)
        printf("Accuracy: %s.\n", end.accuracy);
    if (*end.turn)
        speech_say(&plain->options.speech, "%s\n", end.turn);
    if (*end.gifts)
        printf("Gifts: %s.\n", end.gifts);
    printf("Type again for a rematch, in which %s; puzzles%s%s to practise; review; home.\n",
           session_end_color(&end), end.motif != MOTIF_NONE ? " " : "",
           end.motif != MOTIF_NONE ? motif_name(end.motif) : "");
}

/* Waits for the replay of the command whatif, unless a line is typed, and prints its result. */
static void tell_path(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    const struct whatif_path *path = view_path(&view);
    if (path && plain->readline && path->done < path->decisions)
        printf("Type stop to leave it.\n");
    fflush(stdout);
    while (path && path->done < path->decisions && plain_go_on_unless_typed(plain, -1, &view))
        path = view_path(&view);
    if (path && path->done < path->decisions)
        printf("%d of %d moves are replayed so far. Type review for the result.\n", path->done,
               path->decisions);
    else
        path_tell(&plain->options.speech, &view);
}

/* After a practice move, waits until it is judged, then prints the next position or the verdict. In
 * a test suite, waits up to COMPARE_WAIT for what the opponent's level does in the position; the
 * next position follows when that is known. */
static void wait_for_judgement(struct plain *plain)
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

/* Input */

/* The help for setting up a position. */
static void tell_setup_help(void)
{
    printf(
        "put white knight f3: put a piece on a square; or just Nf3 (capital: white) or nf6 "
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
        printf("Type the letter of a line of home to start it; Enter takes the first. home: list "
               "them again.\n"
               "elo 1400: the opponent's rating. time 10+5: the clock. new white: start a game.\n");
    else if (view->guessing)
        printf("Type the move you expect. skip: show the move. stop: back to the analysis.\n");
    else if (view->card)
        printf("Type the move that solves the position. hint: help, more each time. skip: show "
               "the solution.\n"
               "stop: end and go back.\n");
    else if (view->analyzing)
        printf(STEPS_HELP "Type a move to try it.\n"
               "lines: the best lines. level 1400: what that level would play. play: play on from "
               "here.\n"
               "analyze: back to the game. review: accuracy and mistakes. home: back to home.\n");
    else if (view->playing)
        printf("Type a move, such as e4, Nf3, O-O or e8=Q. hint: help, more each time. undo: take "
               "back.\n"
               "draw, resign: end the game. home: leave it for a while.\n");
    else
        printf("again: a rematch. review: accuracy and mistakes. try: solve what you missed.\n"
               "analyze: step through the game. save FILE: keep it. home: what else you can do.\n");
    if (!plain->home)
        printf("l: the last move. p n: where the knights are. board: the board. material: who has "
               "more.\n");
    printf("help all: every command. quit: leave.\n");
}

static void tell_help(const struct plain *plain)
{
    printf("Type a move, such as e4, Nf3, O-O, e8=Q or g1f3, or one of these commands.\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        enum session_command command = (enum session_command)i;
        /* Plain mode has no colours or figures; the commands for the list of games follow below. */
        if (command == COMMAND_THEME || command == COMMAND_PIECES || command == COMMAND_GAMES)
            continue;
        const char *heading = session_command_heading(command);
        if (*heading)
            printf("%s:\n", heading);
        printf("%s%s%s: %s.\n", session_command_name(command),
               *session_command_arguments(command) ? " " : "", session_command_arguments(command),
               session_command_words(command));
    }
    question_help();
    analysis_help();
    if (plain->games)
        plain_games_help();
    printf("words: write moves in words, or in standard notation again. words squares: begin with "
           "the squares.\nspeech terse, speech normal, speech verbose: how much is written about "
           "each move.\n" STEPS_HELP);
}

static void leave(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    plain->quit = !view.unsaved || plain->warned;
    plain->warned = true;
    if (plain->quit && view.kept)
        plain_say(plain, "Your game is kept. Type continue at the next start to go on with it.");
    if (!plain->quit)
        plain_say(plain, "Your changes are not saved. Type save to write them to the file, or "
                         "quit again to discard them.");
}

/* Prints the text that would be copied, because the clipboard cannot be reached. */
static void tell_copy(struct plain *plain, const char *what)
{
    struct error error = {0};
    char *text = session_copy(plain->session, what, &error);
    if (text)
        puts(text);
    else
        plain_say(plain, error.message);
    free(text);
}

static void on_screen_command(struct plain *plain, const struct session_reply *reply)
{
    struct session_view view;
    struct speech diagram;
    session_view(plain->session, &view);
    switch (reply->command) {
    case COMMAND_QUIT: leave(plain); break;
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
    case COMMAND_METHOD: tell_styles(plain, *reply->argument != '\0'); break;
    case COMMAND_LEVEL: tell_level(plain, reply->argument); break;
    case COMMAND_TREE: tree_tell(plain->session, plain->games); break;
    case COMMAND_COPY: tell_copy(plain, reply->argument); break;
    case COMMAND_PEEK:
        if (!view.blindfold ||
            !question_answer(plain->session, &plain->options.speech, "board"))
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
    case COMMAND_DEBUG: tell_debug(plain, reply->argument); break;
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
        plain_say(plain, "There are no colours in plain mode.");
        break;
    }
}

/* Reads a line such as "back" or "forward 7". Sets *count to 0 if what follows the word is not a
 * number of steps. Returns false if the line does not begin with a word for a step. */
static bool step_named(const char *line, enum step *step, long *count)
{
    enum { MOST = 9999 };
    static const struct {
        const char *word;
        enum step step;
    } words[] = {{"back", STEP_BACK},       {"previous", STEP_BACK}, {"forward", STEP_FORWARD},
                 {"next", STEP_FORWARD}, {"start", STEP_START},   {"end", STEP_END}};
    const size_t length = strcspn(line, " ");
    const char *number = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || strncasecmp(line, words[i].word, length) != 0)
            continue;
        *step = words[i].step;
        *count = *number ? 0 : 1;
        bool counts = *step == STEP_BACK || *step == STEP_FORWARD;
        return !counts || !text_number(number, 1, MOST, count) || *count > 0;
    }
    return false;
}

/* Prints how the game ended, if the position shown is the last one. */
static void tell_ending(const struct session_view *view)
{
    const struct game_node *node = view->shown;
    enum game_state state = game_state(node);
    if (state == GAME_CHECKMATE)
        printf("Checkmate, %s.\n", node->position.side == WHITE ? "0-1" : "1-0");
    else if (state == GAME_STALEMATE)
        printf("Stalemate, 1/2-1/2.\n");
    else if (node->parent && node == view->live && !view->playing && view->result != RESULT_NONE)
        printf("The game ends here, %s.\n", result_text(view->result));
}

/* Prints the move that led to the position now shown, and what is known about the position. */
static void tell_shown(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    if (view.shown->parent)
        plain_tell_move(plain, view.shown);
    else
        plain_say(plain, "This is the start of the game.");
    if (view.analyzing)
        tell_ending(&view);
    if (view.analyzing)
        analysis_tell_notes(&view);
    tell_analysis(plain);
}

static void step_to(struct plain *plain, enum step step, long count)
{
    struct session_view view;
    session_view(plain->session, &view);
    bool stepped = false;
    if (count == 0) {
        plain_say(plain, step == STEP_START || step == STEP_END
                             ? "Type start or end alone."
                             : "Type back or forward, alone or with a number of moves of either "
                               "side, such as back 3.");
        return;
    }
    if (plain->home) {
        plain_say(plain, view.live->parent ? "To step through the game on the board, type analyze "
                                             "first."
                                           : "There is no game to step through. Type home for the "
                                             "list of what you can do.");
        return;
    }
    if (view.guessing || (view.card && !view.card_over)) {
        plain_say(plain, "You can step through it when it is solved. skip shows the solution.");
        return;
    }
    while (count-- > 0 && session_step(plain->session, step))
        stepped = true;
    if (stepped)
        tell_shown(plain);
    else
        plain_say(plain, "There are no more moves in this direction.");
}

static void step_variation(struct plain *plain, int by)
{
    if (session_step_variation(plain->session, by))
        tell_shown(plain);
    else
        plain_say(plain, "There is no other variation here.");
}

/* Handles "open 12" and "more" for the list of games. Returns false for any other line. */
static bool enter_games(struct plain *plain, const char *line)
{
    if (!plain->games)
        return false;
    if (strcmp(line, "more") == 0) {
        plain_games_more(plain->games);
    } else if (strcmp(line, "open") == 0 || strncmp(line, "open ", 5) == 0) {
        struct session_view view;
        session_view(plain->session, &view);
        if (view.unsaved && !plain->warned) {
            plain_say(plain, "Your changes are not saved. Type save to write them to the file, "
                             "or open again to discard them.");
            plain->warned = true;
        } else if (plain_games_open(plain->games, plain->session,
                                    line + 4 + strspn(line + 4, " "))) {
            session_view(plain->session, &view);
            plain->told = view.live;
            plain->warned = false;
            session_analyze(plain->session, true);
            (void)session_step(plain->session, STEP_START);
        }
    } else {
        return false;
    }
    return true;
}

/* Prints which game is being continued. */
static void tell_continued(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    plain->told = view.live;
    plain->went_on = true;
    printf("%s. You have %s.\n", view.opponent, chess_color_name(view.you));
    if (view.live->parent)
        plain_tell_move(plain, view.live);
}

/* Handles "words", "words squares", "announce squares" and "speech terse". Returns false for any
 * other line. */
static bool set_speech(struct plain *plain, const char *line)
{
    struct speech *speech = &plain->options.speech;
    struct error error = {0};
    size_t word = strcspn(line, " ");
    const char *argument = line + word + strspn(line + word, " ");
    static const char *const lengths[] = {SPEECH_LENGTHS(NAME_OF_ROW)};
    if (strcmp(line, "words") == 0 || strcmp(line, "announce") == 0) {
        speech->moves = speech->moves == SPEAK_SAN ? SPEAK_PIECE : SPEAK_SAN;
    } else if ((word == 5 && strncmp(line, "words", 5) == 0) ||
               (word == 8 && strncmp(line, "announce", 8) == 0)) { /* as the option is called */
        if (!speech_read_moves("words", argument, &speech->moves, &error))
            plain_say(plain, error.message);
    } else if (word == 6 && strncmp(line, "speech", 6) == 0) {
        if (*argument && !speech_read_length("speech", argument, &speech->length, &error))
            plain_say(plain, error.message);
        else
            printf("Speech: %s.%s\n", lengths[speech->length],
                   *argument ? "" : " Type speech normal, speech terse or speech verbose.");
        return true;
    } else {
        return false;
    }
    if (!error.message[0])
        plain_say(plain, speech->moves == SPEAK_SAN ? "Moves in standard notation."
                         : speech->moves == SPEAK_PIECE
                             ? "Moves in words."
                             : "Moves in words that begin with the squares.");
    return true;
}

/* Handles the commands that only the line mode has. Returns false for any other line. */
static bool enter_own(struct plain *plain, const char *line)
{
    enum step step;
    long count;
    enum analysis_question question;
    struct session_view view;
    session_view(plain->session, &view);
    if (set_speech(plain, line) || enter_games(plain, line))
        return true;
    if (!view.setting_up && step_named(line, &step, &count)) /* start is a command there */
        step_to(plain, step, count);
    else if (strcmp(line, "up") == 0 || strcmp(line, "down") == 0)
        step_variation(plain, line[0] == 'u' ? -1 : 1);
    else if (!session_asks_why(plain->session, line) && analysis_question_named(line, &question))
        answer_analysis(plain, question);
    else
        return question_answer(plain->session, &plain->options.speech, line);
    return true;
}

/* Asks for confirmation before a line ends a game or makes it unrated. A script is not asked. */
static bool ask_about(struct plain *plain, const char *line)
{
    const char *question = plain->readline ? session_asks(plain->session, line) : NULL;
    if (!question)
        return false;
    snprintf(plain->asked, sizeof plain->asked, "%s", line);
    printf("%s y/n\n", question);
    return true;
}

static bool is_yes(const char *line)
{
    return strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0;
}

static bool is_no(const char *line)
{
    return strcasecmp(line, "n") == 0 || strcasecmp(line, "no") == 0;
}

static bool names(const char *line, enum session_command wanted)
{
    enum session_command command;
    return session_command_named(line, &command) && command == wanted;
}

/* Whether the line is handled by enter_own, apart from questions about the position, or is a key of
 * home. */
static bool is_own(const struct plain *plain, const char *line)
{
    enum step step;
    enum analysis_question question;
    const size_t word = strcspn(line, " ");
    static const char *const words[] = {"up",     "down", "words", "announce",
                                        "speech", "open", "more"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == word && strncmp(line, words[i], word) == 0)
            return true;
    return (plain->home && word == 1) || session_key_named(line) > 0 ||
           step_named(line, &step, &(long){0}) || analysis_question_named(line, &question);
}

/* Keeps a line that does not answer the open question until the question is answered, if it can be
 * carried out then. What only asks about the position, such as board, is answered at once, and the
 * question is not read aloud again after it. */
static void keep_waiting(struct plain *plain, const char *line, const char *question)
{
    bool again = !*line || strcmp(line, plain->asked) == 0; /* it is asked about already */
    bool replaces = plain->waiting[0] && strcmp(line, plain->waiting) != 0;
    if (names(line, COMMAND_HELP)) {
        printf("y does it, n and stop do not. l, c, p n, material and board are answered at "
               "once.\n");
    } else if (!again && question_answer(plain->session, &plain->options.speech, line)) {
        printf("Please answer y or n.\n");
        return;
    } else if (!again && !is_own(plain, line) && !session_understands(plain->session, line)) {
        printf("%s is not an answer. Please answer y or n.\n", line);
        return;
    } else if (!again) {
        printf("%s waits until you answer%s%s. ", line, replaces ? ", instead of " : "",
               replaces ? plain->waiting : "");
        snprintf(plain->waiting, sizeof plain->waiting, "%s", line);
    }
    printf("%s Please answer y or n.\n", question);
}

/* Handles a line while the question about plain->asked is open. stop and home withdraw what was
 * asked about. Returns true if a line is now to be carried out, and copies it to `wanted`: the one
 * asked about, or this one if it is home or the question no longer matters, for example because the
 * game has ended meanwhile. */
static bool take_answer(struct plain *plain, const char *line, char wanted[LINE_MAX_BYTES])
{
    const char *question = session_asks(plain->session, plain->asked);
    bool yes = is_yes(line), no = is_no(line) || names(line, COMMAND_STOP);
    if (question && !yes && !no && !names(line, COMMAND_HOME)) {
        keep_waiting(plain, line, question);
        return false;
    }
    if (!yes)
        printf("Not done: %s.\n", plain->asked);
    snprintf(wanted, LINE_MAX_BYTES, "%s", yes ? plain->asked : line);
    plain->asked[0] = '\0';
    return !no;
}

/* Handles the line that waited for the answer to a question: Enter enters it, any other line takes
 * its place. Returns what to enter. */
static char *take_waiting(struct plain *plain, char *line, char waited[LINE_MAX_BYTES])
{
    memcpy(waited, plain->waiting, LINE_MAX_BYTES);
    plain->waiting[0] = '\0';
    if (!*waited || !*line)
        return *waited ? waited : line;
    if (strcmp(line, waited) != 0)
        printf("%s is no longer waiting.\n", waited);
    return line;
}

static bool is_training(enum session_command command)
{
    return command == COMMAND_DECK || command == COMMAND_PUZZLES || command == COMMAND_ENDGAMES ||
           command == COMMAND_REPERTOIRE || command == COMMAND_LESSON;
}

/* Waits until the positions to solve are read. */
static void wait_for_training(struct plain *plain)
{
    struct session_view view;
    plain->training = true;
    while (session_is_preparing(plain->session) && plain_go_on(plain, -1, &view))
        continue;
}

void plain_ask_name(struct plain *plain, const struct pgn_index *index)
{
    char text[256];
    plain->asked_name = session_name_question(plain->session, index, text, sizeof text);
    if (plain->asked_name)
        printf("%s y/n\n", text);
}

/* Takes a line as the answer to plain_ask_name. Returns false for any line except y and n: that
 * line is then handled as usual and ends the question, unless it asks for help. */
static bool answer_name(struct plain *plain, const char *line)
{
    struct session_reply reply;
    enum session_command command;
    bool asked = plain->asked_name;
    bool yes = is_yes(line), no = is_no(line);
    bool help = session_command_named(line, &command) && command == COMMAND_HELP;
    plain->asked_name = asked && help;
    if (!asked || !(yes || no))
        return false;
    session_answer_name(plain->session, yes, &reply);
    plain_say(plain, reply.text);
    return true;
}

/* If a file was loaded, makes its games the list of games. */
static void take_games(struct plain *plain)
{
    bool choose;
    struct pgn_index *index = session_take_games(plain->session, &choose);
    struct plain_games *games = index ? plain_games_create(index, plain->options.openings) : NULL;
    if (!games) {
        pgn_index_close(index);
        return;
    }
    plain_games_destroy(plain->games);
    pgn_index_close(plain->loaded_games);
    plain->games = games;
    plain->loaded_games = index;
    plain_ask_name(plain, index);
}

/* Waits until the file is read. If a line is typed meanwhile, reading continues in the
 * background. */
static void wait_for_file(struct plain *plain)
{
    enum { SOON = 1000 };
    struct session_view view;
    int64_t until = text_now() + SOON;
    session_view(plain->session, &view);
    while (view.loading && plain_go_on_unless_typed(plain, until, &view))
        continue;
    if (view.loading && !plain->interrupted && plain->readline)
        printf("The file is being read. Type stop to end that, or anything else meanwhile.\n");
    fflush(stdout);
    while (view.loading && plain_go_on_unless_typed(plain, -1, &view))
        continue;
}

static void enter_line(struct plain *plain, char *line)
{
    struct session_reply reply;
    struct session_view view;
    session_view(plain->session, &view);
    const struct game_node *shown = view.shown;
    bool solving = view.card; /* then what is said about the move names it */
    if (session_asks_why(plain->session, line) && !wait_for_scores(plain, "why"))
        return;
    session_enter(plain->session, line, &reply);
    session_settle(plain->session, KEPT_WITHIN);
    session_view(plain->session, &view);
    plain_say(plain, reply.text);
    if (reply.command == COMMAND_LOAD)
        wait_for_file(plain);
    take_games(plain);
    session_view(plain->session, &view);
    if (reply.kind == REPLY_SCREEN) {
        on_screen_command(plain, &reply);
        return;
    }
    if (is_training(reply.command))
        wait_for_training(plain);
    if (view.premove[0] && !*reply.text)
        printf("Premove %s: played after the opponent's move. Type undo to take it back.\n",
               view.premove);
    if (view.card || view.judging) {
        wait_for_judgement(plain);
        session_view(plain->session, &view);
    }
    if (reply.command == COMMAND_LINE && view.shown != shown && reply.kind == REPLY_DONE) {
        plain->told = view.live;
        tell_shown(plain);
        return;
    }
    if (reply.command == COMMAND_CONTINUE && reply.kind == REPLY_DONE) {
        tell_continued(plain);
        return;
    }
    if (reply.kind == REPLY_MOVED && plain->options.speech.moves != SPEAK_SAN && !solving &&
        view.shown->parent)
        plain_tell_move(plain, view.shown);
    plain->told = view.live;
    if (reply.kind == REPLY_MOVED || reply.command == COMMAND_ANALYZE)
        tell_analysis(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_HINT && *line)
        tell_hint(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_WHATIF)
        tell_path(plain);
}

static void enter_typed(struct plain *plain, char *line)
{
    char text[LINE_MAX_BYTES];
    if (answer_name(plain, line))
        return;
    bool ask_name_again = plain->asked_name;
    take_games(plain); /* A file may have been read in the background. The question about it is
                        * answered by the next line, not by this one. */
    if (plain->asked[0]) {
        bool yes = is_yes(line);
        if (!take_answer(plain, line, text) || (!yes && ask_about(plain, text)))
            return;
        line = text;
    } else if (plain->home && home_key(plain, line, text, sizeof text)) {
        if (*text)
            enter_line(plain, text);
        return;
    } else if (ask_about(plain, line)) {
        return;
    }
    if (!enter_own(plain, line))
        enter_line(plain, line);
    if (ask_name_again)
        plain_ask_name(plain, plain->loaded_games ? plain->loaded_games : plain->options.games);
}

/* Handles the name of a function key of the screen, which the user may know from there: enters the
 * command that does the same, or else says what to type. */
static void enter_key(struct plain *plain, int key)
{
    static const struct {
        const char *line, *words;
    } keys[] = {
        {"help", ""},
        {"debug", ""},
        {"hint", ""},
        {"flip", ""},
        {"", "To choose the opponent, type elo and a rating, or method; for the clock, type time."},
        {"analyze", ""},
        {"", "There is no cursor in plain mode. Type the move, such as e4 or e2e4."},
        {"review", ""},
        {"new", ""},
        {"quit", ""},
    };
    char line[16];
    snprintf(line, sizeof line, "%s", keys[key - 1].line);
    if (*line)
        enter_typed(plain, line);
    else
        plain_say(plain, keys[key - 1].words);
}

void plain_enter(struct plain *plain, char *line)
{
    /* completion leaves a trailing blank */
    for (size_t end = strlen(line); end > 0 && strchr(" \t", line[end - 1]); end--)
        line[end - 1] = '\0';
    line += strspn(line, " \t");
    plain->said[0] = '\0';
    struct session_view view;
    session_view(plain->session, &view);
    bool stopped = plain->interrupted && strcmp(line, "stop") == 0 &&
                   !view.loading; /* this stop has ended a wait, so it does not end anything else */
    plain->interrupted = false;
    char waited[LINE_MAX_BYTES];
    if (!plain->asked[0])
        line = take_waiting(plain, line, waited);
    const int key = session_key_named(line);
    if (key > 0)
        enter_key(plain, key);
    else if (!stopped)
        enter_typed(plain, line);
    if (plain->waiting[0] && !plain->asked[0])
        printf("%s is still waiting: press Enter to enter it.\n", plain->waiting);
    home_follow(plain);
}
