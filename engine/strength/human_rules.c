/* The named rules that drop candidates that no human would choose. */
#include "engine/rules/position.h"
#include "engine/strength/method.h"

/* Returns whether the candidate, which is not the best move, should be dropped. */
typedef bool Rule(const struct context *context, Move best, Move move);

/* Approximate values in pawns, to distinguish an exchange from a loss. */
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

/* Returns whether a cheaper piece attacks the square's piece, or any piece attacks it and nothing
 * defends it. */
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

/* A quiet king or rook move, not forced by a check, that gives up the last castling right while the
 * enemy queen is on the board. */
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

/* A move to a square where a pawn can capture the piece, unless the move itself captures as
 * much. */
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

/* The best move recaptures, and this move neither recaptures nor wins as much elsewhere. */
static bool drops_no_recapture(const struct context *context, Move best, Move move)
{
    const struct position *position = context->position, *previous = context->previous;
    if (!previous || context->last == NO_MOVE || !chess_is_capture(previous, context->last))
        return false;
    Square square = move_to(context->last);
    if (move_to(best) != square || !chess_is_capture(position, best))
        return false;
    return move_to(move) != square &&
           captured_worth(position, move) < captured_worth(previous, context->last);
}

/* The piece that moved last goes back to where it came from, although nothing attacks it. */
static bool drops_shuffle(const struct context *context, Move best, Move move)
{
    (void)best;
    const struct position *position = context->position;
    Move own = context->own;
    if (own == NO_MOVE || move_kind(own) == MOVE_CASTLING || move_from(move) != move_to(own) ||
        move_to(move) != move_from(own) || move_kind(move) == MOVE_CASTLING)
        return false;
    return !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

/* A minor piece or queen retreats to the back rank, although nothing attacks it. Rooks may. */
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

static const struct {
    const char *name, *words;
    Rule *drops;
} rules[RULE_COUNT] = {[RULE_CASTLING_RIGHTS].drops = drops_castling,
                       [RULE_EN_PRISE_TO_PAWN].drops = drops_en_prise,
                       [RULE_NO_RECAPTURE].drops = drops_no_recapture,
                       [RULE_SHUFFLE].drops = drops_shuffle,
                       [RULE_BACK_RANK].drops = drops_back_rank,
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

void human_rules_drop(const struct context *context, unsigned switched_on,
                      struct decision *decision)
{
    for (int i = 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        for (int rule = 0; rule < RULE_COUNT && candidate->dropped_by == RULE_NONE; rule++)
            if ((switched_on >> rule & 1) &&
                rules[rule].drops(context, decision->best, candidate->move))
                candidate->dropped_by = (uint8_t)rule;
    }
}
