/* The evaluation: counts the terms of terms.def and weighs them. The weights change gradually from
 * middlegame to endgame with the remaining material.
 *
 * There is one body of code, evaluate_with, which is inlined for each use: with a cache for the
 * search, with a trace for explanations. Each term is one call of count(); no branch here depends
 * on the value of a weight or on the playing strength. Scores are summed from White's side and
 * converted to the side to move at the end, so a mirrored position has exactly the same score. */
#include "engine/eval/endings.h"
#include "engine/eval/pawn_network.h"
#include "engine/eval/scan.h"

#include <string.h>

/* What strengthens or weakens an attack on a king: the parts of the term king_pressure, in the
 * order of its values. They are counted for the attacking side. */
enum danger {
    DANGER_KNIGHT, /* number of attackers of the king ring (squares near the king), by type */
    DANGER_BISHOP,
    DANGER_ROOK,
    DANGER_QUEEN,
    DANGER_ADJACENT,     /* attacks on squares next to the king */
    DANGER_PAIRS,        /* pairs of pieces that attack the ring */
    DANGER_WEAK,         /* attacked squares of the ring that are undefended, or defended only once,
                          * by king or queen */
    DANGER_KNIGHT_CHECK, /* 1 if a knight could safely give check from some square; likewise for the
                          * other types */
    DANGER_BISHOP_CHECK,
    DANGER_ROOK_CHECK,
    DANGER_QUEEN_CHECK,
    DANGER_KNIGHT_CHECKS, /* 1 if a knight could safely give check from several squares; likewise
                           * for the other types */
    DANGER_BISHOP_CHECKS,
    DANGER_ROOK_CHECKS,
    DANGER_QUEEN_CHECKS,
    DANGER_UNSAFE_CHECKS, /* squares where a piece could give check, but the enemy could capture
                           * it */
    DANGER_PINNED,        /* defenders pinned to the king */
    DANGER_FLANK_ATTACKS, /* attacks on squares of the king's wing (king_flank) */
    DANGER_FLANK_DEFENDED,
    DANGER_OPEN_FILES,   /* files near the king without pawns of its side */
    DANGER_KNIGHT_GUARD, /* 1 if a defending knight guards a square next to the king */
    DANGER_NO_QUEEN,
    DANGER_ALWAYS,
    DANGER_COUNT
};
_Static_assert((int)DANGER_COUNT == (int)PRESSURE_COUNT,
               "terms.def has a weight for each kind of danger");

/* Intermediate results of one evaluation. */
struct scan {
    struct tally tally;
    const struct position *position;
    const struct pawn_entry *entry;
    Bitboard occupied;
    Bitboard pawns[COLOR_COUNT];
    Bitboard king_ring[COLOR_COUNT];            /* squares near each side's king; attacks on them
                                                 * endanger it */
    Bitboard area[COLOR_COUNT];                 /* squares that count towards the mobility of each
                                                 * side's pieces */
    Bitboard by[COLOR_COUNT][PIECE_TYPE_COUNT]; /* squares attacked by any piece of a type */
    Bitboard attacked[COLOR_COUNT];
    Bitboard twice[COLOR_COUNT]; /* squares attacked at least twice */
    Bitboard pinned[COLOR_COUNT];
    int attackers[COLOR_COUNT]; /* pieces of each side that attack the enemy king's ring */
    int danger[COLOR_COUNT];    /* sum of king_pressure for each side's attack */
};

/* Computes the attacks by pawns and king, the king ring and the mobility area of `color`. The piece
 * terms of both sides need them. */
INLINE void prepare(struct scan *scan, int color)
{
    const struct position *position = scan->position;
    Bitboard pawns = scan->pawns[color], theirs = scan->pawns[!color];
    Square king = king_square(position, color);
    Bitboard by_pawns = pawn_attack_set(color, pawns);
    Bitboard twice_by_pawns = up(color, east(pawns)) & up(color, west(pawns));
    Bitboard by_king = king_attacks[king];

    scan->by[color][PAWN] = by_pawns;
    scan->by[color][KING] = by_king;
    scan->attacked[color] = by_pawns | by_king;
    scan->twice[color] = (by_pawns & by_king) | twice_by_pawns;

    /* The ring is the squares next to the king and one more rank ahead. A king on the a or h file
     * is treated as if it stood on the b or g file. */
    Square inner = king;
    if (square_file(king) == 0)
        inner++;
    else if (square_file(king) == 7)
        inner--;
    Bitboard ring = king_attacks[inner] | square_bit(inner);
    scan->king_ring[color] = (ring | up(color, ring)) & ~twice_by_pawns;

    /* The mobility area of `color` is all squares except those attacked by enemy pawns, the square
     * of its king, and the squares of its pawns that are blocked or on the second or third rank. */
    Bitboard stuck = pawns & (down(color, scan->occupied) | rank_of(color, 1) | rank_of(color, 2));
    scan->area[color] = ~(pawn_attack_set(!color, theirs) | square_bit(king) | stuck);
}

