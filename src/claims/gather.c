/* Makes claims from lines. Material counts as won only if the score agrees, because a line can win
 * material and worsen the position by more. */
#include <string.h>

#include "src/claims/claims.h"
#include "src/claims/quiet.h"
#include "src/claims/tactics.h"
#include "src/game/accuracy.h"
#include "src/util/text.h"

enum {
    PREFIX_MAX = 3,
    SCORE_MOST = 670, /* centipawns; higher scores are treated as this one, because the position is
                         won anyway */
    WORTH_SAYING = 100,
    LARGE = 300,
    PRAISED_LOSS = 50, /* centipawns: a move that loses more is not praised */
    QUIET_LOSS = 70,   /* centipawns: a larger loss has a reason other than a quiet merit of the
                        * better move, such as development */
    SOME_LOSS = 150,
    CLEAR_LOSS = 250,
    ENDING = 2000, /* centipawns: in an ending all pieces, without pawns, are worth at most this */
    ONLY_MOVE_SAVES = 100,
    ONLY_MOVE_LOSS = 200,
    BETTER_PLIES = 5,
    THREAT_PLIES = 2,
    LONG_MATE = 8,
    LATER = 30,
    LONG_SEARCH = 200000 /* nodes of a review's search */
};

NAMES_OF(claim_kind_name, enum claim_kind, CLAIM_KINDS)
NAMES_OF(claim_role_name, enum claim_role, CLAIM_ROLES)

/* The part of a line that claims are made from, and the moves that lead up to it. */
struct part {
    enum claim_role role;
    struct position start; /* the position after the moves that lead up to the part */
    Move last;             /* the move before start, if it captured; else NO_MOVE */
    int taken;             /* centipawns: the piece that the mistake before start captured */
    int prefix_length;
    Move prefix[PREFIX_MAX];
    const struct evidence *evidence;
};

static int mate_of(Score score)
{
    int mate = 0;
    return score_is_mate(score, &mate) ? mate : 0;
}

static bool is_mating(Score score)
{
    return mate_of(score) > 0;
}

/* Whether the score confirms that the material is won. */
static bool score_agrees(const struct walk *walk, Score score)
{
    int after = material_of(&walk->at[walk->end], walk->side);
    if (walk->mates || is_mating(score))
        return true;
    int paid = walk->gain < piece_worth(KNIGHT) ? walk->gain * 4 / 10 : walk->gain * 3 / 4;
    return score >= score_common(after - paid) ||
           (after >= piece_worth(KNIGHT) && score >= score_common(after / 2)) ||
           (walk->gain >= piece_worth(KNIGHT) && score >= piece_worth(PAWN));
}

/* Whether the part follows a pass: it is what one side threatens. */
static bool is_threat(const struct part *part)
{
    return part->prefix_length > 0 && part->prefix[part->prefix_length - 1] == NULL_MOVE;
}

/* Whether the claim wins pawns and nothing else. */
static bool wins_only_pawns(const struct claim *claim)
{
    for (int type = KNIGHT; type < KING; type++) {
        if (claim->won[type] != 0)
            return false;
    }
    return claim->promotions == 0;
}

static void place(struct claims *claims, const struct part *part, const struct claim *found)
{
    bool reason = part->role == CLAIM_ROLE_ALLOWS || part->role == CLAIM_ROLE_MISSED;
    /* A threat that is carried out more than THREAT_PLIES plies after the pass is too deep for a
     * player to see. A pawn that falls so late is not the reason for a mistake. */
    bool late = found->at > THREAT_PLIES && !found->mate &&
                (is_threat(part) ||
                 (reason && found->kind == CLAIM_WINS && wins_only_pawns(found)));
    if (claims->count == CLAIMS_MAX || late)
        return;
    struct claim *claim = &claims->list[claims->count++];
    struct position position = claims->position;
    int paid = 0;
    *claim = *found;
    claim->role = (uint8_t)part->role;
    claim->depth = part->evidence->depth;
    claim->nodes = part->evidence->nodes;
    claim->first = (uint8_t)part->prefix_length;
    claim->at = (uint8_t)(found->at + part->prefix_length);
    for (int i = 0; i < part->prefix_length; i++) {
        claim->line[i] = part->prefix[i];
        if (part->prefix[i] == NULL_MOVE)
            continue;
        int before = material_of(&position, found->side);
        chess_play(&position, part->prefix[i]); /* the material is compared, because a move can
                                                   capture, promote or do both */
        paid += material_of(&position, found->side) - before;
    }
    int room = CLAIM_LINE_MAX - part->prefix_length;
    int length = found->length < room ? found->length : room;
    memcpy(claim->line + part->prefix_length, found->line, (size_t)length * sizeof *claim->line);
    claim->length = part->prefix_length + length;
    claim->material += paid;
}

