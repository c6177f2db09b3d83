/* Perft counts all sequences of `depth` legal moves, to test the move generator. The moves of the
 * last ply are counted without being listed or played. */
#include "engine/rules/position.h"

uint64_t chess_perft(const struct position *position, int depth)
{
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)position_count_moves(position);
    Move moves[CHESS_MOVES_MAX];
    int count = position_generate(position, GENERATE_ALL, moves);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        struct position next;
        position_play(position, moves[i], &next);
        nodes += chess_perft(&next, depth - 1);
    }
    return nodes;
}
