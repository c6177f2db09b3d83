/* Hands out the moves of a position one at a time, the most promising first, generating no
 * more than is asked for. */
#pragma once

#include "engine/search/features.h"
#include "engine/search/history.h"
#include "engine/types.h"

/* From where each type of piece would give check, and what would uncover one. */
struct check_info {
    Bitboard squares[PIECE_TYPE_COUNT];
    Bitboard discoverers; /* own pieces that alone shield the enemy king from own sliders */
    Square king;          /* the enemy's */
};
void check_info_set(struct check_info *info, const struct position *position);
bool gives_check(const struct position *position, const struct check_info *info, Move move);

enum pick_kind {
    PICK_ALL,          /* main search */
    PICK_NOISY,        /* quiescence: captures and promotions (all moves when in check) */
    PICK_NOISY_CHECKS, /* the same and then quiet checks */
};

enum { CONTINUATIONS = 3 };

struct picker {
    const struct position *position;
    const struct history *history;
    const struct search_features *features;
    const struct check_info *checks;
    const struct continuation *continuation[CONTINUATIONS]; /* one, two and four plies ago */
    Move table_move;
    Move killers[2];
    Move counter;
    Bitboard threats; /* squares the enemy attacks */
    enum pick_kind kind;
    int stage;
    int at, end, bad; /* next, end of list; losing captures kept at the front of moves */
    Move moves[CHESS_MOVES_MAX];
    int scores[CHESS_MOVES_MAX];
};

/* table_move may be any 16 bits. The fields history, features, checks, continuation, killers,
 * counter and threats are the caller's to set before the first picker_next. */
void picker_init(struct picker *picker, const struct position *position, enum pick_kind kind,
                 Move table_move);

/* NO_MOVE when there are no more. Every move once, all legal. */
Move picker_next(struct picker *picker);
