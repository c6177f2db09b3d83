/* One hidden layer, with the same weights for both sides. Each side sees its own pawns, the enemy's
 * pawns and both kings from its own end of the board, mirrored if its king stands on the files a
 * to d. training/train.py has the same network.
 *
 * All numbers are whole, so a position has the same score on every machine. */
#include "engine/eval/pawn_network.h"

#include <string.h>

enum {
    HIDDEN = 32,
    /* The first inputs of each kind. Own pawns come before, 48 squares from the second rank on. */
    ENEMY_PAWNS = 48,
    OWN_KING = 96, /* 32 squares: the files e to h */
    ENEMY_KING = 128,
    INPUTS = 192,

    FULL = 128,       /* the largest value in the hidden layer */
    OUTPUT_UNIT = 16, /* the weights of the outputs are in sixteenths of a centipawn */
};

static const struct {
    int16_t inputs[INPUTS][HIDDEN];
    int16_t bias[HIDDEN];
    int16_t middlegame[HIDDEN], endgame[HIDDEN];
} network = {
#include "engine/eval/pawn_network.def"
};

static void add(int16_t hidden[HIDDEN], int input)
{
    for (int i = 0; i < HIDDEN; i++)
        hidden[i] = (int16_t)(hidden[i] + network.inputs[input][i]);
}

struct pawn_judgement pawn_network_judge(const struct position *position, int color)
{
    const Square king = king_square(position, color);
    const int turn = (color == WHITE ? 0 : 56) ^ (square_file(king) < 4 ? 7 : 0);
    int16_t hidden[HIDDEN];

    memcpy(hidden, network.bias, sizeof hidden);
    for (Bitboard set = pieces(position, color, PAWN); set;)
        add(hidden, (pop_square(&set) ^ turn) - 8);
    for (Bitboard set = pieces(position, !color, PAWN); set;)
        add(hidden, ENEMY_PAWNS + (pop_square(&set) ^ turn) - 8);
    add(hidden, OWN_KING + square_rank(king ^ turn) * 4 + (square_file(king ^ turn) - 4));
    add(hidden, ENEMY_KING + (king_square(position, !color) ^ turn));

    int middlegame = 0, endgame = 0;
    for (int i = 0; i < HIDDEN; i++) {
        int value = hidden[i] < 0 ? 0 : hidden[i] > FULL ? FULL : hidden[i];
        middlegame += value * network.middlegame[i];
        endgame += value * network.endgame[i];
    }
    return (struct pawn_judgement){middlegame / (FULL * OUTPUT_UNIT),
                                   endgame / (FULL * OUTPUT_UNIT)};
}
