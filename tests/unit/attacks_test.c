/* Attack tables with every implementation that this processor supports, compared with walking the
 * board. */

#include "engine/rules/attacks.h"
#include "tests/unit/test.h"

static Bitboard walked(Square from, const int steps[4][2], Bitboard occupied)
{
    Bitboard seen = 0;
    for (int i = 0; i < 4; i++) {
        int file = square_file(from) + steps[i][0], rank = square_rank(from) + steps[i][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            Bitboard bit = square_bit(rank * 8 + file);
            seen |= bit;
            if (occupied & bit)
                break;
            file += steps[i][0];
            rank += steps[i][1];
        }
    }
    return seen;
}

static void check_sliders(void)
{
    static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (Square square = 0; square < 64; square++) {
        for (int i = 0; i < 600; i++) {
            Bitboard occupied = random_bits();
            if (i % 3)
                occupied &= random_bits(); /* fewer pieces, so that sliders see further */
            if (i % 3 == 2)
                occupied &= random_bits();
            Bitboard bishop = walked(square, diagonal, occupied);
            Bitboard rook = walked(square, straight, occupied);
            assert_int_equal(bishop_attacks(square, occupied), bishop);
            assert_int_equal(rook_attacks(square, occupied), rook);
            assert_int_equal(queen_attacks(square, occupied), bishop | rook);
        }
    }
}

static int counted(uint64_t set)
{
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += (int)(set >> i & 1);
    return count;
}

static void check_popcount(void)
{
    assert_int_equal(popcount(0), 0);
    assert_int_equal(popcount(~0ULL), 64);
    for (int i = 0; i < 20000; i++) {
        uint64_t set = random_bits();
        if (i % 2)
            set &= random_bits() & random_bits();
        assert_int_equal(popcount(set), counted(set));
        assert_int_equal(popcount_portable(set), counted(set));
    }
}

/* Every choice that another processor could make, if this one can run it. */
static void all_choices_agree(void **state)
{
    struct processor best = processor_detect();
    for (int popcnt = 0; popcnt <= best.popcnt; popcnt++) {
        for (int pext = 0; pext <= best.pext; pext++) {
            attacks_init_for((struct processor){.popcnt = popcnt, .pext = pext});
            check_popcount();
            check_sliders();
        }
    }
    if (!best.popcnt || !best.pext)
        print_message("this processor offers less than others: only %s tried\n",
                      chess_processor());
    attacks_init();
    assert_int_equal(processor.popcnt, best.popcnt);
    assert_int_equal(processor.pext, best.pext);
}

static void leapers_stay_on_the_board(void **state)
{
    int knights = 0, kings = 0, pawns = 0;
    for (Square a = 0; a < 64; a++) {
        knights += popcount(knight_attacks[a]);
        kings += popcount(king_attacks[a]);
        pawns += popcount(pawn_attacks[WHITE][a]) + popcount(pawn_attacks[BLACK][a]);
        for (Square b = 0; b < 64; b++) {
            int files = square_file(b) - square_file(a), ranks = square_rank(b) - square_rank(a);
            int square_of_distance = files * files + ranks * ranks;
            assert_int_equal(!!(knight_attacks[a] & square_bit(b)), square_of_distance == 5);
            assert_int_equal(!!(king_attacks[a] & square_bit(b)),
                             square_of_distance == 1 || square_of_distance == 2);
            assert_int_equal(!!(pawn_attacks[WHITE][a] & square_bit(b)),
                             ranks == 1 && files * files == 1);
            assert_int_equal(!!(pawn_attacks[BLACK][a] & square_bit(b)),
                             ranks == -1 && files * files == 1);
        }
    }
    assert_int_equal(knights, 336);
    assert_int_equal(kings, 420);
    assert_int_equal(pawns, 196);
}

static void lines_hold_what_stands_between(void **state)
{
    for (Square a = 0; a < 64; a++) {
        for (Square b = 0; b < 64; b++) {
            Bitboard ends = square_bit(a) | square_bit(b);
            bool on_line = a != b && (queen_attacks(a, 0) & square_bit(b));
            assert_int_equal(!!line_squares[a][b], on_line);
            assert_int_equal(between_squares[a][b], between_squares[b][a]);
            if (!on_line) {
                assert_int_equal(between_squares[a][b], 0);
                continue;
            }
            assert_int_equal(line_squares[a][b] & ends, ends);
            assert_int_equal(between_squares[a][b] & ~line_squares[a][b], 0);
            int files = square_file(b) - square_file(a), ranks = square_rank(b) - square_rank(a);
            files = files < 0 ? -files : files;
            ranks = ranks < 0 ? -ranks : ranks;
            assert_int_equal(popcount(between_squares[a][b]), (files > ranks ? files : ranks) - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_choices_agree),
        cmocka_unit_test(leapers_stay_on_the_board),
        cmocka_unit_test(lines_hold_what_stands_between),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
