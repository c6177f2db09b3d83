/* Input that may be packed: a file, standard input ("-"), either as it is or as Zstandard. */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

struct input;

/* Opens path for reading from its first byte on; "-" is standard input. What begins with
 * Zstandard's magic number is unpacked while it is read; input_close reports it as damaged if it
 * unpacks to more than 200 times its size. NULL fills error (file set): it cannot be opened, or is
 * packed and the program was built without libzstd. */
struct input *input_open(const char *path, struct error *error);

/* The unpacked bytes; cannot be rewound. */
FILE *input_stream(const struct input *input);

/* What to call it in messages: the path, or "standard input". */
const char *input_name(const struct input *input);

/* It can be opened once more and read from its start: a file, no pipe, nor standard input. */
bool input_is_lasting(const struct input *input);

/* How much of it has been read, in percent; -1 where nobody knows (a pipe, an empty file). */
int input_percent(const struct input *input);

/* Frees it. False fills error: what was read up to here was damaged or could not be read. */
MUST_USE bool input_close(struct input *input, struct error *error);
