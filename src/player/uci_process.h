/* Any UCI engine as a child process, started without a shell. The calls block, with deadlines. */
#pragma once

#include "engine/engine.h"
#include "src/player/subprocess.h"

struct uci_process;

/* `command`: program and arguments, separated by blanks; the program is searched for in PATH and
 * /usr/games. Performs the handshake with uci and isready. `patience` may be NULL for the default.
 * Returns NULL and sets *error on failure. */
struct uci_process *uci_process_start(const char *command, const struct patience *patience,
                                      struct error *error);
void uci_process_stop(struct uci_process *process);              /* sends quit, then kills; process
                                                                  * may be NULL */
const char *uci_process_name(const struct uci_process *process); /* the name after "id name" */

/* Sets an option. Returns false if the engine has no option with that name. */
MUST_USE bool uci_process_option(struct uci_process *process, const char *name, const char *value);
MUST_USE bool uci_process_new_game(struct uci_process *process, struct error *error);

/* Searches the position after `moves`, which must be legal from `start`. Calls `progress` (may be
 * NULL) for each info line with a score and a PV. The final report has `best` set. Returns false
 * and sets *error if the engine died, hung or sent an invalid move; it has then been killed, and
 * every later call fails too. Principal variations are cut at the first illegal move. Times are
 * measured by our clock, not the engine's. With limits->infinite, limits->movetime is the most that
 * the search takes. */
MUST_USE bool uci_process_search(struct uci_process *process, const struct position *start,
                                 const Move moves[], int count, const struct limits *limits,
                                 void (*progress)(const struct report *report, void *context),
                                 void *context, struct report *report, struct error *error);

/* Whether a search failed because the engine played an illegal move. */
bool uci_process_cheated(const struct uci_process *process);

/* Makes a search in another thread stop and return its move. If no search is running, the next one
 * is stopped early. Returns at once. */
void uci_process_interrupt(struct uci_process *process);
void uci_process_forget_interrupt(struct uci_process *process); /* call it while no search is
                                                                 * running */
