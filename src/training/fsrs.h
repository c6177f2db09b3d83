/* Schedules the next review of a position: FSRS, the Free Spaced Repetition Scheduler, version 6
 * (github.com/open-spaced-repetition/awesome-fsrs, page "The Algorithm"), with its published
 * default weights. No side effects. Days are those of the calendar, in local time. */
#pragma once

#include <stdint.h>

/* The grade of an answer. */
enum grade { GRADE_AGAIN = 1, GRADE_HARD, GRADE_GOOD, GRADE_EASY };

enum schedule_state {
    SCHEDULE_NEW,        /* never answered */
    SCHEDULE_LEARNING,   /* failed the first time; due again soon */
    SCHEDULE_REVIEW,
    SCHEDULE_RELEARNING, /* forgotten after a success; due again soon */
};

/* An all-zero schedule is new and due at once. */
struct schedule {
    enum schedule_state state;
    double stability;    /* days until the chance to remember falls to 90 % */
    double difficulty;   /* 1 .. 10 */
    int reps, lapses;    /* reps: number of answers; lapses: number of times forgotten after a
                          * success */
    int64_t last_review; /* seconds since 1970, 0: never */
    int64_t due;         /* seconds since 1970; in the state SCHEDULE_REVIEW this is usually noon,
                          * and the card is due on that whole day */
};

/* The default retention goal of FSRS: 90 % of due positions are remembered. */
#define SCHEDULE_RETENTION 0.9
enum {
    SCHEDULE_SOON = 10 * 60,      /* seconds until a failed position is due again */
    SCHEDULE_DAYS_MAX = 36500,    /* days: the longest interval, as in FSRS */
    SCHEDULE_DAY = 24 * 60 * 60,
};

/* The chance to remember `days` days after an answer that left this stability, 0 .. 1. */
double schedule_chance(double stability, double days);
/* Returns the whole number of days, 1 .. SCHEDULE_DAYS_MAX, after which the chance to remember
 * falls to `goal` (above 0, below 1) at this stability. */
int schedule_interval(double stability, double goal);
/* Updates the memory state for an answer given `days` whole days after the previous answer. At the
 * first answer (state SCHEDULE_NEW), `days` is ignored. */
void schedule_remember(struct schedule *schedule, enum grade grade, int days);
/* Like schedule_remember, for an answer at time `now` (seconds since 1970). Also sets when the
 * position is due again: when the chance to remember has fallen to `goal`. */
void schedule_answer(struct schedule *schedule, enum grade grade, int64_t now, double goal);
