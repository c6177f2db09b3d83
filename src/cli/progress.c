/* A line is cut to the width of the terminal, so that it never needs a second one. */
#include "src/cli/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int progress_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

void progress_show(bool live, const char *line)
{
    if (live)
        fprintf(stderr, "\r\033[K%.*s", progress_width() - 1, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
}

void progress_clear(bool live)
{
    if (live)
        fputs("\r\033[K", stderr);
}

int progress_cores(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}
