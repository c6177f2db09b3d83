/* The scout's work is a list of short searches: the threat, the level's own, then a ladder of
 * ratings from coarse to fine. A method that chooses among candidates needs one search for its
 * chances; one that errs in the search itself is asked again with other seeds and counted. */
#include "src/review/level_probe.h"

#include <stdlib.h>
#include <string.h>

#include "src/util/paths.h"
#include "src/player/engine_position.h"

enum {
    SCOUT_HASH_MB = 16,
    THREAT_NODES = 150000,
    LEVEL_DRAWS = 16, /* of a method that errs in the search */
    RUNG_DRAWS = 4,
};

/* What a level was found to play: a sum over its draws. */
struct counted {
    int draws, count;
    struct level_move moves[CHESS_MOVES_MAX]; /* chance: their sum over the draws */
};

enum work { WORK_NOTHING, WORK_THREAT, WORK_LEVEL, WORK_RUNGS };

struct scout {
    struct engine *engine;
    const struct strength *strength;
    Move *moves; /* owned; to the position, NULL: turned to nothing */
    int move_count;
    struct position position;

    enum work work;
    int at;       /* draw of the level, or step among the rungs */
    bool searches; /* the method errs in the search: draws are searches */
    uint32_t request;
    struct report report;
    struct scouted found;
    struct counted level, rungs[RUNGS];
    struct position root;
};

struct scout *scout_create(void (*wake)(void *context), void *context,
                           const struct strength *strength)
{
    struct scout *scout = calloc(1, sizeof *scout);
    if (!scout)
        return NULL;
    scout->strength = strength;
    scout->engine = engine_create(wake, context);
    if (!scout->engine) {
        free(scout);
        return NULL;
    }
    return scout;
}

void scout_destroy(struct scout *scout)
{
    if (!scout)
        return;
    engine_destroy(scout->engine);
    free(scout->moves);
    free(scout);
}

void scout_stop(struct scout *scout)
{
    engine_stop(scout->engine);
    scout->work = WORK_NOTHING;
    free(scout->moves);
    scout->moves = NULL;
}

bool scout_is_thinking(struct scout *scout)
{
    return engine_is_thinking(scout->engine);
}

static bool configure(struct scout *scout, const struct handicap *handicap, struct error *error)
{
    struct engine_settings settings = *engine_settings(scout->engine);
    settings.hash_mb = SCOUT_HASH_MB;
    settings.handicap = *handicap;
    paths_maia(settings.maia_folder, sizeof settings.maia_folder);
    if (!engine_configure(scout->engine, &settings, error))
        return false;
    engine_forget(scout->engine); /* another seed's noise is no use */
    return true;
}

/* ---- the threat ---- */

/* The same with the other side to move; false where that is no legal position. */
static bool pass(const struct position *position, struct position *passed)
{
    char fen[CHESS_FEN_MAX];
    struct error error;
    struct position other = *position;
    if (chess_in_check(position))
        return false;
    other.side = !position->side;
    other.en_passant = other.passed = NO_SQUARE;
    chess_to_fen(&other, fen);
    return chess_from_fen(passed, fen, &error);
}

static bool start_threat(struct scout *scout)
{
    struct handicap full = scout->found.handicap;
    struct error error;
    Move moves[CHESS_MOVES_MAX];
    const struct limits limits = {.nodes = THREAT_NODES};
    full.limited = false;
    if (!pass(&scout->position, &scout->found.free_move) ||
        chess_moves(&scout->found.free_move, moves) == 0 || !configure(scout, &full, &error) ||
        !engine_set_position(scout->engine, &scout->found.free_move, NULL, 0))
        return false;
    scout->request = engine_start(scout->engine, &limits);
    return true;
}

/* ---- levels ---- */

static bool start_level(struct scout *scout, const struct handicap *handicap, int draw)
{
    struct error error;
    struct handicap drawn = *handicap;
    const struct limits limits = {.movetime = strength_natural_time(scout->strength).allotted};
    drawn.seed += (uint64_t)draw;
    if (!configure(scout, &drawn, &error) ||
        !engine_set_position(scout->engine, &scout->root, scout->moves, scout->move_count))
        return false;
    scout->request = engine_start(scout->engine, &limits);
    return true;
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
        counted->moves[i].score = score;
}

