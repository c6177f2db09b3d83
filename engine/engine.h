/* Thinking: create an engine, configure it, start and stop it, poll its report. Public.
 *
 * A struct engine owns its threads and its transposition table, so two engines in one process can
 * play each other. An engine never prints, never exits the process, and waits only for its own
 * threads. */
#pragma once

#include "engine/search/features.h"
#include "engine/search/parameters.h"
#include "engine/strength.h"

/* A consistent snapshot of a search. It contains no pointers into the engine. */
struct report {
    uint32_t id;             /* id of the request, from engine_start */
    uint32_t serial;         /* increases with every new report of a request */
    bool finished;           /* `best` is the final move; this is set in exactly one report of each
                              * request */
    int depth, selective_depth;
    uint64_t nodes, tablebase_hits;
    struct search_counts counts; /* statistics of the search, summed over all threads; the separate
                                  * mate search (search/proof.h) is not included */
    int64_t elapsed;         /* milliseconds since the search began */
    int hash_permille;
    bool from_book;
    int line_count;
    struct line lines[REPORT_LINES_MAX]; /* best first */
    Move best, ponder;       /* the move to play and the expected reply. `best` is NO_MOVE only
                              * after checkmate or stalemate; `ponder` is NO_MOVE if no reply is
                              * known */
    struct decision decision; /* how a weakened engine chose its move; decision.made is false at
                               * full strength and for a book move */
};

struct engine_settings {
    int hash_mb;             /* 1 .. 65536, default 64 */
    int threads;             /* 1 .. 256 */
    int multi_pv;            /* 1 .. REPORT_LINES_MAX */
    int move_overhead;       /* milliseconds kept in reserve for delays between the engine and the
                              * clock, default 10 */
    struct search_features features;
    struct search_parameters parameters; /* used while handicap.limited is false */
    int knowledge[GROUP_COUNT]; /* how much of each positional group the evaluation uses, in
                                 * percent, while handicap.limited is false; otherwise
                                 * handicap.knowledge is used */
    bool common_scores;      /* reports give the scores of lines on the scale of score_common
                              * (engine/types.h), for people to read; decisions keep the engine's
                              * own scores */
    struct handicap handicap;
    bool own_book;
    bool book_best;          /* always play the book move with the largest weight, not a random
                              * one */
    char book_file[1024];
    char syzygy_path[512];
    char maia_folder[512];   /* where METHOD_MAIA looks for its networks: maia-1100.pb.gz and so
                              * on */
    char like_folder[512];   /* where METHOD_HUMAN looks for the style handicap.like */
};
struct engine_settings engine_settings_default(void);

struct engine;

/* Creates an engine with default settings. After each new report it calls `wake` from a search
 * thread, without holding a lock. `wake` may be NULL and must not call back into the engine.
 * Returns NULL if out of memory. */
struct engine *engine_create(void (*wake)(void *context), void *context);
/* Creates an engine with these settings and no wake function. Returns NULL and sets *error on
 * failure. */
struct engine *engine_create_with(const struct engine_settings *settings, struct error *error);
void engine_destroy(struct engine *engine);

/* Applies the settings. A running search is stopped first and delivers its final report. If out of
 * memory, if a book, path or style cannot be read, or if METHOD_MAIA finds no networks, returns
 * false, sets *error and keeps the old settings. */
MUST_USE bool engine_configure(struct engine *engine, const struct engine_settings *settings,
                               struct error *error);
const struct engine_settings *engine_settings(const struct engine *engine);

/* Clears the transposition table and the histories. Clearing a large table takes a while. */
void engine_new_game(struct engine *engine);
/* Like engine_new_game, but clears later: the call returns at once, even during a search, and the
 * next search clears the table and the histories before it starts. */
void engine_forget(struct engine *engine);

/* Sets the position to search: a start position and the moves played since, which are needed to
 * recognise repetitions. Returns false if a move is illegal. */
MUST_USE bool engine_set_position(struct engine *engine, const struct position *start,
                                  const Move moves[], int count);