INLINE void press(struct scan *scan, int color, enum danger what, int times)
{
    struct tally *tally = &scan->tally;
    scan->danger[color] += tally->weights->middlegame[TERM_king_pressure_AT + what] * times;
    if (tally->trace)
        tally->trace->pressure[!color][what] += (int16_t)times;
}

/* Adds a piece's attacks to the attack maps and to the pressure on the enemy king. */
INLINE void note_attacks(struct scan *scan, int color, int type, Bitboard attacks)
{
    scan->by[color][type] |= attacks;
    scan->twice[color] |= scan->attacked[color] & attacks;
    scan->attacked[color] |= attacks;
    if (attacks & scan->king_ring[!color]) {
        scan->attackers[color]++;
        press(scan, color, (enum danger)(DANGER_KNIGHT + type - KNIGHT), 1);
        if (attacks & scan->by[!color][KING])
            press(scan, color, DANGER_ADJACENT, popcount(attacks & scan->by[!color][KING]));
    }
}

/* The squares to which the piece may go without exposing its king: for a pinned piece, the squares
 * on its line to the king; for any other piece, all squares. */
INLINE Bitboard allowed(const struct scan *scan, int color, Bitboard pinned, Square square)
{
    if (pinned & square_bit(square))
        return line_squares[king_square(scan->position, color)][square];
    return ~0ULL;
}

INLINE void count_minors(struct scan *scan, int color, Bitboard pinned)
{
    struct tally *tally = &scan->tally;
    const struct position *position = scan->position;
    Square king = king_square(position, color);
    Bitboard knights = pieces(position, color, KNIGHT), bishops = pieces(position, color, BISHOP);
    Bitboard mine = scan->pawns[color], own = position->by_color[color];
    Bitboard ranks = color == WHITE ? 0x0000FFFFFF000000ULL : 0x000000FFFFFF0000ULL;
    Bitboard outposts = ranks & ~scan->entry->reach[!color] & scan->by[color][PAWN];
    Bitboard all_pawns = scan->pawns[WHITE] | scan->pawns[BLACK];

    count_set(tally, color, TERM_knight_value_AT, knights);
    count_set(tally, color, TERM_bishop_value_AT, bishops);
    if (knights)
        count_times(tally, color, TERM_knight_pawns_AT, popcount(knights) * (popcount(mine) - 5));
    count_set(tally, color, TERM_knight_outpost_AT, knights & outposts);
    count_set(tally, color, TERM_bishop_outpost_AT, bishops & outposts);
    count_set(tally, color, TERM_minor_behind_pawn_AT,
              (knights | bishops) & down(color, all_pawns));
    if ((bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES))
        count(tally, color, TERM_bishop_pair_AT);

    while (knights) {
        Square square = pop_square(&knights);
        Bitboard attacks = knight_attacks[square] & allowed(scan, color, pinned, square);
        note_attacks(scan, color, KNIGHT, attacks);
        count(tally, color, TERM_knight_square_AT + square_place(color, square));
        count(tally, color, TERM_knight_mobility_AT + popcount(attacks & scan->area[color]));
        count_times(tally, color, TERM_minor_far_from_king_AT, distance(king, square));
        if (!(outposts & square_bit(square)) && (attacks & outposts & ~own))
            count(tally, color, TERM_knight_outpost_near_AT);
    }

    Bitboard blocked_center = mine & CENTER_FILES & down(color, scan->occupied);
    while (bishops) {
        Square square = pop_square(&bishops);
        Bitboard line = allowed(scan, color, pinned, square);
        Bitboard hue = square_bit(square) & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
        /* Its own queens do not block the bishop, because a bishop behind a queen adds pressure,
         * too. */
        Bitboard attacks =
            bishop_attacks(square, scan->occupied ^ pieces(position, color, QUEEN)) & line;
        note_attacks(scan, color, BISHOP, attacks);
        count(tally, color, TERM_bishop_square_AT + square_place(color, square));
        count(tally, color, TERM_bishop_mobility_AT + popcount(attacks & scan->area[color]));
        count_times(tally, color, TERM_minor_far_from_king_AT, distance(king, square));
        count_set(tally, color, TERM_bishop_pawns_AT, mine & hue);
        count_set(tally, color, TERM_bishop_blocked_center_AT, blocked_center & hue);
        count_set(tally, color, TERM_bishop_enemy_pawns_AT,
                  scan->pawns[!color] & bishop_attacks(square, 0));
        if (!(attacks & scan->king_ring[!color]) &&
            (bishop_attacks(square, all_pawns) & scan->king_ring[!color]))
            count(tally, color, TERM_bishop_eyes_king_AT);
        if (many(bishop_attacks(square, all_pawns) & CENTER_SQUARES))
            count(tally, color, TERM_bishop_long_diagonal_AT);
        /* A bishop trapped on the edge of the seventh rank by an enemy pawn. */
        if (square_bit(square) & rank_of(color, 6) & (FILE_A | FILE_H)) {
            Bitboard door = down(color, down(color, square_bit(square)));
            Bitboard bar = down(color, east(square_bit(square)) | west(square_bit(square)));
            if (scan->pawns[!color] & bar && scan->by[!color][PAWN] & bar && !(door & own))
                count(tally, color, TERM_bishop_trapped_AT);
        }
    }
}

