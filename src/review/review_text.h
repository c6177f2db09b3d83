/* Describes in words what an error lost. */
#pragma once

#include "src/game/game.h"
#include "src/review/motif.h"

/* Describes an opponent's error: "offered a knight". node is the position after the error, and line
 * is the best answer. centipawns is the cost, used for errors that are not tactical. Returns the
 * motif of the answer. */
enum motif review_gift_words(const struct game_node *node, const struct line *line, int centipawns,
                             char *text, size_t size);

/* Describes a mistake by what it allowed, or otherwise by what it missed, and returns that motif.
 * node is the position after the mistake, best is the better line, and punished is the best answer
 * to the mistake. */
enum motif review_mistake_words(const struct game_node *node, const struct line *best,
                                const struct line *punished, char *text, size_t size);
