/* How much players give away: our engine judges each move of their games at full strength, with a
 * fixed number of nodes for each position.
 *
 * The loss of a move is the value of the position before it minus the value after it, from the
 * mover's point of view, both limited to -LOSS_MAX .. LOSS_MAX. A move that the judging engine
 * would choose itself loses nothing. A move in a position with the value -LOSS_MAX is not counted,
 * because its loss could only be 0. Moves of the opening that a match started from are not counted
 * either. The same games and nodes give the same numbers, whatever the concurrency. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "src/game/game.h"

enum { LOSS_MAX = 1000 }; /* centipawns */

static inline int loss_cut(Score score)
{
    return score > LOSS_MAX ? LOSS_MAX : score < -LOSS_MAX ? -LOSS_MAX : score;
}

/* The phases of a game: identifier, word. The phase depends on the pieces and the move number: the
 * opening is the first moves with most pieces on the board; the endgame begins when few pieces are
 * left. */
#define LOSS_PHASES(X)                                                                             \
    X(OPENING, "opening")                                                                          \
    X(MIDDLE, "middlegame")                                                                        \
    X(ENDGAME, "endgame")
enum loss_phase {
#define X(id, word) LOSS_##id,
    LOSS_PHASES(X)
#undef X
        LOSS_PHASE_COUNT
};

/* The bands into which losses are sorted, in centipawns. */
enum { LOSS_BANDS = 5 };
extern const int loss_bands[LOSS_BANDS]; /* their lower bounds: 0, 20, 50, 100, 300 */

struct loss_player {
    char name[128];
    int games;
    int64_t counts[LOSS_PHASE_COUNT][LOSS_MAX + 1]; /* number of moves with each loss */
};

struct loss_table {
    int count, capacity;
    struct loss_player *players; /* owned; in order of first appearance */
};
void loss_table_clear(struct loss_table *table);

/* Statistics of a player's moves in a phase; in all phases if phase is LOSS_PHASE_COUNT. */
struct loss_summary {
    int64_t moves;
    double mean;
    int median, high, highest; /* the 50th, 90th and 99th percentiles */
    double bands[LOSS_BANDS];  /* shares, 0 .. 1 */
};
struct loss_summary loss_summarise(const struct loss_player *player, int phase);

struct loss_options {
    uint64_t nodes;  /* nodes of the search of each position */
    int concurrency; /* games judged at the same time, 1 .. 256 */
    int hash_mb;
    void (*damaged)(const struct error *error); /* called for each game that cannot be read; may be
                                                   NULL */
};

/* The phase of a move played in this position. */
enum loss_phase loss_phase_of(const struct position *position);

/* Creates an engine for judging. Returns NULL and sets *error on failure. */
struct engine *loss_engine(int hash_mb, struct error *error);
/* Judges the position after the first `count` moves from `start`, searching at most `nodes`. Sets
 * *worth to its value for the side to move, limited to -LOSS_MAX .. LOSS_MAX, and *best to the
 * judge's choice (NO_MOVE if the game is over). Returns false if the engine gives no answer. */
MUST_USE bool loss_worth(struct engine *judge, const struct position *start, const Move moves[],
                         int count, uint64_t nodes, int *worth, Move *best);

/* Judges the games of a PGN stream and adds them to the table. `progress` (may be NULL) is called
 * at each position, from any thread but never concurrently. If it returns false, judging stops and
 * the current game is not counted. Adds the number of games that could not be read to *bad. Returns
 * false and sets *error if out of memory or if a thread cannot be started. */
MUST_USE bool loss_judge(struct loss_table *table, FILE *pgn, const char *name,
                         const struct loss_options *options,
                         bool (*progress)(void *context, int games), void *context, int *bad,
                         struct error *error);

/* These two functions write for each player the percentiles of the losses and the share of moves in
 * each band of losses, overall and by phase. */
void loss_write_text(FILE *out, const struct loss_table *table, uint64_t nodes);
void loss_write_json(FILE *out, const struct loss_table *table, uint64_t nodes);
