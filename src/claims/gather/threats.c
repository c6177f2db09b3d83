/* Claims about threats, which are what follows after a pass, and about moves other than those of
 * the best lines: the second best move, and the second best reply. */
#include <string.h>

#include "src/claims/gather/gather.h"
#include "src/claims/prevent.h"

enum { ONLY_MOVE_SAVES = 100, ONLY_MOVE_LOSS = 200, ONLY_MOVE_LEVEL = 50 }; /* centipawns */

/* Whether the threat is to capture a piece that could itself capture the threatening piece. The
 * opponent is to move, so this is only an offer to exchange, and no reason of a mistake even if
 * more follows. `position` is the one before the pass. */
static bool offers_exchange(const struct position *position, const struct claim *claim)
{
    Square from = move_from(claim->line[claim->first]), to = move_to(claim->line[claim->first]);
    bool reason = claim->role == CLAIM_ROLE_ALLOWS || claim->role == CLAIM_ROLE_MISSED;
    bool more = claim->role == CLAIM_ROLE_THREAT && claim->kind == CLAIM_WINS;
    bool even = (reason || more) && claim->mate == 0 && is_piece_of(position, to, !claim->side) &&
                piece_worth(type_at(position, from)) >= piece_worth(type_at(position, to));
    bool hangs = claim->kind == CLAIM_HANGS && claim->at == claim->first;
    return (hangs || even) && (chess_attacks(position, to) & bit(from));
}

/* Whether the opponent can simply take the piece that would carry out the threat. Returns false for
 * a threat that was parried, because the parrying move may take that piece, and for a threat of
 * mate, because the piece may be a bait. */
static bool can_be_taken(const struct position *position, const struct claim *claim)
{
    Square from = move_from(claim->line[claim->first]);
    return claim->role != CLAIM_ROLE_PARRIES && claim->mate == 0 &&
           exchange(position, from, position->side) >= piece_worth(PAWN);
}

/* Whether the threat to win material begins with the capture of a piece that is protected well
 * enough. `position` is the one after the pass. */
static bool takes_protected(const struct position *position, const struct claim *claim)
{
    Move move = claim->line[claim->first];
    return claim->kind == CLAIM_WINS && claim->mate == 0 && chess_is_capture(position, move) &&
           move_kind(move) != MOVE_EN_PASSANT &&
           exchange(position, move_to(move), claim->side) < piece_worth(PAWN);
}

/* Whether the threat is too slow: it begins with a quiet move or an even exchange and wins only
 * pawns, and those only later. `position` is the one after the pass. */
static bool is_slow(const struct position *position, const struct claim *claim)
{
    Move move = claim->line[claim->first];
    struct position next = *position;
    bool quiet = claim->at > claim->first && !chess_is_capture(position, move) &&
                 move_kind(move) != MOVE_PROMOTION;
    chess_play(&next, move);
    return (quiet || takes_protected(position, claim)) && claim->mate == 0 &&
           won_by(claim) < piece_worth(KNIGHT) && !next.checkers;
}

/* Whether the threat is to win a piece that is protected, and nothing more. */
static bool wins_only_protected(const struct position *position, const struct claim *claim)
{
    return takes_protected(position, claim) &&
           won_by(claim) <= piece_worth(captured_by(position, claim->line[claim->first]));
}

/* Whether the threat begins with a quiet move although a capture would win nearly as much at once,
 * or with a quiet check that wins only pawns although a capture would win a pawn at once. Then the
 * capture is the real threat. `position` is the one after the pass. */
static bool is_detour(const struct claims *claims, const struct position *position,
                      const struct claim *claim)
{
    Move move = claim->line[claim->first];
    struct position next = *position;
    int open = material_open(position);
    chess_play(&next, move);
    bool nearly = next.checkers ? claim_wins_only_pawns(claim) && open >= piece_worth(PAWN)
                                : 3 * open >= 2 * won_by(claim);
    return claim->role == CLAIM_ROLE_THREAT && claims->played != NO_MOVE && claim->mate == 0 &&
           !chess_is_capture(position, move) && move_kind(move) != MOVE_PROMOTION && nearly;
}

/* Whether the threatened moves win as much in `position`, in which claim->side is to move, as they
 * win after the pass. */
static bool wins_there(const struct position *position, const struct claim *claim)
{
    struct walk walk;
    int plies = claim->length - claim->first;
    walk_line(&walk, position, claim->line + claim->first, plies);
    return walk.length == plies && walk.quiet[plies] && walk.material[plies] >= won_by(claim);
}

