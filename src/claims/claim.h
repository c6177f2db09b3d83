/* A claim: one statement about a position, with the line that proves it. Plain values. */
#pragma once

#include "engine/types.h"

/* Identifier, name in JSON, and plural for lists of what to practise. More concrete kinds come
 * first: of two claims with the same material the earlier kind is stated. */
#define CLAIM_KINDS(X)                                                    \
    X(NONE, "none", "nothing concrete")                                   \
    X(BACK_RANK, "back rank", "mates on the back rank")                   \
    X(MATE, "mate", "mates")                                              \
    X(STALEMATE, "stalemate", "stalemate that saves")                     \
    X(PERPETUAL, "perpetual", "perpetual check")                          \
    X(DOUBLE_CHECK, "double check", "double checks")                      \
    X(FORK, "fork", "forks")                                              \
    X(SKEWER, "skewer", "skewers")                                        \
    X(DISCOVERED, "discovered attack", "discovered attacks")              \
    X(TRAPPED, "trapped piece", "trapped pieces")                         \
    X(REMOVES_GUARD, "removal of the guard", "captured defenders")        \
    X(OVERLOADED, "overloaded defender", "overloaded defenders")          \
    X(DEFLECTION, "deflection", "deflections")                            \
    X(ATTRACTION, "attraction", "attractions")                            \
    X(PIN, "pin", "pins")                                                 \
    X(INTERMEDIATE, "intermediate move", "intermediate moves")            \
    X(HANGS, "hangs", "hanging pieces")                                   \
    X(PROMOTION, "promotion", "promotions")                               \
    X(WINS, "wins material", "material")                                  \
    X(PAWN_ENDING, "pawn ending", "pawn endings")                         \
    X(PASSED_PAWN, "passed pawn", "passed pawns")                         \
    X(KING_EXPOSED, "exposed king", "exposed kings")                      \
    X(OUTPOST, "outpost", "outposts")                                     \
    X(OPEN_FILE, "open file", "open files")                               \
    X(IDLE_PIECE, "idle piece", "idle pieces")                            \
    X(BISHOPS, "bishops", "bishops of one colour")                        \
    X(CASTLES, "castles", "castling")                                     \
    X(DEVELOPS, "develops", "development")                                \
    X(BETTER, "better move", "small inaccuracies")
enum claim_kind {
#define X(id, name, words) CLAIM_##id,
    CLAIM_KINDS(X)
#undef X
        CLAIM_KIND_COUNT
};

/* The role of a claim: identifier, and its kind in JSON ("" for what the move itself does, where
 * the kind stands alone). */
#define CLAIM_ROLES(X)                                                                             \
    X(DOES, "")               /* the side to move does this */                                     \
    X(ALLOWS, "allows")       /* the move played lets the other side do this */                    \
    X(MISSED, "missed")       /* a better move would have done this */                             \
    X(THREAT, "threat")       /* this comes next if nothing is done; line begins with a pass */    \
    X(PARRIES, "parries")     /* the move stops this threat of the other side */                   \
    X(ONLY_MOVE, "only move") /* the move stops this threat of the opponent */
enum claim_role {
#define X(id, name) CLAIM_ROLE_##id,
    CLAIM_ROLES(X)
#undef X
        CLAIM_ROLE_COUNT
};

enum { CLAIM_LINE_MAX = 32, CLAIM_TARGETS_MAX = 4, CLAIMS_MAX = 24 };

struct claim {
    uint8_t kind;            /* enum claim_kind */
    uint8_t role;            /* enum claim_role */
    uint8_t side;            /* enum color: who benefits */
    uint8_t at;              /* index in line of the key move: the fork, the capture */
    uint8_t first;           /* index in line of side's first move; before it come the move played,
                              * or a pass */
    uint8_t by;              /* square of the piece that does it, after the key move; NO_SQUARE */
    uint8_t target_count;
    uint8_t targets[CLAIM_TARGETS_MAX]; /* squares after the key move, the most valuable first */
    Bitboard attackers, defenders;      /* of the first target, before the move that takes it */
    int length;
    Move line[CLAIM_LINE_MAX]; /* from the position of struct claims; NULL_MOVE for a pass */
    int mate;                  /* mate in this many moves, 0: no mate */
    int material;              /* centipawns that side wins from line[first] to the line's end, by
                                * 100, 300, 300, 500, 900; no exchange is open there */
    int won[PIECE_TYPE_COUNT]; /* captured minus lost, by type */
    int promotions;          /* of side, minus the other side's */
    Score score;             /* for side, of the search that found the line */
    Score confirmed;         /* for side, of the search from the line's end; SCORE_NONE: not
                              * searched */
    int depth, confirmed_depth;
    uint64_t nodes, confirmed_nodes; /* of the two searches */
    uint8_t order;                   /* 0 for the larger of two reasons of a mistake, otherwise 1 */
    bool proved;                     /* played out and confirmed */
};

/* The line of a search. */
struct evidence {
    Score score; /* for the side to move at its start; SCORE_NONE: not searched */
    int depth;
    uint64_t nodes;
    int length; /* of moves; 0: not searched */
    Move moves[CLAIM_LINE_MAX];
};

/* Everything that is said about a position, or about a move in it. */
struct claims {
    struct position position; /* before the move */
    Move last;                /* the move that led here, or NO_MOVE */
    uint8_t last_captured;    /* the type it captured, or NO_PIECE_TYPE */
    Move played;              /* NO_MOVE: the claims are about the position */
    struct evidence best;     /* from position */
    struct evidence answer;   /* after played; its score is for the other side */
    Score loss;               /* of the move played, in centipawns, 0 or more */
    uint64_t nodes;           /* of all searches */
    int count;
    struct claim list[CLAIMS_MAX]; /* the most concrete reason first */
};

const char *claim_kind_name(enum claim_kind kind);   /* "fork" */
const char *claim_kind_plural(enum claim_kind kind); /* "forks" */
const char *claim_role_name(enum claim_role role);   /* "allows" */
