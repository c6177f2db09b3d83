/* Home in words. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct plain;
void home_show(struct plain *plain); /* goes home, and says what can be done there */
/* Handles a key of home and returns true. entered is then the line that carries it out, or "" if it
 * was answered here. */
bool home_key(struct plain *plain, const char *line, char *entered, size_t size);
/* After each line: leaves home when a game, analysis or training has begun, and comes back when a
 * training that began there is over. */
void home_follow(struct plain *plain);
