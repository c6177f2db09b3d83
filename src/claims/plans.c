/* Plans: what a move that wins nothing is good for. Each finder compares the board before and after
 * the line's first move. */
#include "src/claims/quiet.h"

#include <stdlib.h>

enum { ENDING_PIECES = 4, BLOCKED_MOVES = 2, MORE_MOVES = 3, AIMED_SQUARES = 2 };

static const Bitboard centre = 0x0000001818000000ULL;

static int distance(Square one, Square other)
{
    int files = abs(square_file(one) - square_file(other));
    int ranks = abs(square_rank(one) - square_rank(other));
    return files > ranks ? files : ranks;
}

/* The square of `color`'s most valuable piece that the other side could win by captures; NO_SQUARE
 * if none. */
static Square most_in_danger(const struct position *position, int color)
{
    for (int type = QUEEN; type >= PAWN; type--) {
        Bitboard set = position->by_type[type] & position->by_color[color];
        while (set) {
            Square square = pop(&set);
            if (exchange(position, square, !color) >= piece_worth(PAWN))
                return square;
        }
    }
    return NO_SQUARE;
}

/* Looks for a saved piece: an attacked piece moves away or is protected, and then the opponent can
 * win nothing by a capture. */
static void find_saved(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    Square square = most_in_danger(&walk->at[0], walk->side);
    Move move = walk->moves[0];
    if (square == NO_SQUARE || walk->at[0].checkers ||
        most_in_danger(&walk->at[1], walk->side) != NO_SQUARE)
        return;
    square = move_from(move) == square ? move_to(move) : square;
    if (walk->length < 2 || move_to(walk->moves[1]) != square)
        quiet_add(scene, CLAIM_SAVES, square);
}

/* Returns the square of a second piece that the first move attacks, besides the one on `target`,
 * and that could not have been captured with a gain before the move. Pawns do not count. Returns
 * NO_SQUARE if there is no such piece. */
static Square also_attacked(const struct walk *walk, Square target)
{
    const struct position *before = &walk->at[0], *after = &walk->at[1];
    Bitboard set = chess_attacks(after, move_to(walk->moves[0])) & after->by_color[!walk->side];
    if (!(set & bit(target)))
        return NO_SQUARE;
    set &= ~(after->by_type[PAWN] | after->by_type[KING] | bit(target));
    while (set) {
        Square square = pop(&set);
        if (exchange(after, square, walk->side) >= piece_worth(PAWN) &&
            exchange(before, square, walk->side) <= 0)
            return square;
    }
    return NO_SQUARE;
}

/* Whether the opponent's reply to the first move is to bring the piece on `target` to safety rather
 * than to capture what is worth less. */
static bool is_moved_away(const struct walk *walk, Square target)
{
    return walk->length > 1 && move_from(walk->moves[1]) == target &&
           !chess_is_capture(&walk->at[1], walk->moves[1]) && !walk->at[2].checkers;
}

/* Whether the attacked piece takes the attacker and is then taken itself. That is an exchange, not
 * an attack. */
static bool is_exchanged(const struct walk *walk, Square target)
{
    Square own = move_to(walk->moves[0]);
    return walk->length > 2 && move_from(walk->moves[1]) == target &&
           move_to(walk->moves[1]) == own && move_to(walk->moves[2]) == own &&
           walk->material[3] == 0;
}

/* Whether the line goes on to capture the attacked piece and so wins material. */
static bool is_won_next(const struct walk *walk, Square target)
{
    return walk->length > 2 && move_from(walk->moves[1]) != target &&
           move_to(walk->moves[2]) == target && walk->gain >= piece_worth(PAWN);
}

/* Looks for an attack: the first move attacks a piece that could not be captured with a gain
 * before. If the opponent can capture something after the move, there is no claim unless one of
 * these is true: the capture gains nothing; the line goes on to win the attacked piece; or the
 * opponent would capture another piece than the one that moved, worth much less than the attacked
 * one. It need only be worth less if the opponent's reply moves the attacked piece away. */
