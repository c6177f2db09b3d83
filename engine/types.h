/* Types that all parts of the engine share: scores, positional groups, search limits and principal
 * variations. Public. */
#pragma once

#include "engine/chess.h"

/* Scores are in centipawns. Mate in n plies is SCORE_MATE - n; being mated in n plies is n -
 * SCORE_MATE. A tablebase win that the search reaches after n plies is SCORE_TABLEBASE - n. */
enum {
    PLY_MAX = 128,
    SCORE_INFINITE = 32001,
    SCORE_MATE = 32000,
    SCORE_MATE_MIN = SCORE_MATE - 2 * PLY_MAX, /* this score and higher ones are mates */
    SCORE_TABLEBASE = 30000,
    SCORE_TABLEBASE_MIN = SCORE_TABLEBASE - 2 * PLY_MAX, /* this score and higher ones are certain
                                                          * wins */
    SCORE_NONE = 32002,
};

/* Returns whether the score is a mate, and sets *moves to its distance in moves, not plies;
 * negative if the side to move gets mated. */
bool score_is_mate(Score score, int *moves);

/* Adds the deliberate error of a weakened engine, in centipawns, to a score. Mate and tablebase
 * scores do not change, and no other score becomes one of these. */
Score score_with_error(Score score, int error);

/* Converts a score of the engine to the scale of Stockfish 15.1, for people to read and for
 * winning_chance. Up to five pawns the two scales agree. Above that, the engine's scores grow three
 * times as fast. Mate and tablebase scores do not change. */
Score score_common(Score score);

/* winning_chance returns the winning chances, 0 to 1, for a score in centipawns, by the curve that
 * Lichess fits to its players' games (lichess.org/page/accuracy). winning_chance_score is its
 * inverse, for chances above 0 and below 1. */
double winning_chance(double centipawns);
double winning_chance_score(double chance);

/* The usual value of a piece in pawns: 1, 3, 3, 5, 9; 0 for the king. */
int piece_points(int type);

/* Sets the chances of a win, a draw and a loss in permille, for UCI_ShowWDL. They sum to 1000.
 * `ply` counts from the start of the game. */
void score_to_wdl(Score score, int ply, int wdl[3]);

/* Positional groups: parts of the evaluation that a user can switch off. Columns: identifier, name
 * in files and commands, short name (debug pane), the short name in ASCII (UCI option "Knows
 * <name>"), words for use in a sentence. The groups are those of the engine MadChess. */
#define POSITIONAL_GROUPS(X)                                                                       \
    X(PAWN_VALUES, "pawn_values", "pawns", "pawns", "the value of pawns")                          \
    X(MINOR_VALUES, "minor_values", "N≠B", "N/B", "the value of knights and bishops")              \
    X(MAJOR_VALUES, "major_values", "R,Q", "R/Q", "the value of rooks and queens")                 \
    X(PASSED_PAWNS, "passed_pawns", "passed", "passed", "passed pawns")                            \
    X(KING_SAFETY, "king_safety", "king", "king", "king safety")                                   \
    X(PIECE_LOCATION, "piece_location", "location", "location", "where pieces stand")              \
    X(MOBILITY, "mobility", "mobility", "mobility", "mobility")                                    \
    X(PAWN_STRUCTURE, "pawn_structure", "structure", "structure", "pawn structure")                \
    X(THREATS, "threats", "threats", "threats", "threats")                                         \
    X(MINOR_MANEUVERING, "minor_maneuvering", "minor", "minor", "outposts and the bishop pair")    \
    X(MAJOR_MANEUVERING, "major_maneuvering", "major", "major", "open files and the seventh rank")

enum group {
#define X(id, key, name, ascii, words) GROUP_##id,
    POSITIONAL_GROUPS(X)
#undef X
        GROUP_COUNT
};
const char *group_name(enum group group);  /* "passed" */
const char *group_ascii(enum group group); /* the short name in ASCII: "N/B" for "N≠B", "R/Q" */
const char *group_key(enum group group);   /* the name in files, options and commands, such as
                                            * "passed_pawns" */
const char *group_words(enum group group); /* "passed pawns" */

