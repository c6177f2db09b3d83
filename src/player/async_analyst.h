/* Any UCI engine as analyst: a thread of its own starts it and lets it search one position after the
 * other without end, and what it says last can be looked at. Nothing here blocks but watcher_wait. */
#pragma once

#include "engine/engine.h"

struct watcher;

/* command: as uci_process_start, which the thread calls; lines: of its MultiPV. wake may be NULL; it
 * is called from the thread after each news, and must not call back. NULL fills error: there is no
 * such program. */
struct watcher *watcher_create(const char *command, int lines, int hash_mb, int threads,
                               void (*wake)(void *context), void *context, struct error *error);
/* Cancels what the engine is at and lets the thread end it. wake is not called any more. Before the
 * end of this program, player_end_all waits for such engines. NULL is fine. */
void watcher_destroy(struct watcher *watcher);

enum watcher_state {
    WATCHER_STARTING,
    WATCHER_READY,
    WATCHER_GONE, /* it could not be started, died, hung or played nonsense; it is not heard again */
};
/* error is filled with WATCHER_GONE. */
enum watcher_state watcher_state(struct watcher *watcher, struct error *error);
/* Blocks until it has started. False fills error: it is gone. */
MUST_USE bool watcher_wait(struct watcher *watcher, struct error *error);

/* As the program calls itself once it is ready, before that the name of its file. */
const char *watcher_name(struct watcher *watcher);

/* Turns to the position after these moves; what it said of another is never heard again. The
 * position must have a legal move. Returns what its reports are known by; 0: out of memory. */
uint32_t watcher_turn(struct watcher *watcher, const struct position *start, const Move moves[],
                      int count);
void watcher_rest(struct watcher *watcher); /* no position any more */

/* Copies the newest report, whose id is that of the turn. False: nothing is new. */
MUST_USE bool watcher_poll(struct watcher *watcher, struct report *report);
