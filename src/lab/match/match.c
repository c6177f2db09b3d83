/* Runs matches. Each worker thread owns one instance of each player and takes the next game that
 * has not been started. The results are in one array, indexed by the number of the game. */
#include "src/lab/match/match.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/game/opening.h"
#include "src/pgn/pgn.h"
#include "src/util/random.h"
#include "src/util/array.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

enum { RESTARTS = 3, STOP_EVERY_MS = 20 };

struct worker {
    struct match *match;
    struct player *players[MATCH_PLAYERS_MAX]; /* NULL before the player's first game */
};

struct match {
    struct match_options options;
    FILE *pgn;
    void (*wake)(void *context);
    void *context;
    char names[MATCH_PLAYERS_MAX][136];
    atomic_bool stop;
    pthread_mutex_t lock; /* guards the fields below */
    struct match_game *games;
    int next;                     /* the next game to start */
    int known;                    /* index of the last finished game + 1 */
    int working;                  /* workers that are still running */
    int in_order;                 /* this many pairs, counted from the first, are complete without a
                                     gap */
    int64_t pairs[PAIR_OUTCOMES]; /* how many of the first in_order pairs had each outcome; input
                                     of the sequential test */
    struct match_state state;
    struct pool *pool; /* NULL before match_start, or if no game is played */
    int worker_count;
    struct worker workers[];
};

/* The games */

/* Formats a time control in PGN notation: "-", "60+0.6", "40/60". */
static void write_control(const struct time_control *time, char *text, size_t size)
{
    char moves[16] = "", increment[32] = "";
    if (time->moves)
        snprintf(moves, sizeof moves, "%d/", time->moves);
    if (!time->moves || time->increment)
        snprintf(increment, sizeof increment, "+%g", (double)time->increment / 1000);
    if (time->untimed)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%s%g%s", moves, (double)time->base / 1000, increment);
}

static bool set_tags(struct match *match, struct game *game, int index,
                     const struct game_outcome *outcome)
{
    char round[32], date[32], control[64];
    text_moment(time(NULL), "%Y.%m.%d", date, sizeof date);
    snprintf(round, sizeof round, "%d.%d", index / 2 + 1, index % 2 + 1);
    write_control(&match->options.rules.control, control, sizeof control);
    bool good = game_set_tag(game, "Event", match->options.event) &&
                game_set_tag(game, "Date", date) && game_set_tag(game, "Round", round) &&
                game_set_tag(game, "White",
                             match->names[match_player_of(&match->options.plan, index, WHITE)]) &&
                game_set_tag(game, "Black",
                             match->names[match_player_of(&match->options.plan, index, BLACK)]) &&
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
    match_stop(match);
}

static void enter_outcome(struct match *match, int index, const struct game_outcome *outcome)
{
    match->games[index] = (struct match_game){.done = true, .outcome = *outcome};
    match->known = index < match->known ? match->known : index + 1;
}

/* Passes pairs that have become complete to the sequential test, in the order of their numbers.
 * Returns true if a pair decides the test. */
static bool test_decides(struct match *match)
{
    struct match_state *state = &match->state;
    if (!match->options.has_sprt || state->verdict != SPRT_GOES_ON)
        return false;
    while (match->in_order < match->options.games / 2) {
        const struct match_game *pair = match->games + 2 * match->in_order;
        if (!pair[0].done || !pair[1].done)
            return false;
        match->pairs[match_pair_outcome(pair)]++;
        match->in_order++;
        state->verdict = sprt_judge(&match->options.sprt, match->pairs);
        if (state->verdict != SPRT_GOES_ON) {
            state->count = 2 * match->in_order;
            return true;
        }
    }
    return false;
}

/* Stores the result of a game; ends the match when the test is decided. */
static void enter(struct match *match, int index, struct game *game,
                  const struct game_outcome *outcome)
{
    struct error error = {.message = ""};
    bool written = true;
    int failure = 0;
    pthread_mutex_lock(&match->lock);
    enter_outcome(match, index, outcome);
    if (match->pgn)
        written = set_tags(match, game, index, outcome) && pgn_write(game, match->pgn) &&
                  fflush(match->pgn) == 0;
    failure = errno;
    bool decided = test_decides(match);
    pthread_mutex_unlock(&match->lock);
    if (!written) {
        error_set(&error, "the PGN file cannot be written: %s", strerror(failure));
        fail(match, &error);
    }
    if (decided)
        match_stop(match);
}

static uint64_t seed_of(const struct match *match, int index, int player)
{
    uint64_t state = match->options.seed * 0x2545F4914F6CDD1Du +
                     (uint64_t)index * MATCH_PLAYERS_MAX + (uint64_t)player;
    return random_next(&state);
}

