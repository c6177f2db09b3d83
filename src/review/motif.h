/* What a line does, seen from the side that begins it: material and tactical motifs. */
#pragma once

#include "engine/engine.h"

/* Identifier, its name. Kept in the store by number: new ones go to the end. */
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
    int mate;            /* moves, 0: none */
    int first, second;   /* piece types the motif speaks of; NO_PIECE_TYPE: none */
    int won[PIECE_TYPE_COUNT]; /* taken minus lost, by type, where the line has settled */
    int promotions;      /* own minus the other's */
    int gain;            /* the same in pawns of 100 */
    int promised;   /* centipawns the score is above the evaluation, where the line ends too soon */
    int settled;         /* plies of the line after which nothing hangs */
};

struct insight motif_of(const struct position *position, const struct line *line);
/* The same for the answer to a move played before: what that move took counts against it, so that
 * nothing is won in a trade; of knight and bishop the one it takes first is named. */
struct insight motif_of_answer(const struct position *before, Move move, const struct line *line);

/* "forks king and rook", "" for none. */
void motif_words(const struct insight *insight, char *text, size_t size);
/* "wins a knight for a pawn", "" when nothing is won. */
void motif_gain_words(const struct insight *insight, char *text, size_t size);
