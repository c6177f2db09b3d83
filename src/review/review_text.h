/* Describes in words what an error lost. */
#pragma once

#include "src/claims/claims.h"
#include "src/game/game.h"
#include "src/review/motif.h"

/* Writes a legal move with its number, as in running text: "12...Nd3+". */
void review_numbered(const struct position *position, Move move, char *text, size_t size);

/* Lists the claims (src/claims/claim.h) about the move that led to `node`. `best` is the best line
 * before the move, and `answer` the best line after it. */
void review_claims(const struct game_node *node, const struct line *best, const struct line *answer,
                   struct claims *claims);
/* Returns whether the claim says what the move itself does, and this is more than retaking,
 * castling or developing a piece. */
bool review_is_notable(const struct claims *claims, const struct claim *claim);
/* The motif of the tactic that the claim states, or MOTIF_NONE. */
enum motif review_motif(const struct claims *claims, const struct claim *claim);

/* An error in words. */
struct error_words {
    char full[80];   /* "let you win the queen for a rook and a pawn" */
    char brief[40];  /* the same claim with fewer details, for a narrow column: "let you win
                      * material"; at most REVIEW_BRIEF cells */
    char better[24]; /* the better move if the words explain little without it, "13.Rc2"; otherwise
                      * "" */
};
enum { REVIEW_BRIEF = 34 };

enum { REVIEW_WORDS_MAX = 128 /* bytes of an error in words, with the better move */ };
/* Writes the full words, with the better move if they need it: "went from level to lost; 13.Rc2 was
 * better". */
void review_whole_words(const struct error_words *words, char *text, size_t size);

/* Describes an error in words by what it allows or misses, and returns the motif of the tactic in
 * these words. `node` is the position after the error, `best` the line that was better, and
 * `answer` the best line after the error. If `gift` is set, the error is the opponent's, and the
 * words are about what you could win. Sets *said to the claim that the words state; its kind is
 * CLAIM_NONE if the words come from the scores alone. */
enum motif review_error_words(const struct game_node *node, const struct line *best,
                              const struct line *answer, bool gift, struct claim *said,
                              struct error_words *words);

/* Writes why the opponent erred, as far as its decision shows: "overlooked 12...Nd3+, which forks
 * the king and the queen; tempted by the recapture" (the recapture made it choose the move). Writes
 * "" if the decision does not show it. The other arguments are those of review_error_words. */
void review_cause_words(const struct game_node *node, const struct line *best,
                        const struct line *answer, const struct decision *decision, char *text,
                        size_t size);
