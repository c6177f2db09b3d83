/* What is asked of the prover: the claims about a position or a move, and the lines that are
 * searched for them. */
#include <stdlib.h>

#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/prover.h"
#include "src/claims/redundant.h"
#include "src/claims/tactics.h"
#include "src/claims/walk.h"
#include "src/game/accuracy.h"

enum {
    LIKELY = 50, /* centipawns: what follows an unexpected reply that loses more than this is not
                  * claimed, unless the reply captures and loses at most NEAR, or captures the
                  * piece that moved */
    SMALL_ERROR = 40, /* centipawns: if a good move loses at least this much and nothing else can be
                       * said about it, a better move is named */
    CLEARLY_GOOD = 10, /* centipawns: a move that loses less by a longer search is as good as the
                        * best */
    NEARLY = 4, /* a reply is nearly as good as the best one if it is worse by at most a quarter of
                 * what the mistake loses */
    SLIGHT = 200,     /* centipawns: in a decided game, an error that costs less is slight */
    BLUNDERED = 60    /* centipawns: a reply that loses at least this much is a mistake */
};

/* A move that loses at least DOUBTFUL and less than CLEAR of the winning chances (-1 to 1) is
 * searched again, by weigh_again. */
static const double DOUBTFUL = 0.05, CLEAR = 0.4;

static bool begin(struct prover *prover, const struct position *start, const Move moves[],
                  int count, struct claims *claims)
{
    struct position position = *start;
    int captured = NO_PIECE_TYPE;
    for (int i = 0; i < count; i++) {
        captured = captured_by(&position, moves[i]);
        chess_play(&position, moves[i]);
    }
    *claims = (struct claims){.position = position, .last_captured = (uint8_t)captured,
                              .last = count > 0 ? moves[count - 1] : NO_MOVE,
                              .for_hint = !prover->budget.answers,
                              .answer.score = SCORE_NONE};
    if (prover->engine) {
        prover_forget(prover);
        engine_new_game(prover->engine);
    }
    return prover_search(prover, start, moves, count, prover->budget.find, &claims->best) &&
           prover_refine(prover, &position, &claims->best);
}

/* Finds the line that follows these moves and a pass. Its length is 0 if the pass is illegal or no
 * legal move follows it. */
static bool find_threat(struct prover *prover, const struct claims *claims, const Move line[],
                        int count, struct evidence *threat)
{
    struct position position = claims->position;
    Move moves[CHESS_MOVES_MAX];
    *threat = (struct evidence){.score = SCORE_NONE};
    for (int i = 0; i < count; i++)
        chess_play(&position, line[i]);
    if (!pass_move(&position) || chess_moves(&position, moves) == 0)
        return true;
    return prover_find(prover, &position, prover->budget.find / 4, threat);
}

/* Whether the move played captures and can be recaptured. A pass in the middle of an exchange would
 * not show a threat. */
static bool begins_exchange(const struct claims *claims)
{
    struct position after = claims->position;
    if (claims->played == NO_MOVE || !chess_is_capture(&after, claims->played))
        return false;
    chess_play(&after, claims->played);
    return material_open(&after) >= piece_worth(PAWN);
}

/* If the threat of the move played begins with a quiet check, replaces it by a capture that is
 * nearly as good, because a reader sees the capture first. */
