/* Coordinate search over the parameters of the method. Each parameter in turn is moved up or down
 * by a step as long as that lowers the distance to people's figures. Then the steps are halved, and
 * so on. */
#include "src/lab/human/strength_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/maia.h"
#include "src/lab/human/check.h"
#include "src/lab/human/maia_set.h"

enum { HASH_MB = 4, WIDE = 600 /* WIDE: the largest error that a fit tries, in centipawns */ };

/* A position, the loss of each of its moves by the judge, and the level's scores for the moves. */
struct strength_case {
    const struct check_position *from;
    struct position previous;
    struct context context;
    int count;
    Move moves[CHESS_MOVES_MAX];
    int16_t losses[CHESS_MOVES_MAX];
    bool rare[CHESS_MOVES_MAX];
    bool known; /* both the judge and the level's last search have scored the moves */
    struct decision decision; /* the level's decision, with its rules applied */
    struct candidate candidates[CHESS_MOVES_MAX];
    int candidate_count;
    int places[CHESS_MOVES_MAX]; /* places[i]: index in `moves` of the decision's candidate i */
};

struct strength_cases {
    struct engine *engine;
    struct human_networks networks;
    int count;
    struct strength_case *cases; /* owned */
    struct report report;
};

int strength_cases_count(const struct strength_cases *cases)
{
    return cases->count;
}

/* Judging */

/* A handicap that scores every move and makes no errors. */
static struct handicap judge_of(uint64_t nodes)
{
    struct handicap handicap = {.limited = true,
                                .elo = ELO_MAX,
                                .method = METHOD_MADCHESS,
                                .nodes_per_second = (int)nodes,
                                .move_error = LOSS_MAX,
                                .blunder_error = LOSS_MAX,
                                .endgame_percent = 100,
                                .reference_time = 1000};
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap.knowledge[i] = 100;
    return handicap;
}

/* Searches a position as a player with this handicap would; the scores are then in
 * cases->report. */
static bool search(struct strength_cases *cases, const struct strength_case *at,
                   const struct handicap *handicap, struct error *error)
{
    struct engine_settings settings = *engine_settings(cases->engine);
    /* Nodes, not time, so that the result does not depend on how busy the machine is. */
    const struct limits limits = {
        .nodes = handicap_nodes(handicap, &at->from->position, handicap->reference_time)};
    settings.handicap = *handicap;
    settings.handicap.seed = at->from->order;
    settings.hash_mb = HASH_MB;
    settings.own_book = false;
    engine_new_game(cases->engine);
    return engine_configure(cases->engine, &settings, error) &&
           (engine_set_position(cases->engine, &at->from->start, at->from->moves, at->from->ply) ||
            error_set(error, "a game has an illegal position")) &&
           (engine_think(cases->engine, &limits, &cases->report) ||
            error_set(error, "the engine gave no answer"));
}

static int index_of(const struct strength_case *at, Move move)
{
    for (int i = 0; i < at->count; i++)
        if (at->moves[i] == move)
            return i;
    return -1;
}

static bool judge(struct strength_cases *cases, struct strength_case *at, uint64_t nodes,
                  struct error *error)
{
    const struct handicap handicap = judge_of(nodes);
    const struct decision *decision = &cases->report.decision;
    if (!search(cases, at, &handicap, error))
        return false;
    at->known = decision->made && decision->count > 0 && decision->best_score > -LOSS_MAX;
    for (int i = 0; i < at->count; i++)
        at->losses[i] = LOSS_MAX; /* moves that the judge does not score lose at least this much */
    for (int i = 0; at->known && i < decision->count; i++) {
        int place = index_of(at, decision->candidates[i].move);
        int loss = loss_cut(decision->best_score) - loss_cut(decision->candidates[i].score);
        if (place < 0)
            return error_set(error, "the engine scored an illegal move");
        at->losses[place] = (int16_t)(loss < LOSS_MAX ? loss : LOSS_MAX);
    }
    return true;
}

