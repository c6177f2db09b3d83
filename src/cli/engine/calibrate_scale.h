/* The subcommand fallible calibrate --scale, which has other options and another help text than
 * fallible calibrate. */
#pragma once

#include <stdbool.h>

/* Returns whether --scale is among the arguments. */
bool calibrate_scale_is_meant(int argc, char **argv);
int calibrate_scale(int argc, char **argv);

/* Reads "600-1400" (every `step` numbers) or "600,1000,1400", in ascending order. Returns how many
 * numbers there are, or 0 if the text is invalid. */
int calibrate_read_numbers(const char *text, int step, int least, int most, int numbers[], int max);
