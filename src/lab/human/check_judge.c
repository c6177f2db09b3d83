/* The loss of a move is the value of the position minus the value after the move, as judged by our
 * engine at full strength (loss.h). A Maia network tells how usual the move is. */
#include "src/lab/human/check_judge.h"

#include <stdlib.h>
#include <string.h>

#include "src/lab/match/loss.h"

/* Converts a score to winning chances between -1 and 1. */
static double winning_chances(int centipawns)
{
    return 2 * winning_chance(centipawns) - 1;
}

static int judgement_of(double lost)
{
    return lost >= 0.3   ? CHECK_BLUNDER
           : lost >= 0.2 ? CHECK_MISTAKE
           : lost >= 0.1 ? CHECK_INACCURACY
                         : CHECK_JUDGEMENTS;
}

/* Finds how many centipawns each answer gave away. A move that several players chose is judged
 * once. */
static bool find_losses(const struct check_judge *judge, const struct check_position *position,
                        struct check_answer answers[], int count)
{
    Move *moves = calloc((size_t)position->ply + 1, sizeof *moves);
    int worth, after;
    Move best, ignored;
    if (!moves)
        return false;
    if (position->ply > 0)
        memcpy(moves, position->moves, (size_t)position->ply * sizeof *moves);
    engine_new_game(judge->engine);
    bool good = loss_worth(judge->engine, &position->start, moves, position->ply, judge->nodes,
                           &worth, &best);
    for (int who = 0; good && who < count && worth > -LOSS_MAX; who++) {
        struct check_answer *answer = &answers[who];
        int same = 0;
        while (answers[same].move != answer->move)
            same++;
        answer->judged = true;
        answer->loss = answers[same].loss;
        answer->judgement = answers[same].judgement;
        if (same < who)
            continue;
        answer->judgement = CHECK_JUDGEMENTS;
        if (answer->move == best)
            continue;
        moves[position->ply] = answer->move;
        good = loss_worth(judge->engine, &position->start, moves, position->ply + 1, judge->nodes,
                          &after, &ignored);
        answer->loss = worth + after > 0 ? worth + after : 0;
        answer->loss = answer->loss < LOSS_MAX ? answer->loss : LOSS_MAX;
        answer->judgement = judgement_of(winning_chances(worth) - winning_chances(-after));
    }
    free(moves);
    return good;
}

static bool find_habits(const struct check_judge *judge, const struct check_position *position,
                        struct check_answer answers[], int count)
{
    struct human_history *history = malloc(sizeof *history);
    struct human_policy *policy = malloc(sizeof *policy);
    bool good = history && policy;
    if (good) {
        human_history_begin(history, &position->start);
        for (int i = 0; i < position->ply; i++)
            human_history_play(history, position->moves[i]);
        good = human_policies(judge->network, history, 1, policy);
    }
    for (int who = 0; good && who < count; who++)
        for (int i = 0; i < policy->count; i++)
            if (policy->moves[i] == answers[who].move) {
                answers[who].rated = true;
                answers[who].rare = (double)policy->chances[i] * CHECK_RARE < 1;
                answers[who].predicted = i == 0;
            }
    free(history);
    free(policy);
    return good;
}

bool check_judge(struct check_judge *judge, const struct check_position *position,
                 struct check_answer answers[], int count)
{
    return (judge->nodes == 0 || find_losses(judge, position, answers, count)) &&
           (!judge->network || find_habits(judge, position, answers, count));
}
