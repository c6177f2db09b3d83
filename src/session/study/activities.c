/* Training that the user starts from the home screen or by a command. Puzzles that come with the
 * program, a repertoire, endgames and suites take long to read, so the store writer's thread reads
 * them; then they are put on the board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/archive/today.h"
#include "src/game/names.h"
#include "src/session/command_table.h"
#include "src/session/files.h"
#include "src/session/home.h"
#include "src/session/state.h"
#include "src/session/study/practice.h"
#include "src/session/study/study.h"
#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/training/repertoire.h"
#include "src/training/suite_cards.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { SET_PUZZLES = 10, SET_CARDS = 20, LIST_MAX = 1000 };
static const char endgames_source[] = "endgames"; /* name of the list in the deck; fallible drill
                                                     uses the same name */

/* What the store writer's thread is asked to read. */
struct prepared_request {
    enum {
        PREPARE_PUZZLES,
        PREPARE_ENDGAMES,
        PREPARE_REPERTOIRE,
        PREPARE_FORGET, /* removes the repertoire `source`; "": the only repertoire */
        PREPARE_SUITE
    } kind;
    int color;                    /* the colour of a repertoire */
    int only;                     /* number of the endgame to play, from 1; 0: all that are due */
    char path[1024], source[64];
    char called[48];              /* the file's name, or that of an opening that ships */
    char names[NAMES_MAX];        /* the user's names, to find their games in a repertoire */
    struct puzzle_choice choice;  /* choice.except is NULL */
};

struct prepared {
    struct prepared_request request;
    struct card *cards; /* owned */
    int count, seen;     /* count: cards to solve; seen: positions read from a suite, including
                            those tried before */
    char told[256];      /* PREPARE_FORGET: the message about what was removed */
    struct store *store; /* valid only while the thread reads */
    struct error error;
};

static void discard(void *answer)
{
    struct prepared *prepared = answer;
    free(prepared->cards);
    free(prepared);
}

/* The functions from here on run in the store writer's thread. */

static void read_puzzles(struct prepared *prepared)
{
    bool any;
    struct puzzle_import import;
    static const struct puzzle_import_calls silent = {NULL, NULL, NULL};
    if (store_has_puzzles(prepared->store, &any, &prepared->error) && !any)
        (void)!store_import_puzzles(prepared->store, prepared->request.path, &silent, &import,
                                    &prepared->error);
}

static bool keep_endgame(void *context, const struct card *card, struct error *error)
{
    struct prepared *prepared = context;
    (void)error;
    if (card->kind == CARD_ENDGAME)
        prepared->cards[prepared->count++] = *card;
    return prepared->count < LIST_MAX;
}

/* Adds the cards in prepared->cards to the deck. Then keeps there only those to practise now: first
 * the cards that are due, then new ones. */
static void choose_due(struct prepared *prepared)
{
    struct card *due = calloc(SET_CARDS, sizeof *due);
    int count = 0;
    bool good = due || error_set(&prepared->error, "out of memory");
    good = good &&
           store_put_list(prepared->store, prepared->request.source, prepared->cards,
                          prepared->count, &prepared->error) &&
           store_due_of(prepared->store, prepared->request.source, (int64_t)time(NULL), due,
                        SET_CARDS, &count, &prepared->error);
    free(prepared->cards);
    prepared->cards = due;
    prepared->count = good ? count : 0;
}

/* Adds the list to the deck and chooses one card of it, which need not be due. */
static void choose_only(struct prepared *prepared)
{
    int at = prepared->request.only - 1;
    if (!store_put_list(prepared->store, prepared->request.source, prepared->cards,
                        prepared->count, &prepared->error))
        return;
    if (at < prepared->count) /* the file may have become shorter since it was listed */
        prepared->cards[0] = prepared->cards[at];
    prepared->count = at < prepared->count;
}

static void read_endgames(struct prepared *prepared)
{
    if (!suite_cards(prepared->request.path, keep_endgame, prepared, NULL, &prepared->error))
        return;
    if (prepared->request.only > 0)
        choose_only(prepared);
    else
        choose_due(prepared);
}

