/* Fills the attack tables. The attacks of knights, kings and pawns and the lines between squares
 * are computed by walking from square to square. Sliders use "fancy" magic bitboards (Pradyumna
 * Kannan's layout: each square has its own shift, all squares share one array). We found the
 * multipliers by random search over numbers with few bits set. */
#include "engine/rules/attacks.h"

enum { BISHOP_ENTRIES = 5248, ROOK_ENTRIES = 102400 };

Bitboard knight_attacks[64];
Bitboard king_attacks[64];
Bitboard pawn_attacks[2][64];
Bitboard between_squares[64][64];
Bitboard line_squares[64][64];
struct slider_table bishop_tables[64];
struct slider_table rook_tables[64];

static Bitboard bishop_entries[BISHOP_ENTRIES];
static Bitboard rook_entries[ROOK_ENTRIES];

static const Bitboard bishop_magics[64] = {
    0x10102002004a1420, 0x8020040400584008, 0x10510800811201c8, 0x5204042080000088,
    0x2204106880000002, 0x1401042004000000, 0x0400880410042004, 0x0028208200a02020,
    0x1500241990010e00, 0x8001200182020a40, 0x40004101030b0000, 0x8002041042000100,
    0x4010011041020038, 0x0000010421044000, 0x1500210808020a00, 0x8000088400880520,
    0x0405004010040100, 0x1005823210040108, 0x2708008102040011, 0x4048200404009100,
    0x0018104101400024, 0x0003000601190101, 0x8004803108491000, 0x8014241200820800,
    0x0006e080100c3040, 0x0501044a11041800, 0x9020300008004045, 0x0894080000220040,
    0x1001010083104000, 0x5004030040900080, 0x000400422c012400, 0x0002128698404812,
    0x1010108404900440, 0x0928021182084100, 0x2006080409020024, 0x1010202020180080,
    0xa010008200202200, 0x2098015100019004, 0x0002041440810811, 0x802a02020000b098,
    0x0009015090004060, 0x4000821082081001, 0x0100210040420800, 0x0800004010488a00,
    0x2000081104004040, 0x4c8e029015000082, 0x0420340322224842, 0x1298260043400210,
    0x0000822802400008, 0x00008a0101600000, 0x3040003412080021, 0x3040290220884800,
    0x4a1500401041004a, 0x8010200282020781, 0x0020203142209091, 0x0070300600902110,
    0x0040808800b62048, 0x0000810400c44420, 0x00080400440c0441, 0x8340080020840411,
    0x0000000104208200, 0x0000800810d00080, 0x0400530411080200, 0x4040702400932244,
};

static const Bitboard rook_magics[64] = {
    0x1080004008801020, 0x0840092002c03000, 0x1900200010400900, 0x0880100008000480,
    0x4200100420080200, 0x8100020100080400, 0x0200040110886200, 0x0200008040220411,
    0x0404800084400220, 0x0000401000402000, 0x0086001081220440, 0x0408800800100280,
    0x000a001201040820, 0x8848800200840080, 0x4001000100040200, 0x0442000102105084,
    0x9080010020804100, 0x0040404000201009, 0x0000808010002009, 0x2200090021d00100,
    0x0008008008040080, 0x0004004002010040, 0x0011040008015042, 0x00000a0001768104,
    0x0000800080204009, 0x2010004140002001, 0x9800200280100080, 0x1000100080080080,
    0x0442000a00049020, 0x2100040080020080, 0x0800120400900148, 0x0010040a00128541,
    0x2800804000800030, 0x1010002000400041, 0x4000200011004100, 0x0610008410800800,
    0x0400802402800800, 0xc100020080800400, 0x0002000802000401, 0x0182085882000401,
    0x0220204000808000, 0x2860100040024022, 0x0001002004110040, 0x99101042000a0020,
    0x0004080004008080, 0x0010040002008080, 0x2012004881020004, 0x8300842444820011,
    0x0088403882010200, 0x0820400080210100, 0x0110910040a00300, 0x0801100280080480,
    0x0242009008200600, 0x1002000489500200, 0x0040800200010080, 0x0091800041000080,
    0x0000209300488001, 0x04c1002414824001, 0x020020000b001041, 0x7000100004200901,
    0x8002002004100802, 0x30010002084c0007, 0x0888221800813004, 0x4000002840840112,
};

struct step {
    int file, rank;
};

