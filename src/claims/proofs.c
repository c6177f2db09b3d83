/* Confirms claims by searches from the ends of their lines. If the score of the confirming search
 * differs from that of the first search, the first search may have been too shallow; then a search
 * after the claim's first move decides. */
#include <stdlib.h>
#include <string.h>

#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/prover.h"
#include "src/claims/redundant.h"
#include "src/claims/tactics.h"
#include "src/claims/walk.h"
#include "src/game/accuracy.h"

enum {
    AGREES = 50,
    WON = 400,        /* centipawns: two scores that are both at least this high always agree */
    HARDLY_WON = 100, /* centipawns: is_hardly_won checks scores from this one up to DECIDED */
    FEW_PIECES = 8,   /* positions with at most this many pieces, kings and pawns included, are
                       * searched longer by holds_longer */
    FEWEST = 6,       /* with at most this many pieces, kings and pawns included, a pawn is a small
                       * lead (is_small_lead) */
    SAME = 30,        /* centipawns: replies that differ by at most this are equally good */
    CLEAR_GAP = 200,  /* centipawns: a difference in material large enough to change the claim */
    CLOSE = 300,      /* centipawns: lower scores are confirmed by a longer search */
    CLEAR_LOSS = 250, /* centipawns: less than 2/5 of such a loss does not explain it */
    FORCED_PLIES = 7, /* a line is cut there if what it wins later is not forced */
    LARGE_MISTAKE = 100, /* centipawns: the reply to such a mistake may be named even if another
                          * reply is as good. If there is nothing else to say, it may also be named
                          * if it works against the better move, too */
    ANSWERS_MAX = 2,
    WAYS_OUT = 3 /* how many other replies to try if only a pawn or two are won */
};

static Score bounded(Score score)
{
    enum { MOST = 670 };
    return score > MOST ? MOST : score < -MOST ? -MOST : score;
}

/* Whether the scores differ by at most half a pawn, or by at most a quarter of the larger one. Two
 * winning scores always agree. */
static bool scores_agree(Score found, Score confirmed)
{
    Score one = bounded(found), other = bounded(confirmed);
    if (one >= WON && other >= WON)
        return true;
    int larger = abs(one) > abs(other) ? abs(one) : abs(other);
    int tolerance = larger / 4 > AGREES ? larger / 4 : AGREES;
    return abs(one - other) <= tolerance;
}

/* Plays a line, which may contain a pass. Returns false at an illegal move or pass. */
static bool play_out(struct position *position, const Move line[], int count)
{
    for (int i = 0; i < count; i++) {
        if (line[i] == NULL_MOVE) {
            if (!pass_move(position))
                return false;
            continue;
        }
        if (!chess_is_legal(position, line[i]))
            return false;
        chess_play(position, line[i]);
    }
    return true;
}

static Score score_for(const struct position *position, int side, Score score)
{
    return position->side == side ? score : -score;
}

/* Returns the score for `side` that prover_refine found for this position; SCORE_NONE if it did not
 * search the position. */
static Score refined_score(const struct prover *prover, const struct position *position, int side)
{
    const struct evidence *known = prover_refined(prover, position);
    return known && known->score != SCORE_NONE ? score_for(position, side, known->score)
                                               : SCORE_NONE;
}

/* Searches a position of the line longer than prover_refine did. Returns the score for `side`, or
 * SCORE_NONE on failure. */
static Score confirmed_score(struct prover *prover, const struct position *position, int side)
{
    struct evidence evidence;
    if (!prover_search(prover, position, NULL, 0, prover->budget.confirm, &evidence) ||
        evidence.score == SCORE_NONE)
        return SCORE_NONE;
    return score_for(position, side, evidence.score);
}

/* Whether a reply is good: the score for the claim's side is hardly higher after it than before it.
 * If `strict` is set, as for the reason of a mistake, a smaller increase is enough to reject the
 * reply. */
static bool is_good_reply(bool strict, Score before, Score after)
{
    bool won = before >= WON && after >= WON;
    return strict ? after - before <= AGREES || won
                  : after <= before || scores_agree(before, after);
}

static bool is_reason(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_ALLOWS || claim->role == CLAIM_ROLE_MISSED ||
           claim->role == CLAIM_ROLE_PUNISHES;
}