INLINE void count_majors(struct scan *scan, int color, Bitboard pinned)
{
    struct tally *tally = &scan->tally;
    const struct position *position = scan->position;
    Square king = king_square(position, color);
    Bitboard rooks = pieces(position, color, ROOK), queens = pieces(position, color, QUEEN);
    Bitboard majors = rooks | queens;
    Bitboard mine = scan->pawns[color], theirs = scan->pawns[!color];
    Bitboard seventh = rank_of(color, 6);
    Bitboard far_half = color == WHITE ? 0xFFFFFFFF00000000ULL : 0x00000000FFFFFFFFULL;
    bool targets = (theirs & seventh) || (pieces(position, !color, KING) & rank_of(color, 7));

    count_set(tally, color, TERM_rook_value_AT, rooks);
    count_set(tally, color, TERM_queen_value_AT, queens);
    if (rooks)
        count_times(tally, color, TERM_rook_pawns_AT, popcount(rooks) * (popcount(mine) - 5));
    if (many(rooks))
        count(tally, color, TERM_rook_pair_AT);
    count_set(tally, color, TERM_queen_infiltration_AT,
              queens & far_half & ~scan->entry->reach[!color]);
    if (targets) {
        count_set(tally, color, TERM_rook_seventh_AT, rooks & seventh);
        count_set(tally, color, TERM_queen_seventh_AT, queens & seventh);
    }

    for (Bitboard set = rooks; set;) {
        Square square = pop_square(&set);
        Bitboard file = file_of(square);
        Bitboard attacks =
            rook_attacks(square, scan->occupied ^ majors) & allowed(scan, color, pinned, square);
        int mobility = popcount(attacks & scan->area[color]);
        note_attacks(scan, color, ROOK, attacks);
        count(tally, color, TERM_rook_square_AT + square_place(color, square));
        count(tally, color, TERM_rook_mobility_AT + mobility);
        if (!(mine & file)) {
            count(tally, color,
                  theirs & file ? TERM_rook_half_open_file_AT : TERM_rook_open_file_AT);
            if (queens & file)
                count(tally, color, TERM_queen_battery_AT);
        } else if (mine & file & down(color, scan->occupied)) {
            count(tally, color, TERM_rook_closed_file_AT);
        }
        if (attacks & set & file)
            count(tally, color, TERM_rook_battery_AT);
        if (position->by_type[QUEEN] & file)
            count(tally, color, TERM_rook_queen_file_AT);
        if (!(attacks & scan->king_ring[!color]) && (scan->king_ring[!color] & file))
            count(tally, color, TERM_rook_eyes_king_AT);
        /* A rook shut in by its own king, with few moves. */
        if (mobility <= 3 && rank_for(color, king) == 0 && rank_for(color, square) <= 1) {
            int rook_file = square_file(square), king_file = square_file(king);
            if (king_file < 4 ? rook_file < king_file : rook_file > king_file && king_file > 4)
                count(tally, color, TERM_rook_trapped_AT);
        }
    }

    while (queens) {
        Square square = pop_square(&queens);
        Bitboard attacks =
            queen_attacks(square, scan->occupied) & allowed(scan, color, pinned, square);
        note_attacks(scan, color, QUEEN, attacks);
        count(tally, color, TERM_queen_square_AT + square_place(color, square));
        count(tally, color, TERM_queen_mobility_AT + popcount(attacks & scan->area[color]));
    }
}

