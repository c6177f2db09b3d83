/* A network answers many positions faster than one: games are played in groups, in step, so that
 * the same network moves in all of them. A group depends on its number alone, whatever the threads.
 */
#include "src/lab/human/selfplay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/human/maia_set.h"
#include "src/util/thread_pool.h"
#include "src/util/hash.h"
#include "src/util/random.h"

enum {
    GROUP = 32,  /* games in step */
    BATCH = 8,   /* groups between two looks */
    OPENING = 8, /* plies that many games share: one position in so many is kept */
};

struct table {
    struct human_history histories[GROUP];
    struct human_policy policies[GROUP];
    Move last[GROUP], own[GROUP];
    int count; /* games that go on */
};

struct games {
    uint64_t number;
    struct human_set set;
    bool failed;
};

struct field {
    const struct human_selfplay *options;
    struct human_networks networks;
    struct games groups[BATCH];
};

/* ---- one group ---- */

static int draw_move(const struct human_policy *policy, uint64_t *random)
{
    float left = (float)random_fraction(random);
    int move = 0;
    while (move + 1 < policy->count && left >= policy->chances[move])
        left -= policy->chances[move++];
    return move;
}

static bool keep(struct games *group, const struct table *table, int game, int rating, int played)
{
    struct human_option options[CHESS_MOVES_MAX] = {{.move = NO_MOVE}};
    const struct human_history *history = &table->histories[game];
    const struct human_policy *policy = &table->policies[game];
    bool first = history->count == 1;
    struct human_choice choice = {.last = table->last[game],
                                  .own = table->own[game],
                                  .played = (uint16_t)played,
                                  .rating = (uint16_t)rating,
                                  .count = (uint16_t)policy->count,
                                  .seconds = 65535,
                                  .game = (uint32_t)group->number,
                                  .flags = HUMAN_UNSEARCHED | HUMAN_SELFPLAY |
                                           (first ? HUMAN_FIRST : 0)};
    for (int i = 0; i < policy->count; i++) {
        options[i].move = policy->moves[i];
        options[i].maia = (uint16_t)(65535 * policy->chances[i]);
    }
    return !record_pack(&choice.before, &history->recent[!first]) ||
           human_set_add(&group->set, &choice, options);
}

static bool is_drawn(const struct human_history *history)
{
    const struct position *position = &history->recent[0];
    Bitboard all = position->by_color[WHITE] | position->by_color[BLACK];
    int times = 0;
    for (int i = 0; i < history->key_count; i++)
        times += history->keys[i] == position->key;
    return times >= 2 || position->halfmoves >= 100 || __builtin_popcountll(all) == 2;
}

static void remove_game(struct table *table, int game)
{
    int last = --table->count;
    table->histories[game] = table->histories[last];
    table->policies[game] = table->policies[last];
    table->last[game] = table->last[last];
    table->own[game] = table->own[last];
}

/* A ply of all games. */
static bool play_ply(struct games *group, struct table *table, int ply, int rating,
                     uint64_t *random)
{
    for (int game = table->count - 1; game >= 0; game--) {
        struct human_history *history = &table->histories[game];
        if (table->policies[game].count == 0 || is_drawn(history)) {
            remove_game(table, game);
            continue;
        }
        int drawn = draw_move(&table->policies[game], random);
        bool wanted = ply >= OPENING || random_next(random) % OPENING == 0;
        if (wanted && table->policies[game].count > 1 && !keep(group, table, game, rating, drawn))
            return false;
        Move move = table->policies[game].moves[drawn];
        human_history_play(history, move);
        table->own[game] = table->last[game];
        table->last[game] = move;
    }
    return true;
}

/* A rating that has a network. */
static int draw_rating(const struct human_networks *networks, uint64_t *random)
{
    for (;;) {
        int rating = MAIA_MIN + (int)(random_next(random) % MAIA_COUNT) * MAIA_STEP;
        if (human_networks_of(networks, rating))
            return rating;
    }
}

static void play_group(void *context, int piece)
{
    struct field *field = context;
    struct games *group = &field->groups[piece];
    struct table *table = malloc(sizeof *table);
    uint64_t random = random_mix(field->options->seed + group->number * 0x9E3779B97F4A7C15U);
    int ratings[COLOR_COUNT];
    struct position start;
    group->failed = !table;
    if (!table)
        return;
    chess_start(&start);
    for (int color = WHITE; color <= BLACK; color++)
        ratings[color] = draw_rating(&field->networks, &random);
    table->count = GROUP;
    for (int i = 0; i < GROUP; i++) {
        human_history_begin(&table->histories[i], &start);
        table->last[i] = table->own[i] = NO_MOVE;
    }
    for (int ply = 0; ply < field->options->plies && table->count > 0 && !group->failed; ply++) {
        int rating = ratings[ply % COLOR_COUNT];
        const struct human_network *network = human_networks_of(&field->networks, rating);
        group->failed = !human_policies(network, table->histories, table->count, table->policies) ||
                        !play_ply(group, table, ply, rating, &random);
    }
    free(table);
}

/* ---- all of them ---- */

/* Moves what a batch brought to set and cache. */
static bool store(struct field *field, int count, struct human_set *set, FILE *cache,
                  struct error *error)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        struct games *group = &field->groups[i];
        if (group->failed && good)
            good = error_set(error, "out of memory");
        good = good && human_cache_move(&group->set, set, cache, error);
        human_set_clear(&group->set);
    }
    return good;
}

static uint64_t fingerprint_of(const struct human_selfplay *options)
{
    int64_t numbers[] = {GROUP, options->plies, OPENING, (int64_t)options->seed};
    return hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
}

/* groups: those the cache has. */
static bool run(struct field *field, struct pool *pool, uint64_t groups, FILE *cache,
                struct human_set *set, bool *stopped, struct error *error)
{
    const struct human_selfplay *options = field->options;
    uint64_t wanted = ((uint64_t)options->games + GROUP - 1) / GROUP;
    while (groups < wanted && !*stopped) {
        int count = wanted - groups < BATCH ? (int)(wanted - groups) : BATCH;
        for (int i = 0; i < count; i++)
            field->groups[i] = (struct games){.number = groups++};
        pool_run(pool, count, play_group, field);
        if (!store(field, count, set, cache, error))
            return false;
        if (cache && !human_cache_note(cache, fingerprint_of(options), groups))
            return error_set_in(error, options->cache, "%s", strerror(errno));
        *stopped = options->watch && !options->watch(options->context, (int)groups * GROUP,
                                                     set->count, (int)(100 * groups / wanted));
    }
    return true;
}

bool human_selfplay(const struct human_selfplay *options, struct human_set *set, bool *stopped,
                    struct error *error)
{
    struct field *field = calloc(1, sizeof *field);
    struct pool *pool = pool_create(options->threads);
    FILE *cache = NULL;
    uint64_t groups = 0;
    bool good = field && pool;
    if (!good)
        error_set(error, "out of memory");
    if (good && options->cache)
        good = (cache = human_cache_open(options->cache, fingerprint_of(options), options->cached,
                                         set, &groups, error)) != NULL;
    if (good && !options->cached) {
        field->options = options;
        good = human_networks_open(&field->networks, options->maia, error) &&
               run(field, pool, groups, cache, set, stopped, error);
        human_networks_close(&field->networks);
    }
    if (cache && fclose(cache) != 0 && good)
        good = error_set_in(error, options->cache, "%s", strerror(errno));
    pool_destroy(pool);
    free(field);
    return good;
}
