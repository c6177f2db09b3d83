/* The searches that find lines, and those that confirm claims from the ends of their lines. If the
 * score of the confirming search differs from that of the first search, the first search may have
 * been too shallow; then a search after the claim's first move decides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/random.h"
#include "src/claims/claims.h"
#include "src/claims/geometry.h"
#include "src/claims/prevent.h"
#include "src/claims/redundant.h"
#include "src/claims/tactics.h"
#include "src/claims/walk.h"

enum {
    HASH_MB = 16,
    AGREES = 50,
    DECIDED = 570,
    WON = 400,   /* centipawns: two scores that are both at least this high always agree */
    HARDLY_WON = 100, /* centipawns: is_hardly_won checks scores from this one up to DECIDED */
    FEW_PIECES = 8,   /* positions with at most this many pieces, kings and pawns included, are
                       * searched longer by holds_longer */
    FEWEST = 6,       /* with at most this many pieces, kings and pawns included, a pawn is a small
                       * lead (is_small_lead) */
    CLOSE = 300, /* centipawns: lower scores are confirmed by a longer search */
    NEAR = 150,  /* centipawns: replies that lose more than this are not considered */
    LIKELY = 50, /* centipawns: what follows an unexpected reply that loses more than this is not
                  * claimed, unless the reply captures and loses at most NEAR, or captures the
                  * piece that moved */
    SMALL_ERROR = 40, /* centipawns: if a good move loses at least this much and nothing else can be
                       * said about it, a better move is named */
    SLIGHT = 200,     /* centipawns: in a decided game, an error that costs less is slight */
    CLEAR_LOSS = 250, /* centipawns: less than 2/5 of such a loss does not explain it */
    BLUNDERED = 100, /* centipawns: a reply that loses at least this much is a mistake */
    LINE_WANTED = 8,
    FORCED_PLIES = 7, /* a line is cut there if what it wins later is not forced */
    REFINED_PLIES = 8,
    MOST_PLIES = 20,
    ANSWERS_MAX = 2,
    SEARCHES_MAX = 256
};

/* A move that loses at least DOUBTFUL and less than CLEAR of the winning chances (-1 to 1) is
 * searched again, by weigh_again. */
static const double DOUBTFUL = 0.05, CLEAR = 0.4;

struct prover {
    struct engine *engine; /* NULL if the caller makes the searches that `ask` asks for */
    prover_ask *ask;
    void *context;
    bool waiting;   /* waiting for the result of the search asked for last */
    uint64_t asked; /* the key of the search asked for last */
    struct prover_budget budget;
    uint64_t nodes;
    struct report report; /* large, so not on the stack */
    int search_count;     /* searches made for this position */
    struct {
        uint64_t key; /* key of the position and the limits */
        struct evidence evidence;
    } searches[SEARCHES_MAX];
};

struct prover_budget prover_review_budget(void)
{
    return (struct prover_budget){200000, 200000, 3, true};
}

struct prover_budget prover_hint_budget(void)
{
    return (struct prover_budget){120000, 100000, 4, false};
}

struct prover *prover_create(const struct prover_budget *budget,
                             const struct search_features *features, const char *syzygy,
                             struct error *error)
{
    struct engine_settings settings = engine_settings_default();
    settings.hash_mb = HASH_MB;
    settings.threads = 1;
    settings.common_scores = true;
    if (features)
        settings.features = *features;
    if (syzygy)
        snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", syzygy);
    struct prover *prover = calloc(1, sizeof *prover);
    if (!prover) {
        error_set(error, "out of memory");
        return NULL;
    }
    prover->budget = *budget;
    prover->engine = engine_create_with(&settings, error);
    if (prover->engine)
        return prover;
    free(prover);
    return NULL;
}

struct prover *prover_create_asking(const struct prover_budget *budget, prover_ask *ask,
                                    void *context)
{
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover)
        *prover = (struct prover){.ask = ask, .context = context, .budget = *budget};
    return prover;
}

void prover_destroy(struct prover *prover)
{
    if (!prover)
        return;
    if (prover->engine)
        engine_destroy(prover->engine);
    free(prover);
}

void prover_forget(struct prover *prover)
{
    prover->waiting = false;
    prover->search_count = 0;
    prover->nodes = 0;
}

bool prover_is_waiting(const struct prover *prover) { return prover->waiting; }

/* The key by which the result of a search of this position, with these limits, is remembered. */
static uint64_t search_key(const struct position *position, const struct limits *limits)
{
    uint64_t key = position->key ^ limits->nodes * RANDOM_STEP;
    for (int i = 0; i < limits->search_moves_count; i++)
        key = hash_word(key, limits->search_moves[i]);
    return key;
}

