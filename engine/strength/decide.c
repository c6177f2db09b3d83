/* The choice of a weakened engine: candidates with exact scores, a handicap and a random state
 * in, one move and the reasons for it out. After MadChess 3.x: a die says whether this move is a
 * blunder, that gives a range, and every candidate within the range of the best is equally
 * likely, once those no human would choose are dropped by named rules.
 */
#include "engine/engine.h"

#include <string.h>

#include "engine/rules/position.h"

/* What a rule looks at. */
struct situation {
    const struct position *position;
    const struct position *previous; /* NULL: not known */
    Move last, own;                  /* the move that led here, our own before it, or NO_MOVE */
    Move best;
};

/* A rule is true when the candidate, which is not the best move, should be dropped. */
typedef bool Rule(const struct situation *situation, Move move);

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
static bool drops_castling(const struct situation *situation, Move move)
{
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
static bool drops_en_prise(const struct situation *situation, Move move)
{
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
static bool drops_no_recapture(const struct situation *situation, Move move)
{
    const struct position *position = situation->position, *previous = situation->previous;
    if (!previous || situation->last == NO_MOVE || !chess_is_capture(previous, situation->last))
        return false;
    Square square = move_to(situation->last);
    if (move_to(situation->best) != square || !chess_is_capture(position, situation->best))
        return false;
    return move_to(move) != square &&
           captured_worth(position, move) < captured_worth(previous, situation->last);
}

/* The piece that just moved goes back, though nothing drives it. */
static bool drops_shuffle(const struct situation *situation, Move move)
{
    const struct position *position = situation->position;
    Move own = situation->own;
    if (own == NO_MOVE || move_kind(own) == MOVE_CASTLING || move_from(move) != move_to(own) ||
        move_to(move) != move_from(own) || move_kind(move) == MOVE_CASTLING)
        return false;
    return !chess_in_check(position) && !chess_is_capture(position, move) &&
           !is_threatened(position, move_from(move));
}

/* A minor piece or the queen goes home, though nothing drives it. Rooks belong there. */
static bool drops_back_rank(const struct situation *situation, Move move)
{
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

/* SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
enum { MIX_SHIFT_1 = 30, MIX_SHIFT_2 = 27, MIX_SHIFT_3 = 31 };
static const uint64_t gamma_step = 0x9E3779B97F4A7C15ULL;

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> MIX_SHIFT_1) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ value >> MIX_SHIFT_2) * 0x94D049BB133111EBULL;
    return value ^ value >> MIX_SHIFT_3;
}

static uint64_t draw(uint64_t *state)
{
    *state += gamma_step;
    return mix(*state);
}

/* 0 .. count - 1, each equally likely: numbers from the incomplete last round are drawn again. */
static int draw_below(uint64_t *state, int count)
{
    uint64_t range = (uint64_t)count, incomplete = (0 - range) % range, number;
    do
        number = draw(state);
    while (number < incomplete);
    return (int)(number % range);
}

uint64_t handicap_random(const struct handicap *handicap, int ply)
{
    return mix(mix(handicap->seed + gamma_step) + (uint64_t)ply * gamma_step);
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

/* Won whatever the level: a mate or a tablebase win was found, or a bare king stands against
 * material that can mate it. */
static bool is_forced_win(const struct position *position, Score best)
{
    int us = position->side;
    return best >= SCORE_TABLEBASE_MIN ||
           (popcount(position->by_color[!us]) == 1 && chess_can_mate(position, us));
}

static void drop_inhuman(const struct situation *situation, unsigned switched_on,
                         struct decision *decision)
{
    for (int i = 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        for (int rule = 0; rule < RULE_COUNT && candidate->dropped_by == RULE_NONE; rule++)
            if ((switched_on >> rule & 1) && rules[rule].drops(situation, candidate->move))
                candidate->dropped_by = (uint8_t)rule;
    }
}

/* Lost for certain is beyond any range; where every move loses, only holding out longest will
 * do. */
static bool is_in_range(const struct candidate *candidate, Score best, int range)
{
    if (candidate->dropped_by != RULE_NONE)
        return false;
    if (candidate->score <= -SCORE_TABLEBASE_MIN)
        return candidate->score == best;
    return best - candidate->score <= range;
}

/* MadChess's choice; returns the index of the candidate to play. */
static int choose_in_range(const struct handicap *handicap, uint64_t random,
                           struct decision *decision)
{
    uint64_t state = random;
    decision->die = (int)(draw(&state) & 1023);
    decision->blunder_chance = handicap->blunder_chance;
    decision->blunder = decision->die < handicap->blunder_chance;
    decision->range = decision->blunder ? handicap->blunder_error : handicap->move_error;
    int in_range = 0;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range =
            i == 0 || is_in_range(candidate, decision->best_score, decision->range);
        in_range += candidate->in_range;
    }
    int chosen = draw_below(&state, in_range), index = 0;
    for (; !decision->candidates[index].in_range || chosen > 0; index++)
        chosen -= decision->candidates[index].in_range;
    return index;
}

/* A weakening method's hook for the choice after the search. */
static int (*const choices[METHOD_COUNT])(const struct handicap *handicap, uint64_t random,
                                          struct decision *decision) = {
    [METHOD_MADCHESS] = choose_in_range,
};

void decide(const struct position *position, const struct position *previous, Move last, Move own,
            const struct candidate candidates[], int count, const struct handicap *handicap,
            uint64_t random, struct decision *decision)
{
    memset(decision, 0, sizeof *decision);
    decision->random = random;
    if (count <= 0)
        return;
    decision->count = count < CHESS_MOVES_MAX ? count : CHESS_MOVES_MAX;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->move = candidates[i].move;
        candidate->score = candidates[i].score;
        candidate->dropped_by = RULE_NONE;
    }
    sort(decision->candidates, decision->count);
    decision->best = decision->candidates[0].move;
    decision->best_score = decision->candidates[0].score;

    int chosen = 0;
    if (handicap->limited) {
        decision->made = true;
        decision->forced_win = is_forced_win(position, decision->best_score);
        if (!decision->forced_win) {
            struct situation situation = {position, previous, last, own, decision->best};
            drop_inhuman(&situation, handicap->rules, decision);
            chosen = choices[handicap->method](handicap, random, decision);
        } else {
            decision->candidates[0].in_range = true;
        }
    }
    decision->played = decision->candidates[chosen].move;
    decision->played_score = decision->candidates[chosen].score;
    decision->cost = decision->best_score - decision->played_score;
    decision->deliberate = decision->cost > 0;
}