/* Prepares a player for a game. Starting a program is retried a few times. */
static bool make_ready(struct worker *worker, int player, int index, struct error *error)
{
    struct match *match = worker->match;
    if (!worker->players[player]) {
        struct player *created =
            player_create(&match->options.players[player], match->options.hash_mb,
                          match->options.threads, error);
        if (!created)
            return false;
        pthread_mutex_lock(&match->lock);
        worker->players[player] = created;
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < RESTARTS; i++)
        if (player_new_game(worker->players[player], seed_of(worker->match, index, player), error))
            return true;
    return false;
}

static const struct opening_start *opening_start_of(const struct match *match, int index)
{
    const struct opening_list *openings = match->options.openings;
    int round = index / 2 / match_encounters(&match->options.plan);
    return &openings->openings[round % openings->count];
}

/* Fills in the members of the outcome that follow from the game's moves. */
static void describe_game(const struct match *match, const struct game *game,
                          struct game_outcome *outcome)
{
    const struct game_node *end = game_end_of_line(game->root);
    const char *eco, *name;
    outcome->moves = (end->ply + 1) / 2;
    if (match->options.names && opening_of(match->options.names, end, &eco, &name))
        outcome->eco = eco[0];
}

static bool play(struct worker *worker, int index)
{
    struct match *match = worker->match;
    struct game_outcome outcome;
    struct error error = {.message = ""};
    struct player *players[COLOR_COUNT];
    bool good = true;
    for (int color = WHITE; color <= BLACK; color++) {
        int player = match_player_of(&match->options.plan, index, color);
        good = good && make_ready(worker, player, index, &error);
        players[color] = worker->players[player];
    }
    struct game *game = good ? opening_game(opening_start_of(match, index)) : NULL;
    if (good && !game)
        error_set(&error, "out of memory");
    good = game && match_play(game, players, &match->options.rules, &match->stop, &outcome, &error);
    if (good)
        describe_game(match, game, &outcome);
    if (good)
        enter(match, index, game, &outcome);
    else if (!atomic_load(&match->stop))
        fail(match, &error);
    game_destroy(game);
    if (match->wake)
        match->wake(match->context);
    return good;
}

static void work(void *context, int number)
{
    struct match *match = context;
    struct worker *worker = &match->workers[number];
    for (bool good = true; good && !atomic_load(&match->stop);) {
        pthread_mutex_lock(&match->lock);
        while (match->next < match->options.games &&
               (match->games[match->next].done ||
                !match_in_shard(&match->options.plan, match->next)))
            match->next++; /* skip the game: an earlier run played it, or another shard plays it */
        int index = match->next < match->options.games ? match->next++ : -1;
        pthread_mutex_unlock(&match->lock);
        if (index < 0)
            break;
        good = play(worker, index);
    }
    pthread_mutex_lock(&match->lock);
    match->working--;
    pthread_mutex_unlock(&match->lock);
    if (match->wake)
        match->wake(match->context);
}

/* Resuming from a file */

static bool read_ending(const struct game *game, enum match_ending *ending)
{
    const char *words = game_tag(game, "Termination");
    for (int i = 0; words && i < ENDING_COUNT; i++)
        if (strcmp(words, match_ending_words((enum match_ending)i)) == 0) {
            *ending = (enum match_ending)i;
            return true;
        }
    return false;
}

/* Reads the nodes and times of a game's moves back from its comments. Skips the first `opening`
 * moves, which the players did not choose. */
static void read_moves(const struct game *game, int opening, struct game_outcome *outcome)
{
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        int mover = node->parent->position.side;
        unsigned long long nodes;
        if (node->ply <= opening)
            continue;
        outcome->plies++;
        outcome->thoughts[mover]++;
        if (node->comment && sscanf(node->comment, "%*s %llu", &nodes) == 1)
            outcome->nodes[mover] += nodes;
        if (node->elapsed > 0)
            outcome->think[mover] += node->elapsed;
    }
}

static bool begins_with(const struct game *game, const struct opening_start *opening)
{
    const struct game_node *node = game->root;
    if (node->position.key != opening->start.key)
        return false;
    for (int i = 0; i < opening->count; i++, node = node->child)
        if (!node->child || node->child->move != opening->moves[i])
            return false;
    return true;
}

/* Finds the number that a game from a file has in this match; -1 if the game does not belong to
 * it. */
