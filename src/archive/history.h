/* What was trained and played, by days and weeks. */
#pragma once

#include "src/store/store.h"

/* Cards answered and positions tried, by local days up to now (seconds since 1970). */
enum { TRAINED_DAYS = 14 };
struct trained {
    int positions[TRAINED_DAYS]; /* today, yesterday, ... */
    int streak;  /* days in a row up to today, or to yesterday where today has none yet */
    int longest; /* there ever were */
};
MUST_USE bool store_trained(struct store *store, int64_t now, struct trained *trained,
                            struct error *error);

/* Weeks of seven days, the first ending today. */
enum { HISTORY_WEEKS = 12 };
struct history_week {
    int positions, solved; /* trained; solved at once and without help */
    double rating;         /* yours in puzzles after the last of them; 0: none was tried */
    int games;             /* reviewed */
    double accuracy;       /* of them, on average */
    double worth, kept;    /* winning chances given on purpose that you answered */
};
MUST_USE bool store_history(struct store *store, int64_t now,
                            struct history_week weeks[HISTORY_WEEKS], struct error *error);
