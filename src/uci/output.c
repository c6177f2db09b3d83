/* Output of the engine, and the log of all input and output. A lock keeps the lines of different
 * threads apart. Each block of output is collected in memory, so that the log gets the same
 * text. */
#include "src/uci/internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/paths.h"
#include "src/util/text.h"

/* Use these fields only with the lock of stdout held. */
static struct {
    FILE *block;       /* the block that is being collected; NULL: none */
    char *text;
    size_t size;
    FILE *log;         /* NULL: no log */
    int64_t log_began; /* when the log began, by text_now() */
} output;

static void log_lines(const char *mark, const char *text)
{
    const int64_t now = text_now() - output.log_began;
    while (output.log && *text) {
        const size_t length = strcspn(text, "\n");
        size_t shown = length;
        while (shown > 0 && text[shown - 1] == ' ')
            shown--;
        fprintf(output.log, "%" PRId64 ".%03d %s %.*s\n", now / 1000, (int)(now % 1000), mark,
                (int)shown, text);
        text += length + (text[length] == '\n');
    }
    if (output.log)
        fflush(output.log);
}

FILE *uci_begin_lines(void)
{
    flockfile(stdout);
    output.block = output.log ? open_memstream(&output.text, &output.size) : NULL;
    return output.block ? output.block : stdout;
}

void uci_end_lines(void)
{
    if (output.block) {
        if (fclose(output.block) == 0 && output.text) {
            fputs(output.text, stdout);
            log_lines(">", output.text);
        }
        free(output.text);
        output.block = NULL;
        output.text = NULL;
    }
    funlockfile(stdout);
}

void uci_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    FILE *out = uci_begin_lines();
    vfprintf(out, format, arguments);
    putc('\n', out);
    uci_end_lines();
    va_end(arguments);
}

void uci_log_input(const char *line)
{
    flockfile(stdout);
    log_lines("<", line);
    funlockfile(stdout);
}

bool uci_open_log(const char *path)
{
    FILE *log = *path ? paths_open_private(path, "a") : NULL;
    if (*path && !log) {
        uci_say("info string %s: %s", uci_excerpt(path).text, strerror(errno));
        return false;
    }
    flockfile(stdout);
    if (output.log)
        fclose(output.log);
    output.log = log;
    output.log_began = text_now();
    funlockfile(stdout);
    return true;
}
