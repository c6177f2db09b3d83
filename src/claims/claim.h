/* A claim: one statement about a position, with the line that proves it. Plain values. */
#pragma once

#include "engine/types.h"

/* The kinds of claims: identifier, and name in JSON. More concrete kinds come first: of two claims
 * about the same material, the one of the earlier kind is stated. */
#define CLAIM_KINDS(X)                                                                             \
    X(NONE, "none")                                                                                \
    X(BACK_RANK, "back rank")                                                                      \
    X(MATE, "mate")                                                                                \
    X(STALEMATE, "stalemate")                                                                      \
    X(PERPETUAL, "perpetual")                                                                      \
    X(DOUBLE_CHECK, "double check")                                                                \
    X(FORK, "fork")                                                                                \
    X(SKEWER, "skewer")                                                                            \
    X(DISCOVERED, "discovered attack")                                                             \
    X(TRAPPED, "trapped piece")                                                                    \
    X(REMOVES_GUARD, "removal of the guard")                                                       \
    X(OVERLOADED, "overloaded defender")                                                           \
    X(DEFLECTION, "deflection")                                                                    \
    X(ATTRACTION, "attraction")                                                                    \
    X(PIN, "pin")                                                                                  \
    X(INTERMEDIATE, "intermediate move")                                                           \
    X(HANGS, "hangs")                                                                              \
    X(PROMOTION, "promotion")                                                                      \
    X(WINS, "wins material")                                                                       \
    X(PAWN_ENDING, "pawn ending")                                                                  \
    X(SAVES, "saves a piece")                                                                      \
    X(ATTACKS, "attack")                                                                           \
    X(PASSED_PAWN, "passed pawn")                                                                  \
    X(KING_EXPOSED, "exposed king")                                                                \
    X(OUTPOST, "outpost")                                                                          \
    X(OPEN_FILE, "open file")                                                                      \
    X(IDLE_PIECE, "idle piece")                                                                    \
    X(BISHOPS, "bishops")                                                                          \
    X(CASTLES, "castles")                                                                          \
    X(DEVELOPS, "develops")                                                                        \
    X(EXCHANGES, "exchange")                                                                       \
    X(KING_ACTIVE, "active king")                                                                  \
    X(FREES, "opens a line")                                                                       \
    X(CENTRE, "centre")                                                                            \
    X(AIMS, "aims at the king")                                                                    \
    X(RESTRICTS, "restricts")                                                                      \
    X(ESCAPE, "escape square")                                                                            \
    X(ACTIVE, "active piece")                                                                      \
    X(PRESSURE, "pressure")                                                                        \
    X(TAKES, "capture")                                                                            \
    X(FORCED, "only legal move")                                                                   \
    X(KEEPS, "keeps material")                                                                     \
    X(PREVENTS, "prevents the reply")                                                              \
    X(GUARDS, "guards")                                                                            \
    X(UNCASTLES, "prevents castling")                                                              \
    X(DRIVES, "check that drives the king")                                                        \
    X(CHECKS, "series of checks")                                                                  \
    X(REPLY, "best reply")                                                                         \
    X(BETTER, "better move")
enum claim_kind {
#define X(id, name) CLAIM_##id,
    CLAIM_KINDS(X)
#undef X
        CLAIM_KIND_COUNT
};

/* The roles of claims: identifier, and name in JSON. The role of what the move itself does has no
 * name: JSON then gives only the kind. */
