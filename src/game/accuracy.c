/* Lichess's measures of play, from their published description (lila, modules/analyse: WinPercent,
 * AccuracyPercent, AccuracyCP, Advice). Lichess's server also adds one point of accuracy "for
 * uncertainty"; we do not, because the description does not mention it. */
#include "src/game/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEARLY_LOST = 700, /* centipawns: a side that allows a mate when it was already behind by more
                        * makes a mistake, not a blunder; likewise a side that gives up a mate but
                        * is still ahead by more */
    WINDOW_MIN = 2,    /* smallest number of positions in a window, see weight_of */
    WINDOW_MAX = 8,
};

Score score_cut(Score score)
{
    return score > SCORE_CEILING ? SCORE_CEILING : score < -SCORE_CEILING ? -SCORE_CEILING : score;
}

double winning_chances(Score score)
{
    return 2 * winning_chance(score_cut(score)) - 1;
}

static double win_percent(Score score)
{
    return 50 + 50 * winning_chances(score);
}

double chances_gained(Score before, Score after, int color)
{
    double gained = winning_chances(after) - winning_chances(before);
    return color == WHITE ? gained : -gained;
}

double chances_worth(Score before, Score after, int color)
{
    double gained = chances_gained(before, after, color);
    return gained < CHANCES_INACCURACY ? CHANCES_INACCURACY : gained;
}

double chances_kept(double worth, Score before, Score after, int color)
{
    double lost = -chances_gained(before, after, color);
    return lost <= 0 ? worth : lost < worth ? worth - lost : 0;
}

bool chances_taken(double worth, double kept)
{
    return kept >= worth * (2.0 / 3);
}

double move_accuracy(Score before, Score after, int color)
{
    double lost = -50 * chances_gained(before, after, color);
    if (lost <= 0)
        return 100;
    double accuracy = 103.1668 * exp(-0.04354 * lost) - 3.1669;
    return accuracy < 0 ? 0 : accuracy > 100 ? 100 : accuracy;
}

/* Returns 1 if the score says that its side gives mate, -1 if its side is mated, 0 if it is no
 * mate. */
static int mate_sign(Score score)
{
    int moves;
    if (!score_is_mate(score, &moves))
        return 0;
    return score > 0 ? 1 : -1;
}

/* Judges a move that allows or gives up a mate. `centipawns` is the lead of the mating side without
 * the mate: before a move that allows a mate, or after a move that gives one up. */
static enum judgement judge_mate(int centipawns)
{
    return centipawns >= SCORE_CEILING ? JUDGED_INACCURACY
           : centipawns > NEARLY_LOST ? JUDGED_MISTAKE : JUDGED_BLUNDER;
}

enum judgement judge_move(Score before, Score after, int color)
{
    int sign = color == WHITE ? 1 : -1;
    before *= sign;
    after *= sign;
    int mate = mate_sign(before), mated = mate_sign(after);
    if (mate == 0 && mated < 0)
        return judge_mate(-before);
    if (mate > 0 && mated <= 0)
        return judge_mate(mated == 0 ? after : 0);
    if (mate != 0 || mated != 0)
        return JUDGED_GOOD;
    double lost = -chances_gained(before, after, WHITE);
    return lost >= 0.3   ? JUDGED_BLUNDER
           : lost >= 0.2 ? JUDGED_MISTAKE
           : lost >= CHANCES_INACCURACY ? JUDGED_INACCURACY : JUDGED_GOOD;
}

const char *judgement_sign(enum judgement judgement)
{
    static const char *const signs[] = {"", "?!", "?", "??"};
    return signs[judgement];
}

int judgement_nag(enum judgement judgement)
{
    static const int nags[] = {0, 6, 2, 4};
    return nags[judgement];
}

static double deviation(const double values[], int count)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    for (int i = 0; i < count; i++)
        squares += (values[i] - sum / count) * (values[i] - sum / count);
    return sqrt(squares / count);
}

/* The weight of the move played in position i: the standard deviation of the winning percentages in
 * a window of consecutive positions that ends with the position after the move. Near the start of
 * the game, the window begins with the first position. */
static double weight_of(const double percents[], int count, int i)
{
    int window = (count - 1) / 10;
    window = window < WINDOW_MIN ? WINDOW_MIN : window > WINDOW_MAX ? WINDOW_MAX : window;
    int from = i > window - 2 ? i - (window - 2) : 0;
    double weight = deviation(percents + from, from + window > count ? count - from : window);
    return weight < 0.5 ? 0.5 : weight > 12 ? 12 : weight;
}

struct sums {
    double weighted, weights, inverse, loss;
};

static void add_move(const Score scores[], const double percents[], int count, int i, int side,
                     struct accuracy *accuracy, struct sums *sums)
{
    Score before = scores[i], after = scores[i + 1];
    double percent = move_accuracy(before, after, side), weight = weight_of(percents, count, i);
    int lost = (score_cut(before) - score_cut(after)) * (side == WHITE ? 1 : -1);
    accuracy->moves++;
    sums->weighted += percent * weight;
    sums->weights += weight;
    sums->inverse += 1 / (percent < 1 ? 1 : percent);
    sums->loss += lost > 0 ? lost : 0;
}

bool accuracy_of_game(const Score scores[], int count, int first_side,
                      struct accuracy sides[COLOR_COUNT])
{
    struct sums sums[COLOR_COUNT];
    double *percents = malloc((size_t)(count > 0 ? count : 1) * sizeof *percents);
    if (!percents)
        return false;
    memset(sides, 0, COLOR_COUNT * sizeof *sides);
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < count; i++) {
        bool known = scores[i] != SCORE_NONE;
        percents[i] = known ? win_percent(scores[i]) : i > 0 ? percents[i - 1] : 50;
    }
    for (int i = 0; i + 1 < count; i++) {
        int side = i % 2 ? !first_side : first_side;
        if (scores[i] != SCORE_NONE && scores[i + 1] != SCORE_NONE)
            add_move(scores, percents, count, i, side, &sides[side], &sums[side]);
    }
    for (int side = WHITE; side <= BLACK; side++) {
        int moves = sides[side].moves;
        if (moves == 0)
            continue;
        sides[side].percent = (sums[side].weighted / sums[side].weights +
                               moves / sums[side].inverse) / 2;
        sides[side].loss = sums[side].loss / moves;
    }
    free(percents);
    return true;
}
