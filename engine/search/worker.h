/* What a search works with: one task, shared by all threads, and one worker for each thread. */
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
    GAME_KEYS_MAX = 256, /* earlier positions that can still be repeated */
    FRAMES_BEFORE = 4,   /* frames in front of the root that are always empty */
    FRAMES_AFTER = 4,
};

struct root_move {
    Move move;
    int error;      /* centipawns by which it is misjudged throughout, 0 at full strength */
    Score score;    /* of this iteration, -SCORE_INFINITE when not known better than the best */
    Score found;    /* score without the error */
    Score previous; /* of the iteration before */
    int wdl;        /* enum tablebase_wdl, 0 when the tables do not know */
    int selective_depth;
    uint8_t bound;  /* enum bound */
    uint64_t nodes; /* spent on it in this search */
    int length;
    Move moves[REPORT_PV_MAX];
};

/* What one ply of the tree needs. */
struct frame {
    struct position position;
    struct check_info checks;
    Bitboard threats;                        /* squares the enemy attacks */
    const struct continuation *continuation; /* of the move played from here */
    int ply;
    int since_null; /* plies since a null move or the root's last irreversible move */
    int piece;      /* the piece of the move being searched here, NO_PIECE for none */
    Move move;      /* being searched here */
    Move excluded;  /* left out by the singular search */
    Move killers[2];
    Score eval;     /* corrected static evaluation, SCORE_NONE in check */
    int extensions; /* double extensions on the way here */
    int length;     /* principal variation */
    Move moves[PLY_MAX];
};

/* One request, read by all workers while they run. */
struct handicap;
struct task {
    struct tt *table;
    const struct weights *weights;
    struct search_features features;
    struct position root;
    uint64_t keys[GAME_KEYS_MAX]; /* positions before the root, the newest last */
    int key_count;
    struct limits limits;
    struct timing timing;
    int multi_pv;
    int tablebase_pieces;                              /* probe at up to so many men, 0: none */
    struct tablebase_move root_table[CHESS_MOVES_MAX]; /* what the tables say of the root's moves */
    int root_table_count;                              /* 0: they know nothing of it */
    bool limited; /* by strength: nodes count, not time, and one thread thinks */
    bool exact;   /* root moves get exact scores, for a choice among them, */
    int reach;    /* those no further below the best than this; centipawns */
    /* What a weakening method adds: errors of root moves (NULL: none), noise of evaluations. */
    int (*root_error)(const struct handicap *handicap, uint64_t random, Move move);
    const struct handicap *handicap; /* passed to root_error, and unknown here otherwise */
    uint64_t random;
    int leaf_noise; /* the largest noise of an evaluation, centipawns; 0: none */
    uint64_t noise_seed;
    uint64_t node_budget;       /* 0: none */
    int64_t started;            /* time_now() */
    _Atomic int64_t clock_from; /* when our clock began to run: started, or the ponderhit */
    atomic_bool stop;
    atomic_bool pondering; /* our clock is not running yet */
    struct worker **workers;
    int worker_count;
    void (*progress)(void *context); /* from the first worker: something new to report */
    void *context;
};

struct worker {
    struct task *task;
    int id;
    _Atomic uint64_t nodes;
    _Atomic uint64_t tablebase_hits;
    int until_check; /* nodes until the clock is looked at */
    int64_t last_progress;
    int root_depth; /* the iteration being searched */
    int completed_depth;
    int selective_depth;
    int null_move_ply; /* no null move above this ply while one is verified */
    int line_index;    /* MultiPV line being searched */
    int line_end;      /* behind the last root move that may be it */
    int root_blur;     /* the greatest error of a root move */
    int root_count, completed_count;
    int key_base; /* keys before the root */
    uint64_t keys[GAME_KEYS_MAX + PLY_MAX + FRAMES_AFTER];
    struct root_move root_moves[CHESS_MOVES_MAX];
    struct root_move completed[CHESS_MOVES_MAX]; /* as the last whole iteration left them */
    struct frame frames[FRAMES_BEFORE + PLY_MAX + FRAMES_AFTER];
    int reductions[64];
    struct history history;
    struct eval_cache cache;
};

/* NULL when out of memory. */
struct worker *worker_create(int id);
void worker_destroy(struct worker *worker);

/* No moves were named for the root, or this is one of them. */
bool limits_allow(const struct limits *limits, Move move);
/* Nodes of all workers so far. */
uint64_t task_nodes(const struct task *task);
uint64_t task_tablebase_hits(const struct task *task);