static bool ask_network(const struct human_network *network, struct strength_case *at,
                        struct error *error)
{
    struct human_history *history = malloc(sizeof *history);
    struct human_policy *policy = malloc(sizeof *policy);
    bool good = history && policy;
    if (good) {
        human_history_begin(history, &at->from->start);
        for (int i = 0; i < at->from->ply; i++)
            human_history_play(history, at->from->moves[i]);
        good = human_policies(network, history, 1, policy);
    }
    for (int i = 0; good && i < policy->count; i++) {
        int place = index_of(at, policy->moves[i]);
        if (place >= 0)
            at->rare[place] = (double)policy->chances[i] * CHECK_RARE < 1;
    }
    free(history);
    free(policy);
    return good || error_set(error, "out of memory");
}

/* Prepares a case: the position and the moves before it, as the engine's decision sees them. */
static void begin(struct strength_case *at, const struct check_position *from)
{
    int ply = from->ply;
    *at = (struct strength_case){.from = from};
    at->count = chess_moves(&from->position, at->moves);
    at->context.position = &from->position;
    for (int i = 0; i < CONTEXT_MOVES; i++)
        at->context.recent[i] = i < ply ? from->moves[ply - 1 - i] : NO_MOVE;
    at->previous = from->start;
    for (int i = 0; i + 1 < ply; i++)
        chess_play(&at->previous, from->moves[i]);
    at->context.previous = ply > 0 ? &at->previous : NULL;
}

struct strength_cases *strength_cases_create(const struct strength_cases_options *options,
                                             struct error *error)
{
    struct strength_cases *cases = calloc(1, sizeof *cases);
    bool good = cases != NULL;
    error_set(error, "out of memory");
    if (good) {
        cases->cases = calloc((size_t)options->stratum->count, sizeof *cases->cases);
        cases->engine = engine_create(NULL, NULL);
        good = cases->cases && cases->engine &&
               human_networks_open(&cases->networks, options->maia, error);
    }
    int reach = options->rating < MAIA_MIN   ? MAIA_MIN
                : options->rating > MAIA_MAX ? MAIA_MAX
                                             : options->rating;
    const struct human_network *network = good ? human_networks_of(&cases->networks, reach) : NULL;
    if (good && !network)
        good = error_set(error, "there is no Maia network for the rating %d", reach);
    for (int i = 0; good && i < options->stratum->count; i++) {
        struct strength_case *at = &cases->cases[cases->count++];
        begin(at, &options->stratum->positions[i]);
        good = judge(cases, at, options->judge_nodes, error) && ask_network(network, at, error);
        if (good && options->progress &&
            !options->progress(options->context, i + 1, options->stratum->count))
            good = error_set(error, "stopped");
    }
    if (good)
        return cases;
    strength_cases_destroy(cases);
    return NULL;
}

void strength_cases_destroy(struct strength_cases *cases)
{
    if (!cases)
        return;
    human_networks_close(&cases->networks);
    engine_destroy(cases->engine);
    free(cases->cases);
    free(cases);
}

/* The level's scores for the positions */

static void decide_again(struct strength_case *at, const struct handicap *handicap)
{
    decide(&at->context, at->candidates, at->candidate_count, handicap, at->from->order,
           &at->decision);
    for (int i = 0; i < at->decision.count; i++)
        at->places[i] = index_of(at, at->decision.candidates[i].move);
}

static void decide_all(struct strength_cases *cases, const struct handicap *handicap)
{
    for (int i = 0; i < cases->count; i++)
        if (cases->cases[i].known)
            decide_again(&cases->cases[i], handicap);
}

bool strength_cases_search(struct strength_cases *cases, const struct handicap *handicap,
                           bool (*progress)(void *context, int done, int all), void *context,
                           struct error *error)
{
    /* The fit may increase the errors, so the search must also score moves that lose more than this
     * handicap allows. */
    struct handicap wide = *handicap;
    wide.move_error = wide.move_error > WIDE ? wide.move_error : WIDE;
    for (int i = 0; i < cases->count; i++) {
        struct strength_case *at = &cases->cases[i];
        const struct decision *decision = &cases->report.decision;
        if (!search(cases, at, &wide, error))
            return false;
        at->candidate_count = decision->count;
        memcpy(at->candidates, decision->candidates,
               (size_t)decision->count * sizeof *at->candidates);
        at->known = at->known && decision->made && decision->count > 0;
        if (progress && !progress(context, i + 1, cases->count))
            return error_set(error, "stopped");
    }
    decide_all(cases, handicap);
    return true;
}

