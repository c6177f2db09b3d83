/* The material and tactical motifs of a line, for the side that moves first. */
#pragma once

#include "engine/engine.h"

/* Identifier, name, plural, and the theme of puzzles that train it. The store keeps the numbers, so
 * add new motifs at the end. */
#define MOTIFS(X)                                                                                  \
    X(NONE, "none", "", "")                                                                        \
    X(MATE, "mate", "mates", "mate")                                                               \
    X(BACK_RANK_MATE, "back-rank mate", "back-rank mates", "backRankMate")                         \
    X(DOUBLE_CHECK, "double check", "double checks", "doubleCheck")                                \
    X(DISCOVERED_CHECK, "discovered check", "discovered checks", "discoveredCheck")                \
    X(DISCOVERED_ATTACK, "discovered attack", "discovered attacks", "discoveredAttack")            \
    X(FORK, "fork", "forks", "fork")                                                               \
    X(SKEWER, "skewer", "skewers", "skewer")                                                       \
    X(PIN, "pin", "pins", "pin")                                                                   \
    X(TRAPPED, "trapped piece", "trapped pieces", "trappedPiece")                                  \
    X(DEFENDER, "defender taken", "attacks on defenders", "capturingDefender")                     \
    X(HANGING, "hanging piece", "hanging pieces", "hangingPiece")                                  \
    X(PROMOTION, "promotion", "promotions", "promotion")
enum motif {
#define X(id, name, plural, theme) MOTIF_##id,
    MOTIFS(X)
#undef X
};
enum { MOTIF_COUNT = MOTIF_PROMOTION + 1 };
const char *motif_name(enum motif motif); /* "fork" */
const char *motif_plural(enum motif motif); /* "forks"; "" for MOTIF_NONE */
const char *motif_theme(enum motif motif);  /* of puzzles: "fork"; "" for MOTIF_NONE */

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
