/* terms.def as a text: checked against this program, and rewritten with new values. */
#pragma once

#include "engine/evaluation.h"

/* True when the file's rows and values are those this program was built with. Else, or when it
 * cannot be read, error names file, line and column. */
MUST_USE bool terms_check(const char *path, struct error *error);

/* Puts weights into the file in place of this program's: only numbers change, but that a line
 * grown over 100 columns is broken. Naive values stay, but for those that are the full ones. By
 * way of a file beside it, so that a full disk leaves the old one. */
MUST_USE bool terms_rewrite(const char *path, const struct weights *weights, struct error *error);
