/* Reads a file of puzzles line by line: CSV with column names in the first line, compressed or not.
 * Only one line is in memory at a time. */
#pragma once

#include "src/training/puzzle.h"

struct puzzle_file;

/* Opens a file; "-" is standard input. Returns NULL and sets *error if the file cannot be read or
 * its first line has no column names. */
struct puzzle_file *puzzle_file_open(const char *path, struct error *error);
/* Closes and frees the file. Returns false and sets *error if the data read so far was damaged. */
MUST_USE bool puzzle_file_close(struct puzzle_file *file, struct error *error);

enum puzzle_line { PUZZLE_LINE_GOOD, PUZZLE_LINE_WRONG /* sets *error */, PUZZLE_LINE_NONE };
enum puzzle_line puzzle_file_next(struct puzzle_file *file, struct puzzle *puzzle,
                                  struct error *error);
/* Skips the lines up to and including number `line` without parsing them. Returns the number of
 * lines skipped. */
int64_t puzzle_file_skip(struct puzzle_file *file, int64_t line);

int64_t puzzle_file_line(const struct puzzle_file *file); /* number of the last line read, from 1 */
/* The hash of the uncompressed data read so far. */
uint64_t puzzle_file_hash(const struct puzzle_file *file);
bool puzzle_file_is_lasting(const struct puzzle_file *file); /* whether the file can be read again;
                                                              * see input_is_lasting */
int puzzle_file_percent(const struct puzzle_file *file);     /* percentage of the file read so far;
                                                              * -1: unknown */
