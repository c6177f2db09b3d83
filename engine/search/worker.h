/* The data of a search: one task, shared by all threads, and one worker for each thread. */
#pragma once

#include <stdatomic.h>

#include "engine/evaluation.h"
#include "engine/search/features.h"
#include "engine/search/syzygy.h"
#include "engine/search/history.h"
#include "engine/search/movepick.h"
#include "engine/search/tt.h"
#include "engine/search/timeman.h"

enum {
    GAME_KEYS_MAX = 256, /* the most positions of the game before the root that can be stored, to
                          * recognise repetitions */
    FRAMES_BEFORE = 4,   /* empty frames before the root's, so that every node can look four plies
                          * back */
    FRAMES_AFTER = 4,
};

struct root_move {
    Move move;
    int error;      /* centipawns that a weakening method adds to the move's score throughout the
                     * search, 0 at full strength */
    Score score;    /* score in this iteration, with the error; -SCORE_INFINITE if the move has not
                     * been searched yet or is not better than the moves before it */
    Score found;    /* score in this iteration, without the error that a weakening method adds */
    Score previous; /* score in the iteration before */
    int wdl;        /* result of the move according to the tablebases (enum tablebase_wdl), 0 if
                     * they do not have the position */
    int depth, previous_depth; /* depths at which `score` and `previous` were found */
    int selective_depth;
    uint8_t bound;  /* an enum bound: whether `score` is exact */
    uint64_t nodes; /* nodes spent on the move in this search, over all iterations */
    int length;
    Move moves[REPORT_PV_MAX];
};

/* The data of one ply of the tree. */
struct frame {
    struct position position;
    struct check_info checks;
    Bitboard threats;                        /* squares the enemy attacks */
    const struct continuation *continuation; /* continuation history for the replies to the move
                                              * being searched */
    int ply;
    int since_null; /* plies since the last null move. If there was none: since the last capture or
                     * pawn move before the root */
    int piece;      /* the piece that makes the move being searched, NO_PIECE if none */
    Move move;      /* the move being searched */
    Move excluded;  /* the move that the search for a singular extension leaves out, else NO_MOVE */
    Move killers[2];
    Score eval;     /* corrected static evaluation, SCORE_NONE in check */
    int extensions; /* number of extensions by two plies between the root and this node */
    int cutoffs;    /* number of nodes at this ply that failed high since the search of the node two
                     * plies earlier began */
    int length;     /* length of the principal variation from here, which is in `moves` */
    Move moves[PLY_MAX];
};

struct handicap;
/* A request to search. The workers only read it while they run, except for the atomic fields. */
struct task {
    struct tt *table;
    const struct weights *weights;
    struct search_features features;
    const struct search_parameters *parameters;
    struct position root;
    uint64_t keys[GAME_KEYS_MAX]; /* keys of the positions before the root, newest last */
    int key_count;
    struct limits limits;
    struct timing timing;
    int multi_pv;
    int tablebase_pieces;                              /* look up positions with at most this many
                                                        * pieces and pawns in the tablebases; 0:
                                                        * none */
    struct tablebase_move root_table[CHESS_MOVES_MAX]; /* what the tablebases say about the root
                                                        * moves */
    int root_table_count;                              /* 0: the tablebases do not have the root
                                                        * position */
    bool limited; /* the engine is weakened: the search is limited by nodes instead of time, and
                   * only one thread searches */
    bool exact;   /* good root moves get exact scores, so that a weakening method can choose among
                   * them */
    int reach;    /* used with exact: a root move gets an exact score if it is at most this many
                   * centipawns worse than the best one */
    /* What a weakening method adds to the search: errors of root moves (NULL: none) and noise of
     * evaluations. */
    int (*root_error)(const struct handicap *handicap, uint64_t random, Move move);
    const struct handicap *handicap; /* argument for root_error; not used otherwise */
    uint64_t random;
    int leaf_noise; /* the largest noise of an evaluation in centipawns; 0: none */
    uint64_t noise_seed;
    uint64_t node_budget;       /* nodes that a weakened engine may search; 0: no limit */
    int64_t started;            /* time_now() at the start of the search */
    _Atomic int64_t clock_from; /* time_now() when our clock began to run: at the start, or at the
                                 * ponderhit */
    atomic_bool stop;
    atomic_bool pondering; /* our clock is not running yet */
    struct worker **workers;
    int worker_count;
    void (*progress)(void *context); /* called by the first worker when it has something new to
                                      * report */
    void *context;
};

struct worker {
    struct task *task;
    int id;
    _Atomic uint64_t nodes;
    _Atomic uint64_t tablebase_hits;
    _Atomic uint64_t counts[SEARCH_COUNT]; /* the counts of this worker's search; only the worker's
                                            * own thread writes them */
    int until_check; /* nodes until the next check of the clock */
    uint64_t node_limit; /* the first worker stops after this many nodes; no limit at depth 1 */
    int64_t last_progress;
    int root_depth; /* depth of the current iteration */
    int line_depth; /* depth of the current line; less than root_depth for later lines of MultiPV */
    int completed_depth;
    int selective_depth;
    int null_move_ply; /* while the result of a null move is verified: at smaller plies no null move
                        * is tried; otherwise 0 */
    int line_index;    /* index of the MultiPV line being searched */
    int line_end;      /* root moves from line_index to line_end - 1 compete for this line */
    int root_noise;    /* largest absolute value of `error` among the root moves, in centipawns */
    int root_count, completed_count;
    int key_base; /* index of the root's key in `keys`; the keys of earlier positions come before
                   * it */
    uint64_t keys[GAME_KEYS_MAX + PLY_MAX + FRAMES_AFTER];
    struct root_move root_moves[CHESS_MOVES_MAX];
    struct root_move completed[CHESS_MOVES_MAX]; /* `root_moves` as they were after the last
                                                  * complete iteration */
    struct frame frames[FRAMES_BEFORE + PLY_MAX + FRAMES_AFTER];
    int reduce_scale; /* value of the parameter reduce_scale for which `reductions` was computed; 0:
                       * not computed yet */
    int reductions[64];
    struct history history;
    struct eval_cache cache;
};

/* Returns NULL if out of memory. */
struct worker *worker_create(int id);
void worker_destroy(struct worker *worker);

/* Returns whether the limits allow the move at the root: either they name no moves, or they name
 * this one. */
bool limits_allow(const struct limits *limits, Move move);
/* Nodes searched by all workers so far. */
uint64_t task_nodes(const struct task *task);
uint64_t task_tablebase_hits(const struct task *task);
/* The sums of what all workers have counted so far. */
struct search_counts task_counts(const struct task *task);

static inline void add_to_count(struct worker *worker, enum search_count count, uint64_t number)
{
    uint64_t now = atomic_load_explicit(&worker->counts[count], memory_order_relaxed);
    atomic_store_explicit(&worker->counts[count], now + number, memory_order_relaxed);
}
