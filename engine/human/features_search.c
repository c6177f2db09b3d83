/* The features that come from the shallow searches: how much worse each move is than the best one,
 * at each depth. */
#include "engine/human/features.h"

#include <math.h>
#include <stdlib.h>

/* Scores are compared at four depths: 1 to 3 (indices 0 to 2), and the depth that the search of the
 * level reached (index LEVEL). */
enum { LOOKS = CANDIDATE_SHALLOW + 1, LEVEL = CANDIDATE_SHALLOW };

static Score look(const struct candidate *candidate, int depth)
{
    Score score = depth < LEVEL ? candidate->shallow[depth] : candidate->score;
    return score > 3000 ? 3000 : score < -3000 ? -3000 : score;
}

/* A loss on a logarithmic scale: 0.25 for 50 centipawns, 0.75 for 350, 1.4 for 2350. */
static float loss_of(int centipawns)
{
    return (float)(log2(1 + centipawns / 50.0) / 4);
}

float choice_odds(Score score)
{
    return (float)winning_chance(score);
}

static void add_mates(const struct candidate *candidate, float *features)
{
    int moves;
    if (!score_is_mate(candidate->score, &moves))
        return;
    if (moves == 1)
        features[CHOICE_mates] = 1;
    else if (moves > 1)
        features[CHOICE_mate_distance] = 1.0F / (float)moves;
    else if (moves < 0)
        features[CHOICE_is_mated] = 1.0F / (float)-moves;
}

void choice_search_features(const struct candidate candidates[], int count,
                            float features[][CHOICE_FEATURES_MAX])
{
    static const int loss[LOOKS] = {CHOICE_loss_1, CHOICE_loss_2, CHOICE_loss_3, CHOICE_loss_level};
    static const int odds[LOOKS] = {CHOICE_odds_1, CHOICE_odds_2, CHOICE_odds_3, CHOICE_odds_level};
    static const int best_at[LOOKS] = {CHOICE_best_1, CHOICE_best_2, CHOICE_best_3,
                                       CHOICE_best_level};
    Score best[LOOKS];
    for (int depth = 0; depth < LOOKS; depth++) {
        best[depth] = -SCORE_INFINITE;
        for (int i = 0; i < count; i++)
            if (look(&candidates[i], depth) > best[depth])
                best[depth] = look(&candidates[i], depth);
        for (int i = 0; i < count; i++) {
            Score score = look(&candidates[i], depth);
            features[i][loss[depth]] = loss_of(best[depth] - score);
            features[i][odds[depth]] = 2 * (choice_odds(best[depth]) - choice_odds(score));
            features[i][best_at[depth]] = score == best[depth];
        }
    }
    for (int i = 0; i < count; i++) {
        int better_first = 0, better_level = 0;
        for (int j = 0; j < count; j++) {
            better_first += look(&candidates[j], 0) > look(&candidates[i], 0);
            better_level += look(&candidates[j], LEVEL) > look(&candidates[i], LEVEL);
        }
        features[i][CHOICE_rank_1] = 1.0F / (float)(1 + better_first);
        features[i][CHOICE_rank_level] = 1.0F / (float)(1 + better_level);
        int change =
            (best[LEVEL] - look(&candidates[i], LEVEL)) - (best[0] - look(&candidates[i], 0));
        features[i][change > 0 ? CHOICE_sours : CHOICE_sweetens] = loss_of(abs(change));
        features[i][CHOICE_only_draws] = candidates[i].score == 0;
        add_mates(&candidates[i], features[i]);
    }
}
