/* What fallible stats has gathered, as text for people and as JSON. */
#pragma once

#include "src/training/glicko2.h"
#include "src/archive/history.h"

enum { STATS_GAMES_SHOWN = 10 };

/* Gifts of one kind. */
struct punished {
    int offered, answered, taken;
    double worth, kept; /* of those answered, in winning chances */
};

/* Knowledge drills against one group. */
struct drilled {
    int games, moments, felt, gained;
};

struct stats {
    int games;
    struct punished all, motifs[MOTIF_COUNT], phases[PHASE_COUNT];
    struct drilled drills[GROUP_COUNT];
    double accuracy, loss;
    int moves, counts[JUDGED_COUNT];
    int shown;
    struct stored_review last[STATS_GAMES_SHOWN];
    int cards, due;
    struct rating rating;  /* yours, by the games you played */
    int rated;             /* of them */
    struct rating puzzles; /* yours */
    int attempts;
    struct trained trained;
    struct history_week weeks[HISTORY_WEEKS];
    int goal; /* positions a day, 0: none was set */
};

void punished_add(struct punished *to, const struct stored_gift *gift);
void stats_print(const struct stats *stats);
void stats_print_json(const struct stats *stats);
