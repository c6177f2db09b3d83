/* What the program says about a position or a move: claims, which are made from the lines of
 * searches and proved before they are shown. gather/ makes them, and words/ writes their words from
 * the claims alone. Reviews of games are in src/review/.
 *
 * Other public headers: claim.h, geometry.h, hint.h.
 *
 * All scores are on the scale of score_common (engine/types.h), as in reviews.
 *
 * Claims are made in two steps. claims_gather lists what the lines suggest; it is fast and has no
 * side effects. The prover then searches from the ends of the lines and removes the claims that the
 * search does not confirm. */
#pragma once

#include <stdio.h>

#include "engine/engine.h"
#include "src/claims/claim.h"

struct prover_budget {
    uint64_t find, confirm; /* nodes of a search that finds a line, and of one that confirms a line
                               from its end */
    int proved_max; /* stop after this many proved claims */
    bool answers;   /* also claim what follows the opponent's second best reply and, if nothing else
                       can be said of a good move, what it takes; a hint needs neither */
};
struct prover_budget prover_review_budget(void);
struct prover_budget prover_hint_budget(void);
/* For a second attempt, if prover_hint_budget was too small to prove anything. */
struct prover_budget prover_long_hint_budget(void);

/* Makes and proves claims. A prover made by prover_create owns an engine at full strength with one
 * thread, so its results depend only on the budget. */
struct prover;
/* Returns NULL and sets *error on failure. `base`: the settings of the engine except for those that
 * the prover needs, or NULL for the default ones. `syzygy`: a folder of endgame tables, or NULL. */
struct prover *prover_create(const struct prover_budget *budget, const struct engine_settings *base,
                             const char *syzygy, struct error *error);
void prover_destroy(struct prover *prover); /* NULL is allowed */

/* A prover for callers that must not wait. It has no engine. For each search that it needs it calls
 * ask, which starts the search and returns true at once, or returns false if it cannot. During the
 * search, the functions below return false and prover_is_waiting returns true. When the search has
 * finished, call prover_answer and then the same function again, which continues where it stopped.
 * Call prover_forget before another position. Returns NULL if out of memory. */
typedef bool prover_ask(void *context, const struct position *start, const Move moves[], int count,
                        const struct limits *limits);
struct prover *prover_create_asking(const struct prover_budget *budget, prover_ask *ask,
                                    void *context);
bool prover_is_waiting(const struct prover *prover);
void prover_answer(struct prover *prover, const struct report *report);
void prover_forget(struct prover *prover);
/* Gives the prover a new budget and calls prover_forget. */
void prover_spend(struct prover *prover, const struct prover_budget *budget);

/* claims_of_position fills *claims with claims about the position after these moves, claims_of_move
 * with claims about the legal move `played` in that position. The game must not be over there.
 * Returns false if out of memory. */
MUST_USE bool claims_of_position(struct prover *prover, const struct position *start,
                                 const Move moves[], int count, struct claims *claims);
MUST_USE bool claims_of_move(struct prover *prover, const struct position *start,
                             const Move moves[], int count, Move played, struct claims *claims);
/* Like claims_of_move, for the best move. */
MUST_USE bool claims_of_best(struct prover *prover, const struct position *start,
                             const Move moves[], int count, struct claims *claims);
/* Makes only the claims about what the opponent threatens in the position. */
MUST_USE bool claims_of_threat(struct prover *prover, const struct position *start,
                               const Move moves[], int count, struct claims *claims);

/* Lists possible claims from the position, last, played, best and answer of *claims; sets loss,
 * list and count. Nothing is proved yet. */
void claims_gather(struct claims *claims);
/* claims_chances_lost returns how much of the winning chances, -1 to 1, the move played loses
 * according to the scores of best and answer. claims_is_good returns whether it is a good move: it
 * loses less than an inaccuracy and neither misses nor allows a mate. A good move is described by
 * what it does, any other one by what it allows and misses. */
double claims_chances_lost(const struct claims *claims);
bool claims_is_good(const struct claims *claims);
/* Returns whether one side is ahead by five pawns or more both after the best move and after the
 * move played. */
bool claims_is_decided(const struct claims *claims);
/* Returns whether the move played is so good that its threats and quiet merits are said, too: it is
 * a good move that loses less than 0.4 pawns, or 0.6 if one side is far ahead anyway. In a decided
 * game the limit is one pawn, or a fifth of the best score if that is more, but not for a move that
 * loses material. */
bool claims_is_praised(const struct claims *claims);
/* For a good move that is not praised (claims_is_praised): adds claims about the small mistake in
 * it: what the opponent's next move does, what the best move would have done, and mates. */
void claims_add_slip(struct claims *claims);
/* Adds a claim that names the best reply to a mistake, to be used if no other claim explains the
 * mistake. Adds nothing if the reply only takes back. */
void claims_add_reply(struct claims *claims);
/* Adds the claim that the best move was better than the move played. If the best move seems to win
 * material, first adds a claim that says so, for a search to prove. */
void claims_add_better(struct claims *claims);
/* If the claims about a mistake name no concrete loss or effect: adds that the best reply wins
 * material, even if its line takes it only after quiet moves, so that a search must prove that the
 * loss is forced. Returns false if it added nothing. */
bool claims_add_late_loss(struct claims *claims);
/* For a good move about which nothing else can be said: adds that it exchanges or takes a piece,
 * drives the king by a check, puts pressure on a defended piece, or guards an attacked one. */
void claims_add_plain(struct claims *claims);
/* Lists what a move does, without any search, for a screen that must not wait. `answer` is the best
 * line after the move, or NULL. If it was found by a search as long as a review's, all claims from
 * it are listed; otherwise only those that can be seen on the board after the move. */
