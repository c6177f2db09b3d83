/* Any engine of the XBoard protocol (versions 1 and 2) as a child process. Blocking calls with
 * deadlines, like uci_process; no node limits, no Chess960. */
#pragma once

#include "engine/engine.h"
#include "src/player/subprocess.h"

struct xboard_process;

/* command: program and arguments, split at blanks, searched in PATH and /usr/games. An engine that
 * names no features within five seconds is taken for one of version 1. patience: NULL: the usual.
 * NULL fills error. */
struct xboard_process *xboard_process_start(const char *command, const struct patience *patience,
                                            struct error *error);
void xboard_process_stop(struct xboard_process *process); /* quit, then kill; NULL is fine */
const char *xboard_process_name(const struct xboard_process *process); /* its "myname" */

/* Sets an option it has named ("feature option"); "Hash" (MB) and "Threads" are its memory and
 * cores. False when it has none of that name. */
MUST_USE bool xboard_process_option(struct xboard_process *process, const char *name,
                                    const char *value);
/* False also for an engine that asks to be started anew for each game. */
MUST_USE bool xboard_process_new_game(struct xboard_process *process, struct error *error);

enum xboard_answer { XBOARD_MOVED, XBOARD_RESIGNED, XBOARD_FAILED };

/* Finds a move: by a clock, movetime or depth. start and moves may go on from the last call or be
 * new. The score is what its thinking lines said last. XBOARD_FAILED (error filled): it died,
 * hung, played an illegal move, or cannot do this; it has been killed. */
MUST_USE enum xboard_answer xboard_process_search(struct xboard_process *process,
                                                  const struct position *start,
                                                  const Move moves[], int count,
                                                  const struct limits *limits,
                                                  struct report *report, struct error *error);

/* Tells a search in another thread to move now. Returns at once. */
void xboard_process_interrupt(struct xboard_process *process);
void xboard_process_forget_interrupt(struct xboard_process *process); /* while none is running */
