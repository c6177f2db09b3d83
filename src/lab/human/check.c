/* Worker threads take the next position of a band, ask every player for a move, and have the judge
 * search the positions after these moves. The players are started at the beginning of a band and
 * stopped at its end. */
#include "src/lab/human/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/human/check_judge.h"
#include "src/lab/human/check_shared.h"
#include "src/lab/human/maia_set.h"
#include "src/lab/match/loss.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

static const double least_chance = 1e-6;

static const struct {
    enum check_split split;
    const char *words;
} parts[CHECK_PART_COUNT] = {
#define X(split, id, words) {CHECK_BY_##split, words},
    CHECK_PARTS(X)
#undef X
};

NAMES_OF(check_split_word, enum check_split, CHECK_SPLITS)

enum check_split check_part_split(enum check_part part)
{
    return parts[part].split;
}

const char *check_part_words(enum check_part part)
{
    return parts[part].words;
}

/* Players */

static struct player_spec spec_of_method(enum method method, int rating,
                                         const struct strength *strength)
{
    struct player_spec spec;
    struct error impossible;
    bool read = player_spec_read(&spec, "fallible", strength, &impossible);
    (void)read;
    spec.handicap = handicap_for_rating(strength, method, rating, 0);
    return spec;
}

bool check_player_read(struct check_player *player, const char *text,
                       const struct check_bands *bands, const struct strength *strength,
                       struct error *error)
{
    enum method method = METHOD_MADCHESS;
    struct player_spec spec;
    player->level = method_from_name(text, &method);
    if (!player->level && !player_spec_read(&spec, text, strength, error))
        return false;
    for (int band = 0; band < bands->count; band++)
        player->specs[band] =
            player->level ? spec_of_method(method, check_band_middle(bands, band), strength) : spec;
    snprintf(player->name, sizeof player->name, "%s", player->level ? text : spec.name);
    return true;
}

/* State of a band */

struct shared {
    struct check *check;
    const struct check_sample *sample;
    const struct check_player *players;    /* the players that are asked for moves; player i has row
                                              i + 1 */
    const struct check_entrants *entrants; /* players with recorded games, in the rows after
                                              `players`; may be NULL */
    const struct check_stratum *stratum;   /* the positions being worked on */
    int row, rows; /* the answers fill `rows` rows from `row` on: those of the people and of all
                      players asked, or the one row of an entrant */
    struct check_answer *answers; /* `rows` elements for each position; owned */
    bool *known;                  /* known[i]: whether position i has been answered; owned */
    uint64_t key;                 /* result of check_shared_band, from which the keys of positions
                                     are made */
    const struct human_networks *networks;
    struct player_spec reference; /* fills row 0 if the positions come without games: Maia at the
                                     middle of the rating band */
    const struct check_options *options;
    bool (*progress)(void *context, int done, int all);
    void *context;
    int band;
    bool over;
};

/* The probabilities that a player gives to the candidates of its decision, in the same order. */
struct odds {
    bool known;
    double chances[CHESS_MOVES_MAX];
};

struct worker {
    struct shared *shared;
    struct check_judge judge;
    struct player *players[CHECK_PLAYERS_MAX + 1]; /* players[0] is NULL if the people themselves
                                                      have row 0 */
    struct report *reports;                        /* one report for each player */
    struct odds *odds;
};

static const struct player_spec *spec_of(const struct shared *shared, int who)
{
    return who == 0 ? &shared->reference : &shared->players[who - 1].specs[shared->band];
}

static struct limits limits_of(const struct shared *shared, const struct player_spec *spec,
                               const struct position *position)
{
    struct limits limits = {.nodes = shared->options->nodes};
    if (spec->handicap.limited)
        limits.nodes = handicap_nodes(&spec->handicap, position, shared->options->allotted);
    return limits;
}

/* Computes the probabilities of a decision's moves: how often people play each move, if the
 * decision includes that, and otherwise how often the method would choose it. */
static void find_odds(const struct position *position, const struct player_spec *spec,
                      const struct decision *decision, struct odds *odds)
{
    double all = 0;
    bool exact;
    for (int i = 0; i < decision->count; i++)
        all += odds->chances[i] = decision->candidates[i].chance;
    for (int i = 0; i < decision->count && all > 0; i++)
        odds->chances[i] /= all;
    odds->known = decision->made && (all > 0 || decision_odds(position, &spec->handicap, decision,
                                                              odds->chances, &exact));
}

