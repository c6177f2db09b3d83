/* A quiescence search: a side captures, promotes to a queen or stands pat. In check, up to a
 * certain ply, all moves are tried. It returns the position at the end of the best line, which is
 * all the tuner needs. The engine's own search is not used: its pruning depends on hash tables and
 * histories, but the same position should always resolve to the same end. */
#include "src/lab/tune/tune_quiet.h"

enum {
    DEPTH_MAX = 12,    /* maximum plies of captures */
    EVASIONS_MAX = 4,  /* checks are answered up to this ply */
    NODES_MAX = 4000,  /* after this many nodes, no more captures are searched: both sides stand
                          pat */
    GAIN_MARGIN = 250, /* a capture is skipped if its victim and this many centipawns cannot raise
                          alpha */
};

struct quiet {
    const struct weights *weights;
    int nodes;
};

struct capture {
    Move move;
    int order; /* moves are tried in descending order of this number: most valuable victim first,
                  then least valuable attacker */
    int gain;
};

static int find_captures(const struct position *position, struct capture captures[])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves), found = 0;
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        int gain = 0, promotion = move_promotion(move);
        if (chess_is_capture(position, move))
            gain = move_kind(move) == MOVE_EN_PASSANT
                       ? piece_worth(PAWN)
                       : piece_worth(piece_type(position->board[move_to(move)]));
        if (promotion == QUEEN)
            gain += piece_worth(QUEEN) - piece_worth(PAWN);
        else if (promotion != NO_PIECE_TYPE)
            continue;
        if (gain == 0)
            continue;
        int order = gain * 16 - piece_worth(piece_type(position->board[move_from(move)]));
        int at = found++;
        for (; at > 0 && captures[at - 1].order < order; at--)
            captures[at] = captures[at - 1];
        captures[at] = (struct capture){.move = move, .order = order, .gain = gain};
    }
    return found;
}

static int find_answers(const struct position *position, struct capture answers[])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++)
        answers[i] = (struct capture){.move = moves[i]};
    return count;
}

/* Returns the score for the side to move and sets *leaf to the end of the best line. In check at a
 * ply below EVASIONS_MAX, every answer is tried and standing pat is not allowed. */
static Score search(struct quiet *quiet, const struct position *position, Score alpha, Score beta,
                    int ply, struct position *leaf)
{
    struct capture tries[CHESS_MOVES_MAX];
    quiet->nodes++;
    bool evading = position->checkers && ply < EVASIONS_MAX && quiet->nodes < NODES_MAX;
    Score stand = evading ? ply - SCORE_MATE : evaluation(position, quiet->weights), best = stand;
    *leaf = *position;
    if (!evading && (best >= beta || ply >= DEPTH_MAX || quiet->nodes >= NODES_MAX))
        return best;
    if (!evading && best > alpha)
        alpha = best;
    int count = evading ? find_answers(position, tries) : find_captures(position, tries);
    for (int i = 0; i < count; i++) {
        if (!evading && stand + tries[i].gain + GAIN_MARGIN <= alpha)
            continue;
        struct position next = *position, end;
        chess_play(&next, tries[i].move);
        Score score = -search(quiet, &next, -beta, -alpha, ply + 1, &end);
        if (score > best) {
            best = score;
            *leaf = end;
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }
    return best;
}

bool quiet_resolve(struct position *position, const struct weights *weights)
{
    struct quiet quiet = {.weights = weights};
    struct position leaf;
    Score score = search(&quiet, position, -SCORE_INFINITE, SCORE_INFINITE, 0, &leaf);
    if (leaf.checkers || score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN)
        return false;
    *position = leaf;
    return true;
}
