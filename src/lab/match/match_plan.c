/* The arithmetic of matches: game numbers, colours and sums. */
#include "src/lab/match/match_plan.h"

/* The schedule */

bool match_in_shard(const struct match_plan *plan, int game)
{
    return plan->shards <= 1 || game / 2 % plan->shards == plan->shard - 1;
}

int match_shard_games(const struct match_plan *plan, int games)
{
    int count = 0;
    for (int i = 0; i < games; i++)
        count += match_in_shard(plan, i);
    return count;
}

int match_encounters(const struct match_plan *plan)
{
    if (plan->meetings)
        return plan->meeting_count;
    return plan->gauntlet ? plan->players - 1 : plan->players * (plan->players - 1) / 2;
}

static void find_encounter(const struct match_plan *plan, int encounter, int *first, int *second)
{
    if (plan->meetings) {
        *first = plan->meetings[encounter].first;
        *second = plan->meetings[encounter].second;
        return;
    }
    *first = 0;
    while (!plan->gauntlet && encounter >= plan->players - 1 - *first) {
        encounter -= plan->players - 1 - *first;
        ++*first;
    }
    *second = *first + 1 + encounter;
}

static int encounter_of(const struct match_plan *plan, int game)
{
    return game / 2 % match_encounters(plan);
}

int match_player_of(const struct match_plan *plan, int game, int color)
{
    int first, second;
    find_encounter(plan, encounter_of(plan, game), &first, &second);
    return ((game & 1) ^ color) == 0 ? first : second;
}

/* Sums */

static void add_game(struct match_sums *sums, const struct match_plan *plan, int game,
                     const struct game_outcome *outcome)
{
    int first = result_points(outcome->result, game & 1 ? BLACK : WHITE);
    sums->done++;
    sums->tally.wins += first == 2;
    sums->tally.draws += first == 1;
    sums->tally.losses += first == 0;
    sums->white_wins += outcome->result == RESULT_WHITE;
    sums->black_wins += outcome->result == RESULT_BLACK;
    sums->draws += outcome->result == RESULT_DRAW;
    sums->endings[outcome->ending]++;
    sums->plies += outcome->plies;
    for (int color = WHITE; color <= BLACK; color++) {
        struct player_sums *player = &sums->players[match_player_of(plan, game, color)];
        bool lost = result_points(outcome->result, color) == 0;
        player->nodes += (int64_t)outcome->nodes[color];
        player->think += outcome->think[color];
        player->thoughts += outcome->thoughts[color];
        player->plies += outcome->plies;
        player->time_losses += lost && outcome->ending == ENDING_TIME;
        player->illegal += lost && outcome->ending == ENDING_ILLEGAL;
        player->breakdowns += lost && outcome->ending == ENDING_BREAKDOWN;
    }
}

int match_pair_outcome(const struct match_game pair[2])
{
    return result_points(pair[0].outcome.result, WHITE) +
           result_points(pair[1].outcome.result, BLACK);
}

struct match_sums match_sum(const struct match_plan *plan, const struct match_game games[],
                            int count, int encounter)
{
    struct match_sums sums = {0};
    for (int i = 0; i < count; i++)
        if (games[i].done && (encounter < 0 || encounter_of(plan, i) == encounter))
            add_game(&sums, plan, i, &games[i].outcome);
    for (int i = 0; i + 1 < count; i += 2)
        if (games[i].done && games[i + 1].done &&
            (encounter < 0 || encounter_of(plan, i) == encounter))
            sums.tally.pairs[match_pair_outcome(games + i)]++;
    return sums;
}
