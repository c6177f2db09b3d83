/* What an engine says, by UCI and by XBoard. Form feeds divide the text into its introduction and its
 * answers to two searches. Between them come the answers that we wait for, so that every part is read. */
#include <ctype.h>

#include "src/player/uci_process.h"
#include "src/player/xboard_process.h"
#include "tests/fuzz/fuzz.h"

enum { PARTS = 3 };

static const struct patience patience = {
    .handshake = 2000, .slow_start = 2000, .grace = 20, .farewell = 20};

static void check_report(const struct position *position, const struct report *report)
{
    require(chess_is_legal(position, report->best));
    require(report->line_count >= 0 && report->line_count <= REPORT_LINES_MAX);
    for (int i = 0; i < report->line_count; i++) {
        const struct line *line = &report->lines[i];
        struct position at = *position;
        require(line->length >= 0 && line->length <= REPORT_PV_MAX);
        require(line->score <= SCORE_MATE && line->score >= -SCORE_MATE);
        for (int j = 0; j < line->length; j++) {
            require(chess_is_legal(&at, line->moves[j]));
            chess_play(&at, line->moves[j]);
        }
    }
    struct position after = *position;
    chess_play(&after, report->best);
    require(report->ponder == NO_MOVE || chess_is_legal(&after, report->ponder));
}

static void check_text(const char *text)
{
    for (; *text; text++)
        require(!iscntrl((unsigned char)*text));
}

/* A command that prints text and ends. */
static const char *command_for(const char *text)
{
    static char command[1100];
    snprintf(command, sizeof command, "cat %s", fuzz_file((const uint8_t *)text, strlen(text)));
    return command;
}

static void converse_uci(char *parts[PARTS])
{
    struct error error = {.message = ""};
    struct limits limits = {.depth = 3};
    struct position start;
    char *text = NULL;
    require(asprintf(&text, "%s\nuciok\nreadyok\nreadyok\nreadyok\n%s\nreadyok\n%s\n", parts[0],
                     parts[1], parts[2]) >= 0);
    struct uci_process *guest = uci_process_start(command_for(text), &patience, &error);
    static struct report report;
    chess_start(&start);
    bool good = guest && uci_process_new_game(guest, &error);
    for (int i = 0; i < 2 && good; i++) {
        good = uci_process_search(guest, &start, NULL, 0, &limits, NULL, NULL, &report, &error);
        if (good)
            check_report(&start, &report);
    }
    if (guest)
        check_text(uci_process_name(guest));
    if (!good)
        check_text(error.message);
    uci_process_stop(guest);
    free(text);
}

static void converse_xboard(char *parts[PARTS])
{
    struct error error = {.message = ""};
    struct limits limits = {.depth = 3};
    struct position start;
    char *text = NULL;
    require(asprintf(&text, "feature ping=1\n%s\nfeature done=1\npong 1\npong 2\n%s\npong 3\n%s\n",
                     parts[0], parts[1], parts[2]) >= 0);
    struct xboard_process *guest = xboard_process_start(command_for(text), &patience, &error);
    static struct report report;
    chess_start(&start);
    bool good = guest && xboard_process_new_game(guest, &error);
    for (int i = 0; i < 2 && good; i++) {
        enum xboard_answer answer =
            xboard_process_search(guest, &start, NULL, 0, &limits, NULL, NULL, &report, &error);
        good = answer != XBOARD_FAILED;
        if (answer == XBOARD_MOVED)
            check_report(&start, &report);
    }
    if (guest)
        check_text(xboard_process_name(guest));
    if (!good)
        check_text(error.message);
    xboard_process_stop(guest);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chess_init();
    char *text = fuzz_text(data, size), *rest = text, *parts[PARTS];
    static char nothing[1];
    for (int i = 0; i < PARTS; i++) {
        char *part = i < PARTS - 1 ? strsep(&rest, "\f") : rest;
        parts[i] = part ? part : nothing;
    }
    converse_uci(parts);
    converse_xboard(parts);
    free(text);
    return 0;
}
