/* The phases of a game. */
#pragma once

#include "engine/chess.h"

#define GAME_PHASES(X) \
    X(OPENING, "opening") X(MIDDLEGAME, "middlegame") X(ENDGAME, "endgame")
enum game_phase {
#define X(id, name) PHASE_##id,
    GAME_PHASES(X)
#undef X
    PHASE_COUNT
};
const char *game_phase_name(enum game_phase phase);
/* An endgame has at most six pieces besides kings and pawns, as on Lichess. The opening ends after
 * move 12, or when four of the fourteen pieces have been captured. */
enum game_phase game_phase(const struct position *position);