/* Whether the line wins only pawns, and only because the opponent does not recapture after its
 * first move. Only a search could prove that recapturing is bad. */
static bool is_left_untaken(const struct walk *walk)
{
    return walk->gain < piece_worth(KNIGHT) && walk->length > 1 &&
           chess_is_capture(&walk->at[0], walk->moves[0]) &&
           material_open(&walk->at[1]) >= walk->gain &&
           !chess_is_capture(&walk->at[1], walk->moves[1]);
}

static void add_tactics(struct claims *claims, const struct part *part, int *gain)
{
    struct walk walk;
    struct claim list[CLAIMS_MAX];
    struct scene scene = {.walk = &walk, .score = part->evidence->score, .last = part->last,
                          .taken = part->taken, .list = list, .capacity = CLAIMS_MAX};
    walk_line(&walk, &part->start, part->evidence->moves, part->evidence->length);
    if (walk.mates && !is_mating(scene.score))
        walk_forget_mate(&walk); /* the line ends with a mate that was not forced */
    *gain = walk.gain;
    if (!score_agrees(&walk, scene.score) || (claims->at_sight && is_left_untaken(&walk)))
        return;
    tactics_find(&scene);
    for (int i = 0; i < scene.count; i++)
        place(claims, part, &list[i]);
}

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

/* Whether the opponent's answer would attack the piece on target after the best move, too, and
 * could not be captured there. */
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

/* Returns whether the claim about the opponent's answer can be the consequence of a mistake: an
 * attack on the piece that moved, or something that was not possible after the best move.
 * Developing a piece, for example, is no consequence: the opponent can do that after any move. */
static bool is_consequence(const struct claims *claims, const struct claim *claim)
{
    int kind = claim->kind;
    if (kind == CLAIM_ATTACKS)
        return claim->targets[0] == move_to(claims->played) ||
               !attacks_anyway(claims, claim->targets[0]);
    return is_caused(claims) &&
           (kind == CLAIM_PAWN_ENDING || kind == CLAIM_PASSED_PAWN || kind == CLAIM_KING_EXPOSED ||
            kind == CLAIM_OUTPOST || kind == CLAIM_OPEN_FILE || kind == CLAIM_BISHOPS);
}

/* Whether the move played takes the piece on target, or attacks it so that the opponent's answer
 * must save it. */
static bool goes_for(const struct claims *claims, Square target)
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

/* Whether what the better move does is a reason to prefer it to the move played. An exchange is no
 * reason. An attack is no reason if the move played takes or attacks the same piece. Saving a piece
 * is no reason if the move played moves that piece, too, or captures one that is worth as much. */
static bool is_advantage(const struct claims *claims, const struct claim *claim)
{
    Move best = claims->best.moves[0];
    Square target = claim->targets[0];
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_EXCHANGES:
        return false;
    case CLAIM_SAVES:
        target = target == move_to(best) ? move_from(best) : target;
        return move_from(claims->played) != target &&
               piece_worth(captured_by(&claims->position, claims->played)) <
                   piece_worth(type_at(&claims->position, target));
    case CLAIM_ATTACKS:
        return !goes_for(claims, target);
    default:
        return true;
    }
}

/* The line of a move and the answer to it, with its score for the side that moves. */
static struct evidence line_from(Move move, const struct evidence *answer)
{
    struct evidence line = *answer;
    int length = line.length < CLAIM_LINE_MAX - 1 ? line.length : CLAIM_LINE_MAX - 1;
    memmove(line.moves + 1, line.moves, (size_t)length * sizeof *line.moves);
    line.moves[0] = move;
    line.length = length + 1;
    int mate;
    line.score = -line.score;
    if (score_is_mate(line.score, &mate))
        line.score += line.score > 0 ? -1 : 1;
    return line;
}

