/* Visible effects of a quiet move. No side effects. */
#pragma once

#include "src/claims/tactics.h"

/* Reports what the first move of the scene's line does: outposts, open files, passed pawns, freed
 * pieces, castling, development, kings without pawns; and the ending that the line leads to. */
void quiet_find(struct scene *scene);

/* endings.c: pawn endings and bishops of opposite colours at the line's end. */
void endings_find(struct scene *scene);
