/* Knowledge drills: the opponent plays without one positional group, and you try to punish it. The
 * review counts the opponent's concessions in that group and those you punished. The functions have
 * no side effects. */
#pragma once

#include "engine/evaluation.h"
#include "src/review/ledger.h"

enum { DRILL_NONE = GROUP_COUNT, DRILL_MOMENTS_MAX = 64 };

/* A move is a concession if the group's term, after the best answer, is at least this many
 * centipawns worse than after the full-strength move. */
enum { DRILL_CONCEDED_MIN = 20 };

/* A move of the opponent that made the group's term better for you. */
struct drill_moment {
    int ply;       /* of the move */
    Move best;     /* the full-strength move */
    int conceded;  /* centipawns of the term, DRILL_CONCEDED_MIN or more */
    Score gained;  /* your gain in centipawns from before the move to after your answer, with scores
                    * limited to 10 pawns; SCORE_NONE if you did not answer */
    bool felt;     /* you punished it: you kept half of the term, and gained */
};

struct drill {
    int group;           /* enum group; DRILL_NONE if the game is not a drill */
    int count, felt;     /* moments, and those you punished */
    int gained;          /* centipawns, over the punished moments */
    struct drill_moment moments[DRILL_MOMENTS_MAX];
};

/* Fills *drill for the line that ends in live. Positions without a score are skipped. */
void drill_make(const struct game_node *live, const struct ledger *ledger, int you, int group,
                struct drill *drill);

/* "king safety: gave way 6 times, felt 4 times, +1.85". */
void drill_words(const struct drill *drill, char *text, size_t size);
/* The outcome: "felt: 15. Qh5" or "15. h3 let it go". drill_conceded writes the amount of the term:
 * "0.45 for Re8". */
void drill_outcome(const struct game_node *live, const struct drill_moment *moment, char *text,
                   size_t size);
void drill_conceded(const struct game_node *live, const struct drill_moment *moment, char *text,
                    size_t size);

/* Finds a group by its key ("king_safety") or its displayed name. Returns false if not found. */
MUST_USE bool drill_group(const char *name, int *group);
MUST_USE bool drill_group_in(const char *name, size_t length, int *group); /* first length bytes */
/* All keys, separated by blanks. */
void drill_groups(char *text, size_t size);
