/* A small neural network that judges the pawns and the kings together, and knows which other pieces
 * are left. */
#pragma once

#include "engine/evaluation.h"

/* Centipawns, not tapered. */
struct pawn_judgement {
    int middlegame, endgame;
};

/* The network's judgement of the pawns and kings, from the point of view of `color`. Only the
 * difference between the judgements of both sides has a meaning. */
struct pawn_judgement pawn_network_judge(const struct position *position, int color);

/* The value of the term pawn_network for White, packed as in struct weights; 0 if the term is
 * switched off or there are no pawns. Also records it in `trace` unless that is NULL. */
int32_t pawn_network_count(const struct position *position, const struct weights *weights,
                           struct trace *trace);

/* Where the cache keeps the value for a position. entry is NULL if the value is 0. */
struct network_place {
    struct network_entry *entry;
    uint64_t key;
};

/* Finds the place of a position and prefetches it. */
struct network_place pawn_network_find(const struct position *position,
                                       const struct weights *weights, struct eval_cache *cache);
/* Returns what pawn_network_count returns, from the place of the position if it is there. */
int32_t pawn_network_cached(const struct position *position, const struct weights *weights,
                            struct network_place place);