static bool ask(struct worker *worker, const struct check_position *position, int who,
                struct error *error)
{
    struct shared *shared = worker->shared;
    struct player *player = worker->players[who];
    struct limits limits = limits_of(shared, spec_of(shared, who), &position->position);
    if (!player_new_game(player, shared->options->seed ^ position->order, error))
        return false;
    enum player_answer answer = player_think(player, &position->start, position->moves,
                                             position->ply, &limits, &worker->reports[who], error);
    if (answer == PLAYER_MOVED)
        find_odds(&position->position, spec_of(shared, who), &worker->reports[who].decision,
                  &worker->odds[who]);
    if (answer == PLAYER_RESIGNED)
        error_set(error, "%.100s resigned although a move was asked for", player_name(player));
    return answer == PLAYER_MOVED;
}

static double chance_of(const struct worker *worker, int who, Move move)
{
    const struct decision *decision = &worker->reports[who].decision;
    for (int i = 0; i < decision->count; i++)
        if (decision->candidates[i].move == move)
            return worker->odds[who].chances[i];
    return 0;
}

static double log_chance(const struct worker *worker, int who, Move move)
{
    return log(fmax(chance_of(worker, who, move), least_chance));
}

/* The most probable move of player `who`; NO_MOVE if unknown. */
static Move most_probable(const struct worker *worker, int who)
{
    const struct decision *decision = &worker->reports[who].decision;
    int best = 0;
    if (!worker->odds[who].known || decision->count == 0)
        return NO_MOVE;
    for (int i = 1; i < decision->count; i++)
        if (worker->odds[who].chances[i] > worker->odds[who].chances[best])
            best = i;
    return decision->candidates[best].move;
}

/* For positions without games: a move scores the probability that Maia (player 0) gives it. */
static void compare_with_maia(const struct worker *worker, int who, struct check_answer *answer)
{
    const struct decision *reference = &worker->reports[0].decision;
    answer->matched = chance_of(worker, 0, answer->move);
    answer->first_matched = chance_of(worker, 0, answer->first);
    for (int i = 0; i < reference->count && answer->first != NO_MOVE; i++)
        answer->likelihood +=
            worker->odds[0].chances[i] * log_chance(worker, who, reference->candidates[i].move);
}

static void compare(const struct worker *worker, const struct check_position *position, int who,
                    struct check_answer *answer)
{
    *answer = (struct check_answer){.move = position->played};
    if (!worker->players[who])
        return;
    answer->move = worker->reports[who].best;
    answer->first = most_probable(worker, who);
    if (worker->shared->check->bare) {
        compare_with_maia(worker, who, answer);
        return;
    }
    answer->matched = answer->move == position->played;
    answer->first_matched = answer->first == position->played;
    if (answer->first != NO_MOVE)
        answer->likelihood = log_chance(worker, who, position->played);
}

/* Fills in the answers to a position: those of the people and the players asked, or only that of a
 * single entrant. */
static bool work_on(struct worker *worker, const struct check_position *position,
                    struct check_answer answers[], struct error *error)
{
    int row = worker->shared->row, count = worker->shared->rows;
    for (int who = 0; row == 0 && who < count; who++)
        if (worker->players[who] && !ask(worker, position, who, error))
            return false;
    for (int who = 0; row == 0 && who < count; who++)
        compare(worker, position, who, &answers[who]);
    if (row > 0)
        answers[0] = (struct check_answer){.move = position->played};
    return check_judge(&worker->judge, position, answers, count) ||
           error_set(error, "a position could not be judged: out of memory");
}

/* The sums */

static enum check_part material_of(const struct position *position)
{
    int balance = 0;
    for (Square square = 0; square < 64; square++) {
        int piece = position->board[square];
        if (piece != NO_PIECE)
            balance += piece_color(piece) == position->side ? piece_points(piece_type(piece))
                                                            : -piece_points(piece_type(piece));
    }
    return balance <= -3  ? CHECK_FAR_BEHIND
           : balance < 0  ? CHECK_BEHIND
           : balance == 0 ? CHECK_LEVEL
           : balance < 3  ? CHECK_AHEAD
                          : CHECK_FAR_AHEAD;
}

static enum check_part clock_of(int64_t milliseconds)
{
    return milliseconds < 0        ? CHECK_UNKNOWN
           : milliseconds < 10000  ? CHECK_UNDER_10
           : milliseconds < 30000  ? CHECK_UNDER_30
           : milliseconds < 60000  ? CHECK_UNDER_60
           : milliseconds < 180000 ? CHECK_UNDER_180
                                   : CHECK_OVER_180;
}