static bool prefer_capture(struct prover *prover, const struct claims *claims,
                           struct evidence *threat)
{
    struct limits limits = {.nodes = prover->budget.find / 4};
    struct position position = claims->position, next;
    struct evidence capture;
    Move moves[CHESS_MOVES_MAX];
    int mate;
    if (claims->played == NO_MOVE)
        return true;
    chess_play(&position, claims->played);
    if (!pass_move(&position) || chess_is_capture(&position, threat->moves[0]) ||
        score_is_mate(threat->score, &mate))
        return true;
    next = position;
    chess_play(&next, threat->moves[0]);
    int count = next.checkers ? chess_moves(&position, moves) : 0;
    for (int i = 0; i < count; i++) {
        if (chess_is_capture(&position, moves[i]))
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return true;
    if (!prover_search_limited(prover, &position, NULL, 0, &limits, &capture))
        return false;
    if (capture.length == 0 || capture.score < threat->score - LIKELY)
        return true;
    *threat = capture;
    return prover_refine(prover, &position, threat);
}

static bool add_threat(struct prover *prover, struct claims *claims)
{
    struct evidence threat;
    if (begins_exchange(claims))
        return true;
    if (!find_threat(prover, claims, &claims->played, claims->played != NO_MOVE, &threat))
        return false;
    if (threat.length == 0)
        return true;
    if (!prefer_capture(prover, claims, &threat))
        return false;
    claims_add_threat(claims, &threat);
    return true;
}

static bool add_parried(struct prover *prover, struct claims *claims)
{
    struct evidence threat;
    if (!find_threat(prover, claims, NULL, 0, &threat))
        return false;
    if (threat.length > 0)
        claims_add_parried(claims, &threat);
    return true;
}

/* Whether all tactics of the move come later in its line. Then another reply may show a tactic that
 * the move itself carries out. */
static bool is_only_later(const struct claims *claims)
{
    bool later = false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->role != CLAIM_ROLE_DOES || claim->kind > CLAIM_PROMOTION)
            continue;
        if (claim->at == claim->first || claim->mate > 0)
            return false;
        later = true;
    }
    return later;
}

/* Searches all replies to the move except the expected one. If the best of them loses little more
 * than the expected reply, or is a capture, adds what follows it. If the move gives check
 * and nothing was found to say about it, adds this however much the reply loses. `score` is the
 * expected reply's, for the opponent. */
static bool add_answer(struct prover *prover, struct claims *claims, Move move, Move expected,
                       Score score)
{
    struct limits limits = {.nodes = prover->budget.confirm};
    struct position position = claims->position;
    struct evidence second;
    Move moves[CHESS_MOVES_MAX];
    int mate;
    if ((!prover->budget.answers && !is_only_later(claims)) || score_is_mate(score, &mate))
        return true;
    chess_play(&position, move);
    int count = chess_moves(&position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] != expected)
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return true;
    if (!prover_search_limited(prover, &position, NULL, 0, &limits, &second))
        return false;
    if (second.length == 0)
        return true;
    bool takes = chess_is_capture(&position, second.moves[0]);
    bool unlikely = second.score < score - (takes ? NEAR : LIKELY) &&
                    move_to(second.moves[0]) != move_to(move);
    if (unlikely && (claims->count > 0 || !position.checkers))
        return true;
    if (!prover_refine(prover, &position, &second))
        return false;
    claims_add_answer(claims, &second);
    return true;
}

/* Searches all moves but the best, and adds what the second best move allows if only the best move
 * holds or keeps the advantage. */
static bool add_only_move(struct prover *prover, struct claims *claims)
{
    struct limits limits = {.nodes = prover->budget.find / 2};
    struct evidence second;
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&claims->position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] != claims->best.moves[0])
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0 || claims->best.score > DECIDED)
        return true;
    if (!prover_search_limited(prover, &claims->position, NULL, 0, &limits, &second) ||
        !prover_refine(prover, &claims->position, &second))
        return false;
    if (second.length > 0)
        claims_add_only_move(claims, &second);
    return true;
}

/* For a mistake that no tactic explains, adds what the better move would have threatened, and what
 * the opponent's answer threatens. If one of these moves is a capture, skips it, because a pass in
 * the middle of an exchange would not show a threat. */
static bool add_unseen_threats(struct prover *prover, struct claims *claims)
{
    struct evidence threat = {.score = SCORE_NONE};
    struct position after = claims->position;
    if (claims->best.length > 0 && !chess_is_capture(&claims->position, claims->best.moves[0]) &&
        !find_threat(prover, claims, claims->best.moves, 1, &threat))
        return false;
    if (threat.length > 0)
        claims_add_missed_threat(claims, &threat);
    chess_play(&after, claims->played);
    if (claims->answer.length == 0 || chess_is_capture(&after, claims->answer.moves[0]))
        return true;
    Move line[] = {claims->played, claims->answer.moves[0]};
    if (!find_threat(prover, claims, line, 2, &threat))
        return false;
    if (threat.length > 0)
        claims_add_allowed_threat(claims, &threat);
    return true;
}

/* If this reply to the move played would be a mistake after the better move, adds what punishes it
 * there. */
