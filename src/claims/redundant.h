/* Finds claims that would add nothing for the reader to those already proved. */
#pragma once
#include "src/claims/claims.h"

/* Whether the claim adds nothing to the first `count` claims of the list, which are proved. */
bool redundant_after(const struct claims *claims, int count, const struct claim *claim);

/* Removes a best reply and a better move that are only named, if another claim says more. A better
 * move with a merit precedes a reply without one. */
void redundant_drop_bare(struct claims *claims);