static void add(struct check_tally *tally, const struct check_answer *answer)
{
    tally->positions++;
    tally->matched += answer->matched;
    tally->squares += answer->matched * answer->matched;
    tally->first += answer->first_matched;
    tally->known += answer->first != NO_MOVE;
    tally->likelihood += answer->likelihood;
    tally->rated += answer->rated;
    tally->rare += answer->rare;
    tally->predicted += answer->predicted;
    if (!answer->judged)
        return;
    tally->judged++;
    tally->lost += answer->loss;
    int band = LOSS_BANDS - 1;
    while (answer->loss < loss_bands[band])
        band--;
    tally->losses[band]++;
    if (answer->judgement < CHECK_JUDGEMENTS)
        tally->judgements[answer->judgement]++;
}

static void enter(struct shared *shared, const struct check_position *position,
                  const struct check_answer answers[])
{
    struct check *check = shared->check;
    enum check_part own[CHECK_SPLIT_COUNT] = {
        [CHECK_BY_WHOLE] = CHECK_ALL,
        [CHECK_BY_PHASE] = CHECK_OPENING + loss_phase_of(&position->position),
        [CHECK_BY_MATERIAL] = material_of(&position->position),
        [CHECK_BY_CLOCK] = clock_of(position->clock),
    };
    for (int i = 0; i < shared->rows; i++)
        for (int split = 0; split < CHECK_SPLIT_COUNT; split++)
            add(&check->tallies[shared->band][shared->row + i][own[split]], &answers[i]);
}

/* Workers */

/* Returns whether this process has to answer the position. */
static bool is_open(const struct shared *shared, int position)
{
    return !shared->known[position] && shared_part_has(shared->options->part, position);
}

static struct check_answer *answers_to(const struct shared *shared, int position)
{
    return &shared->answers[(size_t)position * (size_t)shared->rows];
}

/* Stores the answers to a position in the shared folder, if the check has such a folder. */
static bool keep(struct shared *shared, int number, struct error *error)
{
    const struct check_position *position = &shared->stratum->positions[number];
    struct shared_results *results = shared->options->results;
    return !results ||
           check_shared_add(results, check_shared_key(shared->key, position), position,
                            answers_to(shared, number), shared->rows, error);
}

static bool handle(void *context, void *worker, int position, struct error *error)
{
    struct shared *shared = context;
    return !is_open(shared, position) ||
           work_on(worker, &shared->stratum->positions[position], answers_to(shared, position),
                   error);
}

static bool finish(void *context, int position, struct error *error)
{
    struct shared *shared = context;
    if (!is_open(shared, position))
        return true;
    if (!keep(shared, position, error))
        return false;
    shared->known[position] = true;
    shared->check->done++;
    if (shared->progress &&
        !shared->progress(shared->context, shared->check->done, shared->check->all))
        shared->over = true;
    return true;
}

/* Of the ratings that have a Maia network, returns the one nearest to the middle of the band. */
static int reach_of(const struct shared *shared)
{
    int middle = check_band_middle(&shared->check->bands, shared->band);
    return middle < MAIA_MIN ? MAIA_MIN : middle > MAIA_MAX ? MAIA_MAX : middle;
}

static bool open_worker(void *context, void *own, struct error *error)
{
    struct shared *shared = context;
    struct check *check = shared->check;
    struct worker *worker = own;
    worker->shared = shared;
    worker->reports = calloc((size_t)check->asked, sizeof *worker->reports);
    worker->odds = calloc((size_t)check->asked, sizeof *worker->odds);
    if (!worker->reports || !worker->odds)
        return error_set(error, "out of memory");
    worker->judge = (struct check_judge){
        .engine = loss_engine(shared->options->hash_mb, error),
        .nodes = shared->options->judge_nodes,
        .network = human_networks_of(shared->networks, reach_of(shared)),
    };
    if (!worker->judge.engine)
        return false;
    for (int who = check->bare ? 0 : 1; shared->row == 0 && who < check->asked; who++) {
        worker->players[who] =
            player_create(spec_of(shared, who), shared->options->hash_mb, 1, error);
        if (!worker->players[who])
            return false;
        if (who > 0 && !shared->players[who - 1].level)
            snprintf(check->names[who], sizeof check->names[who], "%s",
                     player_name(worker->players[who]));
    }
    return true;
}

static void close_worker(void *own)
{
    struct worker *worker = own;
    for (int who = 0; who <= CHECK_PLAYERS_MAX; who++)
        player_destroy(worker->players[who]);
    engine_destroy(worker->judge.engine);
    free(worker->reports);
    free(worker->odds);
}