static bool punish(struct prover *prover, struct claims *claims, Move reply)
{
    struct position position = claims->position, real = position;
    struct evidence punishment;
    chess_play(&real, claims->played);
    chess_play(&position, claims->best.moves[0]);
    if (!chess_is_legal(&position, reply) ||
        captured_by(&position, reply) != captured_by(&real, reply) ||
        move_to(reply) == move_to(claims->played))
        return true; /* not the same reply, because it does not capture the same */
    chess_play(&position, reply);
    if (!prover_search(prover, &position, NULL, 0, prover->budget.confirm, &punishment))
        return false;
    if (punishment.length == 0 || punishment.score < claims->best.score + BLUNDERED)
        return true;
    if (!prover_refine(prover, &position, &punishment))
        return false;
    claims_add_punished(claims, reply, &punishment);
    return true;
}

/* For a mistake that no tactic explains: calls punish() for the best reply to it. */
static bool add_punished(struct prover *prover, struct claims *claims)
{
    return claims->best.length == 0 || claims->answer.length == 0 || reply_is_prevented(claims) ||
           punish(prover, claims, claims->answer.moves[0]);
}

/* Whether the claim names a reply that takes or wins something. */
static bool takes_or_wins(const struct claims *claims, const struct claim *claim)
{
    return claim->kind == CLAIM_REPLY &&
           (claim->merit == CLAIM_WINS || claim->merit == CLAIM_KEEPS ||
            reply_takes(claims, claim));
}

/* Whether the claims name a better move without a clear reason, and besides it at most a reply. */
static bool lacks_reason(const struct claims *claims)
{
    bool bare = false;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool quiet = claim->merit > CLAIM_ATTACKS && claim->merit < CLAIM_TAKES;
        if (claim->kind == CLAIM_BETTER && (quiet || claim_is_bare(claims, claim)))
            bare = true;
        else if (claim->kind != CLAIM_REPLY)
            return false;
    }
    return bare;
}

/* If no reason is known why the better move was better: looks for a reply to the move played that
 * is nearly as good as the best reply but would be a mistake after the better move. What punishes
 * it there then takes the place of claims that say little. */
static bool add_failing_reply(struct prover *prover, struct claims *claims)
{
    struct limits limits = {.nodes = prover->budget.confirm};
    struct position after = claims->position;
    const struct claims before = *claims;
    struct evidence reply;
    Move moves[CHESS_MOVES_MAX];
    if (claims->best.length == 0 || claims->answer.length == 0 || !lacks_reason(claims))
        return true;
    chess_play(&after, claims->played);
    int count = chess_moves(&after, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] != claims->answer.moves[0] && reply_fails(claims, moves[i]))
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return true;
    if (!prover_search_limited(prover, &after, NULL, 0, &limits, &reply))
        return false;
    if (reply.length == 0 ||
        NEARLY * (score_cut(claims->answer.score) - score_cut(reply.score)) > claims->slip)
        return true;
    claims->count = 0;
    if (!punish(prover, claims, reply.moves[0]))
        return false;
    prove_all(prover, claims);
    if (claims->count == 0) {
        *claims = before;
        claims->nodes = prover->nodes;
    }
    for (int i = 0; i < before.count && claims->list[0].role == CLAIM_ROLE_PUNISHES; i++) {
        if (takes_or_wins(&before, &before.list[i]) && claims->count < CLAIMS_MAX)
            claims->list[claims->count++] = before.list[i];
    }
    return !prover->waiting;
}

/* Whether a claim says that the best move mates, draws or wins more than pawns. */
static bool is_explained(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool own = claim->role == CLAIM_ROLE_DOES || claim->role == CLAIM_ROLE_ANSWERS;
        if (own && claim->kind <= CLAIM_WINS &&
            (claim->mate > 0 || claim_draws(claim) || !claim_wins_only_pawns(claim)))
            return true;
    }
    return false;
}

/* Drops the claim that the best move attacks the piece which the threat takes. */
static void drop_attack_on(struct claims *claims, const struct claim *threat)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->role != CLAIM_ROLE_DOES || claim->kind != CLAIM_ATTACKS ||
            claim->targets[0] != move_to(threat->line[threat->first]))
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
}

