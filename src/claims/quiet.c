/* Quiet moves: each finder compares the board before and after the line's first move. */
#include "src/claims/quiet.h"

enum { QUIET_PLIES = 2, FREE_MOVES = 4, IDLE_MOVES = 1, DEVELOPING_PIECES = 8 };

struct claim *quiet_add(struct scene *scene, enum claim_kind kind, Square target)
{
    struct claim *claim = scene_add(scene, kind, 0, 1);
    if (!claim)
        return NULL;
    const struct walk *walk = scene->walk;
    int plies = walk->length < QUIET_PLIES ? walk->length : QUIET_PLIES;
    while (plies > 1 && !walk->quiet[plies])
        plies--;
    scene_cut(scene, claim, plies);
    claim_add_target(claim, target);
    return claim;
}

static Bitboard pawns(const struct position *position, int color)
{
    return position->by_type[PAWN] & position->by_color[color];
}

static Bitboard file_of(Square square) { return 0x0101010101010101ULL << square_file(square); }

static Bitboard beside(Square square)
{
    int file = square_file(square);
    return (file > 0 ? 0x0101010101010101ULL << (file - 1) : 0) |
           (file < 7 ? 0x0101010101010101ULL << (file + 1) : 0);
}

/* Returns the ranks in front of `square`, in the direction in which color's pawns move. */
static Bitboard ahead(Square square, int color)
{
    int rank = square_rank(square);
    if (color == WHITE)
        return rank == 7 ? 0 : ~(Bitboard)0 << 8 * (rank + 1);
    return rank == 0 ? 0 : ~(Bitboard)0 >> 8 * (8 - rank);
}

static int rank_for(Square square, int color)
{
    return color == WHITE ? square_rank(square) : 7 - square_rank(square);
}

static bool is_outpost(const struct position *position, Square square, int color)
{
    int rank = rank_for(square, color), file = square_file(square);
    Bitboard challengers = pawns(position, !color) & beside(square) & ahead(square, color);
    return rank >= 4 && rank <= 5 && file > 0 && file < 7 && !challengers &&
           (attackers_of(position, square, color) & position->by_type[PAWN]);
}

bool quiet_is_passed(const struct position *position, Square square)
{
    int color = piece_color(position->board[square]);
    return !(pawns(position, !color) & (file_of(square) | beside(square)) & ahead(square, color)) &&
           !(pawns(position, color) & file_of(square) & ahead(square, color));
}

bool quiet_has_open_file(const struct position *position, int color)
{
    for (Square square = 0; square < 8; square++) {
        if (!(pawns(position, color) & file_of(square)))
            return true;
    }
    return false;
}

int quiet_moves(const struct position *position, Square square)
{
    return __builtin_popcountll(chess_attacks(position, square) &
                                ~position->by_color[piece_color(position->board[square])]);
}

/* The number of squares that the piece can reach where no enemy pawn attacks it. */
static int good_squares(const struct position *position, Square square)
{
    int color = piece_color(position->board[square]), count = 0;
    Bitboard set = chess_attacks(position, square) & ~position->by_color[color];
    while (set) {
        Square to = pop(&set);
        Bitboard hunters = attackers_of(position, to, !color);
        count += !(hunters & position->by_type[PAWN]);
    }
    return count;
}

/* Whether the piece that moved is still on its square after the reply and the next move. */
static bool stays(const struct walk *walk)
{
    const struct position *later = &walk->at[walk->length < 3 ? walk->length : 3];
    Square to = move_to(walk->moves[0]);
    return later->board[to] == walk->at[1].board[to];
}

bool quiet_develops(const struct position *position, Move move)
{
    int type = type_at(position, move_from(move));
    Bitboard pieces = position->by_color[WHITE] | position->by_color[BLACK];
    pieces &= ~(position->by_type[PAWN] | position->by_type[KING]);
    return (type == KNIGHT || type == BISHOP) && rank_for(move_from(move), position->side) == 0 &&
           rank_for(move_to(move), position->side) > 0 &&
           __builtin_popcountll(pieces) >= DEVELOPING_PIECES;
}

