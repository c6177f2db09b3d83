/* Lets the level search one position after the other: first the position shown, then the others of
 * the line, the nearest first. In each position it searches with its own knowledge and then with
 * each group switched on or off: these are the variants of the level. All variants use the same
 * random numbers, so that only their knowledge differs. */
#include "src/review/group_probe.h"

#include <stdlib.h>
#include <string.h>

#include "engine/evaluation.h"
#include "src/game/handicap_item.h"
#include "src/player/engine_position.h"

enum {
    NOW = GROUP_COUNT,       /* index of the variant with no group switched on or off */
    VARIANTS = GROUP_COUNT + 1,
};

struct group_probe {
    struct engine *engine;
    const struct strength *strength;
    struct handicap handicap;
    struct position root, position; /* the start of the line; the position shown */
    Move *moves;                    /* the line; NULL: no position; owned */
    int move_count, shown;          /* length of the line; index of the position shown */
    bool over, over_at_end;         /* the position shown has no legal move; the last one of the
                                     * line has none */

    bool working;       /* a position of the line is being searched */
    int at;             /* index in the line of the position being searched */
    int step, draw;     /* step: number of variants that have finished with the position being
                           searched; draw: number of the present variant's search, from 0 */
    bool searches;      /* the method makes its errors during the search, so each sample needs a
                         * search */
    bool exact, searches_shown; /* of the position shown: the probabilities are exact; the value of
                                 * `searches` */
    uint32_t request;
    struct report report;
    struct position searched;    /* the position that the running search is about */
    struct choices {
        struct counted counted[VARIANTS];
        Move chosen[VARIANTS];
        uint64_t random; /* the random state with which the variant NOW chose its move */
    } choices, choices_shown;    /* the variants' moves: in the position being searched; in the
                                    position shown */
    Score evaluations[VARIANTS]; /* the evaluation of the position shown, by each variant */
    int probed;                  /* number of variants that have finished with the position shown */

    Move *marked;       /* the line to whose positions the marks belong; owned */
    int marked_count;
    bool marks_known[GROUP_MARKS_MAX];
    uint16_t marks[GROUP_MARKS_MAX];
};

int group_switched(int percent)
{
    return percent > 0 ? 0 : 100;
}

struct group_probe *group_probe_create(void (*wake)(void *context), void *context,
                                       const struct strength *strength)
{
    struct group_probe *probe = calloc(1, sizeof *probe);
    if (!probe)
        return NULL;
    probe->strength = strength;
    probe->engine = engine_create(wake, context);
    if (probe->engine)
        return probe;
    free(probe);
    return NULL;
}

void group_probe_destroy(struct group_probe *probe)
{
    if (!probe)
        return;
    engine_destroy(probe->engine);
    free(probe->moves);
    free(probe->marked);
    free(probe);
}

void group_probe_stop(struct group_probe *probe)
{
    engine_stop(probe->engine);
    probe->working = false;
    if (!probe->moves)
        return;
    free(probe->marked);
    probe->marked = probe->moves;
    probe->marked_count = probe->move_count;
    probe->moves = NULL;
}

bool group_probe_is_thinking(struct group_probe *probe)
{
    return engine_is_thinking(probe->engine);
}

static struct handicap handicap_of(const struct group_probe *probe, int variant)
{
    struct handicap handicap = probe->handicap;
    if (variant != NOW)
        handicap.knowledge[variant] = group_switched(handicap.knowledge[variant]);
    return handicap;
}

/* The order of the work */

static int order_of(int step)
{
    return step == 0 ? NOW : step - 1;
}

/* Returns the index of the nearest position of the line without a mark, or -1 if all have one. */
static int next_unmarked(const struct group_probe *probe)
{
    int last = probe->move_count - probe->over_at_end;
    last = last < GROUP_MARKS_MAX ? last : GROUP_MARKS_MAX - 1;
    for (int far = 1; far <= last + 1; far++) {
        int after = probe->shown + far, before = probe->shown - far;
        if (after <= last && !probe->marks_known[after])
            return after;
        if (before >= 0 && before <= last && !probe->marks_known[before])
            return before;
    }
    return -1;
}

static void go_on(struct group_probe *probe)
{
    const struct handicap handicap = handicap_of(probe, order_of(probe->step));
    probe->request = level_search_start(probe->engine, probe->strength, &handicap, probe->draw,
                                        &probe->root, probe->moves, probe->at);
    probe->working = probe->request != 0;
}

static void begin_position(struct group_probe *probe, int at)
{
    probe->at = at;
    probe->step = probe->draw = 0;
    probe->working = false;
    if (at < 0)
        return;
    memset(&probe->choices, 0, sizeof probe->choices);
    probe->searched = probe->root;
    for (int i = 0; i < at; i++)
        chess_play(&probe->searched, probe->moves[i]);
    go_on(probe);
}

static bool changes(const struct choices *choices, int variant)
{
    return choices->chosen[variant] != choices->chosen[NOW];
}

static void next_position(struct group_probe *probe)
{
    if (probe->at < GROUP_MARKS_MAX) {
        unsigned mark = 0;
        for (int group = 0; group < GROUP_COUNT; group++)
            mark |= (unsigned)changes(&probe->choices, group) << group;
        probe->marks[probe->at] = (uint16_t)mark;
        probe->marks_known[probe->at] = true;
    }
    begin_position(probe, next_unmarked(probe));
}

static void next_variant(struct group_probe *probe)
{
    probe->draw = 0;
    if (++probe->step < VARIANTS)
        go_on(probe);
    else
        next_position(probe);
}

