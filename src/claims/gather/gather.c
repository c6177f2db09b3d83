/* Lists the claims about a move: what a good move does, and the reasons of a mistake. */
#include <stdlib.h>

#include "src/claims/gather/gather.h"
#include "src/game/accuracy.h"

enum {
    SCORE_MOST = 670, /* centipawns; higher scores are treated as this one, because the position is
                         won anyway */
    LARGE = 300,
    SOME_SLIP = 60, /* centipawns: a move that loses this much and loses material is not praised */
    PRAISED_LOSS = 40,  /* centipawns: a move that loses more is not praised */
    FAR_LOSS = 60,      /* centipawns: the same if one side is ahead by more than CLAIMS_WINNING
                         * both after the best move and after the move played */
    DECIDED_LOSS = 100, /* centipawns: in a decided game, a move that loses less is praised */
    DECIDED_SHARE = 5,  /* in a decided game, a move is also praised if it loses less than the best
                         * score divided by this */
    QUIET_LOSS = 70,    /* centipawns: a larger loss has a reason other than a quiet merit of the
                         * better move, such as development */
    QUICK_MATE = 3,      /* moves: a mate this quick is worth saying if the move played mates late */
    DECIDED_MOST = 2000, /* centipawns: in a decided game, higher scores are treated as this one */
    LONG_SEARCH = 200000 /* nodes of a review's search */
};

/* Adds what the first move of the part does besides tactics. If the part is about the better move,
 * omits what the move played does, too, except for attacks, because the two moves can attack
 * different pieces. */
static void add_quiet(struct claims *claims, const struct part *part)
{
    struct claim list[CLAIMS_MAX], own[CLAIMS_MAX];
    struct evidence line = played_line(claims);
    struct part played = whole_line(claims, CLAIM_ROLE_DOES, &line);
    int count = find_quiet(part, list);
    int own_count = part->role == CLAIM_ROLE_MISSED ? find_quiet(&played, own) : 0;
    bool falls = claims->played != NO_MOVE && loses_at_once(claims); /* if so, only its attacks are
                                                                      * worth saying */
    for (int i = 0; i < count; i++) {
        /* Exchanging pieces is a merit only for a side that is not worse. */
        bool merit = list[i].kind != CLAIM_EXCHANGES || part->evidence->score >= 0;
        if (part->role == CLAIM_ROLE_DOES && list[i].kind != CLAIM_ATTACKS)
            merit = merit && !falls;
        bool said = part->role == CLAIM_ROLE_ALLOWS ? is_consequence(claims, &list[i])
                    : part->role == CLAIM_ROLE_MISSED
                        ? is_advantage(claims, &list[i]) && list[i].material >= 0
                        : merit;
        bool small = list[i].kind > CLAIM_KING_EXPOSED && list[i].kind != CLAIM_BISHOPS;
        if (part->role != CLAIM_ROLE_DOES &&
            ((small && claims->loss >= QUIET_LOSS) || list[i].kind == CLAIM_RESTRICTS ||
             list[i].kind == CLAIM_ACTIVE))
            said = false;
        for (int k = 0; k < own_count; k++)
            said = said && (own[k].kind != list[i].kind || own[k].kind == CLAIM_ATTACKS);
        if (said)
            place_claim(claims, part, &list[i]);
    }
}

static Score bounded(Score score, Score most)
{
    return score > most ? most : score < -most ? -most : score;
}

/* What the move played loses, in centipawns, if scores beyond `most` count as `most`. */
static Score loss_within(const struct claims *claims, Score most)
{
    Score loss = bounded(claims->best.score, most) - bounded(played_line(claims).score, most);
    bool best = claims->best.length > 0 && claims->best.moves[0] == claims->played;
    return best || loss < 0 ? 0 : loss;
}

/* Whether the move misses or allows a mate in at most CLAIMS_LONG_MATE moves. A move that mates at
 * once misses nothing, even if another one mates, too. */
static bool changes_mate(const struct claims *claims)
{
    int best = mate_in(claims->best.score), answer = mate_in(claims->answer.score);
    bool mates = claims->answer.score == -SCORE_MATE;
    return claims->best.moves[0] != claims->played && !mates &&
           ((best > 0 && best <= CLAIMS_LONG_MATE && answer >= 0) ||
            (answer > 0 && answer <= CLAIMS_LONG_MATE && best >= 0));
}

/* Whether the best move mates quickly, and the move played at least twice as late. */
static bool mates_late(const struct claims *claims)
{
    int best = mate_in(claims->best.score), answer = mate_in(claims->answer.score);
    return best > 0 && best <= QUICK_MATE && answer < 0 && 1 - answer >= 2 * best &&
           claims->best.moves[0] != claims->played;
}