/* If no claim explains the best move, adds what it threatens. */
static bool add_own_threat(struct prover *prover, struct claims *claims)
{
    struct claims threats = *claims;
    if (claims->best.length == 0 || is_explained(claims))
        return true;
    threats.played = claims->best.moves[0];
    threats.count = 0;
    if (!add_threat(prover, &threats))
        return false;
    prove_all(prover, &threats);
    if (prover->waiting)
        return false;
    claims->nodes = threats.nodes;
    claims->played = threats.played; /* while the threats are compared with what is said of it */
    for (int i = 0; i < threats.count; i++) {
        const struct claim *threat = &threats.list[i];
        if (claims->count == prover->budget.proved_max ||
            redundant_after(claims, claims->count, threat))
            continue;
        drop_attack_on(claims, threat);
        claims->list[claims->count++] = *threat;
    }
    claims->played = NO_MOVE;
    claims_rank(claims);
    return true;
}

bool claims_of_position(struct prover *prover, const struct position *start, const Move moves[],
                        int count, struct claims *claims)
{
    int mate;
    if (!begin(prover, start, moves, count, claims))
        return false;
    claims_gather(claims);
    bool mates = score_is_mate(claims->best.score, &mate), mated = mates && mate < 0;
    const struct evidence *best = &claims->best;
    if (!mated && best->length > 1 &&
        !add_answer(prover, claims, best->moves[0], best->moves[1], -best->score))
        return false;
    if (!mates && !add_threat(prover, claims)) /* a mate by either side comes first */
        return false;
    if (!mated && !add_only_move(prover, claims))
        return false;
    prove_all(prover, claims);
    return !prover->waiting && (mated || add_own_threat(prover, claims));
}

/* Searches again with these nodes, to find what the move really loses. Then also searches the
 * position after the best move, and takes the score of that search for the best move if it is
 * lower: the score of the move played also comes from a search after the move. */
static bool weigh_again(struct prover *prover, struct claims *claims, const struct position *after,
                        uint64_t nodes)
{
    struct evidence answer;
    int mate;
    if (!prover_search(prover, &claims->position, NULL, 0, nodes, &claims->best) ||
        !prover_refine(prover, &claims->position, &claims->best) ||
        !prover_find(prover, after, nodes, &claims->answer))
        return false;
    if (claims->best.length == 0 || claims->best.moves[0] == claims->played ||
        score_is_mate(claims->best.score, &mate))
        return true;
    if (!prover_search(prover, &claims->position, claims->best.moves, 1, nodes, &answer))
        return false;
    if (-answer.score < claims->best.score)
        claims->best.score = -answer.score;
    return true;
}

/* Adds the claim that the move played is the only legal one. */
static void add_forced(struct claims *claims, const struct position *after)
{
    int side = claims->position.side;
    claims->list[claims->count++] =
        (struct claim){.kind = CLAIM_FORCED, .role = CLAIM_ROLE_DOES,
                       .side = (uint8_t)side, .by = (uint8_t)move_to(claims->played),
                       .length = 1, .line = {claims->played},
                       .material = material_of(after, side) - material_of(&claims->position, side),
                       .score = claims->best.score,
                       .confirmed = SCORE_NONE, .depth = claims->best.depth,
                       .nodes = claims->best.nodes, .proved = true};
}

/* If the proved claims name no concrete reason, tries to prove that material is lost later. If that
 * fails, keeps the claims as they were. */
static bool add_late_loss(struct prover *prover, struct claims *claims)
{
    const struct claims before = *claims;
    if (prover->waiting || !claims_add_late_loss(claims))
        return !prover->waiting;
    prove_all(prover, claims);
    bool won = false;
    for (int i = 0; i < claims->count; i++)
        won |= claims->list[i].kind == CLAIM_REPLY && claims->list[i].merit == CLAIM_WINS;
    if (!won) {
        *claims = before;
        claims->nodes = prover->nodes;
    }
    return !prover->waiting;
}

/* If only the better move could be named, names the reply to the move played, too, even if another
 * one is as good. */
static bool name_reply(struct prover *prover, struct claims *claims)
{
    if (claims->count != 1 || claims->list[0].kind != CLAIM_BETTER ||
        !claim_is_bare(claims, &claims->list[0]))
        return true;
    const struct claim better = claims->list[0];
    claims->count = 0;
    claims_add_reply(claims);
    const bool named = claims->count > 0;
    claims->list[claims->count++] = better;
    prover->any_reply = true;
    if (named)
        prove_all(prover, claims);
    prover->any_reply = false;
    return !prover->waiting;
}

