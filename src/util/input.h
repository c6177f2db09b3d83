/* Input from a file or from standard input ("-"), plain or compressed with Zstandard. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

struct input;

/* From now on, input from a pipe or a device ends as soon as `descriptor` is readable, even while a
 * reader waits for more. A signal handler can stop all reading if `descriptor` is the read end of a
 * pipe into which the handler writes a byte. */
void input_stop_at(int descriptor);

/* Opens `path` for reading; "-" is standard input. Data that start with Zstandard's magic number
 * are decompressed while being read; if they expand to more than 200 times their size, input_close
 * reports them as damaged. Returns NULL and sets *error, with the file name, if the file cannot be
 * opened, or if it is compressed and the program was built without libzstd. */
struct input *input_open(const char *path, struct error *error);

/* The decompressed bytes, as a stream that cannot be rewound. */
FILE *input_stream(const struct input *input);

/* The name for messages: the path, or "standard input". */
const char *input_name(const struct input *input);

/* Returns whether the input can be opened again and read from the start. This is true of a file,
 * but not of a pipe or standard input. */
bool input_is_lasting(const struct input *input);

/* The part of the input that has been read, in percent; -1 if unknown (a pipe, an empty file). */
int input_percent(const struct input *input);

/* Frees `input`; NULL is allowed. Returns false and sets *error if the data read so far were
 * damaged or could not be read; that is then the cause of any error that the caller found in the
 * data. */
MUST_USE bool input_close(struct input *input, struct error *error);
