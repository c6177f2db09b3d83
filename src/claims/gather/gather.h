/* What the files of this folder share: parts of lines, and the claims made from them. The public
 * functions that the files define are in claims.h. */
#pragma once

#include "src/claims/claims.h"
#include "src/claims/effects.h"
#include "src/claims/tactics.h"

enum {
    PREFIX_MAX = 3,
    WORTH_SAYING = 100, /* centipawns */
};

/* The part of a line that claims are made from, and the moves that lead up to it. */
struct part {
    enum claim_role role;
    struct position start; /* the position after the moves that lead up to the part */
    Move last;             /* the move before `start`, if that move captured; else NO_MOVE */
    int taken;             /* centipawns: the value of the piece that the mistake, or the reply
                            * that is punished, captured before `start`; 0: none */
    int prefix_length;
    Move prefix[PREFIX_MAX];
    const struct evidence *evidence;
};

/* part.c */
struct part whole_line(const struct claims *claims, enum claim_role role,
                       const struct evidence *evidence);
struct part answer_to_played(const struct claims *claims);
/* The line that begins with the move and goes on with the answer to it. Its score is for the side
 * that makes the move. */
struct evidence line_from(Move move, const struct evidence *answer);
struct evidence played_line(const struct claims *claims);
int mate_in(Score score); /* negative if the side is mated; 0 if the score is no mate */
bool is_material(const struct claim *claim);
/* Whether few pieces are left (rank.c). */
bool is_ending(const struct position *position);
/* What the claim's line wins, in centipawns. */
int won_by(const struct claim *claim);
/* Whether the threat is worth so much more than the mistake loses that the opponent can evidently
 * parry it. The threat of a better move is then said only if nothing else can be said for it. */
bool can_be_parried(const struct claims *claims, const struct claim *claim);
/* Adds the claim, which was found in the part, to those of the move. */
void place_claim(struct claims *claims, const struct part *part, const struct claim *found);
/* Adds the tactics of the part. Sets *gain to the centipawns that its line wins. */
void add_tactics(struct claims *claims, const struct part *part, int *gain);
/* Lists what the first move of the part does besides tactics, and returns the number of claims.
 * Lists nothing if either side can force mate, because then only the mate is worth saying. */
int find_quiet(const struct part *part, struct claim list[CLAIMS_MAX]);

/* mistake.c */
/* Explains a bad move by what it allows and by what it misses, the larger of the two first. What
 * the opponent could also do after the best move is not a reason. `loss` is in centipawns. */
void gather_mistake(struct claims *claims, Score loss);
/* Returns whether the claim about the opponent's answer can be the consequence of a mistake: an
 * attack on the piece that moved, or something that was not possible after the best move.
 * Developing a piece, for example, is no consequence: the opponent can do that after any move. */
bool is_consequence(const struct claims *claims, const struct claim *claim);
/* Whether what the better move does is a reason to prefer it to the move played. An exchange is no
 * reason. An attack is no reason if the move played takes or attacks the same piece, unless only
 * the better move wins it (wins_target). Saving a piece is a reason only if the opponent would soon
 * take this piece, the move played neither moves nor protects it, and the move played captures
 * nothing of the same value or more. */
bool is_advantage(const struct claims *claims, const struct claim *claim);
/* Whether the move played takes the piece on `target`, or attacks it so that the opponent's answer
 * must save it. */
bool goes_for(const struct claims *claims, Square target);
/* Whether the better move's line goes on to take the piece on `target`, and the line of the move
 * played does not. */
bool wins_target(const struct claims *claims, Square target);
/* `capture` is a reply to the move played. Returns whether the opponent's reply to the best move
 * takes the same piece, and is not recaptured there. */
bool falls_anyway(const struct claims *claims, Move capture);
/* Removes the claims that the better move wins material if the move played wins at least half as
 * much. `kept`: the material that the move played wins, in centipawns. */
void drop_what_was_kept(struct claims *claims, int kept);
/* The material that the move played wins, in centipawns, after the best answer. */
int kept_by_played(const struct claims *claims);
/* Whether the move played loses material, which the best answer begins to take. */
bool loses_at_once(const struct claims *claims);
