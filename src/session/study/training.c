/* Starts practice: of the cards of the deck that are due, of a list of cards, of puzzles, or of
 * what the user missed in a game. Each answer is stored at once: FSRS decides when a card comes
 * back, and Glicko-2 updates the user's puzzle rating. A missed puzzle goes into the deck. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/review/motif.h"
#include "src/session/command_table.h"
#include "src/session/persist.h"
#include "src/session/state.h"
#include "src/session/study/practice.h"
#include "src/session/study/scoring.h"
#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/training/suite_cards.h"
#include "src/util/text.h"

enum { LIST_MILLISECONDS = 10000 };

/* Starts to practise cards of the deck; the caller still owns them. */
static bool practise_cards(struct session *session, const struct card cards[], int count,
                           double goal, struct error *error)
{
    if (!session_start_practice(session, PRACTICE_DECK, cards, count))
        return error_set(error, "out of memory");
    session->practice.retention = goal;
    return true;
}

bool session_practise_due(struct session *session, int most, double goal, int *count,
                          int64_t *next, struct error *error)
{
    struct card *cards = calloc((size_t)most, sizeof *cards);
    int due;
    *count = 0;
    *next = 0;
    error_set(error, "%s", cards ? "" : "out of memory");
    bool good = cards &&
                store_due(session->store, (int64_t)time(NULL), cards, most, count, &due, error) &&
                store_next_due(session->store, next, error);
    good = good && *count > 0 && practise_cards(session, cards, *count, goal, error);
    free(cards);
    return good;
}

bool session_practise_list(struct session *session, const char *source, const struct card list[],
                           int list_count, int most, double goal, int *count, struct error *error)
{
    struct card *cards = calloc((size_t)most, sizeof *cards);
    *count = 0;
    error_set(error, "%s", cards ? "" : "out of memory");
    store_set_patience(session->store, LIST_MILLISECONDS);
    bool good = cards && store_put_list(session->store, source, list, list_count, error) &&
                store_due_of(session->store, source, (int64_t)time(NULL), cards, most, count,
                             error);
    store_set_patience(session->store, SESSION_READS_WITHIN);
    good = good && *count > 0 && practise_cards(session, cards, *count, goal, error);
    free(cards);
    return good;
}

struct theme_search {
    char wanted[64];    /* in words: "mate in 2" */
    char nearest[64];   /* the known theme that is spelled most like it; "" if none is similar */
    bool known;
};

static void compare_theme(void *context, const char *theme, int64_t puzzles)
{
    struct theme_search *search = context;
    char words[sizeof search->nearest];
    (void)puzzles;
    motif_theme_words(theme, words, sizeof words);
    const char *nearest = *search->nearest ? search->nearest : NULL;
    search->known = search->known || strcasecmp(words, search->wanted) == 0;
    if (text_nearer(search->wanted, nearest, words) == words)
        snprintf(search->nearest, sizeof search->nearest, "%s", words);
}

/* Sets *error if the store has no puzzle of this theme, tried or not. The session waits while all
 * puzzles are read, so this is only for the case that no puzzle was found. */
static void refuse_unknown_theme(struct store *store, const char *theme, struct error *error)
{
    struct theme_search search = {.known = false};
    motif_theme_words(theme, search.wanted, sizeof search.wanted);
    if (!store_each_theme(store, compare_theme, &search, error) || search.known)
        return;
    if (*search.nearest)
        error_set(error, "there is no theme \"%s\"; did you mean \"%s\"?", search.wanted,
                  search.nearest);
    else
        error_set(error,
                  "there is no theme \"%s\"; to list the themes, run fallible puzzles --themes",
                  search.wanted);
}

bool session_practise_puzzles(struct session *session, const struct puzzle_choice *choice,
                              int count, struct error *error)
{
    struct puzzle puzzle;
    struct card *cards = calloc((size_t)count, sizeof *cards);
    error_set(error, "%s", cards ? "" : "out of memory");
    bool good = cards && session_pick_puzzle(session, choice, &puzzle, &cards[0], error);
    if (good) {
        good = session_start_practice(session, PRACTICE_PUZZLES, cards, count);
        if (!good)
            error_set(error, "out of memory");
        session->practice.choice = *choice;
        session->practice.puzzle = puzzle;
    } else if (!error->message[0] && *choice->theme) {
        refuse_unknown_theme(session->store, choice->theme, error);
    }
    free(cards);
    return good;
}

/* Rotates the list of cards so that it begins with the card at the index `first`. Returns false if
 * out of memory. */
