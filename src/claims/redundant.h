/* Finds claims that would add nothing for the reader to those already proved. */
#pragma once
#include "src/claims/claims.h"

/* Whether the claim adds nothing to the first `count` claims of the list, which are proved. */
bool redundant_after(const struct claims *claims, int count, const struct claim *claim);

/* Whether the claim is only about material, and one of the first `count` claims of the list, which
 * are proved, says by the same line what is won or which piece hangs. */
bool redundant_repeat(const struct claims *claims, int count, const struct claim *claim);

/* Removes a claim that only names the best reply or the better move, if another claim gives a
 * reason. Moves a better move with a merit before a reply without one. */
void redundant_drop_bare(struct claims *claims);