static struct evidence played_line(const struct claims *claims)
{
    return line_from(claims->played, &claims->answer);
}

static struct part whole(const struct claims *claims, enum claim_role role,
                         const struct evidence *evidence)
{
    Move last = claims->last_captured != NO_PIECE_TYPE ? claims->last : NO_MOVE;
    return (struct part){.role = role, .start = claims->position, .last = last,
                         .evidence = evidence};
}

static struct part answered(const struct claims *claims)
{
    struct part part = {.role = CLAIM_ROLE_ALLOWS, .start = claims->position,
                        .last = NO_MOVE, .prefix_length = 1,
                        .prefix = {claims->played}, .evidence = &claims->answer};
    if (chess_is_capture(&part.start, claims->played))
        part.last = claims->played;
    part.taken = piece_worth(captured_by(&part.start, claims->played));
    chess_play(&part.start, claims->played);
    return part;
}

/* Follows each attack that is to be the reason of a mistake until the material is settled. Removes
 * the attacks that do not win the piece they attack. paid: what the mistake captured. */
static void follow_attacks(struct scene *scene, int paid)
{
    const struct walk *walk = scene->walk;
    int kept = 0;
    for (int i = 0; i < scene->count; i++) {
        struct claim claim = scene->list[i];
        if (claim.kind == CLAIM_ATTACKS) {
            int taken = walk_catches(walk, 0, claim.targets[0]);
            if (taken == 0 || taken >= walk->end || walk->gain - paid < WORTH_SAYING ||
                !score_agrees(walk, scene->score))
                continue;
            scene_cut(scene, &claim, walk->end);
        }
        scene->list[kept++] = claim;
    }
    scene->count = kept;
}

/* Lists what the first move of the part does besides tactics, and returns the number of claims.
 * Lists nothing if either side can force mate, because then only the mate is worth saying. */
static int find_quiet(const struct part *part, struct claim list[CLAIMS_MAX])
{
    struct walk walk;
    struct scene scene = {.walk = &walk, .score = part->evidence->score, .last = part->last,
                          .list = list, .capacity = CLAIMS_MAX};
    if (mate_of(part->evidence->score) != 0)
        return 0;
    walk_line(&walk, &part->start, part->evidence->moves, part->evidence->length);
    quiet_find(&scene);
    plans_find(&scene);
    if (part->role == CLAIM_ROLE_ALLOWS || part->role == CLAIM_ROLE_MISSED)
        follow_attacks(&scene, part->role == CLAIM_ROLE_ALLOWS ? part->taken : 0);
    return scene.count;
}

/* Adds what the first move of the part does besides tactics. What the better move does is left out
 * if the move played does the same, except for attacks, because the two moves can attack different
 * pieces. */
static void add_quiet(struct claims *claims, const struct part *part)
{
    struct claim list[CLAIMS_MAX], own[CLAIMS_MAX];
    struct evidence line = played_line(claims);
    struct part played = whole(claims, CLAIM_ROLE_DOES, &line);
    int count = find_quiet(part, list);
    int own_count = part->role == CLAIM_ROLE_MISSED ? find_quiet(&played, own) : 0;
    for (int i = 0; i < count; i++) {
        /* Exchanging pieces is a merit only for a side that is not worse. */
        bool merit = list[i].kind != CLAIM_EXCHANGES || part->evidence->score >= 0;
        bool said = part->role == CLAIM_ROLE_ALLOWS ? is_consequence(claims, &list[i])
                    : part->role == CLAIM_ROLE_MISSED
                        ? is_advantage(claims, &list[i]) && list[i].material >= 0
                        : merit;
        bool small = list[i].kind > CLAIM_KING_EXPOSED && list[i].kind != CLAIM_BISHOPS;
        if (part->role != CLAIM_ROLE_DOES && small && claims->loss >= QUIET_LOSS)
            said = false;
        for (int k = 0; k < own_count; k++)
            said = said && (own[k].kind != list[i].kind || own[k].kind == CLAIM_ATTACKS);
        if (said)
            place(claims, part, &list[i]);
    }
}

/* Removes the claims of this role. */
static void drop(struct claims *claims, enum claim_role role)
{
    int kept = 0;
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].role != role)
            claims->list[kept++] = claims->list[i];
    }
    claims->count = kept;
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

