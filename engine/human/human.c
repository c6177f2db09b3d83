/* The method human. The search scores every move at depths 1 to 3 and at the depth that the level
 * reaches. Then a move is drawn at random: the probability of each is the probability that players
 * of the rating play it. */
#include <math.h>
#include <stdio.h>

#include "engine/evaluation.h"
#include "engine/random.h"
#include "engine/human/features.h"
#include "engine/human/style.h"
#include "engine/strength/method.h"

/* A move counts as an error if it costs at least ERROR_MIN centipawns and at least ODDS_MIN of the
 * winning chances, because in a won or lost position a pawn changes little. Reviews already call a
 * loss of 0.05 an inaccuracy, but half of the moves that lose between 0.05 and 0.07 according to a
 * short search turn out to be good. */
enum { ERROR_MIN = 60 };
static const float ODDS_MIN = 0.07F;

/* Hardly any players in the data have lower ratings. Extrapolated below this rating, the model
 * would overlook what beginners see, such as that a piece can be recaptured. So it imitates players
 * of this rating instead, and the curve [human.boldness] in share/strength.conf makes the level
 * weaker. */
enum { RATING_MIN = 600 };

/* A reason that a player would give for a move. The features from `first` to `last` belong to it:
 * its strength is the sum of their positive contributions to the move's score; negative ones are
 * ignored. */
struct attraction {
    int first, last;
    bool faint; /* the reason is true of many moves, so it counts half */
};

static const struct attraction attractions[] = {
    {CHOICE_mates, CHOICE_mate_distance, false},
    {CHOICE_exchange_gain, CHOICE_simplifies_ahead, false},
    {CHOICE_check, CHOICE_check_capture, false},
    {CHOICE_evade_take, CHOICE_evade_take, false},
    {CHOICE_threat_greater, CHOICE_threat_mate, false},
    {CHOICE_rescue, CHOICE_parries, false},
    {CHOICE_protects, CHOICE_protects, false},
    {CHOICE_same_piece, CHOICE_near_own, true},
    {CHOICE_forward, CHOICE_centre, true},
    {CHOICE_centre_pawn, CHOICE_centre_pawn, false},
    {CHOICE_castles_short, CHOICE_castles_long, false},
    {CHOICE_develops, CHOICE_develops, false},
    {CHOICE_queen_early, CHOICE_queen_early, false},
    {CHOICE_open_file, CHOICE_doubles, false},
    {CHOICE_king_attack, CHOICE_king_nearer, true},
    {CHOICE_king_active, CHOICE_king_active, false},
    {CHOICE_pawn_storm, CHOICE_pawn_hits, false},
    {CHOICE_passed_push, CHOICE_passed_push, false},
    {CHOICE_promotes, CHOICE_promotes, false},
    {CHOICE_outpost, CHOICE_pins, false},
};
enum { ATTRACTIONS = sizeof attractions / sizeof *attractions };

/* Obvious reasons, which are given even if another reason is stronger. */
static const int plain_to_see[] = {CHOICE_mates, CHOICE_recapture, CHOICE_takes_queens,
                                   CHOICE_exchange_gain};

/* Returns whether the feature can be given as a reason for the move: it must apply to the move and
 * have words (features.def). Being near the last move of either side (near_last, near_own) counts
 * only within one square. Coming nearer to the enemy king (king_nearer) counts only if the move
 * also attacks more squares around it than before. */
static bool is_told(const float features[CHOICE_FEATURES], int feature)
{
    bool nearness = feature == CHOICE_near_last || feature == CHOICE_near_own;
    if (feature == CHOICE_king_nearer && features[CHOICE_king_attack] <= 0)
        return false;
    return *choice_feature_words(feature) && features[feature] >= (nearness ? 0.5F : 1e-6F);
}

/* Returns the feature that is the strongest reason for a move, or CHOICE_FEATURES if none can be
 * given as a reason. `told[i]` says whether feature i can be given as a reason; `weights[i]` is
 * what it contributes to the move's score. */
