/* Scores and moves as text. */
#pragma once

#include "engine/chess.h"
#include "engine/types.h"

/* Writes a score, which is in centipawns or a mate: "+0.35", "-1.20", "#3", "#-2". */
void text_score(int score, char *out, size_t size);

/* Writes the depth of a search: "depth 12". For the maximum depth, writes "searched to the end": a
 * search reports it if it has found a mate or has nothing left to search, and the number would mean
 * nothing to a user. */
void text_depth(int depth, char *out, size_t size);

/* Writes a legal move of `position` with its number: "12. Nf3", "12... Nc6". */
enum { TEXT_MOVE_MAX = CHESS_SAN_MAX + 16 };
void text_move(const struct position *position, Move move, char *out, size_t size);

/* Writes at most `plies` plies of a line: "Nf3 Nc6 Bb5", or with numbers "12. Nf3 Nc6 13. Bb5". The
 * text is cut to `size` bytes. */
void text_line(const struct position *position, const struct line *line, int plies, bool numbers,
               char *text, size_t size);
