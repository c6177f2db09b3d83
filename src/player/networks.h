/* Where the networks of the Maia project and the styles of players are. */
#pragma once

#include "engine/engine.h"

struct scale;

/* Sets `path` to the folder for the networks of the Maia project, or to "" if there is no home
 * folder. Returns whether the folder contains a network. */
bool paths_maia(char *path, size_t size);

/* Sets the folders in which the engine looks for networks and for styles. */
void networks_set_folders(struct engine_settings *settings);

/* Lists the styles that fallible human --like has written into the user's data folder, in
 * alphabetical order, but at most STYLES_MAX. Returns the number listed, and sets *others to the
 * number of the rest; `others` may be NULL. */
enum { STYLES_MAX = 100 };
int styles_list(char names[STYLES_MAX][STYLE_NAME_MAX], int *others);
/* Reads the style with this name; case is ignored. Sets `name` to the spelling of its file's name,
 * and *elo to the level of its player. Returns false and sets *error (file, line) if the style is
 * missing or damaged. */
MUST_USE bool styles_find(const char *text, const struct scale *scale, char name[STYLE_NAME_MAX],
                          int *elo, struct error *error);
