/* Repeats each decision in the position of the game in which it was made, with the settings and the
 * seed of that time, except for the one thing changed. If the change alters the level's nodes per
 * second, the node limit is scaled with it. */
#include "src/review/whatif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/group_names.h"
#include "src/player/networks.h"
#include "src/util/text.h"
#include "src/review/review.h"

/* What is needed to repeat a decision. */
struct again {
    int ply, hash_mb;
    struct handicap handicap;
    struct limits limits;
};

struct whatif {
    struct engine *engine;
    const struct strength *strength;
    struct position start;
    Move *moves;
    struct again *decisions;
    struct whatif_path path;
    uint32_t request; /* 0: no decision is running */
    struct report report;
};

static const char *const words[] = {
#define X(id, word, argument, means) word,
    TOGGLES(X)
#undef X
};

const char *toggle_word(enum toggle_kind kind)
{
    return words[kind];
}

static bool read_level(const char *argument, const struct scale *scale, struct toggle *toggle,
                       struct error *error)
{
    enum rating_scale shown = scale_shown(scale);
    int min, max;
    long number = 0;
    scale_range(scale, shown, &min, &max);
    if (!text_number(argument, min, max, &number))
        return error_set(error, "elo takes a number from %d to %d (%s), not \"%.40s\"", min, max,
                         scale_words(shown), argument);
    toggle->elo = scale_engine(scale, (int)number);
    scale_level_words(scale, toggle->elo, toggle->level, sizeof toggle->level);
    return true;
}

bool toggle_read(enum toggle_kind kind, const char *argument, const struct scale *scale,
                 struct toggle *toggle, struct error *error)
{
    char names[GROUP_LIST];
    *toggle = (struct toggle){.kind = kind};
    switch (kind) {
    case TOGGLE_ELO: return read_level(argument, scale, toggle, error);
    case TOGGLE_METHOD:
        if (method_from_name(argument, &toggle->method))
            return true;
        return error_set(error, "there is no method \"%.40s\"", argument);
    case TOGGLE_SEED:
        if (text_seed(argument, &toggle->seed))
            return true;
        return error_set(error, "seed takes a whole number, not \"%.40s\"", argument);
    default:
        if (group_find(argument, &toggle->group))
            return true;
        group_list(names);
        return error_set(error, "\"%.40s\" is not a kind of knowledge; expected one of %s",
                         argument, names);
    }
}

void toggle_words(const struct toggle *toggle, char *text, size_t size)
{
    switch (toggle->kind) {
    case TOGGLE_ELO: snprintf(text, size, "at %s", toggle->level); break;
    case TOGGLE_METHOD: snprintf(text, size, "by %s", method_name(toggle->method)); break;
    case TOGGLE_SEED:
        snprintf(text, size, "with seed %llu", (unsigned long long)toggle->seed);
        break;
    default:
        snprintf(text, size, "%s %s", words[toggle->kind], group_words((enum group)toggle->group));
        break;
    }
}

/* Returns the handicap with the change applied. */
static struct handicap change(const struct toggle *toggle, const struct strength *strength,
                              const struct handicap *handicap)
{
    struct handicap changed = *handicap;
    switch (toggle->kind) {
    case TOGGLE_WITHOUT: changed.knowledge[toggle->group] = 0; break;
    case TOGGLE_WITH: changed.knowledge[toggle->group] = 100; break;
    case TOGGLE_ELO:
        changed = handicap_at(strength, handicap, toggle->elo);
        break;
    case TOGGLE_METHOD:
        changed = handicap_for(strength, toggle->method, handicap->elo, handicap->seed);
        break;
    case TOGGLE_SEED: changed.seed = toggle->seed; break;
    case TOGGLE_NOTHING: break;
    }
    return changed;
}

struct whatif *whatif_create(void (*wake)(void *context), void *context,
                             const struct strength *strength)
{
    struct whatif *whatif = calloc(1, sizeof *whatif);
    if (!whatif)
        return NULL;
    whatif->strength = strength;
    whatif->engine = engine_create(wake, context);
    if (whatif->engine)
        return whatif;
    free(whatif);
    return NULL;
}

void whatif_destroy(struct whatif *whatif)
{
    if (!whatif)
        return;
    engine_destroy(whatif->engine);
    free(whatif->moves);
    free(whatif->decisions);
    free(whatif);
}

/* Scales a node limit from the speed of level `from` to that of level `to`, so that both levels get
 * the same thinking time. */
static uint64_t scaled(uint64_t nodes, const struct handicap *from, const struct handicap *to)
{
    if (from->nodes_per_second < 1 || to->nodes_per_second < 1)
        return nodes;
    double ratio = (double)to->nodes_per_second / from->nodes_per_second;
    uint64_t result = (uint64_t)((double)nodes * ratio);
    return nodes > 0 && result < 1 ? 1 : result;
}

