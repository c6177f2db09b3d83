/* A file of puzzles, line by line: CSV with the names of its columns in the first line, packed or
 * not; one line in memory at a time. */
#pragma once

#include "src/training/puzzle.h"

struct puzzle_file;

/* "-" is standard input. NULL fills error: it cannot be read, or its first line names
 * no columns. */
struct puzzle_file *puzzle_file_open(const char *path, struct error *error);
/* Frees it. False fills error: what was read up to here was damaged. */
MUST_USE bool puzzle_file_close(struct puzzle_file *file, struct error *error);

enum puzzle_line { PUZZLE_LINE_GOOD, PUZZLE_LINE_WRONG /* fills error */, PUZZLE_LINE_NONE };
enum puzzle_line puzzle_file_next(struct puzzle_file *file, struct puzzle *puzzle,
                                  struct error *error);
/* Reads on to that line without a look; returns how many were left out. */
int64_t puzzle_file_skip(struct puzzle_file *file, int64_t line);

int64_t puzzle_file_line(const struct puzzle_file *file); /* of the last read, from 1 */
/* Of all that was read so far, unpacked. */
uint64_t puzzle_file_hash(const struct puzzle_file *file);
bool puzzle_file_is_lasting(const struct puzzle_file *file); /* as input_is_lasting */
int puzzle_file_percent(const struct puzzle_file *file);  /* read, -1: unknown */
