/* Detection of repetitions one move ahead, compared with trying every piece move to an empty
 * square. */
#include <stdlib.h>

#include "engine/rules/zobrist.h"
#include "engine/search/repetition.h"
#include "tests/unit/test.h"

enum { PLIES = 240 };

struct game {
    struct position position;
    uint64_t keys[PLIES + 1];
    int at;
};

/* A random move. Every second time the mover takes back its last move, if possible. */
static void go_on(struct game *game, Move own[COLOR_COUNT])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&game->position, moves), side = game->position.side;
    Move back = move_make(move_to(own[side]), move_from(own[side]), MOVE_NORMAL, 0);
    Move move = moves[random_bits() % (unsigned)count];
    if (own[side] && random_bits() % 2 && chess_is_legal(&game->position, back))
        move = back;
    own[side] = move;
    chess_play(&game->position, move);
    game->keys[++game->at] = game->position.key;
}

static bool seen_before(const struct game *game, int back, int reach)
{
    for (int i = back + 4; i <= reach; i += 2)
        if (game->keys[game->at - i] == game->keys[game->at - back])
            return true;
    return false;
}

/* Computes by trial what cycle_ahead promises. In the tree that also needs the other side's last
 * move. */
static bool tried(const struct game *game, int reach, int ply)
{
    const struct position *position = &game->position;
    const Bitboard all = occupied(position);
    for (Bitboard set = all & ~position->by_type[PAWN]; set;) {
        Square from = pop_square(&set);
        int color = piece_color(position->board[from]), type = piece_type(position->board[from]);
        for (Bitboard to = piece_attacks(type, from, all) & ~all; to;) {
            uint64_t key = position->key ^ turn_key() ^ piece_key(color, type, from) ^
                           piece_key(color, type, pop_square(&to));
            for (int back = 3; back <= reach; back += 2)
                if (game->keys[game->at - back] == key &&
                    (back < ply || (color == position->side && seen_before(game, back, reach))))
                    return true;
        }
    }
    return false;
}

static void what_is_looked_up_is_what_moves_do(void **state)
{
    static const char *const fens[] = {
        "4k3/1b6/p2p4/P2P4/8/3N4/8/R3K3 w Q - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
    };
    int yes = 0, no = 0, before_root = 0;
    for (int i = 0; i < 150; i++) {
        struct game game = {.position = from_fen(fens[i % 3])};
        Move own[COLOR_COUNT] = {NO_MOVE, NO_MOVE}, none[CHESS_MOVES_MAX];
        game.keys[0] = game.position.key;
        while (game.at < PLIES && chess_moves(&game.position, none) > 0) {
            go_on(&game, own);
            int reach = game.position.halfmoves < game.at ? game.position.halfmoves : game.at;
            int ply = (int)(random_bits() % (unsigned)(game.at + 1));
            bool ahead = cycle_ahead(&game.position, game.keys, game.at, reach, ply);
            assert_int_equal(ahead, tried(&game, reach, ply));
            yes += ahead;
            no += !ahead;
            before_root += ahead && !tried(&game, ply - 1 < reach ? ply - 1 : reach, ply);
        }
    }
    /* Both results are common, and some depend on positions before the root. */
    assert_true(yes > 500 && no > 500 && before_root > 20);
}

/* After rook moves the other rook's return would restore the board but not the castling rights. */
static void castling_rights_do_not_come_back(void **state)
{
    static const char *const texts[] = {"h1g1", "a8b8", "g1h1"};
    for (int rights = 0; rights < 2; rights++) {
        struct position position = from_fen(rights ? "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"
                                                   : "r3k3/8/8/8/8/8/8/4K2R w - - 0 1");
        uint64_t keys[4] = {position.key};
        for (int i = 0; i < 3; i++) {
            Move move;
            assert_true(chess_from_uci(&position, texts[i], &move));
            chess_play(&position, move);
            keys[i + 1] = position.key;
        }
        assert_int_equal(cycle_ahead(&position, keys, 3, 3, 10), !rights);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_looked_up_is_what_moves_do),
        cmocka_unit_test(castling_rights_do_not_come_back),
    };
    chess_init();
    cycle_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
