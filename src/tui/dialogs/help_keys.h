/* The keys of the screen that help was opened from. */
#pragma once

#include "src/tui/pane.h"

/* Key and description. Rows with an empty key are headings or blank lines. */
struct help_line {
    const char *key, *words;
};

/* Returns the rows for what is on the screen, a heading first and a blank line last, and sets
 * *count. */
const struct help_line *help_keys_here(const struct model *model, int *count);
