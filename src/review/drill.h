/* Knowledge drills: the opponent plays without one positional group, and you are to make that
 * felt. The review counts how often it gave way there, and what you made of it. Pure. */
#pragma once

#include "engine/evaluation.h"
#include "src/review/ledger.h"

enum { DRILL_NONE = GROUP_COUNT, DRILL_MOMENTS_MAX = 64 };

/* Centipawns of the group's term, with the best answer, that a move must be worse by than full
 * strength's for the missing knowledge to be to blame. */
enum { DRILL_CONCEDED_MIN = 20 };

/* A move of the opponent by which the group's term went your way. */
struct drill_moment {
    int ply;       /* of the move */
    Move best;     /* what full strength would have played */
    int conceded;  /* centipawns of the term, DRILL_CONCEDED_MIN or more */
    Score gained;  /* by the score, from before the move to after your answer; centipawns of scores
                    * cut at 10 pawns, SCORE_NONE where there is no answer */
    bool felt;     /* you kept half of the term, and gained */
};

struct drill {
    int group;           /* enum group; DRILL_NONE: the game is no drill */
    int count, felt;     /* moments, and those you made it felt in */
    int gained;          /* centipawns, of those */
    struct drill_moment moments[DRILL_MOMENTS_MAX];
};

/* Of the line that ends in live; positions without a score are left out. */
void drill_make(const struct game_node *live, const struct ledger *ledger, int you, int group,
                struct drill *drill);

/* "king safety: gave way 6 times, felt 4 times, +1.85". */
void drill_words(const struct drill *drill, char *text, size_t size);
/* "felt: 15. Qh5", "15. h3 let it go"; and how much of the term it was, "0.45 for Re8". */
void drill_outcome(const struct game_node *live, const struct drill_moment *moment, char *text,
                   size_t size);
void drill_conceded(const struct game_node *live, const struct drill_moment *moment, char *text,
                    size_t size);

/* The group of that key ("king_safety"), or of the name shown; false when there is none. */
MUST_USE bool drill_group(const char *name, int *group);
MUST_USE bool drill_group_in(const char *name, size_t length, int *group); /* in its first bytes */
/* All keys, with blanks between. */
void drill_groups(char *text, size_t size);
