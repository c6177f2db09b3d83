/* Judges a player's move: how much it gave away, and how usual it is among people. */
#pragma once

#include "engine/maia.h"
#include "src/lab/human/check.h"

/* A player's answer to a position. */
struct check_answer {
    Move move, first; /* the move played, and the most probable move (NO_MOVE if unknown) */
    double likelihood, matched, first_matched;
    bool judged;
    int loss;
    int judgement; /* CHECK_INACCURACY .. CHECK_BLUNDER; CHECK_JUDGEMENTS if none of these */
    bool rated;     /* a network gave the move a probability */
    bool rare;      /* fewer than one in CHECK_RARE people play the move */
    bool predicted; /* the move is the network's first choice */
};

struct check_judge {
    struct engine *engine;
    uint64_t nodes;                      /* nodes that are searched per position; 0: losses are not
                                            judged */
    const struct human_network *network; /* NULL: do not measure how usual moves are */
};

/* Judges the answers, which must all be to the same position. Returns false when out of memory. */
MUST_USE bool check_judge(struct check_judge *judge, const struct check_position *position,
                          struct check_answer answers[], int count);