/* Whether the move mates at once in `position` after a pass. */
static bool mates_after_pass(struct position position, Move move)
{
    struct walk walk;
    if (!pass_move(&position))
        return false;
    walk_line(&walk, &position, &move, 1);
    return walk.mates;
}

/* Whether the threat is a mate in one that the opponent did not threaten before the move played,
 * and would not threaten after the best move and the same answer. `other` is the position after
 * these two. */
static bool is_new_mate(const struct claims *claims, const struct position *other,
                        const struct claim *claim)
{
    Move move = claim->line[claim->first];
    return claim->mate == 1 && !mates_after_pass(claims->position, move) &&
           !mates_after_pass(*other, move);
}

/* Whether the threat is nothing new: the side could have carried it out before the move played, or
 * the opponent's answer would make the same threat after the best move, too. */
static bool is_old_threat(const struct claims *claims, const struct claim *claim)
{
    struct position other = claims->position;
    if (claims->played == NO_MOVE || claims->best.length == 0)
        return false;
    if (claim->role == CLAIM_ROLE_THREAT)
        return claim->line[claim->first] == claims->best.moves[0] || wins_there(&other, claim);
    if (claim->role != CLAIM_ROLE_ALLOWS)
        return false;
    chess_play(&other, claims->best.moves[0]);
    if (!chess_is_legal(&other, claims->answer.moves[0]))
        return false;
    chess_play(&other, claims->answer.moves[0]);
    return !is_new_mate(claims, &other, claim) && pass_move(&other) && wins_there(&other, claim);
}

/* Whether the better move would threaten to take a piece that the move played takes or attacks,
 * too. */
static bool is_no_new_threat(const struct claims *claims, const struct claim *claim)
{
    Square target = move_to(claim->line[claim->first]);
    return claim->role == CLAIM_ROLE_MISSED && claim->at == claim->first && claim->mate == 0 &&
           is_piece_of(&claims->position, target, !claim->side) && goes_for(claims, target);
}

/* Whether the best reply captures a piece that the threat needs. The threat is that of the better
 * move or of the answer to a mistake. */
static bool is_removed(const struct claims *claims, const struct claim *claim)
{
    const struct evidence *line =
        claim->role == CLAIM_ROLE_MISSED ? &claims->best : &claims->answer;
    for (int i = claim->first; line->length > 1 && i <= claim->at; i += 2) {
        if (move_from(claim->line[i]) == move_to(line->moves[1]))
            return true;
    }
    return false;
}

/* Whether one of the claims says that the best reply attacks the piece on `target`. */
static bool is_attacked_by_reply(const struct claims *claims, Square target)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->kind == CLAIM_REPLY && claim->merit == CLAIM_ATTACKS &&
            claim->at == claim->first && claim->targets[0] == target)
            return true;
    }
    return false;
}

/* Whether the threat does not explain the mistake: the best reply removes it, it begins with a
 * quiet move, or it is one of the answer and can be parried (can_be_parried). `position` is the one
 * after the pass. */
static bool is_no_reason(const struct claims *claims, const struct position *position,
                         const struct claim *claim)
{
    Move move = claim->line[claim->first];
    struct position next = *position;
    if (claim->role != CLAIM_ROLE_MISSED && claim->role != CLAIM_ROLE_ALLOWS)
        return false;
    chess_play(&next, move);
    bool quiet = !chess_is_capture(position, move) && !next.checkers;
    if (claim->role == CLAIM_ROLE_ALLOWS && claim->at == claim->first &&
        (claim->kind == CLAIM_HANGS ||
         (claim->kind == CLAIM_WINS && is_attacked_by_reply(claims, move_to(move)))))
        return true; /* if the piece really hung, the line of the answer would already win it */
    bool mates = claim->mate == 1 && claims->loss >= WORTH_SAYING && /* everybody sees it */
                 !mates_after_pass(claims->position, move);
    return (claim->role == CLAIM_ROLE_ALLOWS && !mates && can_be_parried(claims, claim)) ||
           (quiet && claim->at > claim->first) || is_removed(claims, claim);
}

/* Removes those threats that are not worth saying among the claims from index `from` on. Nobody
 * sees the threat of a mate in more than CLAIMS_LONG_MATE moves. `before` and `after` are the
 * positions before and after the pass. */
static void drop_empty_threats(struct claims *claims, int from, const struct position *before,
                               const struct position *after)
{
    int kept = from;
    for (int i = from; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->mate <= CLAIMS_LONG_MATE && !offers_exchange(before, claim) &&
            !can_be_taken(before, claim) && !is_slow(after, claim) &&
            !wins_only_protected(after, claim) &&
            !is_detour(claims, after, claim) && !is_old_threat(claims, claim) &&
            !is_no_new_threat(claims, claim) && !is_no_reason(claims, after, claim))
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
}

