/* Where the networks of the Maia project are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Sets path to the folder for the networks of the Maia project, or to "" if there is no home
 * folder. Returns whether the folder contains a network. */
bool paths_maia(char *path, size_t size);
