/* Both write the same text in every locale. */
#include "src/game/format.h"

#include <stdio.h>

#include "engine/types.h"

void text_score(int score, char *out, size_t size)
{
    int moves;
    if (score_is_mate(score, &moves)) {
        snprintf(out, size, "#%d", moves);
        return;
    }
    unsigned magnitude = score < 0 ? 0u - (unsigned)score : (unsigned)score;
    snprintf(out, size, "%c%u.%02u", score < 0 ? '-' : '+', magnitude / 100, magnitude % 100);
}

void text_move(const struct position *position, Move move, char *out, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    snprintf(out, size, "%d%s %s", position->fullmove, position->side == WHITE ? "." : "...", san);
}
