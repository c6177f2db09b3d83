/* The choice model as a method of weakening: the search looks at every move at the first depths and
 * as deep as the level goes, and a move is drawn as often as players of the rating would play it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/strength/dice.h"
#include "engine/strength/human/choice_parts.h"
#include "engine/strength/method.h"

/* Centipawns from which a move is an error worth a word. */
enum { ERROR_MIN = 60 };

/* What speaks for a move most among what a player would name. */
static uint8_t lure_of(const float pulls[CHOICE_FEATURES])
{
    float most = 0;
    int lure = CHOICE_FEATURES;
    for (int i = 0; i < CHOICE_FEATURES; i++) {
        if (*choice_feature_words(i) && pulls[i] > most) {
            most = pulls[i];
            lure = i;
        }
    }
    return (uint8_t)lure;
}

/* The depth at which a move's fault shows; 0: it has none, or its fault is there at first sight. */
static uint8_t answer_depth_of(const struct decision *decision, int index,
                               const Score best[CANDIDATE_GLANCES])
{
    const struct candidate *candidate = &decision->candidates[index];
    int cost = decision->best_score - candidate->score;
    if (cost < ERROR_MIN || candidate->answer == NO_MOVE)
        return 0;
    for (int depth = 0; depth < CANDIDATE_GLANCES; depth++)
        if (best[depth] - candidate->glance[depth] >= cost / 2)
            return (uint8_t)(depth + 1);
    return CANDIDATE_GLANCES + 1;
}

/* Each move's part of the draw; returns the sum. Stronger players than any whose games are known rely
 * on what they calculate: a move a pawn worse is drawn e to the power of calculation / 100 less. Parts
 * are of the likeliest move's before they are raised, as great powers of small ones vanish, and of the
 * greatest part's after it. */
static int weigh(const struct decision *decision, const struct handicap *handicap, int weights[])
{
    double parts[CHESS_MOVES_MAX], greatest = 0;
    int most = 1, all = 0;
    for (int i = 0; i < decision->count; i++)
        if (decision->candidates[i].chance > most)
            most = decision->candidates[i].chance;
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        double share = (double)candidate->chance / most;
        double worse = (decision->best_score - candidate->score) / 100.0;
        parts[i] = pow(share, 100.0 / handicap->boldness) * exp(-worse * handicap->calculation / 100);
        greatest = fmax(greatest, parts[i]);
    }
    for (int i = 0; i < decision->count; i++)
        all += weights[i] = greatest > 0 ? (int)lround(1e6 * parts[i] / greatest) : 0;
    return all;
}

static int choose(const struct handicap *handicap, const struct situation *situation,
                  struct decision *decision)
{
    double chances[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    int weights[CHESS_MOVES_MAX];
    Score best[CANDIDATE_GLANCES];
    const struct choice_model *model = choice_model_shipped();
    int rating = handicap->player_rating, all;
    choice_features(situation, decision->candidates, decision->count, features);
    choice_chances(model, rating, situation, decision->candidates, decision->count, features,
                   chances);
    for (int depth = 0; depth < CANDIDATE_GLANCES; depth++) {
        best[depth] = -SCORE_INFINITE;
        for (int i = 0; i < decision->count; i++)
            if (decision->candidates[i].glance[depth] > best[depth])
                best[depth] = decision->candidates[i].glance[depth];
    }
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->chance = (int)lround(1e6 * chances[i]);
        candidate->lure = lure_of(features[i]);
        candidate->answer_depth = answer_depth_of(decision, i, best);
    }
    decision->range = rating;
    all = weigh(decision, handicap, weights);
    for (int i = 0; i < decision->count; i++)
        decision->candidates[i].in_range = weights[i] > 0;
    if (all == 0)
        return 0;
    uint64_t state = decision->random;
    return dice_weighted(&state, weights, all);
}

/* The choice has left them behind. */
static void chances_of(const struct handicap *handicap, const struct decision *decision,
                       double chances[])
{
    int weights[CHESS_MOVES_MAX], all = weigh(decision, handicap, weights);
    for (int i = 0; i < decision->count; i++)
        chances[i] = all > 0 ? (double)weights[i] / all : 0;
}

/* "did not see 24...Bxh2+ at depth 3" */
static int explain_answer(const struct position *position, const struct candidate *candidate,
                          char *text, size_t size)
{
    struct position next = *position;
    char san[CHESS_SAN_MAX];
    if (candidate->answer_depth == 0 || !chess_is_legal(position, candidate->move))
        return 0;
    chess_play(&next, candidate->move);
    if (!chess_is_legal(&next, candidate->answer))
        return 0;
    chess_to_san(&next, candidate->answer, san);
    return snprintf(text, size, "did not see %d%s%s at depth %d", next.fullmove,
                    next.side == WHITE ? "." : "...", san, candidate->answer_depth);
}

/* "did not see 24.Qh7#", "did not see 24.Qh7+, mate in 3" */
static int explain_missed_mate(const struct position *position, const struct decision *decision,
                               char *text, size_t size)
{
    char san[CHESS_SAN_MAX], mate[32] = "";
    int moves = 0, other;
    if (!score_is_mate(decision->best_score, &moves) || moves < 1 ||
        score_is_mate(decision->played_score, &other) || !chess_is_legal(position, decision->best))
        return 0;
    chess_to_san(position, decision->best, san);
    if (moves > 1)
        snprintf(mate, sizeof mate, ", mate in %d", moves);
    return snprintf(text, size, "did not see %d%s%s%s", position->fullmove,
                    position->side == WHITE ? "." : "...", san, mate);
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    const struct candidate *candidate = candidate_of(decision, decision->played);
    if (!candidate) {
        snprintf(text, size, "as those rated %d on Lichess choose", decision->range);
        return;
    }
    size_t at = (size_t)explain_missed_mate(position, decision, text, size);
    if (at == 0)
        at = (size_t)explain_answer(position, candidate, text, size);
    if (at < size && candidate->lure < CHOICE_FEATURES)
        at += (size_t)snprintf(text + at, size - at, "%sattracted by %s", at ? "; " : "",
                               choice_feature_words(candidate->lure));
    if (at > 0 && at < size)
        at += (size_t)snprintf(text + at, size - at, "; ");
    if (at < size)
        explain_share(decision, candidate->chance, text + at, size - at);
}

const struct method_row method_human = {
    .human = true, .glances = true, .choose = choose, .chances = chances_of,
    .explain = explain};