static const struct step bishop_steps[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const struct step rook_steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/* The square one step away, or NO_SQUARE if that is off the board. */
static Square step_from(Square square, struct step step)
{
    int file = square_file(square) + step.file;
    int rank = square_rank(square) + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : rank * 8 + file;
}

static Bitboard walk(Square from, const struct step steps[4], Bitboard occupied)
{
    Bitboard seen = 0;
    for (int i = 0; i < 4; i++) {
        Square square = step_from(from, steps[i]);
        while (square != NO_SQUARE) {
            seen |= square_bit(square);
            if (occupied & square_bit(square))
                break;
            square = step_from(square, steps[i]);
        }
    }
    return seen;
}

/* The squares whose occupancy affects the attacks. The last square of each line is left out: a
 * piece on it blocks nothing. */
static Bitboard relevant_squares(Square from, const struct step steps[4])
{
    Bitboard mask = 0;
    for (int i = 0; i < 4; i++) {
        Square square = step_from(from, steps[i]);
        while (square != NO_SQUARE && step_from(square, steps[i]) != NO_SQUARE) {
            mask |= square_bit(square);
            square = step_from(square, steps[i]);
        }
    }
    return mask;
}

static void fill_sliders(struct slider_table tables[64], const struct step steps[4],
                         const Bitboard magics[64], Bitboard *entries)
{
    for (Square square = 0; square < 64; square++) {
        struct slider_table *table = &tables[square];
        table->mask = relevant_squares(square, steps);
        table->magic = magics[square];
        table->shift = (unsigned)(64 - popcount(table->mask));
        table->attacks = entries;
        Bitboard subset = 0;
        do { /* visits all subsets of the mask (the carry-rippler trick) */
            entries[slider_index(table, subset)] = walk(square, steps, subset);
            subset = (subset - table->mask) & table->mask;
        } while (subset);
        entries += 1ULL << popcount(table->mask);
    }
}

static void fill_leapers(Square square)
{
    static const struct step knight_steps[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const struct step pawn_steps[2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};

    for (int i = 0; i < 8; i++) {
        Square to = step_from(square, knight_steps[i]);
        if (to != NO_SQUARE)
            knight_attacks[square] |= square_bit(to);
    }
    for (int i = 0; i < 4; i++) {
        Square to = step_from(square, bishop_steps[i]);
        if (to != NO_SQUARE)
            king_attacks[square] |= square_bit(to);
        to = step_from(square, rook_steps[i]);
        if (to != NO_SQUARE)
            king_attacks[square] |= square_bit(to);
    }
    for (int color = WHITE; color <= BLACK; color++) {
        for (int i = 0; i < 2; i++) {
            Square to = step_from(square, pawn_steps[color][i]);
            if (to != NO_SQUARE)
                pawn_attacks[color][square] |= square_bit(to);
        }
    }
}

static void fill_lines(Square a, const struct step steps[4])
{
    Bitboard reach = walk(a, steps, 0);
    while (reach) {
        Square b = pop_square(&reach);
        Bitboard ends = square_bit(a) | square_bit(b);
        line_squares[a][b] = (walk(a, steps, 0) & walk(b, steps, 0)) | ends;
        between_squares[a][b] = walk(a, steps, square_bit(b)) & walk(b, steps, square_bit(a));
    }
}

void attacks_init_for(struct processor choice)
{
    processor = choice;
    fill_sliders(bishop_tables, bishop_steps, bishop_magics, bishop_entries);
    fill_sliders(rook_tables, rook_steps, rook_magics, rook_entries);
    for (Square square = 0; square < 64; square++) {
        fill_leapers(square);
        fill_lines(square, bishop_steps);
        fill_lines(square, rook_steps);
    }
}

void attacks_init(void)
{
    attacks_init_for(processor_detect());
}

Bitboard piece_attacks(int type, Square square, Bitboard occupied)
{
    switch (type) {
    case KNIGHT:
        return knight_attacks[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return queen_attacks(square, occupied);
    default:
        return king_attacks[square];
    }
}

uint64_t chess_magic(int piece_type, Square square)
{
    return piece_type == BISHOP ? bishop_magics[square] : rook_magics[square];
}

bool chess_magic_fits(int piece_type, Square square, uint64_t magic)
{
    const struct step *steps = piece_type == BISHOP ? bishop_steps : rook_steps;
    const Bitboard mask = relevant_squares(square, steps);
    const unsigned shift = (unsigned)(64 - popcount(mask));
    Bitboard attacks[1 << 12] = {0}; /* 0: not used yet; real entries are never 0, because every
                                      * slider attacks something */
    Bitboard subset = 0;
    do {
        Bitboard *slot = &attacks[(subset * magic) >> shift], seen = walk(square, steps, subset);
        if (*slot && *slot != seen)
            return false;
        *slot = seen;
        subset = (subset - mask) & mask;
    } while (subset);
    return true;
}
