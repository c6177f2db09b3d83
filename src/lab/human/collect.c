/* The reader hands out a few dozen games at a time. Each thread takes a game and searches its
 * positions with the engine at the mover's level. The choices go to the cache in the order of the
 * games, so that an interrupted run can continue. */
#include "src/lab/human/collect.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/pgn/pgn.h"
#include "src/lab/human/maia_set.h"
#include "src/util/thread_pool.h"
#include "src/util/hash.h"
#include "src/util/input.h"
#include "src/util/random.h"

enum {
    BATCH = 32,       /* games read at a time */
    PLIES_MAX = 1024, /* positions beyond this ply are ignored */
    HURRY = 15,       /* choices with fewer seconds left say little and are skipped */
    BATCHES_TO_KEEP = 4,
    HASH_MB = 4,
};

/* The choices of one game. */
struct harvest {
    struct game *game;
    uint32_t number;
    struct human_set set;
    const struct game_node *nodes[PLIES_MAX]; /* the node of each choice */
    bool failed;
};

/* The engine that one thread searches with. */
struct seat {
    struct engine *engine;
    bool taken;
};

struct field {
    const struct human_collect *options;
    struct human_networks networks;
    pthread_mutex_t lock; /* guards the engines */
    struct seat *seats;
    struct harvest harvests[BATCH];
    int count;
};

/* One position */

static int16_t short_of(Score score)
{
    return (int16_t)(score > 32767 ? 32767 : score < -32767 ? -32767 : score);
}

/* Searches node's position at this rating. Returns false if the result is not usable. */
static bool look(const struct field *field, struct engine *engine, const struct game_node *node,
                 int rating, struct decision *decision, struct error *error)
{
    Move moves[PLIES_MAX];
    const struct game_node *root = node;
    struct engine_settings settings = *engine_settings(engine);
    struct report *report = malloc(sizeof *report);
    if (!report)
        return false;
    while (root->parent)
        root = root->parent;
    int count = game_moves_to(node, moves, PLIES_MAX);
    settings.handicap = handicap_for_rating(field->options->strength, METHOD_HUMAN, rating, 1);
    settings.hash_mb = HASH_MB;
    struct limits limits = {.movetime = settings.handicap.reference_time};
    bool good = engine_configure(engine, &settings, error) &&
                engine_set_position(engine, &root->position, moves, count);
    if (good) {
        *report = (struct report){.id = 0};
        good = engine_think(engine, &limits, report);
        *decision = report->decision;
    }
    free(report);
    return good;
}

/* One game */

/* The number of choices taken per colour; more for ratings that few games have. */
static int quota(const struct human_collect *options, int rating)
{
    int more = rating < 1100 || rating >= 2200 ? 4 : rating < 1200 || rating >= 2000 ? 2 : 1;
    return more * options->per_game / COLOR_COUNT;
}

static int64_t clock_before(const struct game_node *node)
{
    return node->parent ? node->parent->clock : -1;
}

/* Fills in all legal moves and the engine's scores; returns their number, or 0 if the result is not
 * usable. */
static int search_options(const struct field *field, struct engine *engine,
                          const struct game_node *node, int rating, struct human_option options[])
{
    struct decision *decision = malloc(sizeof *decision);
    struct error error;
    int count =
        decision && look(field, engine, node, rating, decision, &error) ? decision->count : 0;
    for (int i = 0; i < count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        options[i].move = candidate->move;
        options[i].score = short_of(candidate->score);
        for (int j = 0; j < CANDIDATE_SHALLOW; j++)
            options[i].shallow[j] = short_of(candidate->shallow[j]);
    }
    free(decision);
    return count;
}

static int list_options(const struct game_node *node, struct human_option options[])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&node->position, moves);
    for (int i = 0; i < count; i++)
        options[i].move = moves[i];
    return count;
}

static bool take(const struct field *field, struct engine *engine, struct harvest *harvest,
                 const struct game_node *node, int rating, bool held_out)
{
    struct human_option options[CHESS_MOVES_MAX] = {{.move = NO_MOVE}};
    bool unsearched = field->options->unsearched;
    int64_t clock = clock_before(node);
    struct human_choice choice = {
        .last = node->move,
        .own = node->parent && node->parent->move ? node->parent->move : NO_MOVE,
        .rating = (uint16_t)rating,
        .seconds = clock >= 0 && clock < 65535000 ? (uint16_t)(clock / 1000) : 65535,
        .game = harvest->number,
        .flags = (uint8_t)((held_out ? HUMAN_HELD_OUT : 0) | (node->parent ? 0 : HUMAN_FIRST) |
                           (unsearched ? HUMAN_UNSEARCHED : 0))};
    const struct position *before = node->parent ? &node->parent->position : &node->position;
    int count = unsearched ? list_options(node, options)
                           : search_options(field, engine, node, rating, options);
    int played = 0;
    while (played < count && options[played].move != node->child->move)
        played++;
    if (played == count || !record_pack(&choice.before, before))
        return true;
    choice.count = (uint16_t)count;
    choice.played = (uint16_t)played;
    harvest->nodes[harvest->set.count] = node;
    return human_set_add(&harvest->set, &choice, options);
}

