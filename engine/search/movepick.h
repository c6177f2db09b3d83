/* The move picker: returns the moves of a position one at a time, the most promising first. It
 * generates them in stages, only when needed. */
#pragma once

#include "engine/search/features.h"
#include "engine/search/history.h"
#include "engine/types.h"

/* The squares from which each type of piece would give check, and the pieces that would uncover a
 * check by moving away. */
struct check_info {
    Bitboard squares[PIECE_TYPE_COUNT];
    Bitboard discoverers; /* pieces of the side to move that stand alone between one of its sliders
                           * and the enemy king */
    Square king;          /* square of the enemy king */
};
void check_info_set(struct check_info *info, const struct position *position);
bool gives_check(const struct position *position, const struct check_info *info, Move move);

enum pick_kind {
    PICK_ALL,          /* main search */
    PICK_NOISY,        /* quiescence: captures and promotions (all moves when in check) */
    PICK_NOISY_CHECKS, /* as PICK_NOISY, followed by quiet checks */
};

enum { CONTINUATIONS = 3 };

struct picker {
    const struct position *position;
    const struct history *history;
    const struct search_features *features;
    const struct search_parameters *parameters;
    const struct check_info *checks;
    const struct continuation *continuation[CONTINUATIONS]; /* histories that belong to the moves
                                                             * one, two and four plies ago */
    Move table_move;
    Move killers[2];
    Move counter;
    Bitboard threats; /* squares the enemy attacks */
    enum pick_kind kind;
    int stage;
    int at, end, bad; /* at and end: the next move's index in `moves`, and the end of the list. bad:
                       * number of losing captures, which stay at the front of `moves` and are
                       * tried last */
    Move moves[CHESS_MOVES_MAX];
    int scores[CHESS_MOVES_MAX];
};

/* Prepares a picker. table_move need not be legal. Before the first picker_next the caller sets the
 * fields history, features, checks, continuation, killers, counter and threats (and parameters, in
 * a tuning build). */
void picker_init(struct picker *picker, const struct position *position, enum pick_kind kind,
                 Move table_move);

/* The score by which the picker sorts moves. Scores of captures and promotions cannot be compared
 * with those of other moves. */
int picker_score(const struct picker *picker, Move move);

/* Returns each legal move of the picker's kind once, then NO_MOVE. */
Move picker_next(struct picker *picker);
