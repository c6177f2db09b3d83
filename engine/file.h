/* Opens files that the user names: books, styles, networks. Public. */
#pragma once

#include <stdio.h>

/* Opens a regular file for reading. Returns NULL and sets *problem to the reason, valid until the
 * next call, if the file cannot be opened or is a folder, a named pipe or a device. */
FILE *file_open_regular(const char *path, const char **problem);
