/* Reads the input. A separate thread reads the lines, so that commands that wait for the end of a
 * search can check what was sent meanwhile: isready is answered immediately, stop and quit end the
 * search. All other commands are executed in order. */
#include "src/uci/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/lines.h"

/* The reading thread pauses while this many lines wait to be executed, so that a flood of input
 * cannot fill the memory. */
enum { WAITING_MOST = 100000 };

struct inbox_line {
    struct inbox_line *next;
    enum command command;
    char text[];
};

/* Unknown words before a command are skipped, as the protocol requires. */
static enum command command_in(const char *text)
{
    char word[24];
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        if (length < sizeof word) {
            memcpy(word, text, length);
            word[length] = '\0';
            enum command command = uci_command(word);
            if (command != COMMAND_UNKNOWN)
                return command;
        }
        text += length;
    }
    return COMMAND_UNKNOWN;
}

static void add(struct uci *uci, struct inbox_line *line)
{
    pthread_mutex_lock(&uci->mutex);
    while (uci->waiting == WAITING_MOST)
        pthread_cond_wait(&uci->changed, &uci->mutex);
    *uci->inbox_end = line;
    uci->inbox_end = &line->next;
    uci->waiting++;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
}

static struct inbox_line *make_line(const char *text, int length)
{
    struct inbox_line *line = malloc(sizeof *line + (size_t)length + 1);
    if (!line)
        return NULL;
    line->next = NULL;
    /* Replaces NULs, which would hide the rest of the line, and line ends. */
    for (int i = 0; i < length; i++)
        line->text[i] =
            (char)(text[i] == '\0' || text[i] == '\n' || text[i] == '\r' ? ' ' : text[i]);
    line->text[length] = '\0';
    line->command = command_in(line->text);
    return line;
}

/* Skips the rest of a line that is too long. */
static void pass_line(FILE *stream)
{
    int byte;
    while ((byte = getc_unlocked(stream)) != EOF && byte != '\n')
        ;
}

void *uci_read_lines(void *context)
{
    struct uci *uci = context;
    char *text = NULL;
    int capacity = 0, length;
    enum line_status status;
    bool quit = false;
    while (!quit && (status = line_read(stdin, &text, &capacity, &length)) != LINE_END) {
        struct inbox_line *line = status == LINE_READ ? make_line(text, length) : NULL;
        if (status != LINE_READ)
            pass_line(stdin);
        if (!line) {
            uci_say("info string %s", status == LINE_TOO_LONG
                                          ? "skipped a line longer than " LINE_MOST_TEXT
                                          : "out of memory");
            continue;
        }
        quit = line->command == COMMAND_QUIT;
        uci_log_input(line->text);
        add(uci, line);
    }
    free(text);
    pthread_mutex_lock(&uci->mutex);
    uci->inbox_closed = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    return NULL;
}

/* Removes the line that *at points to from the inbox and returns it. Call with the mutex held. */
static struct inbox_line *take(struct uci *uci, struct inbox_line **at)
{
    struct inbox_line *line = *at;
    *at = line->next;
    if (!line->next)
        uci->inbox_end = at;
    uci->waiting--;
    pthread_cond_broadcast(&uci->changed);
    return line;
}

struct inbox_line *uci_take_line(struct uci *uci, char **text)
{
    pthread_mutex_lock(&uci->mutex);
    while (!uci->inbox && !uci->inbox_closed)
        pthread_cond_wait(&uci->changed, &uci->mutex);
    struct inbox_line *line = uci->inbox ? take(uci, &uci->inbox) : NULL;
    pthread_mutex_unlock(&uci->mutex);
    *text = line ? line->text : NULL;
    return line;
}

enum command uci_look_ahead(struct uci *uci, int *ready)
{
    for (struct inbox_line **at = &uci->inbox; *at;) {
        enum command command = (*at)->command;
        if (command == COMMAND_STOP || command == COMMAND_QUIT)
            return command;
        if (command == COMMAND_ISREADY) {
            free(take(uci, at));
            ++*ready;
        } else {
            at = &(*at)->next;
        }
    }
    return COMMAND_UNKNOWN;
}
