/* Sorts claims, the most concrete reason first, and removes those that others make redundant. */
#include "src/claims/gather/gather.h"
#include "src/claims/prevent.h"

enum {
    CLEAR_LOSS = 250,
    HUGE_LOSS = 500,
    ENDING = 2000, /* centipawns: in an ending all pieces, without pawns, are worth at most this */
    LATER = 30,
    THREAT = 200
};

/* The type of the piece that the key move captures, or NO_PIECE_TYPE. */
static int taken_type(const struct claims *claims, const struct claim *claim)
{
    struct position position = claims->position;
    for (int i = 0; i < claim->at; i++) {
        if (claim->line[i] != NULL_MOVE)
            chess_play(&position, claim->line[i]);
        else if (!pass_move(&position))
            return NO_PIECE_TYPE;
    }
    return captured_by(&position, claim->line[claim->at]);
}

/* Whether the claim is about a hanging piece that makes up at least half of what the line wins. */
static bool merely_hangs(const struct claims *claims, const struct claim *claim)
{
    int most = won_by(claim);
    if (claim->kind != CLAIM_HANGS)
        return false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->role == claim->role && other->first == claim->first && won_by(other) > most)
            most = won_by(other);
    }
    return 2 * piece_worth(taken_type(claims, claim)) >= most;
}

bool is_ending(const struct position *position)
{
    int sum = 0;
    for (int type = KNIGHT; type < KING; type++)
        sum += piece_worth(type) * __builtin_popcountll(position->by_type[type]);
    return sum <= ENDING;
}

/* Whether the claim gives a reason for a mistake. */
static bool is_reason(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_ALLOWS || claim->role == CLAIM_ROLE_MISSED;
}

/* Whether the claim wins only pawns and so explains too little of a large loss, which must have
 * another reason. In an ending, a pawn can be the complete reason, but not of a huge loss. */
static bool explains_little(const struct claims *claims, const struct claim *claim)
{
    bool material = (claim->kind >= CLAIM_DOUBLE_CHECK && claim->kind <= CLAIM_WINS) ||
                    claim->kind == CLAIM_ATTACKS;
    return is_reason(claim) && material && claim->mate == 0 && claim_wins_only_pawns(claim) &&
           claims->loss >= CLEAR_LOSS && 5 * claim->material < 2 * claims->loss &&
           (claims->loss >= HUGE_LOSS || !is_ending(&claims->position));
}

/* Whether the claim gives a reason for a mistake that is less clear than what the best reply or the
 * better move does at once: a tactic later in the line that wins only pawns. */
static bool is_late_pawn(const struct claim *claim)
{
    return is_reason(claim) && claim->at > claim->first && claim->kind != CLAIM_WINS &&
           claim->mate == 0 && is_material(claim) && claim_wins_only_pawns(claim);
}

/* Whether the claim gives a reason for a mistake and is about a threat. */
static bool is_threat(const struct claim *claim)
{
    return claim_is_threat(claim) && is_reason(claim);
}

static bool has_threat(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (is_threat(&claims->list[i]))
            return true;
    }
    return false;
}

/* Whether one of the claims says that the best reply attacks a piece. */
static bool has_attacking_reply(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        struct position after = claims->position;
        if (claim->kind != CLAIM_REPLY || claim->merit != CLAIM_ATTACKS || claim->at > claim->first)
            continue;
        chess_play(&after, claims->played);
        return type_at(&after, claim->targets[0]) != PAWN;
    }
    return false;
}

/* Whether one of the claims says what the better move wins, keeps or attacks. */
static bool has_clear_better(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->kind == CLAIM_BETTER && is_clear_merit(claim->merit))
            return true;
    }
    return false;
}

/* The rank of a claim; lower ranks come first. What the mistake loses at once comes before what a
 * better move would have threatened. Threats come after what the move forces, and before quiet
 * reasons; a tactic with which the move answers another reply comes before threats. But a reply
 * that attacks a piece comes before the threat of a better move to win pawns. A tactic of the
 * line's first move comes before one later in the line. What the better move would have done to the
 * reply, and a threat of it that can be parried, come after the other reasons; the former also comes
 * before a quiet merit of the better move. Then come claims that explain little and pawns won late
 * in a line, and last a better move of which nothing else can be said. */
