/* How much players give away: each move of their games judged by our engine at full strength with
 * a fixed number of nodes a position.
 *
 * A move loses what the position was worth before it less what it is worth after it, for its
 * player, both cut to LOSS_MAX either way; the engine's own choice loses nothing. Moves by a player
 * with nothing left to lose do not count, nor does the opening a match began with. The same games
 * and nodes give the same numbers, however many are judged at a time. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "src/game/game.h"

enum { LOSS_MAX = 1000 }; /* centipawns */

/* Identifier, word. By pieces and moves: the opening is the first moves with most pieces on the
 * board, the endgame begins with the last few. */
#define LOSS_PHASES(X)      \
    X(OPENING, "opening")   \
    X(MIDDLE, "middlegame") \
    X(ENDGAME, "endgame")
enum loss_phase {
#define X(id, word) LOSS_##id,
    LOSS_PHASES(X)
#undef X
    LOSS_PHASE_COUNT
};

/* Where one kind of loss ends and the next begins, in centipawns. */
enum { LOSS_BANDS = 5 };
extern const int loss_bands[LOSS_BANDS]; /* lower ends: 0, 20, 50, 100, 300 */

struct loss_player {
    char name[128];
    int games;
    int64_t counts[LOSS_PHASE_COUNT][LOSS_MAX + 1]; /* moves that lost so much */
};

struct loss_table {
    int count, room;
    struct loss_player *players; /* owned; in the order they were first named in */
};
void loss_table_clear(struct loss_table *table);

/* What a set of moves says; phase LOSS_PHASE_COUNT: all of them. */
struct loss_summary {
    int64_t moves;
    double mean;
    int median, high, highest; /* the 50th, 90th and 99th percentile */
    double bands[LOSS_BANDS];  /* shares, 0 .. 1 */
};
struct loss_summary loss_summarise(const struct loss_player *player, int phase);

struct loss_options {
    uint64_t nodes;  /* a position */
    int concurrency; /* games at a time, 1 .. 256 */
    int hash_mb;
    void (*damaged)(const struct error *error); /* NULL, or told each game that cannot be read */
};

/* The phase a move from position belongs to. */
enum loss_phase loss_phase_of(const struct position *position);

/* An engine to judge with; NULL fills error. */
struct engine *loss_engine(int hash_mb, struct error *error);
/* What the position after so many moves from start is worth to its side, cut to LOSS_MAX either
 * way, and the judge's choice there (NO_MOVE where the game is over). nodes: to be searched. False:
 * the engine cannot say. */
MUST_USE bool loss_worth(struct engine *judge, const struct position *start, const Move moves[],
                         int count, uint64_t nodes, int *worth, Move *best);

/* Judges the games of a PGN stream and adds them to the table; progress (may be NULL) is called at
 * each position from any of the threads, one at a time; false: stop, and leave that game out. *bad:
 * games that could not be read. False fills error: out of memory, a thread that cannot
 * be started. */
MUST_USE bool loss_judge(struct loss_table *table, FILE *pgn, const char *name,
                         const struct loss_options *options,
                         bool (*progress)(void *context, int games), void *context, int *bad,
                         struct error *error);

/* For each player the percentiles and shares, then by phase. */
void loss_write_text(FILE *out, const struct loss_table *table, uint64_t nodes);
void loss_write_json(FILE *out, const struct loss_table *table, uint64_t nodes);
