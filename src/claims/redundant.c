/* Finds claims that would add nothing for the reader to those already proved. */
#include <string.h>

#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/redundant.h"

static bool has_target(const struct claim *claim, Square square)
{
    for (int i = 0; i < claim->target_count; i++) {
        if (claim->targets[i] == square)
            return true;
    }
    return false;
}

/* Whether the claim adds nothing to the first proved one. This is so in three cases: the claim only
 * names the better move or the best reply, although there is something else to say; one of the two
 * says which piece is won, and the other what the line wins; or the first claim is a tactic or a
 * reply that takes something, and this one is only an exchange with which it begins, an attack on
 * one of its targets, or a quiet advantage of the better move or of the same answer. */
static bool is_needless(const struct claims *claims, const struct claim *claim)
{
    const struct claim *first = &claims->list[0];
    bool tactic = first->kind <= CLAIM_WINS || reply_takes(claims, first);
    bool same = first->role == claim->role && first->first == claim->first;
    bool begins = same && memcmp(first->line, claim->line, sizeof *claim->line *
                                                               (size_t)(claim->first + 1)) == 0;
    return claim->kind == CLAIM_REPLY ||
           (claim->kind == CLAIM_BETTER && first->kind != CLAIM_REPLY) ||
           (same && first->kind == CLAIM_HANGS && claim->kind == CLAIM_WINS) ||
           (begins && first->kind == CLAIM_WINS && claim->kind == CLAIM_HANGS) ||
           (tactic && begins && claim->kind == CLAIM_EXCHANGES) ||
           (tactic && begins && claim->kind == CLAIM_ATTACKS && claim->at == first->at &&
            has_target(first, claim->targets[0])) ||
           (tactic && claim->kind > CLAIM_PAWN_ENDING && claim->kind != CLAIM_BETTER &&
            (claim->role == CLAIM_ROLE_MISSED || (same && claim->role == CLAIM_ROLE_ALLOWS)));
}

/* Whether one of the first `count` claims, which are proved, is about the move itself and has the
 * same reply in its line as `answer`. */
static bool is_shown(const struct claims *claims, int count, const struct claim *answer)
{
    for (int i = 0; i < count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->role == CLAIM_ROLE_DOES && claim->length > 1 &&
            claim->line[1] == answer->line[1])
            return true;
    }
    return false;
}

/* Whether one of the first `count` claims, which are proved, has the same role and the same key
 * move at the same ply. */
static bool key_is_told(const struct claims *claims, int count, const struct claim *claim)
{
    for (int i = 0; i < count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->role == claim->role && other->at == claim->at &&
            other->line[other->at] == claim->line[claim->at])
            return true;
    }
    return false;
}

/* Whether the claim is that a piece hangs, and its line wins at least a knight more than this
 * piece. A later move of the line may show how. False for a threat. */
static bool hangs_and_more(const struct claims *claims, const struct claim *claim)
{
    struct position position = claims->position;
    if (claim->kind != CLAIM_HANGS)
        return false;
    for (int i = 0; i < claim->at; i++) {
        if (claim->line[i] == NULL_MOVE)
            return false;
        chess_play(&position, claim->line[i]);
    }
    int taken = captured_by(&position, claim->line[claim->at]);
    return claim->material >= piece_worth(taken) + piece_worth(KNIGHT);
}

/* Whether this claim about a later move tells more than the first proved one, which has the same
 * first move: it wins at least a knight more, or the first one is that a piece hangs, and this one
 * that the opponent's capture in reply is met by an intermediate move. */
static bool tells_more(const struct claim *first, const struct claim *claim)
{
    return claim->material >= first->material + piece_worth(KNIGHT) ||
           (first->kind == CLAIM_HANGS && claim->kind == CLAIM_INTERMEDIATE &&
            claim->role == CLAIM_ROLE_DOES && claim->at == claim->first + 2);
}

/* Whether the claim is about a tactic that comes some moves after the move played, after a reply
 * that is not expected, or after the move that the first claim is about. Such a claim is worth
 * saying only if no claim has been proved before it, or if the first one does not explain all that
 * is won. `count`: the claims proved so far. */