static uint8_t lure_of(const bool told[CHOICE_FEATURES], const float weights[CHOICE_FEATURES])
{
    float most = 0.03F; /* weaker reasons are not mentioned */
    int lure = CHOICE_FEATURES;
    for (size_t i = 0; i < sizeof plain_to_see / sizeof *plain_to_see; i++)
        if (told[plain_to_see[i]])
            return (uint8_t)plain_to_see[i];
    for (int i = 0; i < ATTRACTIONS; i++) {
        float sum = 0, loudest = 0;
        int best = CHOICE_FEATURES;
        for (int j = attractions[i].first; j <= attractions[i].last; j++) {
            float weight = told[j] && weights[j] > 0 ? weights[j] : 0;
            sum += weight;
            if (weight > loudest) {
                loudest = weight;
                best = j;
            }
        }
        sum *= attractions[i].faint ? 0.5F : 1;
        if (sum > most) {
            most = sum;
            lure = best;
        }
    }
    return (uint8_t)lure;
}

static bool is_fault(Score best, Score played)
{
    int moves;
    return best - played >= ERROR_MIN &&
           (score_is_mate(best, &moves) || score_is_mate(played, &moves) ||
            choice_odds(best) - choice_odds(played) >= ODDS_MIN);
}

/* Sets two fields of a candidate. `answer_depth`: 0 if the move is not an error, otherwise the
 * depth of search at which the error shows. `answer`: the reply that refutes the error, or NO_MOVE
 * if the error only misses what the best move wins. `standing` is the static evaluation of the
 * position. */
static void find_fault(const struct decision *decision, Score standing,
                       const Score best[CANDIDATE_SHALLOW], struct candidate *candidate)
{
    int cost = decision->best_score - candidate->score;
    bool leaves_out = decision->best_score - standing > standing - candidate->score;
    candidate->answer_depth = 0;
    if (!is_fault(decision->best_score, candidate->score) ||
        (candidate->answer == NO_MOVE && !leaves_out))
        return;
    if (leaves_out)
        candidate->answer = NO_MOVE;
    candidate->answer_depth = CANDIDATE_SHALLOW + 1;
    for (int depth = CANDIDATE_SHALLOW - 1; depth >= 0; depth--)
        if (best[depth] - candidate->shallow[depth] >= cost / 2)
            candidate->answer_depth = (uint8_t)(depth + 1);
}

/* Sets the weight of each candidate in the random draw and returns the sum of the weights. A weight
 * is the model's probability to the power of 100 / boldness, times exp(-`calculation` / 100) for
 * each pawn by which the move is worse than the best. Levels stronger than all players in the data
 * rely on calculation. Probabilities are first divided by the largest one, because high powers of
 * small ones underflow. */
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
        parts[i] =
            pow(share, 100.0 / handicap->boldness) * exp(-worse * handicap->calculation / 100);
        greatest = fmax(greatest, parts[i]);
    }
    for (int i = 0; i < decision->count; i++)
        all += weights[i] = greatest > 0 ? (int)lround(1e6 * parts[i] / greatest) : 0;
    return all;
}

