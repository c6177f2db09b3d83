/* The human rules (HUMAN_RULES in strength.h), which remove candidates that no human would
 * choose. */
#include "engine/rules/attacks.h"
#include "engine/rules/position.h"
#include "engine/strength/method.h"

/* Returns whether the candidate `move` should be dropped. `best` is the best move, or NO_MOVE if
 * `move` itself is the best move. */
typedef bool Rule(const struct context *context, Move best, Move move);

/* The approximate value of a piece in pawns, to distinguish an even exchange from a loss. */
static int worth(int piece)
{
    if (piece == NO_PIECE)
        return 0;
    return piece_type(piece) == KING ? 100 : piece_points(piece_type(piece));
}

static int captured_worth(const struct position *position, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return worth(PAWN);
    return chess_is_capture(position, move) ? worth(position->board[move_to(move)]) : 0;
}

/* Returns whether the piece on the square is threatened: a cheaper piece attacks it, or any piece
 * attacks it and nothing defends it. */
static bool is_threatened(const struct position *position, Square square)
{
    int piece = position->board[square], us = piece_color(piece);
    Bitboard attackers = chess_attackers(position, square);
    Bitboard enemies = attackers & position->by_color[!us];
    if (enemies && !(attackers & position->by_color[us]))
        return true;
    while (enemies)
        if (worth(position->board[pop_square(&enemies)]) < worth(piece))
            return true;
    return false;
}

static int own_rights(const struct position *position)
{
    return position->castling &
           (position->side == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG);
}

/* The rule drops a king or rook move that captures nothing, does not answer a check, and gives up
 * the last castling right while the enemy queen is on the board. */
static bool drops_castling(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int us = position->side;
    if (!own_rights(position) || !pieces(position, !us, QUEEN) || chess_in_check(position) ||
        move_kind(move) == MOVE_CASTLING || chess_is_capture(position, move))
        return false;
    struct position next;
    position_play(position, move, &next);
    next.side = (uint8_t)us;
    return !own_rights(&next);
}

/* The rule drops a piece's move to a square where a pawn can capture the piece, unless the move
 * captures something of at least the same value. */
static bool drops_en_prise(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int type = piece_type(position->board[move_from(move)]);
    if (type == PAWN || type == KING || move_kind(move) == MOVE_CASTLING ||
        captured_worth(position, move) >= worth(type))
        return false;
    struct position next;
    position_play(position, move, &next);
    Bitboard pawns = chess_attackers(&next, move_to(move)) & pieces(&next, next.side, PAWN);
    if (!pawns)
        return false;
    Move replies[CHESS_MOVES_MAX];
    int count = chess_moves(&next, replies);
    for (int i = 0; i < count; i++)
        if (move_to(replies[i]) == move_to(move) &&
            (square_bit(move_from(replies[i])) & pawns) != 0)
            return true;
    return false;
}

/* The rule drops a move if the best move recaptures and this move neither recaptures nor captures
 * as much elsewhere. */
static bool drops_no_recapture(const struct context *context, Move best, Move move)
{
    const struct position *position = context->position, *previous = context->previous;
    if (!previous || best == NO_MOVE || context->recent[0] == NO_MOVE ||
        !chess_is_capture(previous, context->recent[0]))
        return false;
    Square square = move_to(context->recent[0]);
    if (move_to(best) != square || !chess_is_capture(position, best))
        return false;
    return move_to(move) != square &&
           captured_worth(position, move) < captured_worth(previous, context->recent[0]);
}

/* The rule drops a move of the piece that moved last back to the square it came from, if no enemy
 * piece threatens it. */
