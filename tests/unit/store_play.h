/* Writes a game into a store, move by move. */
#pragma once

#include "tests/unit/folder.h"

static inline void play(struct store *store, int plies)
{
    static struct stored_game stored;
    struct error error = {0};
    chess_start(&stored.start);
    stored.drill = DRILL_NONE;
    stored.handicap = (struct handicap){.limited = true, .elo = 1400, .nodes_per_second = 39151,
                                        .method = METHOD_NOISE, .time_discount = 33,
                                        .reference_time = 2500};
    clock_init(&stored.clock, &(struct time_control){.untimed = true});
    struct game *game = game_create(&stored.start);
    assert_non_null(game);
    assert_true(store_begin(store, &stored, &error));
    struct game_node *node = game->root;
    for (int i = 0; i < plies; i++) {
        static const char *const there_and_back[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        Move move;
        assert_true(chess_from_uci(&node->position, there_and_back[i % 4], &move));
        node = game_add(node, move);
        assert_non_null(node);
        assert_true(store_move(store, stored.id, node, NULL, &error));
    }
    game_destroy(game);
}

