/* The static evaluation: the table of terms, counting them, pawns, and endings known by rule. It
 * knows nothing of search or strength. The public face of this folder is engine/evaluation.h.
 *
 * Other rooms include: terms.def. */
#pragma once