static bool is_far_fetched(const struct claims *claims, const struct claim *claim, int count)
{
    bool distant = claim->role == CLAIM_ROLE_ANSWERS ||
                   (claim->role == CLAIM_ROLE_DOES && claims->played != NO_MOVE);
    const struct claim *first = &claims->list[0];
    bool same = first->role == claim->role && first->first == claim->first &&
                first->line[first->first] == claim->line[claim->first] &&
                claim->kind != CLAIM_WINS && !hangs_and_more(claims, first) &&
                (!tells_more(first, claim) || key_is_told(claims, count, claim));
    return count > 0 && (distant || same) && claim->at > claim->first && claim->mate == 0;
}

static bool same_line(const struct claim *one, const struct claim *other)
{
    return one->length == other->length &&
           memcmp(one->line, other->line, (size_t)one->length * sizeof *one->line) == 0;
}

bool redundant_repeat(const struct claims *claims, int count, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_WINS && i < count; i++) {
        const struct claim *other = &claims->list[i];
        bool wins = other->kind == CLAIM_WINS || other->kind == CLAIM_HANGS;
        if (other->role == claim->role && wins && same_line(other, claim))
            return true;
    }
    return false;
}

/* Whether one of the first `count` claims, which are proved, has the same line, or is about the
 * same threat and says that the move prevents it. Always false if no move was played. */
static bool is_told(const struct claims *claims, int count, const struct claim *claim)
{
    for (int i = 0; claims->played != NO_MOVE && i < count; i++) {
        const struct claim *other = &claims->list[i];
        if (claim->role == CLAIM_ROLE_PARRIES && other->role == claim->role &&
            other->line[other->first] == claim->line[claim->first])
            return true;
        if (same_line(other, claim))
            return true;
    }
    return false;
}

/* Whether the claim says what the better move would have done. */
static bool is_about_better(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_MISSED || claim->role == CLAIM_ROLE_PUNISHES;
}

/* Whether one of the first `count` claims, which are proved, makes this one superfluous. This is so
 * if it threatens the piece that this claim attacks, parries a threat to the piece that this claim
 * saves, promotes the passed pawn, has this claim's threat as its key move, is the draw to which the
 * same move leads, or already says why the better move, whose threat or effect on the reply this
 * claim is about, was better. A small advantage of the better move is superfluous if another
 * claim names this move with a clearer merit. */
static bool is_same_threat(const struct claims *claims, int count, const struct claim *claim)
{
    bool own = claim->role == CLAIM_ROLE_DOES && claims->played != NO_MOVE;
    for (int i = 0; claims->played != NO_MOVE && i < count; i++) {
        const struct claim *other = &claims->list[i];
        Square to = move_to(other->line[other->first]);
        if (own && claim->kind == CLAIM_ATTACKS && other->role == CLAIM_ROLE_THREAT &&
            to == claim->targets[0])
            return true;
        if (own && claim->kind == CLAIM_SAVES && other->role == CLAIM_ROLE_PARRIES &&
            to == (claim->targets[0] == move_to(claims->played) ? move_from(claims->played)
                                                                : claim->targets[0]))
            return true;
        if (own && claim->kind == CLAIM_PASSED_PAWN && other->kind == CLAIM_PROMOTION)
            return true;
        if (claim->role == CLAIM_ROLE_THREAT && other->role == CLAIM_ROLE_DOES &&
            claim->line[claim->first] == other->line[other->at])
            return true;
        if (claim_draws(other) && claim->role == other->role &&
            (claim->role == CLAIM_ROLE_MISSED || claim->role == CLAIM_ROLE_ONLY_MOVE))
            return true;
        if (claim->role == CLAIM_ROLE_MISSED && other->role == CLAIM_ROLE_MISSED &&
            claim_is_threat(claim) && (claim_is_threat(other) || other->kind == CLAIM_BETTER))
            return true;
        if (claim_is_quiet_merit(claim) && other->kind == CLAIM_BETTER &&
            is_clear_merit(other->merit))
            return true;
        if (claim->role == CLAIM_ROLE_PUNISHES && is_about_better(other))
            return true;
    }
    return false;
}

/* For a claim that only names the better move: whether one of the first `count` claims already says
 * what that move would have done. */
