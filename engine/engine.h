/* Thinking: create an engine, configure it, start and stop it, poll its report. Public.
 *
 * A struct engine owns its threads and its transposition table; two of them in one process can play
 * each other. It never prints, never exits, and waits for nothing but its own threads.
 */
#pragma once

#include "engine/search/features.h"
#include "engine/strength.h"

/* A consistent snapshot of a search: a plain value without pointers. */
struct report {
    uint32_t id;             /* of the request it answers */
    uint32_t serial;         /* grows with every change within a request */
    bool finished;           /* best is final; sent exactly once a request */
    int depth, selective_depth;
    uint64_t nodes, tablebase_hits;
    int64_t elapsed;         /* milliseconds */
    int hash_permille;
    bool from_book;
    int line_count;
    struct line lines[REPORT_LINES_MAX]; /* best first */
    Move best, ponder;       /* NO_MOVE: none (mated, stalemate) */
    struct decision decision; /* made when limited */
};

struct engine_settings {
    int hash_mb;             /* 1 .. 65536, default 64 */
    int threads;             /* 1 .. 256 */
    int multi_pv;            /* 1 .. REPORT_LINES_MAX */
    int move_overhead;       /* milliseconds kept for the world outside, default 10 */
    struct search_features features;
    int knowledge[GROUP_COUNT]; /* percent, as in struct handicap, while that is not limited */
    struct handicap handicap;
    bool own_book;
    bool book_best;          /* always the heaviest move, not a weighted choice */
    char book_file[1024];
    char syzygy_path[512];
    char maia_folder[512];   /* where METHOD_MAIA finds its networks, maia-1100.pb.gz and so on */
};
struct engine_settings engine_settings_default(void);

struct engine;

/* wake may be NULL; it is called from a search thread after each new report, with no lock held,
 * and must not call back into the engine. NULL when out of memory. */
struct engine *engine_create(void (*wake)(void *context), void *context);
/* One with these settings, and nobody to wake. NULL fills error. */
struct engine *engine_create_with(const struct engine_settings *settings, struct error *error);
void engine_destroy(struct engine *engine);

/* Takes effect at once when idle; a running search is stopped first (its final report stays).
 * False (error filled): out of memory, an unreadable book / path, or METHOD_MAIA without networks;
 * the old settings stay. */
MUST_USE bool engine_configure(struct engine *engine, const struct engine_settings *settings,
                               struct error *error);
const struct engine_settings *engine_settings(const struct engine *engine);

/* Forgets everything learnt (table, histories); emptying a large table takes a while. */
void engine_new_game(struct engine *engine);
/* Returns at once, even during a search: the next search empties the table before it begins. */
void engine_forget(struct engine *engine);

/* start plus the moves played since: repetitions count. Moves must be legal. */
MUST_USE bool engine_set_position(struct engine *engine, const struct position *start,
                                  const Move moves[], int count);

/* Begins to think and returns at once with the id of the request. Stops a running search first. */
uint32_t engine_start(struct engine *engine, const struct limits *limits);
void engine_stop(struct engine *engine);      /* returns at once; the final report follows */
void engine_ponderhit(struct engine *engine); /* returns at once */
void engine_wait(struct engine *engine);      /* until the search has finished */
bool engine_is_thinking(struct engine *engine);

/* The newest report, copied. False if nothing changed since (id, serial) in *report. */
bool engine_poll(struct engine *engine, struct report *report);
/* The three at once: thinks to its end and copies the report. As engine_poll. */
bool engine_think(struct engine *engine, const struct limits *limits, struct report *report);

/* What the endgame tables of syzygy_path say of a position, for the side to move. */
struct table_verdict {
    int result; /* 2 won, 1 won but for the fifty-move rule, 0 drawn, -1, -2 lost likewise */
    int plies;  /* to the next capture, pawn move or mate on the way; 0: not known */
    Move best;
    int count;  /* of the moves that keep the result, the best first */
    Move keeping[CHESS_MOVES_MAX];
};
/* False: they do not know it, or there are none. */
MUST_USE bool engine_tables(const struct engine *engine, const struct position *position,
                            struct table_verdict *verdict);

/* Calls tell (NULL: nobody) for each table in path that is damaged; returns how many are. An engine
 * refuses a path with such a table. The checksums of tables of more than four men are only compared
 * when whole is asked for: a gigabyte takes some seconds. */
int engine_tables_damaged(const char *path, bool whole,
                          void (*tell)(void *context, const char *file, const char *why),
                          void *context);

/* Static evaluation of any position under the engine's current weights, for the side to move. */
Score engine_evaluate(struct engine *engine, const struct position *position);

/* Why: a row for each term that counts something in the position. Their centipawns[WHITE] -
 * centipawns[BLACK], summed, are the evaluation for white; what no term carries (known endings)
 * is a row without a group. */
enum { EXPLAINED_MAX = 256 };
struct explained {
    const char *words;           /* "passed pawns, by rank" */
    int group;                   /* enum group, GROUP_COUNT for none */
    int centipawns[COLOR_COUNT]; /* its worth to each side */
};
int engine_explain(struct engine *engine, const struct position *position,
                   struct explained rows[EXPLAINED_MAX]); /* returns their number */

/* Searches the bench positions to a fixed depth on one thread; deterministic. */
struct bench {
    uint64_t nodes;
    int64_t elapsed;
};
MUST_USE bool engine_bench(struct bench *bench, int depth, int hash_mb, int threads);
enum { BENCH_DEPTH = 10 };