static int find_game(const struct match *match, const struct match_plan *plan,
                     const struct game *game)
{
    const char *round = game_tag(game, "Round"), *white = game_tag(game, "White"),
               *black = game_tag(game, "Black"), *time = game_tag(game, "TimeControl");
    int pair, number;
    char control[64];
    if (!round || !white || !black || !time ||
        sscanf(round, "%d.%d", &pair, &number) != 2 || pair < 1 ||
        pair > match->options.games / 2 || number < 1 || number > 2)
        return -1;
    int index = 2 * (pair - 1) + number - 1;
    write_control(&match->options.rules.control, control, sizeof control);
    bool same = match_in_shard(plan, index) && strcmp(time, control) == 0 &&
                strcmp(white, match->names[match_player_of(plan, index, WHITE)]) == 0 &&
                strcmp(black, match->names[match_player_of(plan, index, BLACK)]) == 0 &&
                begins_with(game, opening_start_of(match, index));
    return same ? index : -1;
}

/* Enters a game that was read from a file, and adds 1 to *resumed if it is new. Returns false if it
 * belongs to another match. */
static bool take_over(struct match *match, const struct match_plan *plan, const struct game *game,
                      int *resumed)
{
    int index = find_game(match, plan, game);
    struct game_outcome outcome = {.result = game->result};
    if (index < 0 || !read_ending(game, &outcome.ending))
        return false;
    const char *trouble = game_tag(game, "Trouble");
    snprintf(outcome.trouble, sizeof outcome.trouble, "%s", trouble ? trouble : "");
    read_moves(game, opening_start_of(match, index)->count, &outcome);
    describe_game(match, game, &outcome);
    *resumed += !match->games[index].done;
    enter_outcome(match, index, &outcome);
    return true;
}

/* Returns whether the text at this offset begins like a game that we write. At the end of the file,
 * the first characters of that beginning are enough. */
static bool begins_a_game(FILE *pgn, int64_t place)
{
    static const char begin[] = "[Event \"";
    char text[sizeof begin];
    if (fseeko(pgn, (off_t)place, SEEK_SET) != 0)
        return false;
    size_t got = fread(text, 1, sizeof begin - 1, pgn);
    return memcmp(text, begin, got) == 0;
}

/* Returns whether the game is complete: it must end with its result and a newline. */
static bool is_whole(FILE *pgn, const struct pgn_place *place, enum result result)
{
    char wanted[16], text[sizeof wanted];
    int length = snprintf(wanted, sizeof wanted, "%s\n", result_text(result));
    off_t at = (off_t)place->end + 1 - length;
    return at >= 0 && pread(fileno(pgn), text, (size_t)length, at) == length &&
           memcmp(text, wanted, (size_t)length) == 0;
}

