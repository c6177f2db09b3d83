/* The home screen in lines of text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct plain;
void home_show(struct plain *plain); /* opens the home screen, and says what can be done there */
/* If the typed `line` is one of the keys of the home screen, such as "d", returns true and sets
 * `entered` to the command that the key stands for, or to "" if nothing is left to do for the
 * key. */
bool home_key(struct plain *plain, const char *line, char *entered, size_t size);
/* Call this after each line. Leaves the home screen when a game, analysis or training has begun,
 * and returns to it, without printing the list again, when the analysis or training is over. */
void home_follow(struct plain *plain);
