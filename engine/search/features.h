/* The features of the search, each with a switch. `fallible ladder` measures what each is worth.
 * Public through engine.h. */
#pragma once

#include "engine/chess.h"

/* Search features: identifier, default, description. The last two belong to the evaluation: without
 * tapered, the middlegame weights count throughout the game. */
#define SEARCH_FEATURES(X)                                                                         \
    X(aspiration, true, "aspiration windows around the last score")                                \
    X(hash_table, true, "cutoffs from the transposition table")                                    \
    X(null_move, true, "null-move pruning")                                                        \
    X(reverse_futility, true, "reverse futility pruning (static null move)")                       \
    X(razoring, true, "razoring: quiescence instead of a hopeless shallow search")                 \
    X(probcut, true,                                                                               \
      "probcut: cutoffs by captures that beat beta by a margin in a shallower search")             \
    X(futility, true, "futility pruning of quiet moves near the leaves")                           \
    X(late_move_reductions, true, "late move reductions")                                          \
    X(cutoff_counts, true, "larger late move reductions after moves that were often refuted")      \
    X(late_move_pruning, true, "late move pruning")                                                \
    X(see_pruning, true, "pruning of losing exchanges, also in quiescence")                        \
    X(killers, true, "killer moves")                                                               \
    X(counter_move, true, "the quiet move that refuted the same move earlier")                     \
    X(history, true, "butterfly history")                                                          \
    X(threat_history, true, "butterfly history, separate for attacked squares")                    \
    X(continuation_history, true, "counter-move and follow-up history")                            \
    X(capture_history, true, "capture history")                                                    \
    X(correction_history, true, "static evaluation corrected by past errors")                      \
    X(mate_distance, true, "mate-distance pruning")                                                \
    X(cycle_detection, true, "repetitions seen one move ahead")                                    \
    X(fifty_damping, true, "scores shrink as the fifty-move rule comes near")                      \
    X(check_extension, true, "check extensions")                                                   \
    X(internal_iterative_reduction, true, "internal iterative reduction")                          \
    X(singular, true, "singular extensions and multicut")                                          \
    X(singular_early, true, "singular extensions also at lower depths")                            \
    X(quiescence_checks, true, "quiet checks at the first ply of quiescence")                      \
    X(mvv_lva, true, "captures ordered by victim and attacker")                                    \
    X(see_order, true, "losing captures tried after the quiet moves")                              \
    X(insufficient_material, true, "no search where neither side can mate")                        \
    X(repetition_draws, true, "a repeated position is a draw")                                     \
    X(time_management, true, "thinking time adapted to how the search goes")                       \
    X(tapered, true, "evaluation weights that change from middlegame to endgame")                  \
    X(pawn_network, true, "pawns and kings also judged by a small network")

struct search_features {
#define X(id, on, words) bool id;
    SEARCH_FEATURES(X)
#undef X
};
enum { SEARCH_FEATURE_COUNT = sizeof(struct search_features) / sizeof(bool) };
struct search_features search_features_default(void);
/* Switches off the features that are newer than the measurements of the levels. A weakened engine
 * plays without them, so that every level keeps the strength that was measured. */
void search_features_of_levels(struct search_features *features);
/* The name and the switch of a feature; `which` is its index in SEARCH_FEATURES, from 0. */
const char *search_feature_name(int which);
bool *search_feature(struct search_features *features, int which);
/* Switches a feature by its name, or by the initials of its name if they are unique ("lmr").
 * Returns false if there is no such feature. */
MUST_USE bool search_features_set(struct search_features *features, const char *name, bool on);
