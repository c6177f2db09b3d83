/* Describes errors in words, by the first concrete claim that can be made from the lines in the
 * ledger. */
#include "src/review/review_text.h"

#include <stdio.h>
#include <string.h>

#include "src/claims/claims.h"
#include "src/game/accuracy.h"
#include "src/util/text.h"

/* Centipawns: a search that misjudges a move by at least this much has not seen what follows. */
enum { UNSEEN = 150 };
enum { LONG_MATE = 8 /* moves */ };

void review_numbered(const struct position *position, Move move, char *text, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    text[0] = '\0';
    text_add(text, size, "%d%s%s", position->fullmove, position->side == WHITE ? "." : "...", san);
}

static struct evidence evidence_of(const struct line *line)
{
    struct evidence evidence = {.score = line->score, .depth = line->depth};
    evidence.length = line->length < CLAIM_LINE_MAX ? line->length : CLAIM_LINE_MAX;
    memcpy(evidence.moves, line->moves, (size_t)evidence.length * sizeof *evidence.moves);
    return evidence;
}

static int captured(const struct game_node *node)
{
    if (!node->parent || !chess_is_capture(&node->parent->position, node->move))
        return NO_PIECE_TYPE;
    int piece = node->parent->position.board[move_to(node->move)];
    return piece == NO_PIECE ? PAWN : piece_type(piece);
}

void review_claims(const struct game_node *node, const struct line *best, const struct line *answer,
                   struct claims *claims)
{
    *claims = (struct claims){.position = node->parent->position,
                              .last = node->parent->parent ? node->parent->move : NO_MOVE,
                              .last_captured = (uint8_t)captured(node->parent),
                              .played = node->move,
                              .best = evidence_of(best),
                              .answer = evidence_of(answer),
                              .at_sight = true};
    claims_gather(claims);
}

enum motif review_motif(const struct claims *claims, const struct claim *claim)
{
    switch ((enum claim_kind)claim->kind) {
    case CLAIM_MATE:
        return MOTIF_MATE;
    case CLAIM_BACK_RANK:
        return MOTIF_BACK_RANK_MATE;
    case CLAIM_DOUBLE_CHECK:
        return MOTIF_DOUBLE_CHECK;
    case CLAIM_FORK:
        return MOTIF_FORK;
    case CLAIM_SKEWER:
        return MOTIF_SKEWER;
    case CLAIM_PIN:
        return MOTIF_PIN;
    case CLAIM_DISCOVERED:
        return claim_gives_check(claims, claim) ? MOTIF_DISCOVERED_CHECK : MOTIF_DISCOVERED_ATTACK;
    case CLAIM_TRAPPED:
        return MOTIF_TRAPPED;
    case CLAIM_REMOVES_GUARD:
    case CLAIM_OVERLOADED:
    case CLAIM_DEFLECTION:
        return MOTIF_DEFENDER;
    case CLAIM_HANGS:
        return MOTIF_HANGING;
    case CLAIM_PROMOTION:
        return MOTIF_PROMOTION;
    default:
        return MOTIF_NONE;
    }
}

bool review_is_notable(const struct claims *claims, const struct claim *claim)
{
    bool retakes =
        claims->last_captured != NO_PIECE_TYPE && move_to(claims->played) == move_to(claims->last);
    if (claim->role != CLAIM_ROLE_DOES || claim->kind == CLAIM_NONE ||
        claim->kind == CLAIM_CASTLES || claim->kind == CLAIM_DEVELOPS ||
        claim->kind == CLAIM_EXCHANGES || claim->kind == CLAIM_BETTER)
        return false;
    if (claim->mate > 0 || claim->kind == CLAIM_STALEMATE || claim->kind == CLAIM_PERPETUAL)
        return true;
    return claim->kind > CLAIM_WINS ? !retakes
                                    : claim->material > piece_worth(claims->last_captured);
}

/* Whether the claim is about something other than material that the error allowed, and there are
 * words for it. */
static bool is_consequence(const struct claims *claims, const struct claim *claim)
{
    char words[80];
    return claim->kind > CLAIM_WINS && claim_is_consequence(claims, claim) &&
           claim_brief(claims, claim, false, CLAIM_BRIEF, words, sizeof words);
}

/* The first claim that names a tactic, what else the error allowed, or a better move. Claims about
 * what the move itself does do not count. Returns NULL if there is no such claim. */
static const struct claim *choose(const struct claims *claims)
{
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        bool concrete = claim->kind <= CLAIM_WINS || claim->kind == CLAIM_BETTER ||
                        is_consequence(claims, claim);
        if (concrete && claim->role != CLAIM_ROLE_DOES)
            return claim;
    }
    return NULL;
}

/* Writes "missed mate in 3" or "allowed mate in 3", from the scores alone: the search's line need
 * not reach the mate. Returns false if the error neither missed nor allowed a mate. A mate in more
 * than LONG_MATE moves does not count. */
