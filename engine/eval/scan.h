/* What the files of the evaluation share: counting a term, and sets of squares as seen by one
 * side. */
#pragma once

#include "engine/evaluation.h"

#include <stdlib.h>

#include "engine/rules/position.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Packs a middlegame and an endgame value into one number, so that one addition adds both. A
 * negative middlegame value borrows 1 from the endgame half, which endgame_of adds back. */
#define PACK(mg, eg) ((eg)*65536 + (mg))
INLINE int middlegame_of(int32_t packed)
{
    return (int16_t)(uint16_t)packed;
}
INLINE int endgame_of(int32_t packed)
{
    return (int16_t)(uint16_t)((uint32_t)(packed + 0x8000) >> 16);
}

#define CENTER_FILES   (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5)
#define CENTER_SQUARES ((FILE_A << 3 | FILE_A << 4) & (RANK_1 << 24 | RANK_1 << 32))
#define DARK_SQUARES   0xAA55AA55AA55AA55ULL
#define WING_QUEEN     0x0F0F0F0F0F0F0F0FULL

/* The running score of an evaluation, and its trace. */
struct tally {
    const struct weights *weights;
    struct trace *trace; /* NULL: only the score is wanted */
    int32_t score;       /* the sum so far for White, packed (PACK) */
};

INLINE void count_times(struct tally *tally, int color, int at, int times)
{
    int32_t worth = tally->weights->packed[at] * times;
    tally->score += color == WHITE ? worth : -worth;
    if (tally->trace)
        tally->trace->counts[color][at] = (int16_t)(tally->trace->counts[color][at] + times);
}

INLINE void count(struct tally *tally, int color, int at)
{
    count_times(tally, color, at, 1);
}

/* Counts a term once for each square of a set. Most sets are empty, and counting bits is slow on
 * old processors, so empty sets are skipped first. */
INLINE void count_set(struct tally *tally, int color, int at, Bitboard set)
{
    if (set)
        count_times(tally, color, at, popcount(set));
}

/* Moves a set one step, in directions as `color` sees the board. */
INLINE Bitboard up(int color, Bitboard set)
{
    return color == WHITE ? set << 8 : set >> 8;
}
INLINE Bitboard down(int color, Bitboard set)
{
    return color == WHITE ? set >> 8 : set << 8;
}
INLINE Bitboard east(Bitboard set)
{
    return (set & ~FILE_H) << 1;
}
INLINE Bitboard west(Bitboard set)
{
    return (set & ~FILE_A) >> 1;
}

INLINE Bitboard fill_up(int color, Bitboard set)
{
    set |= color == WHITE ? set << 8 : set >> 8;
    set |= color == WHITE ? set << 16 : set >> 16;
    return set | (color == WHITE ? set << 32 : set >> 32);
}
INLINE Bitboard fill_down(int color, Bitboard set)
{
    return fill_up(!color, set);
}
INLINE Bitboard fill_file(Bitboard set)
{
    return fill_up(WHITE, set) | fill_up(BLACK, set);
}

INLINE Bitboard pawn_attack_set(int color, Bitboard set)
{
    return up(color, east(set) | west(set));
}
INLINE Bitboard rank_of(int color, int rank)
{
    return RANK_1 << 8 * (color == WHITE ? rank : 7 - rank);
}
INLINE int rank_for(int color, Square square)
{
    return color == WHITE ? square_rank(square) : 7 - square_rank(square);
}
INLINE Bitboard file_of(Square square)
{
    return FILE_A << square_file(square);
}
INLINE Bitboard ahead(int color, Square square)
{
    return up(color, fill_up(color, square_bit(square)));
}
INLINE bool many(Bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* Distance between two squares in king moves. */
INLINE int distance(Square a, Square b)
{
    int files = abs(square_file(a) - square_file(b)), ranks = abs(square_rank(a) - square_rank(b));
    return files > ranks ? files : ranks;
}

/* Index of a square in a table of 32 values: eighth rank first, as `color` sees the board, with the
 * squares of files e to h mirrored to files d to a. */
INLINE int square_place(int color, Square square)
{
    int file = square_file(square);
    return (7 - rank_for(color, square)) * 4 + (file < 4 ? file : 7 - file);
}

/* Counts the terms that depend only on pawns and kings, including the shelter of both kings, and
 * stores the results in *entry. Also records them in `trace` unless that is NULL. */
void pawns_scan(const struct position *position, const struct weights *weights, struct trace *trace,
                struct pawn_entry *entry);

/* Returns the results of pawns_scan from the cache, and computes only those that the cache
 * lacks. */
const struct pawn_entry *pawns_cached(const struct position *position,
                                      const struct weights *weights, struct eval_cache *cache);
