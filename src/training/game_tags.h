/* The PGN tags of a game played in this program. */
#pragma once

#include "engine/engine.h"
#include "src/game/clock.h"
#include "src/game/game.h"
#include "src/game/opening.h"
#include "src/game/scale.h"

struct played {
    int64_t when;          /* seconds since 1970 */
    int you;               /* your colour */
    const char *opponent;  /* the opponent's name */
    bool guest;            /* an external engine, to which handicap does not apply */
    const struct handicap *handicap;
    const struct scale *scale; /* scale of the tag FallibleLevel; NULL: the tag is not written */
    const struct time_control *control;
    int drill;             /* enum group, or DRILL_NONE */
    int takebacks;
    const struct openings *openings; /* may be NULL */
    bool clean;                      /* leave out the tags that only Fallible understands */
};
/* Sets the game's tags. `live` is the last position of the game. Returns false if out of memory. */
MUST_USE bool played_tag(struct game *game, const struct game_node *live,
                         const struct played *played);
#define PLAYED_NO_MATE "out of time, but no mate is possible"
/* Writes how a game ended, in words for the tag Termination. Some readers of the tag do not know
 * who "you" are, so the ending "you resigned" becomes "white resigns". `mover` is the side to move
 * at the end. Endings without "you" are written as they are. */
void played_termination(const char *ending, int you, int mover, char *text, size_t size);
/* Removes the tags that only Fallible understands from a saved game. Earlier versions wrote the
 * opponent's rating (the tag WhiteElo or BlackElo) on the engine scale; it is replaced by the
 * rating in the tag FallibleLevel. `you` is your colour. Returns false if out of memory. */
MUST_USE bool played_untag(struct game *game, int you);
