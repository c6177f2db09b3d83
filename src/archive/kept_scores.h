/* The scores that a review found for a game of a file. A review does not change the game's file, so
 * the scores are kept in the user's cache, in a small file for each game. The name of this small
 * file depends on the game's moves and on how long the review searches, not on the file that the
 * game is in. */
#pragma once

#include "src/review/review.h"

/* Keeps the scores of the line that ends in `live`, unless our engine has found none of them.
 * `review` is the finished review; NULL: the review was left before its end. */
void kept_scores_write(const struct ledger *ledger, const struct game_node *live,
                       const struct review *review);

/* Adds to the ledger what was kept for the line that ends in `live`. Adds nothing if a score of the
 * ledger differs from the kept one, since the scores of another analysis do not fit together with
 * ours. Returns false if out of memory. */
MUST_USE bool kept_scores_read(struct ledger *ledger, const struct game_node *live);

/* Sums over your games whose finished reviews are kept. */
struct kept_total {
    int games;
    double accuracy; /* percent, added up */
    int counts[JUDGED_COUNT];
};
void kept_scores_total(struct kept_total *total);
