/* The first step of a hint: what kind of move to look for. */
#pragma once

#include "src/claims/claims.h"

enum { HINT_DECIDED = 250 /* centipawns: from this score on, a side is winning */ };

/* Says that the opponent threatens something, or mate, without naming it. */
void hint_threat_words(const struct claim *claim, char *text, size_t size);

/* Says what kind of move to look for, without naming a piece or a square. An exception is the
 * user's king: if the words name it, the function returns true. `claim` is what the move is about,
 * or NULL. If the game is decided, the words also say what to play for. */
bool hint_kind_words(const struct claims *claims, const struct claim *claim, char *text,
                     size_t size);
