/* Losses: each level is asked once for its move in each position of the people's sample. A judge
 * that searches a fixed number of nodes scores the person's move and the levels' moves. A move that
 * several of these players chose is judged only once. */
#include <stdlib.h>
#include <string.h>

#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/evidence/evidence_parts.h"
#include "src/lab/match/loss.h"

enum {
    ALLOTTED = 1000,       /* milliseconds that a level has for a move */
    EVALUATED_MIN = 20000, /* if fewer moves of a band have evaluations in the files, its mean loss
                              counts as unknown */
};
_Static_assert((int)EVIDENCE_BANDS_MAX == (int)CHECK_BANDS_MAX, "each band has a target");
static const double blunder = 0.15;  /* a move that lowers the winning chance (0 .. 1) by at least
                                        this much is a blunder */
static const double not_judged = -1; /* stored as the loss of any move in a position that was
                                        already lost */

struct worker {
    struct engine *judge;
    struct player *players[EVIDENCE_LEVELS_MAX];
    struct report report;
    Move *moves; /* moves from the start of the game to the current position, with capacity for one
                    more */
};

struct losses {
    struct evidence_run *run;
    const struct check_position **positions; /* the positions of all bands; owned */
    int count;
};

struct limits evidence_limits(const struct player_spec *spec, const struct position *position)
{
    return (struct limits){.nodes = handicap_nodes(&spec->handicap, position, ALLOTTED)};
}

/* Keys */

static uint64_t people_key(const struct evidence_setup *setup,
                           const struct check_position *position)
{
    return evidence_key(position, "people", setup->judge_nodes);
}

static uint64_t level_key(const struct evidence_run *run, const struct check_position *position,
                          int level)
{
    const struct evidence_setup *setup = run->setup;
    uint64_t detail = (setup->judge_nodes << 32) ^ run->prints[level] ^ setup->seed << 20;
    return evidence_key(position, method_name(setup->method), detail);
}

/* Asking a level for its move, and judging the move */

static void close_worker(void *own)
{
    struct worker *worker = own;
    for (int i = 0; i < EVIDENCE_LEVELS_MAX; i++)
        player_destroy(worker->players[i]);
    engine_destroy(worker->judge);
    free(worker->moves);
}

static bool open_worker(void *context, void *own, struct error *error)
{
    const struct evidence_setup *setup = ((struct losses *)context)->run->setup;
    struct worker *worker = own;
    worker->judge = loss_engine(setup->hash_mb, error);
    bool good = worker->judge != NULL;
    for (int i = 0; good && i < setup->level_count; i++) {
        worker->players[i] = player_create(&setup->levels[i].spec, setup->hash_mb, 1, error);
        good = worker->players[i] != NULL;
    }
    return good;
}

static bool ask(struct worker *worker, const struct evidence_setup *setup,
                const struct check_position *position, int level, Move *move, struct error *error)
{
    struct player *player = worker->players[level];
    struct limits limits = evidence_limits(&setup->levels[level].spec, &position->position);
    if (!player_new_game(player, setup->seed ^ position->order, error))
        return false;
    enum player_answer answer = player_think(player, &position->start, position->moves,
                                             position->ply, &limits, &worker->report, error);
    *move = worker->report.best;
    if (answer == PLAYER_RESIGNED)
        error_set(error, "%.100s resigned although a move was asked for", player_name(player));
    return answer == PLAYER_MOVED;
}

/* What the judge knows about a position. */
struct verdict {
    int worth; /* the mover's score in centipawns before the move */
    Move best;
    int count; /* number of moves judged so far */
    Move moves[EVIDENCE_LEVELS_MAX + 1];
    double losses[EVIDENCE_LEVELS_MAX + 1], blunders[EVIDENCE_LEVELS_MAX + 1];
};

