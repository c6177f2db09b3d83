/* The weakening methods: one table with a row of hooks for each method. Hooks are pure functions,
 * and only choose sees the candidates. */
#pragma once

#include "engine/search/features.h"
#include "engine/strength.h"

/* A hook is NULL if the method does not need it. */
struct method_row {
    /* Imitates people: no rule drops a move, and known wins are drawn for like other positions,
     * except the mate of a bare king when the fifty-move rule comes near. */
    bool human;
    /* The choice needs the shallow scores of each move (candidate.shallow). */
    bool shallow;
    /* No search: the candidates are the moves of human networks, with their probabilities. */
    bool networks;
    /* Before the search: the error of a root move throughout the search, in centipawns. random is
     * the random state of the ply. */
    int (*root_error)(const struct handicap *handicap, uint64_t random, Move move);
    /* During the search: the largest noise of an evaluation, in centipawns. */
    int (*leaf_noise)(const struct handicap *handicap);
    /* During the search: which of its features are off. */
    void (*search)(const struct handicap *handicap, struct search_features *features);
    /* During the search: the greatest depth in plies; 0 or NULL: not limited. */
    int (*depth)(const struct handicap *handicap);
    /* How much a level knows of a group, in percent; NULL: everything, or madchess by the table. */
    int (*knowledge)(const struct handicap *handicap, enum group group);
    /* During the search: how far below the best a choice may be, in centipawns. Moves further below
     * need no exact score and are not candidates. NULL: any move may be chosen. */
    int (*reach)(const struct handicap *handicap);
    /* After the search: the index of the candidate to play. decision contains all candidates, best
     * first, and marks those dropped by human rules. The hook marks the candidates that can be
     * drawn and records what it drew. A method without this hook plays what the search considers
     * best and needs no exact score of any other move. */
    int (*choose)(const struct handicap *handicap, const struct context *context,
                  struct decision *decision);
    /* The probability of each candidate, if it can be computed without sampling; they sum to 1. */
    void (*chances)(const struct handicap *handicap, const struct decision *decision,
                    double chances[]);
    /* Describes what the hooks did, for decision_reason. */
    void (*explain)(const struct position *position, const struct decision *decision, char *text,
                    size_t size);
};
const struct method_row *method_row(enum method method);

/* Each method is in its own file. */
#define X(id, name, words) extern const struct method_row method_##name;
WEAKENING_METHODS(X)
#undef X

/* Returns whether the candidate may be chosen: no rule dropped it, and it is not certainly lost. If
 * all moves are lost, only those that hold out longest may be chosen. */
bool candidate_is_playable(const struct candidate *candidate, Score best);
/* Marks the candidates that may be chosen as in range, and returns their number. */
int candidates_mark_playable(struct decision *decision);
int candidates_in_range(const struct decision *decision);
/* Returns NULL if the move is not a candidate. */
const struct candidate *candidate_of(const struct decision *decision, Move move);
bool is_only_move(const struct position *position);
/* Writes "4.2% of those rated 1500 on Lichess play it". */
int explain_share(const struct decision *decision, int chance, char *text, size_t size);

/* Marks each candidate that one of the handicap's rules drops. The best candidate stays, unless
 * another one that stays is worse by at most the rule cost. */
void human_rules_drop(const struct context *context, const struct handicap *handicap,
                      struct decision *decision);

/* Whether the move in this position is drawn among all that are at most VARIED_RANGE centipawns
 * worse than the best: the first moves of the game, if the handicap says so. Not for methods that
 * imitate people, who open as people do. */
enum { VARIED_RANGE = 30 };
bool handicap_varies(const struct handicap *handicap, const struct position *position);

/* Returns whether the enemy has a bare king that can be mated, now or after promoting a pawn. */
bool has_bare_king_to_mate(const struct position *position);
