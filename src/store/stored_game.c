/* A stored game in memory: its arrays of moves, and the game tree built from them. */
#include <limits.h>
#include <stdlib.h>

#include "src/store/store.h"

void stored_game_clear(struct stored_game *game)
{
    ledger_clear(&game->ledger, 0);
    free(game->moves);
    free(game->clocks);
    free(game->elapsed);
    game->moves = NULL;
    game->clocks = game->elapsed = NULL;
    game->move_count = game->move_capacity = 0;
}

/* Makes the arrays large enough for `count` moves. */
static bool reserve(struct stored_game *game, int count)
{
    if (count <= game->move_capacity)
        return true;
    int capacity = count < INT_MAX / 2 ? 2 * count : count;
    Move *moves = realloc(game->moves, (size_t)capacity * sizeof *moves);
    if (moves)
        game->moves = moves;
    int64_t *clocks = realloc(game->clocks, (size_t)capacity * sizeof *clocks);
    if (clocks)
        game->clocks = clocks;
    int64_t *elapsed = realloc(game->elapsed, (size_t)capacity * sizeof *elapsed);
    if (elapsed)
        game->elapsed = elapsed;
    if (!moves || !clocks || !elapsed)
        return false;
    game->move_capacity = capacity;
    return true;
}

static void set_move(struct stored_game *game, int at, Move move, int64_t clock, int64_t elapsed)
{
    game->moves[at] = move;
    game->clocks[at] = clock;
    game->elapsed[at] = elapsed;
}

bool stored_game_add(struct stored_game *game, Move move, int64_t clock, int64_t elapsed)
{
    if (!reserve(game, game->move_count + 1))
        return false;
    set_move(game, game->move_count++, move, clock, elapsed);
    return true;
}

bool stored_game_take(struct stored_game *game, const struct game_node *node)
{
    if (!reserve(game, node->ply))
        return false;
    game->move_count = node->ply;
    for (; node->parent; node = node->parent)
        set_move(game, node->ply - 1, node->move, node->clock, node->elapsed);
    return true;
}

struct game *stored_game_rebuild(const struct stored_game *stored, struct game_node **live)
{
    struct game *game = game_create(&stored->start);
    *live = game ? game->root : NULL;
    for (int i = 0; *live && i < stored->move_count; i++) {
        *live = game_add(*live, stored->moves[i]);
        if (*live) {
            (*live)->clock = stored->clocks[i];
            (*live)->elapsed = stored->elapsed[i];
        }
    }
    if (*live) {
        game->untimed = stored->clock.control.untimed;
        return game;
    }
    game_destroy(game);
    return NULL;
}