/* Starts a search and returns the id of its request at once. A running search is stopped first. */
uint32_t engine_start(struct engine *engine, const struct limits *limits);
void engine_stop(struct engine *engine);      /* returns at once; the final report follows */
void engine_ponderhit(struct engine *engine); /* the expected move was played; returns at once */
void engine_wait(struct engine *engine);      /* waits until the search has finished */
bool engine_is_thinking(struct engine *engine);

/* Copies the newest report. Returns false if *report is already the newest one, by its id and
 * serial. */
bool engine_poll(struct engine *engine, struct report *report);
/* Starts a search, waits for its end and copies the final report. Returns what engine_poll
 * returns. */
bool engine_think(struct engine *engine, const struct limits *limits, struct report *report);

/* What the endgame tables in syzygy_path say about a position, for the side to move. */
struct table_verdict {
    int result; /* 2: win; 1: a win that the fifty-move rule makes a draw; 0: draw; -1 and -2: the
                 * corresponding losses */
    int plies;  /* plies to the next capture, pawn move or mate; 0: unknown */
    Move best;
    int count;  /* number of moves in `keeping`: those that keep the result, best first */
    Move keeping[CHESS_MOVES_MAX];
};
/* Returns false if no tables are open or they do not contain the position. */
MUST_USE bool engine_tables(const struct engine *engine, const struct position *position,
                            struct table_verdict *verdict);

/* Lets a caller remember which table files had the right checksum, so that these checksums need not
 * be computed again. */
struct tables_memory {
    bool (*is_known)(void *context, const char *file); /* returns whether `file` was remembered and
                                                        * has not changed since */
    void (*add)(
        void *context); /* remembers that the file last passed to is_known has the right checksum */
    void *context;
};

/* Looks for damaged endgame tables in `path`, calls `tell` (unless NULL) for each of them, and
 * returns their number. An engine refuses a path with damaged tables.
 *
 * The checksum of a table above 64 MB is never compared. If `whole` is set, the checksums of all
 * other tables are compared, which takes some seconds per gigabyte. Otherwise at most 64 MB of
 * tables are read, which takes a fraction of a second: those that `memory` does not know yet, the
 * smallest first. If `memory` is NULL, all tables are read if their total size is at most 64 MB,
 * otherwise none. */
int engine_tables_damaged(const char *path, bool whole, const struct tables_memory *memory,
                          void (*tell)(void *context, const char *file, const char *why),
                          void *context);

/* The static evaluation with the engine's current weights, in centipawns for the side to move. */
Score engine_evaluate(struct engine *engine, const struct position *position);

/* Explains the static evaluation: one row for each term that counts in the position. The sum of
 * centipawns[WHITE] - centipawns[BLACK] over all rows is the evaluation for White. If a rule for a
 * known ending changes the score, one more row, without a group, holds the change. */
enum { EXPLAINED_MAX = 256 };
struct explained {
    const char *words;           /* the term's description, such as "passed pawns, by rank" */
    int group;                   /* enum group, GROUP_COUNT if none */
    int centipawns[COLOR_COUNT]; /* what the term is worth to each side */
};
int engine_explain(struct engine *engine, const struct position *position,
                   struct explained rows[EXPLAINED_MAX]); /* returns the number of rows */

/* Lists the moves of the current position in the order in which the search would try them, each
 * with the reason for its place. The order depends on the transposition table and on the histories
 * of earlier searches. Stops a running search. Returns the number of moves. */
int engine_order(struct engine *engine, struct ordered_move rows[CHESS_MOVES_MAX]);

/* engine_exchange returns what a legal move gains in centipawns after all captures on its target
 * square (static exchange evaluation). engine_exchange_value returns the value that this
 * calculation gives a piece. */
int engine_exchange(const struct position *position, Move move);
int engine_exchange_value(int piece_type);

/* Searches the benchmark positions to a fixed depth. With one thread the node count is
 * deterministic. */
struct bench {
    uint64_t nodes;
    int64_t elapsed;
    struct search_counts counts;
};
MUST_USE bool engine_bench(struct bench *bench, const struct search_features *features, int depth,
                           int hash_mb, int threads);
enum { BENCH_DEPTH = 10 };