static void find_attack(struct scene *scene)
{
    enum { MUCH_MORE = 5 };
    const struct walk *walk = scene->walk;
    const struct position *before = &walk->at[0], *after = &walk->at[1];
    Square target = most_in_danger(after, !walk->side);
    Square loose = most_in_danger(after, walk->side);
    if (target == NO_SQUARE || after->checkers || exchange(before, target, walk->side) > 0 ||
        is_exchanged(walk, target))
        return;
    int worth = piece_worth(type_at(after, target));
    int risk = loose == NO_SQUARE ? 0 : piece_worth(type_at(after, loose));
    if (loose == NO_SQUARE || material_open(after) < piece_worth(PAWN) ||
        is_won_next(walk, target) ||
        (loose != move_to(walk->moves[0]) &&
         (MUCH_MORE * risk <= worth || (risk < worth && is_moved_away(walk, target))))) {
        struct claim *claim = quiet_add(scene, CLAIM_ATTACKS, target);
        Square second = also_attacked(walk, target);
        if (claim && second != NO_SQUARE)
            claim_add_target(claim, second);
    }
}

/* Looks for an exchange: two pieces of the same value leave the board, at once or if the opponent
 * accepts. */
static void find_exchange(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    Square square = move_to(walk->moves[0]);
    bool takes = chess_is_capture(&walk->at[0], walk->moves[0]);
    int first = takes ? 0 : 1; /* index of the first capture */
    if (walk->length < first + 2 || (scene->last != NO_MOVE && move_to(scene->last) == square))
        return;
    Move capture = walk->moves[first], reply = walk->moves[first + 1];
    if (move_to(capture) != square || move_to(reply) != square ||
        move_kind(capture) == MOVE_EN_PASSANT || move_kind(walk->moves[0]) == MOVE_PROMOTION ||
        walk->material[first + 2] != 0 || !chess_is_capture(&walk->at[first], capture))
        return;
    struct claim *claim = quiet_add(scene, CLAIM_EXCHANGES, square);
    if (claim)
        scene_cut(scene, claim, first + 2);
}

/* Returns the square of the set that is nearest to `square`; NO_SQUARE if the set is empty. */
static Square nearest(Bitboard set, Square square)
{
    Square best = NO_SQUARE;
    while (set) {
        Square at = pop(&set);
        if (best == NO_SQUARE || distance(at, square) < distance(best, square))
            best = at;
    }
    return best;
}

/* Looks for an active king: in an ending, the king comes nearer to the enemy pawns or, if no pawns
 * are left on the board, to the enemy king. */
static void find_king(struct scene *scene, Square from, Square to)
{
    const struct position *before = &scene->walk->at[0];
    int side = scene->walk->side;
    Bitboard pawns = before->by_type[PAWN], kings = before->by_type[KING];
    Bitboard pieces = (before->by_color[WHITE] | before->by_color[BLACK]) & ~pawns & ~kings;
    if (__builtin_popcountll(pieces) > ENDING_PIECES || before->checkers ||
        (pieces & before->by_type[QUEEN] & before->by_color[!side]))
        return;
    Square target = nearest(pawns & before->by_color[!side], to);
    if (target == NO_SQUARE && !pawns)
        target = king_of(before, !side);
    if (target != NO_SQUARE && distance(to, target) < distance(from, target))
        quiet_add(scene, CLAIM_KING_ACTIVE, target);
}

/* Looks for a restricted piece: the pawn now guards a square in its own half, so that an enemy
 * knight or bishop can no longer go there. */
static void find_restricted(struct scene *scene, Square to)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side;
    Bitboard fresh = chess_attacks(after, to) & ~after->by_color[WHITE] & ~after->by_color[BLACK] &
                     (side == WHITE ? 0x00000000ffff0000ULL : 0x0000ffff00000000ULL);
    while (fresh) {
        Square square = pop(&fresh);
        Bitboard minors = attackers_of(after, square, !side) &
                          (after->by_type[KNIGHT] | after->by_type[BISHOP]);
        if (!minors || (attackers_of(before, square, side) & before->by_type[PAWN]) ||
            exchange(after, square, !side) > 0)
            continue;
        struct claim *claim = quiet_add(scene, CLAIM_RESTRICTS, pop(&minors));
        if (claim)
            claim_add_target(claim, square);
        return;
    }
}

/* The squares that the king of `color` could go to if it were the only piece to move. */
static Bitboard exits(const struct position *position, int color)
{
    Square king = king_of(position, color);
    Bitboard set = chess_attacks(position, king) & ~position->by_color[color], safe = 0;
    while (set) {
        Square square = pop(&set);
        if (!attackers_of(position, square, !color))
            safe |= bit(square);
    }
    return safe;
}