/* Whether the punishment begins with a capture that wins as much after the move played and the same
 * reply. `punished` is the position after the better move and the reply. */
static bool is_punished_anyway(const struct claims *claims, const struct position *punished,
                               const struct claim *claim)
{
    struct position real = claims->position;
    Move capture = claim->line[claim->first];
    Square target = move_to(capture);
    int won = exchange(punished, target, claim->side);
    chess_play(&real, claims->played);
    chess_play(&real, claim->line[1]);
    return claim->mate == 0 && chess_is_capture(punished, capture) &&
           chess_is_legal(&real, capture) &&
           captured_by(&real, capture) == captured_by(punished, capture) &&
           exchange(&real, target, claim->side) >= won &&
           (won >= piece_worth(PAWN) || material_open(&real) >= material_open(punished));
}

/* Whether the punishment is not worth saying: it wins too little to explain the loss, saves only a
 * draw, begins with another move than the tactic, is a check that also works after the move played,
 * or is a threat to take a piece that the better move makes anyway. In an ending, a pawn explains
 * any loss. */
static bool is_poor_punishment(const struct claims *claims, const struct claim *claim)
{
    struct position after = claims->position;
    bool little = 2 * claim->material < claims->loss && !is_ending(&claims->position);
    if (claim->kind == CLAIM_UNCASTLES) {
        chess_play(&after, claims->played);
        chess_play(&after, claim->line[1]);
        return can_uncastle(&after);
    }
    if (claim->mate == 0 && (claim_draws(claim) || little || claim->material < WORTH_SAYING ||
                             (claim->at > claim->first && claim->kind != CLAIM_WINS)))
        return true;
    chess_play(&after, claims->best.moves[0]);
    return pass_move(&after) && wins_there(&after, claim) &&
           type_at(&after, move_to(claim->line[claim->first])) != PAWN;
}

/* Adds claims from the line in `threat`, which was searched after a pass. The pass follows the
 * first `plies` moves of `line`. */
static void add_after_pass(struct claims *claims, enum claim_role role, const Move line[],
                           int plies, const struct evidence *threat)
{
    struct part part = {
        .role = role, .start = claims->position, .last = NO_MOVE, .evidence = threat};
    int gain, before = claims->count;
    for (int i = 0; i < plies; i++) {
        part.prefix[part.prefix_length++] = line[i];
        chess_play(&part.start, line[i]);
    }
    part.prefix[part.prefix_length++] = NULL_MOVE;
    const struct position asked = part.start;
    if (pass_move(&part.start))
        add_tactics(claims, &part, &gain);
    drop_empty_threats(claims, before, &asked, &part.start);
    claims_rank(claims);
}

void claims_add_threat(struct claims *claims, const struct evidence *threat)
{
    add_after_pass(claims, CLAIM_ROLE_THREAT, &claims->played, claims->played != NO_MOVE, threat);
}

/* Drops threats in which the piece of the better move takes another piece, other than a pawn. That
 * piece may move away, so the words should only say that it is attacked. */
static void drop_attacks(struct claims *claims)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool takes = claim->kind == CLAIM_HANGS && claim->at == claim->first &&
                     type_at(&claims->position, claim->targets[0]) != PAWN;
        if (!claim_is_threat(claim) || claim->role != CLAIM_ROLE_MISSED || !takes ||
            move_from(claim->line[claim->first]) != move_to(claim->line[0]))
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
}

void claims_add_missed_threat(struct claims *claims, const struct evidence *threat)
{
    add_after_pass(claims, CLAIM_ROLE_MISSED, claims->best.moves, 1, threat);
    drop_attacks(claims);
    drop_what_was_kept(claims, kept_by_played(claims));
}

void claims_add_allowed_threat(struct claims *claims, const struct evidence *threat)
{
    Move line[] = {claims->played, claims->answer.moves[0]};
    add_after_pass(claims, CLAIM_ROLE_ALLOWS, line, 2, threat);
}

void claims_add_parried(struct claims *claims, const struct evidence *threat)
{
    struct walk walk;
    struct part answer = answer_to_played(claims);
    walk_line(&walk, &answer.start, claims->answer.moves, claims->answer.length);
    int lost = walk.gain - piece_worth(captured_by(&claims->position, claims->played));
    if (lost < WORTH_SAYING && mate_in(claims->answer.score) <= 0)
        add_after_pass(claims, CLAIM_ROLE_PARRIES, NULL, 0, threat);
}

/* Plays the first move of the line, which is also the last one of the prefix, and removes it from
 * the line. */
