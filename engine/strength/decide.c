/* The choice of a weakened engine: candidates with scores, a handicap and a random state in, one
 * move and the reasons for it out. Known wins are played, candidates no human would choose are
 * dropped by named rules, and the method chooses among the others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/position.h"
#include "engine/random.h"
#include "engine/strength/method.h"

/* A rule is true when the candidate, which is not the best move, should be dropped. */
typedef bool Rule(const struct situation *situation, Move best, Move move);

/* Rough worth in pawns, to tell an exchange from a loss. */
static int worth(int piece)
{
    static const int values[PIECE_TYPE_COUNT] = {1, 3, 3, 5, 9, 100};
    return piece == NO_PIECE ? 0 : values[piece_type(piece)];
}

static int captured_worth(const struct position *position, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return worth(PAWN);
    return chess_is_capture(position, move) ? worth(position->board[move_to(move)]) : 0;
}

/* Something cheaper attacks the piece, or anything does and nothing defends it. */
static bool is_threatened(const struct position *position, Square square)
{
    int piece = position->board[square], us = piece_color(piece);
    Bitboard attackers = chess_attackers(position, square);
    Bitboard enemies = attackers & position->by_color[!us];
    if (enemies && !(attackers & position->by_color[us]))
        return true;
    while (enemies)
        if (worth(position->board[pop_square(&enemies)]) < worth(piece))
            return true;
    return false;
}

static int own_rights(const struct position *position)
{
    return position->castling &
           (position->side == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG);
}

/* A quiet king or rook move, out of no check, after which castling is gone altogether, while the
 * queens that make it worth having are still about. */
static bool drops_castling(const struct situation *situation, Move best, Move move)
{
    (void)best;
    const struct position *position = situation->position;
    int us = position->side;
    if (!own_rights(position) || !pieces(position, !us, QUEEN) || chess_in_check(position) ||
        move_kind(move) == MOVE_CASTLING || chess_is_capture(position, move))
        return false;
    struct position next;
    position_play(position, move, &next);
    next.side = (uint8_t)us;
    return !own_rights(&next);
}

/* A piece goes where a pawn may take it, and did not take its worth there. */
static bool drops_en_prise(const struct situation *situation, Move best, Move move)
{
    (void)best;
    const struct position *position = situation->position;
    int type = piece_type(position->board[move_from(move)]);
    if (type == PAWN || type == KING || move_kind(move) == MOVE_CASTLING ||
        captured_worth(position, move) >= worth(type))
        return false;
    struct position next;
    position_play(position, move, &next);
    Bitboard pawns = chess_attackers(&next, move_to(move)) & pieces(&next, next.side, PAWN);
    if (!pawns)
        return false;
    Move replies[CHESS_MOVES_MAX];
    int count = chess_moves(&next, replies);
    for (int i = 0; i < count; i++)
        if (move_to(replies[i]) == move_to(move) &&
            (square_bit(move_from(replies[i])) & pawns) != 0)
            return true;
    return false;
}

/* The best move takes back what was just lost; this one neither does nor wins as much. */
static bool drops_no_recapture(const struct situation *situation, Move best, Move move)
{
    const struct position *position = situation->position, *previous = situation->previous;
    if (!previous || situation->last == NO_MOVE || !chess_is_capture(previous, situation->last))
        return false;
    Square square = move_to(situation->last);
    if (move_to(best) != square || !chess_is_capture(position, best))
        return false;
    return move_to(move) != square &&
           captured_worth(position, move) < captured_worth(previous, situation->last);
}