/* Whether the opponent's replies in the line are good: a search after a reply must not find a
 * better score for the claim's side than a search before it. Where the searches of prover_refine
 * disagree, longer ones decide; if `thorough` is set, every position is searched longer. */
static bool replies_hold(struct prover *prover, const struct claims *claims,
                         const struct claim *claim, bool thorough)
{
    struct position position = claims->position, before;
    Score known = SCORE_NONE;
    bool strict = is_reason(claim);
    if (!play_out(&position, claim->line, claim->first))
        return false;
    for (int i = claim->first; i <= claim->length; i++) {
        Score score = thorough ? confirmed_score(prover, &position, claim->side)
                               : refined_score(prover, &position, claim->side);
        if (thorough && score == SCORE_NONE)
            return false;
        bool reply = i > claim->first && position.side == claim->side;
        if (reply && known != SCORE_NONE && !is_good_reply(strict, known, score)) {
            known = confirmed_score(prover, &before, claim->side);
            score = known == SCORE_NONE ? known : confirmed_score(prover, &position, claim->side);
            if (score == SCORE_NONE || !is_good_reply(strict, known, score))
                return false;
        }
        known = score;
        before = position;
        if (i < claim->length && !play_out(&position, claim->line + i, 1))
            return false;
    }
    return true;
}

/* Whether the opponent keeps the material in the line `other`, which starts in place of the reply
 * at index `at`: it loses less than a pawn, or at most half of what it loses in the claim's
 * line. */
static bool loses_little(const struct walk *walk, int at, const struct evidence *other)
{
    struct walk out;
    walk_line(&out, &walk->at[at], other->moves, other->length);
    int lost = walk->material[at] - out.gain;
    return lost < piece_worth(PAWN) || 2 * lost <= walk->material[walk->length];
}

/* Searches all moves in the position except those in `without`. Sets *only if there is no other.
 * Returns false on failure or if there is no other move. */
static bool search_without(struct prover *prover, const struct position *position,
                           const Move without[], int without_count, struct evidence *other,
                           bool *only)
{
    struct limits limits = {.nodes = prover->budget.confirm};
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        bool wanted = true;
        for (int j = 0; j < without_count; j++)
            wanted = wanted && moves[i] != without[j];
        if (wanted)
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    *only = limits.search_moves_count == 0;
    return !*only && prover_search_limited(prover, position, NULL, 0, &limits, other);
}

/* Calls search_without for the position before index `at` of the line, without the line's move. */
static bool search_others(struct prover *prover, const struct walk *walk, int at,
                          struct evidence *other, bool *only)
{
    return search_without(prover, &walk->at[at], &walk->moves[at], 1, other, only);
}

/* Whether the opponent has a better move than the reply at index `at` of the line, or one that is
 * about as good and loses little material. If the opponent is lost anyway, a move that is somewhat
 * worse also counts as about as good. If less than a knight is won and the best other move loses
 * it, too, the next best moves are tried as well: a move that keeps a pawn often costs something
 * else, and so scores lower.
 * `score` is the claim's score. Also returns true on failure. */
static bool has_way_out(struct prover *prover, const struct walk *walk, int at, Score score)
{
    Move tried[WAYS_OUT + 1] = {walk->moves[at]};
    int ways = walk->material[walk->length] < piece_worth(KNIGHT) ? WAYS_OUT : 1;
    for (int i = 1; i <= ways; i++) {
        struct evidence other;
        bool only;
        int mate;
        if (!search_without(prover, &walk->at[at], tried, i, &other, &only))
            return !only;
        if (score_is_mate(other.score, &mate) && mate < 0)
            return false; /* keeping material does not help a side that is mated */
        if (other.score > -score && !scores_agree(other.score, -score))
            return true;
        if (other.score < -score - (score >= WON ? NEAR : AGREES))
            return false;
        /* Hits in the transposition table may have cut the line short. */
        if (loses_little(walk, at, &other) && (!prover_refine(prover, &walk->at[at], &other) ||
                                               loses_little(walk, at, &other)))
            return true;
        tried[i] = other.moves[0];
    }
    return false;
}