static void read_repertoire(struct prepared *prepared)
{
    const struct repertoire_calls silent = {NULL, NULL, NULL};
    const struct repertoire_choice choice = {prepared->request.color, REPERTOIRE_MOVES,
                                             prepared->request.names, prepared->request.called};
    if (repertoire_read(prepared->request.path, &choice, &silent, &prepared->cards,
                        &prepared->count, &prepared->error))
        choose_due(prepared);
}

static void forget_repertoire(struct prepared *prepared)
{
    (void)!store_forget_repertoire(prepared->store, prepared->request.source, prepared->told,
                                   sizeof prepared->told, &prepared->error);
}

static bool keep_untried(void *context, const struct card *card, struct error *error)
{
    struct prepared *prepared = context;
    bool tried;
    prepared->seen++;
    if (!store_was_tried(prepared->store, card->name, &tried, error))
        return false;
    if (!tried)
        prepared->cards[prepared->count++] = *card;
    return prepared->count < SET_PUZZLES;
}

static void read_suite(struct prepared *prepared)
{
    (void)!suite_cards(prepared->request.path, keep_untried, prepared, NULL, &prepared->error);
}

static void *prepare(const void *request, struct store *store, struct error *error)
{
    struct prepared *prepared = calloc(1, sizeof *prepared);
    if (!prepared) {
        error_set(error, "out of memory");
        return NULL;
    }
    memcpy(&prepared->request, request, sizeof prepared->request);
    prepared->store = store;
    bool list =
        prepared->request.kind == PREPARE_ENDGAMES || prepared->request.kind == PREPARE_SUITE;
    if (list && !(prepared->cards = calloc(LIST_MAX, sizeof *prepared->cards))) {
        error_set(&prepared->error, "out of memory");
        return prepared;
    }
    switch (prepared->request.kind) {
    case PREPARE_PUZZLES: read_puzzles(prepared); break;
    case PREPARE_ENDGAMES: read_endgames(prepared); break;
    case PREPARE_REPERTOIRE: read_repertoire(prepared); break;
    case PREPARE_FORGET:
        forget_repertoire(prepared);
        break;
    case PREPARE_SUITE: read_suite(prepared); break;
    }
    return prepared;
}

/* The functions from here on run in the session's thread. */

_Static_assert(sizeof(struct prepared_request) <= STORE_REQUEST_MAX, "fits into a writer request");

static bool has_store(const struct session *session, struct session_reply *reply)
{
    if (!session->writer)
        reply_set(reply, REPLY_REFUSED,
                  "Training needs your saved data, and this session saves nothing.");
    return session->writer != NULL;
}

static void ask(struct session *session, const struct prepared_request *request,
                struct session_reply *reply)
{
    if (session->preparing ||
        !store_writer_ask(session->writer, prepare, request, sizeof *request, discard)) {
        reply_set(reply, REPLY_REFUSED, "Other saved data is being read. Try again in a moment.");
        return;
    }
    session->preparing = true;
    session->unwanted = false;
    reply_set(reply, REPLY_DONE, "%s", "");
}

/* Says how many positions there are to solve. */
static void tell_start(struct session *session, struct session_reply *reply)
{
    const struct practice *practice = &session->practice;
    if (practice->count == 1)
        reply_set(reply, REPLY_DONE, "One position to solve.");
    else
        reply_set(reply, REPLY_DONE, "%d positions to solve.", practice->count);
}

static void refuse(struct session_reply *reply, const struct error *error, const char *otherwise)
{
    char sentence[sizeof error->message + 2];
    text_sentence(error->message, sentence, sizeof sentence);
    if (error->file[0])
        reply_set(reply, REPLY_REFUSED, "%.200s: %.250s", error->file, error->message);
    else
        reply_set(reply, REPLY_REFUSED, "%s", error->message[0] ? sentence : otherwise);
}

