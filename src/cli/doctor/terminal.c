/* Checks the terminal, the locale and the processor. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/maia.h"
#include "src/cli/doctor/findings.h"
#include "src/tui/tui.h"

void find_terminal(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *term = getenv("TERM");
    struct winsize size;
    SAY(finding, "%s", term && *term ? term : "TERM is not set");
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        SAY(finding, ", %dx%d", size.ws_col, size.ws_row);
    if (tui_possible())
        SAY(finding, ": can show the board");
    else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        SAY(finding, ": cannot show the board; games are played in lines of text");
    else
        SAY(finding, ": not checked here; run fallible doctor in the shell, without a pipe, "
                     "to check it");
}

void find_locale(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *name = setlocale(LC_CTYPE, "");
    bool unicode = name && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!name)
        SAY(finding, "the locale named by LC_ALL, LC_CTYPE or LANG is not installed: ");
    else
        SAY(finding, "%s, %s: ", name, nl_langinfo(CODESET));
    SAY(finding, unicode ? "chess symbols and lines"
                         : "pieces are drawn as letters; chess symbols need a UTF-8 locale");
}

void find_colors(const struct arguments *options, struct finding *finding)
{
    (void)options;
    const char *no_color = getenv("NO_COLOR");
    int colors = tui_colors();
    if (colors > 0)
        SAY(finding, "%d", colors);
    else
        SAY(finding, "none");
    if (no_color && *no_color)
        SAY(finding, ", but NO_COLOR is set: only --theme turns them on");
}

void find_processor(const struct arguments *options, struct finding *finding)
{
    (void)options;
    SAY(finding, "%s; neural networks use %s", chess_processor(), human_network_processor());
}
