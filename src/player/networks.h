/* Where the networks of the Maia project are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The data folder for the networks of the Maia project, "" if there is no home folder. Returns
 * whether it contains a network. */
bool paths_maia(char *path, size_t size);
