#include "src/claims/effects.h"

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
    if (!after->checkers || count == 0 || exits & after->checkers) /* the king can take it */
        return false;
    claim_add_target(found, king_of(after, after->side));
    for (int i = 0; i < 2 && exits; i++)
        claim_add_target(found, pop(&exits));
    return true;
}

bool puts_pressure(const struct position *before, Move move, struct claim *found)
{
    struct position after = *before;
    Square from = move_from(move), to = move_to(move);
    int side = before->side;
    chess_play(&after, move);
    int type = type_at(&after, to);
    if (type == KING || after.checkers || pinned(&after, side) & bit(to) ||
        exchange(&after, to, !side) > 0)
        return false;
    Bitboard fresh = chess_attacks(&after, to) & ~chess_attacks(before, from) &
                     after.by_color[!side] & ~after.by_type[KING];
    for (int target = type == PAWN ? PAWN : QUEEN; target >= PAWN; target--) {
        Bitboard set = fresh & after.by_type[target];
        while (set) {
            Square square = pop(&set);
            Bitboard defenders = attackers_of(&after, square, !side);
            if (type == PAWN ||
                (defenders && __builtin_popcountll(attackers_of(&after, square, side)) >=
                                  __builtin_popcountll(defenders))) {
                claim_add_target(found, square);
                return true;
            }
        }
    }
    return false;
}

bool adds_guard(const struct position *before, Move move, struct claim *found)
{
    struct position after = *before;
    Square from = move_from(move), to = move_to(move);
    int side = before->side;
    chess_play(&after, move);
    Bitboard fresh = chess_attacks(&after, to) & ~chess_attacks(before, from) &
                     after.by_color[side] & ~after.by_type[KING];
    for (int target = QUEEN; target >= PAWN; target--) {
        Bitboard set = fresh & after.by_type[target];
        while (set) {
            Square square = pop(&set);
            Bitboard attackers = attackers_of(&after, square, !side);
            if (attackers && __builtin_popcountll(attackers_of(before, square, side)) <=
                                 __builtin_popcountll(attackers)) {
                claim_add_target(found, square);
                return true;
            }
        }
    }
    return false;
}