static void follow(struct human_history *history, const struct game *game,
                   const struct game_node *node)
{
    Move moves[PLIES_MAX];
    int count = game_moves_to(node, moves, PLIES_MAX);
    human_history_begin(history, &game->root->position);
    for (int i = 0; i < count; i++)
        human_history_play(history, moves[i]);
}

/* Stores a network's policy in the options of a choice, as parts of 65535. */
static void note_policy(const struct human_policy *policy, const struct human_choice *choice,
                        struct human_option options[])
{
    for (int i = 0; i < policy->count; i++)
        for (int j = 0; j < choice->count; j++)
            if (options[j].move == policy->moves[i])
                options[j].maia = (uint16_t)(65535 * policy->chances[i]);
}

/* Evaluates all choices of a colour in one batch, which is faster. */
static bool ask_network(const struct human_network *network, struct harvest *harvest, int color)
{
    struct human_set *set = &harvest->set;
    struct human_history *histories = malloc((set->count + 1) * sizeof *histories);
    struct human_policy *policies = malloc((set->count + 1) * sizeof *policies);
    bool good = histories && policies;
    int count = 0;
    for (size_t i = 0; good && i < set->count; i++)
        if (harvest->nodes[i]->position.side == color)
            follow(&histories[count++], harvest->game, harvest->nodes[i]);
    good = good && human_policies(network, histories, count, policies);
    count = 0;
    for (size_t i = 0; good && i < set->count; i++)
        if (harvest->nodes[i]->position.side == color)
            note_policy(&policies[count++], &set->choices[i], set->options + set->first[i]);
    free(histories);
    free(policies);
    return good;
}

/* Whether a position may be sampled. Opening moves are played from habit, so positions that are
 * searched begin after them. */
static bool is_wanted(const struct field *field, const struct game_node *node)
{
    int begin = field->options->unsearched ? 0 : HUMAN_BOOK_PLIES;
    int64_t clock = clock_before(node);
    Move moves[CHESS_MOVES_MAX];
    int plies = field->options->plies;
    return node->child && node->ply >= begin && (plies == 0 || node->ply < plies) &&
           (clock < 0 || clock >= (int64_t)HURRY * 1000) && chess_moves(&node->position, moves) > 1;
}

static bool take_game(const struct field *field, struct engine *engine, struct harvest *harvest)
{
    const struct game *game = harvest->game;
    int ratings[COLOR_COUNT] = {human_game_rating(game, WHITE), human_game_rating(game, BLACK)};
    int left[COLOR_COUNT] = {0}, wanted[COLOR_COUNT];
    bool held_out = human_game_is_held_out(game);
    uint64_t random = random_mix(field->options->seed + harvest->number * 0x9E3779B97F4A7C15u);
    for (int color = WHITE; color <= BLACK; color++)
        wanted[color] = ratings[color] ? quota(field->options, ratings[color]) : 0;
    for (const struct game_node *node = game->root; node && node->ply < PLIES_MAX;
         node = node->child)
        left[node->position.side] += is_wanted(field, node);
    for (const struct game_node *node = game->root; node && node->ply < PLIES_MAX;
         node = node->child) {
        int side = node->position.side;
        if (!is_wanted(field, node))
            continue;
        /* Each position is taken with the probability that fills the quota from those left. */
        random = random_mix(random + 1);
        bool drawn = random % (uint64_t)left[side]-- < (uint64_t)wanted[side];
        if (!drawn)
            continue;
        wanted[side]--;
        if (!take(field, engine, harvest, node, ratings[side], held_out))
            return false;
    }
    for (int color = WHITE; color <= BLACK; color++) {
        const struct human_network *network = human_networks_of(&field->networks, ratings[color]);
        if (network && !ask_network(network, harvest, color))
            return false;
    }
    return true;
}

static void take_piece(void *context, int piece)
{
    struct field *field = context;
    struct harvest *harvest = &field->harvests[piece];
    int at = 0;
    pthread_mutex_lock(&field->lock);
    while (field->seats[at].taken)
        at++;
    field->seats[at].taken = true;
    pthread_mutex_unlock(&field->lock);
    harvest->failed = !take_game(field, field->seats[at].engine, harvest);
    pthread_mutex_lock(&field->lock);
    field->seats[at].taken = false;
    pthread_mutex_unlock(&field->lock);
}

/* The cache */

