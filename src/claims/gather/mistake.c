/* The reasons of a mistake: what it allows, and what the better move would have done. Something is
 * no reason if the opponent could also do it after the better move, or if the move played does it,
 * too. */
#include "src/claims/gather/gather.h"

enum { LARGE = 300, CLEAR_LOSS = 250, SOME_LOSS = 150, SEEN_PLIES = 8 };

/* Whether the move played made the opponent's answer possible: it is not legal after the best
 * move. */
static bool is_caused(const struct claims *claims)
{
    struct position position = claims->position;
    Move answer = claims->answer.moves[0], best = claims->best.moves[0];
    if (claims->best.length == 0 || claims->answer.length == 0)
        return false;
    chess_play(&position, best);
    return !chess_is_legal(&position, answer);
}

/* Whether the opponent's answer would attack the piece on `target` after the best move, too, and
 * the attacking piece could not be captured then. */
static bool attacks_anyway(const struct claims *claims, Square target)
{
    struct position position = claims->position;
    Move answer = claims->answer.moves[0];
    if (claims->best.length == 0 || is_caused(claims))
        return false;
    chess_play(&position, claims->best.moves[0]);
    int side = position.side;
    chess_play(&position, answer);
    return is_piece_of(&position, target, !side) && exchange(&position, target, side) > 0 &&
           exchange(&position, move_to(answer), !side) == 0;
}

/* Whether the opponent's answer would give check after the best move, too, and every reply to it
 * (except the king's moves, if `but_king` is set) would lose material. */
static bool checks_anyway(const struct claims *claims, bool but_king)
{
    struct position position = claims->position;
    if (claims->best.length == 0 || is_caused(claims))
        return false;
    chess_play(&position, claims->best.moves[0]);
    chess_play(&position, claims->answer.moves[0]);
    return position.checkers && every_move_loses(&position, but_king);
}

bool claim_is_consequence(const struct claims *claims, const struct claim *claim)
{
    if (claim->role != CLAIM_ROLE_ALLOWS)
        return false;
    if (claim->kind != CLAIM_REPLY)
        return is_consequence(claims, claim);
    switch ((enum claim_kind)claim->merit) {
    case CLAIM_FORK:
        return !checks_anyway(claims, false);
    case CLAIM_UNCASTLES:
        return !checks_anyway(claims, true);
    case CLAIM_ATTACKS:
        return claim->at == claim->first && !attacks_anyway(claims, claim->targets[0]);
    case CLAIM_TRAPPED:
    case CLAIM_WINS:
        return true;
    case CLAIM_PIN:
    case CLAIM_PASSED_PAWN:
        return is_caused(claims);
    default:
        return false;
    }
}

bool is_consequence(const struct claims *claims, const struct claim *claim)
{
    int kind = claim->kind;
    if (kind == CLAIM_ATTACKS)
        return claim->targets[0] == move_to(claims->played) ||
               !attacks_anyway(claims, claim->targets[0]);
    return is_caused(claims) &&
           (kind == CLAIM_PAWN_ENDING || kind == CLAIM_PASSED_PAWN || kind == CLAIM_KING_EXPOSED ||
            kind == CLAIM_OUTPOST || kind == CLAIM_OPEN_FILE || kind == CLAIM_BISHOPS);
}

bool goes_for(const struct claims *claims, Square target)
{
    struct position position = claims->position;
    int side = position.side;
    chess_play(&position, claims->played);
    if (!is_piece_of(&position, target, !side))
        return true;
    int won = exchange(&position, target, side);
    if (won == 0 || claims->answer.length == 0)
        return won > 0;
    chess_play(&position, claims->answer.moves[0]);
    return !is_piece_of(&position, target, !side) || exchange(&position, target, side) < won;
}

/* Whether the opponent captures on `target` soon, in the best line after the move played. */
static bool falls(const struct claims *claims, Square target)
{
    const struct evidence *answer = &claims->answer;
    for (int i = 0; i < answer->length && i < SEEN_PLIES; i += 2) {
        if (move_to(answer->moves[i]) == target)
            return true;
    }
    return false;
}

/* Whether the piece on `target`, which the move played did not move, is sufficiently protected
 * after that move. */
static bool protects(const struct claims *claims, Square target)
{
    struct position after = claims->position;
    int side = after.side;
    chess_play(&after, claims->played);
    return exchange(&after, target, !side) <= 0;
}

bool wins_target(const struct claims *claims, Square target)
{
    const struct evidence *best = &claims->best, *answer = &claims->answer;
    return best->length > 2 && move_to(best->moves[2]) == target &&
           move_from(best->moves[1]) != target && /* it did not move away */
           move_to(claims->played) != target &&
           (answer->length < 2 || move_to(answer->moves[1]) != target);
}

bool is_advantage(const struct claims *claims, const struct claim *claim)
{
    Move best = claims->best.moves[0];
    Square target = claim->targets[0];
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_EXCHANGES:
        return false;
    case CLAIM_SAVES:
        target = target == move_to(best) ? move_from(best) : target;
        return falls(claims, target) && move_from(claims->played) != target &&
               !protects(claims, target) &&
               piece_worth(captured_by(&claims->position, claims->played)) <
                   piece_worth(type_at(&claims->position, target));
    case CLAIM_ATTACKS:
        return !goes_for(claims, target) || wins_target(claims, target);
    default:
        return true;
    }
}