/* Returns the result of an earlier search with this key, or NULL. */
static const struct evidence *remembered(const struct prover *prover, uint64_t key)
{
    for (int i = 0; i < prover->search_count; i++) {
        if (prover->searches[i].key == key)
            return &prover->searches[i].evidence;
    }
    return NULL;
}

static struct evidence evidence_of(const struct report *report)
{
    const struct line *line = &report->lines[0];
    struct evidence evidence = {.score = SCORE_NONE};
    if (report->line_count == 0)
        return evidence;
    evidence.score = line->score;
    evidence.depth = report->depth;
    evidence.nodes = report->nodes;
    evidence.length = line->length < CLAIM_LINE_MAX ? line->length : CLAIM_LINE_MAX;
    memcpy(evidence.moves, line->moves, (size_t)evidence.length * sizeof *line->moves);
    return evidence;
}

static void remember(struct prover *prover, uint64_t key, const struct report *report)
{
    prover->nodes += report->nodes;
    if (prover->search_count == SEARCHES_MAX)
        return;
    prover->searches[prover->search_count].key = key;
    prover->searches[prover->search_count++].evidence = evidence_of(report);
}

void prover_answer(struct prover *prover, const struct report *report)
{
    if (prover->waiting)
        remember(prover, prover->asked, report);
    prover->waiting = false;
}

/* Asks the owner of the prover to search. Always returns false: the owner calls again when it has
 * the result. */
static bool ask(struct prover *prover, uint64_t key, const struct position *start,
                const Move moves[], int count, const struct limits *limits)
{
    prover->asked = key;
    prover->waiting = prover->search_count < SEARCHES_MAX &&
                      prover->ask(prover->context, start, moves, count, limits);
    return false;
}

/* Searches the position after the moves. If it has no legal move, the score is that of mate or
 * stalemate. Returns false if the result is not known yet, or on failure. */
static bool search_limited(struct prover *prover, const struct position *start, const Move moves[],
                           int count, const struct limits *limits, struct evidence *evidence)
{
    struct position position = *start;
    Move legal[CHESS_MOVES_MAX];
    for (int i = 0; i < count; i++)
        chess_play(&position, moves[i]);
    *evidence = (struct evidence){.score = SCORE_NONE};
    if (chess_moves(&position, legal) == 0) {
        evidence->score = position.checkers ? -SCORE_MATE : 0;
        return true;
    }
    uint64_t key = search_key(&position, limits);
    const struct evidence *known = remembered(prover, key);
    if (known) {
        *evidence = *known;
        return true;
    }
    if (!prover->engine)
        return ask(prover, key, start, moves, count, limits);
    if (!engine_set_position(prover->engine, start, moves, count))
        return false;
    (void)engine_think(prover->engine, limits, &prover->report);
    remember(prover, key, &prover->report);
    *evidence = evidence_of(&prover->report);
    return true;
}

static bool search(struct prover *prover, const struct position *start, const Move moves[],
                   int count, uint64_t nodes, struct evidence *evidence)
{
    struct limits limits = {.nodes = nodes};
    return search_limited(prover, start, moves, count, &limits, evidence);
}

static bool is_whole(const struct walk *walk, Score score)
{
    Move moves[CHESS_MOVES_MAX];
    int mate;
    const struct position *end = &walk->at[walk->length];
    if (walk->length >= CLAIM_LINE_MAX || chess_moves(end, moves) == 0)
        return true;
    if (score_is_mate(score, &mate))
        return walk->length >= 2 * abs(mate) - (mate > 0);
    return walk->length >= LINE_WANTED && walk->quiet[walk->length];
}

/* Whether the line leads to the mate that its search found. */
static bool shows_mate(const struct position *start, const struct evidence *evidence)
{
    struct walk walk;
    int mate;
    walk_line(&walk, start, evidence->moves, evidence->length);
    return score_is_mate(evidence->score, &mate) && is_whole(&walk, evidence->score);
}

/* Searches again after each move of the line. Where such a search prefers another move, its line
 * replaces the rest. Every reply is thus the best move that a search of its position found. The end
 * of the line is extended in the same way, because hits in the transposition table cut lines
 * short. */