static bool drops_shuffle(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    Move own = context->recent[1];
    if (own == NO_MOVE || move_kind(own) == MOVE_CASTLING || move_from(move) != move_to(own) ||
        move_to(move) != move_from(own) || move_kind(move) == MOVE_CASTLING)
        return false;
    return !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

/* The rule drops the retreat of a minor piece or queen to the back rank, if no enemy piece
 * threatens the piece. */
static bool drops_back_rank(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int type = piece_type(position->board[move_from(move)]);
    if (type == PAWN || type == ROOK || type == KING)
        return false;
    int home = position->side == WHITE ? 0 : 7;
    return square_rank(move_to(move)) == home && square_rank(move_from(move)) != home &&
           !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

/* By default (share/strength.conf), the following rules are in force for method madchess only. */

enum { EARLY = 10 /* moves */ };

static int type_moved(const struct position *position, Move move)
{
    return piece_type(position->board[move_from(move)]);
}

/* The rank as the side to move sees it, 0 to 7. */
static int own_rank(const struct position *position, Square square)
{
    return position->side == WHITE ? square_rank(square) : 7 - square_rank(square);
}

/* Returns whether nothing forces the move: it is not a capture, castling or promotion, does not
 * answer a check, and its piece is not threatened where it stands. */
static bool is_free(const struct position *position, Move move)
{
    return !chess_in_check(position) && !chess_is_capture(position, move) &&
           move_kind(move) != MOVE_CASTLING && move_kind(move) != MOVE_PROMOTION &&
           !is_threatened(position, move_from(move));
}

/* Returns whether the moved piece attacks, from its new square, an enemy piece that is worth more
 * or that nothing defends. */
static bool attacks_something(const struct position *position, Move move)
{
    struct position next;
    int us = position->side;
    position_play(position, move, &next);
    Square to = move_to(move);
    int piece = next.board[to];
    Bitboard hit = piece_type(piece) == PAWN
                       ? pawn_attacks[us][to]
                       : piece_attacks(piece_type(piece), to, occupied(&next));
    hit &= next.by_color[!us];
    while (hit) {
        Square square = pop_square(&hit);
        if (worth(next.board[square]) > worth(piece) ||
            !(chess_attackers(&next, square) & next.by_color[!us]))
            return true;
    }
    return false;
}

static int undeveloped(const struct position *position)
{
    int us = position->side;
    Bitboard home = us == WHITE ? 0xFFULL : 0xFFULL << 56;
    return popcount((pieces(position, us, KNIGHT) | pieces(position, us, BISHOP)) & home);
}

/* The rule drops a move of an a, b, g or h pawn beyond its third rank in the first twelve moves. */
static bool drops_flank_pawn(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int file = square_file(move_from(move));
    return position->fullmove <= EARLY + 2 && type_moved(position, move) == PAWN &&
           (file < 2 || file > 5) && own_rank(position, move_to(move)) > 2 &&
           is_free(position, move) && !attacks_something(position, move);
}

/* The rule drops a knight's move to the a or h file in the first ten moves. */
static bool drops_rim_knight(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int file = square_file(move_to(move));
    return position->fullmove <= EARLY && type_moved(position, move) == KNIGHT &&
           (file == 0 || file == 7) && is_free(position, move) &&
           !attacks_something(position, move);
}

/* In the first ten moves, the rule drops a second move of a knight, bishop or queen while two or
 * more knights and bishops are still on the first rank. */
static bool drops_same_piece(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int type = type_moved(position, move);
    return position->fullmove <= EARLY && (type == KNIGHT || type == BISHOP || type == QUEEN) &&
           own_rank(position, move_from(move)) > 0 && undeveloped(position) >= 2 &&
           is_free(position, move) && !attacks_something(position, move);
}

/* The rule drops a move of any piece but the king back to the first rank, even if the piece is
 * attacked. */
static bool drops_first_rank(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int type = type_moved(position, move);
    return type != PAWN && type != KING && own_rank(position, move_to(move)) == 0 &&
           own_rank(position, move_from(move)) > 0 && !chess_in_check(position) &&
           !chess_is_capture(position, move);
}

/* In the first twenty moves, the rule drops a rook's move to a file on which its own side has a
 * pawn, except to the d or e file. */
static bool drops_rook_shift(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    int file = square_file(move_to(move));
    Bitboard squares = 0x0101010101010101ULL << file;
    bool closed = (squares & pieces(position, position->side, PAWN)) != 0;
    bool central = file == 3 || file == 4;
    return position->fullmove <= 2 * EARLY && type_moved(position, move) == ROOK && closed &&
           !central && is_free(position, move) && !attacks_something(position, move);
}

/* In the first ten moves, the rule drops the queen's first move while two or more knights and
 * bishops are still on the first rank. */
static bool drops_early_queen(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    return position->fullmove <= EARLY && type_moved(position, move) == QUEEN &&
           own_rank(position, move_from(move)) == 0 && undeveloped(position) >= 2 &&
           is_free(position, move) && !attacks_something(position, move);
}

static const struct {
    const char *name, *words;
    Rule *drops;
} rules[RULE_COUNT] = {[RULE_CASTLING_RIGHTS].drops = drops_castling,
                       [RULE_EN_PRISE_TO_PAWN].drops = drops_en_prise,
                       [RULE_NO_RECAPTURE].drops = drops_no_recapture,
                       [RULE_SHUFFLE].drops = drops_shuffle,
                       [RULE_BACK_RANK].drops = drops_back_rank,
                       [RULE_FLANK_PAWN].drops = drops_flank_pawn,
                       [RULE_RIM_KNIGHT].drops = drops_rim_knight,
                       [RULE_SAME_PIECE].drops = drops_same_piece,
                       [RULE_FIRST_RANK].drops = drops_first_rank,
                       [RULE_ROOK_SHIFT].drops = drops_rook_shift,
                       [RULE_EARLY_QUEEN].drops = drops_early_queen,
#define X(id, text, sentence) [RULE_##id].name = (text), [RULE_##id].words = (sentence),
                       HUMAN_RULES(X)
#undef X
};

const char *human_rule_name(enum human_rule rule)
{
    return rule < RULE_COUNT ? rules[rule].name : "none";
}

const char *human_rule_words(enum human_rule rule)
{
    return rule < RULE_COUNT ? rules[rule].words : "kept";
}

/* Returns the first rule in the set `switched_on` that drops the move, or RULE_NONE. */
static uint8_t rule_against(const struct context *context, unsigned switched_on, Move best,
                            Move move)
{
    for (int rule = 0; rule < RULE_COUNT; rule++)
        if ((switched_on >> rule & 1) && rules[rule].drops(context, best, move))
            return (uint8_t)rule;
    return RULE_NONE;
}

/* Drops the best move if it breaks a rule and another candidate, which breaks no rule, is at most
 * `cost` centipawns worse. */
static void drop_best(const struct context *context, unsigned switched_on, int cost,
                      struct decision *decision)
{
    uint8_t rule =
        cost > 0 ? rule_against(context, switched_on, NO_MOVE, decision->best) : RULE_NONE;
    for (int i = 1; i < decision->count && rule != RULE_NONE; i++)
        if (candidate_is_playable(&decision->candidates[i], decision->best_score)) {
            if (decision->best_score - decision->candidates[i].score <= cost)
                decision->candidates[0].dropped_by = rule;
            return;
        }
}

void human_rules_drop(const struct context *context, const struct handicap *handicap,
                      struct decision *decision)
{
    for (int i = 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->dropped_by =
            rule_against(context, handicap->rules, decision->best, candidate->move);
    }
    drop_best(context, handicap->rules, handicap->rule_cost, decision);
}
