/* Runs short searches one after the other: for the threat, for the level's moves, for the right
 * moves, then for the ladder of ratings: first for a few ratings over the whole range, then for
 * those between them. If a method chooses among candidates, one search gives the probabilities of
 * all its moves. If it makes its errors during the search, the search is repeated with other seeds
 * and the moves are counted. */
#include "src/review/level_probe.h"

#include <stdlib.h>
#include <string.h>

#include "src/player/engine_position.h"

enum {
    THREAT_NODES = 150000,
    RUNG_DRAWS = 8, /* searches for each rung of the ladder of ratings, as LEVEL_DRAWS is for the
                       level */
};

enum work { WORK_NOTHING, WORK_THREAT, WORK_LEVEL, WORK_RIGHT, WORK_RUNGS };

struct level_probe {
    struct engine *engine;
    const struct strength *strength;
    Move *moves; /* the moves to the position; NULL: no position; owned */
    int move_count;
    struct position position;

    enum work work;
    int at;        /* how many searches for the level, or for the ladder, are done */
    bool searches; /* the method makes its errors during the search, so one search is not enough */
    uint32_t request;
    struct report report;
    struct probed found;
    struct counted level, rungs[RUNGS];
    int right_count; /* number of moves in `right`; 0: not known yet */
    Move right[CHESS_MOVES_MAX];
    struct position root;
};

struct level_probe *level_probe_create(void (*wake)(void *context), void *context,
                                       const struct strength *strength)
{
    struct level_probe *level_probe = calloc(1, sizeof *level_probe);
    if (!level_probe)
        return NULL;
    level_probe->strength = strength;
    level_probe->engine = engine_create(wake, context);
    if (!level_probe->engine) {
        free(level_probe);
        return NULL;
    }
    return level_probe;
}

void level_probe_destroy(struct level_probe *level_probe)
{
    if (!level_probe)
        return;
    engine_destroy(level_probe->engine);
    free(level_probe->moves);
    free(level_probe);
}

void level_probe_stop(struct level_probe *level_probe)
{
    engine_stop(level_probe->engine);
    level_probe->work = WORK_NOTHING;
    free(level_probe->moves);
    level_probe->moves = NULL;
}

bool level_probe_is_thinking(struct level_probe *level_probe)
{
    return engine_is_thinking(level_probe->engine);
}

/* The threat */

/* Sets *passed to the position with the other side to move. Returns false if the side to move is in
 * check, because the position would then be illegal. */
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

static bool start_threat(struct level_probe *level_probe)
{
    struct handicap full = level_probe->found.handicap;
    struct error error;
    Move moves[CHESS_MOVES_MAX];
    const struct limits limits = {.nodes = THREAT_NODES};
    full.limited = false;
    if (!pass(&level_probe->position, &level_probe->found.free_move) ||
        chess_moves(&level_probe->found.free_move, moves) == 0 ||
        !level_search_configure(level_probe->engine, &full, &error) ||
        !engine_set_position(level_probe->engine, &level_probe->found.free_move, NULL, 0))
        return false;
    level_probe->request = engine_start(level_probe->engine, &limits);
    return true;
}

/* Levels */

static bool start_level(struct level_probe *level_probe, const struct handicap *handicap, int draw)
{
    level_probe->request =
        level_search_start(level_probe->engine, level_probe->strength, handicap, draw,
                           &level_probe->root, level_probe->moves, level_probe->move_count);
    return level_probe->request != 0;
}

/* The ladder of ratings */

/* The rung to probe in step `i`. The two ends of the ladder come first, then always the middle of a
 * gap between rungs already probed, so that a coarse result appears early. */
static int rung_at(int i)
{
    static const int order[RUNGS] = {0,  20, 10, 5, 15, 2,  8,  12, 18, 1, 3,
                                     4,  6,  7,  9, 11, 13, 14, 16, 17, 19};
    return order[i];
}

static struct handicap rung_handicap(const struct level_probe *level_probe, int rung)
{
    return handicap_at(level_probe->strength, &level_probe->found.handicap,
                       CALIBRATED_MIN + rung * RUNG_STEP);
}