/* Adds what a search of a level came to. True: its chances are known without another draw. */
static bool count_report(struct counted *counted, const struct position *position,
                         const struct handicap *handicap, const struct report *report,
                         bool *exact)
{
    double chances[CHESS_MOVES_MAX];
    const struct decision *decision = &report->decision;
    counted->draws++;
    if (decision->made && decision_odds(position, handicap, decision, chances, exact)) {
        bool human = decision->method == METHOD_MAIA; /* its scores are one and the same */
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

/* ---- the ladder of ratings ---- */

/* The i-th rung asked: the ends first, then halves of what lies between, so that a coarse picture
 * comes early. */
static int rung_at(int i)
{
    static const int order[RUNGS] = {0,  20, 10, 5, 15, 2,  8,  12, 18, 1, 3,
                                     4,  6,  7,  9, 11, 13, 14, 16, 17, 19};
    return order[i];
}

static struct handicap rung_handicap(const struct scout *scout, int rung)
{
    const struct handicap *level = &scout->found.handicap;
    return handicap_for(scout->strength, level->method, ELO_MIN + rung * RUNG_STEP, level->seed);
}

/* ---- one after the other ---- */

static void go_on(struct scout *scout);

static void next_work(struct scout *scout, enum work work)
{
    scout->work = work;
    scout->at = 0;
    go_on(scout);
}

/* Starts what is due, or gives up what cannot be. */
static void go_on(struct scout *scout)
{
    Move moves[CHESS_MOVES_MAX];
    bool over = chess_moves(&scout->position, moves) == 0, started = false;
    struct handicap handicap;
    switch (scout->work) {
    case WORK_NOTHING: return;
    case WORK_THREAT:
        if (over || !start_threat(scout)) {
            scout->found.threat_known = !over;
            next_work(scout, WORK_LEVEL);
        }
        return;
    case WORK_LEVEL:
        if (over || !scout->found.handicap.limited) {
            next_work(scout, WORK_RUNGS);
            return;
        }
        started = start_level(scout, &scout->found.handicap, scout->at);
        break;
    case WORK_RUNGS:
        handicap = rung_handicap(scout, rung_at(scout->at % RUNGS));
        started = !over && start_level(scout, &handicap, scout->at / RUNGS);
        break;
    }
    if (!started)
        scout->work = WORK_NOTHING;
}

static void take_level(struct scout *scout)
{
    struct scouted *found = &scout->found;
    const struct report *report = &scout->report;
    if (!found->seen && report->line_count > 0) {
        found->sees = report->lines[0];
        found->nodes = report->nodes;
        found->seen = true;
        found->evaluation = engine_evaluate(scout->engine, &scout->position);
    }
    scout->searches = !count_report(&scout->level, &scout->position, &found->handicap, report,
                                    &found->exact);
    if (scout->searches && ++scout->at < LEVEL_DRAWS)
        go_on(scout);
    else
        next_work(scout, WORK_RUNGS);
}

static void take_rung(struct scout *scout)
{
    int rung = rung_at(scout->at % RUNGS);
    const struct handicap handicap = rung_handicap(scout, rung);
    bool exact;
    scout->searches = !count_report(&scout->rungs[rung], &scout->position, &handicap,
                                    &scout->report, &exact);
    if (++scout->at < RUNGS * (scout->searches ? RUNG_DRAWS : 1))
        go_on(scout);
    else
        scout->work = WORK_NOTHING;
}

bool scout_turn(struct scout *scout, const struct game_node *node, const struct handicap *handicap,
                struct error *error)
{
    const struct position *start;
    scout_stop(scout);
    scout->moves = place_moves(node, NULL, &start, &scout->move_count);
    if (!scout->moves)
        return error_set(error, "out of memory");
    bool same = scout->found.threat_known && scout->position.key == node->position.key;
    struct scouted before = scout->found;
    scout->root = *start;
    scout->position = node->position;
    scout->found = (struct scouted){.handicap = *handicap};
    scout->level = (struct counted){0};
    memset(scout->rungs, 0, sizeof scout->rungs);
    if (same) { /* another level in the same position */
        scout->found.threat_known = true;
        scout->found.free_move = before.free_move;
        scout->found.threat = before.threat;
    }
    if (handicap->limited && !configure(scout, handicap, error)) {
        scout_stop(scout);
        return false;
    }
    next_work(scout, same ? WORK_LEVEL : WORK_THREAT);
    return true;
}

bool scout_poll(struct scout *scout)
{
    if (!engine_poll(scout->engine, &scout->report) || scout->work == WORK_NOTHING ||
        scout->report.id != scout->request || !scout->report.finished)
        return false;
    switch (scout->work) {
    case WORK_THREAT:
        scout->found.threat_known = true;
        if (scout->report.line_count > 0)
            scout->found.threat = scout->report.lines[0];
        next_work(scout, WORK_LEVEL);
        break;
    case WORK_LEVEL: take_level(scout); break;
    default: take_rung(scout); break;
    }
    return true;
}

/* ---- what is known ---- */

static int by_chance(const void *a, const void *b)
{
    const struct level_move *one = a, *other = b;
    if (one->chance != other->chance)
        return one->chance < other->chance ? 1 : -1;
    return (other->score > one->score) - (other->score < one->score);
}

static double chance_of(const struct counted *counted, const Move right[], int count)
{
    double sum = 0;
    for (int i = 0; i < counted->count; i++)
        for (int j = 0; j < count; j++)
            if (counted->moves[i].move == right[j])
                sum += counted->moves[i].chance;
    return sum / counted->draws;
}

const struct scouted *scout_found(struct scout *scout, const Move right[], int count)
{
    struct scouted *found = &scout->found;
    const struct counted *level = &scout->level;
    if (!scout->moves)
        return NULL;
    found->draws = level->draws;
    found->draws_wanted = !found->handicap.limited ? 0 : scout->searches ? LEVEL_DRAWS : 1;
    found->move_count = level->count;
    memcpy(found->moves, level->moves, (size_t)level->count * sizeof *level->moves);
    for (int i = 0; i < level->count; i++)
        found->moves[i].chance /= level->draws;
    qsort(found->moves, (size_t)level->count, sizeof *found->moves, by_chance);
    found->right_count = count;
    memcpy(found->right, right, (size_t)count * sizeof *right);
    found->rungs_known = 0;
    for (int i = 0; i < RUNGS; i++) {
        found->rungs[i].known = scout->rungs[i].draws > 0 && count > 0;
        if (!found->rungs[i].known)
            continue;
        found->rungs_known++;
        found->rungs[i].right = chance_of(&scout->rungs[i], right, count);
    }
    return found;
}

int scout_finds_from(const struct scouted *scouted)
{
    int from = RUNGS;
    if (scouted->rungs_known < RUNGS)
        return 0;
    while (from > 0 && scouted->rungs[from - 1].right >= 0.5)
        from--;
    return from < RUNGS ? ELO_MIN + from * RUNG_STEP : 0;
}
