/* Plays the pairs of games. Both players are created for each pair and destroyed after it, so that
 * their hash tables hold no scores computed with other numbers. Pair number n starts from opening
 * number n of the list; after the last opening the list starts again. */
#include "src/lab/spsa/spsa_games.h"

#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "src/util/array.h"
#include "src/util/random.h"

enum { PLUS, MINUS, SIDES };

struct job {
    struct player_spec specs[SIDES];
    struct player *players[SIDES]; /* NULL between pairs */
};

struct spsa_games {
    const struct spsa_problem *problem;
    const struct spsa_conditions *conditions;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards the pointers to players */
    struct job jobs[];
};

/* Checks that the parameters can be set in this player. */
static bool can_set(const struct spsa_problem *problem, const struct player_spec *spec,
                    struct error *error)
{
    if (spec->kind == PLAYER_UCI)
        return spec->option_count + problem->count <= PLAYER_OPTIONS_MAX ||
               error_set(error, "at most %d options of a program can be tuned at once",
                         PLAYER_OPTIONS_MAX - spec->option_count);
    if (spec->kind != PLAYER_FALLIBLE)
        return error_set(error, "only our engine and UCI programs can be tuned");
    if (!SEARCH_IS_TUNABLE)
        return error_set(error, "the search of this program is fixed: `make TUNE=1` builds "
                                "build/tune/fallible, in which it can be tuned");
    for (int i = 0; i < problem->count; i++) {
        const struct spsa_parameter *tuned = &problem->parameters[i];
        const struct parameter_row *row = search_parameter_row(tuned->name);
        if (!row)
            return error_set(error, "there is no search parameter \"%s\"", tuned->name);
        if (tuned->min < row->min || tuned->max > row->max)
            return error_set(error, "%s: the bounds must be within %d .. %d", row->name, row->min,
                             row->max);
    }
    return true;
}

struct spsa_games *spsa_games_create(const struct spsa_problem *problem,
                                     const struct spsa_conditions *conditions, struct error *error)
{
    if (!can_set(problem, conditions->player, error))
        return NULL;
    struct spsa_games *games =
        array_zeroed(sizeof *games + (size_t)conditions->jobs * sizeof games->jobs[0], error);
    if (!games)
        return NULL;
    games->problem = problem;
    games->conditions = conditions;
    pthread_mutex_init(&games->lock, NULL);
    return games;
}

void spsa_games_destroy(struct spsa_games *games)
{
    if (!games)
        return;
    pthread_mutex_destroy(&games->lock);
    free(games);
}

static void set_numbers(const struct spsa_problem *problem, const int numbers[],
                        struct player_spec *spec)
{
    for (int i = 0; i < problem->count; i++) {
        const char *name = problem->parameters[i].name;
        if (spec->kind == PLAYER_FALLIBLE) {
            *search_parameter(&spec->parameters, search_parameter_row(name)) = numbers[i];
            continue;
        }
        struct player_option *option = &spec->options[spec->option_count++];
        snprintf(option->name, sizeof option->name, "%s", name);
        snprintf(option->value, sizeof option->value, "%d", numbers[i]);
    }
}

static bool create_player(struct spsa_games *games, struct job *job, int side, const int numbers[],
                          struct error *error)
{
    const struct spsa_conditions *conditions = games->conditions;
    job->specs[side] = *conditions->player;
    set_numbers(games->problem, numbers, &job->specs[side]);
    struct player *player =
        player_create(&job->specs[side], conditions->hash_mb, conditions->threads, error);
    pthread_mutex_lock(&games->lock);
    job->players[side] = player;
    pthread_mutex_unlock(&games->lock);
    return player != NULL;
}

static void destroy_players(struct spsa_games *games, struct job *job)
{
    for (int side = 0; side < SIDES; side++) {
        pthread_mutex_lock(&games->lock);
        struct player *player = job->players[side];
        job->players[side] = NULL;
        pthread_mutex_unlock(&games->lock);
        player_destroy(player);
    }
}

/* Plays one game, in which the side with the numbers `plus` has the colour `plus_color`. Adds that
 * side's result, -1 .. 1, to *points. */
static bool play_game(struct spsa_games *games, struct job *job, int pair, int plus_color,
                      int *points, struct error *error)
{
    const struct opening_list *openings = games->conditions->openings;
    struct player *players[COLOR_COUNT];
    struct game_outcome outcome;
    players[plus_color] = job->players[PLUS];
    players[!plus_color] = job->players[MINUS];
    uint64_t state = games->problem->seed ^ random_mix(2 * (uint64_t)pair + (uint64_t)plus_color);
    for (int color = WHITE; color <= BLACK; color++)
        if (!player_new_game(players[color], random_next(&state), error))
            return false;
    struct game *game = opening_game(&openings->openings[pair % openings->count]);
    if (!game)
        return error_set(error, "out of memory");
    bool good = match_play(game, players, &games->conditions->rules, &games->stop, &outcome, error);
    game_destroy(game);
    if (good && outcome.trouble[0])
        return error_set(error, "%.200s", outcome.trouble);
    if (good)
        *points += result_points(outcome.result, plus_color) - 1;
    return good;
}

bool spsa_games_play(void *context, int job_number, int pair, const int plus[], const int minus[],
                     int *points, struct error *error)
{
    struct spsa_games *games = context;
    struct job *job = &games->jobs[job_number];
    *points = 0;
    bool good = create_player(games, job, PLUS, plus, error) &&
                create_player(games, job, MINUS, minus, error) &&
                play_game(games, job, pair, WHITE, points, error) &&
                play_game(games, job, pair, BLACK, points, error);
    destroy_players(games, job);
    return good;
}

void spsa_games_halt(void *context)
{
    struct spsa_games *games = context;
    atomic_store(&games->stop, true);
    pthread_mutex_lock(&games->lock);
    for (int i = 0; i < games->conditions->jobs; i++)
        for (int side = 0; side < SIDES; side++)
            if (games->jobs[i].players[side])
                player_interrupt(games->jobs[i].players[side]);
    pthread_mutex_unlock(&games->lock);
}
