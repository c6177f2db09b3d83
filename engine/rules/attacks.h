/* Tables of the squares that each piece attacks. chess_init fills them once; after that they are
 * constant. */
#pragma once

#include "engine/chess.h"
#include "engine/rules/cpu.h"

extern Bitboard knight_attacks[64];
extern Bitboard king_attacks[64];
extern Bitboard pawn_attacks[2][64]; /* [colour][square]: squares that a pawn on this square
                                      * attacks */
extern Bitboard between_squares[64][64]; /* squares strictly between the two; empty if they share no
                                          * line */
extern Bitboard line_squares[64][64];    /* the line through both squares from edge to edge,
                                          * including both; empty if they share no line */

/* The attacks of a slider (bishop or rook) from one square, for each set of pieces that may block
 * it. The index is computed from the occupied squares of the mask, by the instruction PEXT if the
 * processor has a fast one, otherwise by a magic multiplication. */
struct slider_table {
    Bitboard mask; /* the squares where a piece would block the slider: its lines without their last
                    * squares */
    Bitboard magic;
    const Bitboard *attacks;
    unsigned shift;
};
extern struct slider_table bishop_tables[64];
extern struct slider_table rook_tables[64];

static inline size_t slider_index(const struct slider_table *table, Bitboard occupied)
{
#if defined(PROCESSOR_ALWAYS_PEXT)
    return pext(occupied, table->mask);
#else
#if defined(PROCESSOR_MAYBE_PEXT)
    if (__builtin_expect(processor.pext, 1))
        return pext(occupied, table->mask);
#endif
    return ((occupied & table->mask) * table->magic) >> table->shift;
#endif
}
static inline Bitboard bishop_attacks(Square square, Bitboard occupied)
{
    const struct slider_table *table = &bishop_tables[square];
    return table->attacks[slider_index(table, occupied)];
}
static inline Bitboard rook_attacks(Square square, Bitboard occupied)
{
    const struct slider_table *table = &rook_tables[square];
    return table->attacks[slider_index(table, occupied)];
}
static inline Bitboard queen_attacks(Square square, Bitboard occupied)
{
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}
/* The attacks of any piece except a pawn. */
Bitboard piece_attacks(int type, Square square, Bitboard occupied);

/* Fills all tables, with the instructions that this processor has. */
void attacks_init(void);

/* Fills the tables so that they work with the instructions in `choice`, which must be a subset of
 * what processor_detect returns. For tests only: no other thread may use the tables while it
 * runs. */
void attacks_init_for(struct processor choice);

#define FILE_A 0x0101010101010101ULL
#define FILE_H 0x8080808080808080ULL
#define RANK_1 0x00000000000000FFULL

static inline Bitboard square_bit(Square square) { return 1ULL << square; }
static inline Square first_square(Bitboard set) { return __builtin_ctzll(set); } /* `set` must not
                                                                                  * be 0 */
static inline Square pop_square(Bitboard *set)
{
    Square square = first_square(*set);
    *set &= *set - 1;
    return square;
}