static bool mate_words(const struct line *best, const struct line *answer, char *text, size_t size)
{
    int allowed = 0, missed = 0;
    bool mated = score_is_mate(answer->score, &allowed) && allowed > 0;
    bool mates = score_is_mate(best->score, &missed) && missed > 0;
    text[0] = '\0';
    if (mates && missed <= LONG_MATE)
        text_add(text, size, "missed mate in %d", missed);
    else if (!mates && mated && allowed <= LONG_MATE && !score_is_mate(best->score, &missed))
        text_add(text, size, "allowed mate in %d", allowed);
    return *text != '\0';
}

/* Writes what an error changed if no claim explains it: how much of an advantage it gave away,
 * "went from level to lost", or else what it allowed. `after`: the position after the error, in
 * which `answer` is the best line. For a gift the user has to find that answer, so it is not
 * named. */
static void change_words(const struct position *after, const struct line *best,
                         const struct line *answer, bool gift, char *text, size_t size)
{
    char reply[CHESS_SAN_MAX + 12];
    const char *from, *to, *given = claims_given_away(best->score, -answer->score);
    bool changes = claims_change_words(best->score, -answer->score, &from, &to);
    text[0] = '\0';
    if (given)
        text_add(text, size, "gave away %s the advantage", given);
    else if (changes)
        text_add(text, size, "went from %s to %s", from, to);
    else if (gift || answer->length == 0)
        text_add(text, size, "made the position worse");
    else {
        review_numbered(after, answer->moves[0], reply, sizeof reply);
        text_add(text, size, "allowed %s", reply);
    }
}

void review_whole_words(const struct error_words *words, char *text, size_t size)
{
    snprintf(text, size, "%s", words->full);
    if (*words->better)
        text_add(text, size, "; %s was better", words->better);
}

enum motif review_error_words(const struct game_node *node, const struct line *best,
                              const struct line *answer, bool gift, struct claim *said,
                              struct error_words *words)
{
    struct claims claims;
    *said = (struct claim){.kind = CLAIM_NONE};
    *words = (struct error_words){0};
    review_claims(node, best, answer, &claims);
    const struct claim *claim = choose(&claims);
    enum motif motif = MOTIF_NONE;
    if ((!claim || claim->mate == 0) &&
        mate_words(best, answer, words->full, sizeof words->full)) {
        motif = MOTIF_MATE;
    } else if (claim && claim_brief(&claims, claim, gift, CLAIM_BRIEF, words->full,
                                    sizeof words->full) &&
               claim_brief(&claims, claim, gift, CLAIM_BRIEFEST, words->brief,
                           sizeof words->brief)) {
        *said = *claim;
        return review_motif(&claims, claim);
    } else {
        if (claim && claim->kind == CLAIM_BETTER)
            *said = *claim;
        change_words(&node->position, best, answer, gift, words->full, sizeof words->full);
        if (best->length > 0)
            review_numbered(&node->parent->position, best->moves[0], words->better,
                            sizeof words->better);
    }
    snprintf(words->brief, sizeof words->brief, "%.*s", (int)sizeof words->brief - 1, words->full);
    return motif;
}

static const struct candidate *candidate_of(const struct decision *decision, Move move)
{
    for (int i = 0; i < decision->count; i++) {
        if (decision->candidates[i].move == move)
            return &decision->candidates[i];
    }
    return NULL;
}

/* Writes the move in a claim's line that the claim is about: "14...Nc2+". */
static void key_move(const struct claims *claims, const struct claim *claim, char *text,
                     size_t size)
{
    struct position position = claims->position;
    text[0] = '\0';
    for (int i = 0; i < claim->length && chess_is_legal(&position, claim->line[i]); i++) {
        if (i == claim->at) {
            review_numbered(&position, claim->line[i], text, size);
            return;
        }
        chess_play(&position, claim->line[i]);
    }
}

/* Adds ", which forks the king and the rook" if it fits. */
static void add_clause(const struct claims *claims, const struct claim *claim, char *text,
                       size_t size)
{
    char clause[CLAIM_WORDS_MAX];
    claim_clause(claims, claim, clause, sizeof clause);
    if (strlen(text) + strlen(clause) + sizeof ", which " <= size)
        text_add(text, size, ", which %s", clause);
}

/* For method human: writes what the opponent did not see according to its decision: the reply that
 * refutes its move, or the better move. Returns false if the decision does not say, or if it names
 * a move that full strength does not call the best, because that move can be a trap. */
