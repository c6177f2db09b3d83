/* The runner of matches. Each worker thread owns two players and takes the next game that nobody
 * has taken; results go into one table by the number of the game. */
#include "src/lab/match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/pgn.h"

enum { RESTARTS = 3, STOP_EVERY_MS = 20 };

struct worker {
    struct match *match;
    pthread_t thread;
    bool started;
    struct player *players[MATCH_PLAYERS];
};

struct match {
    struct match_options options;
    void (*wake)(void *context);
    void *context;
    char names[MATCH_PLAYERS][128];
    atomic_bool stop;
    pthread_mutex_t lock; /* guards the rest */
    struct match_game *games;
    int next;    /* game to begin */
    int working; /* workers not yet through */
    int in_order;                 /* pairs that are done, and all before them */
    int64_t pairs[PAIR_OUTCOMES]; /* their outcomes, as the test sees them */
    struct match_state state;
    int worker_count;
    struct worker workers[];
};

int match_player_of(int game, int color)
{
    return (game & 1) ^ color;
}

/* ---- sums ---- */

static int half_points(enum result result, int color)
{
    if (result == RESULT_DRAW)
        return 1;
    return result == (color == WHITE ? RESULT_WHITE : RESULT_BLACK) ? 2 : 0;
}

static void add_game(struct match_sums *sums, int game, const struct game_outcome *outcome)
{
    int first = half_points(outcome->result, match_player_of(game, WHITE) == 0 ? WHITE : BLACK);
    sums->done++;
    sums->sheet.wins += first == 2;
    sums->sheet.draws += first == 1;
    sums->sheet.losses += first == 0;
    sums->white_wins += outcome->result == RESULT_WHITE;
    sums->black_wins += outcome->result == RESULT_BLACK;
    sums->draws += outcome->result == RESULT_DRAW;
    sums->endings[outcome->ending]++;
    sums->plies += outcome->plies;
    for (int color = WHITE; color <= BLACK; color++) {
        struct player_sums *player = &sums->players[match_player_of(game, color)];
        bool lost = half_points(outcome->result, color) == 0;
        player->nodes += (int64_t)outcome->nodes[color];
        player->think += outcome->think[color];
        player->plies += outcome->plies;
        player->time_losses += lost && outcome->ending == ENDING_TIME;
        player->illegal += lost && outcome->ending == ENDING_ILLEGAL;
        player->breakdowns += lost && outcome->ending == ENDING_BREAKDOWN;
    }
}

static int pair_outcome(const struct match_game pair[2])
{
    return half_points(pair[0].outcome.result, WHITE) + half_points(pair[1].outcome.result, BLACK);
}

struct match_sums match_sum(const struct match_game games[], int count)
{
    struct match_sums sums = {0};
    for (int i = 0; i < count; i++)
        if (games[i].done)
            add_game(&sums, i, &games[i].outcome);
    for (int i = 0; i + 1 < count; i += 2)
        if (games[i].done && games[i + 1].done)
            sums.sheet.pairs[pair_outcome(games + i)]++;
    return sums;
}

/* ---- the games ---- */

