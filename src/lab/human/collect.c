/* A batch of games is read at a time. Each thread takes a game and searches its positions with the
 * engine at the mover's level. The choices go to the cache in the order of the games, so that an
 * interrupted run can continue. */
#include "src/lab/human/collect.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/evaluation.h"
#include "engine/hash.h"
#include "src/pgn/pgn.h"
#include "src/lab/human/maia_set.h"
#include "src/util/thread_pool.h"
#include "src/util/input.h"
#include "src/util/paths.h"
#include "src/util/random.h"
#include "src/util/text.h"

enum {
    BATCH = 32,       /* games read at a time */
    PLIES_MAX = 1024, /* positions beyond this ply are ignored */
    HURRY = 15,       /* positions with fewer seconds left on the clock are skipped */
    BATCHES_TO_KEEP = 4,
    HASH_MB = 4,
};

/* The choices of one game. */
struct gathered {
    struct game *game;
    uint32_t number;
    struct human_set set;
    const struct game_node *nodes[PLIES_MAX]; /* the position (node of the game) of each choice */
    bool failed;
};

/* The engine that one thread searches with. */
struct engine_slot {
    struct engine *engine;
    bool taken;
};

struct collector {
    const struct human_collect *options;
    struct human_networks networks;
    pthread_mutex_t lock; /* guards the engines */
    struct engine_slot *engines;
    struct gathered games[BATCH];
    int count;
};

/* One position */

static int16_t short_of(Score score)
{
    return (int16_t)(score > 32767 ? 32767 : score < -32767 ? -32767 : score);
}

/* Searches `node`'s position as a player of this rating would. Returns false if the result is not
 * usable. */
static bool search_position(const struct collector *collector, struct engine *engine,
                            const struct game_node *node, int rating, struct decision *decision,
                            struct error *error)
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
    settings.handicap = handicap_for_rating(collector->options->strength, METHOD_HUMAN, rating, 1);
    settings.hash_mb = HASH_MB;
    /* Nodes, not time, so that the result does not depend on how busy the machine is. */
    const struct limits limits = {.nodes = handicap_nodes(&settings.handicap, &node->position,
                                                          settings.handicap.reference_time)};
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

/* Returns how many moves of each colour are sampled from a game; more at ratings with few games. */
static int quota(const struct human_collect *options, int rating)
{
    int more = rating < 1100 || rating >= 2200 ? 4 : rating < 1200 || rating >= 2000 ? 2 : 1;
    return more * options->per_game / COLOR_COUNT;
}

static int64_t clock_before(const struct game_node *node)
{
    return node->parent ? node->parent->clock : -1;
}

/* Fills in the legal moves of a position and the engine's scores for them. Returns the number of
 * moves; 0 if the result of the search is not usable. */
