/* One game between two players: clocks, forfeits, adjudication. */
#pragma once

#include <stdatomic.h>

#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/player/player.h"

/* How games end: identifier, and text for messages and PGN. */
#define MATCH_ENDINGS(X)                                                                           \
    X(MATE, "checkmate")                                                                           \
    X(STALEMATE, "stalemate")                                                                      \
    X(INSUFFICIENT, "insufficient material")                                                       \
    X(REPETITION, "repetition")                                                                    \
    X(FIFTY, "fifty moves")                                                                        \
    X(DRAW_AGREED, "adjudicated, both scores even")                                                \
    X(DECIDED, "adjudicated, both scores decided")                                                 \
    X(RESIGNATION, "resignation")                                                                  \
    X(TIME, "time forfeit")                                                                        \
    X(TIME_DRAW, "time forfeit, no mating material")                                               \
    X(ILLEGAL, "illegal move")                                                                     \
    X(BREAKDOWN, "the program broke down")

enum match_ending {
#define X(id, words) ENDING_##id,
    MATCH_ENDINGS(X)
#undef X
        ENDING_COUNT
};
const char *match_ending_words(enum match_ending ending);

/* When to decide a game by the players' scores. No game is adjudicated if one of the players
 * reports no scores. */
struct adjudication {
    bool on;
    int draw_score, draw_plies, draw_from; /* a draw if both sides' |score| stays at most draw_score
                                              for draw_plies plies; not before ply draw_from after
                                              the opening */
    int win_score, win_plies;              /* a win if both sides see the same side ahead by at
                                              least win_score, for win_plies plies */
};
struct adjudication adjudication_default(void);

/* The conditions of a game. The caller must make sure that each player has a limit or a clock. */
struct game_rules {
    struct limits limits;        /* nodes, depth or movetime for each move */
    struct time_control control; /* if untimed, no clock runs */
    int margin;                  /* tolerance for overstepping the time, in milliseconds */
    int virtual_speed; /* if not 0, the clock counts nodes instead of time, at this many nodes a
                          second for players whose spec sets no speed; nobody loses on time */
    struct adjudication adjudication;
};

struct game_outcome {
    enum result result;
    enum match_ending ending;
    int plies;                  /* plies played, without the opening */
    int moves;                  /* length of the game in moves, with the opening if its moves are
                                 * known */
    char eco;                   /* 'A' .. 'E', the volume of the opening; '\0': not known */
    int64_t think[COLOR_COUNT]; /* milliseconds that each side has used */
    int thoughts[COLOR_COUNT];  /* number of moves whose time is in `think`, including a last one
                                   that was not completed because the side hung, resigned or lost on
                                   time */
    uint64_t nodes[COLOR_COUNT];
    char trouble[256]; /* what a forfeiting program did; "" if neither forfeited */
};

/* Plays a game from the end of its main line. Adds the moves with clock times and comments such as
 * "+0.35/12 5003": score for the mover, depth, nodes, and how much a weakened player gave away.
 * `players` are indexed by colour and must be ready for a new game. Returns false when `stop` is
 * set; also when out of memory, with *error set. */
MUST_USE bool match_play(struct game *game, struct player *const players[COLOR_COUNT],
                         const struct game_rules *rules, const atomic_bool *stop,
                         struct game_outcome *outcome, struct error *error);
