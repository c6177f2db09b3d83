/* The material and tactical motifs of a line, for the side that moves first. */
#pragma once

#include "engine/engine.h"

/* Identifier and name. The store keeps the numbers, so add new motifs at the end. */
#define MOTIFS(X)                             \
    X(NONE, "none")                           \
    X(MATE, "mate")                           \
    X(BACK_RANK_MATE, "back-rank mate")       \
    X(DOUBLE_CHECK, "double check")           \
    X(DISCOVERED_CHECK, "discovered check")   \
    X(DISCOVERED_ATTACK, "discovered attack") \
    X(FORK, "fork")                           \
    X(SKEWER, "skewer")                       \
    X(PIN, "pin")                             \
    X(TRAPPED, "trapped piece")               \
    X(DEFENDER, "defender taken")             \
    X(HANGING, "hanging piece")               \
    X(PROMOTION, "promotion")
enum motif {
#define X(id, name) MOTIF_##id,
    MOTIFS(X)
#undef X
};
enum { MOTIF_COUNT = MOTIF_PROMOTION + 1 };
const char *motif_name(enum motif motif); /* "fork" */

struct insight {
    enum motif motif;
    int mate;            /* mate in this many moves, or 0 */
    int first, second;   /* piece types in the motif, or NO_PIECE_TYPE */
    int won[PIECE_TYPE_COUNT]; /* captured minus lost, by type, once the line is quiet */
    int promotions;      /* own minus the opponent's */
    int gain;            /* the material gain, 100 for a pawn */
    int promised;   /* score minus evaluation in centipawns, if the line ends too soon */
    int settled;         /* plies of the line until no piece hangs */
};

struct insight motif_of(const struct position *position, const struct line *line);

/* "forks king and rook", or "" without a motif. */
void motif_words(const struct insight *insight, char *text, size_t size);
/* "wins a knight for a pawn", or "" if nothing is won. */
void motif_gain_words(const struct insight *insight, char *text, size_t size);
