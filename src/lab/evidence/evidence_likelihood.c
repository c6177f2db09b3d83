/* Likelihood: the model of people (method human) says how probable each move was for people of
 * several ratings. The moves form strata: one for each band of people, then one for each level,
 * with the moves of its games. A stratum starts with a few ratings around a first guess. While the
 * most likely of them is at an end of this range, a rating is added at that end. */
#include <math.h>
#include <stdlib.h>

#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/evidence/evidence_parts.h"

enum {
    GRID_LOW = 400, /* the grid spans the ratings that method human can imitate */
    GRID_HIGH = 3000,
    GRID_STEP = 200,
    GRID = (GRID_HIGH - GRID_LOW) / GRID_STEP + 1,
    AROUND = 2, /* a stratum begins with this many ratings of the grid on each side of its first
                   guess */
    STRATA_MAX = CHECK_BANDS_MAX + EVIDENCE_LEVELS_MAX,
};
_Static_assert((int)GRID <= (int)EVIDENCE_GRID_MAX, "the grid fits its array");
static const double least_chance = 1e-6;
static const double no_choice = 1; /* stored instead of a log probability, which is never positive,
                                      if the model made no choice */

struct stratum {
    const struct check_position *positions;
    int count;
    int first, last; /* the first and last rating at which the model is asked, as indices into the
                        grid */
};

struct likelihood {
    struct evidence_run *run;
    struct check_sample games; /* sample of the moves that the levels made in their games */
    struct player_spec specs[GRID];
    uint32_t prints[GRID]; /* handicap_print at each rating, stored because computing it is slow */
    struct stratum strata[STRATA_MAX];
    int stratum_count;
    int (*pieces)[2]; /* the pieces of work: each a stratum and a position in it; owned */
    int piece_count;
};

struct worker {
    struct player *players[GRID]; /* a player for each rating, created when it is first asked */
    struct report report;
};

/* The moves of the levels */

/* Returns the level that played this colour. If the player is not a level, returns -1, which makes
 * the caller skip the player's moves. */
static int level_of(void *context, const struct game *game, int color)
{
    const struct evidence_setup *setup = context;
    const char *name = game_tag(game, color == WHITE ? "White" : "Black");
    int player = name ? evidence_player(setup, name) : -1;
    return player < setup->level_count ? player : -1;
}

static bool take_games(void *context, FILE *pgn, const char *path, struct error *error)
{
    struct check_sample *games = context;
    return check_sample_games(games, pgn, path, NULL, NULL, error);
}

static bool read_games(struct likelihood *likelihood, struct error *error)
{
    const struct evidence_setup *setup = likelihood->run->setup;
    struct check_sample *games = &likelihood->games;
    struct check_bands levels = {.low = 0, .width = 1, .count = setup->level_count};
    if (!check_sample_init(games, &levels, setup->moves, setup->seed, error))
        return false;
    games->all = true;
    games->by_moves = true;
    games->stratum_of = level_of;
    games->context = (void *)setup;
    if (!evidence_each_file(setup, take_games, games, error))
        return false;
    check_sample_sort(games);
    return true;
}

/* Asking */

static uint64_t key_of(const struct likelihood *likelihood, const struct check_position *position,
                       int at)
{
    return evidence_key(position, "likelihood", likelihood->prints[at]);
}

static void close_worker(void *own)
{
    struct worker *worker = own;
    for (int i = 0; i < GRID; i++)
        player_destroy(worker->players[i]);
}

/* Asks the model how probable the move is for people with rating number `at` of the grid. Sets
 * *chance to the logarithm of this probability, or to no_choice. */
static bool ask(struct worker *worker, struct likelihood *likelihood,
                const struct check_position *position, int at, double *chance, struct error *error)
{
    const struct player_spec *spec = &likelihood->specs[at];
    struct player **player = &worker->players[at];
    struct limits limits = evidence_limits(spec, &position->position);
    if (!*player)
        *player = player_create(spec, likelihood->run->setup->hash_mb, 1, error);
    if (!*player || !player_new_game(*player, 0, error) ||
        player_think(*player, &position->start, position->moves, position->ply, &limits,
                     &worker->report, error) != PLAYER_MOVED)
        return false;
    const struct decision *decision = &worker->report.decision;
    double all = 0, own = 0;
    for (int i = 0; i < decision->count; i++) {
        all += decision->candidates[i].chance;
        if (decision->candidates[i].move == position->played)
            own = decision->candidates[i].chance;
    }
    *chance = decision->made && all > 0 ? log(fmax(own / all, least_chance)) : no_choice;
    return true;
}