/* Looks for an escape square: a king that can move only along its back rank gets a square off that
 * rank. Counts only if the opponent has a rook or queen and a file on which it could come in. */
static void find_escape(struct scene *scene)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side;
    Bitboard home = side == WHITE ? 0xffULL : 0xffULL << 56;
    Bitboard heavy = (before->by_type[ROOK] | before->by_type[QUEEN]) & before->by_color[!side];
    if (before->checkers || exchange(after, move_to(scene->walk->moves[0]), !side) > 0)
        return; /* the move only answers a check, or loses the pawn or piece that moves */
    if (heavy && quiet_has_open_file(before, side) && (bit(king_of(before, side)) & home) &&
        !(exits(before, side) & ~home) && (exits(after, side) & ~home))
        quiet_add(scene, CLAIM_ESCAPE, king_of(after, side));
}

/* Looks for a piece that aims at the enemy king: the piece now attacks at least two squares beside
 * this king and attacked none of them before. Counts only for a side that has a queen. */
static void find_aim(struct scene *scene, Square from, Square to)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side;
    Bitboard beside = chess_attacks(after, king_of(after, !side));
    bool attacking = (before->by_type[QUEEN] & before->by_color[side]) != 0;
    if (attacking && !(chess_attacks(before, from) & beside) &&
        __builtin_popcountll(chess_attacks(after, to) & beside) >= AIMED_SQUARES)
        quiet_add(scene, CLAIM_AIMS, to);
}

/* Whether a pawn of the side to move can at once attack the piece from a square where the pawn is
 * not lost. */
static bool can_be_chased(const struct position *position, Square piece)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Square to = move_to(moves[i]);
        struct position next = *position;
        if (type_at(position, move_from(moves[i])) != PAWN || to == piece)
            continue;
        chess_play(&next, moves[i]);
        if ((chess_attacks(&next, to) & bit(piece)) && exchange(&next, to, next.side) <= 0)
            return true;
    }
    return false;
}

static void find_piece(struct scene *scene, Square from, Square to)
{
    const struct walk *walk = scene->walk;
    const struct position *before = &walk->at[0], *after = &walk->at[1];
    bool taken = walk->length > 1 && move_to(walk->moves[1]) == to;
    if (taken || exchange(after, to, !walk->side) > 0)
        return;
    if ((bit(to) & centre) && !(bit(from) & centre) && type_at(after, to) < ROOK)
        quiet_add(scene, CLAIM_CENTRE, to);
    find_aim(scene, from, to);
    if (type_at(after, to) != QUEEN && /* a queen is seldom short of squares */
        !after->checkers &&            /* a check is for more than that */
        quiet_moves(after, to) >= quiet_moves(before, from) + MORE_MOVES &&
        !can_be_chased(after, to))
        quiet_add(scene, CLAIM_ACTIVE, to);
}

static void find_pawn(struct scene *scene, Square to)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side;
    if (exchange(after, to, !side) > 0)
        return;
    if (bit(to) & centre)
        quiet_add(scene, CLAIM_CENTRE, to);
    find_restricted(scene, to);
    Bitboard sliders = before->by_color[side] & (before->by_type[BISHOP] | before->by_type[ROOK] |
                                                 before->by_type[QUEEN]);
    Square freed = NO_SQUARE;
    int most = MORE_MOVES - 1; /* the claim needs a gain of more squares than this */
    while (sliders) {
        Square square = pop(&sliders);
        int was = quiet_moves(before, square), more = quiet_moves(after, square) - was;
        if (was <= BLOCKED_MOVES && more > most) {
            freed = square;
            most = more;
        }
    }
    if (freed != NO_SQUARE)
        quiet_add(scene, CLAIM_FREES, freed);
}

void plans_find(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    if (walk->length == 0)
        return;
    const struct position *before = &walk->at[0];
    Move move = walk->moves[0];
    Square from = move_from(move), to = move_to(move);
    int type = type_at(before, from);
    find_exchange(scene);
    if (chess_is_capture(before, move) || move_kind(move) == MOVE_CASTLING ||
        move_kind(move) == MOVE_PROMOTION)
        return;
    find_saved(scene);
    find_attack(scene);
    find_escape(scene);
    if (type == KING)
        find_king(scene, from, to);
    else if (type == PAWN)
        find_pawn(scene, to);
    else
        find_piece(scene, from, to);
}
