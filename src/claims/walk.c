/* Plays a line and finds where its material is settled: the first quiet ply from which on the
 * material hardly changes. A position is quiet if neither side gains material by a search of
 * captures (in check, of all moves). */
#include "src/claims/walk.h"

#include <limits.h>
#include <string.h>

#include "src/claims/geometry.h"

enum { SETTLED_PLIES = 10 };

int material_of(const struct position *position, int color)
{
    int sum = 0;
    for (int type = PAWN; type < KING; type++)
        sum += piece_worth(type) *
               (__builtin_popcountll(position->by_type[type] & position->by_color[color]) -
                __builtin_popcountll(position->by_type[type] & position->by_color[!color]));
    return sum;
}

static int gain_of(const struct position *position, Move move)
{
    int gain = piece_worth(captured_by(position, move));
    return move_kind(move) == MOVE_PROMOTION
               ? gain + piece_worth(move_promotion(move)) - piece_worth(PAWN)
               : gain;
}

/* Finds the moves that win material, or in check all moves, the largest gain first. Returns their
 * number. */
static int captures(const struct position *position, Move moves[CHESS_MOVES_MAX])
{
    int all = chess_moves(position, moves), count = 0;
    for (int i = 0; i < all; i++) {
        Move move = moves[i];
        int gain = gain_of(position, move);
        if (gain <= 0 && !position->checkers)
            continue;
        int at = count++;
        for (; at > 0 && gain_of(position, moves[at - 1]) < gain; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
    return count;
}

static int open_between(const struct position *position, int alpha, int beta, int depth)
{
    Move moves[CHESS_MOVES_MAX];
    bool check = position->checkers != 0;
    int best = check && depth > 0 ? -piece_worth(KING) : 0;
    if (depth == 0 || best >= beta)
        return best;
    alpha = best > alpha ? best : alpha;
    int count = captures(position, moves);
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        int gain = gain_of(position, moves[i]);
        chess_play(&next, moves[i]);
        int value = gain - open_between(&next, gain - beta, gain - alpha, depth - 1);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
        if (best >= beta)
            break;
    }
    return best;
}

int material_open(const struct position *position)
{
    return open_between(position, -piece_worth(KING), piece_worth(KING), EXCHANGE_PLIES);
}

bool every_move_loses(const struct position *position, bool but_king)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    int least = INT_MAX, least_of_king = INT_MAX;
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        chess_play(&next, moves[i]);
        int loss = material_open(&next) - piece_worth(captured_by(position, moves[i]));
        bool king = but_king && type_at(position, move_from(moves[i])) == KING;
        int *of = king ? &least_of_king : &least;
        if (loss < *of)
            *of = loss;
        if (least < piece_worth(PAWN))
            return false;
    }
    int anyway = least_of_king < INT_MAX && least_of_king > 0 ? least_of_king : 0;
    return least >= piece_worth(PAWN) + anyway;
}

static bool is_quiet(const struct position *position)
{
    int open = material_open(position);
    return open < piece_worth(PAWN) && open > -piece_worth(PAWN);
}

/* Whether the line's next move takes the piece that has just captured. If so, the exchange is still
 * open, even if the captures that are possible seem to cancel out. */
static bool is_retaken(const struct walk *walk, int ply)
{
    return chess_is_capture(&walk->at[ply - 1], walk->moves[ply - 1]) &&
           move_to(walk->moves[ply]) == move_to(walk->moves[ply - 1]);
}

/* Returns the last quiet ply among the first SETTLED_PLIES. If an exchange is open at the end of
 * these, returns the ply at which it is over. If material is sacrificed in them, returns the ply at
 * which it has come back with a gain. */
static int last_quiet(const struct walk *walk)
{
    int last = 0;
    for (int i = 1; i <= walk->length; i++) {
        bool paid = walk->material[last] < 0 && walk->material[i] >= piece_worth(PAWN);
        bool open = last < SETTLED_PLIES && i > SETTLED_PLIES && !walk->quiet[SETTLED_PLIES];
        if ((i <= SETTLED_PLIES || last == 0 || paid || open) && walk->quiet[i])
            last = i;
    }
    return last;
}