static void follow(struct part *part, struct evidence *line)
{
    Move move = part->prefix[part->prefix_length - 1];
    if (chess_is_capture(&part->start, move))
        part->last = move;
    chess_play(&part->start, move);
    line->length--;
    memmove(line->moves, line->moves + 1, (size_t)line->length * sizeof *line->moves);
    line->score = -line->score;
}

/* Whether the claim says what a move other than the best one loses: the opponent's line mates,
 * draws, or wins material. What the move itself captured is subtracted from claim->material. */
static bool is_loss(const struct claim *claim)
{
    return claim->mate > 0 || claim_draws(claim) || claim->material >= WORTH_SAYING;
}

void claims_add_only_move(struct claims *claims, const struct evidence *second)
{
    struct evidence answer = *second;
    struct part part = {.role = CLAIM_ROLE_ONLY_MOVE,
                        .start = claims->position,
                        .last = NO_MOVE,
                        .prefix_length = 1,
                        .prefix = {second->moves[0]},
                        .evidence = &answer};
    int gain, from = claims->count, kept = from;
    Score best = claims->best.score;
    bool saves = best >= -ONLY_MOVE_SAVES && second->score <= -ONLY_MOVE_SAVES;
    bool wins = best >= ONLY_MOVE_LOSS && second->score <= ONLY_MOVE_LEVEL;
    if (second->length < 2 || (!saves && !wins) || best - second->score < ONLY_MOVE_LOSS)
        return;
    follow(&part, &answer);
    add_tactics(claims, &part, &gain);
    for (int i = from; i < claims->count; i++) {
        if (is_loss(&claims->list[i]))
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
    claims_rank(claims);
}

/* Removes the punishments that are not worth saying among the claims from index `from` on.
 * `punished` is the position after the better move and the reply. */
static void drop_poor_punishments(struct claims *claims, int from, const struct position *punished)
{
    int kept = from;
    for (int i = from; i < claims->count; i++) {
        if (!is_poor_punishment(claims, &claims->list[i]) &&
            !is_punished_anyway(claims, punished, &claims->list[i]))
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
}

/* If no tactic punishes the reply: adds a claim that the punishing move forces the king to move, so
 * that it can no longer castle, or that it takes something without losing as much. */
static void add_plain_punishment(struct claims *claims, const struct part *part)
{
    struct walk walk;
    walk_line(&walk, &part->start, part->evidence->moves, part->evidence->length);
    struct claim claim = {.side = (uint8_t)walk.side,
                          .by = (uint8_t)move_to(walk.moves[0]),
                          .length = 1,
                          .score = part->evidence->score,
                          .confirmed = SCORE_NONE};
    if (walk.length < 2)
        return;
    while (claim.length < walk.length && !walk.quiet[claim.length])
        claim.length++;
    claim.material = walk.material[claim.length];
    memcpy(claim.line, walk.moves, (size_t)claim.length * sizeof *claim.line);
    if (uncastles(&walk.at[0], walk.moves[0])) {
        claim.kind = CLAIM_UNCASTLES;
        claim.length = claim.length < 2 ? 2 : claim.length;
        claim.line[1] = walk.moves[1];
        claim.material = walk.material[claim.length];
    } else if (captured_by(&walk.at[0], walk.moves[0]) != NO_PIECE_TYPE &&
               move_kind(walk.moves[0]) != MOVE_EN_PASSANT &&
               claim.material >= piece_worth(PAWN) + part->taken) {
        claim.kind = CLAIM_TAKES;
        walk_count(&walk, claim.length, claim.won, &claim.promotions);
        claim.target_count = 1;
        claim.targets[0] = (uint8_t)move_to(walk.moves[0]);
    }
    if (claim.kind != CLAIM_NONE)
        place_claim(claims, part, &claim);
}

void claims_add_punished(struct claims *claims, Move reply, const struct evidence *punishment)
{
    struct part part = {.role = CLAIM_ROLE_PUNISHES,
                        .start = claims->position,
                        .last = NO_MOVE,
                        .prefix_length = 2,
                        .prefix = {claims->best.moves[0], reply},
                        .evidence = punishment};
    int gain, from = claims->count;
    chess_play(&part.start, part.prefix[0]);
    if (chess_is_capture(&part.start, part.prefix[1]))
        part.last = part.prefix[1];
    part.taken = piece_worth(captured_by(&part.start, reply));
    chess_play(&part.start, part.prefix[1]);
    add_tactics(claims, &part, &gain);
    drop_poor_punishments(claims, from, &part.start);
    if (claims->count == from) {
        add_plain_punishment(claims, &part);
        drop_poor_punishments(claims, from, &part.start);
    }
    claims_rank(claims);
}

static bool has_claim(const struct claims *claims, int kind, enum claim_role role)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].kind == kind && claims->list[i].role == role)
            return true;
    }
    return false;
}

