#include "src/claims/prevent.h"

#include "src/claims/geometry.h"
#include "src/claims/walk.h"

/* If the score after the best move is lower than this (centipawns), the position was lost anyway. */
enum { LOST_ANYWAY = -300 };

/* Whether the better move brings the king out of reach of the reply, which would have given check
 * before the move played, too. */
static bool avoids_check(const struct claims *claims)
{
    struct position after = claims->position, passed = claims->position;
    Move best = claims->best.moves[0], reply = claims->answer.moves[0];
    chess_play(&after, best);
    if (type_at(&claims->position, move_from(best)) != KING || !pass_move(&passed) ||
        !chess_is_legal(&passed, reply) || !chess_is_legal(&after, reply))
        return false;
    chess_play(&passed, reply);
    chess_play(&after, reply);
    return passed.checkers && !after.checkers;
}

bool reply_only_exchanges(const struct claims *claims)
{
    const struct evidence *answer = &claims->answer;
    struct position after = claims->position, taken;
    chess_play(&after, claims->played);
    if (answer->length < 2 || chess_is_capture(&claims->position, claims->played) ||
        material_of(&after, after.side) >= piece_worth(KNIGHT))
        return false;
    Move takes = answer->moves[0], back = answer->moves[1];
    int type = captured_by(&after, takes), side = after.side;
    if (type == NO_PIECE_TYPE || type != type_at(&after, move_from(takes)))
        return false;
    taken = after;
    chess_play(&taken, takes);
    if (move_to(back) == move_to(takes))
        return type_at(&after, move_from(back)) != PAWN;
    return type != PAWN && exchange(&taken, move_to(takes), !side) >= piece_worth(type);
}

/* Whether the reply is the same in both positions: the same piece makes it, and it takes a piece of
 * the same type, if any. `real` is the position after the move played, where the reply is legal;
 * `other` is the one after the better move. */
static bool is_same_reply(const struct position *real, const struct position *other, Move reply)
{
    Square from = move_from(reply);
    return chess_is_legal(other, reply) && captured_by(other, reply) == captured_by(real, reply) &&
           other->board[from] == real->board[from];
}

bool reply_does_the_same(const struct claims *claims, const struct claim *reply)
{
    struct position real = claims->position, other = claims->position;
    Move move = reply->line[reply->first];
    if (claims->best.length == 0 || reply->at > reply->first || reply->mate > 0)
        return false;
    bool attack = reply->merit == CLAIM_ATTACKS && reply->target_count > 0;
    chess_play(&real, claims->played);
    chess_play(&other, claims->best.moves[0]);
    int side = other.side, taken = captured_by(&real, move);
    if (!is_same_reply(&real, &other, move))
        return false;
    if (reply->merit == CLAIM_EXCHANGES)
        return taken != NO_PIECE_TYPE && !chess_is_capture(&claims->position, claims->played);
    chess_play(&other, move);
    Square target = reply->targets[0];
    return attack && is_piece_of(&other, target, !side) &&
           exchange(&other, target, side) > 0 && exchange(&other, move_to(move), !side) == 0;
}

bool reply_is_prevented(const struct claims *claims)
{
    Move reply = claims->answer.moves[0];
    Square to = move_to(reply), from = move_from(reply);
    if (claims->answer.length == 0 || claims->best.length == 0 || to == move_to(claims->played) ||
        reply_only_exchanges(claims))
        return false;
    if (avoids_check(claims))
        return true;
    struct position after = claims->position, real = claims->position;
    chess_play(&after, claims->best.moves[0]);
    chess_play(&real, claims->played);
    if (move_to(claims->best.moves[0]) == from &&
        real.board[from] == claims->position.board[from])
        return true; /* the better move takes the piece */
    if (after.checkers || after.board[from] != claims->position.board[from] ||
        real.board[from] != after.board[from])
        return false;
    if (!chess_is_legal(&after, reply))
        return true;
    if (claims->best.score < LOST_ANYWAY)
        return false; /* there the reply may win although it loses material */
    int side = after.side, taken = piece_worth(captured_by(&after, reply));
    int really = piece_worth(captured_by(&real, reply));
    chess_play(&after, reply);
    chess_play(&real, reply);
    return exchange(&after, to, !side) - taken >= piece_worth(PAWN) &&
           exchange(&real, to, !side) - really <= 0;
}

