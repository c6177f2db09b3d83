/* What the evaluation knows of endings: how much of an endgame score counts (the scale), given how
 * drawish the material is; the results of elementary endings, which are known by rules or exactly;
 * and guidance towards mate against a bare king. The rules come from the usual books on endings;
 * the tests count how often the tablebases agree with them. The scales by pawns, wings and pieces
 * are close to the best fit to the positions from which terms.def was tuned. */
#include "engine/eval/endings.h"

#include "engine/eval/kpk.h"
#include "engine/eval/scan.h"

/* The material of one side. */
struct material {
    int pawns, knights, bishops, rooks, queens;
    int worth; /* the value of the pieces other than pawns: minor piece 3, rook 5, queen 9 */
};

static struct material material_of(const struct position *position, int color)
{
    struct material m = {
        .pawns = popcount(pieces(position, color, PAWN)),
        .knights = popcount(pieces(position, color, KNIGHT)),
        .bishops = popcount(pieces(position, color, BISHOP)),
        .rooks = popcount(pieces(position, color, ROOK)),
        .queens = popcount(pieces(position, color, QUEEN)),
    };
    m.worth = 3 * (m.knights + m.bishops) + 5 * m.rooks + 9 * m.queens;
    return m;
}

static bool is_bare(struct material m)
{
    return !m.pawns && !m.worth;
}

static Bitboard hue_of(Square square)
{
    return square_bit(square) & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
}

/* Mirrors the square if `color` is Black, so that the pawns of `color` move up the board. */
static Square as_white(int color, Square square)
{
    return color == WHITE ? square : square ^ 56;
}

/* Returns whether the ending is drawn although `color` has pawns: all of them are rook pawns on one
 * file, any bishops do not control the promotion square, and the bare enemy king reaches the
 * corner. */
static bool is_rook_pawn_draw(const struct position *position, int color)
{
    Bitboard pawns = pieces(position, color, PAWN), bishops = pieces(position, color, BISHOP);
    if (!pawns || ((pawns & ~FILE_A) && (pawns & ~FILE_H)))
        return false;
    if (position->by_color[color] & ~(pawns | bishops | pieces(position, color, KING)))
        return false;
    if (position->by_color[!color] & ~pieces(position, !color, KING))
        return false;
    Square corner = (pawns & FILE_A ? 0 : 7) + (color == WHITE ? 56 : 0);
    return !(bishops & hue_of(corner)) && distance(king_square(position, !color), corner) <= 1;
}

/* The scale (how much of the score counts, in 64ths) for a rook of `color` against a pawn. The
 * ending is won if the king of `color` stands in front of the pawn, or if the enemy king is far
 * from its pawn. It is drawn if the pawn is far advanced with its king beside it and the king of
 * `color` is far away. */
static int rook_against_pawn(const struct position *position, int color)
{
    Square king = as_white(!color, king_square(position, color));
    Square helper = as_white(!color, king_square(position, !color));
    Square rook = as_white(!color, first_square(pieces(position, color, ROOK)));
    Square pawn = as_white(!color, first_square(pieces(position, !color, PAWN)));
    Square goal = (pawn & 7) + 56;
    bool ours = position->side == color;
    if (square_file(king) == square_file(pawn) && king > pawn)
        return SCALE_FULL;
    if (distance(helper, pawn) >= 3 + !ours && distance(helper, rook) >= 3)
        return SCALE_FULL;
    /* Who wins the race depends on the steps that the pawn has left and on whether its king
     * supports it. */
    if (square_rank(pawn) >= 4 && distance(helper, pawn) <= 1 + !ours &&
        distance(king, goal) - ours > distance(pawn, goal) + (distance(helper, goal) > 1))
        return 8;
    return square_rank(pawn) >= 3 && distance(helper, pawn) <= 2 ? 40 : SCALE_FULL;
}

/* The scale, in 64ths, for a queen of `color` against a pawn. The ending is drawn only if the pawn
 * is on its seventh rank, on a rook's or bishop's file, with its king near it and the king of
 * `color` far away. */
static int queen_against_pawn(const struct position *position, int color)
{
    Square king = as_white(!color, king_square(position, color));
    Square helper = as_white(!color, king_square(position, !color));
    Square pawn = as_white(!color, first_square(pieces(position, !color, PAWN)));
    Bitboard files = FILE_A | FILE_A << 2 | FILE_A << 5 | FILE_H;
    bool near = distance(king, pawn) - (position->side == color) <= 3;
    return square_rank(pawn) == 6 && distance(helper, pawn) <= 1 && !near &&
                   (files & square_bit(pawn))
               ? 6
               : SCALE_FULL;
}