static void evaluate(struct group_probe *probe)
{
    int sign = probe->position.side == WHITE ? 1 : -1;
    for (int variant = 0; variant < VARIANTS; variant++) {
        const struct handicap handicap = handicap_of(probe, variant);
        struct weights weights;
        weights_of_level(&weights, handicap.knowledge);
        probe->evaluations[variant] = sign * evaluation(&probe->position, &weights);
    }
}

/* Discards the marks if the level or the start position differs from that of the last call.
 * Otherwise keeps the marks of the positions that the old line and the new one share. */
static void keep_marks(struct group_probe *probe, const struct handicap *handicap,
                       const struct position *root)
{
    int same = 0;
    bool kept = probe->marked && probe->root.key == root->key &&
                same_handicap(&probe->handicap, handicap);
    while (kept && same < probe->marked_count && same < probe->move_count &&
           probe->marked[same] == probe->moves[same])
        same++;
    for (int i = kept ? same + 1 : 0; i < GROUP_MARKS_MAX; i++)
        probe->marks_known[i] = false;
}

bool group_probe_turn(struct group_probe *probe, const struct game_node *node,
                      const struct handicap *handicap)
{
    Move moves[CHESS_MOVES_MAX];
    const struct position *start;
    const struct game_node *end = node;
    group_probe_stop(probe);
    engine_wait(probe->engine);
    (void)engine_poll(probe->engine, &probe->report);
    while (end->child)
        end = end->child;
    probe->moves = place_moves(end, &start, &probe->move_count);
    if (!probe->moves)
        return false;
    keep_marks(probe, handicap, start);
    probe->handicap = *handicap;
    probe->root = *start;
    probe->position = node->position;
    probe->shown = probe->move_count - (end->ply - node->ply);
    probe->over = chess_moves(&node->position, moves) == 0;
    probe->over_at_end = chess_moves(&end->position, moves) == 0;
    probe->probed = 0;
    evaluate(probe);
    probe->working = false;
    if (handicap->limited)
        begin_position(probe, probe->over ? next_unmarked(probe) : probe->shown);
    return true;
}

bool group_probe_poll(struct group_probe *probe)
{
    if (!engine_poll(probe->engine, &probe->report) || !probe->working ||
        probe->report.id != probe->request || !probe->report.finished)
        return false;
    int variant = order_of(probe->step);
    struct choices *choices = &probe->choices;
    const struct handicap handicap = handicap_of(probe, variant);
    bool shown = probe->at == probe->shown, exact;
    if (probe->draw == 0)
        choices->chosen[variant] = probe->report.best;
    probe->searches = !counted_add(&choices->counted[variant], &probe->searched, &handicap,
                                   &probe->report, &exact);
    if (variant == NOW && probe->draw == 0)
        choices->random = probe->report.decision.random;
    else if (!probe->searches)
        choices->chosen[variant] =
            counted_follow(&choices->counted[variant], &choices->counted[NOW],
                           choices->chosen[NOW], choices->random);
    if (shown && probe->searches && ++probe->draw < LEVEL_DRAWS) {
        go_on(probe);
        return false;
    }
    if (shown) {
        probe->choices_shown.counted[variant] = choices->counted[variant];
        probe->choices_shown.chosen[variant] = choices->chosen[variant];
        probe->exact = !probe->searches && exact;
        probe->searches_shown = probe->searches;
        probe->probed++;
    }
    next_variant(probe);
    return shown || probe->step == 0; /* step is 0 if a position was just finished */
}

void group_probe_wait(struct group_probe *probe)
{
    if (probe->working)
        engine_wait(probe->engine);
}

bool group_probe_complete(const struct group_probe *probe)
{
    return probe->probed == VARIANTS || !probe->working || probe->at != probe->shown;
}

static struct group_choice choice_of(const struct group_probe *probe, int variant,
                                     const Move right[], int count)
{
    struct group_choice found = {.evaluation = score_common(probe->evaluations[variant]),
                                 .right = -1};
    int step = variant == NOW ? 0 : variant + 1;
    found.known = step < probe->probed;
    if (found.known) {
        found.chosen = probe->choices_shown.chosen[variant];
        found.changes = changes(&probe->choices_shown, variant);
        if (count > 0)
            found.right = counted_chance(&probe->choices_shown.counted[variant], right, count);
    }
    return found;
}

bool group_probe_found(const struct group_probe *probe, const Move right[], int count,
                       struct group_effects *effects)
{
    if (!probe->moves)
        return false;
    memset(effects, 0, sizeof *effects);
    effects->handicap = probe->handicap;
    effects->over = probe->over;
    effects->now = choice_of(probe, NOW, right, count);
    for (int group = 0; group < GROUP_COUNT; group++)
        effects->switched[group] = choice_of(probe, group, right, count);
    effects->exact = probe->exact;
    effects->tries = probe->exact || probe->probed == 0 ? 0
                     : probe->searches_shown            ? LEVEL_DRAWS
                                                        : ODDS_DRAWS;
    if (probe->probed > 0) {
        effects->move_count = probe->choices_shown.counted[NOW].count;
        counted_sort(&probe->choices_shown.counted[NOW], effects->moves);
    }
    int positions = probe->move_count + 1;
    effects->mark_count = positions < GROUP_MARKS_MAX ? positions : GROUP_MARKS_MAX;
    effects->mark_shown = probe->shown;
    memcpy(effects->marks, probe->marks, sizeof effects->marks);
    memcpy(effects->marks_known, probe->marks_known, sizeof effects->marks_known);
    return true;
}
