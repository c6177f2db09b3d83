/* Generates legal moves. Checks and pins are first turned into masks of allowed squares, so that
 * every generated move is legal. Only en passant, which empties two squares of a rank, and
 * castling, where the rook may uncover an attack in Chess960, are checked on the board as it would
 * be after the move.
 *
 * The generator is compiled several times, once for each kind of move. With moves == NULL it
 * counts moves without listing them, which makes perft fast. */
#include "engine/rules/position.h"

#define GENERATOR static inline __attribute__((always_inline))

struct scene {
    const struct position *position;
    Bitboard occupied, own, enemies;
    Bitboard targets; /* target squares for all pieces but king and pawns: they belong to the
                       * requested kind of move and, in check, also answer the check */
    Bitboard evasion; /* the squares where a piece other than the king answers a check; all squares
                       * if there is no check */
    Bitboard pinned;
    Square king;
    int us;
    enum generate kind;
};

GENERATOR int emit(Move *moves, int count, Square from, Bitboard targets)
{
    if (!moves)
        return count + popcount(targets);
    while (targets)
        moves[count++] = move_make(from, pop_square(&targets), MOVE_NORMAL, 0);
    return count;
}

/* Adds one pawn move to each square in `targets`. All these moves have the same step: `step` is the
 * target square minus the origin. */
GENERATOR int emit_pawns(Move *moves, int count, Bitboard targets, int step)
{
    if (!moves)
        return count + popcount(targets);
    while (targets) {
        Square to = pop_square(&targets);
        moves[count++] = move_make(to - step, to, MOVE_NORMAL, 0);
    }
    return count;
}

GENERATOR int emit_promotions(Move *moves, int count, Bitboard targets, int step)
{
    if (!moves)
        return count + 4 * popcount(targets);
    while (targets) {
        Square to = pop_square(&targets);
        for (int piece = QUEEN; piece >= KNIGHT; piece--)
            moves[count++] = move_make(to - step, to, MOVE_PROMOTION, piece);
    }
    return count;
}

/* Moves each square of the set by `step`: up the board if `step` is positive, down if negative. */
GENERATOR Bitboard shift(Bitboard set, int step)
{
    return step > 0 ? set << step : set >> -step;
}

GENERATOR int pawn_moves(const struct scene *scene, Move *moves, int count, Bitboard pawns,
                         Bitboard allowed, int us)
{
    const int forward = us == WHITE ? 8 : -8;
    const Bitboard last_rank = us == WHITE ? RANK_1 << 56 : RANK_1;
    const Bitboard third_rank = us == WHITE ? RANK_1 << 16 : RANK_1 << 40;
    Bitboard empty = ~scene->occupied;
    Bitboard once = shift(pawns, forward) & empty;
    Bitboard twice = shift(once & third_rank, forward) & empty & allowed;
    once &= allowed;

    if (scene->kind != GENERATE_QUIET) {
        Bitboard prey = scene->enemies & allowed;
        Bitboard west = shift(pawns & ~FILE_A, forward - 1) & prey;
        Bitboard east = shift(pawns & ~FILE_H, forward + 1) & prey;
        if ((once | west | east) & last_rank) {
            count = emit_promotions(moves, count, west & last_rank, forward - 1);
            count = emit_promotions(moves, count, east & last_rank, forward + 1);
            count = emit_promotions(moves, count, once & last_rank, forward);
        }
        count = emit_pawns(moves, count, west & ~last_rank, forward - 1);
        count = emit_pawns(moves, count, east & ~last_rank, forward + 1);
    }
    if (scene->kind != GENERATE_NOISY) {
        count = emit_pawns(moves, count, once & ~last_rank, forward);
        count = emit_pawns(moves, count, twice, 2 * forward);
    }
    return count;
}

GENERATOR int en_passant_moves(const struct scene *scene, Move *moves, int count)
{
    const struct position *position = scene->position;
    Square target = position->en_passant;
    Bitboard takers = pawn_attacks[!scene->us][target] & pieces(position, scene->us, PAWN);
    while (takers) {
        Square from = pop_square(&takers);
        if (!position_en_passant_is_safe(position, from, target))
            continue;
        if (moves)
            moves[count] = move_make(from, target, MOVE_EN_PASSANT, 0);
        count++;
    }
    return count;
}

GENERATOR int all_pawn_moves(const struct scene *scene, Move *moves, int count)
{
    const struct position *position = scene->position;
    Bitboard pawns = pieces(position, scene->us, PAWN);
    Bitboard pinned = pawns & scene->pinned;
    pawns ^= pinned;
    if (scene->us == WHITE)
        count = pawn_moves(scene, moves, count, pawns, scene->evasion, WHITE);
    else
        count = pawn_moves(scene, moves, count, pawns, scene->evasion, BLACK);
    while (pinned) {
        Square from = pop_square(&pinned);
        Bitboard allowed = scene->evasion & line_squares[scene->king][from];
        if (scene->us == WHITE)
            count = pawn_moves(scene, moves, count, square_bit(from), allowed, WHITE);
        else
            count = pawn_moves(scene, moves, count, square_bit(from), allowed, BLACK);
    }
    if (position->en_passant != NO_SQUARE && scene->kind != GENERATE_QUIET)
        count = en_passant_moves(scene, moves, count);
    return count;
}