static void find_piece(struct scene *scene, Square from, Square to)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side, type = type_at(after, to);
    bool taken = scene->walk->length > 1 && move_to(scene->walk->moves[1]) == to;
    if (taken || exchange(after, to, !side) > 0)
        return;
    bool flees = exchange(before, from, !side) > 0; /* escapes an attack, so where it goes matters
                                                     * less */
    if ((type == KNIGHT || type == BISHOP) && is_outpost(after, to, side) && stays(scene->walk) &&
        !is_outpost(before, from, side) && !flees)
        quiet_add(scene, CLAIM_OUTPOST, to);
    if (type == ROOK && !(after->by_type[PAWN] & file_of(to)) && !after->checkers &&
        (before->by_type[PAWN] & file_of(from)) && stays(scene->walk))
        quiet_add(scene, CLAIM_OPEN_FILE, to);
    if (type >= KNIGHT && type <= QUEEN &&
        quiet_moves(before, from) <= IDLE_MOVES + (type > BISHOP) &&
        good_squares(after, to) >= FREE_MOVES)
        quiet_add(scene, CLAIM_IDLE_PIECE, to);
    if (quiet_develops(before, scene->walk->moves[0]))
        quiet_add(scene, CLAIM_DEVELOPS, to);
}

static void find_pawn(struct scene *scene, Square from, Square to)
{
    const struct position *before = &scene->walk->at[0], *after = &scene->walk->at[1];
    int side = scene->walk->side;
    if (!quiet_is_passed(after, to) || rank_for(to, side) < 3 || exchange(after, to, !side) > 0)
        return;
    if (quiet_is_passed(before, from) && rank_for(to, side) < 4)
        return;
    struct claim *claim = quiet_add(scene, CLAIM_PASSED_PAWN, to);
    Bitboard path = file_of(to) & ahead(to, side) & after->by_color[!side];
    if (claim && path) /* the first enemy piece on its path */
        claim_add_target(claim, side == WHITE ? pop(&path) : 63 - __builtin_clzll(path));
}

/* The number of `color`'s pawns on the file of the king's square and the files beside it. */
static int shelter(const struct position *position, Square king, int color)
{
    return __builtin_popcountll(pawns(position, color) & (file_of(king) | beside(king)));
}

/* Looks for an exposed king: the line removes pawns in front of the enemy king, and the attacker
 * has a queen. */
static void find_king(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    const struct position *before = &walk->at[0];
    int side = walk->side;
    Bitboard queens = before->by_type[QUEEN] & before->by_color[side];
    Square king = king_of(before, !side);
    int end = walk->length < 6 ? walk->length : 6;
    bool central = square_file(king) == 3 || square_file(king) == 4; /* a king in the centre has no
                                                                      * pawn shelter */
    if (!queens || central || rank_for(king, !side) > 1 || scene->score < 0)
        return; /* who stands worse has other worries */
    for (int i = 1; i <= end; i++) {
        const struct position *after = &walk->at[i];
        if (!(after->by_type[QUEEN] & after->by_color[side]) || !walk->quiet[i] ||
            shelter(before, king, !side) - shelter(after, king, !side) < 2 ||
            shelter(after, king_of(after, !side), !side) > 1)
            continue;
        struct claim *claim = scene_add(scene, CLAIM_KING_EXPOSED, 0, 1);
        if (claim) {
            scene_cut(scene, claim, i);
            claim_add_target(claim, king_of(after, !side));
        }
        return;
    }
}

/* Whether the king is safe after it castled and the opponent replied: no two enemy pawns have
 * advanced against it, and nothing near it can be won. */
static bool is_sheltered(const struct walk *walk)
{
    int side = walk->side;
    const struct position *after = &walk->at[walk->length > 1 ? 2 : 1];
    Square king = king_of(after, side);
    Bitboard near = file_of(king) | beside(king), storm = pawns(after, !side) & near;
    Bitboard own = after->by_color[side] & near & ~after->by_type[KING];
    int advanced = 0;
    while (storm)
        advanced += rank_for(pop(&storm), !side) >= 3;
    while (own) {
        Square square = pop(&own);
        if (rank_for(square, side) < 3 && exchange(after, square, !side) >= piece_worth(PAWN))
            return false;
    }
    return advanced < 2;
}

void quiet_find(struct scene *scene)
{
    const struct walk *walk = scene->walk;
    if (walk->length == 0)
        return;
    const struct position *before = &walk->at[0];
    Move move = walk->moves[0];
    endings_find(scene);
    find_king(scene);
    if (chess_is_capture(before, move) || move_kind(move) == MOVE_PROMOTION)
        return;
    if (move_kind(move) == MOVE_CASTLING) {
        if (is_sheltered(walk))
            quiet_add(scene, CLAIM_CASTLES, king_of(&walk->at[1], walk->side));
        return;
    }
    if (type_at(before, move_from(move)) == PAWN)
        find_pawn(scene, move_from(move), move_to(move));
    else
        find_piece(scene, move_from(move), move_to(move));
}
