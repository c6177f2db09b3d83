/* A test suite that the engine solves, in lines of text. */
#pragma once

struct plain;

/* Carries out "suite NAME [RATING|full]", one second for each position. Prints each position that
 * was missed, and at the end how many were solved. A line typed meanwhile ends the suite. */
void suite_tell(struct plain *plain, const char *argument);
