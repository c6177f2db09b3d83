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
/* At most six pieces besides kings and pawns are an endgame, as Lichess divides games. The opening
 * ends with move 12, or when four of the fourteen pieces are gone. */
enum game_phase game_phase(const struct position *position);
