/* What an error gave away, in words. */
#pragma once

#include "src/game/game.h"
#include "src/review/motif.h"

/* node: after the error. line: the best answer to it: "offered a knight".
 * centipawns: what it cost, for errors that are none of tactics. Returns the answer's motif. */
enum motif review_gift_words(const struct game_node *node, const struct line *line, int centipawns,
                             char *text, size_t size);

/* node: after the mistake. best: what could have been played instead; punished: the best answer
 * to it. Says what was allowed, or else what was left out; returns the motif of that. */
enum motif review_mistake_words(const struct game_node *node, const struct line *best,
                                const struct line *punished, char *text, size_t size);
