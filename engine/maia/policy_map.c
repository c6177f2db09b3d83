/* Maps moves to Lc0's policy planes. There are 73: 56 for moves like a queen's (eight directions,
 * one to seven steps), eight for knight moves, and nine for promotions (three directions; rook,
 * bishop, queen). A promotion to a knight is encoded as the plain pawn move, castling as the king's
 * move to the rook. */
#include "engine/maia/policy_map.h"

#include <stdlib.h>

enum { DIRECTIONS = 8, STEPS = 7, KNIGHTS = DIRECTIONS * STEPS };

/* Steps in files and ranks, clockwise from straight ahead. */
static const int directions[DIRECTIONS][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                              {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const int knights[DIRECTIONS][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                           {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The plane for a move by `files` files and `ranks` ranks; -1 if no piece moves like that. */
static int plane_of(int files, int ranks)
{
    int steps = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    for (int i = 0; i < DIRECTIONS; i++) {
        if (files == knights[i][0] && ranks == knights[i][1])
            return KNIGHTS + i;
        if (steps > 0 && files == steps * directions[i][0] && ranks == steps * directions[i][1])
            return i * STEPS + steps - 1;
    }
    return -1;
}

/* `promotion`: ROOK, BISHOP or QUEEN; any other value means a plain move. */
static struct human_slot slot_of(Square from, Square to, int promotion)
{
    static const int order[PIECE_TYPE_COUNT] = {[ROOK] = 0, [BISHOP] = 1, [QUEEN] = 2};
    int files = square_file(to) - square_file(from), ranks = square_rank(to) - square_rank(from);
    int plane = promotion == ROOK || promotion == BISHOP || promotion == QUEEN
                    ? HUMAN_UNDERPLANE + 3 * (files + 1) + order[promotion]
                    : plane_of(files, ranks);
    return (struct human_slot){(uint8_t)plane, (uint8_t)from};
}

struct human_slot human_move_slot(Move move, int color)
{
    int turn = color == WHITE ? 0 : 56; /* reverses the ranks of a square */
    return slot_of(move_from(move) ^ turn, move_to(move) ^ turn, move_promotion(move));
}

void human_move_slots(struct human_slot slots[HUMAN_MOVES])
{
    static const int promotions[] = {QUEEN, ROOK, BISHOP};
    enum { SEVENTH = 48, A_RANK = 8 };
    int count = 0;
    for (Square from = 0; from < SQUARE_COUNT; from++)
        for (Square to = 0; to < SQUARE_COUNT; to++)
            if (plane_of(square_file(to) - square_file(from),
                         square_rank(to) - square_rank(from)) >= 0)
                slots[count++] = slot_of(from, to, NO_PIECE_TYPE);
    for (Square from = SEVENTH; from < SEVENTH + A_RANK; from++)
        for (Square to = from + A_RANK - 1; to <= from + A_RANK + 1; to++)
            if (abs(square_file(to) - square_file(from)) <= 1 && to < SQUARE_COUNT)
                for (int i = 0; i < 3; i++)
                    slots[count++] = slot_of(from, to, promotions[i]);
}
