/* The tactical motifs by which cards, puzzles and statistics are classified. src/claims finds
 * them. */
#pragma once

#include "engine/engine.h"

/* Identifier, name, plural, and the theme of the puzzles that train the motif. The store contains
 * the numbers of the motifs, so add new ones at the end. */
#define MOTIFS(X)                                                                                  \
    X(NONE, "none", "", "")                                                                        \
    X(MATE, "mate", "mates", "mate")                                                               \
    X(BACK_RANK_MATE, "back-rank mate", "back-rank mates", "backRankMate")                         \
    X(DOUBLE_CHECK, "double check", "double checks", "doubleCheck")                                \
    X(DISCOVERED_CHECK, "discovered check", "discovered checks", "discoveredCheck")                \
    X(DISCOVERED_ATTACK, "discovered attack", "discovered attacks", "discoveredAttack")            \
    X(FORK, "fork", "forks", "fork")                                                               \
    X(SKEWER, "skewer", "skewers", "skewer")                                                       \
    X(PIN, "pin", "pins", "pin")                                                                   \
    X(TRAPPED, "trapped piece", "trapped pieces", "trappedPiece")                                  \
    X(DEFENDER, "defender taken", "attacks on defenders", "capturingDefender")                     \
    X(HANGING, "hanging piece", "hanging pieces", "hangingPiece")                                  \
    X(PROMOTION, "promotion", "promotions", "promotion")
enum motif {
#define X(id, name, plural, theme) MOTIF_##id,
    MOTIFS(X)
#undef X
};
enum { MOTIF_COUNT = MOTIF_PROMOTION + 1 };
const char *motif_name(enum motif motif); /* "fork" */
const char *motif_plural(enum motif motif); /* the plural, such as "forks"; "" for MOTIF_NONE */
const char *motif_theme(enum motif motif);  /* the puzzles' theme, "fork"; "" for MOTIF_NONE */
/* Writes the puzzles' theme that the words name: "hanging pieces" and "hanging piece" are
 * hangingPiece, "mate in 2" is mateIn2. If `words` is already a theme, it is copied. */
void motif_theme_from_words(const char *words, char *theme, size_t size);
/* Writes a theme of the puzzles in words that motif_theme_from_words takes: "hanging piece". */
void motif_theme_words(const char *theme, char *words, size_t size);