/* Loads the answers that are already in the shared folder. */
static void recall(struct shared *shared)
{
    const struct check_options *options = shared->options;
    const struct player_spec *asked[CHECK_PLAYERS_MAX + 1] = {NULL};
    if (!options->results)
        return;
    for (int who = shared->check->bare ? 0 : 1; shared->row == 0 && who < shared->rows; who++)
        asked[who] = spec_of(shared, who);
    shared->key = check_shared_band(options, check_band_middle(&shared->check->bands, shared->band),
                                    asked, shared->rows);
    for (int i = 0; i < shared->stratum->count; i++) {
        const struct check_position *position = &shared->stratum->positions[i];
        shared->known[i] =
            check_shared_find(options->results, check_shared_key(shared->key, position), position,
                              answers_to(shared, i), shared->rows);
        shared->check->done += shared->known[i] && shared_part_has(options->part, i);
    }
}

/* Has the positions of a stratum answered. The answers are summed in the order of the positions, so
 * that the sums do not depend on which worker was faster. */
static bool run_stratum(struct shared *shared, const struct check_stratum *stratum, int row,
                        struct error *error)
{
    const size_t positions = (size_t)stratum->count;
    shared->stratum = stratum;
    shared->row = row;
    shared->rows = row > 0 ? 1 : shared->check->asked;
    shared->answers = calloc(positions * (size_t)shared->rows + 1, sizeof *shared->answers);
    shared->known = calloc(positions + 1, sizeof *shared->known);
    bool good = shared->answers && shared->known;
    struct pool_work work = {.count = stratum->count,
                             .context = shared,
                             .worker_size = sizeof(struct worker),
                             .open = open_worker,
                             .handle = handle,
                             .finish = finish,
                             .finish_context = shared,
                             .close = close_worker};
    if (good) {
        recall(shared);
        good = pool_work(&work, shared->options->concurrency, &shared->over, error);
    } else {
        error_set(error, "out of memory");
    }
    for (int i = 0; good && i < stratum->count; i++)
        if (shared->known[i])
            enter(shared, &stratum->positions[i], answers_to(shared, i));
    free(shared->answers);
    free(shared->known);
    return good;
}

static bool run_band(struct shared *shared, struct error *error)
{
    const struct check *check = shared->check;
    const struct check_stratum *people = check_sample_stratum(shared->sample, shared->band);
    bool good = people->count == 0 || run_stratum(shared, people, 0, error);
    for (int row = check->asked; good && !shared->over && row < check->count; row++) {
        const struct check_stratum *own =
            check_entrants_stratum(shared->entrants, row - check->asked, shared->band);
        good = !own || run_stratum(shared, own, row, error);
    }
    return good;
}

/* Returns how many positions of a stratum belong to this process's part. */
static int share_of(const struct shared *shared, const struct check_stratum *stratum)
{
    int count = 0;
    for (int i = 0; i < stratum->count; i++)
        count += shared_part_has(shared->options->part, i);
    return count;
}

static void begin(struct shared *shared, const struct check_field *field)
{
    struct check *check = shared->check;
    const struct check_entrants *entrants = field->entrants;
    memset(check, 0, sizeof *check);
    check->bands = field->sample->bands;
    check->bare = field->sample->bare;
    check->asked = field->player_count + 1;
    check->count = check->asked + (entrants ? entrants->count : 0);
    snprintf(check->names[0], sizeof check->names[0], check->bare ? "(Maia)" : "(people)");
    for (int i = 0; i < field->player_count; i++)
        snprintf(check->names[i + 1], sizeof check->names[i + 1], "%s", field->players[i].name);
    for (int i = check->asked; i < check->count; i++)
        snprintf(check->names[i], sizeof check->names[i], "%s", entrants->names[i - check->asked]);
    for (int band = 0; band < check->bands.count; band++)
        check->all += share_of(shared, check_sample_stratum(field->sample, band));
    for (int i = 0; entrants && i < entrants->stratum_count; i++)
        check->all += share_of(shared, &entrants->sample.strata[i]);
}

bool check_run(struct check *check, const struct check_field *field,
               const struct check_options *options,
               bool (*progress)(void *context, int done, int all), void *context,
               struct error *error)
{
    struct human_networks networks = {{NULL}};
    struct shared shared = {.check = check,
                            .sample = field->sample,
                            .players = field->players,
                            .entrants = field->entrants,
                            .networks = &networks,
                            .options = options,
                            .progress = progress,
                            .context = context};
    begin(&shared, field);
    bool good = !options->maia || human_networks_open(&networks, options->maia, error);
    for (int band = 0; good && !shared.over && band < check->bands.count; band++) {
        shared.band = band;
        if (check->bare)
            shared.reference = spec_of_method(METHOD_MAIA, check_band_middle(&check->bands, band),
                                              options->strength);
        good = run_band(&shared, error);
    }
    human_networks_close(&networks);
    return good;
}