static bool handle(void *context, void *own, int piece, struct error *error)
{
    struct likelihood *likelihood = context;
    const struct stratum *stratum = &likelihood->strata[likelihood->pieces[piece][0]];
    const struct check_position *position = &stratum->positions[likelihood->pieces[piece][1]];
    for (int at = stratum->first; at <= stratum->last; at++) {
        uint64_t key = key_of(likelihood, position, at);
        struct evidence_answer answer = {0};
        if (evidence_find(likelihood->run, key, &answer))
            continue;
        if (!ask(own, likelihood, position, at, &answer.first, error) ||
            !evidence_add(likelihood->run, key, answer, error))
            return false;
    }
    return true;
}

static bool ask_all(struct likelihood *likelihood, struct error *error)
{
    struct evidence_run *run = likelihood->run;
    struct pool_work work = {.count = likelihood->piece_count,
                             .context = likelihood,
                             .worker_size = sizeof(struct worker),
                             .handle = handle,
                             .finish = evidence_finish,
                             .finish_context = run,
                             .close = close_worker};
    run->progress = (struct evidence_progress){.what = "moves", .of = work.count};
    return pool_work(&work, run->setup->concurrency, &run->stopped, error);
}

/* The estimates */

/* Collects the moves of a stratum that have an answer at every rating, with their games numbered
 * from 0. `chances` receives the logarithms of their probabilities. Returns the number of moves and
 * sets *games to the number of games. */
static int gather(const struct likelihood *likelihood, const struct stratum *stratum,
                  struct evidence_move moves[], double (*chances)[GRID], int *games)
{
    int count = 0, *numbers = calloc((size_t)stratum->count + 1, sizeof *numbers);
    *games = 0;
    for (int i = 0; numbers && i < stratum->count; i++) {
        const struct check_position *position = &stratum->positions[i];
        bool whole = true;
        for (int at = stratum->first; whole && at <= stratum->last; at++) {
            struct evidence_answer answer;
            whole = evidence_find(likelihood->run, key_of(likelihood, position, at), &answer) &&
                    answer.first < no_choice;
            chances[count][at - stratum->first] = whole ? answer.first : 0;
        }
        if (!whole)
            continue;
        int game = 0;
        while (game < *games && numbers[game] != position->game)
            game++;
        if (game == *games)
            numbers[(*games)++] = position->game;
        moves[count] = (struct evidence_move){game, chances[count]};
        count++;
    }
    free(numbers);
    return count;
}

static bool guess(const struct likelihood *likelihood, const struct stratum *stratum, int *count,
                  int *games, struct evidence_estimate *estimate)
{
    double ratings[GRID];
    struct evidence_move *moves = calloc((size_t)stratum->count + 1, sizeof *moves);
    double(*chances)[GRID] = calloc((size_t)stratum->count + 1, sizeof *chances);
    for (int at = stratum->first; at <= stratum->last; at++)
        ratings[at - stratum->first] = GRID_LOW + at * GRID_STEP;
    bool good = moves && chances;
    if (good) {
        *count = gather(likelihood, stratum, moves, chances, games);
        good = evidence_guess(moves, *count, ratings, stratum->last - stratum->first + 1,
                              likelihood->run->setup->seed, estimate);
    }
    free(moves);
    free(chances);
    return good;
}

/* Adds a rating to a stratum whose guess is at an end of its range. Returns false and adds nothing
 * if the guess is not at an end, or if the grid ends there, too. */
static bool widen(struct stratum *stratum, const struct evidence_estimate *guess)
{
    if (guess->place == EVIDENCE_BELOW && stratum->first > 0)
        stratum->first--;
    else if (guess->place == EVIDENCE_ABOVE && stratum->last < GRID - 1)
        stratum->last++;
    else
        return false;
    return true;
}

static bool store_guess(struct likelihood *likelihood, int number, bool *widened)
{
    struct evidence *evidence = likelihood->run->evidence;
    int bands = evidence->band_count, games;
    struct stratum *stratum = &likelihood->strata[number];
    struct evidence_estimate *estimate =
        number < bands ? &evidence->people[number].guess : &evidence->rows[number - bands].guess;
    int *count =
        number < bands ? &evidence->people[number].moves : &evidence->rows[number - bands].moves;
    if (!guess(likelihood, stratum, count, &games, estimate))
        return false;
    if (number >= bands)
        evidence->rows[number - bands].move_games = games;
    *widened = widen(stratum, estimate);
    return true;
}

static int nearest(double rating)
{
    int at = (int)lround((rating - GRID_LOW) / GRID_STEP);
    return at < 0 ? 0 : at > GRID - 1 ? GRID - 1 : at;
}

