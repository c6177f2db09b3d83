/* Works on the text of terms.def: checks it against this program, and rewrites it with new
 * values. */
#pragma once

#include "engine/evaluation.h"

/* Returns true if the file has the rows and values this program was built with. If it has not, or
 * cannot be read, returns false and sets *error with file, line and column. */
MUST_USE bool terms_check(const char *path, struct error *error);

/* Replaces this program's weights in the file. Only numbers change, except that lines longer than
 * 100 columns are broken. Naive values (see terms.def) change only where they were equal to the
 * full ones. The new text is written to a temporary file first, so a full disk leaves the old file
 * intact. */
MUST_USE bool terms_rewrite(const char *path, const struct weights *weights, struct error *error);
