/* What a line does, seen from the side that begins it: material and tactical motifs. */
#ifndef FALLIBLE_TRAINER_MOTIF_H
#define FALLIBLE_TRAINER_MOTIF_H

#include "engine/engine.h"

enum motif {
    MOTIF_NONE,
    MOTIF_MATE,
    MOTIF_BACK_RANK_MATE,
    MOTIF_DOUBLE_CHECK,
    MOTIF_DISCOVERED_CHECK,
    MOTIF_DISCOVERED_ATTACK,
    MOTIF_FORK,
    MOTIF_SKEWER,
    MOTIF_PIN,
    MOTIF_TRAPPED,
    MOTIF_DEFENDER,
    MOTIF_HANGING,
    MOTIF_PROMOTION,
};

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

/* "forks king and rook", "" for none. */
void motif_words(const struct insight *insight, char *text, size_t size);
/* "wins a knight for a pawn", "" when nothing is won. */
void motif_gain_words(const struct insight *insight, char *text, size_t size);
const char *motif_piece_name(int type);

#endif