bool falls_anyway(const struct claims *claims, Move capture)
{
    struct position real = claims->position, other = claims->position;
    const struct evidence *best = &claims->best;
    Square target = move_to(capture);
    if (best->length < 2 || best->moves[0] == claims->played ||
        move_to(best->moves[1]) != target ||
        (best->length > 2 && move_to(best->moves[2]) == target) ||
        move_to(claims->played) == target || move_to(best->moves[0]) == target)
        return false;
    chess_play(&real, claims->played);
    chess_play(&other, best->moves[0]);
    return captured_by(&real, capture) != NO_PIECE_TYPE &&
           captured_by(&real, capture) == captured_by(&other, best->moves[1]);
}

/* Removes claims that the opponent wins a piece or a pawn by a capture, if it would also be lost
 * after the best move. */
static void drop_shared_losses(struct claims *claims)
{
    struct position after = claims->position;
    int kept = 0;
    chess_play(&after, claims->played);
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool takes = (claim->kind == CLAIM_HANGS || claim->kind == CLAIM_WINS) &&
                     claim->role == CLAIM_ROLE_ALLOWS && claim->at == claim->first &&
                     claim->first == 1 && claim->mate == 0;
        if (!takes || !falls_anyway(claims, claim->line[1]) ||
            won_by(claim) > piece_worth(captured_by(&after, claim->line[1])))
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
}

/* Removes the claims of this role. */
static void drop_role(struct claims *claims, enum claim_role role)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].role != role)
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
}

/* If the game is decided anyway, removes mates in more than CLAIMS_LONG_MATE moves, because nobody
 * sees them on the board. */
static void drop_long_mates(struct claims *claims)
{
    int kept = 0;
    if (!claims_is_decided(claims))
        return;
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].mate <= CLAIMS_LONG_MATE)
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
}

/* Whether the claim wins the piece that the move played takes, too. */
static bool takes_the_same(const struct claims *claims, const struct claim *claim)
{
    bool takes = claim->kind == CLAIM_HANGS || claim->kind == CLAIM_WINS;
    return takes && claim->target_count > 0 && claim->at == claim->first &&
           claim->targets[0] == move_to(claims->played) &&
           chess_is_capture(&claims->position, claims->played);
}

/* Whether the claim wins clearly more than the move played, which loses the difference. */
static bool wins_far_more(const struct claims *claims, const struct claim *claim, int kept)
{
    return claims->loss >= CLEAR_LOSS && claim->material >= kept + WORTH_SAYING &&
           claim->at == claim->first;
}

void drop_what_was_kept(struct claims *claims, int kept)
{
    int count = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool kept_too = claim->role == CLAIM_ROLE_MISSED && claim->kind <= CLAIM_WINS &&
                        claim->mate == 0 && !claim_draws(claim) &&
                        (claim->material <= kept || takes_the_same(claims, claim) ||
                         (kept >= WORTH_SAYING && claim->material <= 2 * kept &&
                          !wins_far_more(claims, claim, kept)));
        if (!kept_too)
            claims->list[count++] = *claim;
    }
    claims->count = count;
}

static bool misses_a_draw(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].role == CLAIM_ROLE_MISSED && claim_draws(&claims->list[i]))
            return true;
    }
    return false;
}

int kept_by_played(const struct claims *claims)
{
    struct walk walk;
    struct part answer = answer_to_played(claims);
    walk_line(&walk, &answer.start, claims->answer.moves, claims->answer.length);
    return piece_worth(captured_by(&claims->position, claims->played)) - walk.gain;
}

bool loses_at_once(const struct claims *claims)
{
    struct position after = claims->position;
    if (claims->answer.length == 0)
        return false;
    chess_play(&after, claims->played);
    return chess_is_capture(&after, claims->answer.moves[0]) &&
           kept_by_played(claims) <= -WORTH_SAYING;
}

void gather_mistake(struct claims *claims, Score loss)
{
    int best_gain, answer_gain, taken = piece_worth(captured_by(&claims->position, claims->played));
    struct part best = whole_line(claims, CLAIM_ROLE_MISSED, &claims->best);
    struct part answer = answer_to_played(claims);
    add_tactics(claims, &answer, &answer_gain);
    add_tactics(claims, &best, &best_gain);
    int after = taken - answer_gain, difference = best_gain - after;
    int shown = claims->at_sight ? 50 : 25; /* percent of `difference` that the move must lose; less
                                             * is enough if a search will prove the claims */
    if (100 * loss < shown * (difference < LARGE ? difference : LARGE))
        difference = -1; /* the loss is too small for the difference in material, so something else
                            compensates for it */
    int needed = claims->loss >= SOME_LOSS ? 0 : WORTH_SAYING;
    bool mated = mate_in(claims->answer.score) > 0 && mate_in(claims->best.score) >= 0;
    bool missed_mate = mate_in(claims->best.score) > 0 && mate_in(claims->answer.score) >= 0;
    if (!mated && (after > -WORTH_SAYING || difference < needed || missed_mate))
        drop_role(claims, CLAIM_ROLE_ALLOWS);
    if (!missed_mate && !misses_a_draw(claims) &&
        (best_gain < WORTH_SAYING || difference < WORTH_SAYING || mated))
        drop_role(claims, CLAIM_ROLE_MISSED);
    drop_what_was_kept(claims, after);
    drop_shared_losses(claims);
    drop_long_mates(claims);
    bool missed_first = missed_mate || (!mated && best_gain > -after);
    for (int i = 0; i < claims->count; i++) {
        bool missed = claims->list[i].role == CLAIM_ROLE_MISSED;
        claims->list[i].order = missed == missed_first ? 0 : 1;
    }
}
