/* What is left when the program crashes: the terminal as it was, and a report from which to get
 * there again. Games are on disk already, move by move. */
#pragma once

#include "engine/chess.h"

struct engine_settings;

/* Watches for the signals of a crash; the calling thread gets a second stack to handle them on, for
 * when its own is used up. program: name and version, a static string. Call after paths_init. */
void crash_watch(const char *program);

/* What an engine of these settings is about to think about, for the report: moves (legal) since
 * start, and the limits as text (may be empty). From any thread; the last one counts. */
void crash_note(const struct engine_settings *settings, const struct position *start,
                const Move moves[], int count, const char *limits);

/* Called first at a crash, from a signal handler: it may do what that may. NULL: nothing. */
void crash_restore(void (*restore)(void));