/* Figures */

static int band_of(int loss)
{
    int band = LOSS_BANDS - 1;
    while (loss < loss_bands[band])
        band--;
    return band;
}

static void add(struct strength_figures *figures, const struct strength_case *at, int place,
                double chance)
{
    figures->losses[band_of(at->losses[place])] += chance;
    figures->loss += chance * at->losses[place];
    figures->rare += at->rare[place] ? chance : 0;
    figures->matched += at->moves[place] == at->from->played ? chance : 0;
}

static void divide(struct strength_figures *figures, int positions)
{
    double share = positions > 0 ? 1.0 / positions : 0;
    for (int i = 0; i < LOSS_BANDS; i++)
        figures->losses[i] *= share;
    figures->loss *= share;
    figures->rare *= share;
    figures->matched *= share;
}

struct strength_figures strength_people(const struct strength_cases *cases)
{
    struct strength_figures figures = {.loss = 0};
    int positions = 0;
    for (int i = 0; i < cases->count; i++) {
        const struct strength_case *at = &cases->cases[i];
        int place = index_of(at, at->from->played);
        if (!at->known || place < 0)
            continue;
        add(&figures, at, place, 1);
        positions++;
    }
    divide(&figures, positions);
    return figures;
}

/* Computes the figures from the current decisions. No new search is needed as long as only
 * parameters change that affect the choice among the candidates. */
static struct strength_figures simulate(const struct strength_cases *cases,
                                        const struct handicap *handicap)
{
    struct strength_figures figures = {.loss = 0};
    double chances[CHESS_MOVES_MAX];
    bool exact;
    int positions = 0;
    for (int i = 0; i < cases->count; i++) {
        const struct strength_case *at = &cases->cases[i];
        if (!at->known ||
            !decision_odds(&at->from->position, handicap, &at->decision, chances, &exact))
            continue;
        for (int j = 0; j < at->decision.count; j++)
            if (chances[j] > 0)
                add(&figures, at, at->places[j], chances[j]);
        positions++;
    }
    divide(&figures, positions);
    return figures;
}

struct strength_figures strength_simulate(struct strength_cases *cases,
                                          const struct handicap *handicap)
{
    decide_all(cases, handicap);
    return simulate(cases, handicap);
}

/* The fit */

/* How far `figures` are from those of people. 1 means that every share of the losses is off by a
 * fifth of its size. A share of rare moves above `rare_allowed` adds a penalty. */
static double distance_of(const struct strength_figures *figures,
                          const struct strength_figures *people, double rare_allowed)
{
    const double fifth = 0.2, least = 0.01, rare_unit = 0.005;
    double sum = 0;
    for (int i = 0; i < LOSS_BANDS; i++) {
        double off =
            (figures->losses[i] - people->losses[i]) / (fifth * fmax(people->losses[i], least));
        sum += off * off / LOSS_BANDS;
    }
    double above = fmax(0, figures->rare - rare_allowed) / rare_unit;
    return sqrt(sum) + above;
}

static const struct fitted {
    int parameter, step, least, most;
} fitted[] = {{PARAMETER_move_error, 64, 0, 400},
              {PARAMETER_blunder_error, 128, 0, WIDE},
              {PARAMETER_blunder_chance, 64, 0, 512},
              {PARAMETER_order_bias, 16, 0, 95}};
enum { FITTED = sizeof fitted / sizeof *fitted };

/* Moves one parameter by `step` again and again, as long as that lowers the distance to people's
 * figures, which is `best` at first. Returns the distance reached. */
