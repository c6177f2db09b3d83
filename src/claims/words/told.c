/* The positions and moves that a claim's words refer to. */
#include <stdio.h>
#include <stdlib.h>

#include "src/claims/geometry.h"
#include "src/claims/walk.h"
#include "src/claims/words/words.h"

struct position line_position(const struct claims *claims, const struct claim *claim, int count)
{
    struct position position = claims->position;
    for (int i = 0; i < count && i < claim->length; i++) {
        if (claim->line[i] != NULL_MOVE)
            chess_play(&position, claim->line[i]);
        else if (!pass_move(&position))
            break;
    }
    return position;
}

void numbered_move(const struct position *position, Move move, char *text, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    snprintf(text, size, "%d%s%s", position->fullmove, position->side == WHITE ? "." : "...", san);
}

const char *piece_name_at(const struct position *position, int square)
{
    int type = type_at(position, square);
    return type == NO_PIECE_TYPE ? "square" : chess_piece_name(type);
}

void target_words(const struct position *position, int square, char *text, size_t size)
{
    const char *name = chess_square_name(square);
    if (type_at(position, square) == NO_PIECE_TYPE)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "the %s on %s", piece_name_at(position, square), name);
}

struct told told_of(const struct claims *claims, const struct claim *claim)
{
    struct told told = {.claim = claim, .last = claims->last, .debt = NO_PIECE_TYPE};
    if (claim->first == 0 && told.last != NO_MOVE) {
        told.debt = claims->last_captured;
    } else if (claim->first > 0) {
        struct position before = line_position(claims, claim, claim->first - 1);
        Move move = claim->line[claim->first - 1];
        told.last = move == NULL_MOVE ? NO_MOVE : move;
        told.debt = move == NULL_MOVE ? NO_PIECE_TYPE : captured_by(&before, move);
    }
    /* If the line does not take back, and what it wins differs by two pawns or more from the piece
     * lost just before it, the words do not count this loss: mostly it was part of an earlier
     * trade, such as an exchange of queens, or a sacrifice. */
    if (claim->first == 0 && claim->mate == 0 && move_to(claim->line[0]) != move_to(told.last) &&
        claim->material >= piece_worth(PAWN) &&
        abs(claim->material - piece_worth(told.debt)) >= 2 * piece_worth(PAWN))
        told.debt = NO_PIECE_TYPE;
    if (claim->first > 0)
        told.earlier = line_position(claims, claim, claim->first - 1);
    told.begins = line_position(claims, claim, claim->first);
    told.before = line_position(claims, claim, claim->at);
    told.after = line_position(claims, claim, claim->at + 1);
    told.answered = line_position(claims, claim, claim->at + 2);
    return told;
}

const char *cheap_attacker(const struct told *told)
{
    const struct claim *claim = told->claim;
    int by = type_at(&told->before, move_from(claim->line[claim->at]));
    int target = type_at(&told->before, claim->targets[0]);
    return claim->defenders && by != KING && piece_worth(by) < piece_worth(target)
               ? chess_piece_name(by)
               : NULL;
}

bool was_put(const struct told *told)
{
    const struct claim *claim = told->claim;
    return claim->first > 0 && claim->line[claim->first - 1] != NULL_MOVE &&
           move_to(claim->line[claim->first - 1]) == claim->targets[0];
}

bool hung_before(const struct told *told)
{
    const struct claim *claim = told->claim;
    return claim->first > 0 && claim->line[claim->first - 1] != NULL_MOVE && !was_put(told) &&
           exchange(&told->earlier, claim->targets[0], claim->side) > 0;
}