static void start_puzzles(struct session *session, const struct puzzle_choice *choice,
                          struct session_reply *reply)
{
    struct error error = {0};
    if (session_practise_puzzles(session, choice, SET_PUZZLES, &error))
        reply_set(reply, REPLY_DONE, "%s", "");
    else
        refuse(reply, &error,
               choice->to > 0 && *choice->theme
                   ? "There is no untried puzzle with this theme and rating. To list the themes, "
                     "run fallible puzzles --themes."
               : choice->to > 0
                   ? "There is no untried puzzle of that rating. Those included have 400 to 2800."
               : *choice->theme
                   ? "There are no untried puzzles with this theme. To list the themes, run "
                     "fallible puzzles --themes."
                   : "You have tried all puzzles of this kind.");
}

static void start_prepared(struct session *session, const struct prepared *prepared,
                           struct session_reply *reply)
{
    struct error error = prepared->error;
    const struct prepared_request *request = &prepared->request;
    if (error.message[0]) {
        refuse(reply, &error, "");
    } else if (request->kind == PREPARE_FORGET) {
        session_say(session, "%s", prepared->told);
        session->home_whole = false; /* so that home reads the deck again */
    } else if (request->kind == PREPARE_PUZZLES) {
        start_puzzles(session, &request->choice, reply);
    } else if (prepared->count == 0) {
        reply_set(reply, REPLY_REFUSED,
                  request->kind == PREPARE_SUITE && prepared->seen > 0
                      ? "You have tried every position of this suite."
                  : request->kind == PREPARE_SUITE
                      ? "No position of this suite has a best move, a move to avoid or a mate."
                      : "Nothing in %s is due today, and you have seen everything in it.",
                  request->source);
    } else if (session_start_practice(
                   session, request->kind == PREPARE_SUITE ? PRACTICE_SUITE : PRACTICE_DECK,
                   prepared->cards, prepared->count)) {
        tell_start(session, reply);
    } else {
        reply_set(reply, REPLY_REFUSED, "out of memory");
    }
}

void session_poll_prepared(struct session *session)
{
    void *answer;
    struct session_reply reply = {.kind = REPLY_DONE};
    if (!session->preparing || !store_writer_answer_come(session->writer, &answer))
        return;
    session->preparing = false;
    if (answer && !session->unwanted)
        start_prepared(session, answer, &reply);
    else if (!answer)
        reply_set(&reply, REPLY_REFUSED, "Your saved data cannot be read.");
    if (answer)
        discard(answer);
    if (reply.kind == REPLY_REFUSED)
        session_say(session, "%s", reply.text);
    session->changed |= CHANGED_BOARD | CHANGED_MESSAGE;
}

bool session_is_preparing(const struct session *session)
{
    return session->preparing && !session->unwanted;
}

void session_command_deck(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    int count;
    int64_t next;
    char date[32], words[96];
    if (!has_store(session, reply))
        return;
    if (session_practise_due(session, SET_CARDS, 0, &count, &next,
                             &error)) {
        tell_start(session, reply);
        return;
    }
    text_due(next, (int64_t)time(NULL), date, sizeof date);
    snprintf(words, sizeof words, "Nothing is due. The next position is due %s.", date);
    refuse(reply, &error,
           next > 0 ? words
                    : "The deck is empty. Chances and puzzles that you miss are added to it.");
}

void session_command_puzzles(struct session *session, struct session_reply *reply)
{
    struct prepared_request request = {.kind = PREPARE_PUZZLES};
    bool any = false;
    struct error error = {0};
    if (!has_store(session, reply))
        return;
    if (*reply->argument && paths_suite(reply->argument, request.path, sizeof request.path)) {
        request.kind = PREPARE_SUITE;
        ask(session, &request, reply);
        return;
    }
    if (!puzzle_choice_read(reply->argument, &request.choice, &error)) {
        char sentence[sizeof error.message + 2];
        text_sentence(error.message, sentence, sizeof sentence);
        reply_set(reply, REPLY_REFUSED,
                  "%.200s Type puzzles and a theme, a rating or both, as in puzzles fork 900.",
                  sentence);
        return;
    }
    if (!store_has_puzzles(session->store, &any, &error))
        refuse(reply, &error, "");
    else if (any)
        start_puzzles(session, &request.choice, reply);
    else if (!paths_shipped("puzzles/lichess.csv", request.path, sizeof request.path))
        reply_set(reply, REPLY_REFUSED, "puzzles/lichess.csv is missing: install Fallible again.");
    else
        ask(session, &request, reply);
}