static int search_options(const struct collector *collector, struct engine *engine,
                          const struct game_node *node, int rating, struct human_option options[])
{
    struct decision *decision = malloc(sizeof *decision);
    struct error error;
    int count = decision && search_position(collector, engine, node, rating, decision, &error)
                    ? decision->count
                    : 0;
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

static bool take(const struct collector *collector, struct engine *engine,
                 struct gathered *gathered, const struct game_node *node,
                 const struct choice_player *player, bool held_out)
{
    struct human_option options[CHESS_MOVES_MAX] = {{.move = NO_MOVE}};
    bool unsearched = collector->options->unsearched;
    int64_t clock = clock_before(node);
    struct human_choice choice = {
        .rating = (uint16_t)player->rating,
        .opponent = (uint16_t)player->opponent,
        .system = (uint8_t)player->system,
        .pace = (uint8_t)player->pace,
        .ply = (uint16_t)node->ply,
        .seconds = clock >= 0 && clock < 65535000 ? (uint16_t)(clock / 1000) : 65535,
        .game = gathered->number,
        .flags = (uint8_t)((held_out ? HUMAN_HELD_OUT : 0) | (node->parent ? 0 : HUMAN_FIRST) |
                           (unsearched ? HUMAN_UNSEARCHED : 0) |
                           (game_repetitions(node) > 1 ? HUMAN_REPEATED : 0))};
    const struct game_node *earlier = node;
    for (int i = 0; i < CONTEXT_MOVES && earlier->parent; i++, earlier = earlier->parent)
        choice.recent[i] = earlier->move;
    const struct position *before = node->parent ? &node->parent->position : &node->position;
    int count = unsearched ? list_options(node, options)
                           : search_options(collector, engine, node, (int)player->rating, options);
    int played = 0;
    while (played < count && options[played].move != node->child->move)
        played++;
    if (played == count || !record_pack(&choice.before, before))
        return true;
    choice.count = (uint16_t)count;
    choice.played = (uint16_t)played;
    gathered->nodes[gathered->set.count] = node;
    return human_set_add(&gathered->set, &choice, options);
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

/* Stores a network's policy in the options of a choice, in units of 1/65535. */
static void note_policy(const struct human_policy *policy, const struct human_choice *choice,
                        struct human_option options[])
{
    for (int i = 0; i < policy->count; i++)
        for (int j = 0; j < choice->count; j++)
            if (options[j].move == policy->moves[i])
                options[j].maia = (uint16_t)(65535 * policy->chances[i]);
}

/* Evaluates all choices of a colour in one batch, which is faster than one by one. */
static bool ask_network(const struct human_network *network, struct gathered *gathered, int color)
{
    struct human_set *set = &gathered->set;
    struct human_history *histories = malloc((set->count + 1) * sizeof *histories);
    struct human_policy *policies = malloc((set->count + 1) * sizeof *policies);
    bool good = histories && policies;
    int count = 0;
    for (size_t i = 0; good && i < set->count; i++)
        if (gathered->nodes[i]->position.side == color)
            follow(&histories[count++], gathered->game, gathered->nodes[i]);
    good = good && human_policies(network, histories, count, policies);
    count = 0;
    for (size_t i = 0; good && i < set->count; i++)
        if (gathered->nodes[i]->position.side == color)
            note_policy(&policies[count++], &set->choices[i], set->options + set->first[i]);
    free(histories);
    free(policies);
    return good;
}

/* Returns whether a position may be sampled. If only one player's games are collected, or no search
 * is made, every position may be. Otherwise the first HUMAN_BOOK_PLIES plies are skipped, because
 * people play opening moves from habit. */
static bool is_wanted(const struct collector *collector, const struct game_node *node)
{
    bool all = collector->options->unsearched || collector->options->player;
    int begin = all ? 0 : HUMAN_BOOK_PLIES;
    int64_t clock = clock_before(node);
    Move moves[CHESS_MOVES_MAX];
    int plies = collector->options->plies;
    return node->child && node->ply >= begin && (plies == 0 || node->ply < plies) &&
           (collector->options->unsearched || ((clock < 0 || clock >= (int64_t)HURRY * 1000) &&
                                               chess_moves(&node->position, moves) > 1));
}

/* Returns whether the player of a colour is the one whose moves are collected. */
static bool is_player(const struct human_collect *options, const struct game *game, int color)
{
    const char *name = game_tag(game, color == WHITE ? "White" : "Black");
    return !options->player || (name && strcasecmp(name, options->player) == 0);
}

/* Returns how many moves of a colour to sample. */
static int wanted_of(const struct human_collect *options, const struct game *game, int color,
                     int rating)
{
    if (rating == 0 || !is_player(options, game, color))
        return 0;
    return options->player ? options->per_game : quota(options, rating);
}

static bool take_game(const struct collector *collector, struct engine *engine,
                      struct gathered *gathered)
{
    const struct game *game = gathered->game;
    struct choice_player players[COLOR_COUNT] = {human_game_player(game, WHITE),
                                                 human_game_player(game, BLACK)};
    for (int color = WHITE; color <= BLACK; color++)
        if (players[color].rating < 1 && collector->options->player)
            players[color].rating = collector->options->rating;
    const int ratings[COLOR_COUNT] = {(int)players[WHITE].rating, (int)players[BLACK].rating};
    int left[COLOR_COUNT] = {0}, wanted[COLOR_COUNT];
    enum human_part part = human_game_part(game);
    bool held_out =
        collector->options->unsearched || collector->options->player ? part != HUMAN_FOR_NETWORK
                                                                     : part == HUMAN_FOR_CHECKS;
    if (collector->options->unseen && part == HUMAN_FOR_NETWORK)
        return true;
    uint64_t random = random_at(collector->options->seed, gathered->number);
    for (int color = WHITE; color <= BLACK; color++)
        wanted[color] = wanted_of(collector->options, game, color, ratings[color]);
    for (const struct game_node *node = game->root; node && node->ply < PLIES_MAX;
         node = node->child)
        left[node->position.side] += is_wanted(collector, node);
    for (const struct game_node *node = game->root; node && node->ply < PLIES_MAX;
         node = node->child) {
        int side = node->position.side;
        if (!is_wanted(collector, node))
            continue;
        /* Takes each position with probability `wanted` / `left`: the number still to be taken,
         * divided by the number still to come. So exactly as many as wanted are taken. */
        random = random_mix(random + 1);
        bool drawn = random % (uint64_t)left[side]-- < (uint64_t)wanted[side];
        if (!drawn)
            continue;
        wanted[side]--;
        if (!take(collector, engine, gathered, node, &players[side], held_out))
            return false;
    }
    for (int color = WHITE; color <= BLACK; color++) {
        const struct human_network *network =
            human_networks_of(&collector->networks, ratings[color]);
        if (network && !ask_network(network, gathered, color))
            return false;
    }
    return true;
}

static void take_piece(void *context, int piece)
{
    struct collector *collector = context;
    struct gathered *gathered = &collector->games[piece];
    int at = 0;
    pthread_mutex_lock(&collector->lock);
    while (collector->engines[at].taken)
        at++;
    collector->engines[at].taken = true;
    pthread_mutex_unlock(&collector->lock);
    gathered->failed = !take_game(collector, collector->engines[at].engine, gathered);
    pthread_mutex_lock(&collector->lock);
    collector->engines[at].taken = false;
    pthread_mutex_unlock(&collector->lock);
}

/* The cache */

/* Adds the contents of a file to *hash. Returns false and sets *error if the file cannot be read to
 * its end. */
static bool hash_file(const char *path, uint64_t *hash, struct error *error)
{
    static const size_t block = 1 << 16;
    FILE *file = paths_open_regular(path, error);
    char *bytes = file ? malloc(block) : NULL;
    size_t got;
    bool good = bytes != NULL;
    while (good && (got = fread(bytes, 1, block, file)) > 0)
        *hash = hash_bytes(*hash, bytes, got);
    if (file && (!good || ferror(file)))
        good = error_set_in(error, path, "%s", strerror(errno));
    free(bytes);
    if (file)
        fclose(file);
    return good;
}

/* Computes a hash of everything that the choices depend on: the games and the networks, byte by
 * byte, the sample, and the engine that searches. */
static bool fingerprint_of(const struct human_collect *options, uint64_t *hash, struct error *error)
{
    enum { VERSION = 3 }; /* version of the stored choices: increase it when the code that samples
                             or searches positions changes */
    const struct weights *weights = weights_full();
    int64_t numbers[32] = {VERSION, options->per_game, (int64_t)options->seed,
                           options->maia != NULL};
    numbers[24] = options->unsearched;
    numbers[25] = options->plies;
    numbers[26] = options->unseen;
    for (int i = 0; i < 20; i++) {
        struct handicap handicap =
            handicap_for_rating(options->strength, METHOD_HUMAN, CALIBRATED_MIN + i * 100, 1);
        numbers[4 + i] = handicap.nodes_per_second;
    }
    *hash = hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
    *hash = hash_bytes(*hash, weights->middlegame, sizeof weights->middlegame);
    *hash = hash_bytes(*hash, weights->endgame, sizeof weights->endgame);
    bool good = hash_file(options->path, hash, error);
    for (int i = 0; good && options->maia && i < MAIA_COUNT; i++) {
        char path[1024];
        int rating = MAIA_MIN + i * MAIA_STEP;
        *hash = hash_bytes(*hash, &rating, sizeof rating);
        good = !maia_file(options->maia, rating, path, sizeof path) || hash_file(path, hash, error);
    }
    return good;
}

/* Skips the first `skip` games of the file and reads up to BATCH of those that follow. Returns
 * false at the end. */
static bool fill(struct collector *collector, struct pgn_reader *reader,
                 struct human_collected *collected, uint64_t skip)
{
    collector->count = 0;
    while (collector->count < BATCH) {
        struct game *game = NULL;
        struct error trouble;
        enum pgn_status status = pgn_read(reader, &game, &trouble);
        if (status == PGN_END)
            return false;
        if (status == PGN_BAD && collected->bad++ == 0)
            collected->first_trouble = trouble;
        if (status == PGN_GAME && !is_player(collector->options, game, WHITE) &&
            !is_player(collector->options, game, BLACK)) {
            game_destroy(game);
            continue;
        }
        if (status != PGN_GAME || collected->games < skip) {
            collected->games += status == PGN_GAME;
            game_destroy(game);
            continue;
        }
        struct gathered *gathered = &collector->games[collector->count++];
        gathered->game = game;
        gathered->number = (uint32_t)collected->games++;
    }
    return true;
}

/* Moves the choices of a batch to the set and the cache. */
static bool store(struct collector *collector, struct human_set *set, struct human_cache *cache,
                  struct error *error)
{
    bool good = true;
    for (int i = 0; i < collector->count; i++) {
        struct gathered *gathered = &collector->games[i];
        if (gathered->failed && good)
            good = error_set(error, "a search failed, or memory ran out");
        good = good && human_cache_move(&gathered->set, set, cache, error);
        human_set_clear(&gathered->set);
        game_destroy(gathered->game);
    }
    collector->count = 0;
    return good;
}

static bool run(struct collector *collector, struct input *input, struct pool *pool,
                struct human_cache *cache, struct human_set *set, struct human_collected *collected,
                struct error *error)
{
    const struct human_collect *options = collector->options;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    uint64_t skip = cache->header.games;
    int64_t began = text_now();
    bool good = reader != NULL, more = true;
    if (!good)
        error_set(error, "out of memory");
    for (int batch = 0; good && more; batch++) {
        more = fill(collector, reader, collected, skip);
        pool_run(pool, collector->count, take_piece, collector);
        good = store(collector, set, cache, error);
        if (good && more && options->watch &&
            !options->watch(options->context, (int)collected->games, set->count,
                            input_percent(input))) {
            collected->stopped = true;
            more = false;
        }
        if (more && options->budget > 0 && text_now() - began > options->budget) {
            collected->out_of_time = true;
            more = false;
        }
        if (good && cache->file && (!more || batch % BATCHES_TO_KEEP == 0) &&
            !human_cache_note(cache, collected->games))
            good = error_set_in(error, options->cache, "%s", strerror(errno));
    }
    good = good &&
           (collected->stopped || collected->out_of_time || pgn_reader_ended_well(reader, error));
    pgn_reader_destroy(reader);
    return good;
}

static bool open_field(struct collector *collector, const struct human_collect *options,
                       struct error *error)
{
    *collector = (struct collector){.options = options};
    pthread_mutex_init(&collector->lock, NULL);
    collector->engines = calloc((size_t)options->threads, sizeof *collector->engines);
    if (!collector->engines)
        return error_set(error, "out of memory");
    for (int i = 0; i < options->threads; i++)
        if (!(collector->engines[i].engine = engine_create(NULL, NULL)))
            return error_set(error, "out of memory");
    return !options->maia || human_networks_open(&collector->networks, options->maia, error);
}

static void close_field(struct collector *collector)
{
    for (int i = 0; collector->engines && i < collector->options->threads; i++)
        engine_destroy(collector->engines[i].engine);
    human_networks_close(&collector->networks);
    free(collector->engines);
    pthread_mutex_destroy(&collector->lock);
}

bool human_collect(const struct human_collect *options, struct human_set *set,
                   struct human_collected *collected, struct error *error)
{
    uint64_t fingerprint;
    struct human_cache cache = {.file = NULL};
    *collected = (struct human_collected){.games = 0};
    error_set(error, "%s", "");
    struct collector *collector = malloc(sizeof *collector);
    struct pool *pool = pool_create(options->threads);
    struct input *input = input_open(options->path, error);
    bool good = collector && pool && input &&
                (!options->cache || (fingerprint_of(options, &fingerprint, error) &&
                                     human_cache_open(&cache, options->cache, fingerprint,
                                                      options->cached, set, error)));
    if (good) {
        if (!options->cached) {
            good = open_field(collector, options, error) &&
                   run(collector, input, pool, &cache, set, collected, error);
            close_field(collector);
        }
        collected->stopped |= options->cached; /* the file of games was not read to its end */
    } else if (!error->message[0]) {
        error_set(error, "out of memory");
    }
    if (cache.file && fclose(cache.file) != 0 && good)
        good = error_set_in(error, options->cache, "%s", strerror(errno));
    good = (input_close(input, error) || collected->stopped || collected->out_of_time) && good;
    pool_destroy(pool);
    free(collector);
    return good;
}
