/* The weakening methods: one table, a row of up to three hooks each. Hooks are pure, and only the
 * choice sees the candidates. */
#pragma once

#include "engine/strength.h"

/* NULL where a method has nothing to do. */
struct method_row {
    /* Plays as people do: no rule drops a move, and of the known wins only the mate of a bare king
     * is played without a draw, when the fifty-move rule hurries. */
    bool human;
    /* The choice asks how each move looked at the first depths. */
    bool glances;
    /* No search: the candidates are the moves that the networks of human players know, with their
     * chances. */
    bool networks;
    /* Before the search: the error of a root move throughout it. Centipawns; random is that of
     * the ply. */
    int (*root_error)(const struct handicap *handicap, uint64_t random, Move move);
    /* In the search: the greatest noise of an evaluation. Centipawns. */
    int (*leaf_noise)(const struct handicap *handicap);
    /* In the search: how far below the best the choice may go, centipawns; moves further off need
     * no exact score and are no candidates. NULL: any move may be chosen. */
    int (*reach)(const struct handicap *handicap);
    /* After the search: the index of the candidate to play. decision holds all of them, best
     * first, with those dropped by human rules; the hook marks who takes part and says what it
     * drew. A method without this hook plays what the search found best, and needs no exact score
     * of any other move. */
    int (*choose)(const struct handicap *handicap, const struct situation *situation,
                  struct decision *decision);
    /* How probable each candidate is, where that can be said without a draw; they add up to 1. */
    void (*chances)(const struct handicap *handicap, const struct decision *decision,
                    double chances[]);
    /* What the hooks did, for decision_reason. */
    void (*explain)(const struct position *position, const struct decision *decision, char *text,
                    size_t size);
};
const struct method_row *method_row(enum method method);

/* One file a method. */
#define X(id, name, words) extern const struct method_row method_##name;
WEAKENING_METHODS(X)
#undef X

/* May be chosen: no rule dropped it, and it is not lost for certain unless all is; then only
 * holding out longest will do. */
bool candidate_is_playable(const struct candidate *candidate, Score best);
/* Marks the candidates that may be chosen as in range; returns their number. */
int candidates_mark_playable(struct decision *decision);
int candidates_in_range(const struct decision *decision);
/* NULL: the move is no candidate. */
const struct candidate *candidate_of(const struct decision *decision, Move move);
bool is_only_move(const struct position *position);
/* "4.2% of those rated 1500 on Lichess play it" */
int explain_share(const struct decision *decision, int chance, char *text, size_t size);

/* Marks each candidate that one of the rules in the set switched_on drops. The best one stays. */
void human_rules_drop(const struct situation *situation, unsigned switched_on,
                      struct decision *decision);

/* The enemy's bare king can be mated, now or by a pawn that promotes. */
bool has_bare_king_to_mate(const struct position *position);