static int choose(const struct handicap *handicap, const struct context *context,
                  struct decision *decision)
{
    double chances[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    bool told[CHESS_MOVES_MAX][CHOICE_FEATURES];
    int weights[CHESS_MOVES_MAX];
    Score best[CANDIDATE_SHALLOW];
    struct weights evaluated;
    weights_full_of_level(&evaluated);
    const Score standing = evaluation(context->position, &evaluated);
    const struct choice_model *model = choice_model_shipped();
    struct choice_model styled;
    int rating = handicap->player_rating, all;
    const struct choice_player player =
        choice_player_rated(rating < RATING_MIN ? RATING_MIN : rating);
    if (context->style) {
        choice_style_apply(context->style, &styled);
        model = &styled;
    }
    choice_features(context, decision->candidates, decision->count, features);
    for (int i = 0; i < decision->count; i++)
        for (int j = 0; j < CHOICE_FEATURES; j++)
            told[i][j] = is_told(features[i], j);
    choice_chances(model, &player, context, decision->candidates, decision->count, features,
                   chances);
    if (context->style)
        choice_style_recall(context->style, context->position, decision->candidates,
                            decision->count, chances);
    choice_unlearn(context->position, handicap->knowledge, decision->candidates, decision->count,
                  chances);
    for (int depth = 0; depth < CANDIDATE_SHALLOW; depth++) {
        best[depth] = -SCORE_INFINITE;
        for (int i = 0; i < decision->count; i++)
            if (decision->candidates[i].shallow[depth] > best[depth])
                best[depth] = decision->candidates[i].shallow[depth];
    }
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->chance = (int)lround(1e6 * chances[i]);
        candidate->lure = lure_of(told[i], features[i]);
        find_fault(decision, standing, best, candidate);
    }
    decision->range = rating;
    all = weigh(decision, handicap, weights);
    for (int i = 0; i < decision->count; i++)
        decision->candidates[i].in_range = weights[i] > 0;
    if (all == 0)
        return 0;
    uint64_t state = decision->random;
    return dice_weighted(&state, weights, decision->count, all);
}

/* Computes the probability of each candidate from candidate.chance, which the hook `choose` has
 * set. */
static void chances_of(const struct handicap *handicap, const struct decision *decision,
                       double chances[])
{
    int weights[CHESS_MOVES_MAX], all = weigh(decision, handicap, weights);
    for (int i = 0; i < decision->count; i++)
        chances[i] = all > 0 ? (double)weights[i] / all : 0;
}

/* Writes what the engine overlooked, such as "did not see 24...Bxh2+ at depth 3". The text names
 * the reply that refutes the played move or, if the candidate's `answer` is NO_MOVE, the best move.
 * Returns the length of the text; 0 if there is nothing to say. */
static int explain_fault(const struct position *position, const struct decision *decision,
                         const struct candidate *candidate, char *text, size_t size)
{
    struct position next = *position;
    char san[CHESS_SAN_MAX];
    Move unseen = candidate->answer;
    if (candidate->answer_depth == 0 || !chess_is_legal(position, candidate->move))
        return 0;
    if (unseen == NO_MOVE)
        unseen = decision->best;
    else
        chess_play(&next, candidate->move);
    if (!chess_is_legal(&next, unseen))
        return 0;
    chess_to_san(&next, unseen, san);
    return snprintf(text, size, "did not see %d%s%s at depth %d", next.fullmove,
                    next.side == WHITE ? "." : "...", san, candidate->answer_depth);
}

/* Writes "did not see 24.Qh7#" or "did not see 24.Qh7+, mate in 3" if the best move led to mate and
 * the played move does not. Returns the length of the text; 0 if it does not apply. */
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
        snprintf(text, size, "chosen as often as the players it imitates choose it");
        return;
    }
    if (is_only_move(position)) {
        snprintf(text, size, "the only move");
        return;
    }
    size_t at = (size_t)explain_missed_mate(position, decision, text, size);
    if (at == 0)
        at = (size_t)explain_fault(position, decision, candidate, text, size);
    if (at < size && candidate->lure < CHOICE_FEATURES)
        at += (size_t)snprintf(text + at, size - at, "%sattracted by %s", at ? "; " : "",
                               choice_feature_words(candidate->lure));
    if (at > 0 && at < size)
        at += (size_t)snprintf(text + at, size - at, "; ");
    if (at < size)
        explain_share(decision, candidate->chance, text + at, size - at);
}

const struct method_row method_human = {
    .human = true, .shallow = true, .choose = choose, .chances = chances_of, .explain = explain};
