/* The deck: positions to learn, when each is due, and what you answered. */
#ifndef FALLIBLE_TRAINER_STORE_DECK_H
#define FALLIBLE_TRAINER_STORE_DECK_H

#include "src/trainer/schedule.h"
#include "src/trainer/store.h"

/* The cards due at a time (seconds since 1970), the one that waited longest first; their why says
 * how often and when they were seen. Writes max at most; *due counts them all. */
MUST_USE bool store_due(struct store *store, int64_t now, struct card cards[], int max, int *count,
                        int *due, struct error *error);
/* An answer to the card of that position; *next is the time it is due again, 0 where the deck has
 * no such card. goal: see schedule_interval. */
MUST_USE bool store_answer(struct store *store, const struct position *position, enum grade grade,
                           int64_t now, double goal, int64_t *next, struct error *error);
/* When the next card is due, 0: there is none. */
MUST_USE bool store_next_due(struct store *store, int64_t *next, struct error *error);

/* What was trained, by local days: cards answered and puzzles tried. */
enum { TRAINED_DAYS = 14 };
struct trained {
    int positions[TRAINED_DAYS]; /* today, yesterday, ... */
    int streak; /* days in a row up to today, or to yesterday where today has none yet */
};
MUST_USE bool store_trained(struct store *store, int64_t now, struct trained *trained,
                            struct error *error);

#endif
