#include "src/claims/effects.h"

enum { ENDING_PIECES = 4 };

bool drives_king(const struct position *after, struct claim *found)
{
    Move moves[CHESS_MOVES_MAX];
    Bitboard exits = 0;
    int count = chess_moves(after, moves);
    for (int i = 0; i < count; i++) {
        if (type_at(after, move_from(moves[i])) != KING)
            return false;
        exits |= bit(move_to(moves[i]));
    }
    if (!after->checkers || count == 0)
        return false;
    claim_add_target(found, king_of(after, after->side));
    for (int i = 0; i < 2 && exits; i++)
        claim_add_target(found, pop(&exits));
    return true;
}

bool keeps_king_out(const struct position *before, Move move, struct claim *found)
{
    struct position after = *before;
    int side = before->side;
    Bitboard half = side == WHITE ? 0x00000000ffffffffULL : 0xffffffff00000000ULL;
    Bitboard pieces = ~before->by_type[PAWN] & ~before->by_type[KING] &
                      (before->by_color[WHITE] | before->by_color[BLACK]);
    chess_play(&after, move);
    Square own = king_of(&after, side), enemy = king_of(&after, !side);
    if (type_at(before, move_from(move)) != KING || before->checkers ||
        __builtin_popcountll(pieces) > ENDING_PIECES)
        return false;
    Bitboard lost = chess_attacks(before, enemy) & ~chess_attacks(before, move_from(move)) &
                    chess_attacks(&after, own) & half & ~before->by_color[!side];
    while (lost) {
        Square square = pop(&lost);
        if (attackers_of(before, square, side))
            continue;
        claim_add_target(found, enemy);
        claim_add_target(found, square);
        return true;
    }
    return false;
}

bool puts_pressure(const struct position *before, Move move, struct claim *found)
{
    struct position after = *before;
    Square from = move_from(move), to = move_to(move);
    int side = before->side, type = type_at(before, from);
    chess_play(&after, move);
    if (type == PAWN || type == KING || after.checkers)
        return false;
    Bitboard fresh = chess_attacks(&after, to) & ~chess_attacks(before, from) &
                     after.by_color[!side] & ~after.by_type[KING];
    for (int target = QUEEN; target >= PAWN; target--) {
        Bitboard set = fresh & after.by_type[target];
        while (set) {
            Square square = pop(&set);
            Bitboard defenders = attackers_of(&after, square, !side);
            if (defenders && __builtin_popcountll(attackers_of(&after, square, side)) >=
                                 __builtin_popcountll(defenders)) {
                claim_add_target(found, square);
                return true;
            }
        }
    }
    return false;
}
