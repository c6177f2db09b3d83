/* Any UCI engine as analyst: a thread of its own lets it search one position after the other
 * without end, and what it says last can be looked at. Nothing here blocks but the end. */
#pragma once

#include "engine/engine.h"

struct watcher;

/* command: as uci_process_start, which is called here, so that a wrong one is known at once; lines:
 * of its MultiPV. wake may be NULL; it is called from the thread after each news. NULL fills
 * error. */
struct watcher *watcher_create(const char *command, int lines, int hash_mb, int threads,
                               void (*wake)(void *context), void *context, struct error *error);
/* Waits for the program to end. NULL is fine. */
void watcher_destroy(struct watcher *watcher);
const char *watcher_name(const struct watcher *watcher); /* as the program calls itself */

/* Turns to the position after these moves; what it said of another is never heard again. The
 * position must have a legal move. Returns what its reports are known by; 0: out of memory. */
uint32_t watcher_turn(struct watcher *watcher, const struct position *start, const Move moves[],
                      int count);
void watcher_rest(struct watcher *watcher); /* no position any more */

/* Copies the newest report, whose id is that of the turn. False: nothing is new. */
MUST_USE bool watcher_poll(struct watcher *watcher, struct report *report);
/* It died, hung or played nonsense, as error says; it will not speak again. */
MUST_USE bool watcher_is_gone(struct watcher *watcher, struct error *error);