/* Whether a piece is won that the move played takes, too. */
static bool takes_the_same(const struct claims *claims, const struct claim *claim)
{
    bool takes = claim->kind == CLAIM_HANGS || claim->kind == CLAIM_WINS;
    return takes && claim->target_count > 0 && claim->at == claim->first &&
           claim->targets[0] == move_to(claims->played) &&
           chess_is_capture(&claims->position, claims->played);
}

static bool saves_the_draw(const struct claim *claim)
{
    return claim->kind == CLAIM_STALEMATE || claim->kind == CLAIM_PERPETUAL;
}

/* Removes what the better move wins if the move played wins half of it or more. kept: the material
 * that the move played wins, in centipawns. */
static void drop_what_was_kept(struct claims *claims, int kept)
{
    int count = 0;
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool kept_too = claim->role == CLAIM_ROLE_MISSED && claim->kind <= CLAIM_WINS &&
                        claim->mate == 0 && !saves_the_draw(claim) &&
                        (claim->material <= kept || takes_the_same(claims, claim) ||
                         (kept >= WORTH_SAYING && claim->material <= 2 * kept));
        if (!kept_too)
            claims->list[count++] = *claim;
    }
    claims->count = count;
}

static bool misses_a_draw(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        if (claims->list[i].role == CLAIM_ROLE_MISSED && saves_the_draw(&claims->list[i]))
            return true;
    }
    return false;
}

/* The material that the move played wins, in centipawns, after the best answer. */
static int kept_by_played(const struct claims *claims)
{
    struct walk walk;
    struct part answer = answered(claims);
    walk_line(&walk, &answer.start, claims->answer.moves, claims->answer.length);
    return piece_worth(captured_by(&claims->position, claims->played)) - walk.gain;
}

/* Explains a bad move by what it allows and by what it misses, the larger of the two first. What
 * the opponent could also do after the best move is not a reason. */
static void gather_mistake(struct claims *claims)
{
    int best_gain, answer_gain, taken = piece_worth(captured_by(&claims->position, claims->played));
    struct part best = whole(claims, CLAIM_ROLE_MISSED, &claims->best);
    struct part answer = answered(claims);
    add_tactics(claims, &answer, &answer_gain);
    add_tactics(claims, &best, &best_gain);
    int after = taken - answer_gain, difference = best_gain - after;
    int shown = claims->at_sight ? 50 : 40; /* percent of `difference` that the move must lose; less
                                             * is enough if a search will prove the claims */
    if (100 * loss_within(claims, SCORE_CEILING) < shown * (difference < LARGE ? difference : LARGE))
        difference = -1; /* the loss is too small for the difference in material, so something else
                            compensates for it */
    int needed = claims->loss >= SOME_LOSS ? 0 : WORTH_SAYING;
    bool mated = mate_of(claims->answer.score) > 0 && mate_of(claims->best.score) >= 0;
    bool missed_mate = mate_of(claims->best.score) > 0 && mate_of(claims->answer.score) >= 0;
    if (!mated && (after > -WORTH_SAYING || difference < needed || missed_mate))
        drop(claims, CLAIM_ROLE_ALLOWS);
    if (!missed_mate && !misses_a_draw(claims) &&
        (best_gain < WORTH_SAYING || difference < WORTH_SAYING || mated))
        drop(claims, CLAIM_ROLE_MISSED);
    drop_what_was_kept(claims, after);
    bool missed_first = missed_mate || (!mated && best_gain > -after);
    for (int i = 0; i < claims->count; i++) {
        bool missed = claims->list[i].role == CLAIM_ROLE_MISSED;
        claims->list[i].order = missed == missed_first ? 0 : 1;
    }
}

/* Whether the move misses or allows a mate in at most LONG_MATE moves. A longer mate counts only as
 * a won position. A move that mates at once misses nothing, even if another one mates, too. */
