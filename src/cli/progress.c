/* The line is cut to the width of the terminal, so that it never wraps. */
#include "src/cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "src/util/text.h"

enum { BEGIN_MS = 300, REDRAW_MS = 100, LONG_REDRAW_MS = 200 };

int progress_width(void)
{
    const int columns = text_columns(stderr);
    return columns > 0 ? columns : 80;
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
    bool live = isatty(STDERR_FILENO);
    int64_t now = text_now();
    return (struct progress){
        .live = live, .every = live ? REDRAW_MS : 0, .began = now, .next = now + BEGIN_MS};
}

struct progress progress_begin_long(int seconds, bool at_once)
{
    bool live = isatty(STDERR_FILENO);
    int every = live ? LONG_REDRAW_MS : seconds * 1000;
    int64_t now = text_now();
    return (struct progress){
        .live = live, .every = every, .began = now, .next = at_once ? now : now + every};
}

bool progress_due(struct progress *progress)
{
    int64_t now = progress->every ? text_now() : 0;
    if (!progress->every || now < progress->next)
        return false;
    progress->next = now + progress->every;
    progress->shown = true;
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
