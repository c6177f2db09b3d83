/* Interpreting a score: as a mate in n moves, or as probabilities of win, draw and loss. */
#include "engine/types.h"

#include <math.h>
#include <stdlib.h>

static const double STEEPNESS = 0.00368208; /* per centipawn: the steepness of the curve from which
                                             * Lichess computes winning chances */

bool score_is_mate(Score score, int *moves)
{
    if (score >= SCORE_MATE_MIN && score <= SCORE_MATE) {
        *moves = (SCORE_MATE - score + 1) / 2;
        return true;
    }
    if (score <= -SCORE_MATE_MIN && score >= -SCORE_MATE) {
        *moves = -((SCORE_MATE + score + 1) / 2);
        return true;
    }
    return false;
}

/* Scores up to KNEE centipawns stay as they are; the part above KNEE is divided by DIVISOR. Both
 * are round numbers, chosen by hand to fit 690 positions of games between people rated 1000 to
 * 1800, searched with 500,000 nodes by this engine and with a million by Stockfish 15.1. On these
 * positions the conversion lowers the mean difference between the scores of the two engines from 75
 * to 52 centipawns. No positions were held out to check the choice. */
Score score_common(Score score)
{
    enum { KNEE = 500, DIVISOR = 3 };
    int size = abs(score);
    if (score == SCORE_NONE || size >= SCORE_TABLEBASE_MIN || size <= KNEE)
        return score;
    size = KNEE + (size - KNEE) / DIVISOR;
    return score < 0 ? -size : size;
}

double winning_chance(double centipawns)
{
    return 1 / (1 + exp(-STEEPNESS * centipawns));
}

double winning_chance_score(double chance)
{
    return log(chance / (1 - chance)) / STEEPNESS;
}

int piece_points(int type)
{
    return type == KING ? 0 : piece_worth(type) / 100;
}

Score score_with_error(Score score, int error)
{
    const Score most = SCORE_TABLEBASE_MIN - 1;
    if (abs(score) > most)
        return score;
    score += error;
    return score > most ? most : score < -most ? -most : score;
}

/* The logistic function 1000 / (1 + e^(-x / 1024)), interpolated between the entries of a table, so
 * that every machine computes the same. */
static int logistic_permille(int x)
{
    /* 1000 / (1 + e^(-i / 4)) for i = 0 .. 29 */
    static const int points[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905,
                                 924, 940, 953, 963, 971, 977, 982, 986, 989, 991,
                                 993, 995, 996, 997, 998, 998, 998, 999, 999, 999};
    const int last = (int)(sizeof points / sizeof *points) - 1;
    int size = x < 0 ? -x : x, at = size / 256, rest = size % 256;
    int value = at >= last ? 1000 : points[at] + (points[at + 1] - points[at]) * rest / 256;
    return x < 0 ? 1000 - value : value;
}

void score_to_wdl(Score score, int ply, int wdl[3])
{
    /* Late in the game, a smaller advantage wins. So `lead`, the score in centipawns at which the
     * chance of winning is one half, falls with the number of moves. So does `width`, the width in
     * centipawns of the range in which the chance rises. */
    int moves = (ply < 16 ? 16 : ply > 160 ? 160 : ply) / 2;
    int lead = 190 - moves / 2, width = 85 - moves / 4;
    if (score >= SCORE_TABLEBASE_MIN || score <= -SCORE_TABLEBASE_MIN) {
        wdl[0] = score > 0 ? 1000 : 0;
        wdl[2] = 1000 - wdl[0];
        wdl[1] = 0;
        return;
    }
    int limited = score > 4000 ? 4000 : score < -4000 ? -4000 : score;
    wdl[0] = logistic_permille((limited - lead) * 1024 / width);
    wdl[2] = logistic_permille((-limited - lead) * 1024 / width);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