static bool refine(struct prover *prover, const struct position *start, struct evidence *evidence)
{
    struct walk walk;
    if (shows_mate(start, evidence))
        return true;
    for (int i = 1; i < CLAIM_LINE_MAX && i <= evidence->length; i++) {
        struct evidence more;
        if (i >= REFINED_PLIES) {
            walk_line(&walk, start, evidence->moves, evidence->length);
            i = walk.length;
            if (is_whole(&walk, evidence->score) || i >= MOST_PLIES)
                return true;
        }
        if (!search(prover, start, evidence->moves, i, prover->budget.find / 4, &more))
            return false;
        bool same = i < evidence->length && more.length > 0 && more.moves[0] == evidence->moves[i];
        if (same && i + more.length <= evidence->length)
            continue;
        evidence->length = i;
        for (int j = 0; j < more.length && evidence->length < CLAIM_LINE_MAX; j++)
            evidence->moves[evidence->length++] = more.moves[j];
    }
    return true;
}

/* Finds a line from `start` that is long enough to show what it wins. */
static bool find(struct prover *prover, const struct position *start, uint64_t nodes,
                 struct evidence *evidence)
{
    return search(prover, start, NULL, 0, nodes, evidence) && refine(prover, start, evidence);
}

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

/* Returns the score for `side` that refine() found for this position; SCORE_NONE if it did not
 * search the position. */
static Score refined_score(const struct prover *prover, const struct position *position, int side)
{
    struct limits limits = {.nodes = prover->budget.find / 4};
    const struct evidence *known = remembered(prover, search_key(position, &limits));
    return known && known->score != SCORE_NONE ? score_for(position, side, known->score)
                                               : SCORE_NONE;
}

/* Searches a position of the line longer than refine() did. Returns the score for `side`, or
 * SCORE_NONE on failure. */
static Score confirmed_score(struct prover *prover, const struct position *position, int side)
{
    struct evidence evidence;
    if (!search(prover, position, NULL, 0, prover->budget.confirm, &evidence) ||
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
 * better score for the claim's side than a search before it. Where the searches of refine()
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
 * at index `at`: it loses less than a pawn, or at most half of what it loses in the claim's line. */
static bool loses_little(const struct walk *walk, int at, const struct evidence *other)
{
    struct walk out;
    walk_line(&out, &walk->at[at], other->moves, other->length);
    int lost = walk->material[at] - out.gain;
    return lost < piece_worth(PAWN) || 2 * lost <= walk->material[walk->length];
}

/* Whether the opponent has a better move than the reply at index `at` of the line, or one that is
 * about as good and loses little material. If the opponent is lost anyway, a move that is somewhat
 * worse also counts as about as good.
 * `score` is the claim's score. Also returns true on failure. */
static bool has_way_out(struct prover *prover, const struct walk *walk, int at, Score score)
{
    struct limits limits = {.nodes = prover->budget.confirm};
    const struct position *position = &walk->at[at];
    struct evidence other;
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] != walk->moves[at])
            limits.search_moves[limits.search_moves_count++] = moves[i];
    }
    if (limits.search_moves_count == 0)
        return false;
    if (!search_limited(prover, position, NULL, 0, &limits, &other))
        return true;
    if (other.score > -score && !scores_agree(other.score, -score))
        return true;
    if (other.score < -score - (score >= WON ? NEAR : AGREES) || !loses_little(walk, at, &other))
        return false;
    /* Hits in the transposition table may have cut the line short. */
    return !refine(prover, position, &other) || loses_little(walk, at, &other);
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
    return !search_limited(prover, &walk->at[1], NULL, 0, &limits, &retaken) ||
           retaken.score > -score - (score >= WON ? 0 : piece_worth(PAWN));
}

/* Whether the claim says that material is won. If so, sets *walk to its line from its first move
 * on. */
