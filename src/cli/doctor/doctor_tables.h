/* fallible doctor --syzygy: reads each endgame table once. */
#pragma once

#include "engine/chess.h"

/* Probes two positions of each table in path, in a child process, because the library that reads
 * tables trusts every byte. Calls tell for the first table, by
 * the number of its pieces, at which the child crashed or hung. Returns
 * false and sets *error if no engine can use the tables, or there is no child process. */
MUST_USE bool doctor_probe_tables(const char *path,
                                  void (*tell)(void *context, const char *table, const char *why),
                                  void *context, struct error *error);