/* Judges the move, unless it was judged already. Sets *at to its index in the verdict. */
static bool judge(struct worker *worker, const struct check_position *position, uint64_t nodes,
                  struct verdict *verdict, Move move, int *at, struct error *error)
{
    int after;
    Move ignored;
    for (*at = 0; *at < verdict->count; ++*at)
        if (verdict->moves[*at] == move)
            return true;
    verdict->moves[verdict->count++] = move;
    verdict->losses[*at] = verdict->worth <= -LOSS_MAX ? not_judged : 0;
    verdict->blunders[*at] = 0;
    if (move == verdict->best || verdict->worth <= -LOSS_MAX)
        return true;
    worker->moves[position->ply] = move;
    if (!loss_worth(worker->judge, &position->start, worker->moves, position->ply + 1, nodes,
                    &after, &ignored))
        return error_set(error, "a position could not be judged: out of memory");
    int loss = verdict->worth + after;
    verdict->losses[*at] = loss < 0 ? 0 : loss > LOSS_MAX ? LOSS_MAX : loss;
    verdict->blunders[*at] = winning_chance(verdict->worth) - winning_chance(-after) >= blunder;
    return true;
}

static bool begin(struct worker *worker, const struct check_position *position, uint64_t nodes,
                  struct verdict *verdict, struct error *error)
{
    Move *moves = realloc(worker->moves, ((size_t)position->ply + 1) * sizeof *moves);
    *verdict = (struct verdict){.count = 0};
    if (moves) {
        worker->moves = moves;
        if (position->ply > 0)
            memcpy(moves, position->moves, (size_t)position->ply * sizeof *moves);
        engine_new_game(worker->judge);
    }
    bool good = moves && loss_worth(worker->judge, &position->start, moves, position->ply, nodes,
                                    &verdict->worth, &verdict->best);
    return good || error_set(error, "a position could not be judged: out of memory");
}

static bool handle(void *context, void *own, int piece, struct error *error)
{
    struct losses *losses = context;
    const struct evidence_setup *setup = losses->run->setup;
    const struct check_position *position = losses->positions[piece];
    struct evidence_answer answer;
    struct verdict verdict;
    bool begun = false;
    for (int level = -1; level < setup->level_count; level++) {
        uint64_t key =
            level < 0 ? people_key(setup, position) : level_key(losses->run, position, level);
        Move move = position->played;
        int at;
        if (evidence_find(losses->run, key, &answer))
            continue;
        if (!begun && !begin(own, position, setup->judge_nodes, &verdict, error))
            return false;
        begun = true;
        if ((level >= 0 && !ask(own, setup, position, level, &move, error)) ||
            !judge(own, position, setup->judge_nodes, &verdict, move, &at, error))
            return false;
        answer = (struct evidence_answer){verdict.losses[at], verdict.blunders[at]};
        if (!evidence_add(losses->run, key, answer, error))
            return false;
    }
    return true;
}

/* The curves */

static void add_people(struct evidence_run *run)
{
    for (int band = 0; band < run->setup->bands.count; band++) {
        const struct check_stratum *stratum = check_sample_stratum(&run->sample->people, band);
        struct evidence_people *people = &run->evidence->people[band];
        for (int i = 0; i < stratum->count && i < run->setup->positions; i++) {
            const struct check_position *position = &stratum->positions[i];
            struct evidence_answer answer;
            if (!evidence_find(run, people_key(run->setup, position), &answer) || answer.first < 0)
                continue;
            people->positions++;
            people->loss += answer.first;
            people->blunders += answer.second;
        }
        people->loss /= people->positions > 0 ? people->positions : 1;
        people->blunders /= people->positions > 0 ? people->positions : 1;
    }
}

static int by_order(const void *a, const void *b)
{
    const struct check_position *one = *(const struct check_position *const *)a;
    const struct check_position *other = *(const struct check_position *const *)b;
    return one->order < other->order ? -1 : one->order > other->order;
}

static int by_game(const void *a, const void *b)
{
    const struct check_position *one = *(const struct check_position *const *)a;
    const struct check_position *other = *(const struct check_position *const *)b;
    return one->game != other->game ? (one->game < other->game ? -1 : 1)
                                    : (one->order > other->order) - (one->order < other->order);
}

/* Lists what a person's move lost and what the level's move in the same position loses: in
 * `by_loss` as centipawns, in `by_blunders` as 1 for a blunder. Returns the number of pairs. */