/* Whether the material at a quiet ply is nearly that at the line's end, or most of the final gain
 * is already won. */
static bool is_like_end(int material, int end)
{
    return (material >= end - 50 && material <= end + 50) ||
           (material >= piece_worth(KNIGHT) && material < end && 3 * material >= 2 * end);
}

/* Sets `end` to the first quiet ply from which on the material stays nearly the same. What is won
 * after it need not be shown. */
static void settle(struct walk *walk)
{
    int last = last_quiet(walk);
    walk->end = walk->reach = last;
    for (int i = last; i > 0; i--) {
        if (!walk->quiet[i])
            continue;
        if (!is_like_end(walk->material[i], walk->material[last]))
            break;
        walk->end = i;
    }
    walk->gain = walk->material[walk->end];
}

void walk_line(struct walk *walk, const struct position *start, const Move moves[], int count)
{
    Move none[CHESS_MOVES_MAX];
    walk->side = start->side;
    walk->length = 0;
    walk->at[0] = *start;
    int before = material_of(start, walk->side);
    walk->material[0] = 0;
    walk->quiet[0] = is_quiet(start);
    while (walk->length < count && walk->length < CLAIM_LINE_MAX &&
           chess_is_legal(&walk->at[walk->length], moves[walk->length])) {
        int i = walk->length++;
        struct position *next = &walk->at[i + 1];
        walk->moves[i] = moves[i];
        *next = walk->at[i];
        chess_play(next, moves[i]);
        walk->material[i + 1] = material_of(next, walk->side) - before;
        walk->quiet[i + 1] = is_quiet(next);
    }
    for (int i = 1; i < walk->length; i++)
        walk->quiet[i] = walk->quiet[i] && !is_retaken(walk, i);
    const struct position *end = &walk->at[walk->length];
    walk->mates = walk->length % 2 == 1 && end->checkers && chess_moves(end, none) == 0;
    settle(walk);
    if (walk->mates) {
        walk->end = walk->reach = walk->length;
        walk->gain = walk->material[walk->end];
    }
}

void walk_forget_mate(struct walk *walk)
{
    walk->mates = false;
    settle(walk);
}

void settle_minors(int won[PIECE_TYPE_COUNT])
{
    while (won[KNIGHT] > 0 && won[BISHOP] < 0)
        won[KNIGHT]--, won[BISHOP]++;
    while (won[KNIGHT] < 0 && won[BISHOP] > 0)
        won[KNIGHT]++, won[BISHOP]--;
}

bool score_confirms(Score score, int gain, int ahead)
{
    int paid = gain < piece_worth(KNIGHT) ? gain * 4 / 10 : gain * 3 / 4;
    return score >= score_common(ahead - paid) ||
           (ahead >= piece_worth(KNIGHT) && score >= score_common(ahead / 2)) ||
           (gain >= piece_worth(KNIGHT) && score >= piece_worth(PAWN));
}

void walk_count(const struct walk *walk, int plies, int won[PIECE_TYPE_COUNT], int *promotions)
{
    memset(won, 0, PIECE_TYPE_COUNT * sizeof *won);
    *promotions = 0;
    for (int i = 0; i < plies && i < walk->length; i++) {
        const struct position *position = &walk->at[i];
        int taken = captured_by(position, walk->moves[i]);
        int sign = position->side == walk->side ? 1 : -1;
        if (taken != NO_PIECE_TYPE)
            won[taken] += sign;
        if (move_kind(walk->moves[i]) != MOVE_PROMOTION)
            continue;
        int promoted = move_promotion(walk->moves[i]);
        if (promoted == QUEEN) {
            *promotions += sign;
        } else {
            won[promoted] += sign;
            won[PAWN] -= sign;
        }
    }
    settle_minors(won);
}

bool walk_repeats(const struct walk *walk, int ply)
{
    for (int i = 0; i + 4 <= ply; i++) {
        if (walk->at[i].key == walk->at[ply].key)
            return true;
    }
    return false;
}