static bool unseen_words(const struct game_node *node, const struct decision *decision,
                         const struct candidate *candidate, const struct claims *claims,
                         const struct claim *claim, char *text, size_t size)
{
    bool reply = candidate->answer != NO_MOVE;
    const struct position *position = reply ? &node->position : &node->parent->position;
    Move move = reply ? candidate->answer : decision->best;
    char words[24];
    enum claim_role role = reply ? CLAIM_ROLE_ALLOWS : CLAIM_ROLE_MISSED;
    const struct evidence *found = reply ? &claims->answer : &claims->best;
    if (candidate->answer_depth == 0 || !chess_is_legal(position, move) || found->length == 0 ||
        found->moves[0] != move)
        return false;
    review_numbered(position, move, words, sizeof words);
    bool far = candidate->answer_depth > CANDIDATE_SHALLOW;
    bool known = claim && claim->role == role && claim->line[claim->first] == move &&
                 claim->kind != CLAIM_BETTER;
    bool later = known && claim->at > claim->first;
    if (far && later) { /* the opponent searched its move, the reply and its next move */
        key_move(claims, claim, words, sizeof words);
        text_add(text, size, "looked two moves ahead and did not see %s later", words);
    } else {
        text_add(text, size, "%s %s", far ? "did not look far enough to see" : "overlooked", words);
    }
    if (known && (!later || far))
        add_clause(claims, claim, text, size);
    return true;
}

/* Whether the method's own search scored the position after `move` wrongly by at least UNSEEN: too
 * high (as the opponent sees it) if `too_high` is set, otherwise too low. `truth` is the
 * full-strength score for the opponent. */
static bool misjudged(const struct decision *decision, Move move, Score truth, bool too_high)
{
    const struct candidate *candidate = candidate_of(decision, move);
    if (!candidate || candidate->score == SCORE_NONE)
        return false;
    int error = score_cut(candidate->score) - score_cut(truth);
    return too_high ? error >= UNSEEN : error <= -UNSEEN;
}

/* For methods that choose among scored candidates: writes the claim about what the move allows or
 * misses, if the method's own search misjudged the move played or the best one. */
static void unsearched_words(const struct decision *decision, const struct claims *claims,
                             const struct claim *claim, char *text, size_t size)
{
    char words[24];
    bool allows = claim && claim->role == CLAIM_ROLE_ALLOWS;
    if (!claim || claim->kind > CLAIM_WINS ||
        (!allows && claim->role != CLAIM_ROLE_MISSED) ||
        !(allows ? misjudged(decision, claims->played, -claims->answer.score, true)
                 : misjudged(decision, claims->best.moves[0], claims->best.score, false)))
        return;
    key_move(claims, claim, words, sizeof words);
    text_add(text, size, "%s %s", claim->at > claim->first ? "did not foresee" : "overlooked", words);
    add_clause(claims, claim, text, size);
}

/* For maia, which plays without a search: writes how often people play the move, and what it allows
 * or misses. */
static void usual_words(const struct decision *decision, const struct candidate *candidate,
                        const struct claims *claims, const struct claim *claim, char *text,
                        size_t size)
{
    enum { MILLION = 1000000 };
    char words[24];
    int percent = (int)(100.0 * candidate->chance / MILLION + 0.5);
    if (percent > 0)
        text_add(text, size, "played what %d of 100 players rated %d play here", percent,
                 decision->range);
    else
        text_add(text, size, "played what few players rated %d play here", decision->range);
    if (!claim || claim->kind > CLAIM_WINS)
        return;
    key_move(claims, claim, words, sizeof words);
    text_add(text, size, ", and did not foresee %s", words);
    add_clause(claims, claim, text, size);
}

/* Whether the candidates in a decision of this method have the scores by which the method chose. */
static bool keeps_scores(enum method method)
{
    return method == METHOD_MADCHESS || method == METHOD_INACCURACY || method == METHOD_DIFFUSION ||
           method == METHOD_STUBBORN || method == METHOD_NOISE;
}

void review_cause_words(const struct game_node *node, const struct line *best,
                        const struct line *answer, const struct decision *decision, char *text,
                        size_t size)
{
    struct claims claims;
    text[0] = '\0';
    const struct candidate *candidate = candidate_of(decision, node->move);
    if (!decision->made || !candidate ||
        (decision->method != METHOD_HUMAN && decision->method != METHOD_MAIA &&
         !keeps_scores(decision->method)))
        return;
    review_claims(node, best, answer, &claims);
    if (decision->method == METHOD_MAIA) {
        usual_words(decision, candidate, &claims, choose(&claims), text, size);
        return;
    }
    if (decision->method != METHOD_HUMAN) {
        unsearched_words(decision, &claims, choose(&claims), text, size);
        return;
    }
    if (unseen_words(node, decision, candidate, &claims, choose(&claims), text, size) &&
        candidate->lure < choice_feature_count() && *choice_feature_words(candidate->lure))
        text_add(text, size, "; tempted by %s", choice_feature_words(candidate->lure));
}