static int rank(const struct claims *claims, const struct claim *claim)
{
    int second = claim->order ? 100 : 0;
    bool at_once = claim->at == claim->first && claim->kind != CLAIM_WINS;
    int threat = claim->role == CLAIM_ROLE_ANSWERS     ? (at_once ? 150 : 250)
                 : claim->role == CLAIM_ROLE_THREAT    ? THREAT
                 : claim->role == CLAIM_ROLE_ONLY_MOVE ? 300
                 : claim->role == CLAIM_ROLE_PARRIES   ? 400
                 : is_threat(claim)                    ? THREAT
                                                       : 0;
    int kind = merely_hangs(claims, claim) ? CLAIM_DOUBLE_CHECK : claim->kind;
    if (claim->kind == CLAIM_BETTER && claim_is_bare(claims, claim))
        return 1000 + 4 * CLAIM_KIND_COUNT;
    if (claim->role == CLAIM_ROLE_PUNISHES && !has_clear_better(claims))
        return 1000 + CLAIM_REPLY;
    if (claim->role == CLAIM_ROLE_PUNISHES ||
        (is_threat(claim) && claim->role == CLAIM_ROLE_MISSED && can_be_parried(claims, claim)))
        return 1000 + CLAIM_KIND_COUNT;
    if (is_threat(claim) && claim->role == CLAIM_ROLE_MISSED && claim->mate == 0 &&
        claim_wins_only_pawns(claim) && has_attacking_reply(claims))
        return 1000 + CLAIM_REPLY;
    if (reply_takes(claims, claim))
        return THREAT - 1;
    if (is_late_pawn(claim) ||
        (explains_little(claims, claim) && (is_threat(claim) || !has_threat(claims))))
        return 1000 + CLAIM_KIND_COUNT + kind;
    if (claims->loss >= CLEAR_LOSS && claim_is_small(claim)) /* no reason for a large loss */
        return 1000 + 2 * CLAIM_KIND_COUNT + kind;
    if (claim_is_quiet_merit(claim) && has_clear_better(claims))
        return 1000 + CLAIM_KIND_COUNT;
    if (!is_material(claim))
        return 1000 + kind;
    if (claim->at > claim->first && claim->mate == 0)
        kind += LATER;
    return second + threat + kind;
}

/* For a claim that a piece hangs or becomes active: whether another claim about the same move is of
 * a more concrete kind. */
static bool says_more(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind < claim->kind && other->role == claim->role && other->at == claim->at)
            return true;
    }
    return false;
}

/* Whether the claim is a discovered check that is also listed as a double check. The latter says
 * more. */
static bool is_double_check(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_DOUBLE_CHECK && other->role == claim->role &&
            other->at == claim->at)
            return claim->kind == CLAIM_DISCOVERED;
    }
    return false;
}

/* Whether the claim says that a piece is trapped and another claim says that the same move pins it,
 * which explains why it cannot move. */
static bool is_pinned_rather(const struct claims *claims, const struct claim *claim)
{
    for (int i = 0; claim->kind == CLAIM_TRAPPED && i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_PIN && other->role == claim->role && other->at == claim->at &&
            other->targets[0] == claim->targets[0])
            return true;
    }
    return false;
}

/* Whether the claim is about a tactic later in a line that begins with the capture of a hanging
 * piece worth as much as the line wins. This capture alone then explains the mistake. */
static bool is_explained_by_capture(const struct claims *claims, const struct claim *claim)
{
    if (!is_reason(claim) || claim->at <= claim->first || claim->mate != 0)
        return false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_HANGS && other->role == claim->role &&
            other->first == claim->first && other->line[other->at] == claim->line[claim->first] &&
            piece_worth(taken_type(claims, other)) >= won_by(claim))
            return true;
    }
    return false;
}

/* Whether the claim says that the move saves a pawn, and another claim says that it attacks a piece
 * worth more than the attacker. The attack matters more. */
static bool is_lesser_save(const struct claims *claims, const struct claim *claim)
{
    struct position after = claims->position;
    if (claim->kind != CLAIM_SAVES || claim->role != CLAIM_ROLE_DOES)
        return false;
    chess_play(&after, claim->line[claim->first]);
    if (type_at(&after, claim->targets[0]) != PAWN)
        return false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_ATTACKS && other->role == claim->role &&
            piece_worth(type_at(&after, other->targets[0])) >
                piece_worth(type_at(&after, move_to(claim->line[claim->first]))))
            return true;
    }
    return false;
}

static void drop_needless(struct claims *claims)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim claim = claims->list[i];
        bool weak = claim.kind == CLAIM_ACTIVE ||
                    (claim.kind == CLAIM_HANGS && !merely_hangs(claims, &claim));
        if (claim.kind == CLAIM_HANGS && claim.mate > 0)
            continue; /* another claim states the mate */
        if ((!weak || !says_more(claims, &claim)) && !is_double_check(claims, &claim) &&
            !is_pinned_rather(claims, &claim) && !is_lesser_save(claims, &claim) &&
            !is_explained_by_capture(claims, &claim))
            claims->list[kept++] = claim;
    }
    claims->count = kept;
}

void claims_rank(struct claims *claims)
{
    drop_needless(claims);
    for (int i = 1; i < claims->count; i++) {
        struct claim claim = claims->list[i];
        int at = i, own = rank(claims, &claim);
        for (; at > 0 && rank(claims, &claims->list[at - 1]) > own; at--)
            claims->list[at] = claims->list[at - 1];
        claims->list[at] = claim;
    }
}
