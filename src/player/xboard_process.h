/* Any engine with the XBoard protocol (versions 1 and 2) as a child process. The calls block, with
 * deadlines, as in uci_process. Node limits and Chess960 are not supported. */
#pragma once

#include "engine/engine.h"
#include "src/player/subprocess.h"

struct xboard_process;

/* `command`: program and arguments, separated by blanks; the program is searched for in PATH and
 * /usr/games. An engine that announces no features within five seconds is treated as version 1.
 * `patience` may be NULL for the default. Returns NULL and sets *error on failure. */
struct xboard_process *xboard_process_start(const char *command, const struct patience *patience,
                                            struct error *error);
void xboard_process_stop(struct xboard_process *process); /* sends quit, then kills; process may be
                                                           * NULL */
const char *xboard_process_name(const struct xboard_process *process); /* the name that its feature
                                                                        * "myname" gives */

/* Sets an option that the engine announced ("feature option"); "Hash" (MB) and "Threads" set its
 * memory and cores. Returns false if the engine has no option with that name. */
MUST_USE bool xboard_process_option(struct xboard_process *process, const char *name,
                                    const char *value);
/* Prepares for a new game. Returns false and sets *error if that fails, or if the engine must be
 * restarted for each game. */
MUST_USE bool xboard_process_new_game(struct xboard_process *process, struct error *error);

enum xboard_answer { XBOARD_MOVED, XBOARD_RESIGNED, XBOARD_FAILED };

/* Finds a move, limited by a clock, a time or a depth. With limits->infinite, analyses until it is
 * interrupted, or for at most limits->movetime if that is not 0: it calls `progress` (may be NULL)
 * with each new line, and the best move is that of the last one. `start` and `moves` may continue
 * the game of the last call or be a new game. The score is the last one in the engine's thinking
 * output. For XBOARD_FAILED, *error is set: the engine died, hung or played an illegal move and has
 * been killed, or it does not support the request. */
MUST_USE enum xboard_answer xboard_process_search(struct xboard_process *process,
                                                  const struct position *start,
                                                  const Move moves[], int count,
                                                  const struct limits *limits,
                                                  void (*progress)(const struct report *report,
                                                                   void *context),
                                                  void *context, struct report *report,
                                                  struct error *error);

/* Whether a search failed because the engine played an illegal move. */
bool xboard_process_cheated(const struct xboard_process *process);

/* Makes a search in another thread stop and return its move. Returns at once. */
void xboard_process_interrupt(struct xboard_process *process);
void xboard_process_forget_interrupt(struct xboard_process *process); /* call it while no search is
                                                                       * running */