/* Whether the claim is about a reply other than the expected one and is not worth saying. This is
 * so in five cases: a claim of the same kind is about the move itself; the line wins less than a
 * pawn; it wins only pawns, and those only later; a capture before the move could have won as much
 * as the line; or the line only captures the piece with which the opponent replied. */
static bool is_poor_answer(const struct claims *claims, const struct claim *claim)
{
    if (claim->role != CLAIM_ROLE_ANSWERS)
        return false;
    if (has_claim(claims, claim->kind, CLAIM_ROLE_DOES))
        return true;
    bool takes_back = claim->kind == CLAIM_HANGS && claim->targets[0] == move_to(claim->line[1]);
    bool possible = claim->kind != CLAIM_PROMOTION &&
                    move_to(claim->line[0]) != move_to(claim->line[1]) &&
                    claim->material <= material_open(&claims->position);
    bool late = claim->at > claim->first && claim_wins_only_pawns(claim);
    return takes_back || (claim->mate == 0 && (claim->material < WORTH_SAYING || late || possible));
}

/* Whether a tactic of this kind can be seen on the board directly after its move. */
static bool is_seen_at_once(int kind)
{
    return (kind >= CLAIM_DOUBLE_CHECK && kind <= CLAIM_TRAPPED) || kind == CLAIM_PIN;
}

static bool has_tactic_seen_at_once(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].role == CLAIM_ROLE_DOES && is_seen_at_once(claims->list[i].kind))
            return true;
    }
    return false;
}

/* Cuts the claim's line to its first move and adds the claim, unless its key move comes later or
 * there is already one of its kind. What the rest of the line wins is not counted, because the best
 * reply may lose less. */
static void add_at_once(struct claims *claims, struct claim claim)
{
    struct walk walk;
    if (claim.at > claim.first || claims->count == CLAIMS_MAX ||
        has_claim(claims, claim.kind, CLAIM_ROLE_DOES))
        return;
    claim.length = claim.first + 1;
    claim.mate = 0;
    claim.score = claims->played != NO_MOVE ? -claims->answer.score : claims->best.score;
    walk_line(&walk, &claims->position, claim.line, 1);
    claim.material = walk.material[1];
    walk_count(&walk, 1, claim.won, &claim.promotions);
    if (!walk.quiet[1]) { /* an exchange has begun, and its outcome is not known yet */
        memset(claim.won, 0, sizeof claim.won);
        claim.promotions = 0;
    }
    claims->list[claims->count++] = claim;
}

/* Adds those tactics of the move itself that only this reply shows: a skewer, for example, shows
 * only if the piece in front moves away. If no such tactic is known but the move captures a
 * defender, adds a claim about that. `line` starts with the move. */
static void add_shown(struct claims *claims, const struct evidence *line)
{
    struct claims shown = *claims;
    struct part part = whole_line(claims, CLAIM_ROLE_DOES, line);
    int gain;
    shown.count = 0;
    add_tactics(&shown, &part, &gain);
    for (int i = 0; i < shown.count; i++) {
        if (is_seen_at_once(shown.list[i].kind))
            add_at_once(claims, shown.list[i]);
    }
    for (int i = 0; i < shown.count; i++) {
        if (shown.list[i].kind == CLAIM_REMOVES_GUARD && !has_tactic_seen_at_once(claims))
            add_at_once(claims, shown.list[i]);
    }
}

void claims_add_answer(struct claims *claims, const struct evidence *reply)
{
    struct evidence line = *reply;
    Move own = claims->played != NO_MOVE ? claims->played : claims->best.moves[0];
    struct part part = {.role = CLAIM_ROLE_ANSWERS,
                        .start = claims->position,
                        .last = NO_MOVE,
                        .prefix_length = 2,
                        .prefix = {own, reply->moves[0]},
                        .evidence = &line};
    int gain, kept = 0;
    if (reply->length < 2)
        return;
    struct evidence from_move = line_from(own, reply);
    add_shown(claims, &from_move);
    chess_play(&part.start, own);
    follow(&part, &line);
    add_tactics(claims, &part, &gain);
    for (int i = 0; i < claims->count; i++) {
        const struct claim claim = claims->list[i];
        if (!is_poor_answer(claims, &claim))
            claims->list[kept++] = claim;
    }
    claims->count = kept;
    claims_rank(claims);
}
