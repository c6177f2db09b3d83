/* Copies of write-ahead logs from which saved moves were lost. SQLite overwrites the part of the
 * log that it cannot read, or deletes it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { KEPT_LOGS = 9 }; /* at most so many copies are kept */

/* Writes the path of a copy, DATABASE-wal.damaged or DATABASE-wal.damaged.2 and so on; `number` is
 * 1 .. KEPT_LOGS. Returns false if it is too long. */
bool kept_log_path(const char *database, int number, char *path, size_t size);
/* Copies the write-ahead log. Returns the number of the copy, which may be an earlier one with the
 * same contents; 0 if there is no log or it cannot be copied. */
int kept_log_keep(const char *database);
