/* What is asked of a file's positions, beside the screen: all games are played once, the first
 * time, and then opening trees are counted and games looked for, the newest question first; the screen
 * never waits for either. */
#pragma once

#include "src/pgn/opening_tree.h"

struct games_work;
struct model;
/* That of the screen, begun when it is first asked for; NULL: it cannot be. */
struct games_work *games_work_of(struct model *model);
/* wake is called, from another thread, when there is news. NULL: out of memory, or no thread. */
struct games_work *games_work_create(const struct pgn_index *index, void (*wake)(void *context),
                                     void *context);
void games_work_destroy(struct games_work *work);

/* True once all games have been played; percent of it before; error when they cannot be (its
 * message is empty otherwise). */
bool games_work_ready(struct games_work *work, int *percent, struct error *error);

/* Asks for a tree in place of any asked for before. */
void games_work_ask(struct games_work *work, const struct pgn_query *query,
                    const struct position *position);
/* The tree asked for last: true once it is there. */
MUST_USE bool games_work_answer(struct games_work *work, struct tree *tree);

/* Asks for the games that reach a position, as pgn_find, in place of what was asked for before. */
void games_work_find(struct games_work *work, const struct pgn_query *query,
                     const struct position *position);
/* The games asked for last, there is room for all: true once they are there. */
MUST_USE bool games_work_found(struct games_work *work, int found[], int *count);