/* For a good move about which nothing else can be said: says what it loses nevertheless, or at
 * least which move was better. */
static bool explain_slip(struct prover *prover, struct claims *claims, bool mated)
{
    claims_add_slip(claims);
    prove_all(prover, claims);
    if (!prover->waiting && claims->count == 0 && !mated) {
        claims_add_better(claims);
        if (!add_unseen_threats(prover, claims) || !add_punished(prover, claims))
            return false;
        prove_all(prover, claims);
        return add_late_loss(prover, claims) && add_failing_reply(prover, claims) &&
               (claims_is_decided(claims) || name_reply(prover, claims));
    }
    return !prover->waiting;
}

/* Whether the move played takes the piece that has just captured. Nobody needs to be told that only
 * taking back keeps the material. */
static bool takes_back(const struct claims *claims)
{
    return claims->last_captured != NO_PIECE_TYPE &&
           move_to(claims->played) == move_to(claims->last);
}

/* Whether the claim only says what the move does besides winning something outright: a threat, what
 * it stops, an exchange, or a quiet merit. A mistake can do that, too. */
static bool is_merit(const struct claims *claims, const struct claim *claim)
{
    bool hangs = claim->kind == CLAIM_HANGS &&
                 claim->material < piece_worth(captured_by(&claims->position, claims->played));
    return claim->role == CLAIM_ROLE_THREAT || claim->role == CLAIM_ROLE_PARRIES ||
           (claim->role == CLAIM_ROLE_DOES && claim->mate == 0 &&
            (claim->kind > CLAIM_WINS || hangs));
}

/* Drops the merits of a move that loses something. A move that is to be praised keeps its threats
 * and captures. */
static void drop_merits(struct claims *claims, bool praised)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool plain = claim->role == CLAIM_ROLE_THREAT || claim->kind == CLAIM_EXCHANGES ||
                     claim->kind == CLAIM_TAKES || claim->kind == CLAIM_HANGS;
        if ((praised && plain) || !is_merit(claims, &claims->list[i]))
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
}

/* Whether the player is mated by force, whatever is played or after the move played. */
static bool is_mated(const struct claims *claims)
{
    int mate;
    return (score_is_mate(claims->best.score, &mate) && mate < 0) ||
           (score_is_mate(claims->answer.score, &mate) && mate > 0 && mate <= CLAIMS_LONG_MATE);
}

/* Makes and proves the claims from the lines that were found. */
static bool explain_lines(struct prover *prover, struct claims *claims)
{
    claims_gather(claims);
    bool good = claims_is_good(claims), only = good && claims->best.moves[0] == claims->played;
    bool mated = is_mated(claims) || claims->answer.length == 0; /* if so, threats do not matter */
    bool praised = claims_is_praised(claims) && !mated;
    if (praised && !add_answer(prover, claims, claims->played, claims->answer.moves[0],
                               claims->answer.score))
        return false;
    if (praised && (!add_threat(prover, claims) || !add_parried(prover, claims)))
        return false;
    if (only && !takes_back(claims) && !add_only_move(prover, claims))
        return false;
    prove_all(prover, claims);
    bool slips = good && !claims_is_praised(claims) && claims->slip >= SMALL_ERROR;
    if (slips && !prover->waiting)
        drop_merits(claims, false);
    if (good && !prover->waiting && claims->count == 0) {
        if (slips && !explain_slip(prover, claims, mated))
            return false;
        bool slight = slips && claims_is_decided(claims) && claims->slip < SLIGHT &&
                      claims->count == 1 && claim_is_bare(claims, &claims->list[0]);
        if (slight)
            claims->count = 0; /* a better move without a reason hardly matters there */
        if ((!slips || slight) && prover->budget.answers)
            claims_add_plain(claims);
    }
    if (prover->waiting || good || (claims->count > 0 && claims->list[0].kind <= CLAIM_WINS))
        return !prover->waiting;
    claims_gather(claims); /* gather the claims again, because proving has removed some */
    if (!add_unseen_threats(prover, claims) || !add_punished(prover, claims))
        return false;
    prove_all(prover, claims);
    return add_late_loss(prover, claims) && add_failing_reply(prover, claims) &&
           name_reply(prover, claims);
}

