/* The deck: positions to learn, when each is due, and what you answered. */
#pragma once

#include "src/training/fsrs.h"
#include "src/store/store.h"

/* The cards due at a time (seconds since 1970), the one that waited longest first; their why says
 * how often and when they were seen. Writes max at most; *due counts them all. */
MUST_USE bool store_due(struct store *store, int64_t now, struct card cards[], int max, int *count,
                        int *due, struct error *error);
/* The cards of a list (a repertoire, endgames) into the deck; what of them is there already, by
 * another list or by a mistake, is this one's now, and its days and the mistake stay. They come up
 * by store_due once they were answered or a mistake was made there. */
MUST_USE bool store_put_list(struct store *store, const char *source, const struct card cards[],
                             int count, struct error *error);
/* Of a list's cards those due, then new ones in its order. */
MUST_USE bool store_due_of(struct store *store, const char *source, int64_t now,
                           struct card cards[], int max, int *count, struct error *error);
/* An answer to the card of that position; *next is the time it is due again, 0 where the deck has
 * no such card. goal: see schedule_interval. */
MUST_USE bool store_answer(struct store *store, const struct position *position, enum grade grade,
                           int64_t now, double goal, int64_t *next, struct error *error);
/* When it would be due again after that answer, which is not kept. */
MUST_USE bool store_foresee(struct store *store, const struct position *position, enum grade grade,
                            int64_t now, double goal, int64_t *next, struct error *error);
/* When the next card is due, 0: there is none. */
MUST_USE bool store_next_due(struct store *store, int64_t *next, struct error *error);