/* The order of the work */

static void go_on(struct level_probe *level_probe);

static void next_work(struct level_probe *level_probe, enum work work)
{
    level_probe->work = work;
    level_probe->at = 0;
    go_on(level_probe);
}

/* Starts the next search. If there is no threat to search, continues with the searches of the
 * level. If another search cannot be started, ends the work. */
static void go_on(struct level_probe *level_probe)
{
    Move moves[CHESS_MOVES_MAX];
    bool over = chess_moves(&level_probe->position, moves) == 0, started = false;
    struct handicap handicap;
    switch (level_probe->work) {
    case WORK_NOTHING: return;
    case WORK_THREAT:
        if (over || !start_threat(level_probe)) {
            level_probe->found.threat_known = !over;
            next_work(level_probe, WORK_LEVEL);
        }
        return;
    case WORK_LEVEL:
        if (over || !level_probe->found.handicap.limited) {
            next_work(level_probe, WORK_RIGHT);
            return;
        }
        started = start_level(level_probe, &level_probe->found.handicap, level_probe->at);
        break;
    case WORK_RIGHT:
        if (over || level_probe->right_count > 0) {
            next_work(level_probe, WORK_RUNGS);
            return;
        }
        level_probe->request =
            right_search_start(level_probe->engine, NULL, &level_probe->root, level_probe->moves,
                               level_probe->move_count);
        started = level_probe->request != 0;
        break;
    case WORK_RUNGS:
        handicap = rung_handicap(level_probe, rung_at(level_probe->at % RUNGS));
        started = !over && start_level(level_probe, &handicap, level_probe->at / RUNGS);
        break;
    }
    if (!started)
        level_probe->work = WORK_NOTHING;
}

static void take_level(struct level_probe *level_probe)
{
    struct probed *found = &level_probe->found;
    const struct report *report = &level_probe->report;
    if (!found->seen && report->line_count > 0) {
        found->sees = report->lines[0];
        found->nodes = report->nodes;
        found->seen = true;
        found->evaluation =
            score_common(engine_evaluate(level_probe->engine, &level_probe->position));
    }
    level_probe->searches = !counted_add(&level_probe->level, &level_probe->position,
                                          &found->handicap, report, &found->exact);
    if (level_probe->searches && ++level_probe->at < LEVEL_DRAWS)
        go_on(level_probe);
    else
        next_work(level_probe, WORK_RIGHT);
}

static void take_rung(struct level_probe *level_probe)
{
    int rung = rung_at(level_probe->at % RUNGS);
    const struct handicap handicap = rung_handicap(level_probe, rung);
    bool exact;
    level_probe->searches = !counted_add(&level_probe->rungs[rung], &level_probe->position,
                                          &handicap, &level_probe->report, &exact);
    if (++level_probe->at < RUNGS * (level_probe->searches ? RUNG_DRAWS : 1))
        go_on(level_probe);
    else
        level_probe->work = WORK_NOTHING;
}

bool level_probe_turn(struct level_probe *level_probe, const struct game_node *node,
                      const struct handicap *handicap, struct error *error)
{
    const struct position *start;
    level_probe_stop(level_probe);
    level_probe->moves = place_moves(node, &start, &level_probe->move_count);
    if (!level_probe->moves)
        return error_set(error, "out of memory");
    bool same = level_probe->found.threat_known && level_probe->position.key == node->position.key;
    struct probed before = level_probe->found;
    level_probe->root = *start;
    level_probe->position = node->position;
    level_probe->found = (struct probed){.handicap = *handicap};
    level_probe->level = (struct counted){0};
    memset(level_probe->rungs, 0, sizeof level_probe->rungs);
    if (same) { /* only the level has changed, not the position */
        level_probe->found.threat_known = true;
        level_probe->found.free_move = before.free_move;
        level_probe->found.threat = before.threat;
    } else {
        level_probe->right_count = 0;
    }
    if (handicap->limited && !level_search_configure(level_probe->engine, handicap, error)) {
        level_probe_stop(level_probe);
        return false;
    }
    next_work(level_probe, same ? WORK_LEVEL : WORK_THREAT);
    return true;
}

