/* The static evaluation: the table of terms, counting them, pawns, and endings known by rule. It
 * does not depend on the search or the strength. The public header of this folder is
 * engine/evaluation.h.
 *
 * Other public headers: terms.def. */
#pragma once