/* When a search stops. Zero in a field means no limit of that kind. All times are in
 * milliseconds. */
struct limits {
    uint64_t nodes;
    uint64_t settled; /* if not 0: stop after the first iteration that ends with at least this many
                       * nodes in total and has the same best move as the two iterations before
                       * it */
    int depth;        /* greatest depth in plies */
    int mate;  /* stop when a mate in at most this many moves (not plies) is found */
    int64_t movetime;
    int64_t time[COLOR_COUNT], increment[COLOR_COUNT];
    bool clock; /* time[] and increment[] are valid, even if zero or negative */
    bool virtual_clock; /* the clock counts nodes instead of real time, so real time does not end
                         * the search of a weakened engine */
    int moves_to_go;
    int64_t opponent_spent; /* milliseconds that the opponent spent on the last move; 0: unknown */
    uint64_t budget;        /* weakened engine: the number of nodes to search, instead of the number
                             * computed from the clock */
    int64_t usual;          /* used with `budget`: milliseconds that the clock allowed for the move,
                             * on which some methods depend. decision_limits sets both fields to
                             * repeat an earlier decision */
    bool infinite, ponder;  /* search until engine_stop or engine_ponderhit */
    int search_moves_count; /* if not zero, only the root moves in search_moves are searched */
    Move search_moves[CHESS_MOVES_MAX];
};

/* What a search counts besides nodes. Cutoffs by null moves and by moves are counted in the main
 * search only, not in quiescence. */
#define SEARCH_COUNTS(X)                                                                           \
    X(hash_probes, "lookups in the transposition table")                                           \
    X(hash_hits, "lookups that found the position")                                                \
    X(hash_cutoffs, "nodes cut off by a stored score")                                             \
    X(hash_moves, "nodes with a stored best move")                                                 \
    X(null_tries, "null moves searched")                                                           \
    X(null_cutoffs, "nodes cut off by the null move")                                              \
    X(beta_cutoffs, "nodes cut off by a move")                                                     \
    X(first_cutoffs, "nodes cut off by the first move")                                            \
    X(cutoff_numbers, "numbers of the moves that cut off, added up (1: searched first)")           \
    X(evaluations, "static evaluations needed")                                                    \
    X(evaluations_kept, "static evaluations taken from the transposition table")                   \
    X(pawn_probes, "lookups in the pawn cache")                                                    \
    X(pawn_hits, "lookups that found the pawn structure")

enum search_count {
#define X(id, words) COUNT_##id,
    SEARCH_COUNTS(X)
#undef X
        SEARCH_COUNT
};
struct search_counts {
    uint64_t of[SEARCH_COUNT];
};

/* Ratios of these counts, as text for people to read. */
struct count_row {
    const char *words; /* a description, such as "cutoffs on the first move" */
    char value[16];    /* the ratio: "92.3%", a mean, or "-" if nothing was counted */
    uint64_t part, whole;
};
enum { COUNT_ROWS = 8 };
void search_count_rows(const struct search_counts *counts, struct count_row rows[COUNT_ROWS]);

/* A move in the search's move ordering, and the reason for its place there. */
#define ORDER_REASONS(X)                                                                           \
    X(HASH, "hash move")                                                                           \
    X(CAPTURE, "capture")                                                                          \
    X(KILLER, "killer")                                                                            \
    X(COUNTER, "counter move")                                                                     \
    X(HISTORY, "history")                                                                          \
    X(LOSING, "losing capture")
enum order_reason {
#define X(id, words) ORDER_##id,
    ORDER_REASONS(X)
#undef X
};
struct ordered_move {
    Move move;
    enum order_reason reason;
    int score;    /* the score by which the search sorts its moves. Scores of captures and
                   * promotions cannot be compared with those of other moves */
    int exchange; /* what engine_exchange returns for the move, in centipawns */
};

enum { REPORT_LINES_MAX = 64, REPORT_PV_MAX = 64 };
enum bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct line {
    Score score;
    int depth, selective_depth;
    uint8_t bound; /* an enum bound: whether score is exact, or a lower or upper bound */
    int length;
    Move moves[REPORT_PV_MAX];
};