/* The four files of the wing on which the king stands, or of the centre, restricted to the five
 * ranks nearest to `color`. */
INLINE Bitboard king_flank(int color, Square king)
{
    int file = square_file(king);
    Bitboard files = file < 3 ? WING_QUEEN : file > 4 ? ~WING_QUEEN : CENTER_FILES;
    Bitboard half = rank_of(color, 0) | rank_of(color, 1) | rank_of(color, 2) | rank_of(color, 3) |
                    rank_of(color, 4);
    return files & half;
}

/* Counts the enemy's attack on the king of `color`: pressure, weak squares, safe checks. */
INLINE void count_king(struct scan *scan, int color)
{
    struct tally *tally = &scan->tally;
    const struct position *position = scan->position;
    int enemy = !color;
    Square king = king_square(position, color);
    Bitboard enemy_queens = pieces(position, enemy, QUEEN);

    if (pieces(position, enemy, ROOK))
        count_times(tally, color, TERM_king_half_open_AT, scan->entry->half_open[color]);
    Bitboard flank = king_flank(color, king);
    int flank_attacks =
        popcount(flank & scan->attacked[enemy]) + popcount(flank & scan->twice[enemy]);
    count_times(tally, color, TERM_king_flank_AT, flank_attacks);
    if (!((scan->pawns[WHITE] | scan->pawns[BLACK]) & fill_file(flank)))
        count(tally, color, TERM_king_bare_flank_AT);

    if (scan->attackers[enemy] + (enemy_queens != 0) < 2) {
        if (tally->trace)
            memset(tally->trace->pressure[color], 0, sizeof tally->trace->pressure[color]);
        return;
    }

    /* Weak squares are attacked by the enemy and not defended, or defended only once, by the king
     * or the queen. */
    Bitboard weak = scan->attacked[enemy] & ~scan->twice[color] &
                    (~scan->attacked[color] | scan->by[color][KING] | scan->by[color][QUEEN]);
    Bitboard safe =
        ~position->by_color[enemy] & (~scan->attacked[color] | (weak & scan->twice[enemy]));
    Bitboard no_queen = scan->occupied ^ pieces(position, color, QUEEN);
    Bitboard straight = rook_attacks(king, no_queen), diagonal = bishop_attacks(king, no_queen);
    Bitboard checks[] = {
        knight_attacks[king] & scan->by[enemy][KNIGHT] & ~position->by_color[enemy],
        diagonal & scan->by[enemy][BISHOP] & ~position->by_color[enemy],
        straight & scan->by[enemy][ROOK] & ~position->by_color[enemy],
        (straight | diagonal) & scan->by[enemy][QUEEN] & ~scan->by[color][QUEEN] &
            ~position->by_color[enemy],
    };
    Bitboard unsafe = 0;
    for (int i = 0; i < 4; i++) {
        Bitboard good = checks[i] & safe;
        if (good)
            press(scan, enemy, (enum danger)(DANGER_KNIGHT_CHECK + i), 1);
        else
            unsafe |= checks[i];
        if (many(good))
            press(scan, enemy, (enum danger)(DANGER_KNIGHT_CHECKS + i), 1);
    }
    if (unsafe)
        press(scan, enemy, DANGER_UNSAFE_CHECKS, popcount(unsafe));
    press(scan, enemy, DANGER_WEAK, popcount(weak & scan->king_ring[color]));
    press(scan, enemy, DANGER_PAIRS, scan->attackers[enemy] * (scan->attackers[enemy] - 1) / 2);
    press(scan, enemy, DANGER_PINNED, popcount(scan->pinned[color]));
    press(scan, enemy, DANGER_FLANK_ATTACKS, flank_attacks);
    press(scan, enemy, DANGER_FLANK_DEFENDED, popcount(flank & scan->attacked[color]));
    press(scan, enemy, DANGER_OPEN_FILES, scan->entry->half_open[color]);
    press(scan, enemy, DANGER_KNIGHT_GUARD, (scan->by[color][KNIGHT] & scan->by[color][KING]) != 0);
    press(scan, enemy, DANGER_NO_QUEEN, !enemy_queens);
    press(scan, enemy, DANGER_ALWAYS, 1);
    int danger = scan->danger[enemy] / PRESSURE_UNIT;
    if (danger > 0)
        count(tally, color, TERM_king_danger_AT + (danger > DANGER_MAX ? DANGER_MAX : danger));
}

