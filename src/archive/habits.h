/* How you play in many games: your results, your mistakes by phase of the game and by the time left
 * on your clock, and whether you punish your opponents' mistakes. The judgements are those of
 * accuracy.h. */
#pragma once

#include "src/archive/finished_games.h"
#include "src/review/phase.h"

/* Sums over your moves of one kind, for example those in one phase of the game. Only moves with
 * known scores before and after them are included. */
struct habit_moves {
    int moves;
    double loss;              /* total centipawn loss */
    int counts[JUDGED_COUNT]; /* moves with each judgement */
};

/* How much time you had left before a move, as a share of the most that your clock showed in the
 * game. The second column is the key in JSON. */
#define HABIT_CLOCKS(X)                                                                            \
    X(HALF, "most_time", "with half your time or more")                                            \
    X(LESS, "less_time", "with less than half")                                                    \
    X(LITTLE, "little_time", "with less than a tenth")
/* How long you thought about a move. Moves of the opening do not count. The second column is the
 * key in JSON. */
#define HABIT_PACES(X)                                                                             \
    X(AT_ONCE, "at_once", "thought for up to 5 seconds")                                           \
    X(SOON, "soon", "thought for 5 to 30 seconds")                                                 \
    X(LATE, "late", "thought for longer")
enum habit_clock {
#define X(id, key, words) CLOCK_##id,
    HABIT_CLOCKS(X)
#undef X
    HABIT_CLOCK_COUNT
};
enum habit_pace {
#define X(id, key, words) PACE_##id,
    HABIT_PACES(X)
#undef X
    HABIT_PACE_COUNT
};

struct habits {
    int games;
    int results[COLOR_COUNT][3]; /* games lost, drawn and won with each colour */
    int scored;                  /* games in which some of your moves have scores */
    double accuracy;             /* sum of your accuracy in these games, in percent */
    struct habit_moves all, phases[PHASE_COUNT];
    struct habit_moves clocks[HABIT_CLOCK_COUNT], paces[HABIT_PACE_COUNT];
    int offered, punished; /* your opponents' mistakes and blunders that you answered with a move,
                              and how many of them you punished: your answer kept at least two
                              thirds of the winning chances that the opponent's error gave you */
    int winning, won;      /* games in which you were at least HABIT_WINNING ahead, and how many of
                            * them you won */
    int losing, saved;     /* games in which you were at least HABIT_WINNING behind, and how many
                            * of them you did not lose */
};
enum { HABIT_WINNING = 300 /* centipawns */ };

/* Returns false and sets *error on failure. */
MUST_USE bool habits_gather(struct finished_games *games, struct habits *habits,
                            struct error *error);