static bool is_named(const struct claims *claims, int count, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_BETTER && i < count; i++) {
        if (is_about_better(&claims->list[i]))
            return true;
    }
    return false;
}

bool redundant_after(const struct claims *claims, int count, const struct claim *claim)
{
    return (count > 0 && is_needless(claims, claim)) ||
           is_far_fetched(claims, claim, count) || is_told(claims, count, claim) ||
           is_same_threat(claims, count, claim) ||
           is_named(claims, count, claim) ||
           /* the order in which the captures are made may not matter */
           (claim->kind == CLAIM_INTERMEDIATE && key_is_told(claims, count, claim)) ||
           (claim->role == CLAIM_ROLE_ANSWERS && is_shown(claims, count, claim));
}

/* Whether one of the claims says what was missed, rather than only naming the better move and its
 * merit. */
static bool has_reason(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->kind < CLAIM_REPLY && is_about_better(claim))
            return true;
    }
    return false;
}

/* Whether the claim only says which piece hangs, and another one names the same move and says what
 * it takes or wins. */
static bool is_taken_already(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_HANGS && claim->at == claim->first && i < claims->count;
         i++) {
        const struct claim *other = &claims->list[i];
        bool takes = reply_takes(claims, other) ||
                     (other->kind == CLAIM_BETTER && other->merit == CLAIM_WINS);
        if (takes && other->role == claim->role &&
            other->line[other->first] == claim->line[claim->first])
            return true;
    }
    return false;
}

/* Whether the claim only names a reply that neither takes nor wins anything, and another claim
 * already says what would punish that reply after the better move. */
static bool is_punished(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_REPLY && i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->role == CLAIM_ROLE_PUNISHES && claim->merit != CLAIM_WINS &&
            !reply_takes(claims, claim) && other->line[1] == claim->line[claim->first])
            return true;
    }
    return false;
}

/* Whether one of the claims gives a reason: it does more than name a better move or a reply. */
static bool has_any_reason(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (!claim_is_bare(claims, &claims->list[i]))
            return true;
    }
    return false;
}

/* Whether a claim names a better move. */
static bool has_better(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].kind == CLAIM_BETTER)
            return true;
    }
    return false;
}

/* Whether the claim only says that the reply puts pressure on something, and another one says why
 * the better move was better. */
static bool is_faint_reply(const struct claims *claims, const struct claim *claim)
{
    bool faint = claim->kind == CLAIM_REPLY && claim->merit == CLAIM_PRESSURE;
    for (int i = 0; faint && i < claims->count; i++) {
        if (claims->list[i].kind == CLAIM_BETTER && !claim_is_bare(claims, &claims->list[i]))
            return true;
    }
    return false;
}

/* Whether another claim makes this one needless. A claim that names a move without a reason is
 * dropped: the reply if there is a reason or a better move, the better move if a claim says what
 * was missed. So is a reply that only puts pressure on something, if a better move has a reason. A
 * better move is also dropped if the claim about the reply says that this move would have stopped
 * the reply; and that a piece hangs, if another claim says that the move takes or wins it. */
static bool is_outdone(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_BETTER && i < claims->count; i++) {
        if (reply_names_better(claims, &claims->list[i]))
            return true;
    }
    if (is_taken_already(claims, claim) || is_punished(claims, claim) ||
        is_faint_reply(claims, claim))
        return true;
    return claim_is_bare(claims, claim) &&
           (claim->kind == CLAIM_REPLY ? has_any_reason(claims) || has_better(claims)
                                       : has_reason(claims));
}

void redundant_drop_bare(struct claims *claims)
{
    const struct claims all = *claims;
    int kept = 0;
    for (int i = 0; i < all.count; i++) {
        const struct claim claim = all.list[i];
        if (is_outdone(&all, &claim))
            continue;
        claims->list[kept++] = claim;
        bool material = claim.merit == CLAIM_KEEPS || claim.merit == CLAIM_WINS;
        if (kept > 1 && claim.kind == CLAIM_BETTER && material) {
            claims->list[kept - 1] = claims->list[kept - 2];
            claims->list[kept - 2] = claim;
        }
    }
    claims->count = kept;
}
