/* The highlights of a game of others: how well the winner played it, a forced mate that was played
 * out, and a sound sacrifice. Each has a reason in words, and numbers by which games are ranked. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/format.h"
#include "src/game/game.h"
#include "src/review/accuracy.h"

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
    int side;                      /* whose highlight it is */
    int rank[HIGHLIGHT_RANKS];     /* the larger is better; the first number that differs decides */
    int moves;                     /* a game: of the winner; a mate: its length */
    int counts[JUDGED_COUNT];      /* of the winner's moves */
    double accuracy, loss;         /* of the winner, as in struct accuracy */
    int points;                    /* a sacrifice: what was given, 1 to 9 a piece */
    Score score;                   /* a sacrifice: after the move, for side */
    char fen[CHESS_FEN_MAX];       /* before the move; "" for a game */
    char move[TEXT_MOVE_MAX];      /* "24. Qxh7+"; "" for a game */
    char line[HIGHLIGHT_LINE_MAX]; /* how the game went on from the move, "24. Qxh7+ Kxh7" */
    char reason[HIGHLIGHT_REASON_MAX]; /* without a full stop */
};

/* Whether one ranks before the other; a highlight that was not found ranks last. */
bool highlight_is_better(const struct highlight *one, const struct highlight *other);

/* Searches each position of the main line with this many nodes, and what is doubtful with ten times
 * as many. The engine is at full strength. Returns false and sets *error on failure; if stop was
 * set, the message is empty. */
MUST_USE bool highlights_find(struct engine *engine, uint64_t nodes, const struct game *game,
                              const atomic_bool *stop, struct highlight found[HIGHLIGHT_COUNT],
                              struct error *error);
