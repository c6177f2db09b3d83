/* Visible effects of a quiet move. No side effects. */
#pragma once

#include "src/claims/tactics.h"

/* Reports what the first move of the scene's line does: outposts, open files, passed pawns, freed
 * pieces, castling, development, kings stripped of their pawn cover; and the ending that the line
 * leads to. */
void quiet_find(struct scene *scene);

/* plans.c: adds claims about the purpose of the first move: to save, attack, exchange, free or
 * activate a piece, to take the centre, or to bring the king nearer. */
void plans_find(struct scene *scene);

/* Adds a claim of this kind whose first target is `target`. Its line is the first move and the
 * reply, or only the first move if an exchange is open after the reply. Returns NULL in the same
 * cases as scene_add. */
struct claim *quiet_add(struct scene *scene, enum claim_kind kind, Square target);
/* The number of squares that the piece attacks and that have no piece of its own side. */
int quiet_moves(const struct position *position, Square square);
/* Whether the move brings a knight or a bishop out from its side's first rank, while most pieces are
 * still on the board. */
bool quiet_develops(const struct position *position, Move move);
/* Whether no pawn stands in the way of the pawn on `square` and no enemy pawn could capture it on
 * its way. */
bool quiet_is_passed(const struct position *position, Square square);
/* Whether some file has no pawn of `color`, so that a rook could come in. */
bool quiet_has_open_file(const struct position *position, int color);

/* endings.c: finds the pawn ending, or the ending with one bishop each, that the line leads to. */
void endings_find(struct scene *scene);