bool match_resume(struct match *match, FILE *pgn, const char *file_name, int *resumed,
                  int64_t *cut, struct error *error)
{
    struct pgn_reader *reader = pgn_reader_create(pgn, file_name);
    struct pgn_place broken = {.start = -1};
    bool good = reader != NULL, more = good;
    *resumed = 0;
    if (!reader)
        error_set(error, "out of memory");
    for (int number = 1; more; number++) {
        struct game *game = NULL;
        struct error ignored;
        enum pgn_status status = pgn_read(reader, &game, &ignored);
        struct pgn_place place = pgn_reader_place(reader);
        more = status != PGN_END;
        if (more && broken.start >= 0) {
            good = more = false;
        } else if (more && (status == PGN_BAD || game->result == RESULT_NONE ||
                            !is_whole(pgn, &place, game->result))) {
            broken = place;
        } else if (more && !take_over(match, &match->options.plan, game, resumed)) {
            error_set_in(
                error, file_name,
                "game %d does not belong to this match: its players, opening, seed, clock, "
                "shard or number of games is different",
                number);
            good = more = false;
        }
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    *cut = broken.start;
    /* Only the last game may be incomplete, because it was being written when the match was
     * killed. */
    if (broken.start < 0 || (good && begins_a_game(pgn, broken.start)))
        return good;
    error_set_in(error, file_name, "expected finished games of this match; nothing was changed");
    error->line = broken.line;
    return false;
}

/* Adds one game of another shard. The caller must not hold the lock. */
static bool take_over_other(struct match *match, int shard, const struct game *game)
{
    struct match_plan plan = match->options.plan;
    int resumed = 0;
    plan.shard = shard;
    pthread_mutex_lock(&match->lock);
    bool good = take_over(match, &plan, game, &resumed);
    bool decided = good && test_decides(match);
    pthread_mutex_unlock(&match->lock);
    if (decided)
        match_stop(match);
    return good;
}

bool match_follow(struct match *match, int shard, FILE *pgn, const char *file_name,
                  struct match_followed *followed, struct error *error)
{
    struct pgn_reader *reader = pgn_reader_create(pgn, file_name);
    bool good = reader && pgn_reader_seek(reader, followed->place, followed->line + 1);
    if (!good)
        error_set_in(error, file_name, "cannot be read");
    for (bool more = good; more;) {
        struct game *game = NULL;
        struct error ignored;
        more = pgn_read(reader, &game, &ignored) == PGN_GAME;
        struct pgn_place place = pgn_reader_place(reader);
        more = more && game->result != RESULT_NONE && is_whole(pgn, &place, game->result);
        if (more && !take_over_other(match, shard, game)) {
            error_set_in(error, file_name, "a game before line %d does not belong to this match",
                         place.last_line + 1);
            good = more = false;
        }
        if (more)
            *followed = (struct match_followed){place.end + 1, place.last_line};
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    return good;
}

/* Start and end */

/* Returns whether the player supports the limits in the rules. The XBoard protocol has no node
 * limits, without which a virtual clock is impossible. */
static bool can_be_limited(const struct player_spec *spec, const struct game_rules *rules,
                           struct error *error)
{
    const struct limits *limits = &spec->limits;
    if (limits->nodes == 0 && limits->depth == 0 && limits->movetime == 0)
        limits = &rules->limits;
    bool clock = limits == &rules->limits && !rules->control.untimed && rules->virtual_speed == 0;
    if (spec->kind != PLAYER_XBOARD || clock || limits->depth > 0 || limits->movetime > 0)
        return true;
    return error_set(error, "%.80s: the XBoard protocol does not support node limits; use depth=, "
                            "movetime= or a clock (--tc without --virtual)", spec->name);
}

/* Starts the first worker's players, so that a program that cannot start is reported at once. The
 * players of the other workers start when they are needed. */
static bool start_players(struct match *match, struct error *error)
{
    for (int i = 0; i < match->options.plan.players; i++) {
        if (!can_be_limited(&match->options.players[i], &match->options.rules, error))
            return false;
        struct player *player = player_create(&match->options.players[i], match->options.hash_mb,
                                              match->options.threads, error);
        if (!player)
            return false;
        match->workers[0].players[i] = player;
    }
    return true;
}

/* Names the players; those with the same name get a number, so that tables and PGN can distinguish
 * them. */
static void name_players(struct match *match)
{
    int count = match->options.plan.players;
    for (int i = 0; i < count; i++) {
        const char *name = player_name(match->workers[0].players[i]);
        int same = 0, before = 0;
        for (int j = 0; j < count; j++)
            if (strcmp(name, player_name(match->workers[0].players[j])) == 0) {
                same++;
                before += j < i;
            }
        if (same > 1)
            snprintf(match->names[i], sizeof match->names[i], "%.120s (%d)", name, before + 1);
        else
            snprintf(match->names[i], sizeof match->names[i], "%.127s", name);
    }
}

struct match *match_create(const struct match_options *options, void (*wake)(void *context),
                           void *context, struct error *error)
{
    int workers = options->concurrency < options->games ? options->concurrency : options->games;
    workers = workers < 1 ? 1 : workers;
    struct match *match =
        array_zeroed(sizeof *match + (size_t)workers * sizeof match->workers[0], error);
    if (!match)
        return NULL;
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
    if (match->games && start_players(match, error)) {
        name_players(match);
        return match;
    }
    match_destroy(match);
    return NULL;
}

bool match_start(struct match *match, FILE *pgn, struct error *error)
{
    match->pgn = pgn;
    if (test_decides(match))
        return true;
    match->working = match->worker_count;
    match->pool = pool_start(match->worker_count, work, match);
    if (!match->pool) {
        match->working = 0;
        return error_set(error, "cannot start a thread");
    }
    return true;
}

struct match_state match_poll(struct match *match, struct match_game games[])
{
    pthread_mutex_lock(&match->lock);
    memcpy(games, match->games, (size_t)match->known * sizeof *games);
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
    pthread_mutex_lock(&match->lock);
    for (int i = 0; i < match->worker_count; i++)
        for (int player = 0; player < match->options.plan.players; player++)
            if (match->workers[i].players[player])
                player_interrupt(match->workers[i].players[player]);
    pthread_mutex_unlock(&match->lock);
}

/* Stops the workers and waits for them. A search that a worker starts just after match_stop would
 * not be stopped, so match_stop is called repeatedly. */
static void wait_for_workers(struct match *match)
{
    for (;;) {
        match_stop(match);
        pthread_mutex_lock(&match->lock);
        bool through = match->working <= 0;
        pthread_mutex_unlock(&match->lock);
        if (through)
            break;
        text_nap(STOP_EVERY_MS);
    }
}

void match_destroy(struct match *match)
{
    if (!match)
        return;
    wait_for_workers(match);
    pool_destroy(match->pool);
    for (int i = 0; i < match->worker_count; i++)
        for (int player = 0; player < match->options.plan.players; player++)
            player_destroy(match->workers[i].players[player]);
    pthread_mutex_destroy(&match->lock);
    free(match->games);
    free(match);
}