static bool turn_cards(struct card cards[], int count, int first)
{
    struct card *turned = malloc((size_t)count * sizeof *turned);
    for (int i = 0; turned && i < count; i++)
        turned[i] = cards[(first + i) % count];
    if (turned)
        memcpy(cards, turned, (size_t)count * sizeof *cards);
    free(turned);
    return turned != NULL;
}

/* Returns the index of the card for the earliest position from `ply` on. Returns 0 if there is no
 * such card, or if `ply` is 0. */
static int first_from(const struct card cards[], int count, int ply)
{
    int first = 0;
    for (int i = 0; i < count && ply > 0; i++) {
        bool later = cards[i].ply >= ply;
        if (later && (cards[first].ply < ply || cards[i].ply < cards[first].ply))
            first = i;
    }
    return first;
}

/* Returns the index of the card for this position, or 0 if no card has it. */
static int first_of(const struct card cards[], int count, const struct position *position)
{
    for (int i = 0; i < count; i++) {
        if (cards[i].position.key == position->key)
            return i;
    }
    return 0;
}

static const char *nothing_to_solve(const struct review *review)
{
    return review->missed + review->mistake_count == 0
               ? "There is nothing to solve: you missed no chance and made no mistake."
               : "There is nothing to solve: the mistakes were made in positions that were already "
                 "lost.";
}

/* Starts practice of the game's positions. With `exactly`, begins with the position at `ply`;
 * otherwise with the first card from `ply` on. */
static void try_from(struct session *session, int ply, bool exactly, struct session_reply *reply)
{
    struct card *cards = calloc(REVIEW_CARDS_MAX, sizeof *cards);
    if (!session->record.reviewed) {
        reply_set(reply, REPLY_REFUSED,
                  session->review_wanted
                      ? "The game is still being analysed. Try again in a moment."
                      : "The game has not been reviewed yet. Type review first.");
    } else if (!cards) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
    } else {
        int count = review_cards(session->live, &session->record.ledger, &session->record.review,
                                 cards, REVIEW_CARDS_MAX);
        const struct position *position = &review_node(session->live, ply)->position;
        int first =
            exactly ? first_of(cards, count, position) : first_from(cards, count, ply);
        if (count < 1)
            reply_set(reply, REPLY_REFUSED, "%s", nothing_to_solve(&session->record.review));
        else if (turn_cards(cards, count, first) &&
                 session_start_practice(session, PRACTICE_GAME, cards, count))
            reply_set(reply, REPLY_DONE, "%s", "");
        else
            reply_set(reply, REPLY_REFUSED, "out of memory");
    }
    free(cards);
}

void session_try(struct session *session, int ply, struct session_reply *reply)
{
    try_from(session, ply, false, reply);
}

static const char *why_not_worth(Move best)
{
    return best == NO_MOVE
               ? "The best move of this position is not known, so it is not asked."
               : "This position was already lost, so there is no move to find that saves it.";
}

/* Returns the reason why practice has no card for the position at `ply`. */
static const char *why_not_asked(const struct review *review, int ply)
{
    for (int i = 0; i < review->gift_count; i++) {
        const struct gift *gift = &review->gifts[i];
        if (gift->ply == ply && !gift->missed)
            return gift->taken ? "There is nothing to solve here: you took this chance."
                   : gift->reply == NO_MOVE
                       ? "There is nothing to solve here: the game ended before your answer."
                       : "There is nothing to solve here: you kept part of this chance.";
        if (gift->ply == ply)
            return why_not_worth(gift->best);
    }
    for (int i = 0; i < review->mistake_count; i++) {
        if (review->mistakes[i].ply - 1 == ply)
            return why_not_worth(review->mistakes[i].best);
    }
    return "There is nothing to solve at this move: no chance was missed here, and no mistake "
           "made.";
}

void session_try_position(struct session *session, int ply, struct session_reply *reply)
{
    const struct review *review = &session->record.review;
    if (session->record.reviewed && !review_asks(review, session->live, ply))
        reply_set(reply, REPLY_REFUSED, "%s", why_not_asked(review, ply));
    else
        try_from(session, ply, true, reply);
}

/* Handles the command "try N": practice begins with the first position from move N on. */
void session_command_try(struct session *session, struct session_reply *reply)
{
    int ply = 0;
    if (reply->argument[0]) {
        char *end;
        long number = strtol(reply->argument, &end, 10);
        if (number < 1 || *end) {
            reply_set(reply, REPLY_REFUSED,
                      "Type try, or try and the number of a move, as in try 12; not \"%.40s\".",
                      reply->argument);
            return;
        }
        for (const struct game_node *node = session->live; node; node = node->parent) {
            if (node->position.fullmove >= number)
                ply = node->ply;
        }
    }
    session_try(session, ply, reply);
}