static uint64_t fingerprint_of(const struct human_collect *options)
{
    struct stat status = {0};
    (void)stat(options->path, &status);
    int64_t numbers[32] = {status.st_size, options->per_game, (int64_t)options->seed,
                           options->maia != NULL};
    numbers[24] = options->unsearched;
    numbers[25] = options->plies;
    for (int i = 0; i < 20; i++) {
        struct handicap handicap =
            handicap_for_rating(options->strength, METHOD_HUMAN, CALIBRATED_MIN + i * 100, 1);
        numbers[4 + i] = handicap.nodes_per_second;
    }
    return hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
}

/* Reads up to BATCH games after the first skip games. Returns false at the end. */
static bool fill(struct field *field, struct pgn_reader *reader, struct human_collected *collected,
                 uint64_t skip)
{
    field->count = 0;
    while (field->count < BATCH) {
        struct game *game = NULL;
        struct error trouble;
        enum pgn_status status = pgn_read(reader, &game, &trouble);
        if (status == PGN_END)
            return false;
        if (status == PGN_BAD && collected->bad++ == 0)
            collected->first_trouble = trouble;
        if (status != PGN_GAME || collected->games < skip) {
            collected->games += status == PGN_GAME;
            game_destroy(game);
            continue;
        }
        struct harvest *harvest = &field->harvests[field->count++];
        harvest->game = game;
        harvest->number = (uint32_t)collected->games++;
    }
    return true;
}

/* Moves the choices of a batch to the set and the cache. */
static bool store(struct field *field, struct human_set *set, FILE *cache, struct error *error)
{
    bool good = true;
    for (int i = 0; i < field->count; i++) {
        struct harvest *harvest = &field->harvests[i];
        if (harvest->failed && good)
            good = error_set(error, "a search failed, or memory ran out");
        good = good && human_cache_move(&harvest->set, set, cache, error);
        human_set_clear(&harvest->set);
        game_destroy(harvest->game);
    }
    field->count = 0;
    return good;
}

static bool run(struct field *field, struct input *input, struct pool *pool, FILE *cache,
                uint64_t skip, struct human_set *set, struct human_collected *collected,
                struct error *error)
{
    const struct human_collect *options = field->options;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    uint64_t fingerprint = fingerprint_of(options);
    bool good = reader != NULL, more = true;
    if (!good)
        error_set(error, "out of memory");
    for (int batch = 0; good && more; batch++) {
        more = fill(field, reader, collected, skip);
        pool_run(pool, field->count, take_piece, field);
        good = store(field, set, cache, error);
        if (good && more && options->watch &&
            !options->watch(options->context, (int)collected->games, set->count,
                            input_percent(input))) {
            collected->stopped = true;
            more = false;
        }
        if (good && cache && (!more || batch % BATCHES_TO_KEEP == 0) &&
            !human_cache_note(cache, fingerprint, collected->games))
            good = error_set_in(error, options->cache, "%s", strerror(errno));
    }
    good = good && (collected->stopped || pgn_reader_ended_well(reader, error));
    pgn_reader_destroy(reader);
    return good;
}

static bool open_field(struct field *field, const struct human_collect *options,
                       struct error *error)
{
    *field = (struct field){.options = options};
    pthread_mutex_init(&field->lock, NULL);
    field->seats = calloc((size_t)options->threads, sizeof *field->seats);
    if (!field->seats)
        return error_set(error, "out of memory");
    for (int i = 0; i < options->threads; i++)
        if (!(field->seats[i].engine = engine_create(NULL, NULL)))
            return error_set(error, "out of memory");
    return !options->maia || human_networks_open(&field->networks, options->maia, error);
}

static void close_field(struct field *field)
{
    for (int i = 0; field->seats && i < field->options->threads; i++)
        engine_destroy(field->seats[i].engine);
    human_networks_close(&field->networks);
    free(field->seats);
    pthread_mutex_destroy(&field->lock);
}

bool human_collect(const struct human_collect *options, struct human_set *set,
                   struct human_collected *collected, struct error *error)
{
    uint64_t skip = 0;
    *collected = (struct human_collected){.games = 0};
    error_set(error, "%s", "");
    struct field *field = malloc(sizeof *field);
    struct pool *pool = pool_create(options->threads);
    struct input *input = input_open(options->path, error);
    FILE *cache = input && options->cache
                      ? human_cache_open(options->cache, fingerprint_of(options), options->cached,
                                         set, &skip, error)
                      : NULL;
    bool good = input && (cache || !options->cache) && field && pool;
    if (good) {
        if (!options->cached) {
            good = open_field(field, options, error) &&
                   run(field, input, pool, cache, skip, set, collected, error);
            close_field(field);
        }
        collected->stopped |= options->cached; /* the rest of the file was not read */
    } else if (!error->message[0]) {
        error_set(error, "out of memory");
    }
    struct error damage;
    if (cache && fclose(cache) != 0 && good)
        good = error_set_in(error, options->cache, "%s", strerror(errno));
    if (input && !input_close(input, &damage) && good && !collected->stopped) {
        *error = damage;
        good = false;
    }
    pool_destroy(pool);
    free(field);
    return good;
}