bool uncastles(const struct position *position, Move move)
{
    static const int rights[COLOR_COUNT] = {WHITE_SHORT | WHITE_LONG, BLACK_SHORT | BLACK_LONG};
    struct position next = *position;
    chess_play(&next, move);
    return (position->castling & rights[next.side]) && next.checkers &&
           exchange(&next, move_to(move), next.side) == 0 && every_move_loses(&next, true);
}

bool can_uncastle(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (uncastles(position, moves[i]))
            return true;
    }
    return false;
}

bool reply_fails(const struct claims *claims, Move reply)
{
    struct position real = claims->position, other = claims->position, passed;
    chess_play(&real, claims->played);
    chess_play(&other, claims->best.moves[0]);
    passed = other;
    int taken = captured_by(&real, reply);
    if (!is_same_reply(&real, &other, reply) || move_to(reply) == move_to(claims->played) ||
        !pass_move(&passed))
        return false;
    chess_play(&real, reply);
    chess_play(&other, reply);
    int won = material_open(&other), open = material_open(&real), before = material_open(&passed);
    return (won - piece_worth(taken) >= piece_worth(PAWN) &&
            won >= (open > before ? open : before) + piece_worth(PAWN)) ||
           (can_uncastle(&other) && !can_uncastle(&real) && !can_uncastle(&passed));
}

bool attack_is_avoided(const struct claims *claims, Square target)
{
    struct position after = claims->position;
    Move best = claims->best.moves[0], reply = claims->answer.moves[0];
    int own = after.side;
    Square was = target == move_to(claims->played) ? move_from(claims->played) : target;
    Square now = was == move_from(best) ? move_to(best) : was;
    if (claims->best.length == 0 || claims->answer.length == 0 || chess_is_capture(&after, best))
        return false;
    chess_play(&after, best);
    if (after.checkers || !chess_is_legal(&after, reply) || chess_is_capture(&after, reply))
        return false;
    chess_play(&after, reply);
    return is_piece_of(&after, now, own) && exchange(&after, now, !own) == 0 &&
           pass_move(&after) && material_open(&after) < piece_worth(PAWN);
}

bool reply_says_little(const struct claim *claim)
{
    return claim->kind == CLAIM_REPLY &&
           (claim->merit == CLAIM_NONE || claim->merit == CLAIM_DRIVES ||
            claim->merit == CLAIM_CHECKS);
}

bool reply_takes(const struct claims *claims, const struct claim *claim)
{
    struct position after = claims->position;
    if (claim->kind != CLAIM_REPLY || claim->material < piece_worth(PAWN))
        return false;
    chess_play(&after, claims->played);
    return chess_is_capture(&after, claim->line[claim->first]);
}

bool is_clear_merit(int merit)
{
    return merit == CLAIM_WINS || merit == CLAIM_KEEPS || merit == CLAIM_ATTACKS ||
           merit == CLAIM_INTERMEDIATE || merit == CLAIM_GUARDS || merit == CLAIM_UNCASTLES ||
           merit == CLAIM_FORK || merit == CLAIM_MATE || merit == CLAIM_PERPETUAL;
}

bool reply_names_better(const struct claims *claims, const struct claim *reply)
{
    if (reply->kind != CLAIM_REPLY ||
        (!reply_is_prevented(claims) &&
         (reply->merit != CLAIM_ATTACKS || !attack_is_avoided(claims, reply->targets[0]))))
        return false;
    if (reply->merit == CLAIM_NONE && !reply_takes(claims, reply) &&
        chess_is_capture(&claims->position, claims->best.moves[0]))
        return false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->role == CLAIM_ROLE_MISSED &&
            (claim->kind != CLAIM_BETTER || is_clear_merit(claim->merit)))
            return false;
        if (claim->role == CLAIM_ROLE_PUNISHES)
            return false;
    }
    return true;
}