static bool is_about_material(const struct claims *claims, const struct claim *claim,
                              struct walk *walk)
{
    struct position begun = claims->position;
    bool draw = claim->kind == CLAIM_STALEMATE || claim->kind == CLAIM_PERPETUAL;
    if ((claim->kind > CLAIM_WINS && claim->kind != CLAIM_ATTACKS) || draw || claim->mate > 0 ||
        !play_out(&begun, claim->line, claim->first))
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
 * which depend less on the score. */
static bool holds_longer(struct prover *prover, const struct claim *claim,
                         const struct position *end)
{
    struct evidence evidence;
    bool few = __builtin_popcountll(end->by_color[WHITE] | end->by_color[BLACK]) <= FEW_PIECES;
    if (claim->kind > CLAIM_WINS || (abs(claim->confirmed) >= CLOSE && !few))
        return true;
    if (!search(prover, end, NULL, 0, (few ? 4 : 2) * prover->budget.confirm, &evidence))
        return false;
    Score score = score_for(end, claim->side, evidence.score);
    return score >= claim->score || scores_agree(claim->score, score);
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

static bool prove(struct prover *prover, const struct claims *claims, struct claim *claim)
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
    if (!search(prover, &end, NULL, 0, prover->budget.confirm, &evidence) ||
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
    if (!search(prover, &begun, NULL, 0, prover->budget.confirm, &evidence) ||
        evidence.score == SCORE_NONE)
        return false;
    claim->score = score_for(&begun, claim->side, evidence.score);
    return scores_agree(claim->score, confirmed) && holds_longer(prover, claim, &end);
}

/* Whether the claim says that the move stops a threat, and the move does so by a capture: it takes
 * the threatening piece, or the threatened piece itself takes something. Then another claim about
 * the capture says more, and this one is left out. A hint keeps it, because a hint must not give
 * the capture away. */
static bool is_taken(const struct prover *prover, const struct claims *claims,
                     const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_PARRIES && prover->budget.answers &&
           (move_from(claim->line[claim->first]) == move_to(claims->played) ||
            (claim->mate == 0 && chess_is_capture(&claims->position, claims->played) &&
             move_to(claim->line[claim->first]) == move_from(claims->played)));
}

/* Proves the claim and that what it wins is forced. If the end of its line fails, tries the line
 * without its end. */
static bool prove_forced(struct prover *prover, const struct claims *claims, struct claim *claim)
{
    struct claim cut = *claim;
    if (prove(prover, claims, claim) && is_forced(prover, claims, claim))
        return true;
    if (prover->waiting || !cut_what_is_far(claims, &cut))
        return false;
    *claim = cut;
    return prove(prover, claims, claim) && is_forced(prover, claims, claim);
}

/* Whether the claim is that a better move wins material, which must be proved like any other win. A
 * better move may otherwise be named even if nothing is proved about it. */
static bool is_better_win(const struct claim *claim)
{
    return claim->kind == CLAIM_BETTER && claim->merit == CLAIM_WINS;
}

static bool prove_better_win(struct prover *prover, const struct claims *claims,
                             struct claim *claim)
{
    struct claim win = *claim;
    win.kind = CLAIM_WINS;
    bool proved = prove_forced(prover, claims, &win);
    *claim = win;
    claim->kind = CLAIM_BETTER;
    return proved;
}

/* Proves the claims of the list in their order and removes those that fail. */
static void prove_all(struct prover *prover, struct claims *claims)
{
    int kept = 0, answers = 0;
    for (int i = 0; i < claims->count && kept < prover->budget.proved_max; i++) {
        struct claim claim = claims->list[i];
        if (redundant_after(claims, kept, &claim) || is_taken(prover, claims, &claim) ||
            (claim.role == CLAIM_ROLE_ANSWERS && answers == ANSWERS_MAX))
            continue;
        claim.proved = is_better_win(&claim) ? prove_better_win(prover, claims, &claim)
                                             : prove_forced(prover, claims, &claim);
        if (!claim.proved && !prover->waiting && shorten(claims, &claim))
            claim.proved = prove(prover, claims, &claim);
        if (prover->waiting)
            return;
        if (!claim.proved && claim.kind == CLAIM_BETTER && claim.merit == CLAIM_TAKES) {
            claim.merit = CLAIM_NONE; /* only named, without the capture that was not proved */
            claim.at = claim.first;
            claim.target_count = 0;
        }
        if (claim.proved || (claim.kind == CLAIM_BETTER && !is_better_win(&claim)))
            claims->list[kept++] = claim;
        answers += claim.proved && claim.role == CLAIM_ROLE_ANSWERS;
    }
    claims->count = kept;
    redundant_drop_bare(claims);
    claims->nodes = prover->nodes;
}

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
    return search(prover, start, moves, count, prover->budget.find, &claims->best) &&
           refine(prover, &position, &claims->best);
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
    return find(prover, &position, prover->budget.find / 4, threat);
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

static bool add_threat(struct prover *prover, struct claims *claims)
{
    struct evidence threat;
    if (begins_exchange(claims))
        return true;
    if (!find_threat(prover, claims, &claims->played, claims->played != NO_MOVE, &threat))
        return false;
    if (threat.length > 0)
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
 * than the expected reply, or is a capture, adds what follows it. `score` is the expected reply's,
 * for the opponent. */
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
    if (!search_limited(prover, &position, NULL, 0, &limits, &second))
        return false;
    if (second.length == 0)
        return true;
    bool takes = chess_is_capture(&position, second.moves[0]);
    if (second.score < score - (takes ? NEAR : LIKELY) &&
        move_to(second.moves[0]) != move_to(move))
        return true;
    if (!refine(prover, &position, &second))
        return false;
    claims_add_answer(claims, &second);
    return true;
}

/* Searches all moves but the best, and adds what the second best move allows if only the best move
 * holds. */
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
    if (!search_limited(prover, &claims->position, NULL, 0, &limits, &second) ||
        !refine(prover, &claims->position, &second))
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

/* For a mistake that no tactic explains: if the reply to it would be a mistake after the better
 * move, adds what punishes it there. */
static bool add_punished(struct prover *prover, struct claims *claims)
{
    struct position position = claims->position;
    struct evidence punishment;
    if (claims->best.length == 0 || claims->answer.length == 0 || reply_is_prevented(claims))
        return true;
    struct position real = position;
    Move reply = claims->answer.moves[0];
    chess_play(&real, claims->played);
    chess_play(&position, claims->best.moves[0]);
    if (!chess_is_legal(&position, reply) ||
        captured_by(&position, reply) != captured_by(&real, reply) ||
        move_to(reply) == move_to(claims->played))
        return true; /* not the same reply, because it does not capture the same */
    chess_play(&position, reply);
    if (!search(prover, &position, NULL, 0, prover->budget.confirm, &punishment))
        return false;
    if (punishment.length == 0 || punishment.score < claims->best.score + BLUNDERED)
        return true;
    if (!refine(prover, &position, &punishment))
        return false;
    claims_add_punished(claims, &punishment);
    return true;
}

bool claims_of_position(struct prover *prover, const struct position *start, const Move moves[],
                        int count, struct claims *claims)
{
    int mate;
    if (!begin(prover, start, moves, count, claims))
        return false;
    claims_gather(claims);
    bool mated = score_is_mate(claims->best.score, &mate) && mate < 0; /* mate is certain, so
                                                                        * threats do not matter */
    const struct evidence *best = &claims->best;
    if (!mated && best->length > 1 &&
        !add_answer(prover, claims, best->moves[0], best->moves[1], -best->score))
        return false;
    if (!mated && (!add_threat(prover, claims) || !add_only_move(prover, claims)))
        return false;
    prove_all(prover, claims);
    return !prover->waiting;
}

/* Called if the move lost some of the winning chances, but not many: searches again with twice the
 * nodes, so that no good move is called a mistake. Then also searches the position after the best
 * move, and takes the score of that search for the best move if it is lower: the score of the move
 * played also comes from a search after the move. */
static bool weigh_again(struct prover *prover, struct claims *claims, const struct position *after)
{
    uint64_t nodes = 2 * prover->budget.find;
    struct evidence answer;
    int mate;
    if (!search(prover, &claims->position, NULL, 0, nodes, &claims->best) ||
        !refine(prover, &claims->position, &claims->best) ||
        !find(prover, after, nodes, &claims->answer))
        return false;
    if (claims->best.length == 0 || claims->best.moves[0] == claims->played ||
        score_is_mate(claims->best.score, &mate))
        return true;
    if (!search(prover, &claims->position, claims->best.moves, 1, nodes, &answer))
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
    }
    return !prover->waiting;
}

static bool explain_move(struct prover *prover, Move played, struct claims *claims)
{
    struct position after = claims->position;
    Move moves[CHESS_MOVES_MAX];
    int mate;
    chess_play(&after, played);
    claims->played = played;
    if (chess_moves(&claims->position, moves) == 1) {
        add_forced(claims, &after);
        claims->nodes = prover->nodes;
        return true;
    }
    if (!find(prover, &after, prover->budget.find, &claims->answer))
        return false;
    claims_gather(claims);
    double lost = claims_chances_lost(claims);
    if (lost >= DOUBTFUL && lost < CLEAR) {
        if (!weigh_again(prover, claims, &after))
            return false;
        claims_gather(claims);
    }
    bool good = claims_is_good(claims), only = good && claims->best.moves[0] == played;
    bool mated = (score_is_mate(claims->best.score, &mate) && mate < 0) ||
                 (score_is_mate(claims->answer.score, &mate) && mate > 0) ||
                 claims->answer.length == 0; /* if so, threats do not matter */
    bool praised = claims_is_praised(claims) && !mated;
    if (praised &&
        !add_answer(prover, claims, played, claims->answer.moves[0], claims->answer.score))
        return false;
    if (praised && (!add_threat(prover, claims) || !add_parried(prover, claims)))
        return false;
    if (only && !add_only_move(prover, claims))
        return false;
    prove_all(prover, claims);
    if (good && !prover->waiting && claims->count == 0) {
        bool slips = !claims_is_praised(claims) && claims->slip >= SMALL_ERROR;
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
    return !prover->waiting;
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