INLINE void count_passed(struct scan *scan, int color)
{
    struct tally *tally = &scan->tally;
    const struct position *position = scan->position;
    Square king = king_square(position, color), enemy_king = king_square(position, !color);
    bool enemy_bare =
        !(position->by_color[!color] & ~scan->pawns[!color] & ~pieces(position, !color, KING));
    Bitboard helped = scan->by[color][PAWN] | east(scan->pawns[color]) | west(scan->pawns[color]);

    for (Bitboard set = scan->entry->passed[color]; set;) {
        Square square = pop_square(&set);
        Bitboard self = square_bit(square), stop = up(color, self);
        int rank = rank_for(color, square);
        Square next = first_square(stop);
        count(tally, color, TERM_passed_pawn_AT + rank - 1);
        if (stop & scan->occupied)
            count(tally, color, TERM_passed_blocked_AT + rank - 1);
        else if (!(stop & scan->attacked[!color]))
            count(tally, color, TERM_passed_free_AT + rank - 1);
        Bitboard way = ahead(color, square);
        if (!(way & (scan->occupied | scan->attacked[!color])))
            count(tally, color, TERM_passed_path_AT + rank - 1);
        if (stop & scan->attacked[color])
            count(tally, color, TERM_passed_guarded_AT + rank - 1);
        int file = square_file(square);
        count_times(tally, color, TERM_passed_center_AT, file < 4 ? file : 7 - file);
        if (self & helped)
            count(tally, color, TERM_passed_supported_AT);
        if (rank >= 3) {
            count_times(tally, color, TERM_passed_own_king_AT + rank - 3, distance(king, next));
            count_times(tally, color, TERM_passed_enemy_king_AT + rank - 3,
                        distance(enemy_king, next));
        }
        Bitboard behind = ahead(!color, square) & rook_attacks(square, scan->occupied);
        if (behind & pieces(position, color, ROOK))
            count(tally, color, TERM_passed_rook_behind_AT);
        if (behind & pieces(position, !color, ROOK))
            count(tally, color, TERM_passed_enemy_rook_behind_AT);
        /* Only the enemy king could stop the pawn, and it is too far away. */
        if (enemy_bare && !(way & scan->occupied)) {
            int steps = 7 - rank - (rank == 1);
            Square target = color == WHITE ? square | 56 : square & 7;
            if (distance(enemy_king, target) - (position->side != color) > steps)
                count(tally, color, TERM_passed_unstoppable_AT);
        }
    }
}

/* Enemy queens with exactly one piece between them and a rook or bishop of `color`. */
INLINE Bitboard queens_on_lines(const struct scan *scan, int color)
{
    const struct position *position = scan->position;
    Bitboard found = 0;
    for (Bitboard set = pieces(position, !color, QUEEN); set;) {
        Square queen = pop_square(&set);
        Bitboard sliders = (bishop_attacks(queen, 0) & pieces(position, color, BISHOP)) |
                           (rook_attacks(queen, 0) & pieces(position, color, ROOK));
        while (sliders) {
            Bitboard between = between_squares[queen][pop_square(&sliders)] & scan->occupied;
            if (between && !many(between))
                found |= square_bit(queen);
        }
    }
    return found;
}

