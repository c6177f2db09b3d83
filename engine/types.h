/* The values that every part of the engine speaks in: scores, positional groups, the limits of a
 * search and the lines it finds. Public. */
#pragma once

#include "engine/chess.h"

/* Scores: centipawns; a mate in n plies is SCORE_MATE - n, being mated in n plies n - SCORE_MATE.
 * A tablebase win is SCORE_TABLEBASE - ply. */
enum {
    PLY_MAX = 128,
    SCORE_INFINITE = 32001,
    SCORE_MATE = 32000,
    SCORE_MATE_MIN = SCORE_MATE - 2 * PLY_MAX, /* scores from here up are mates */
    SCORE_TABLEBASE = 30000,
    SCORE_TABLEBASE_MIN = SCORE_TABLEBASE - 2 * PLY_MAX, /* from here up: won for certain */
    SCORE_NONE = 32002,
};

/* True for mates; *moves is in moves, negative when being mated. */
bool score_is_mate(Score score, int *moves);

/* The score with an error added. A mate or a tablebase result stays as it is, and no other score
 * becomes one. */
Score score_with_error(Score score, int error);

/* Expected result per mille from a score, for UCI_ShowWDL. Sum is 1000. */
void score_to_wdl(Score score, int ply, int wdl[3]);

/* Positional groups, the toggles a user sees: identifier, name in files and commands, short name
 * (debug pane), the same in ASCII (UCI "Knows <name>"), words for a sentence. Along MadChess's
 * list. */
#define POSITIONAL_GROUPS(X)                                                                       \
    X(PAWN_VALUES, "pawn_values", "pawns", "pawns", "the value of pawns")                          \
    X(MINOR_VALUES, "minor_values", "N≠B", "N/B", "knights from bishops")                          \
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
const char *group_ascii(enum group group); /* the same in ASCII: "N/B" for "N≠B", "R/Q" */
const char *group_key(enum group group);   /* "passed_pawns": files, options, commands */
const char *group_words(enum group group); /* "passed pawns" */

/* When to stop. Zero means "no such limit". All times in milliseconds. */
struct limits {
    uint64_t nodes;
    int depth; /* plies */
    int mate;  /* stop at a mate in that many moves */
    int64_t movetime;
    int64_t time[COLOR_COUNT], increment[COLOR_COUNT];
    bool clock; /* time[] and increment[] count, even when zero or negative */
    int moves_to_go;
    int64_t opponent_spent; /* thinking about the last move; 0: not known */
    uint64_t budget;        /* a weakened engine's nodes, and */
    int64_t usual;          /* what it takes for a usual move's time: in place of what the clock
                             * comes to, to decide again as before (decision_limits) */
    bool infinite, ponder;  /* until engine_stop / engine_ponderhit */
    int search_moves_count; /* only these root moves, when not zero */
    Move search_moves[CHESS_MOVES_MAX];
};

enum { REPORT_LINES_MAX = 64, REPORT_PV_MAX = 64 };
enum bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct line {
    Score score;
    int depth, selective_depth;
    uint8_t bound; /* enum bound */
    int length;
    Move moves[REPORT_PV_MAX];
};