static double move_number(const struct strength_cases *cases, struct handicap *handicap,
                          const struct fitted *row, int step, const struct strength_figures *people,
                          double rare_allowed, double best)
{
    int *number = handicap_parameter(handicap, row->parameter);
    for (int sign = -1; sign <= 1; sign += 2)
        for (;;) {
            int before = *number;
            *number += sign * step;
            if (*number < row->least || *number > row->most) {
                *number = before;
                break;
            }
            struct strength_figures figures = simulate(cases, handicap);
            double distance = distance_of(&figures, people, rare_allowed);
            if (distance >= best) {
                *number = before;
                break;
            }
            best = distance;
        }
    return best;
}

static double fit_errors(const struct strength_cases *cases, struct handicap *handicap,
                         const struct strength_figures *people, double rare_allowed)
{
    struct strength_figures figures = simulate(cases, handicap);
    double best = distance_of(&figures, people, rare_allowed);
    for (int halvings = 0; halvings < 6; halvings++)
        for (double before = INFINITY; best < before - 1e-4;) {
            before = best;
            for (int i = 0; i < FITTED; i++) {
                int step = fitted[i].step >> halvings;
                best = move_number(cases, handicap, &fitted[i], step > 0 ? step : 1, people,
                                   rare_allowed, best);
            }
        }
    return best;
}

double strength_fit(struct strength_cases *cases, struct handicap *handicap, double rare_allowed)
{
    static const int costs[] = {0, 25, 50, 75, 100, 150, 200};
    struct strength_figures people = strength_people(cases);
    struct handicap best = *handicap;
    double least = INFINITY;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct handicap tried = *handicap;
        tried.rule_cost = costs[i];
        decide_all(cases, &tried);
        double distance = fit_errors(cases, &tried, &people, rare_allowed);
        if (distance < least) {
            least = distance;
            best = tried;
        }
    }
    *handicap = best;
    decide_all(cases, handicap);
    return least;
}

/* The moves that each human rule drops */

struct strength_rule strength_rule_figures(struct strength_cases *cases,
                                           const struct handicap *handicap, int rule)
{
    struct handicap none = *handicap, one = *handicap;
    struct strength_rule figures = {.people = 0};
    double chances[CHESS_MOVES_MAX];
    bool exact;
    int positions = 0;
    none.rules = 0;
    one.rules = 1U << rule;
    for (int i = 0; i < cases->count; i++) {
        struct strength_case *at = &cases->cases[i];
        if (!at->known)
            continue;
        positions++;
        decide_again(at, &none);
        bool odds = decision_odds(&at->from->position, &none, &at->decision, chances, &exact);
        decide_again(at, &one); /* does not reorder the candidates, so chances[i] still belongs to
                                   candidate i */
        for (int j = 0; odds && j < at->decision.count; j++) {
            if (at->decision.candidates[j].dropped_by != rule)
                continue;
            int place = at->places[j];
            figures.people += at->moves[place] == at->from->played;
            *(at->rare[place] ? &figures.rare : &figures.others) += chances[j];
        }
    }
    decide_all(cases, handicap);
    double share = positions > 0 ? 1.0 / positions : 0;
    figures.people *= share;
    figures.rare *= share;
    figures.others *= share;
    return figures;
}

bool strength_example(struct strength_cases *cases, const struct handicap *handicap, int index,
                      struct strength_example *example)
{
    struct strength_case *at = &cases->cases[index];
    double chances[CHESS_MOVES_MAX];
    bool exact;
    *example =
        (struct strength_example){.position = at->from->position, .played = at->from->played};
    if (!at->known)
        return false;
    decide_again(at, handicap);
    if (!decision_odds(&at->from->position, handicap, &at->decision, chances, &exact))
        return false;
    for (int i = 0; i < at->decision.count; i++) {
        int place = at->places[i];
        if (!at->rare[place] || chances[i] <= example->chance)
            continue;
        example->move = at->moves[place];
        example->chance = chances[i];
        example->loss = at->losses[place];
    }
    return example->chance > 0;
}