/* The scale, in 64ths, for a piece and a pawn of `color` against a piece of the same value. A
 * defending king in front of the pawn holds the draw, unless a bishop of `color` can drive it
 * away. */
static int piece_and_pawn(const struct position *position, int color, struct material mine,
                          struct material theirs)
{
    Square pawn = as_white(color, first_square(pieces(position, color, PAWN)));
    Square king = as_white(color, king_square(position, color));
    Square guard = as_white(color, king_square(position, !color));
    bool before = square_file(guard) == square_file(pawn) && guard > pawn;
    Bitboard way = ahead(WHITE, pawn);

    if (mine.bishops && (theirs.bishops || theirs.knights)) {
        Square bishop = as_white(color, first_square(pieces(position, color, BISHOP)));
        if (before && (!(hue_of(bishop) & square_bit(guard)) || square_rank(guard) <= 5))
            return 4;
        if (theirs.bishops) {
            Bitboard other = pieces(position, !color, BISHOP);
            bool opposite = !(hue_of(as_white(color, first_square(other))) & square_bit(bishop));
            if (opposite)
                return distance(guard, pawn) <= 3 ? 4 : 16;
        }
        return 32;
    }
    if (mine.rooks && theirs.rooks) {
        bool beside = abs(square_file(guard) - square_file(pawn)) <= 1 && guard > pawn;
        if (before && square_rank(pawn) <= 5)
            return square_rank(king) <= 4 || square_rank(pawn) <= 3 ? 8 : 16;
        if (beside && square_rank(pawn) <= 4)
            return 20;
        /* A pawn on the sixth or seventh rank usually wins if the defending king is cut off from
         * it. */
        return square_rank(pawn) >= 5 && distance(guard, pawn) > 2 ? SCALE_FULL : 40;
    }
    if (mine.knights && before && (way & square_bit(guard)))
        return 6;
    return 28;
}

/* The scale, in 64ths, if the better side has no pawns. Without pawns, a small advantage in pieces
 * seldom wins. */
static int pawnless_scale(struct material mine, struct material theirs)
{
    int ahead_by = mine.worth - theirs.worth;
    bool two_bishops = mine.bishops == 2 && mine.worth == 6 && theirs.worth <= 3;
    bool lone_queen = mine.queens == 1 && mine.worth == 9 && !theirs.pawns &&
                      (theirs.worth <= 3 || (theirs.worth == 5 && theirs.rooks));
    if (two_bishops || lone_queen || !theirs.worth)
        return SCALE_FULL;
    return ahead_by <= 3 ? 4 : ahead_by == 4 ? 10 : ahead_by <= 6 ? 24 : 40;
}

/* The scale, in 64ths, by the number of pawns of the better side. More pawns are better, and pawns
 * on both wings are best, because a single piece cannot stop them all. */
static int pawns_scale(const struct position *position, int pawns, bool pieces_left)
{
    Bitboard all = position->by_type[PAWN];
    bool both_wings = (all & WING_QUEEN) && (all & ~WING_QUEEN);
    if (!pieces_left)
        return both_wings ? 88 : 80;
    int most = position->by_type[QUEEN] ? SCALE_FULL : SCALE_MAX, scale;
    if (position->by_type[QUEEN])
        scale = both_wings ? 40 + 6 * pawns : 20 + 9 * pawns;
    else
        scale = both_wings ? 46 + 7 * pawns : 22 + 10 * pawns;
    return scale < most ? scale : most;
}

/* How much of an endgame score in favour of `color` counts, in 64ths. */
static int scale_of(const struct position *position, int color, struct material mine,
                    struct material theirs)
{
    int ahead_by = mine.worth - theirs.worth;

