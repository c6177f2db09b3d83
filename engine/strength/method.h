/* The weakening methods: one table with a row of hooks (functions that the engine calls at certain
 * points) for each method. Hooks are pure functions. Only those that run after the search see the
 * candidates. */
#pragma once

#include "engine/search/features.h"
#include "engine/strength.h"

/* A hook is NULL if the method does not need it. */
struct method_row {
    /* The method imitates people. So no human rule removes a candidate, and a move is drawn even in
     * a known win. One exception: against a bare king that can be mated, method human stops erring
     * when the fifty-move rule comes near. */
    bool human;
    /* The choice needs the scores of each move at depths 1 to 3 (candidate.shallow). */
    bool shallow;
    /* There is no search: the candidates are all legal moves, with the probabilities that the Maia
     * networks give them. */
    bool networks;
    /* Before the search: the error that is added to the score of a root move throughout the search,
     * in centipawns. `random` is the random state of the ply. */
    int (*root_error)(const struct handicap *handicap, uint64_t random, Move move);
    /* During the search: the largest noise of an evaluation, in centipawns. */
    int (*leaf_noise)(const struct handicap *handicap);
    /* During the search: switches features of the search off. */
    void (*search)(const struct handicap *handicap, struct search_features *features);
    /* During the search: the greatest depth in plies; 0 or NULL: not limited. */
    int (*depth)(const struct handicap *handicap);
    /* How much of a positional group the evaluation uses, in percent. NULL: 100 or, for madchess,
     * what share/strength.conf says. */
    int (*knowledge)(const struct handicap *handicap, enum group group);
    /* During the search: how far below the best move a choice may be, in centipawns. Moves that are
     * worse by more than this need no exact score and are not candidates. NULL: any move may be
     * chosen. */
    int (*reach)(const struct handicap *handicap);
    /* After the search: returns the index of the candidate to play. `decision` contains all
     * candidates, best first, and those that human rules dropped are marked. The hook marks the
     * candidates that could be drawn and records what it drew. A method without this hook plays the
     * move that the search considers best, and needs no exact score of any other move. */
    int (*choose)(const struct handicap *handicap, const struct context *context,
                  struct decision *decision);
    /* The probability of each candidate, if it can be computed without sampling; they sum to 1. */
    void (*chances)(const struct handicap *handicap, const struct decision *decision,
                    double chances[]);
    /* Writes why the method chose its move in this decision, for decision_reason. */
    void (*explain)(const struct position *position, const struct decision *decision, char *text,
                    size_t size);
};
const struct method_row *method_row(enum method method);

/* Each method is in its own file. */
#define X(id, name, words) extern const struct method_row method_##name;
WEAKENING_METHODS(X)
#undef X

/* Returns whether the candidate may be chosen: no rule dropped it, and it does not lose for
 * certain. If all moves lose, only those that hold out longest may be chosen. `best` is the best
 * score of all candidates. */
bool candidate_is_playable(const struct candidate *candidate, Score best);
/* Sets in_range for each candidate that may be chosen (candidate_is_playable), and returns their
 * number. */
int candidates_mark_playable(struct decision *decision);
int candidates_in_range(const struct decision *decision);
/* Returns NULL if the move is not a candidate. */
const struct candidate *candidate_of(const struct decision *decision, Move move);
bool is_only_move(const struct position *position);
/* Writes for example "4.2% of those rated 1500 on Lichess play it"; for method human "4.2% of the
 * players it imitates play it", or "4.2% likely in the style of Carlsen,M". `chance` is in
 * millionths. */
int explain_share(const struct decision *decision, int chance, char *text, size_t size);

/* Sets dropped_by for each candidate that breaks one of the handicap's rules. The best candidate is
 * dropped only if another one that breaks no rule is worse by at most handicap->rule_cost
 * centipawns. */
void human_rules_drop(const struct context *context, const struct handicap *handicap,
                      struct decision *decision);

/* Returns whether the engine, to vary its openings, draws its move in this position among all moves
 * that are at most VARIED_RANGE centipawns worse than the best. It does so in the first
 * handicap->varied_plies plies of the game, except with methods that imitate people, because these
 * vary their openings as people do. */
enum { VARIED_RANGE = 30 };
bool handicap_varies(const struct handicap *handicap, const struct position *position);

/* Returns whether the enemy has a bare king that can be mated, now or after promoting a pawn. */
bool has_bare_king_to_mate(const struct position *position);
