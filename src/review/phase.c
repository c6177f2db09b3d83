/* The phase of a game, by the pieces left and the number of the move. */
#include "src/review/phase.h"

#include "src/util/text.h"

enum { OPENING_MOVES = 12, OPENING_PIECES = 10, ENDGAME_PIECES = 6 };

NAMES_OF(game_phase_name, enum game_phase, GAME_PHASES)

enum game_phase game_phase(const struct position *position)
{
    int pieces = __builtin_popcountll(position->by_type[KNIGHT] | position->by_type[BISHOP] |
                                      position->by_type[ROOK] | position->by_type[QUEEN]);
    if (pieces <= ENDGAME_PIECES)
        return PHASE_ENDGAME;
    return position->fullmove <= OPENING_MOVES && pieces > OPENING_PIECES ? PHASE_OPENING
                                                                          : PHASE_MIDDLEGAME;
}
