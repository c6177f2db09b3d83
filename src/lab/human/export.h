/* Writes choices as training data for the network: its input for each choice, and the move played.
 * man/fallible-human.5 describes the file; engine/human/training/data.py reads it. */
#pragma once

#include <stdio.h>

#include "src/lab/human/dataset.h"

/* Writes the choices. Returns false and sets *error on a write error or if a choice is damaged. */
MUST_USE bool human_export(FILE *file, const struct human_set *set, struct error *error);
