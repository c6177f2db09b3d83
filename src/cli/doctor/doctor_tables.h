/* fallible doctor --syzygy: probes each endgame table, to find damaged ones. */
#pragma once

#include "engine/chess.h"

/* Probes two positions of each table in `path`, in a child process, because the library that reads
 * tables trusts every byte. The child probes tables with fewer pieces first; if it crashes or hangs
 * at a table, calls `tell` for that table. Returns false and sets *error if the engine cannot use
 * the tables or the child cannot be started. */
MUST_USE bool doctor_probe_tables(const char *path,
                                  void (*tell)(void *context, const char *table, const char *why),
                                  void *context, struct error *error);
