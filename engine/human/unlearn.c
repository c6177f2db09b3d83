/* Removes from the choice model what it knows about a positional group that is switched off. The
 * search then evaluates without the group, but the network and the other features were fitted to
 * players who knew it. So the part of a move's probability that the group explains is taken away
 * here. */
#include <math.h>

#include "engine/evaluation.h"
#include "engine/human/features.h"

/* How much the logarithm of a move's probability grows for each pawn (100 centipawns) that the
 * group adds to the evaluation after the move. Each value was measured in games of method human at
 * 1400 without the group, as fallible-measurements(7) describes. The groups of piece values are
 * missing (0): a naive count of pieces predicts the moves as well as their terms do. */
static const double preference[GROUP_COUNT] = {
    [GROUP_PAWN_VALUES] = 3.52,       [GROUP_PASSED_PAWNS] = 0.42,
    [GROUP_PIECE_LOCATION] = 2.27,    [GROUP_MOBILITY] = 1.53,
    [GROUP_PAWN_STRUCTURE] = 0.36,    [GROUP_THREATS] = 1.40,
    [GROUP_MINOR_MANEUVERING] = 0.33, [GROUP_MAJOR_MANEUVERING] = 1.58,
};

/* King safety has two parts instead, because people prefer them differently: the shelter of their
 * own king (all terms of the group except king_danger), and danger to the enemy king. Nothing is
 * taken for danger to their own king: beyond what short searches show, players do not avoid it. */
static const double shelter_preference = 1.9, attack_preference = 0.45;

/* Sets *weights to those of an evaluation that knows `group` to the percentage in `knowledge`, and
 * all other groups fully. */
static void weights_lacking(struct weights *weights, enum group group,
                            const int knowledge[GROUP_COUNT])
{
    int percents[GROUP_COUNT];
    for (int i = 0; i < GROUP_COUNT; i++)
        percents[i] = i == (int)group ? knowledge[i] : 100;
    weights_of_level(weights, percents);
}

/* Adds to preferences[i], for each candidate i, how much `group` changes the logarithm of its
 * probability. */
static void add_preferences(const struct position *position, enum group group,
                            const int knowledge[GROUP_COUNT], const struct candidate candidates[],
                            int count, double preferences[])
{
    struct weights full, weights;
    weights_full_of_level(&full);
    weights_lacking(&weights, group, knowledge);
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        chess_play(&next, candidates[i].move);
        /* Both evaluations are for the opponent, who is to move next. So their difference is what
         * the group adds for the side that makes the move. */
        int term = evaluation(&next, &weights) - evaluation(&next, &full);
        preferences[i] += preference[group] * term / 100;
    }
}

/* What king safety adds to the evaluation with full weights but not with those of the level, in
 * centipawns. */
struct king_safety {
    int shelter; /* for our side: all terms for our king except king_danger */
    int rights;  /* the part of `shelter` that comes from the right to castle */
    int attack;  /* for our side: danger to the enemy king */
};

static struct king_safety king_safety_of(const struct position *position, int us,
                                         const struct weights *full, const struct weights *lacking)
{
    struct king_safety sums = {0};
    for (int i = 0; i < 2; i++) {
        struct trace trace;
        int sign = i == 0 ? 1 : -1;
        evaluation_explain(position, i == 0 ? full : lacking, &trace);
        const struct trace_row *danger = &trace.rows[TERM_king_danger];
        sums.shelter += sign * (trace.groups[GROUP_KING_SAFETY][us] - danger->centipawns[us]);
        sums.rights += sign * trace.rows[TERM_king_castling].centipawns[us];
        sums.attack -= sign * danger->centipawns[!us];
    }
    return sums;
}

/* Does for king safety what add_preferences does for the other groups. */
static void add_king_preferences(const struct position *position, const int knowledge[GROUP_COUNT],
                                 const struct candidate candidates[], int count,
                                 double preferences[])
{
    struct weights full, lacking;
    weights_full_of_level(&full);
    weights_lacking(&lacking, GROUP_KING_SAFETY, knowledge);
    const struct king_safety before = king_safety_of(position, position->side, &full, &lacking);
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        chess_play(&next, candidates[i].move);
        struct king_safety after = king_safety_of(&next, position->side, &full, &lacking);
        /* Castling gives up the right to castle, but it does not make the king less safe. */
        if (move_kind(candidates[i].move) == MOVE_CASTLING)
            after.shelter += before.rights - after.rights;
        preferences[i] +=
            (shelter_preference * after.shelter + attack_preference * after.attack) / 100;
    }
}

void choice_unlearn(const struct position *position, const int knowledge[GROUP_COUNT],
                    const struct candidate candidates[], int count, double chances[])
{
    double preferences[CHESS_MOVES_MAX] = {0}, before = 0, after = 0;
    bool forgets = false;
    for (int group = 0; group < GROUP_COUNT; group++)
        if (knowledge[group] < 100 && preference[group] > 0) {
            add_preferences(position, (enum group)group, knowledge, candidates, count, preferences);
            forgets = true;
        }
    if (knowledge[GROUP_KING_SAFETY] < 100) {
        add_king_preferences(position, knowledge, candidates, count, preferences);
        forgets = true;
    }
    if (!forgets)
        return;
    for (int i = 0; i < count; i++) {
        int moves;
        if (score_is_mate(candidates[i].score, &moves))
            continue;
        before += chances[i];
        chances[i] *= exp(-preferences[i]);
        after += chances[i];
    }
    for (int i = 0; i < count && after > 0; i++) {
        int moves;
        if (!score_is_mate(candidates[i].score, &moves))
            chances[i] *= before / after;
    }
}
