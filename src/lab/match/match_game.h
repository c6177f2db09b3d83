/* One game between two players: clocks, forfeits, adjudication. */
#pragma once

#include <stdatomic.h>

#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/player/player.h"

/* How games end: identifier, words for people and PGN. */
#define MATCH_ENDINGS(X)                                   \
    X(MATE, "checkmate")                                   \
    X(STALEMATE, "stalemate")                              \
    X(INSUFFICIENT, "insufficient material")               \
    X(REPETITION, "repetition")                            \
    X(FIFTY, "fifty moves")                                \
    X(DRAW_AGREED, "adjudicated, both scores even")        \
    X(DECIDED, "adjudicated, both scores decided")         \
    X(RESIGNATION, "resignation")                          \
    X(TIME, "time forfeit")                                \
    X(TIME_DRAW, "time forfeit, no mating material")       \
    X(ILLEGAL, "illegal move")                             \
    X(BREAKDOWN, "the program broke down")

enum match_ending {
#define X(id, words) ENDING_##id,
    MATCH_ENDINGS(X)
#undef X
    ENDING_COUNT
};
const char *match_ending_words(enum match_ending ending);

/* When scores decide a game. A player that tells no score is never judged by one. */
struct adjudication {
    bool on;
    int draw_score, draw_plies, draw_from; /* |score| of both so long, from this ply on */
    int win_score, win_plies;              /* both agree so long */
};
struct adjudication adjudication_default(void);

/* The conditions of a game. Zero limits and an untimed control are the caller's mistake. */
struct game_rules {
    struct limits limits;        /* nodes, depth, movetime of a move */
    struct time_control control; /* untimed: none */
    int margin;                  /* milliseconds a flag may be late */
    int virtual_speed; /* not 0: the clock is charged with nodes, at so many a second for players
                          that have no speed of their own; nobody loses on it */
    struct adjudication adjudication;
};

struct game_outcome {
    enum result result;
    enum match_ending ending;
    int plies;         /* played, without the opening */
    int64_t think[COLOR_COUNT]; /* milliseconds spent by each */
    uint64_t nodes[COLOR_COUNT];
    char trouble[256]; /* what a forfeiting program did, "" for none */
};

/* Plays on from the end of the main line of game, adding the moves with clocks and comments
 * ("+0.35/12 5003": score for the mover, depth, nodes; what a weakened player gave away). players
 * by colour, ready for a new game. False when stop was set, or error filled: out of memory. */
MUST_USE bool match_play(struct game *game, struct player *const players[COLOR_COUNT],
                         const struct game_rules *rules, const atomic_bool *stop,
                         struct game_outcome *outcome, struct error *error);
