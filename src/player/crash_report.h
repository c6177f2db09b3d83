/* After a crash, the signal handler restores the terminal and writes a report that helps to
 * reproduce the crash. Games are not lost, because each move is saved as it is played. */
#pragma once

#include "engine/chess.h"

struct engine_settings;

/* Installs handlers for the signals of a crash. The calling thread gets an alternate stack for
 * them, in case of a stack overflow. `program`: name and version, a static string. Call after
 * paths_init. */
void crash_watch(const char *program);

/* Stores for a later crash report what an engine with these settings is about to search: the
 * position after `moves`, which are legal from `start`, and the limits as text (may be empty). Any
 * thread may call it; a report has the note of the last call. */
void crash_note(const struct engine_settings *settings, const struct position *start,
                const Move moves[], int count, const char *limits);

/* Sets a function that the signal handler calls first. The function may only do what signal
 * handlers may do. NULL removes it. */
void crash_restore(void (*restore)(void));