static bool set_up(struct whatif *whatif, const struct again *again)
{
    struct engine_settings settings = *engine_settings(whatif->engine);
    struct limits limits = again->limits;
    struct error error;
    settings.handicap = change(&whatif->path.toggle, whatif->strength, &again->handicap);
    limits.nodes = scaled(limits.nodes, &again->handicap, &settings.handicap);
    limits.budget = scaled(limits.budget, &again->handicap, &settings.handicap);
    settings.hash_mb = again->hash_mb;
    settings.own_book = false;
    networks_set_folders(&settings);
    if (again->hash_mb == 0 || !engine_configure(whatif->engine, &settings, &error) ||
        !engine_set_position(whatif->engine, &whatif->start, whatif->moves, again->ply - 1))
        return false;
    whatif->request = engine_start(whatif->engine, &limits);
    return true;
}

/* Starts the search for the next decision of the game, under the changed conditions. Decisions that
 * cannot be made again are counted as unknown. */
static void go_on(struct whatif *whatif)
{
    struct whatif_path *path = &whatif->path;
    whatif->request = 0;
    while (path->done < path->decisions && !set_up(whatif, &whatif->decisions[path->done])) {
        path->unknown++;
        path->done++;
    }
}

bool whatif_begin(struct whatif *whatif, const struct position *start, const Move moves[],
                  int count, const struct ledger *ledger, const struct toggle *toggle)
{
    engine_stop(whatif->engine);
    free(whatif->moves);
    free(whatif->decisions);
    whatif->path = (struct whatif_path){.toggle = *toggle};
    whatif->request = 0;
    whatif->start = *start;
    whatif->moves = malloc(((size_t)count + 1) * sizeof *whatif->moves);
    whatif->decisions = malloc(((size_t)count + 1) * sizeof *whatif->decisions);
    if (!whatif->moves || !whatif->decisions)
        return false;
    memcpy(whatif->moves, moves, (size_t)count * sizeof *moves);
    for (int ply = 1; ply <= count; ply++) {
        const struct ledger_entry *entry = ledger_at(ledger, ply);
        const struct decision *decision = entry ? entry->decision : NULL;
        if (decision && decision->made)
            whatif->decisions[whatif->path.decisions++] = (struct again){
                .ply = ply, .hash_mb = decision->hash_mb, .handicap = decision->handicap,
                .limits = decision_limits(decision)};
    }
    go_on(whatif);
    return true;
}

bool whatif_poll(struct whatif *whatif)
{
    struct whatif_path *path = &whatif->path;
    if (!engine_poll(whatif->engine, &whatif->report) || whatif->request == 0 ||
        whatif->report.id != whatif->request || !whatif->report.finished)
        return false;
    int ply = whatif->decisions[path->done].ply;
    Move now = whatif->report.best;
    path->same += now == whatif->moves[ply - 1];
    path->unknown += now == NO_MOVE;
    if (now != whatif->moves[ply - 1] && now != NO_MOVE && path->count < DEPARTURES_MAX)
        path->departures[path->count++] = (struct departure){ply, now};
    path->done++;
    go_on(whatif);
    return true;
}

void whatif_wait(struct whatif *whatif)
{
    if (whatif->request != 0)
        engine_wait(whatif->engine);
}

const struct whatif_path *whatif_path(const struct whatif *whatif)
{
    return &whatif->path;
}

void whatif_instead(const struct game_node *live, const struct departure *departure, char *text,
                    size_t size)
{
    text_move(&review_node(live, departure->ply - 1)->position, departure->instead, text, size);
}

void whatif_words(const struct whatif_path *path, const struct game_node *live, char *text,
                  size_t size)
{
    char changed[64], played[32], instead[32], unknown[48] = "";
    int made = path->done - path->unknown;
    toggle_words(&path->toggle, changed, sizeof changed);
    if (path->unknown > 0)
        snprintf(unknown, sizeof unknown, "; %d could not be repeated", path->unknown);
    if (path->done < path->decisions) {
        snprintf(text, size, "%s: %d of %d moves checked, %d differ%s", changed, path->done,
                 path->decisions, path->count, path->count == 1 ? "s" : "");
    } else if (path->count == 0) {
        snprintf(text, size, "%s the opponent plays the same: none of %d moves differs%s", changed,
                 made, unknown);
    } else {
        const struct game_node *node = review_node(live, path->departures[0].ply);
        text_move(&node->parent->position, node->move, played, sizeof played);
        chess_to_san(&node->parent->position, path->departures[0].instead, instead);
        snprintf(text, size,
                 "%s the opponent first differs with %s instead of %s; %d of %d moves differ%s%s",
                 changed, instead, played, path->count, made, path->count == 1 ? "s" : "",
                 unknown);
    }
}
