/* FSRS-6. Memory is described by stability and difficulty, and forgetting follows a power curve.
 * Answers on the same day change the stability by a different formula. */
#include "src/training/fsrs.h"

#include <math.h>

#include "src/util/text.h"

/* The default weights w0 .. w20 of FSRS-6. The authors of FSRS fitted them to about 10,000 Anki
 * collections; py-fsrs and ts-fsrs by open-spaced-repetition have the same weights. S is the
 * stability, D the difficulty, R the chance to remember. */
static const double w[] = {
    0.212,  1.2931, 2.3065, 8.2956, /* stability after the first answer, by grade */
    6.4133, 0.8334,                 /* initial difficulty */
    3.0194, 0.001,                  /* change of difficulty; mean reversion */
    1.8722, 0.1666, 0.796,          /* stability after success: scale, exponents of S and R */
    1.4835, 0.0614, 0.2629, 1.6483, /* stability after failure: scale, exponents of D, S and R */
    0.6014, 1.8729,                 /* factors for the grades hard and easy */
    0.5425, 0.0912, 0.0658,         /* same-day answers: scale, grade, exponent of S */
    0.1542,                         /* exponent of the forgetting curve */
};
static const double STABILITY_LEAST = 0.001;

static double within(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* The factor of `days / stability` in the forgetting curve (schedule_chance). With this factor, the
 * chance to remember is 90 % after `stability` days. */
static double curve_factor(void)
{
    return pow(0.9, -1 / w[20]) - 1;
}

double schedule_chance(double stability, double days)
{
    return pow(1 + curve_factor() * days / stability, -w[20]);
}

int schedule_interval(double stability, double goal)
{
    double days = stability / curve_factor() * (pow(goal, -1 / w[20]) - 1);
    return (int)within(round(days), 1, SCHEDULE_DAYS_MAX);
}

static double first_difficulty(enum grade grade)
{
    return w[4] - exp(w[5] * ((int)grade - 1)) + 1;
}

/* The difficulty after an answer with this grade. The closer it is to 10, the less it changes. It
 * also moves a little towards the initial difficulty of grade easy. */
static double next_difficulty(double difficulty, enum grade grade)
{
    double change = -w[6] * ((int)grade - GRADE_GOOD);
    double next = difficulty + change * (10 - difficulty) / 9;
    return within(w[7] * first_difficulty(GRADE_EASY) + (1 - w[7]) * next, 1, 10);
}

static double same_day(double stability, enum grade grade)
{
    double factor = exp(w[17] * ((int)grade - GRADE_GOOD + w[18])) * pow(stability, -w[19]);
    return stability * (grade >= GRADE_GOOD && factor < 1 ? 1 : factor);
}

static double after_failure(const struct schedule *schedule, double chance)
{
    double stability = schedule->stability;
    double later = w[11] * pow(schedule->difficulty, -w[12]) *
                   (pow(stability + 1, w[13]) - 1) * exp(w[14] * (1 - chance));
    return fmin(later, stability / exp(w[17] * w[18]));
}

static double after_success(const struct schedule *schedule, enum grade grade, double chance)
{
    double factor = grade == GRADE_HARD ? w[15] : grade == GRADE_EASY ? w[16] : 1;
    return schedule->stability *
           (1 + exp(w[8]) * (11 - schedule->difficulty) * pow(schedule->stability, -w[9]) *
                    (exp(w[10] * (1 - chance)) - 1) * factor);
}

void schedule_remember(struct schedule *schedule, enum grade grade, int days)
{
    double stability;
    if (schedule->state == SCHEDULE_NEW) {
        schedule->stability = w[grade - 1];
        schedule->difficulty = within(first_difficulty(grade), 1, 10);
        return;
    }
    double chance = schedule_chance(schedule->stability, days);
    if (days < 1)
        stability = same_day(schedule->stability, grade);
    else if (grade == GRADE_AGAIN)
        stability = after_failure(schedule, chance);
    else
        stability = after_success(schedule, grade, chance);
    schedule->stability = within(stability, STABILITY_LEAST, SCHEDULE_DAYS_MAX);
    schedule->difficulty = next_difficulty(schedule->difficulty, grade);
}

/* The number of days between two moments by the calendar: 1 from an evening to the next morning. */
static int days_between(int64_t from, int64_t to)
{
    int64_t passed = text_noon(to, 0) - text_noon(from, 0);
    return passed > 0 ? (int)((passed + SCHEDULE_DAY / 2) / SCHEDULE_DAY) : 0; /* rounded, because a
                                                                                * day can have 23 or
                                                                                * 25 hours */
}

void schedule_answer(struct schedule *schedule, enum grade grade, int64_t now, double goal)
{
    schedule_remember(schedule, grade, days_between(schedule->last_review, now));
    schedule->reps++;
    schedule->last_review = now;
    if (grade != GRADE_AGAIN) {
        schedule->state = SCHEDULE_REVIEW;
        schedule->due = text_noon(now, schedule_interval(schedule->stability, goal));
        return;
    }
    schedule->lapses += schedule->state == SCHEDULE_REVIEW;
    schedule->state = schedule->state == SCHEDULE_NEW || schedule->state == SCHEDULE_LEARNING
                          ? SCHEDULE_LEARNING : SCHEDULE_RELEARNING;
    schedule->due = now + SCHEDULE_SOON;
}