/* Adds the mate that the best move gives or forces. */
static void add_quick_mate(struct claims *claims)
{
    int gain;
    struct part part = whole_line(claims, CLAIM_ROLE_MISSED, &claims->best);
    add_tactics(claims, &part, &gain);
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (claim->role != CLAIM_ROLE_MISSED || claim->mate > 0)
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
}

double claims_chances_lost(const struct claims *claims)
{
    Score best = claims->best.score;
    return -chances_gained(score_cut(best), score_cut(best) - loss_within(claims, SCORE_CEILING),
                           WHITE);
}

bool claims_is_good(const struct claims *claims)
{
    return claims_chances_lost(claims) < CHANCES_INACCURACY && !changes_mate(claims);
}

/* Whether the move loses material that the best move does not lose. */
static bool loses_needlessly(const struct claims *claims)
{
    return claims->slip >= SOME_SLIP && claims->answer.length > 0 &&
           kept_by_played(claims) <= -WORTH_SAYING;
}

/* Whether one side is ahead by more than CLAIMS_WINNING after the best move and the move played. */
static bool is_far(const struct claims *claims)
{
    Score best = claims->best.score, played = played_line(claims).score;
    return (best > CLAIMS_WINNING && played > CLAIMS_WINNING) ||
           (best < -CLAIMS_WINNING && played < -CLAIMS_WINNING);
}

bool claims_is_praised(const struct claims *claims)
{
    bool decided = claims_is_decided(claims);
    Score share = abs(score_cut(claims->best.score)) / DECIDED_SHARE;
    Score most = decided ? DECIDED_LOSS : is_far(claims) ? FAR_LOSS : PRAISED_LOSS;
    return claims_is_good(claims) && claims->loss < most && !loses_needlessly(claims) &&
           claims->slip < (decided && share > most ? share : most);
}

void claims_add_slip(struct claims *claims)
{
    int kept = 0;
    gather_mistake(claims, claims->slip);
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].at == claims->list[i].first || claims->list[i].mate > 0)
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
    claims_rank(claims);
}

void claims_gather(struct claims *claims)
{
    int gain;
    claims->count = 0;
    claims->loss = claims->slip = 0;
    if (claims->played == NO_MOVE) {
        struct part part = whole_line(claims, CLAIM_ROLE_DOES, &claims->best);
        add_tactics(claims, &part, &gain);
        add_quiet(claims, &part);
        claims_rank(claims);
        return;
    }
    struct evidence line = played_line(claims);
    claims->loss = loss_within(claims, SCORE_MOST);
    claims->slip = loss_within(claims, claims_is_decided(claims) ? DECIDED_MOST : SCORE_CEILING);
    if (claims_is_good(claims)) {
        struct part part = whole_line(claims, CLAIM_ROLE_DOES, &line);
        bool loses_more = claims->best.score < -LARGE && kept_by_played(claims) <= -WORTH_SAYING;
        if (mates_late(claims))
            add_quick_mate(claims);
        add_tactics(claims, &part, &gain);
        /* No praise if the move loses something, and none in a lost position, in which losing more
         * hardly changes the score. */
        if (!loses_more && claims_is_praised(claims))
            add_quiet(claims, &part);
    } else {
        gather_mistake(claims, claims->slip);
        struct part missed = whole_line(claims, CLAIM_ROLE_MISSED, &claims->best);
        struct part allowed = answer_to_played(claims);
        add_quiet(claims, &missed);
        add_quiet(claims, &allowed);
        claims_add_reply(claims);
        claims_add_better(claims);
    }
    claims_rank(claims);
}

/* Whether the claim can be seen on the board after the move, whatever follows. */
static bool is_visible(const struct claim *claim)
{
    return claim->kind > CLAIM_PAWN_ENDING && claim->kind != CLAIM_BISHOPS &&
           claim->kind != CLAIM_KING_EXPOSED && claim->kind != CLAIM_BETTER;
}

void claims_at_sight(struct claims *claims, const struct position *position, Move played,
                     const struct evidence *answer)
{
    bool deep = answer && answer->length > 0 && answer->nodes >= LONG_SEARCH;
    int kept = 0;
    *claims = (struct claims){.position = *position,
                              .last = NO_MOVE,
                              .last_captured = NO_PIECE_TYPE,
                              .played = played,
                              .at_sight = true};
    if (answer)
        claims->answer = *answer;
    claims->best = played_line(claims);
    claims_gather(claims);
    for (int i = 0; i < claims->count; i++) {
        if (deep || is_visible(&claims->list[i]))
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
}
