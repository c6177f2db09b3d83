/* The deck: positions to learn, when each is due, and what you answered. */
#pragma once

#include "src/training/fsrs.h"
#include "src/store/store.h"

/* Reads the cards due at `now` (seconds since 1970), the longest overdue first. Reads at most `max`
 * cards; *due counts all that are due. */
MUST_USE bool store_due(struct store *store, int64_t now, struct card cards[], int max, int *count,
                        int *due, struct error *error);
/* Adds the cards of the list with the name `source` to the deck. If the list is a repertoire or
 * consists of endgames, a card of the same position, from another list or from a mistake of yours,
 * moves to this list and keeps its schedule and your mistake. But if the list accepts the move that
 * was your mistake, the card stays as it is. If the list consists of the mistakes in a file of
 * games, it changes no existing card. store_due returns a card of a list only after you have
 * answered it, or made a mistake in its position in a game that you played in this program. */
MUST_USE bool store_put_list(struct store *store, const char *source, const struct card cards[],
                             int count, struct error *error);
/* Removes the repertoires with this name ("my.pgn" for both colours, or "my.pgn white") from the
 * deck; the name "" stands for the only repertoire. A card that also shows a mistake of yours stays
 * in the deck as a card of that mistake. Writes a message for the user to `told`. If there is no
 * such repertoire, returns false and sets *error, also to a message for the user. */
MUST_USE bool store_forget_repertoire(struct store *store, const char *name, char *told,
                                      size_t size, struct error *error);
/* Reads the due cards of the list with the name `source`, then its cards that you have never
 * answered, in the order of the list. */
MUST_USE bool store_due_of(struct store *store, const char *source, int64_t now,
                           struct card cards[], int max, int *count, struct error *error);
/* Like store_due_of, for all lists of the given kind: for example, all repertoires. */
MUST_USE bool store_due_of_kind(struct store *store, enum card_kind kind, int64_t now,
                                struct card cards[], int max, int *count, struct error *error);
/* Reads the cards that one of your games has added to the deck: blunders first, then mistakes, then
 * missed chances. Within each of these groups, cards with a motif come before the others, and apart
 * from that they are in the order of the game. */
MUST_USE bool store_cards_of_game(struct store *store, int64_t game, struct card cards[], int max,
                                  int *count, struct error *error);
/* Stores an answer to the position's card. Sets *next to the time at which the card is due again,
 * or to 0 if the deck has no such card. `goal` is explained at schedule_interval. */
MUST_USE bool store_answer(struct store *store, const struct position *position, enum grade grade,
                           int64_t now, double goal, int64_t *next, struct error *error);
/* Sets *next to the time that store_answer would set, without storing the answer. */
MUST_USE bool store_foresee(struct store *store, const struct position *position, enum grade grade,
                            int64_t now, double goal, int64_t *next, struct error *error);
/* What you answered to a card. */
struct answered {
    int times, solved; /* answers, and those that solved it */
    bool missed_last;  /* the last answer did not solve the card */
    int64_t last;      /* time of the last answer, in seconds since 1970 */
};
/* Reads how often you have answered the position's card, and how. */
MUST_USE bool store_answered(struct store *store, const struct position *position,
                             struct answered *answered, struct error *error);
/* Sets *next to the time at which the next card is due, 0 if no card is scheduled. */
MUST_USE bool store_next_due(struct store *store, int64_t *next, struct error *error);
