/* What the three files that prove claims share. prover.c makes the searches, proofs.c proves claims
 * by them, and explain.c decides what is asked. The public functions are in claims.h. */
#pragma once

#include "src/claims/claims.h"

enum {
    DECIDED = 570, /* centipawns: nothing more is proved about the result from such a score on */
    NEAR = 150,    /* centipawns: replies that lose more than this are not considered */
    SEARCHES_MAX = 256
};

struct prover {
    struct engine *engine; /* NULL if the caller makes the searches that `ask` asks for */
    prover_ask *ask;
    void *context;
    bool waiting;   /* waiting for the result of the search asked for last */
    uint64_t asked; /* the key of the search asked for last */
    bool any_reply; /* name a reply even if another is as good, because nothing else can be said */
    struct prover_budget budget;
    uint64_t nodes;
    struct report report; /* large, so not on the stack */
    int search_count;     /* searches made for this position */
    struct {
        uint64_t key; /* key of the position and the limits */
        struct evidence evidence;
    } searches[SEARCHES_MAX];
};

/* prover.c. Each returns false if the result is not known yet, or on failure. */
/* Searches the position after the moves. If it has no legal move, the score is that of mate or
 * stalemate. */
bool prover_search(struct prover *prover, const struct position *start, const Move moves[],
                   int count, uint64_t nodes, struct evidence *evidence);
bool prover_search_limited(struct prover *prover, const struct position *start, const Move moves[],
                           int count, const struct limits *limits, struct evidence *evidence);
/* Searches again after each move of the line. Where such a search prefers another move, its line
 * replaces the rest. Every reply is thus the best move that a search of its position found. The end
 * of the line is extended in the same way, because hits in the transposition table cut lines
 * short. */
bool prover_refine(struct prover *prover, const struct position *start, struct evidence *evidence);
/* Finds a line from `start` that is long enough to show what it wins. */
bool prover_find(struct prover *prover, const struct position *start, uint64_t nodes,
                 struct evidence *evidence);
/* Returns what prover_refine found for this position, or NULL if it did not search the position. */
const struct evidence *prover_refined(const struct prover *prover, const struct position *position);

/* proofs.c */
/* Proves the claims of the list in their order and removes those that fail. */
void prove_all(struct prover *prover, struct claims *claims);
