/* The line is cut to the width of the terminal, so that it never wraps. */
#include "src/cli/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/util/text.h"

enum { BEGIN_MS = 300, REDRAW_MS = 100 };

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

struct progress progress_begin(void)
{
    return (struct progress){.live = isatty(STDERR_FILENO), .began = text_now()};
}

bool progress_due(struct progress *progress)
{
    int64_t now = progress->live ? text_now() : 0;
    if (!progress->live || now - progress->began < BEGIN_MS || now - progress->shown < REDRAW_MS)
        return false;
    progress->shown = now;
    return true;
}

void progress_games(struct progress *progress, uint64_t games, int percent)
{
    char number[32], line[80];
    if (!progress_due(progress))
        return;
    text_thousands(games, number, sizeof number);
    snprintf(line, sizeof line, "%s games read", number);
    if (percent >= 0)
        text_add(line, sizeof line, ", %d %%", percent);
    progress_show(true, line);
}

void progress_end(const struct progress *progress)
{
    progress_clear(progress->live && progress->shown);
}

int progress_cores(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}