void session_command_endgames(struct session *session, struct session_reply *reply)
{
    struct endgame_list list;
    struct prepared_request request = {.kind = PREPARE_ENDGAMES};
    struct error error = {0};
    snprintf(request.source, sizeof request.source, "%s", endgames_source);
    if (strcmp(reply->argument, "list") == 0) {
        reply->kind = REPLY_SCREEN;
        return;
    }
    if (!has_store(session, reply))
        return;
    if (*reply->argument && (!session_read_endgames(session, &list, &error) ||
                             !(request.only = endgame_find(&list, reply->argument, &error)))) {
        refuse(reply, &error, "");
        return;
    }
    if (paths_shipped("share/endgames.epd", request.path, sizeof request.path))
        ask(session, &request, reply);
    else
        reply_set(reply, REPLY_REFUSED, "share/endgames.epd is missing: install Fallible again.");
}

/* Starts practice of the opening moves in the deck that are due. */
static void start_repertoires(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    int count = 0;
    struct card *cards = calloc(SET_CARDS, sizeof *cards);
    bool good = cards && store_due_of_kind(session->store, CARD_REPERTOIRE, (int64_t)time(NULL),
                                           cards, SET_CARDS, &count, &error);
    if (good && count > 0 && session_start_practice(session, PRACTICE_DECK, cards, count))
        tell_start(session, reply);
    else
        refuse(reply, &error,
               "No move is due. Type repertoire white italian or london, black caro-kann or "
               "queens-gambit, or a PGN file.");
    free(cards);
}

void session_command_repertoire(struct session *session, struct session_reply *reply)
{
    struct prepared_request request = {.kind = PREPARE_REPERTOIRE};
    const char *argument = reply->argument;
    if (!has_store(session, reply))
        return;
    if (!*argument) {
        start_repertoires(session, reply);
        return;
    }
    if (strncmp(argument, "forget", 6) == 0 && (argument[6] == ' ' || !argument[6])) {
        argument += 6 + strspn(argument + 6, " ");
        request.kind = PREPARE_FORGET;
        snprintf(request.source, sizeof request.source, "%s", paths_base(argument));
        ask(session, &request, reply);
        return;
    }
    bool white = strncmp(argument, "white ", 6) == 0, black = strncmp(argument, "black ", 6) == 0;
    if (!white && !black) {
        reply_set(reply, REPLY_REFUSED,
                  "Expected: repertoire white FILE.pgn, repertoire black caro-kann, or repertoire "
                  "forget NAME");
        return;
    }
    request.color = white ? WHITE : BLACK;
    snprintf(request.names, sizeof request.names, "%s", session->names);
    const char *side = chess_color_name(request.color);
    char typed[sizeof request.path];
    session_read_path(argument + 6 + strspn(argument + 6, " "), typed, sizeof typed);
    paths_opening(side, typed, request.path, sizeof request.path);
    snprintf(request.called, sizeof request.called, "%.40s", paths_base(typed));
    snprintf(request.source, sizeof request.source, "%s %s", request.called, side);
    ask(session, &request, reply);
}

void session_command_lesson(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    int count = 0;
    static struct today today; /* static, because it is large; only one thread reads it */
    struct card *cards = calloc(SET_CARDS, sizeof *cards);
    if (has_store(session, reply) && (cards || error_set(&error, "out of memory")) &&
        today_read(session->store, (int64_t)time(NULL), &today, &error) && today.game > 0 &&
        store_cards_of_game(session->store, today.game, cards, SET_CARDS, &count, &error) &&
        count > 0 &&
        session_start_practice(session, PRACTICE_DECK, cards, count))
        tell_start(session, reply);
    else if (session->writer)
        refuse(reply, &error,
               today.games > 0 ? "Your last game left nothing to learn, or was not reviewed yet."
                              : "There is no game to learn from yet. Type play to play one.");
    free(cards);
}