bool level_probe_poll(struct level_probe *level_probe)
{
    if (!engine_poll(level_probe->engine, &level_probe->report) ||
        level_probe->work == WORK_NOTHING || level_probe->report.id != level_probe->request ||
        !level_probe->report.finished)
        return false;
    switch (level_probe->work) {
    case WORK_THREAT:
        level_probe->found.threat_known = true;
        if (level_probe->report.line_count > 0)
            level_probe->found.threat = level_probe->report.lines[0];
        next_work(level_probe, WORK_LEVEL);
        break;
    case WORK_LEVEL:
        take_level(level_probe);
        break;
    case WORK_RIGHT:
        level_probe->right_count = report_right_moves(&level_probe->report, level_probe->right);
        next_work(level_probe, WORK_RUNGS);
        break;
    default:
        take_rung(level_probe);
        break;
    }
    return true;
}

/* Results */

/* Smooths the probabilities, because each rating has few searches and neighbouring ratings play
 * alike: replaces the probability of each rung by an average in which the rung has weight 2 and
 * each of the rungs beside it has weight 1. */
static void smooth(struct probed *found)
{
    double raw[RUNGS];
    for (int i = 0; i < RUNGS; i++)
        raw[i] = found->rungs[i].right;
    for (int i = 0; i < RUNGS; i++) {
        double sum = 0, weights = 0;
        for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < RUNGS; j++) {
            double weight = !found->rungs[j].known ? 0 : j == i ? 2 : 1;
            sum += weight * raw[j];
            weights += weight;
        }
        if (found->rungs[i].known)
            found->rungs[i].right = sum / weights;
    }
}

const struct probed *level_probe_found(struct level_probe *level_probe, const Move right[],
                                       int count)
{
    struct probed *found = &level_probe->found;
    const struct counted *level = &level_probe->level;
    if (!level_probe->moves)
        return NULL;
    if (count == 0) {
        right = level_probe->right;
        count = level_probe->right_count;
    }
    found->draws = level->draws;
    found->draws_wanted = !found->handicap.limited ? 0 : level_probe->searches ? LEVEL_DRAWS : 1;
    found->move_count = level->count;
    counted_sort(level, found->moves);
    found->right_count = count;
    if (count > 0)
        memcpy(found->right, right, (size_t)count * sizeof *right);
    found->rungs_known = found->tries = 0;
    found->sampled = level_probe->searches;
    for (int i = 0; i < RUNGS; i++) {
        found->rungs[i].known = level_probe->rungs[i].draws > 0 && count > 0;
        if (!found->rungs[i].known)
            continue;
        found->rungs_known++;
        found->rungs[i].right = counted_chance(&level_probe->rungs[i], right, count);
        found->tries += level_probe->rungs[i].draws;
    }
    smooth(found);
    found->tries = found->rungs_known > 0 ? found->tries / found->rungs_known : 0;
    return found;
}

/* Finds the rung from which on a right move is more likely than not: the one from which the sum of
 * (probability - 1/2), over it and all rungs above it, is the largest. A single rung that differs
 * from its neighbours by chance hardly changes the result. */
int level_probe_finds_from(const struct probed *probed, int *error)
{
    double sum = 0, most = 0;
    int from = RUNGS, misfits = 0;
    *error = 0;
    if (probed->rungs_known < RUNGS)
        return 0;
    for (int i = RUNGS - 1; i >= 0; i--) {
        sum += probed->rungs[i].right - 0.5;
        if (sum >= most) {
            most = sum;
            from = i;
        }
    }
    for (int i = 0; i < RUNGS; i++)
        misfits += (probed->rungs[i].right >= 0.5) != (i >= from);
    *error = RUNG_STEP * (misfits > 0 ? misfits : 1);
    return from < RUNGS ? CALIBRATED_MIN + from * RUNG_STEP : 0;
}
