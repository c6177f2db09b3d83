/* Finds the probabilities of a level's moves. If its method chooses among candidates, one search
 * gives them all. If it makes its errors during the search, the moves of several searches are
 * counted. */
#include "src/review/level_search.h"

#include <stdlib.h>
#include <string.h>

#include "src/player/networks.h"
#include "src/util/random.h"

enum {
    LEVEL_HASH_MB = 16,
    RIGHT_NODES = 300000,
    RIGHT_LINES = 5,
    AS_GOOD = 10, /* a move is right if it is at most this many centipawns worse than the best */
};

int report_right_moves(const struct report *report, Move right[CHESS_MOVES_MAX])
{
    int count = 0;
    for (int i = 0; i < report->line_count; i++) {
        if (report->lines[i].length > 0 &&
            report->lines[i].score >= report->lines[0].score - AS_GOOD)
            right[count++] = report->lines[i].moves[0];
    }
    return count;
}

bool level_search_configure(struct engine *engine, const struct handicap *handicap,
                            struct error *error)
{
    struct engine_settings settings = *engine_settings(engine);
    settings.hash_mb = LEVEL_HASH_MB;
    settings.multi_pv = 1;
    settings.common_scores = true;
    settings.handicap = *handicap;
    networks_set_folders(&settings);
    if (!engine_configure(engine, &settings, error))
        return false;
    engine_forget(engine); /* results with another seed's noise must not be reused */
    return true;
}

uint32_t level_search_start(struct engine *engine, const struct strength *strength,
                            const struct handicap *handicap, int draw, const struct position *root,
                            const Move moves[], int count)
{
    struct error error;
    struct handicap drawn = *handicap;
    const struct limits limits = {.movetime = strength_natural_time(strength).allotted};
    drawn.seed += (uint64_t)draw;
    if (!level_search_configure(engine, &drawn, &error) ||
        !engine_set_position(engine, root, moves, count))
        return 0;
    return engine_start(engine, &limits);
}

uint32_t right_search_start(struct engine *engine, const struct limits *limits,
                            const struct position *root, const Move moves[], int count)
{
    const struct limits usual = {.nodes = RIGHT_NODES};
    struct engine_settings settings = *engine_settings(engine);
    struct error error;
    settings.handicap = engine_settings_default().handicap;
    settings.hash_mb = LEVEL_HASH_MB;
    settings.common_scores = true;
    settings.multi_pv = RIGHT_LINES;
    if (!engine_configure(engine, &settings, &error) ||
        !engine_set_position(engine, root, moves, count))
        return 0;
    engine_forget(engine);
    return engine_start(engine, limits ? limits : &usual);
}

static void count_move(struct counted *counted, Move move, double chance, Score score)
{
    int i = 0;
    while (i < counted->count && counted->moves[i].move != move)
        i++;
    if (i == counted->count) {
        if (counted->count == CHESS_MOVES_MAX)
            return;
        counted->moves[counted->count++] = (struct level_move){.move = move, .score = SCORE_NONE};
    }
    counted->moves[i].chance += chance;
    if (score != SCORE_NONE)
        counted->moves[i].score = score_common(score);
}

bool counted_add(struct counted *counted, const struct position *position,
                 const struct handicap *handicap, const struct report *report, bool *exact)
{
    double chances[CHESS_MOVES_MAX];
    const struct decision *decision = &report->decision;
    counted->draws++;
    if (decision->made && decision_odds(position, handicap, decision, chances, exact)) {
        bool human = decision->method == METHOD_MAIA; /* a network gives probabilities, but no
                                                       * scores */
        for (int i = 0; i < decision->count; i++)
            count_move(counted, decision->candidates[i].move, chances[i],
                       human ? SCORE_NONE : decision->candidates[i].score);
        return true;
    }
    for (int i = 0; i < decision->count; i++)
        count_move(counted, decision->candidates[i].move, 0, decision->candidates[i].score);
    if (report->best != NO_MOVE)
        count_move(counted, report->best, 1, SCORE_NONE);
    return false;
}

static int by_chance(const void *a, const void *b)
{
    const struct level_move *one = a, *other = b;
    if (one->chance != other->chance)
        return one->chance < other->chance ? 1 : -1;
    return (other->score > one->score) - (other->score < one->score);
}

void counted_sort(const struct counted *counted, struct level_move moves[CHESS_MOVES_MAX])
{
    memcpy(moves, counted->moves, (size_t)counted->count * sizeof *moves);
    for (int i = 0; i < counted->count; i++)
        moves[i].chance /= counted->draws;
    qsort(moves, (size_t)counted->count, sizeof *moves, by_chance);
}

double counted_chance(const struct counted *counted, const Move right[], int count)
{
    double sum = 0;
    for (int i = 0; i < counted->count; i++)
        for (int j = 0; j < count; j++)
            if (counted->moves[i].move == right[j])
                sum += counted->moves[i].chance;
    return sum / counted->draws;
}

Move counted_follow(const struct counted *counted, const struct counted *usual, Move played,
                    uint64_t random)
{
    uint64_t state = random_mix(random + 1); /* random numbers other than those that chose
                                              * `played` */
    double was = counted_chance(usual, &played, 1), is = counted_chance(counted, &played, 1);
    double more[CHESS_MOVES_MAX], all = 0;
    if (is >= was || random_fraction(&state) * was < is)
        return played;
    /* This level plays `played` less often than the other level. It plays other moves more often
     * instead, so choose one of them, in proportion to the gain. */
    for (int i = 0; i < counted->count; i++) {
        const struct level_move *move = &counted->moves[i];
        double gain = move->chance / counted->draws - counted_chance(usual, &move->move, 1);
        more[i] = gain > 0 ? gain : 0;
        all += more[i];
    }
    double left = random_fraction(&state) * all;
    for (int i = 0; i < counted->count; i++) {
        if (left < more[i])
            return counted->moves[i].move;
        left -= more[i];
    }
    return played;
}