GENERATOR int piece_moves(const struct scene *scene, Move *moves, int count)
{
    const struct position *position = scene->position;
    const Bitboard *by_type = position->by_type;
    Bitboard free = scene->own & ~scene->pinned;

    Bitboard knights = free & by_type[KNIGHT]; /* a pinned knight can never move */
    while (knights) {
        Square from = pop_square(&knights);
        count = emit(moves, count, from, knight_attacks[from] & scene->targets);
    }
    Bitboard diagonal = by_type[BISHOP] | by_type[QUEEN];
    Bitboard straight = by_type[ROOK] | by_type[QUEEN];
    Bitboard bishops = free & diagonal & ~by_type[QUEEN];
    while (bishops) {
        Square from = pop_square(&bishops);
        count = emit(moves, count, from, bishop_attacks(from, scene->occupied) & scene->targets);
    }
    Bitboard rooks = free & straight & ~by_type[QUEEN];
    while (rooks) {
        Square from = pop_square(&rooks);
        count = emit(moves, count, from, rook_attacks(from, scene->occupied) & scene->targets);
    }
    Bitboard queens = free & by_type[QUEEN];
    while (queens) {
        Square from = pop_square(&queens);
        count = emit(moves, count, from, queen_attacks(from, scene->occupied) & scene->targets);
    }
    Bitboard pinned = scene->pinned & (diagonal | straight);
    while (pinned) {
        Square from = pop_square(&pinned);
        Bitboard reach = piece_attacks(piece_type(position->board[from]), from, scene->occupied);
        count = emit(moves, count, from, reach & scene->targets & line_squares[scene->king][from]);
    }
    return count;
}