    if (!mine.pawns) {
        if (mine.worth <= 3)
            return 0;
        if (mine.worth == 6 && mine.knights == 2 && !theirs.pawns)
            return 0;
        if (theirs.pawns == 1 && !theirs.worth && mine.worth == 5)
            return rook_against_pawn(position, color);
        if (theirs.pawns == 1 && !theirs.worth && mine.queens == 1 && mine.worth == 9)
            return queen_against_pawn(position, color);
        return pawnless_scale(mine, theirs);
    }
    if (is_rook_pawn_draw(position, color))
        return 0;
    if (is_bare(theirs))
        return SCALE_FULL;
    if (mine.bishops == 1 && theirs.bishops == 1 && !(mine.pawns == 1 && !theirs.pawns)) {
        Bitboard bishops = position->by_type[BISHOP];
        if ((bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES)) {
            if (mine.worth == 3 && theirs.worth == 3)
                return mine.pawns > 3 ? 32 : 16 + 4 * mine.pawns;
            return mine.worth == theirs.worth ? 44 : 54;
        }
    }
    if (mine.pawns == 1 && !theirs.pawns && mine.worth == theirs.worth && mine.worth <= 5 &&
        mine.worth)
        return piece_and_pawn(position, color, mine, theirs);
    /* A rook ending with at most one extra pawn and all pawns on one wing is often drawn. */
    if (mine.worth == 5 && theirs.worth == 5 && mine.rooks && theirs.rooks &&
        mine.pawns - theirs.pawns <= 1) {
        Bitboard pawns = position->by_type[PAWN];
        if (!(pawns & WING_QUEEN) || !(pawns & ~WING_QUEEN))
            return 36;
    }
    /* If only one pawn is left, the defender can sacrifice a minor piece for it. */
    if (mine.pawns == 1 && ahead_by <= 0 && theirs.worth >= 3)
        return mine.worth == 9 ? 44 : 30;
    int scale = pawns_scale(position, mine.pawns, mine.worth || theirs.worth);
    return ahead_by > 3 && scale < SCALE_FULL ? SCALE_FULL : scale;
}

/* Files plus ranks between a square and the nearest of the four central squares, 0 .. 6. */
static int edge_distance(Square square)
{
    int file = square_file(square), rank = square_rank(square);
    return (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
}

static int closeness(Square a, Square b)
{
    return 14 - abs(square_file(a) - square_file(b)) - abs(square_rank(a) - square_rank(b));
}

/* A bonus, in centipawns, that guides `color` towards mating a bare king: it grows as that king
 * comes nearer to the edge, or to the corner where mate is possible, and as the kings come nearer
 * to each other. */
static int mating_bonus(const struct position *position, int color, struct material mine)
{
    Bitboard bishops = pieces(position, color, BISHOP);
    bool pair = (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES);
    if (!mine.rooks && !mine.queens && !pair && !(mine.bishops && mine.knights))
        return 0;

    Square loser = king_square(position, !color), king = king_square(position, color);
    if (!mine.rooks && !mine.queens && !pair) {
        /* Mate is possible only in a corner that the bishop controls. a1 and h8 are dark. */
        int file = square_file(loser), rank = square_rank(loser);
        int along = bishops & DARK_SQUARES ? 7 - rank - file : file - rank;
        return 300 + 30 * abs(along) + 6 * closeness(loser, king);
    }
    return 300 + 50 * edge_distance(loser) + 18 * closeness(loser, king);
}

/* The bonus, in centipawns, for king and pawn against king: 0 if kpk.h says that the ending is
 * drawn, otherwise the value of the win in addition to that of the pawn. */
static int pawn_ending_bonus(const struct position *position, int color)
{
    Square pawn = as_white(color, first_square(pieces(position, color, PAWN)));
    if (!kpk_is_won(as_white(color, king_square(position, color)), pawn,
                    as_white(color, king_square(position, !color)), position->side == color))
        return 0;
    return 350 + 30 * square_rank(pawn);
}

struct ending ending_of(const struct position *position, int better)
{
    struct material mine = material_of(position, better);
    struct material theirs = material_of(position, !better);
    struct ending ending = {scale_of(position, better, mine, theirs), 0};

    if (!ending.scale)
        return ending;
    if (is_bare(theirs)) {
        if (mine.pawns == 1 && !mine.worth) {
            ending.bonus = pawn_ending_bonus(position, better);
            if (!ending.bonus)
                ending.scale = 0;
        } else {
            ending.bonus = mating_bonus(position, better, mine);
        }
    } else if (mine.worth == 9 && mine.queens && theirs.worth == 5 && theirs.rooks && !mine.pawns &&
               !theirs.pawns) {
        /* A queen beats a rook by driving its king to the edge of the board and bringing the kings
         * near each other. */
        Square loser = king_square(position, !better);
        ending.bonus =
            12 * edge_distance(loser) + 6 * closeness(loser, king_square(position, better));
    } else if (!mine.pawns && !theirs.pawns && mine.worth == 5 && mine.rooks && theirs.worth == 3 &&
               theirs.knights) {
        /* Rook against knight: a knight far from its king is usually lost. */
        Square knight = first_square(pieces(position, !better, KNIGHT));
        ending.bonus = 8 * distance(knight, king_square(position, !better));
    }
    return ending;
}
