/* The static evaluation: the table of terms, the code that counts them, pawn structure, and rules
 * for known endings. It does not depend on the search or the strength. The public header of this
 * folder is engine/evaluation.h.
 *
 * Other public headers: terms.def. */
#pragma once