static int pair_up(const struct losses *losses, int level, struct evidence_loss by_loss[],
                   struct evidence_loss by_blunders[])
{
    const struct evidence_run *run = losses->run;
    int count = 0, game = -1, last = -1;
    for (int i = 0; i < losses->count; i++) {
        const struct check_position *position = losses->positions[i];
        struct evidence_answer people, own;
        if (!evidence_find(run, people_key(run->setup, position), &people) || people.first < 0 ||
            !evidence_find(run, level_key(run, position, level), &own) || own.first < 0)
            continue;
        if (position->game != last)
            game++;
        last = position->game;
        int band = check_band_of(&run->setup->bands, position->rating);
        by_loss[count] = (struct evidence_loss){game, position->rating, people.first, own.first,
                                                band, position->lost};
        by_blunders[count++] = (struct evidence_loss){
            game, position->rating, people.second, own.second, band, position->lost};
    }
    return count;
}

static bool estimate(struct losses *losses, struct error *error)
{
    const struct evidence_run *run = losses->run;
    size_t capacity = (size_t)losses->count + 1;
    struct evidence_loss *by_loss = calloc(capacity, sizeof *by_loss);
    struct evidence_loss *by_blunders = calloc(capacity, sizeof *by_blunders);
    double targets[EVIDENCE_BANDS_MAX];
    bool good = by_loss && by_blunders;
    for (int band = 0; band < run->setup->bands.count; band++) {
        const struct evidence_people *people = &run->evidence->people[band];
        targets[band] = people->evaluated >= EVALUATED_MIN ? people->eval_loss : -1;
    }
    for (int level = 0; good && level < run->setup->level_count; level++) {
        struct evidence_row *row = &run->evidence->rows[level];
        int count = pair_up(losses, level, by_loss, by_blunders);
        row->positions = count;
        for (int i = 0; i < count; i++) {
            row->loss += by_loss[i].level / count;
            row->blunders += by_blunders[i].level / count;
        }
        good = evidence_meet(by_loss, count, targets, run->setup->seed, &row->by_loss) &&
               evidence_meet(by_blunders, count, targets, run->setup->seed, &row->by_blunders);
    }
    free(by_loss);
    free(by_blunders);
    return good || error_set(error, "out of memory");
}

/* Lists the positions of each band's sample that are used. They are put into random order, so that
 * the answers of an interrupted run are a fair sample. */
static bool list_positions(struct losses *losses)
{
    const struct evidence_run *run = losses->run;
    int bands = run->setup->bands.count;
    losses->positions =
        calloc((size_t)bands * (size_t)run->setup->positions + 1, sizeof(struct check_position *));
    if (!losses->positions)
        return false;
    for (int band = 0; band < bands; band++) {
        const struct check_stratum *stratum = check_sample_stratum(&run->sample->people, band);
        for (int i = 0; i < stratum->count && i < run->setup->positions; i++)
            losses->positions[losses->count++] = &stratum->positions[i];
    }
    qsort(losses->positions, (size_t)losses->count, sizeof(struct check_position *), by_order);
    return true;
}

bool evidence_losses(struct evidence_run *run, struct error *error)
{
    struct losses losses = {.run = run};
    if (!list_positions(&losses))
        return error_set(error, "out of memory");
    for (int i = 0; i < run->setup->level_count; i++)
        run->prints[i] = handicap_print(&run->setup->levels[i].spec.handicap);
    struct pool_work work = {.count = losses.count,
                             .context = &losses,
                             .worker_size = sizeof(struct worker),
                             .open = open_worker,
                             .handle = handle,
                             .finish = evidence_finish,
                             .finish_context = run,
                             .close = close_worker};
    run->progress = (struct evidence_progress){.what = "positions", .of = work.count};
    bool good = pool_work(&work, run->setup->concurrency, &run->stopped, error);
    if (good) {
        qsort(losses.positions, (size_t)losses.count, sizeof(struct check_position *), by_game);
        add_people(run);
        good = estimate(&losses, error);
    }
    free(losses.positions);
    return good;
}
