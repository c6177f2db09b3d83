/* Describes in words what an error lost. */
#pragma once

#include "src/claims/claims.h"
#include "src/game/game.h"
#include "src/review/motif.h"

/* A legal move with its number in running text: "12...Nd3+". */
void review_numbered(const struct position *position, Move move, char *text, size_t size);

/* Lists the claims about the move that led to node, from the lines that were best before and after
 * it. */
void review_claims(const struct game_node *node, const struct line *best, const struct line *answer,
                   struct claims *claims);
/* Whether what the move itself does is more than to retake, to castle or to develop. */
bool review_is_notable(const struct claims *claims, const struct claim *claim);
enum motif review_motif(const struct claims *claims, const struct claim *claim);

/* Describes an error by what it allows or misses, from claims, and returns the motif. node is the
 * position after the error, best is the line that was better, and answer the best answer to the
 * error. gift: the error is the opponent's, and the better move is named; otherwise the move stays
 * hidden, because the position becomes an exercise. *said is the claim; its kind is CLAIM_NONE if
 * only the scores say it. */
enum motif review_error_words(const struct game_node *node, const struct line *best,
                              const struct line *answer, bool gift, struct claim *said, char *text,
                              size_t size);

/* Why the opponent erred, as far as its decision shows: "overlooked 12...Nd3+, which forks the king
 * and the queen; drawn by the recapture"; "" if it shows nothing. The arguments are those of
 * review_error_words. */
void review_cause_words(const struct game_node *node, const struct line *best,
                        const struct line *answer, const struct decision *decision, char *text,
                        size_t size);