void claims_at_sight(struct claims *claims, const struct position *position, Move played,
                     const struct evidence *answer);
/* Adds threats: what the side that has just moved would do if its opponent passed. If a move was
 * played, that side is the one that played it; otherwise it is the opponent of the side to move.
 * `threat` is the line that a search found after the pass. */
void claims_add_threat(struct claims *claims, const struct evidence *threat);
/* Like claims_add_threat. The first adds what the best move would have threatened, the second what
 * the opponent's answer to the move played threatens. */
void claims_add_missed_threat(struct claims *claims, const struct evidence *threat);
void claims_add_allowed_threat(struct claims *claims, const struct evidence *threat);
/* Adds what would punish this reply to the move played if the best move had been played.
 * `punishment` is the line after the best move and that reply. */
void claims_add_punished(struct claims *claims, Move reply, const struct evidence *punishment);
/* If the move played prevents a threat, adds a claim about it: what the opponent would have
 * done. */
void claims_add_parried(struct claims *claims, const struct evidence *threat);
/* If only the best move holds or keeps the advantage, adds what the second best move allows.
 * `second` is the line that starts with the second best move. */
void claims_add_only_move(struct claims *claims, const struct evidence *second);
/* Adds what the move played (the best move, if none was played) does after another reply than the
 * one in claims->answer (claims->best, if none was played). `reply` is the line that starts with
 * that other reply. */
void claims_add_answer(struct claims *claims, const struct evidence *reply);
/* Removes claims that other claims make redundant, and sorts the rest, the most concrete first. */
void claims_rank(struct claims *claims);

/* Writes the material in `won` (pieces captured minus lost, by type) as a noun phrase: "a knight
 * for a pawn", "the exchange"; "" if it is worth less than a pawn. */
void claim_material_words(const int won[PIECE_TYPE_COUNT], char *text, size_t size);
/* One clause, without a subject, about the move played or the best move: "allows 13.Nd5, which
 * forks the queen and the rook and wins the exchange". */
enum { CLAIM_WORDS_MAX = 320 };
void claim_words(const struct claims *claims, const struct claim *claim, char *text, size_t size);
/* The clause of claim_words as a sentence with a subject but without a full stop: "12...Qe7 allows
 * ...". */
void claim_sentence(const struct claims *claims, const struct claim *claim, char *text,
                    size_t size);
/* Says in a few words, for a list, what an error allowed or missed: "allowed a fork of queen and
 * rook", "left the g5 pawn undefended", "missed winning a bishop". If `gift` is set, the opponent
 * made the error. CLAIM_BRIEFEST leaves details out, for a narrow column: "allowed a fork". Returns
 * false if the claim has no such words. */
enum claim_length { CLAIM_BRIEF, CLAIM_BRIEFEST };
MUST_USE bool claim_brief(const struct claims *claims, const struct claim *claim, bool gift,
                          enum claim_length length, char *text, size_t size);
/* What the move at index `at` does: "forks the king and the queen and wins the queen". */
void claim_clause(const struct claims *claims, const struct claim *claim, char *text, size_t size);
/* Whether the claim only names a reply or a better move, without a reason. */
bool claim_is_bare(const struct claims *claims, const struct claim *claim);
/* Whether the claim says what the move played allows, other than a tactic that wins material, and
 * the best move would not have allowed it. */
bool claim_is_consequence(const struct claims *claims, const struct claim *claim);
/* Whether the first target is a king: a discovered check, not merely an attack. */
bool claim_gives_check(const struct claims *claims, const struct claim *claim);
/* The line in SAN with move numbers, "12...Qe7 13.Nd5"; a pass is "--". At most `plies` plies. */
void claim_line_text(const struct claims *claims, const struct claim *claim, int plies, char *text,
                     size_t size);
/* The line as claim_line_text writes it, from the move at index `from` on. */
void claim_moves_text(const struct claims *claims, const struct claim *claim, int from, int plies,
                      char *text, size_t size);
/* What the line wins, as a noun phrase: "a knight for a pawn", "the exchange"; "" if nothing. */
void claim_gain(const struct claims *claims, const struct claim *claim, char *text, size_t size);
/* The verb that goes with claim_gain: "win", "win back" if the side was behind by that much, "get"
 * for a new queen and for pawns in exchange for a piece. */
const char *claim_gain_verb(const struct claims *claims, const struct claim *claim);

/* If mate is forced and no claim says so, writes "White mates in 2, whatever Black plays" or "White
 * can force mate in 5". Otherwise writes "". */
void claims_mate_words(const struct claims *claims, char *text, size_t size);

/* In centipawns: a score up to CLAIMS_LEVEL is level, one above CLAIMS_WINNING is winning. */
enum { CLAIMS_LEVEL = 100, CLAIMS_WINNING = 300 };
/* A mate in more moves than this counts only as a won position. */
enum { CLAIMS_LONG_MATE = 8 };
/* Describes the positions before and after a move by their scores for the player: "winning",
 * "better", "level", "worse" or "lost". If a score is so close to the limit between two of these
 * words that the word may be wrong, uses "good", "level" and "bad" instead. Returns false if these
 * may be wrong, too, or if both words are the same. */
bool claims_change_words(Score before, Score after, const char **from, const char **to);
/* "part of", "much of" or "all of": how much of the advantage the move gives away. NULL if there
 * was no clear advantage, or if claims_change_words says more. */
const char *claims_given_away(Score before, Score after);

/* Writes one line of JSON, in the format of fallible-claims(5). `id` may be NULL. */
void claims_json(FILE *out, const struct claims *claims, const char *id);