INLINE void count_threats(struct scan *scan, int color)
{
    struct tally *tally = &scan->tally;
    const struct position *position = scan->position;
    Bitboard theirs = position->by_color[!color] & ~pieces(position, !color, KING);
    Bitboard officers = theirs & ~scan->pawns[!color];
    Bitboard by_pawns = pawn_attack_set(
        color, scan->pawns[color] & (~scan->attacked[!color] | scan->attacked[color]));
    Bitboard by_minors = scan->by[color][KNIGHT] | scan->by[color][BISHOP];
    Bitboard strong = scan->by[!color][PAWN] | (scan->twice[!color] & ~scan->twice[color]);
    Bitboard safe = ~scan->attacked[!color] | scan->attacked[color];

    for (int type = KNIGHT; type <= QUEEN; type++) {
        Bitboard set = officers & position->by_type[type];
        count_set(tally, color, TERM_threat_by_pawn_AT + type - KNIGHT, set & by_pawns);
    }
    for (int type = PAWN; type <= QUEEN; type++) {
        Bitboard set = theirs & position->by_type[type];
        if (type <= BISHOP)
            set &= ~strong;
        count_set(tally, color, TERM_threat_by_minor_AT + type, set & by_minors);
        count_set(tally, color, TERM_threat_by_rook_AT + type,
                  set & scan->by[color][ROOK] & (type == QUEEN ? ~0ULL : ~strong));
    }
    count_set(tally, color, TERM_threat_by_king_AT,
              theirs & ~scan->attacked[!color] & scan->by[color][KING]);
    count_set(tally, color, TERM_threat_hanging_AT,
              theirs & scan->attacked[color] & ~scan->by[!color][PAWN] &
                  (~scan->attacked[!color] | (officers & scan->twice[color] & ~strong)));
    count_set(tally, color, TERM_threat_restriction_AT,
              scan->attacked[!color] & ~strong & scan->attacked[color]);

    /* Squares that a pawn can reach by a single or double step and on which it would be safe. */
    Bitboard steps = up(color, scan->pawns[color]) & ~scan->occupied;
    steps |= up(color, steps & rank_of(color, 2)) & ~scan->occupied;
    steps &= ~scan->by[!color][PAWN] & safe;
    count_set(tally, color, TERM_threat_push_AT,
              pawn_attack_set(color, steps) & officers & ~by_pawns);

    Bitboard queens = pieces(position, !color, QUEEN);
    if (queens && !many(queens)) {
        Square queen = first_square(queens);
        Bitboard hits = (bishop_attacks(queen, scan->occupied) & scan->by[color][BISHOP]) |
                        (rook_attacks(queen, scan->occupied) & scan->by[color][ROOK]);
        hits &= ~scan->attacked[!color] | (scan->twice[color] & ~strong);
        count_set(tally, color, TERM_threat_queen_slider_AT, hits & ~position->by_color[color]);
        count_set(tally, color, TERM_threat_queen_knight_AT,
                  knight_attacks[queen] & scan->by[color][KNIGHT] & ~position->by_color[color] &
                      ~strong & (~scan->attacked[!color] | scan->twice[color]));
    }
    count_set(tally, color, TERM_threat_queen_pinned_AT, queens_on_lines(scan, color));
    count_set(tally, color, TERM_threat_queen_guard_AT,
              theirs & scan->attacked[color] & ~scan->twice[!color] & scan->by[!color][QUEEN]);

    /* Space matters only while there are enough pieces to use it. */
    int own = popcount(position->by_color[color]);
    if (popcount(scan->occupied & ~(scan->pawns[WHITE] | scan->pawns[BLACK])) >= 12) {
        Bitboard ranks = rank_of(color, 1) | rank_of(color, 2) | rank_of(color, 3);
        Bitboard area = CENTER_FILES & ranks & ~scan->pawns[color] & ~scan->by[!color][PAWN];
        Bitboard behind = scan->pawns[color] | down(color, scan->pawns[color]);
        behind |= down(color, down(color, behind));
        int squares = popcount(area) + popcount(area & behind & ~scan->attacked[!color]);
        count_times(tally, color, TERM_space_AT, squares * own / 8);
    }
}

INLINE void count_side_pieces(struct scan *scan, int color)
{
    const struct position *position = scan->position;
    struct tally *tally = &scan->tally;
    scan->pinned[color] = position_pinned(position, color) & position->by_color[color];
    count_minors(scan, color, scan->pinned[color]);
    count_majors(scan, color, scan->pinned[color]);
    count(tally, color, TERM_king_square_AT + square_place(color, king_square(position, color)));
    int castling = position->castling & (color == WHITE ? 3 : 12);
    if (castling)
        count_times(tally, color, TERM_king_castling_AT, 1 + many((Bitboard)castling));
}

/* Combines the middlegame and endgame parts of a score, in centipawns, into one number in units of
 * 1/1536 centipawn (24 phases times 64 for the scale). */
INLINE int blend(int middlegame, int endgame, int phase, int scale)
{
    return middlegame * phase * SCALE_FULL + endgame * scale * (PHASE_FULL - phase);
}

