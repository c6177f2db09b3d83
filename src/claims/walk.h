/* A line played out: every position of it, and the material after each move. */
#pragma once

#include "src/claims/claim.h"

enum { EXCHANGE_PLIES = 8 };

struct walk {
    int side;   /* the side to move at the start; material and mates are counted for this side */
    int length; /* number of legal moves */
    Move moves[CLAIM_LINE_MAX];
    struct position at[CLAIM_LINE_MAX + 1];  /* at[0] is the start */
    int material[CLAIM_LINE_MAX + 1];        /* centipawns that `side` has won since the start, by
                                              * ply */
    bool quiet[CLAIM_LINE_MAX + 1];          /* whether no exchange is open at this ply */
    int end;    /* the ply at which the material is settled; 0: it is settled nowhere */
    int reach;  /* the last quiet ply that counts; an idea must be carried out by then */
    int gain;   /* material[end] */
    bool mates; /* the line ends with `side` giving mate */
};

/* Plays the moves up to the first illegal one. */
void walk_line(struct walk *walk, const struct position *start, const Move moves[], int count);
/* Treats a line that ends with mate as one that does not: the mate was not forced. */
void walk_forget_mate(struct walk *walk);

/* The material of `color` minus that of the other side, in centipawns. */
int material_of(const struct position *position, int color);
/* The centipawns that the side to move can gain by captures and promotions if both sides may stop
 * at any time. Negative only in check. */
int material_open(const struct position *position);
/* Whether every legal move loses material to captures. If `but_king` is set, whether every one
 * except the king's loses at least a pawn more than the best move of the king. */
bool every_move_loses(const struct position *position, bool but_king);
/* Whether `score` is high enough for a side that has won `gain` and is ahead by `ahead`, in
 * centipawns. It may be lower by a part of the gain, for compensation. Not for scores of a mate. */
bool score_confirms(Score score, int gain, int ahead);
/* Counts for walk->side, in the first `plies` plies: the pieces captured minus those lost, by type,
 * and its promotions to queens minus the opponent's. A promotion to another piece counts as winning
 * that piece for a pawn. A knight for a bishop counts as an even trade. */
void walk_count(const struct walk *walk, int plies, int won[PIECE_TYPE_COUNT], int *promotions);
/* Counts a knight for a bishop in `won`, pieces captured minus lost by type, as an even trade. */
void settle_minors(int won[PIECE_TYPE_COUNT]);
/* Whether the position after `ply` moves occurred earlier in the line. */
bool walk_repeats(const struct walk *walk, int ply);