Bitboard position_reach(const struct position *position, int color, Bitboard occupancy)
{
    const Bitboard *by_type = position->by_type;
    Bitboard own = position->by_color[color];
    Bitboard pawns = own & by_type[PAWN];
    Bitboard reach = color == WHITE ? (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9
                                    : (pawns & ~FILE_A) >> 9 | (pawns & ~FILE_H) >> 7;
    reach |= king_attacks[king_square(position, color)];
    Bitboard knights = own & by_type[KNIGHT];
    while (knights)
        reach |= knight_attacks[pop_square(&knights)];
    Bitboard diagonal = own & (by_type[BISHOP] | by_type[QUEEN]);
    while (diagonal)
        reach |= bishop_attacks(pop_square(&diagonal), occupancy);
    Bitboard straight = own & (by_type[ROOK] | by_type[QUEEN]);
    while (straight)
        reach |= rook_attacks(pop_square(&straight), occupancy);
    return reach;
}

/* The squares that the king of color `us` may not enter. The king is taken off the board first,
 * because it cannot retreat along the line of a slider that attacks it. */
static Bitboard king_danger(const struct position *position, int us)
{
    return position_reach(position, !us, occupied(position) ^ pieces(position, us, KING));
}

/* Returns whether all squares that king and rook cross or reach in castling are free of other
 * pieces. */
static bool castling_is_free(const struct position *position, int index)
{
    Square king = king_square(position, position->side);
    Square rook = position->rook_home[index];
    Square king_to = castling_king_to(index), rook_to = castling_rook_to(index);
    Bitboard path = between_squares[king][king_to] | between_squares[rook][rook_to] |
                    square_bit(king_to) | square_bit(rook_to);
    Bitboard others = occupied(position) & ~square_bit(king) & ~square_bit(rook);
    return !(path & others);
}

/* Returns whether castling is safe for the king: it crosses no attacked square, and the rook, when
 * it leaves its home in Chess960, does not expose it. Assumes castling_is_free. `danger` is the
 * result of king_danger. */
static bool castling_is_safe(const struct position *position, int index, Bitboard danger)
{
    int us = position->side;
    Square king = king_square(position, us);
    Square rook = position->rook_home[index];
    Square king_to = castling_king_to(index), rook_to = castling_rook_to(index);
    if (danger & (between_squares[king][king_to] | square_bit(king_to) | square_bit(king)))
        return false;
    Bitboard after = (occupied(position) & ~square_bit(king) & ~square_bit(rook)) |
                     square_bit(king_to) | square_bit(rook_to);
    return !(position_attackers(position, king_to, after) & position->by_color[!us]);
}

bool position_can_castle(const struct position *position, int index)
{
    if (index / 2 != position->side || !(position->castling & 1 << index) || position->checkers)
        return false;
    return castling_is_free(position, index) &&
           castling_is_safe(position, index, king_danger(position, position->side));
}

GENERATOR int king_moves(const struct scene *scene, Move *moves, int count)
{
    const struct position *position = scene->position;
    Bitboard targets = king_attacks[scene->king];
    if (scene->kind == GENERATE_NOISY)
        targets &= scene->enemies;
    else if (scene->kind == GENERATE_QUIET)
        targets &= ~scene->occupied;
    else
        targets &= ~scene->own;

    int rights = position->castling & (3 << 2 * scene->us);
    bool may_castle = scene->kind != GENERATE_NOISY && rights && !position->checkers;
    if (!targets && !may_castle)
        return count;
    Bitboard danger = king_danger(position, scene->us);
    count = emit(moves, count, scene->king, targets & ~danger);
    for (int side = 0; may_castle && side < 2; side++) {
        int index = 2 * scene->us + side;
        if (!(rights & 1 << index) || !castling_is_free(position, index) ||
            !castling_is_safe(position, index, danger))
            continue;
        if (moves)
            moves[count] = move_make(scene->king, position->rook_home[index], MOVE_CASTLING, 0);
        count++;
    }
    return count;
}

GENERATOR int generate(const struct position *position, enum generate kind, Move *moves)
{
    int us = position->side;
    struct scene scene = {
        .position = position,
        .occupied = occupied(position),
        .own = position->by_color[us],
        .enemies = position->by_color[!us],
        .evasion = ~0ULL,
        .king = king_square(position, us),
        .us = us,
        .kind = kind,
    };
    int count = 0;
    Bitboard checkers = position->checkers;
    if (!(checkers & (checkers - 1))) { /* in double check only the king can move */
        if (checkers)
            scene.evasion = checkers | between_squares[scene.king][first_square(checkers)];
        scene.pinned = position_pinned(position, us);
        scene.targets = scene.evasion & (kind == GENERATE_NOISY   ? scene.enemies
                                         : kind == GENERATE_QUIET ? ~scene.occupied
                                                                  : ~scene.own);
        count = all_pawn_moves(&scene, moves, count);
        count = piece_moves(&scene, moves, count);
    }
    return king_moves(&scene, moves, count);
}

int position_generate(const struct position *position, enum generate kind,
                      Move moves[CHESS_MOVES_MAX])
{
    switch (kind) {
    case GENERATE_NOISY:
        return generate(position, GENERATE_NOISY, moves);
    case GENERATE_QUIET:
        return generate(position, GENERATE_QUIET, moves);
    default:
        return generate(position, GENERATE_ALL, moves);
    }
}

int position_count_moves(const struct position *position)
{
    return generate(position, GENERATE_ALL, NULL);
}

int chess_moves(const struct position *position, Move moves[CHESS_MOVES_MAX])
{
    return position_generate(position, GENERATE_ALL, moves);
}

/* Returns whether the pawn on `from` can move to `to`, ignoring en passant and the king's
 * safety. */
static bool pawn_reaches(const struct position *position, Square from, Square to)
{
    int us = position->side;
    Bitboard occupancy = occupied(position);
    if (pawn_attacks[us][from] & position->by_color[!us] & square_bit(to))
        return true;
    int forward = us == WHITE ? 8 : -8;
    if (occupancy & square_bit(to))
        return false;
    if (to == from + forward)
        return true;
    return to == from + 2 * forward && square_rank(from) == (us == WHITE ? 1 : 6) &&
           !(occupancy & square_bit(from + forward));
}

static bool castling_is_legal(const struct position *position, Move move)
{
    int index = castling_index(position, move);
    return move_from(move) == king_square(position, position->side) &&
           position->rook_home[index] == move_to(move) && position_can_castle(position, index);
}

static bool king_step_is_safe(const struct position *position, Square from, Square to)
{
    Bitboard occupancy = occupied(position) ^ square_bit(from);
    return !(position_attackers(position, to, occupancy) & position->by_color[!position->side]);
}

bool chess_is_legal(const struct position *position, Move move)
{
    int us = position->side;
    int kind = move_kind(move);
    Square from = move_from(move), to = move_to(move);
    int piece = position->board[from];

    if (piece == NO_PIECE || piece_color(piece) != us)
        return false;
    if (kind != MOVE_PROMOTION && move != move_make(from, to, kind, 0))
        return false; /* only promotions may have promotion bits */
    if (kind == MOVE_CASTLING)
        return castling_is_legal(position, move);

    int type = piece_type(piece);
    if (kind == MOVE_EN_PASSANT)
        return type == PAWN && to == position->en_passant &&
               (pawn_attacks[us][from] & square_bit(to)) &&
               position_en_passant_is_safe(position, from, to);
    bool promotes = type == PAWN && square_rank(to) == (us == WHITE ? 7 : 0);
    if (promotes != (kind == MOVE_PROMOTION) || (position->by_color[us] & square_bit(to)))
        return false;
    if (type == PAWN) {
        if (!pawn_reaches(position, from, to))
            return false;
    } else if (!(piece_attacks(type, from, occupied(position)) & square_bit(to))) {
        return false;
    }
    if (type == KING)
        return king_step_is_safe(position, from, to);

    Square king = king_square(position, us);
    Bitboard checkers = position->checkers;
    if (checkers) {
        if (checkers & (checkers - 1))
            return false;
        if (!((checkers | between_squares[king][first_square(checkers)]) & square_bit(to)))
            return false;
    }
    return !(position_pinned(position, us) & square_bit(from)) ||
           (line_squares[king][from] & square_bit(to));
}