INLINE Score evaluate_with(const struct position *position, const struct weights *weights,
                           struct trace *trace, struct eval_cache *cache)
{
    struct scan scan;
    struct pawn_entry fresh;
    struct network_place place = {0};
    if (cache) {
        place = pawn_network_find(position, weights, cache);
        scan.entry = pawns_cached(position, weights, cache);
    } else {
        pawns_scan(position, weights, trace, &fresh);
        scan.entry = &fresh;
    }
    scan.tally = (struct tally){weights, trace, scan.entry->score};
    scan.tally.score += scan.entry->shelter[WHITE] + scan.entry->shelter[BLACK];
    scan.position = position;
    scan.occupied = occupied(position);
    for (int color = WHITE; color <= BLACK; color++) {
        scan.pawns[color] = pieces(position, color, PAWN);
        for (int type = KNIGHT; type <= QUEEN; type++)
            scan.by[color][type] = 0;
        scan.attackers[color] = scan.danger[color] = 0;
    }

    prepare(&scan, WHITE);
    prepare(&scan, BLACK);
    count_side_pieces(&scan, WHITE);
    count_side_pieces(&scan, BLACK);
    count_king(&scan, WHITE);
    count_king(&scan, BLACK);
    count_passed(&scan, WHITE);
    count_passed(&scan, BLACK);
    count_threats(&scan, WHITE);
    count_threats(&scan, BLACK);
    if (position->side == WHITE)
        count(&scan.tally, WHITE, TERM_tempo_AT);
    else
        count(&scan.tally, BLACK, TERM_tempo_AT);

    scan.tally.score += cache ? pawn_network_cached(position, weights, place)
                              : pawn_network_count(position, weights, trace);

    int phase = popcount(position->by_type[KNIGHT] | position->by_type[BISHOP]) +
                2 * popcount(position->by_type[ROOK]) + 4 * popcount(position->by_type[QUEEN]);
    phase = phase > PHASE_FULL ? PHASE_FULL : phase;
    int middlegame = middlegame_of(scan.tally.score), endgame = endgame_of(scan.tally.score);
    /* The side with a bare king never counts as the better side, whatever the terms say. */
    int better = !many(position->by_color[BLACK])   ? WHITE
                 : !many(position->by_color[WHITE]) ? BLACK
                 : endgame > 0                      ? WHITE
                                                    : BLACK;
    struct ending ending = {SCALE_FULL, 0};
    if (phase < PHASE_FULL && endgame)
        ending = ending_of(position, better);
    int score = blend(middlegame, endgame, phase, ending.scale) / (PHASE_FULL * SCALE_FULL);
    int adjustment = better == WHITE ? ending.bonus : -ending.bonus;
    if (!ending.scale)
        adjustment = -score;
    score += adjustment;

    if (trace) {
        trace->phase = phase;
        trace->scale = ending.scale;
        trace->adjustment = adjustment;
        trace->score = score;
    }
    return position->side == WHITE ? score : -score;
}

Score evaluation(const struct position *position, const struct weights *weights)
{
    return evaluate_with(position, weights, NULL, NULL);
}

Score evaluation_cached(const struct position *position, const struct weights *weights,
                        struct eval_cache *cache)
{
    return evaluate_with(position, weights, NULL, cache);
}

/* If each row were rounded alone, the rows would add up to a different score. So the running sum is
 * rounded, and each row gets the change of the rounded sum. */
void evaluation_explain(const struct position *position, const struct weights *weights,
                        struct trace *trace)
{
    memset(trace, 0, sizeof *trace);
    evaluate_with(position, weights, trace, NULL);

    const int unit = PHASE_FULL * SCALE_FULL;
    int running = 0;
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        struct trace_row *row = &trace->rows[term];
        for (int color = WHITE; color <= BLACK; color++) {
            int middlegame = 0, endgame = 0;
            for (int i = info->at; i < info->at + info->count; i++) {
                int times = trace->counts[color][i];
                row->count[color] += times;
                middlegame += times * weights->middlegame[i];
                endgame += times * weights->endgame[i];
            }
            int sign = color == WHITE ? 1 : -1;
            int before = running / unit;
            running += sign * blend(middlegame, endgame, trace->phase, trace->scale);
            row->centipawns[color] = sign * (running / unit - before);
            trace->groups[info->group][color] += row->centipawns[color];
        }
    }
}