static void add_stratum(struct likelihood *likelihood, const struct check_stratum *from,
                        double expected)
{
    int moves = likelihood->run->setup->moves, at = nearest(expected);
    likelihood->strata[likelihood->stratum_count++] = (struct stratum){
        .positions = from->positions,
        .count = from->count < moves ? from->count : moves,
        .first = at > AROUND ? at - AROUND : 0,
        .last = at + AROUND < GRID ? at + AROUND : GRID - 1,
    };
}

static void add_strata(struct likelihood *likelihood)
{
    const struct evidence_run *run = likelihood->run;
    const struct check_bands *bands = &run->setup->bands;
    for (int band = 0; band < bands->count; band++)
        add_stratum(likelihood, check_sample_stratum(&run->sample->people, band),
                    check_band_middle(bands, band));
    for (int level = 0; level < run->setup->level_count; level++) {
        const struct evidence_estimate *known = &run->evidence->rows[level].by_loss;
        int rating = run->setup->levels[level].spec.handicap.player_rating;
        double expected = rating > 0                         ? rating
                          : known->place != EVIDENCE_UNKNOWN ? known->rating
                                                             : run->setup->levels[level].level;
        add_stratum(likelihood, check_sample_stratum(&likelihood->games, level), expected);
    }
}

/* Lists, as pieces of work, the positions of those strata whose range of ratings changed. */
static bool list_pieces(struct likelihood *likelihood, const bool changed[])
{
    int all = 0;
    for (int i = 0; i < likelihood->stratum_count; i++)
        all += changed[i] ? likelihood->strata[i].count : 0;
    free(likelihood->pieces);
    likelihood->pieces = calloc((size_t)all + 1, sizeof *likelihood->pieces);
    likelihood->piece_count = 0;
    if (!likelihood->pieces)
        return false;
    for (int position = 0, added = 1; added; position++) { /* the first position of each stratum,
                                                              then the second of each, and so on */
        added = 0;
        for (int i = 0; i < likelihood->stratum_count; i++)
            if (changed[i] && position < likelihood->strata[i].count) {
                likelihood->pieces[likelihood->piece_count][0] = i;
                likelihood->pieces[likelihood->piece_count++][1] = position;
                added = 1;
            }
    }
    return true;
}

static bool find_guesses(struct likelihood *likelihood, struct error *error)
{
    bool changed[STRATA_MAX], going = true;
    for (int i = 0; i < STRATA_MAX; i++)
        changed[i] = true;
    while (going) {
        if (!list_pieces(likelihood, changed))
            return error_set(error, "out of memory");
        if (!ask_all(likelihood, error))
            return false;
        going = false;
        for (int i = 0; i < likelihood->stratum_count; i++) {
            if (!store_guess(likelihood, i, &changed[i]))
                return error_set(error, "out of memory");
            going = going || (changed[i] && !likelihood->run->stopped);
        }
    }
    return true;
}

static void translate(struct evidence_run *run)
{
    struct evidence *evidence = run->evidence;
    struct evidence_estimate *guesses = calloc(CHECK_BANDS_MAX, sizeof *guesses);
    double ratings[CHECK_BANDS_MAX];
    for (int band = 0; guesses && band < evidence->band_count; band++) {
        guesses[band] = evidence->people[band].guess;
        ratings[band] = evidence->people[band].rating;
    }
    for (int level = 0; guesses && level < evidence->level_count; level++)
        evidence_translate(&evidence->rows[level].guess, ratings, guesses, evidence->band_count,
                           &evidence->rows[level].by_likelihood);
    free(guesses);
}

bool evidence_likelihood(struct evidence_run *run, struct error *error)
{
    struct likelihood *likelihood = calloc(1, sizeof *likelihood);
    if (!likelihood)
        return error_set(error, "out of memory");
    likelihood->run = run;
    bool good = true;
    for (int at = 0; good && at < GRID; at++) {
        good = player_spec_read(&likelihood->specs[at], "fallible", run->setup->strength, error);
        likelihood->specs[at].handicap =
            handicap_for_rating(run->setup->strength, METHOD_HUMAN, GRID_LOW + at * GRID_STEP, 0);
        likelihood->prints[at] = handicap_print(&likelihood->specs[at].handicap);
    }
    good = good && read_games(likelihood, error);
    if (good) {
        add_strata(likelihood);
        good = find_guesses(likelihood, error);
        translate(run);
    }
    check_sample_clear(&likelihood->games);
    free(likelihood->pieces);
    free(likelihood);
    return good;
}
