/* The prover: its searches, what it remembers of them, and the lines it finds by them. */
#include "src/claims/prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/random.h"
#include "src/claims/walk.h"

enum { HASH_MB = 16, LINE_WANTED = 8, REFINED_PLIES = 8, MOST_PLIES = 20 };

struct prover_budget prover_review_budget(void)
{
    return (struct prover_budget){200000, 200000, 3, true};
}

struct prover_budget prover_hint_budget(void)
{
    return (struct prover_budget){120000, 100000, 4, false};
}

struct prover_budget prover_long_hint_budget(void)
{
    return (struct prover_budget){400000, 200000, 4, false};
}

struct prover *prover_create(const struct prover_budget *budget, const struct engine_settings *base,
                             const char *syzygy, struct error *error)
{
    struct engine_settings settings = base ? *base : engine_settings_default();
    settings.hash_mb = HASH_MB;
    settings.threads = 1;
    settings.common_scores = true;
    if (syzygy)
        snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", syzygy);
    struct prover *prover = calloc(1, sizeof *prover);
    if (!prover) {
        error_set(error, "out of memory");
        return NULL;
    }
    prover->budget = *budget;
    prover->engine = engine_create_with(&settings, error);
    if (prover->engine)
        return prover;
    free(prover);
    return NULL;
}

struct prover *prover_create_asking(const struct prover_budget *budget, prover_ask *ask,
                                    void *context)
{
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover)
        *prover = (struct prover){.ask = ask, .context = context, .budget = *budget};
    return prover;
}

void prover_destroy(struct prover *prover)
{
    if (!prover)
        return;
    if (prover->engine)
        engine_destroy(prover->engine);
    free(prover);
}

void prover_forget(struct prover *prover)
{
    prover->waiting = false;
    prover->search_count = 0;
    prover->nodes = 0;
}

void prover_spend(struct prover *prover, const struct prover_budget *budget)
{
    prover->budget = *budget;
    prover_forget(prover);
}

bool prover_is_waiting(const struct prover *prover) { return prover->waiting; }

/* The key by which the result of a search of this position, with these limits, is remembered. */
static uint64_t search_key(const struct position *position, const struct limits *limits)
{
    uint64_t key = position->key ^ limits->nodes * RANDOM_STEP;
    for (int i = 0; i < limits->search_moves_count; i++)
        key = hash_word(key, limits->search_moves[i]);
    return key;
}

/* Returns the result of an earlier search with this key, or NULL. */
static const struct evidence *remembered(const struct prover *prover, uint64_t key)
{
    for (int i = 0; i < prover->search_count; i++) {
        if (prover->searches[i].key == key)
            return &prover->searches[i].evidence;
    }
    return NULL;
}

static struct evidence evidence_of(const struct report *report)
{
    const struct line *line = &report->lines[0];
    struct evidence evidence = {.score = SCORE_NONE};
    if (report->line_count == 0)
        return evidence;
    evidence.score = line->score;
    evidence.depth = report->depth;
    evidence.nodes = report->nodes;
    evidence.length = line->length < CLAIM_LINE_MAX ? line->length : CLAIM_LINE_MAX;
    memcpy(evidence.moves, line->moves, (size_t)evidence.length * sizeof *line->moves);
    return evidence;
}

static void remember(struct prover *prover, uint64_t key, const struct report *report)
{
    prover->nodes += report->nodes;
    if (prover->search_count == SEARCHES_MAX)
        return;
    prover->searches[prover->search_count].key = key;
    prover->searches[prover->search_count++].evidence = evidence_of(report);
}

void prover_answer(struct prover *prover, const struct report *report)
{
    if (prover->waiting)
        remember(prover, prover->asked, report);
    prover->waiting = false;
}

/* Asks the owner of the prover to search. Always returns false: the owner calls again when it has
 * the result. */
static bool ask(struct prover *prover, uint64_t key, const struct position *start,
                const Move moves[], int count, const struct limits *limits)
{
    prover->asked = key;
    prover->waiting = prover->search_count < SEARCHES_MAX &&
                      prover->ask(prover->context, start, moves, count, limits);
    return false;
}

bool prover_search_limited(struct prover *prover, const struct position *start, const Move moves[],
                           int count, const struct limits *limits, struct evidence *evidence)
{
    struct position position = *start;
    Move legal[CHESS_MOVES_MAX];
    for (int i = 0; i < count; i++)
        chess_play(&position, moves[i]);
    *evidence = (struct evidence){.score = SCORE_NONE};
    if (chess_moves(&position, legal) == 0) {
        evidence->score = position.checkers ? -SCORE_MATE : 0;
        return true;
    }
    uint64_t key = search_key(&position, limits);
    const struct evidence *known = remembered(prover, key);
    if (known) {
        *evidence = *known;
        return true;
    }
    if (!prover->engine)
        return ask(prover, key, start, moves, count, limits);
    if (!engine_set_position(prover->engine, start, moves, count))
        return false;
    (void)engine_think(prover->engine, limits, &prover->report);
    remember(prover, key, &prover->report);
    *evidence = evidence_of(&prover->report);
    return true;
}

bool prover_search(struct prover *prover, const struct position *start, const Move moves[],
                   int count, uint64_t nodes, struct evidence *evidence)
{
    struct limits limits = {.nodes = nodes};
    return prover_search_limited(prover, start, moves, count, &limits, evidence);
}

static bool is_whole(const struct walk *walk, Score score)
{
    Move moves[CHESS_MOVES_MAX];
    int mate;
    const struct position *end = &walk->at[walk->length];
    if (walk->length >= CLAIM_LINE_MAX || chess_moves(end, moves) == 0)
        return true;
    if (score_is_mate(score, &mate))
        return walk->length >= 2 * abs(mate) - (mate > 0);
    return walk->length >= LINE_WANTED && walk->quiet[walk->length];
}

/* Whether the line leads to the mate that its search found. */
static bool shows_mate(const struct position *start, const struct evidence *evidence)
{
    struct walk walk;
    int mate;
    walk_line(&walk, start, evidence->moves, evidence->length);
    return score_is_mate(evidence->score, &mate) && is_whole(&walk, evidence->score);
}

bool prover_refine(struct prover *prover, const struct position *start, struct evidence *evidence)
{
    struct walk walk;
    if (shows_mate(start, evidence))
        return true;
    for (int i = 1; i < CLAIM_LINE_MAX && i <= evidence->length; i++) {
        struct evidence more;
        if (i >= REFINED_PLIES) {
            walk_line(&walk, start, evidence->moves, evidence->length);
            i = walk.length;
            if (is_whole(&walk, evidence->score) || i >= MOST_PLIES)
                return true;
        }
        if (!prover_search(prover, start, evidence->moves, i, prover->budget.find / 4, &more))
            return false;
        bool same = i < evidence->length && more.length > 0 && more.moves[0] == evidence->moves[i];
        if (same && i + more.length <= evidence->length)
            continue;
        evidence->length = i;
        for (int j = 0; j < more.length && evidence->length < CLAIM_LINE_MAX; j++)
            evidence->moves[evidence->length++] = more.moves[j];
    }
    return true;
}

bool prover_find(struct prover *prover, const struct position *start, uint64_t nodes,
                 struct evidence *evidence)
{
    return prover_search(prover, start, NULL, 0, nodes, evidence) &&
           prover_refine(prover, start, evidence);
}

const struct evidence *prover_refined(const struct prover *prover, const struct position *position)
{
    struct limits limits = {.nodes = prover->budget.find / 4};
    return remembered(prover, search_key(position, &limits));
}