#define CLAIM_ROLES(X)                                                                             \
    X(DOES, "")               /* the move itself does what is
                               * claimed */                                      \
    X(ALLOWS, "allows")       /* the move played lets the other side do what is
                               * claimed */                    \
    X(MISSED, "missed")       /* a better move would have done what is
                               * claimed */                             \
    X(THREAT, "threat")       /* what is claimed comes next if the side to move passes; line
                               * contains the pass */  \
    X(PARRIES, "parries")     /* the opponent threatened what is claimed; the move stops
                               * it */                \
    X(ANSWERS, "answers")     /* what is claimed follows a reply other than the expected one: one
                               * that is nearly as good, or a capture */                       \
    X(PUNISHES, "punishes")   /* a better move would have made a good reply to the move played a
                               * mistake, which what is claimed punishes */ \
    X(ONLY_MOVE, "only move") /* only the best move prevents what is claimed; the second best allows
                               * it */
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
    uint8_t at;              /* index in `line` of the key move, such as the fork or the capture */
    uint8_t first;           /* index in `line` at which what is claimed begins. The moves before it
                                lead up to it: the move played, a better one or a pass */
    uint8_t by;              /* square, after the key move, of the piece that carries out the claim;
                                NO_SQUARE if none does */
    uint8_t merit;           /* for a best reply or a better move: what its first move does, as a
                              * kind of claim, with its squares in `targets`; CLAIM_NONE if it does
                              * nothing simple. The kinds CLAIM_KEEPS, CLAIM_PREVENTS
                              * and CLAIM_CHECKS occur only here */
    uint8_t target_count;
    uint8_t targets[CLAIM_TARGETS_MAX]; /* squares after the key move, the most valuable first */
    Bitboard attackers, defenders;      /* pieces that attack and defend the first target, before
                                           the move that takes it */
    int length;
    Move line[CLAIM_LINE_MAX]; /* the moves, from the position in struct claims on; NULL_MOVE for a
                                  pass */
    int mate;                  /* mate in this many moves, 0: no mate */
    int material;              /* centipawns that side wins in the whole line (a pawn is 100, then
                                * 300, 300, 500, 900); the line does not end amid an exchange */
    int won[PIECE_TYPE_COUNT]; /* pieces that `side` captures minus those it loses, by type, from
                                * line[first] on; with the merit CLAIM_KEEPS, the pieces that the
                                * better move does not lose */
    int promotions; /* promotions to a queen by side minus those by the other side, from line[first]
                       on; an underpromotion counts in `won` as a pawn given for the new piece */
    Score score;    /* as `side` sees it: the score of the search that found the line */
    Score confirmed;         /* as `side` sees it: the score of the search from the line's end;
                              * SCORE_NONE if not searched */
    int depth, confirmed_depth;
    uint64_t nodes, confirmed_nodes; /* nodes of the searches that found score and confirmed */
    uint8_t order;                   /* 1 for the smaller of the two reasons for a mistake (what it
                                      * allows, what it misses), else 0 */
    bool proved;                     /* the line was played out and a search confirmed it */
};

/* Whether the claim is that a line ends in a draw. */
static inline bool claim_draws(const struct claim *claim)
{
    return claim->kind == CLAIM_STALEMATE || claim->kind == CLAIM_PERPETUAL;
}

/* Whether the claim's line wins pawns and nothing else. */
static inline bool claim_wins_only_pawns(const struct claim *claim)
{
    for (int type = KNIGHT; type < KING; type++) {
        if (claim->won[type] != 0)
            return false;
    }
    return claim->promotions == 0;
}

/* Whether the claim is about a small advantage, such as an outpost. Attacks, saved pieces and
 * material are more than that. */
static inline bool claim_is_small(const struct claim *claim)
{
    return claim->kind > CLAIM_KING_EXPOSED && claim->kind < CLAIM_REPLY;
}

/* Whether the claim is about a small advantage of the better move. */
static inline bool claim_is_quiet_merit(const struct claim *claim)
{
    return claim->role == CLAIM_ROLE_MISSED && claim_is_small(claim);
}

/* Whether the claim is about a threat: a pass comes before the first move of its line. */
static inline bool claim_is_threat(const struct claim *claim)
{
    return claim->first > 0 && claim->line[claim->first - 1] == NULL_MOVE;
}

/* The best line that a search found. */
struct evidence {
    Score score; /* for the side to move at its start; SCORE_NONE: not searched */
    int depth;
    uint64_t nodes;
    int length; /* number of moves; 0: not searched */
    Move moves[CLAIM_LINE_MAX];
};

/* Everything that is said about a position, or about a move in it. */
struct claims {
    struct position position; /* before the move */
    Move last;                /* the move that led to the position, or NO_MOVE */
    uint8_t last_captured;    /* the type of the piece that the last move captured, or
                               * NO_PIECE_TYPE */
    Move played;              /* NO_MOVE: the claims are about the position */
    struct evidence best;     /* the best line from the position */
    struct evidence answer; /* the best line after the move played; its score is for the opponent */
    bool for_hint;            /* also claim material that the opponent loses without being forced
                               * to */
    bool at_sight;            /* no search will prove the claims, so only obvious ones are listed */
    Score loss;               /* what the move played lost, in centipawns, 0 or more */
    Score slip;               /* the same, but also counts what is lost in a position that is won or
                               * lost anyway */
    uint64_t nodes;           /* nodes of all searches */
    int count;
    struct claim list[CLAIMS_MAX]; /* the most concrete reason first */
};

const char *claim_kind_name(enum claim_kind kind);   /* "fork" */
const char *claim_role_name(enum claim_role role);   /* "allows" */