/* Whether the only thing to say about a move other than the best one is a merit (is_merit), or that
 * it is as good as the best move. That is wrong if it loses something that a short search does not
 * see. */
static bool is_only_praised(const struct prover *prover, const struct claims *claims)
{
    int mate;
    return prover->budget.answers && claims_is_praised(claims) &&
           claims->best.moves[0] != claims->played && claims->answer.length > 0 &&
           !score_is_mate(claims->answer.score, &mate) &&
           (claims->count == 0 ? !claims_is_decided(claims) : is_merit(claims, &claims->list[0]));
}

/* Takes `answer` for the answer to the move played, and `other`, a line after the best move, for
 * the rest of the best line, and refines both. */
static bool take_longer(struct prover *prover, struct claims *claims, const struct position *after,
                        const struct evidence *answer, const struct evidence *other)
{
    struct evidence *best = &claims->best;
    best->score = -other->score;
    best->depth = other->depth;
    best->nodes = other->nodes;
    best->length = 1;
    for (int i = 0; i < other->length && best->length < CLAIM_LINE_MAX; i++)
        best->moves[best->length++] = other->moves[i];
    claims->answer = *answer;
    return prover_refine(prover, &claims->position, best) &&
           prover_refine(prover, after, &claims->answer);
}

/* Searches for longer after such a move (is_only_praised) and, if that leaves a doubt, after the
 * best move. If the move turns out to lose more than the short search saw, explains it again,
 * without its merits. */
static bool doubt_praise(struct prover *prover, struct claims *claims, const struct position *after)
{
    uint64_t nodes = 4 * prover->budget.find;
    struct evidence answer, other;
    int mate;
    if (!prover_search(prover, after, NULL, 0, nodes, &answer))
        return false;
    claims->nodes = prover->nodes;
    int lost = score_cut(claims->best.score) + score_cut(answer.score);
    if (lost < CLEARLY_GOOD)
        return true;
    if (lost >= SMALL_ERROR) {
        if (!weigh_again(prover, claims, after, nodes))
            return false;
    } else {
        if (!prover_search(prover, &claims->position, claims->best.moves, 1, nodes, &other))
            return false;
        claims->nodes = prover->nodes;
        if (score_cut(answer.score) - score_cut(other.score) < SMALL_ERROR ||
            score_is_mate(answer.score, &mate) || score_is_mate(other.score, &mate))
            return true;
        if (!take_longer(prover, claims, after, &answer, &other))
            return false;
    }
    if (!explain_lines(prover, claims))
        return false;
    drop_merits(claims, claims_is_praised(claims));
    return true;
}

static bool explain_move(struct prover *prover, Move played, struct claims *claims)
{
    struct position after = claims->position;
    Move moves[CHESS_MOVES_MAX];
    chess_play(&after, played);
    claims->played = played;
    if (chess_moves(&claims->position, moves) == 1) {
        add_forced(claims, &after);
        claims->nodes = prover->nodes;
        return true;
    }
    if (!prover_find(prover, &after, prover->budget.find, &claims->answer))
        return false;
    claims_gather(claims);
    /* A move that loses some of the winning chances, but not many, is searched again, so that no
     * good move is called a mistake. */
    double lost = claims_chances_lost(claims);
    if (lost >= DOUBTFUL && lost < CLEAR &&
        !weigh_again(prover, claims, &after, 2 * prover->budget.find))
        return false;
    if (!explain_lines(prover, claims) ||
        (is_only_praised(prover, claims) && !doubt_praise(prover, claims, &after)))
        return false;
    if (is_mated(claims))
        drop_merits(claims, false);
    return true;
}

bool claims_of_move(struct prover *prover, const struct position *start, const Move moves[],
                    int count, Move played, struct claims *claims)
{
    return begin(prover, start, moves, count, claims) && explain_move(prover, played, claims);
}

bool claims_of_best(struct prover *prover, const struct position *start, const Move moves[],
                    int count, struct claims *claims)
{
    return begin(prover, start, moves, count, claims) && claims->best.length > 0 &&
           explain_move(prover, claims->best.moves[0], claims);
}

bool claims_of_threat(struct prover *prover, const struct position *start, const Move moves[],
                      int count, struct claims *claims)
{
    if (!begin(prover, start, moves, count, claims) || !add_threat(prover, claims))
        return false;
    prove_all(prover, claims);
    return !prover->waiting;
}