/* Whether the line wins only pawns because the opponent does not take back after its first move,
 * although taking back costs less than a pawn. If the opponent is lost anyway, taking back must be
 * better. Also returns true on failure. */
static bool can_be_retaken(struct prover *prover, const struct walk *walk, int won, Score score)
{
    struct limits limits = {.nodes = prover->budget.confirm};
    struct evidence retaken;
    Move moves[CHESS_MOVES_MAX];
    Square square = move_to(walk->moves[0]);
    if (won >= piece_worth(KNIGHT) || walk->length < 2 || move_to(walk->moves[1]) == square ||
        !chess_is_capture(&walk->at[0], walk->moves[0]))
        return false;
    int count = chess_moves(&walk->at[1], moves);
    for (int i = 0; i < count; i++) {
        if (move_to(moves[i]) == square)
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return false;
    return !prover_search_limited(prover, &walk->at[1], NULL, 0, &limits, &retaken) ||
           retaken.score > -score - (score >= WON ? 0 : piece_worth(PAWN));
}

/* Whether the claim says that material is won. If so, sets *walk to its line from its first move
 * on. */
static bool is_about_material(const struct claims *claims, const struct claim *claim,
                              struct walk *walk)
{
    struct position begun = claims->position;
    if ((claim->kind > CLAIM_WINS && claim->kind != CLAIM_ATTACKS) || claim_draws(claim) ||
        claim->mate > 0 || !play_out(&begun, claim->line, claim->first))
        return false;
    walk_line(walk, &begun, claim->line + claim->first, claim->length - claim->first);
    return true;
}

/* Whether the first `plies` plies show what the claim is about: one of its targets is captured in
 * them, and the key move does not win more than half of the material by its own capture. */
static bool shows_capture(const struct walk *walk, const struct claim *claim, int plies)
{
    int key = claim->at - claim->first;
    if (claim->kind == CLAIM_WINS || claim->kind == CLAIM_HANGS)
        return key < plies;
    if (2 * walk_grabs(walk, key) > walk->material[plies])
        return false;
    for (int i = 0; key < plies && i < claim->target_count; i++) {
        int taken = walk_catches(walk, key, claim->targets[i]);
        if (taken > 0 && taken < plies)
            return true;
    }
    return false;
}

/* Ends the line of a claim about material after at most FORCED_PLIES plies, if something has been
 * won there, the rest of the line only wins more, and what has been won explains the mistake.
 * Otherwise returns false. */
static bool cut_what_is_far(const struct claims *claims, struct claim *claim)
{
    struct walk walk;
    int plies = FORCED_PLIES;
    if (!is_about_material(claims, claim, &walk) || walk.length <= plies)
        return false;
    while (plies > 0 && !walk.quiet[plies])
        plies--;
    int won = walk.material[plies], more = walk.material[walk.length] - won;
    bool little = is_reason(claim) && claims->loss >= CLEAR_LOSS && 5 * won < 2 * claims->loss;
    if (won < piece_worth(PAWN) || more < 0 || little || !shows_capture(&walk, claim, plies))
        return false;
    claim->length = claim->first + plies;
    claim->material -= more;
    walk_count(&walk, plies, claim->won, &claim->promotions);
    return true;
}

/* Whether the opponent's loss of material is forced: no other reply in the line avoids it. True if
 * the claim is not about material. */
static bool is_forced(struct prover *prover, const struct claims *claims, const struct claim *claim)
{
    struct walk walk;
    if (!is_about_material(claims, claim, &walk))
        return true;
    int won = walk.material[walk.length];
    if (won < piece_worth(PAWN))
        return true;
    if (can_be_retaken(prover, &walk, won, claim->score))
        return false;
    for (int at = 1; at < walk.length; at += 2) {
        if (walk.quiet[at] && walk.material[at] >= won)
            return true;
        if (has_way_out(prover, &walk, at, claim->score))
            return false;
    }
    return true;
}

/* The value of what was captured by the move before the claim's first one. Winning that much back
 * is not a gain. */
static int debt_of(const struct claims *claims, const struct claim *claim)
{
    struct position before = claims->position;
    if (claim->first == 0)
        return piece_worth(claims->last_captured);
    Move move = claim->line[claim->first - 1];
    return move != NULL_MOVE && play_out(&before, claim->line, claim->first - 1)
               ? piece_worth(captured_by(&before, move))
               : 0;
}

/* Sets *smaller to the claim with the rest of its line, from index `at` of the walk on, replaced by
 * `other`. Returns false if that line wins nothing, or nearly as much as the claim's. If it does
 * not show the tactic, the claim is only about the material, and the difference must be clear. */
static bool replace_end(const struct claims *claims, const struct claim *claim,
                        const struct walk *walk, int at, const struct evidence *other,
                        struct claim *smaller)
{
    struct walk out;
    Move line[CLAIM_LINE_MAX];
    int count = at;
    memcpy(line, walk->moves, (size_t)at * sizeof *line);
    for (int i = 0; i < other->length && claim->first + count < CLAIM_LINE_MAX; i++)
        line[count++] = other->moves[i];
    walk_line(&out, &walk->at[0], line, count);
    int plies = out.end, more = walk->material[walk->length] - out.material[plies];
    if (plies <= at || more < piece_worth(PAWN) ||
        out.material[plies] - debt_of(claims, claim) < piece_worth(PAWN))
        return false;
    *smaller = *claim;
    smaller->length = claim->first + plies;
    smaller->material -= more;
    memcpy(smaller->line + claim->first, line, (size_t)plies * sizeof *line);
    walk_count(&out, plies, smaller->won, &smaller->promotions);
    if (!shows_capture(&out, smaller, plies)) {
        if (more < CLEAR_GAP)
            return false;
        smaller->kind = CLAIM_WINS;
        smaller->at = smaller->first;
        smaller->by = NO_SQUARE;
        smaller->target_count = 0;
        if (chess_is_capture(&walk->at[0], line[0]))
            claim_add_target(smaller, move_to(line[0]));
    }
    return smaller->promotions == claim->promotions;
}

static bool prove(struct prover *prover, const struct claims *claims, struct claim *claim);

/* If the opponent can reply equally well and lose less material, changes the claim to the smaller
 * amount, if that can be proved. */
static void lower_amount(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    struct walk walk;
    if (!is_about_material(claims, claim, &walk) || claim->kind == CLAIM_PROMOTION)
        return;
    for (int at = 1; at < walk.length; at += 2) {
        struct evidence other;
        struct claim smaller;
        bool only;
        if (walk.quiet[at] && walk.material[at] >= walk.material[walk.length])
            return;
        if (!search_others(prover, &walk, at, &other, &only) ||
            other.score < -claim->score - SAME ||
            !replace_end(claims, claim, &walk, at, &other, &smaller) ||
            !prover_refine(prover, &walk.at[at], &other) ||
            !replace_end(claims, claim, &walk, at, &other, &smaller))
            continue;
        if (prove(prover, claims, &smaller)) {
            *claim = smaller;
            return;
        }
    }
}

/* Whether the claim says that its key move attacks something. */
static bool is_attack(const struct claim *claim)
{
    bool named = claim->kind == CLAIM_REPLY || claim->kind == CLAIM_BETTER;
    return (named ? claim->merit : claim->kind) == CLAIM_ATTACKS && claim->target_count > 0;
}

/* The claim says that its key move attacks a piece. Lets the opponent pass after that move, and
 * searches the captures of the piece. Returns false if the piece cannot be captured, or on
 * failure. */
static bool search_capture(struct prover *prover, const struct claims *claims,
                           const struct claim *claim, struct evidence *capture)
{
    struct limits limits = {.nodes = prover->budget.confirm / 4};
    struct position after = claims->position;
    Move moves[CHESS_MOVES_MAX];
    if (!play_out(&after, claim->line, claim->at + 1) || !pass_move(&after))
        return false;
    int count = chess_moves(&after, moves);
    for (int i = 0; i < count; i++) {
        if (move_to(moves[i]) == claim->targets[0])
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    return limits.search_moves_count > 0 &&
           prover_search_limited(prover, &after, NULL, 0, &limits, capture);
}

/* The claim says that its key move attacks a piece. Returns whether capturing the piece would be
 * good if the opponent passed. A capture may also cost more than it wins, for example if it allows
 * mate on the back rank. */
static bool attack_holds(struct prover *prover, const struct claims *claims,
                         const struct claim *claim)
{
    struct evidence capture;
    return search_capture(prover, claims, claim, &capture)
               ? capture.score >= claim->score - SAME ||
                     (capture.score >= WON && claim->score >= WON)
               : !prover->waiting;
}

/* Whether the piece that makes the line's first move is captured in the line, and its side has lost
 * at least the exchange by then. */
static bool is_caught(const struct walk *walk)
{
    Square square = NO_SQUARE;
    for (int i = 0; i < walk->length; i++) {
        bool own = walk->at[i].side == walk->side;
        if (own && (i == 0 || move_from(walk->moves[i]) == square))
            square = move_to(walk->moves[i]);
        if (own || move_to(walk->moves[i]) != square)
            continue;
        int after = i + 1;
        while (after < walk->length && !walk->quiet[after])
            after++;
        return walk->material[after] <= piece_worth(BISHOP) - piece_worth(ROOK);
    }
    return false;
}

/* Whether the piece on `square`, which the side to move could move away, is captured even after its
 * best move, and costs at least the exchange. Returns false on failure. */
static bool is_lost_anywhere(struct prover *prover, const struct position *position, Square square)
{
    struct limits limits = {.nodes = prover->budget.confirm / 4};
    struct evidence flight;
    struct walk walk;
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (move_from(moves[i]) == square)
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return true;
    if (!prover_search_limited(prover, position, NULL, 0, &limits, &flight) ||
        !prover_refine(prover, position, &flight))
        return false;
    walk_line(&walk, position, flight.moves, flight.length);
    return is_caught(&walk);
}

/* If the claim says that the best reply attacks a piece, and that piece is lost whatever the
 * opponent does, because even a pass costs nothing more, changes it to say that the reply traps the
 * piece. */
static void see_trapped(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    struct position after = claims->position;
    struct evidence capture;
    if (claim->kind != CLAIM_REPLY || !is_attack(claim) || claim->at > claim->first ||
        claim->score >= DECIDED || !play_out(&after, claim->line, claim->first + 1) ||
        exchange(&after, claim->targets[0], claim->side) < piece_worth(BISHOP) ||
        !search_capture(prover, claims, claim, &capture) ||
        !scores_agree(claim->score, capture.score) ||
        !is_lost_anywhere(prover, &after, claim->targets[0]))
        return;
    claim->merit = CLAIM_TRAPPED;
    claim->target_count = 1;
    claim->length = claim->first + 1;
    claim->material = -piece_worth(captured_by(&claims->position, claims->played));
    memset(claim->won, 0, sizeof claim->won);
}

/* Shortens the line of a quiet claim to its first move, for when a search did not confirm the end
 * of the line: the effect of a quiet move can be seen on the board at once. Returns false if that
 * is not possible. */
static bool shorten(const struct claims *claims, struct claim *claim)
{
    struct walk walk;
    bool at_once = claim->kind > CLAIM_PAWN_ENDING && claim->kind != CLAIM_KING_EXPOSED &&
                   claim->kind != CLAIM_BISHOPS && claim->kind != CLAIM_EXCHANGES;
    if (claim->role != CLAIM_ROLE_DOES || !at_once || claim->length < 2)
        return false;
    walk_line(&walk, &claims->position, claim->line, 1);
    if (!walk.quiet[1] || walk.material[1] != 0)
        return false;
    claim->length = 1;
    claim->material = 0;
    memset(claim->won, 0, sizeof claim->won);
    return true;
}

/* Whether a longer search confirms the score at the line's end. This search is made only if neither
 * side is close to winning, because half a pawn matters then, and in endings with few pieces, where
 * a short search does not see the outcome of a race or a fortress. It is not made for quiet claims,
 * which depend less on the score. If both searches of the line's end agree on a score that is
 * somewhat lower than the claim's, the claim takes that score. */
static bool holds_longer(struct prover *prover, struct claim *claim, const struct position *end)
{
    struct evidence evidence;
    bool few = __builtin_popcountll(end->by_color[WHITE] | end->by_color[BLACK]) <= FEW_PIECES;
    if (claim->kind > CLAIM_PAWN_ENDING || (abs(claim->confirmed) >= CLOSE && !few))
        return true;
    if (!prover_search(prover, end, NULL, 0, (few ? 4 : 2) * prover->budget.confirm, &evidence))
        return false;
    Score score = score_for(end, claim->side, evidence.score);
    if (score >= claim->score || scores_agree(claim->score, score))
        return true;
    if (claim->material < piece_worth(KNIGHT) || score < HARDLY_WON ||
        score < claim->score - 2 * AGREES || !scores_agree(claim->confirmed, score))
        return false;
    claim->score = score;
    return true;
}

/* Returns whether the side's lead is one that usually does not win: at most a minor piece if the
 * side has no pawns, or at most a pawn if few men are left and it is not a pawn ending. */
static bool is_small_lead(const struct position *position, int side)
{
    const Bitboard *types = position->by_type;
    int lead = material_of(position, side);
    bool few =
        __builtin_popcountll(position->by_color[WHITE] | position->by_color[BLACK]) <= FEWEST;
    bool pieces = types[KNIGHT] | types[BISHOP] | types[ROOK] | types[QUEEN];
    return (!(types[PAWN] & position->by_color[side]) && lead <= piece_worth(KNIGHT)) ||
           (few && pieces && lead <= piece_worth(PAWN));
}

/* Returns whether the claim's advantage is only a small lead (is_small_lead), at the end of the
 * claim's line or after the best moves that follow it. */
static bool is_hardly_won(const struct claim *claim, const struct position *end,
                          const struct evidence *evidence)
{
    struct position later = *end;
    if (claim->score < HARDLY_WON || claim->score >= DECIDED)
        return false;
    return is_small_lead(end, claim->side) ||
           (play_out(&later, evidence->moves, evidence->length) &&
            is_small_lead(&later, claim->side));
}

/* Whether the claim's new score is high enough for the pawns that the line wins. Always true if the
 * line wins a piece or nothing. */
static bool is_worth_it(const struct claims *claims, const struct claim *claim)
{
    struct walk walk;
    return !is_about_material(claims, claim, &walk) || !claim_wins_only_pawns(claim) ||
           walk.material[walk.length] < piece_worth(PAWN) ||
           score_confirms(claim->score, walk.material[walk.length],
                          material_of(&walk.at[walk.length], claim->side));
}

static bool prove_line(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    struct position end = claims->position, begun = claims->position;
    if (!play_out(&end, claim->line, claim->length))
        return false;
    int mate;
    if (claim->mate > 0 && score_is_mate(claim->score, &mate) && claim->mate < mate)
        return false; /* the search found replies that delay the mate further than those of the
                         line */
    if (claim->mate > 0) { /* the line ends with a mate that a search found */
        claim->confirmed = claim->score;
        claim->confirmed_depth = claim->depth;
        claim->confirmed_nodes = claim->nodes;
        return true;
    }
    bool later = claim->kind == CLAIM_WINS || claim->kind == CLAIM_ATTACKS ||
                 (claim->kind < CLAIM_WINS && claim->at > claim->first);
    if (!replies_hold(prover, claims, claim, is_reason(claim) && later))
        return false;
    struct evidence evidence;
    if (!prover_search(prover, &end, NULL, 0, prover->budget.confirm, &evidence) ||
        evidence.score == SCORE_NONE || is_hardly_won(claim, &end, &evidence))
        return false;
    claim->confirmed = score_for(&end, claim->side, evidence.score);
    claim->confirmed_depth = evidence.depth;
    claim->confirmed_nodes = evidence.nodes;
    bool better = claim->confirmed >= claim->score; /* perhaps because the line has a bad reply of
                                                     * the opponent */
    if (scores_agree(claim->score, claim->confirmed) ||
        (better && replies_hold(prover, claims, claim, true)))
        return holds_longer(prover, claim, &end);
    if (claim->first + 1 > claim->length || !play_out(&begun, claim->line, claim->first + 1))
        return false;
    Score confirmed = claim->confirmed;
    if (!prover_search(prover, &begun, NULL, 0, prover->budget.confirm, &evidence) ||
        evidence.score == SCORE_NONE)
        return false;
    claim->score = score_for(&begun, claim->side, evidence.score);
    return scores_agree(claim->score, confirmed) && is_worth_it(claims, claim) &&
           holds_longer(prover, claim, &end);
}

static bool prove(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    return prove_line(prover, claims, claim) &&
           (!is_attack(claim) || attack_holds(prover, claims, claim));
}

/* Whether the move captures a piece that would make one of the moves of the claim's line for the
 * claim's side. */
static bool takes_a_mover(const struct claims *claims, const struct claim *claim)
{
    for (int i = claim->first; i < claim->length; i += 2) {
        if (move_from(claim->line[i]) == move_to(claims->played))
            return chess_is_capture(&claims->position, claims->played);
    }
    return false;
}

/* Whether the claim says that the move stops a threat, and the move does so by a capture: it takes
 * a piece that carries out the threat, or the threatened piece itself takes something. Then another
 * claim about the capture says more, and this one is left out. A hint keeps it, because a hint must
 * not give the capture away. */
static bool is_taken(const struct prover *prover, const struct claims *claims,
                     const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_PARRIES && prover->budget.answers &&
           (takes_a_mover(claims, claim) ||
            (claim->mate == 0 && chess_is_capture(&claims->position, claims->played) &&
             move_to(claim->line[claim->first]) == move_from(claims->played)));
}

/* Proves the claim and that what it wins is forced. If the end of its line fails, tries the line
 * without its end. If an equally good reply loses less, claims no more than that. */
static bool prove_forced(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    struct claim cut = *claim;
    bool proved = prove(prover, claims, claim) && is_forced(prover, claims, claim);
    if (!proved && !prover->waiting && cut_what_is_far(claims, &cut)) {
        *claim = cut;
        proved = prove(prover, claims, claim) && is_forced(prover, claims, claim);
    }
    if (proved)
        lower_amount(prover, claims, claim);
    return proved && !prover->waiting;
}

/* Whether the claim is that a better move or a reply wins material, which must be proved like any
 * other win. A better move may otherwise be named even if nothing is proved about it. */
static bool names_win(const struct claim *claim)
{
    return (claim->kind == CLAIM_BETTER || claim->kind == CLAIM_REPLY) &&
           claim->merit == CLAIM_WINS;
}

static bool prove_named_win(struct prover *prover, const struct claims *claims,
                            struct claim *claim)
{
    struct claim win = *claim;
    win.kind = CLAIM_WINS;
    bool proved = prove_forced(prover, claims, &win);
    win.kind = claim->kind;
    *claim = win;
    return proved;
}

/* Whether the opponent wins material by force after the move played. True if the reply's line wins
 * none. Asked for a better move that keeps material. */
static bool loss_is_forced(struct prover *prover, const struct claims *claims)
{
    struct walk walk;
    struct position after = claims->position;
    struct claim loss = {.kind = CLAIM_WINS, .role = CLAIM_ROLE_ALLOWS, .side = !after.side,
                         .first = 1, .line = {claims->played}, .score = claims->answer.score};
    chess_play(&after, claims->played);
    walk_line(&walk, &after, claims->answer.moves, claims->answer.length);
    int plies = walk.end < CLAIM_LINE_MAX - 1 ? walk.end : CLAIM_LINE_MAX - 1;
    memcpy(loss.line + 1, walk.moves, (size_t)plies * sizeof *loss.line);
    loss.length = 1 + plies;
    return is_forced(prover, claims, &loss);
}

/* Shortens the line of a best reply that does nothing known, or that attacks something, to the
 * reply itself. Returns false for other claims, for captures and promotions, and if material could
 * be taken after the reply although it attacks nothing. */
static bool cut_to_reply(const struct claims *claims, struct claim *claim)
{
    struct position after = claims->position;
    bool attacks = claim->merit == CLAIM_ATTACKS && claim->at == claim->first;
    if (claim->kind != CLAIM_REPLY || (claim->merit != CLAIM_NONE && !attacks) ||
        chess_is_capture(&claims->position, claims->played) ||
        !play_out(&after, claim->line, claim->first) ||
        chess_is_capture(&after, claim->line[claim->first]) ||
        move_kind(claim->line[claim->first]) == MOVE_PROMOTION ||
        !play_out(&after, claim->line + claim->first, 1) ||
        (!attacks && material_open(&after) >= piece_worth(PAWN)))
        return false;
    claim->length = claim->first + 1;
    claim->material = 0;
    memset(claim->won, 0, sizeof claim->won);
    return true;
}

/* Proves that the reply punishes the mistake: by a search after the reply, at least half of what
 * the mistake loses is lost then. */
static bool prove_reply(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    return cut_to_reply(claims, claim) && prove(prover, claims, claim) &&
           2 * (score_cut(claims->best.score) + score_cut(claim->confirmed)) >= claims->slip;
}

/* Whether this is a reply to a small mistake that takes nothing and that the better move does not
 * prevent, while another reply is about as good. Such a reply is not why the move was a mistake. */
static bool is_one_of_many(struct prover *prover, const struct claims *claims,
                           const struct claim *claim)
{
    struct position begun = claims->position;
    struct evidence other;
    struct walk walk;
    bool only;
    if (claims->slip >= LARGE_MISTAKE || prover->any_reply || claim->kind != CLAIM_REPLY ||
        names_win(claim) || claim->merit == CLAIM_TRAPPED || reply_takes(claims, claim) ||
        reply_is_prevented(claims) || !play_out(&begun, claim->line, claim->first))
        return false;
    walk_line(&walk, &begun, claim->line + claim->first, 1);
    return search_others(prover, &walk, 0, &other, &only) &&
           (other.score >= claim->score || scores_agree(claim->score, other.score));
}

/* Whether the merit of a better move must be withdrawn: it was not proved, or it says that the move
 * keeps material that would not be lost by force anyway. */
static bool is_doubtful(struct prover *prover, const struct claims *claims,
                        const struct claim *claim)
{
    if (claim->kind != CLAIM_BETTER)
        return false;
    if (claim->merit == CLAIM_KEEPS)
        return !loss_is_forced(prover, claims);
    return !claim->proved && (claim->merit == CLAIM_TAKES || claim->merit == CLAIM_PERPETUAL ||
                              (is_attack(claim) && !attack_holds(prover, claims, claim)));
}

void prove_all(struct prover *prover, struct claims *claims)
{
    int kept = 0, answers = 0;
    for (int i = 0; i < claims->count && kept < prover->budget.proved_max; i++) {
        struct claim claim = claims->list[i];
        if (redundant_after(claims, kept, &claim) || is_taken(prover, claims, &claim) ||
            (claim.role == CLAIM_ROLE_ANSWERS && answers == ANSWERS_MAX) ||
            (claim.kind == CLAIM_REPLY && reply_does_the_same(claims, &claim) &&
             !(prover->any_reply && claims->slip >= LARGE_MISTAKE)))
            continue;
        see_trapped(prover, claims, &claim);
        if (prover->waiting)
            return;
        claim.proved = names_win(&claim) ? prove_named_win(prover, claims, &claim)
                                         : prove_forced(prover, claims, &claim);
        if (!claim.proved && !prover->waiting && shorten(claims, &claim))
            claim.proved = prove(prover, claims, &claim);
        if (!claim.proved && !prover->waiting)
            claim.proved = prove_reply(prover, claims, &claim);
        if (claim.proved && !prover->waiting)
            claim.proved = !is_one_of_many(prover, claims, &claim);
        if (prover->waiting)
            return;
        bool doubtful = is_doubtful(prover, claims, &claim);
        if (prover->waiting)
            return;
        if (doubtful) {
            claim.merit = CLAIM_NONE; /* only named, without what was not proved */
            claim.at = claim.first;
            claim.target_count = 0;
            memset(claim.won, 0, sizeof claim.won);
        }
        if (redundant_repeat(claims, kept, &claim))
            continue;
        if (claim.proved || (claim.kind == CLAIM_BETTER && !names_win(&claim)))
            claims->list[kept++] = claim;
        answers += claim.proved && claim.role == CLAIM_ROLE_ANSWERS;
    }
    claims->count = kept;
    redundant_drop_bare(claims);
    claims->nodes = prover->nodes;
}