static bool changes_mate(const struct claims *claims)
{
    int best = mate_of(claims->best.score), answer = mate_of(claims->answer.score);
    bool mates = claims->answer.score == -SCORE_MATE;
    return claims->best.moves[0] != claims->played && !mates &&
           ((best > 0 && best <= LONG_MATE && answer >= 0) ||
            (answer > 0 && answer <= LONG_MATE && best >= 0));
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

bool claims_is_praised(const struct claims *claims)
{
    return claims_is_good(claims) && claims->loss < PRAISED_LOSS;
}

static bool is_material(const struct claim *claim)
{
    return claim->kind <= CLAIM_WINS;
}

void claims_add_better(struct claims *claims)
{
    if (claims->best.length == 0)
        return;
    struct claim better = {.kind = CLAIM_BETTER, .side = claims->position.side, .by = NO_SQUARE,
                           .score = claims->best.score, .confirmed = SCORE_NONE};
    struct part part = whole(claims, CLAIM_ROLE_MISSED, &claims->best);
    struct walk walk;
    walk_line(&walk, &part.start, claims->best.moves, claims->best.length);
    better.length = walk.length < BETTER_PLIES ? walk.length : BETTER_PLIES;
    while (better.length > 1 && !walk.quiet[better.length])
        better.length--;
    better.material = walk.material[better.length];
    memcpy(better.line, claims->best.moves, (size_t)better.length * sizeof *better.line);
    place(claims, &part, &better);
}

/* Adds the best reply to a mistake, in case that nothing explains it better. */
static void add_reply(struct claims *claims)
{
    struct part part = answered(claims);
    struct walk walk;
    walk_line(&walk, &part.start, claims->answer.moves, claims->answer.length);
    if (walk.length == 0)
        return;
    struct claim reply = {.kind = CLAIM_REPLY, .side = part.start.side,
                          .by = (uint8_t)move_to(walk.moves[0]), .score = claims->answer.score,
                          .confirmed = SCORE_NONE};
    reply.length = walk.length < BETTER_PLIES ? walk.length : BETTER_PLIES;
    while (reply.length > 1 && !walk.quiet[reply.length])
        reply.length--;
    reply.material = walk.material[reply.length];
    memcpy(reply.line, walk.moves, (size_t)reply.length * sizeof *reply.line);
    place(claims, &part, &reply);
}

void claims_gather(struct claims *claims)
{
    int gain;
    claims->count = 0;
    claims->loss = 0;
    if (claims->played == NO_MOVE) {
        struct part part = whole(claims, CLAIM_ROLE_DOES, &claims->best);
        add_tactics(claims, &part, &gain);
        add_quiet(claims, &part);
        claims_rank(claims);
        return;
    }
    struct evidence line = played_line(claims);
    claims->loss = loss_within(claims, SCORE_MOST);
    if (claims_is_good(claims)) {
        struct part part = whole(claims, CLAIM_ROLE_DOES, &line);
        bool loses_more = claims->best.score < -LARGE && kept_by_played(claims) <= -WORTH_SAYING;
        add_tactics(claims, &part, &gain);
        /* No praise if the move loses something, and none in a lost position, in which losing more
         * hardly changes the score. */
        if (!loses_more && claims_is_praised(claims))
            add_quiet(claims, &part);
    } else {
        gather_mistake(claims);
        struct part missed = whole(claims, CLAIM_ROLE_MISSED, &claims->best);
        struct part allowed = answered(claims);
        add_quiet(claims, &missed);
        add_quiet(claims, &allowed);
        add_reply(claims);
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
    *claims = (struct claims){.position = *position, .last = NO_MOVE,
                              .last_captured = NO_PIECE_TYPE, .played = played,
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

/* Whether the threat is to capture a piece that could itself capture the threatening piece. The
 * opponent is to move, so this is only an offer to exchange. position is the one before the
 * pass. */
static bool offers_exchange(const struct position *position, const struct claim *claim)
{
    Square from = move_from(claim->line[claim->first]), target = claim->targets[0];
    return claim->kind == CLAIM_HANGS && claim->at == claim->first &&
           (chess_attacks(position, target) & bit(from));
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

static int won_by(const struct claim *claim)
{
    int won = claim->promotions * (piece_worth(QUEEN) - piece_worth(PAWN));
    for (int type = PAWN; type < KING; type++)
        won += claim->won[type] * piece_worth(type);
    return won;
}

/* Whether the threat is too slow: it begins with a quiet move or an even exchange and wins only
 * pawns, and those only later. position is the one after the pass. */
static bool is_slow(const struct position *position, const struct claim *claim)
{
    Move move = claim->line[claim->first];
    struct position next = *position;
    bool takes = chess_is_capture(position, move);
    bool quiet = claim->at > claim->first && !takes && move_kind(move) != MOVE_PROMOTION;
    bool even = claim->kind == CLAIM_WINS && takes && move_kind(move) != MOVE_EN_PASSANT &&
                exchange(position, move_to(move), claim->side) < piece_worth(PAWN);
    chess_play(&next, move);
    return (quiet || even) && claim->mate == 0 && won_by(claim) < piece_worth(KNIGHT) &&
           !next.checkers;
}

/* Whether the threatened moves win as much if they are played from `position`, in which claim->side
 * is to move. */
static bool wins_there(const struct position *position, const struct claim *claim)
{
    struct walk walk;
    int plies = claim->length - claim->first;
    walk_line(&walk, position, claim->line + claim->first, plies);
    return walk.length == plies && walk.quiet[plies] && walk.material[plies] >= won_by(claim);
}

/* Whether the threat is nothing new: the move played threatens what was possible before it, or the
 * opponent's answer threatens what it would threaten after the best move, too. */
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
    return pass_move(&other) && wins_there(&other, claim);
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

/* Whether the threat does not explain the mistake: the best reply removes it, it is worth far more
 * than the move loses, so that the opponent can parry it, or it begins with a quiet move. position
 * is the one after the pass. */
static bool is_no_reason(const struct claims *claims, const struct position *position,
                         const struct claim *claim)
{
    Move move = claim->line[claim->first];
    struct position next = *position;
    if (claim->role != CLAIM_ROLE_MISSED && claim->role != CLAIM_ROLE_ALLOWS)
        return false;
    chess_play(&next, move);
    bool quiet = !chess_is_capture(position, move) && !next.checkers;
    if (claim->role == CLAIM_ROLE_ALLOWS && claim->kind == CLAIM_HANGS && claim->at == claim->first)
        return true; /* if the attacked piece were lost, the answer's line would win it */
    return (claim->mate > 0 ? claims->loss < SOME_LOSS : won_by(claim) > 3 * claims->loss) ||
           (quiet && claim->at > claim->first) || is_removed(claims, claim);
}

/* Removes the empty threats among the claims from index `from` on. before and after are the
 * positions before and after the pass. */
static void drop_empty_threats(struct claims *claims, int from, const struct position *before,
                               const struct position *after)
{
    int kept = from;
    for (int i = from; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (!offers_exchange(before, claim) && !can_be_taken(before, claim) &&
            !is_slow(after, claim) && !is_old_threat(claims, claim) &&
            !is_no_new_threat(claims, claim) && !is_no_reason(claims, after, claim))
            claims->list[kept++] = *claim;
    }
    claims->count = kept;
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

void claims_add_missed_threat(struct claims *claims, const struct evidence *threat)
{
    add_after_pass(claims, CLAIM_ROLE_MISSED, claims->best.moves, 1, threat);
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
    struct part answer = answered(claims);
    walk_line(&walk, &answer.start, claims->answer.moves, claims->answer.length);
    int lost = walk.gain - piece_worth(captured_by(&claims->position, claims->played));
    if (lost < WORTH_SAYING && mate_of(claims->answer.score) <= 0)
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

void claims_add_only_move(struct claims *claims, const struct evidence *second)
{
    struct evidence answer = *second;
    struct part part = {.role = CLAIM_ROLE_ONLY_MOVE,
                        .start = claims->position,
                        .last = NO_MOVE,
                        .prefix_length = 1,
                        .prefix = {second->moves[0]},
                        .evidence = &answer};
    int gain;
    if (second->length < 2 || claims->best.score < -ONLY_MOVE_SAVES ||
        second->score > -ONLY_MOVE_SAVES || claims->best.score - second->score < ONLY_MOVE_LOSS)
        return;
    follow(&part, &answer);
    add_tactics(claims, &part, &gain);
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

/* Whether the claim is about a reply other than the expected one and not worth saying: another
 * claim of this kind is about the move itself, the line wins less than a pawn or no more than a
 * capture would have won before the move, or it only captures the piece that replied. */
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
    return takes_back || (claim->mate == 0 && (claim->material < WORTH_SAYING || possible));
}

/* Adds those tactics of the move itself that only this reply shows: a skewer, for example, shows
 * only if the piece in front moves away. line starts with the move. */
static void add_shown(struct claims *claims, const struct evidence *line)
{
    struct claims shown = *claims;
    struct part part = whole(claims, CLAIM_ROLE_DOES, line);
    int gain;
    shown.count = 0;
    add_tactics(&shown, &part, &gain);
    for (int i = 0; i < shown.count; i++) {
        const struct claim *claim = &shown.list[i];
        bool motif = claim->kind >= CLAIM_DOUBLE_CHECK && claim->kind <= CLAIM_PIN;
        if (motif && claim->at == claim->first && claims->count < CLAIMS_MAX &&
            !has_claim(claims, claim->kind, CLAIM_ROLE_DOES))
            claims->list[claims->count++] = *claim;
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

/* The value of all pieces except pawns and kings. */
static int pieces_worth(const struct position *position)
{
    int sum = 0;
    for (int type = KNIGHT; type < KING; type++)
        sum += piece_worth(type) * __builtin_popcountll(position->by_type[type]);
    return sum;
}

/* Whether the claim wins only pawns and so explains too little of a large loss, which must have
 * another reason. In an ending, a pawn can be the complete reason. */
static bool explains_little(const struct claims *claims, const struct claim *claim)
{
    bool reason = claim->role == CLAIM_ROLE_ALLOWS || claim->role == CLAIM_ROLE_MISSED;
    bool material = claim->kind >= CLAIM_DOUBLE_CHECK && claim->kind <= CLAIM_WINS;
    return reason && material && claim->mate == 0 && wins_only_pawns(claim) &&
           claims->loss >= CLEAR_LOSS &&
           5 * claim->material < 2 * claims->loss && pieces_worth(&claims->position) > ENDING;
}

/* Whether the claim is about a small advantage of the better move, which is no reason for a large
 * loss. */
static bool is_minor(const struct claims *claims, const struct claim *claim)
{
    return claims->loss >= CLEAR_LOSS && claim->kind > CLAIM_KING_EXPOSED &&
           claim->kind < CLAIM_REPLY;
}

/* The rank of a claim; lower ranks come first. Threats come after what the move forces, and before
 * quiet reasons; a tactic with which the move answers another reply comes before threats. Ideas
 * later in a line come after those of its first move. Claims that explain little come last. */
static int rank(const struct claims *claims, const struct claim *claim)
{
    int second = claim->order ? 100 : 0;
    bool at_once = claim->at == claim->first && claim->kind != CLAIM_WINS;
    int threat = claim->role == CLAIM_ROLE_ANSWERS     ? (at_once ? 150 : 250)
                 : claim->role == CLAIM_ROLE_THREAT    ? 200
                 : claim->role == CLAIM_ROLE_ONLY_MOVE ? 300
                 : claim->role == CLAIM_ROLE_PARRIES   ? 400
                                                       : 0;
    int kind = merely_hangs(claims, claim) ? CLAIM_DOUBLE_CHECK : claim->kind;
    if (explains_little(claims, claim))
        return 1000 + CLAIM_KIND_COUNT + kind;
    if (is_minor(claims, claim))
        return 1000 + 2 * CLAIM_KIND_COUNT + kind;
    if (!is_material(claim))
        return 1000 + kind;
    if (claim->at > claim->first && claim->mate == 0)
        kind += LATER;
    return second + threat + kind;
}

/* Whether another claim about the same move says more than this one, which only says that a piece
 * hangs or becomes active. */
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

/* Whether the claim is about an idea later in a line that begins with the capture of a piece worth
 * as much as the line wins. The capture then explains the mistake. */
static bool is_explained_by_capture(const struct claims *claims, const struct claim *claim)
{
    bool reason = claim->role == CLAIM_ROLE_ALLOWS || claim->role == CLAIM_ROLE_MISSED;
    for (int i = 0; reason && claim->at > claim->first && claim->mate == 0 && i < claims->count;
         i++) {
        const struct claim *other = &claims->list[i];
        if (other->kind == CLAIM_HANGS && other->role == claim->role &&
            other->first == claim->first && other->line[other->at] == claim->line[claim->first] &&
            piece_worth(taken_type(claims, other)) >= won_by(claim))
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
            !is_pinned_rather(claims, &claim) && !is_explained_by_capture(claims, &claim))
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
