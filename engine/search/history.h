/* What the search learns about moves (which ones tend to cause cutoffs) and about positions (where
 * the static evaluation tends to be wrong). Each thread has its own histories. */
#pragma once

#include "engine/search/parameters.h"
#include "engine/types.h"

enum {
    HISTORY_MAX = 16384,
    CORRECTION_MAX = 1024,
    CORRECTION_SIZE = 16384, /* a power of two */
};

/* How well quiet moves did after one particular earlier move. */
struct continuation {
    int16_t value[12][64]; /* [piece][to] */
};

struct history {
    int16_t quiet[COLOR_COUNT][4][4096];       /* butterfly history: [side][threat_index][origin and
                                                * target of the move] */
    int16_t capture[12][64][NO_PIECE_TYPE + 1]; /* [piece][to][captured type] */
    Move counter[13][64];                      /* [piece][target] of a move: the quiet move that
                                                * last refuted it */
    struct continuation continuation[13][64];  /* [piece][target] of an earlier move; piece is
                                                * NO_PIECE if that move is unknown */
    int16_t pawns[COLOR_COUNT][CORRECTION_SIZE]; /* [side to move]: correction of the static
                                                  * evaluation by pawn structure */
    int16_t men[COLOR_COUNT][COLOR_COUNT][CORRECTION_SIZE]; /* [side to move][colour]: correction by
                                                             * where the pieces of that colour
                                                             * stand */
    int16_t reply[13][64];                     /* [piece][target] of the previous move: correction
                                                * by that move */
};

void history_clear(struct history *history);

/* Moves a value by about `bonus`: towards `max` if `bonus` is positive, towards -`max` if it is
 * negative. The closer the value already is, the smaller the step. */
static inline void move_towards(int16_t *value, int bonus, int max)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / max);
}
static inline void history_update(int16_t *value, int bonus)
{
    move_towards(value, bonus, HISTORY_MAX);
}

/* Returns an index that says which squares of the move the enemy attacks: the origin adds 1, the
 * target 2. `threats` is the set of all squares that the enemy attacks. */
static inline int threat_index(Bitboard threats, Move move)
{
    return (int)(threats >> move_from(move) & 1) | (int)(threats >> move_to(move) & 1) << 1;
}

/* The type of the piece that a move captures, or NO_PIECE_TYPE. */
int move_captured(const struct position *position, Move move);

static inline bool move_is_noisy(const struct position *position, Move move)
{
    int kind = move_kind(move);
    return kind == MOVE_PROMOTION || kind == MOVE_EN_PASSANT ||
           (kind == MOVE_NORMAL && position->board[move_to(move)] != NO_PIECE);
}

/* The numbers in a history that correct the static evaluation of one position. */
struct correction {
    int16_t *pawns, *men[COLOR_COUNT], *reply;
};

/* Finds the numbers and prefetches them. `before_piece` and `before_to` describe the previous move
 * (NO_PIECE and 0 if unknown). */
struct correction correction_find(struct history *history, const struct position *position,
                                  int before_piece, Square before_to);
/* The correction of the static evaluation by past errors, in centipawns. */
int correction_value(const struct correction *correction,
                     const struct search_parameters *parameters);
/* Records that a search to `depth` plies scored the position `error` centipawns higher than the
 * corrected static evaluation. */
void correction_update(const struct correction *correction,
                       const struct search_parameters *parameters, int depth, int error);
