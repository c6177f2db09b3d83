/* Any UCI engine as a child process, started without a shell. Blocking calls with deadlines. */
#pragma once

#include "engine/engine.h"
#include "src/player/subprocess.h"

struct uci_process;

/* command: program and arguments, split at blanks, searched in PATH and /usr/games. Speaks uci
 * and isready. patience: NULL: the usual. NULL fills error. */
struct uci_process *uci_process_start(const char *command, const struct patience *patience,
                                      struct error *error);
void uci_process_stop(struct uci_process *process);              /* quit, then kill; NULL is fine */
const char *uci_process_name(const struct uci_process *process); /* its "id name" */

/* Sets an option; false when the engine has none of that name. */
MUST_USE bool uci_process_option(struct uci_process *process, const char *name, const char *value);
MUST_USE bool uci_process_new_game(struct uci_process *process, struct error *error);

/* Searches one position and calls progress (may be NULL) at each info line with a score and a
 * PV. The final report has best set. False (error filled): it died, hung or played nonsense; it
 * has been killed and every later call fails too. Moves must be legal; lines are cut at the first
 * illegal move. Times are by our clock, not by what the engine says. */
MUST_USE bool uci_process_search(struct uci_process *process, const struct position *start,
                                 const Move moves[], int count, const struct limits *limits,
                                 void (*progress)(const struct report *report, void *context),
                                 void *context, struct report *report, struct error *error);

/* Tells a search in another thread to stop and report; the search that follows is cut short when
 * none is running. Returns at once. */
void uci_process_interrupt(struct uci_process *process);
void uci_process_forget_interrupt(struct uci_process *process); /* while none is running */
