/* When a position is to be seen again: FSRS, the Free Spaced Repetition Scheduler, version 6
 * (github.com/open-spaced-repetition/awesome-fsrs, page "The Algorithm"), with its published
 * default weights. Pure. */
#pragma once

#include <stdint.h>

/* How well it was remembered. */
enum grade { GRADE_AGAIN = 1, GRADE_HARD, GRADE_GOOD, GRADE_EASY };

enum schedule_state {
    SCHEDULE_NEW,        /* never answered */
    SCHEDULE_LEARNING,   /* not known the first time: soon again */
    SCHEDULE_REVIEW,
    SCHEDULE_RELEARNING, /* known once, forgotten: soon again */
};

/* All zero is new and due at once. */
struct schedule {
    enum schedule_state state;
    double stability;    /* days until the chance to remember falls to 90 % */
    double difficulty;   /* 1 .. 10 */
    int reps, lapses;    /* answers; times forgotten after it was known */
    int64_t last_review; /* seconds since 1970, 0: never */
    int64_t due;
};

/* FSRS's own default for the goal: 0.9 of what is due is to be remembered. */
#define SCHEDULE_RETENTION 0.9
enum {
    SCHEDULE_SOON = 10 * 60,      /* seconds until what was not known comes again */
    SCHEDULE_DAYS_MAX = 36500,    /* as FSRS */
    SCHEDULE_DAY = 24 * 60 * 60,
};

/* The chance to remember after so many days, 0 .. 1. */
double schedule_chance(double stability, double days);
/* Whole days, 1 .. SCHEDULE_DAYS_MAX, until that chance falls to goal (above 0, below 1). */
int schedule_interval(double stability, double goal);
/* Memory after an answer given so many whole days after the last one; the first answer (state
 * new) takes none of it. */
void schedule_remember(struct schedule *schedule, enum grade grade, int days);
/* The same at a time (seconds since 1970), and the day it is due next. */
void schedule_answer(struct schedule *schedule, enum grade grade, int64_t now, double goal);
