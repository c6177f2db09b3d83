/* Runs a command of the shell, such as fallible levels, while the user waits, and prints what it
 * writes. */
#include "src/plain/shell.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/player/subprocess.h"
#include "src/util/text.h"

enum { POLL = 50 /* ms */ };

/* Prints the lines that have arrived. Returns false at the end of the output. */
static bool print_arrived(struct child *child)
{
    enum reading reading;
    while ((reading = child_read(child, child_now(child) + 1, false)) == READ_LINE) {
        text_sanitize(child->line);
        puts(child->line); /* printed without breaking lines, because it may be a row of a table */
    }
    fflush(stdout);
    return reading == READ_TIMEOUT && !ferror(stdout);
}

void shell_run(struct plain *plain, const char *arguments)
{
    struct error error = {0};
    struct child *child = malloc(sizeof *child);
    if (!child) {
        plain_say(plain, "out of memory");
        return;
    }
    child_init(child, NULL);
    bool begun = child_start_self(child, arguments, &error);
    if (!begun)
        plain_say(plain, error.message);
    while (begun && print_arrived(child)) {
        struct session_view view;
        int64_t until = text_now() + POLL;
        while (plain_go_on_unless_typed(plain, until, &view))
            continue;
        if (plain->interrupted) {
            child_interrupt_program(child);
            int64_t deadline = child_now(child) + child->patience.farewell;
            while (child_now(child) < deadline && print_arrived(child))
                continue;
            break;
        }
    }
    child_stop(child);
    free(child);
}
