/* What the best reply to a mistake takes, and whether the better move stops it. No searches: the
 * moves are played on the board. */
#pragma once

#include "src/claims/claim.h"

/* Whether the reply to the move played only exchanges two pieces of the same type, no pawn takes
 * back at once, and the side that replies is not a piece ahead. Such an exchange does not explain
 * why the move was a mistake. */
bool reply_only_exchanges(const struct claims *claims);
/* Whether the reply would exchange or attack the same piece after the better move, too. Then it
 * does not show what the mistake changed. */
bool reply_does_the_same(const struct claims *claims, const struct claim *reply);
/* Whether the better move prevents the reply to the move played. It does so if it brings the king
 * out of the reply's reach, if it takes the piece that replies, if it makes the reply illegal by
 * blocking or pinning this piece, or if it guards the square of the reply so that the piece would
 * be lost. */
bool reply_is_prevented(const struct claims *claims);
/* Whether the move gives a check that forces the king to move, so that it can no longer castle. */
bool uncastles(const struct position *position, Move move);
/* Whether the side to move has such a check. */
bool can_uncastle(const struct position *position);
/* Whether this reply, which is possible after both moves, seems to lose material or the right to
 * castle after the better move, but not after the move played. What the better move threatens
 * anyway does not count. */
bool reply_fails(const struct claims *claims, Move reply);
/* Whether the reply, which attacks the piece on `target`, could win nothing at all after the better
 * move. */
bool attack_is_avoided(const struct claims *claims, Square target);
/* Whether this merit says more about the better move than that it stops the reply. */
bool is_clear_merit(int merit);
/* Whether the claim is about a best reply that does nothing known, or only gives check. */
bool reply_says_little(const struct claim *claim);
/* Whether the claim is about a best reply that takes something, so that the mistake loses
 * material. */
bool reply_takes(const struct claims *claims, const struct claim *claim);
/* Whether the claim about the best reply also says that the better move would have stopped it.
 * Then the better move has no other clear merit, and it takes nothing if the reply does nothing
 * that can be named. */
bool reply_names_better(const struct claims *claims, const struct claim *reply);
