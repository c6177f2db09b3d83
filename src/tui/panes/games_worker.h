/* Searches a file's games by position in a thread, so that the screen never waits. At the first
 * request the thread plays through all games once. Then it answers requests for opening trees and
 * for games. A new request replaces one that is not answered yet. */
#pragma once

#include "src/pgn/opening_tree.h"

struct games_work;
struct model;
/* Returns the screen's worker; the first call creates it. From its thread it wakes the screen when
 * something is ready. Returns NULL if out of memory. */
struct games_work *games_work_of(struct model *model);
void games_work_destroy(struct games_work *work);

/* Returns true after all games have been played through. Before that, returns false and sets
 * *percent to the progress. If they cannot be played through, *error says why; otherwise its
 * message is empty. */
bool games_work_ready(struct games_work *work, int *percent, struct error *error);

/* Requests an opening tree. Replaces the previous request. */
void games_work_ask(struct games_work *work, const struct pgn_query *query,
                    const struct position *position);
/* Returns true and sets *tree if the last request for a tree has been answered. */
MUST_USE bool games_work_answer(struct games_work *work, struct tree *tree);

/* Requests the games that reach a position, as pgn_find does. Replaces the previous request. */
void games_work_find(struct games_work *work, const struct pgn_query *query,
                     const struct position *position);
/* Returns true if the last request for games has been answered; then fills found[] with the indexes
 * of the games and sets *count to their number. `found` must have space for all games of the
 * file. */
MUST_USE bool games_work_found(struct games_work *work, int found[], int *count);
