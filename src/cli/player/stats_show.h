/* Shows the figures of fallible stats as text and as JSON. */
#pragma once

#include "src/training/glicko2.h"
#include "src/archive/habits.h"
#include "src/archive/history.h"
#include "src/game/scale.h"

enum { STATS_GAMES_SHOWN = 10 };

/* Gifts (errors of weakened opponents) of one kind: how many your opponents made, how many of them
 * you answered with a move, and how many you punished. */
struct punished {
    int offered, answered, taken;
    double worth, kept; /* winning chances in the errors that you answered: how many you were given,
                         * and how many you kept */
};

/* Drills: games against an opponent that lacks one group of knowledge, such as king safety.
 * moments: the opponent's concessions, which are moves that made this group's part of the
 * evaluation better for you (see drill.h); felt: how many of them you punished; gained: the
 * centipawns that you gained by punishing them. */
struct drilled {
    int games, moments, felt, gained;
};

struct stats {
    struct scale *scale; /* the scale in which ratings of levels and of games are shown */
    int games;
    struct punished all, motifs[MOTIF_COUNT], phases[PHASE_COUNT];
    struct drilled drills[GROUP_COUNT];
    double accuracy, loss;
    int moves, counts[JUDGED_COUNT];
    struct habits habits;
    int shown;
    struct stored_review last[STATS_GAMES_SHOWN];
    int cards, due;
    struct rating rating;  /* your rating, from your games */
    int rated;             /* number of games that your rating is based on */
    struct rating puzzles; /* your puzzle rating */
    int attempts;
    struct trained trained;
    struct history_week weeks[HISTORY_WEEKS];
    char weakest[128]; /* the motif that you missed most this month, in words with the command that
                        * trains it; "" without one */
    int goal; /* the goal: number of positions a day; 0 if not set */
};

void punished_add(struct punished *to, const struct stored_gift *gift);
void stats_print(const struct stats *stats);
void stats_print_json(const struct stats *stats);