static bool set_tags(struct match *match, struct game *game, int index,
                     const struct game_outcome *outcome)
{
    char round[32], date[32], control[64];
    time_t now = time(NULL);
    struct tm day;
    localtime_r(&now, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    snprintf(round, sizeof round, "%d.%d", index / 2 + 1, index % 2 + 1);
    const struct time_control *time = &match->options.rules.control;
    if (time->untimed)
        snprintf(control, sizeof control, "-");
    else if (time->moves)
        snprintf(control, sizeof control, "%d/%g", time->moves, (double)time->base / 1000);
    else
        snprintf(control, sizeof control, "%g+%g", (double)time->base / 1000,
                 (double)time->increment / 1000);
    bool good = game_set_tag(game, "Event", match->options.event) &&
                game_set_tag(game, "Date", date) && game_set_tag(game, "Round", round) &&
                game_set_tag(game, "White", match->names[match_player_of(index, WHITE)]) &&
                game_set_tag(game, "Black", match->names[match_player_of(index, BLACK)]) &&
                game_set_tag(game, "TimeControl", control) &&
                game_set_tag(game, "Termination", match_ending_words(outcome->ending));
    return good && (!outcome->trouble[0] || game_set_tag(game, "Trouble", outcome->trouble));
}

static void fail(struct match *match, const struct error *error)
{
    pthread_mutex_lock(&match->lock);
    if (!match->state.failed)
        match->state.error = *error;
    match->state.failed = true;
    pthread_mutex_unlock(&match->lock);
    atomic_store(&match->stop, true);
}

/* Shows the test the pairs it has not seen, in their order. True when that decides it. */
static bool test_decides(struct match *match)
{
    struct match_state *state = &match->state;
    if (!match->options.has_sprt || state->verdict != SPRT_GOES_ON)
        return false;
    while (match->in_order < match->options.games / 2) {
        const struct match_game *pair = match->games + 2 * match->in_order;
        if (!pair[0].done || !pair[1].done)
            return false;
        match->pairs[pair_outcome(pair)]++;
        match->in_order++;
        state->verdict = sprt_judge(&match->options.sprt, match->pairs);
        if (state->verdict != SPRT_GOES_ON) {
            state->count = 2 * match->in_order;
            return true;
        }
    }
    return false;
}

/* Enters the result; ends the match when the test is decided. */
static void enter(struct match *match, int index, struct game *game,
                  const struct game_outcome *outcome)
{
    struct error error = {.message = ""};
    bool written = true;
    pthread_mutex_lock(&match->lock);
    match->games[index] = (struct match_game){.done = true, .outcome = *outcome};
    if (match->options.pgn)
        written = set_tags(match, game, index, outcome) && pgn_write(game, match->options.pgn) &&
                  fflush(match->options.pgn) == 0;
    bool decided = test_decides(match);
    pthread_mutex_unlock(&match->lock);
    if (!written) {
        error_set(&error, "the PGN file cannot be written");
        fail(match, &error);
    }
    if (decided)
        match_stop(match);
}

static uint64_t seed_of(const struct match *match, int index, int player)
{
    uint64_t state = match->options.seed * 0x2545F4914F6CDD1Du + (uint64_t)index * 2 +
                     (uint64_t)player;
    return match_random(&state);
}

/* Makes a player ready for a game; a program that cannot be started gets some more tries. */
static bool make_ready(struct worker *worker, int player, int index, struct error *error)
{
    for (int i = 0; i < RESTARTS; i++)
        if (player_new_game(worker->players[player], seed_of(worker->match, index, player), error))
            return true;
    return false;
}

static bool play(struct worker *worker, int index)
{
    struct match *match = worker->match;
    const struct opening_list *openings = match->options.openings;
    struct game_outcome outcome;
    struct error error = {.message = ""};
    struct player *players[COLOR_COUNT];
    bool good = true;
    for (int color = WHITE; color <= BLACK; color++) {
        int player = match_player_of(index, color);
        players[color] = worker->players[player];
        good = good && make_ready(worker, player, index, &error);
    }
    struct game *game = good ? opening_game(&openings->openings[index / 2 % openings->count]) : NULL;
    if (good && !game) {
        error_set(&error, "out of memory");
        good = false;
    }
    good = good && match_play(game, players, &match->options.rules, &match->stop, &outcome, &error);
    if (good)
        enter(match, index, game, &outcome);
    else if (!atomic_load(&match->stop))
        fail(match, &error);
    game_destroy(game);
    if (match->wake)
        match->wake(match->context);
    return good;
}

static void change_working(struct match *match, int by)
{
    pthread_mutex_lock(&match->lock);
    match->working += by;
    pthread_mutex_unlock(&match->lock);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct match *match = worker->match;
    for (bool good = true; good && !atomic_load(&match->stop);) {
        pthread_mutex_lock(&match->lock);
        int index = match->next < match->options.games ? match->next++ : -1;
        pthread_mutex_unlock(&match->lock);
        if (index < 0)
            break;
        good = play(worker, index);
    }
    change_working(match, -1);
    if (match->wake)
        match->wake(match->context);
    return NULL;
}

/* ---- start and end ---- */

static bool start_players(struct match *match, struct error *error)
{
    for (int i = 0; i < match->worker_count; i++)
        for (int player = 0; player < MATCH_PLAYERS; player++) {
            struct player *created =
                player_create(&match->options.players[player], match->options.hash_mb,
                              match->options.threads, error);
            if (!created)
                return false;
            match->workers[i].players[player] = created;
            snprintf(match->names[player], sizeof match->names[player], "%s",
                     player_name(created));
        }
    if (strcmp(match->names[0], match->names[1]) == 0) {
        /* Two of a kind: tables and PGN must tell them apart. */
        snprintf(match->names[0], sizeof match->names[0], "%.120s (1)",
                 player_name(match->workers[0].players[0]));
        snprintf(match->names[1], sizeof match->names[1], "%.120s (2)",
                 player_name(match->workers[0].players[1]));
    }
    return true;
}

static bool start_threads(struct match *match, struct error *error)
{
    for (int i = 0; i < match->worker_count; i++) {
        struct worker *worker = &match->workers[i];
        change_working(match, 1);
        int failure = pthread_create(&worker->thread, NULL, work, worker);
        worker->started = failure == 0;
        if (failure) {
            change_working(match, -1);
            error_set(error, "cannot start a thread: %s", strerror(failure));
            return false;
        }
    }
    return true;
}

struct match *match_start(const struct match_options *options, void (*wake)(void *context),
                          void *context, struct error *error)
{
    int workers = options->concurrency < options->games ? options->concurrency : options->games;
    workers = workers < 1 ? 1 : workers;
    struct match *match =
        calloc(1, sizeof *match + (size_t)workers * sizeof match->workers[0]);
    if (!match) {
        error_set(error, "out of memory");
        return NULL;
    }
    match->options = *options;
    match->wake = wake;
    match->context = context;
    match->worker_count = workers;
    match->state.count = options->games;
    pthread_mutex_init(&match->lock, NULL);
    for (int i = 0; i < workers; i++)
        match->workers[i].match = match;
    match->games = calloc((size_t)options->games + 1, sizeof *match->games);
    if (!match->games)
        error_set(error, "out of memory");
    if (match->games && start_players(match, error) && start_threads(match, error))
        return match;
    match_destroy(match);
    return NULL;
}

struct match_state match_poll(struct match *match, struct match_game games[])
{
    pthread_mutex_lock(&match->lock);
    memcpy(games, match->games, (size_t)match->options.games * sizeof *games);
    struct match_state state = match->state;
    state.going = match->working > 0;
    pthread_mutex_unlock(&match->lock);
    return state;
}

const char *match_player_name(const struct match *match, int player)
{
    return match->names[player];
}

void match_stop(struct match *match)
{
    atomic_store(&match->stop, true);
    for (int i = 0; i < match->worker_count; i++)
        for (int player = 0; player < MATCH_PLAYERS; player++)
            if (match->workers[i].players[player])
                player_interrupt(match->workers[i].players[player]);
}

/* A worker may be about to begin a search when it is told to stop: it is told again. */
static void wait_for_workers(struct match *match)
{
    for (;;) {
        match_stop(match);
        pthread_mutex_lock(&match->lock);
        bool through = match->working <= 0;
        pthread_mutex_unlock(&match->lock);
        if (through)
            break;
        struct timespec nap = {.tv_nsec = STOP_EVERY_MS * 1000000L};
        nanosleep(&nap, NULL);
    }
}

void match_destroy(struct match *match)
{
    if (!match)
        return;
    wait_for_workers(match);
    for (int i = 0; i < match->worker_count; i++) {
        if (match->workers[i].started)
            pthread_join(match->workers[i].thread, NULL);
        for (int player = 0; player < MATCH_PLAYERS; player++)
            player_destroy(match->workers[i].players[player]);
    }
    pthread_mutex_destroy(&match->lock);
    free(match->games);
    free(match);
}
