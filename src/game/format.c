/* Scores and moves as text. The result does not depend on the locale. */
#include "src/game/format.h"

#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

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

void text_depth(int depth, char *out, size_t size)
{
    if (depth < PLY_MAX - 1)
        snprintf(out, size, "depth %d", depth);
    else
        snprintf(out, size, "searched to the end");
}

void text_move(const struct position *position, Move move, char *out, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    snprintf(out, size, "%d%s %s", position->fullmove, position->side == WHITE ? "." : "...", san);
}

void text_line(const struct position *position, const struct line *line, int plies, bool numbers,
               char *text, size_t size)
{
    struct position at = *position;
    text[0] = '\0';
    for (int i = 0; i < line->length && i < plies && strlen(text) + 24 < size; i++) {
        char san[CHESS_SAN_MAX];
        if (!chess_is_legal(&at, line->moves[i]))
            break;
        chess_to_san(&at, line->moves[i], san);
        text_add(text, size, "%s", i > 0 ? " " : "");
        if (numbers && (at.side == WHITE || i == 0))
            text_add(text, size, "%d%s ", at.fullmove, at.side == WHITE ? "." : "...");
        text_add(text, size, "%s", san);
        chess_play(&at, line->moves[i]);
    }
}
