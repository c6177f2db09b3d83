/* Without O_NONBLOCK, opening a named pipe blocks until something writes into it. The check follows
 * the opening, so that no other file can take the path in between. */
#include "engine/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *file_open_regular(const char *path, const char **problem)
{
    struct stat status;
    FILE *stream = NULL;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        *problem = strerror(errno);
    } else if (!S_ISREG(status.st_mode)) {
        *problem = "it is not a regular file";
    } else {
        stream = fcntl(file, F_SETFL, O_RDONLY) == 0 ? fdopen(file, "rb") : NULL;
        if (!stream)
            *problem = strerror(errno);
    }
    if (file >= 0 && !stream)
        close(file);
    return stream;
}
