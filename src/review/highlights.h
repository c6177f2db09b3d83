/* The highlights of a game: how well the winner played, a forced mate that was played out, and a
 * sound sacrifice. Each has a reason in words, and numbers by which the highlights of several games
 * are ranked. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/format.h"
#include "src/game/game.h"
#include "src/game/accuracy.h"

/* Identifier, name in JSON, title. */
#define HIGHLIGHTS(X)                                                                              \
    X(GAME, "best_game", "Best game")                                                              \
    X(MATE, "prettiest_mate", "Prettiest mate")                                                    \
    X(SACRIFICE, "biggest_sacrifice", "Biggest sound sacrifice")
enum highlight_kind {
#define X(id, name, title) HIGHLIGHT_##id,
    HIGHLIGHTS(X)
#undef X
        HIGHLIGHT_COUNT
};

enum { HIGHLIGHT_RANKS = 4, HIGHLIGHT_REASON_MAX = 320, HIGHLIGHT_LINE_MAX = 256 };

struct highlight {
    bool found;
    int side;                      /* the side that played it */
    int rank[HIGHLIGHT_RANKS];     /* larger is better; the first number that differs decides */
    int moves;                     /* best game: how many moves the winner made; mate: its length
                                      in moves; unused for a sacrifice */
    int counts[JUDGED_COUNT];      /* best game: the winner's moves by judgement */
    double accuracy, loss;         /* best game: the winner's, as in struct accuracy */
    int points;                    /* sacrifice: the material given, in points (pawn 1, queen 9) */
    Score score;                   /* sacrifice: the score after the move, for side */
    char fen[CHESS_FEN_MAX];       /* mate, sacrifice: the position before its first move */
    char move[TEXT_MOVE_MAX];      /* mate, sacrifice: its first move, "24. Qxh7+" */
    char line[HIGHLIGHT_LINE_MAX]; /* mate, sacrifice: the game from that move on, "24. Qxh7+
                                      Kxh7" */
    char reason[HIGHLIGHT_REASON_MAX]; /* the reason in words, without a full stop */
};

/* Returns true if `one` ranks before `other`. A highlight with `found` unset ranks last. */
bool highlight_is_better(const struct highlight *one, const struct highlight *other);

/* Finds the highlights of a game. Each position of the main line is searched with this many nodes,
 * and a mate or sacrifice is confirmed with ten times as many. The engine must be at full strength.
 * Returns false and sets *error on failure; if `stop` was set, returns false with an empty
 * message. */
MUST_USE bool highlights_find(struct engine *engine, uint64_t nodes, const struct game *game,
                              const atomic_bool *stop, struct highlight found[HIGHLIGHT_COUNT],
                              struct error *error);