/* The piece that just moved goes back, though nothing drives it. */
static bool drops_shuffle(const struct situation *situation, Move best, Move move)
{
    (void)best;
    const struct position *position = situation->position;
    Move own = situation->own;
    if (own == NO_MOVE || move_kind(own) == MOVE_CASTLING || move_from(move) != move_to(own) ||
        move_to(move) != move_from(own) || move_kind(move) == MOVE_CASTLING)
        return false;
    return !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

/* A minor piece or the queen goes home, though nothing drives it. Rooks belong there. */
static bool drops_back_rank(const struct situation *situation, Move best, Move move)
{
    (void)best;
    const struct position *position = situation->position;
    int type = piece_type(position->board[move_from(move)]);
    if (type == PAWN || type == ROOK || type == KING)
        return false;
    int home = position->side == WHITE ? 0 : 7;
    return square_rank(move_to(move)) == home && square_rank(move_from(move)) != home &&
           !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

static const struct {
    const char *name, *words;
    Rule *drops;
} rules[RULE_COUNT] = {[RULE_CASTLING_RIGHTS].drops = drops_castling,
                       [RULE_EN_PRISE_TO_PAWN].drops = drops_en_prise,
                       [RULE_NO_RECAPTURE].drops = drops_no_recapture,
                       [RULE_SHUFFLE].drops = drops_shuffle,
                       [RULE_BACK_RANK].drops = drops_back_rank,
#define X(id, text, sentence) [RULE_##id].name = (text), [RULE_##id].words = (sentence),
                       HUMAN_RULES(X)
#undef X
};

const char *human_rule_name(enum human_rule rule)
{
    return rule < RULE_COUNT ? rules[rule].name : "none";
}

const char *human_rule_words(enum human_rule rule)
{
    return rule < RULE_COUNT ? rules[rule].words : "kept";
}

uint64_t handicap_random(const struct handicap *handicap, int ply)
{
    return random_mix(random_mix(handicap->seed + RANDOM_STEP) + (uint64_t)ply * RANDOM_STEP);
}

/* Best first; candidates of one score stay in the order they came in. */
static void sort(struct candidate candidates[], int count)
{
    for (int i = 1; i < count; i++) {
        struct candidate candidate = candidates[i];
        int j = i;
        for (; j > 0 && candidates[j - 1].score < candidate.score; j--)
            candidates[j] = candidates[j - 1];
        candidates[j] = candidate;
    }
}

/* A bare king stands against material that can mate it, now or promoted. */
bool has_bare_king_to_mate(const struct position *position)
{
    int us = position->side;
    return popcount(position->by_color[!us]) == 1 && chess_can_mate(position, us);
}

/* A bare king that can be beaten. People go astray there, too, and let the win slip in two or three
 * moves of a hundred; so do those who play as they do, until the fifty-move rule hurries them. */
static bool is_mated_by_all(const struct method_row *row, const struct position *position,
                            Score best)
{
    enum { HURRIED = 30 }; /* plies without a capture or a pawn's move */
    return best > 0 && has_bare_king_to_mate(position) && !row->networks &&
           (!row->human || position->halfmoves >= HURRIED);
}

static void drop_inhuman(const struct situation *situation, unsigned switched_on,
                         struct decision *decision)
{
    for (int i = 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        for (int rule = 0; rule < RULE_COUNT && candidate->dropped_by == RULE_NONE; rule++)
            if ((switched_on >> rule & 1) &&
                rules[rule].drops(situation, decision->best, candidate->move))
                candidate->dropped_by = (uint8_t)rule;
    }
}

bool candidate_is_playable(const struct candidate *candidate, Score best)
{
    return candidate->dropped_by == RULE_NONE &&
           (candidate->score > -SCORE_TABLEBASE_MIN || candidate->score == best);
}

int candidates_mark_playable(struct decision *decision)
{
    int count = 0;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = candidate_is_playable(candidate, decision->best_score);
        count += candidate->in_range;
    }
    return count;
}

int candidates_in_range(const struct decision *decision)
{
    int count = 0;
    for (int i = 0; i < decision->count; i++)
        count += decision->candidates[i].in_range;
    return count;
}

const struct candidate *candidate_of(const struct decision *decision, Move move)
{
    for (int i = 0; i < decision->count; i++)
        if (decision->candidates[i].move == move)
            return &decision->candidates[i];
    return NULL;
}

bool is_only_move(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    return chess_moves(position, moves) == 1;
}

int explain_share(const struct decision *decision, int chance, char *text, size_t size)
{
    char share[32] = "fewer than 0.1%";
    if (chance >= 500)
        snprintf(share, sizeof share, "%.1f%%", chance / 1e4);
    return snprintf(text, size, "%s of those rated %d on Lichess play it", share, decision->range);
}

/* What the search took for best: it searched with the errors, and the scores are the true ones. */
static int choose_as_searched(const struct method_row *row, const struct handicap *handicap,
                              struct decision *decision)
{
    int chosen = 0;
    Score most = -SCORE_INFINITE;
    if (row->leaf_noise)
        decision->range = row->leaf_noise(handicap);
    if (row->root_error)
        decision->range = handicap->root_error;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = true;
        if (row->root_error)
            candidate->shift = row->root_error(handicap, decision->random, candidate->move);
        Score misjudged = score_with_error(candidate->score, candidate->shift);
        if (misjudged > most) {
            most = misjudged;
            chosen = i;
        }
    }
    return chosen;
}

static int choose(const struct situation *situation, const struct handicap *handicap,
                  struct decision *decision)
{
    const struct method_row *row = method_row(handicap->method);
    if (!row->choose)
        return choose_as_searched(row, handicap, decision);
    drop_inhuman(situation, handicap->rules, decision);
    return row->choose(handicap, situation, decision);
}

void decide(const struct situation *situation, const struct candidate candidates[], int count,
            const struct handicap *handicap, uint64_t random, struct decision *decision)
{
    memset(decision, 0, sizeof *decision);
    decision->random = random;
    decision->method = handicap->method;
    decision->handicap = *handicap;
    decision->spent = situation->spent;
    decision->usual = situation->usual;
    if (count <= 0)
        return;
    decision->count = count < CHESS_MOVES_MAX ? count : CHESS_MOVES_MAX;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->move = candidates[i].move;
        candidate->score = candidates[i].score;
        candidate->chance = candidates[i].chance;
        candidate->answer = candidates[i].answer;
        memcpy(candidate->glance, candidates[i].glance, sizeof candidate->glance);
        candidate->dropped_by = RULE_NONE;
    }
    sort(decision->candidates, decision->count);
    decision->best = decision->candidates[0].move;
    decision->best_score = decision->candidates[0].score;

    int chosen = 0;
    if (handicap->limited) {
        decision->made = true;
        const struct method_row *row = method_row(handicap->method);
        decision->forced_win =
            (!row->human && decision->best_score >= SCORE_TABLEBASE_MIN) ||
            is_mated_by_all(row, situation->position, decision->best_score);
        decision->candidates[0].in_range = true;
        if (!decision->forced_win)
            chosen = choose(situation, handicap, decision);
    }
    decision->played = decision->candidates[chosen].move;
    decision->played_score = decision->candidates[chosen].score;
    decision->cost = decision->best_score - decision->played_score;
    decision->deliberate = decision->cost > 0;
}

struct limits decision_limits(const struct decision *decision)
{
    return (struct limits){.nodes = decision->cut, .budget = decision->budget,
                           .opponent_spent = decision->spent, .usual = decision->usual};
}

void decision_reason(const struct position *position, const struct decision *decision, char *text,
                     size_t size)
{
    if (!decision->made)
        snprintf(text, size, "full strength");
    else if (decision->forced_win)
        snprintf(text, size, "a known win, no die was cast");
    else
        method_row(decision->method)->explain(position, decision, text, size);
}
