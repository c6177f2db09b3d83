/* Home in lines of text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct plain;
void home_show(struct plain *plain); /* goes home, and says what can be done there */
/* If `line` is a key of home, returns true and sets `entered` to the line to enter for it, or to ""
 * if nothing is left to do. */
bool home_key(struct plain *plain, const char *line, char *entered, size_t size);
/* Call this after each line. Leaves home when a game, analysis or training has begun, and shows it
 * again when training that was started from it is over. */
void home_follow(struct plain *plain);
