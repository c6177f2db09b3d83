/* Pasted text. The terminal sends a mark before and after it. Curses reports the first mark as a
 * key. The rest is read here directly, because curses would be slow for a megabyte of text. A whole
 * position or game replaces what is on the board, a single line goes to the entry line, and several
 * lines are entered one by one after a confirmation. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/session/asks.h"
#include "src/tui/choice.h"
#include "src/tui/entry.h"
#include "src/tui/keys_internal.h"
#include "src/tui/notice.h"
#include "src/util/text.h"

enum { SILENCE = 1000 /* ms without a byte; then the end mark is taken to be lost */ };
static const char mark[] = "\033[201~";
enum { MARK = sizeof mark - 1 };

void keys_begin_paste(struct model *model)
{
    struct paste *paste = &model->paste;
    paste->going = true;
    paste->cut = paste->entering = false;
    paste->heard = text_now();
    paste->matched = paste->length = 0;
}

static void add(struct paste *paste, char byte)
{
    if (byte == '\0')
        return;
    if (paste->length < PASTE_MAX)
        paste->text[paste->length++] = byte == '\r' ? '\n' : byte;
    else
        paste->cut = true;
}

/* Adds a byte to the text. Bytes that match the beginning of the end mark are added later, if the
 * next bytes show that they are not the mark. */
static void take_byte(struct paste *paste, char byte)
{
    if (byte == mark[paste->matched]) {
        paste->matched++;
        return;
    }
    for (size_t i = 0; i < paste->matched; i++)
        add(paste, mark[i]);
    paste->matched = byte == mark[0];
    if (!paste->matched)
        add(paste, byte);
}

/* Reads what has arrived, up to the end mark. Each read asks for no more bytes than are missing
 * from the mark, so that it cannot read beyond the mark: the keys after it are for curses. */
static void read_bytes(struct paste *paste, int64_t now)
{
    char bytes[MARK];
    int there = 0;
    if (ioctl(STDIN_FILENO, FIONREAD, &there) != 0)
        there = 0;
    while (there > 0 && paste->matched < MARK) {
        size_t most = MARK - paste->matched;
        ssize_t got = read(STDIN_FILENO, bytes, most < (size_t)there ? most : (size_t)there);
        if (got <= 0)
            return;
        for (ssize_t i = 0; i < got; i++)
            take_byte(paste, bytes[i]);
        there -= (int)got;
        paste->heard = now;
    }
}

/* Finds the next line that is not blank, starting at *at, moves *at past it and sets *length to its
 * length. Returns NULL at the end. */
static const char *next_line(const struct paste *paste, size_t *at, size_t *length)
{
    while (*at < paste->length) {
        const char *line = paste->text + *at;
        *length = strcspn(line, "\n");
        *at += *length + 1;
        if (strspn(line, " \t") < *length)
            return line;
    }
    return NULL;
}

static void copy_line(char *copy, size_t size, const char *line, size_t length)
{
    snprintf(copy, size, "%.*s", (int)(length < INT_MAX ? length : INT_MAX), line);
    for (char *at = copy; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    text_sanitize(copy);
}

static bool is_one_line(const struct paste *paste)
{
    size_t at = 0, length;
    return next_line(paste, &at, &length) && !next_line(paste, &at, &length);
}

static void enter_lines(struct model *model, bool yes)
{
    model->paste.next = 0;
    model->paste.entering = yes;
}

static void take_lines(struct model *model)
{
    static const struct question paste_question = {
        .prompt = " y/n",
        .needed = "Please answer: y enters the pasted lines, n ignores them",
        .decide = enter_lines,
    };
    char text[80];
    struct paste *paste = &model->paste;
    size_t at = 0, length, first_length = 0;
    int lines = 0;
    const char *first = NULL;
    for (const char *line; (line = next_line(paste, &at, &length)); lines++) {
        if (lines == 0) {
            first = line;
            first_length = length;
        }
    }
    if (lines == 1) {
        char copy[ENTRY_LINE_MAX];
        copy_line(copy, sizeof copy, first, first_length);
        if (model->refused)
            entry_set(""); /* entering the pasted lines replaces the refused line */
        model->refused = false;
        entry_feed(copy, strlen(copy));
        if (first_length >= sizeof copy)
            notice_say(model, true, "Only the first %zu characters of the pasted line were taken",
                       sizeof copy - 1);
    } else if (lines > 1) {
        snprintf(text, sizeof text, "Pasted %d lines%s: enter them one by one?", lines,
                 paste->cut ? ", cut at 64 KB" : "");
        notice_ask(model, &paste_question, text);
    }
}

/* If the user answered yes, replaces what is on the board with the pasted position or game. */
static void replace_board(struct model *model, bool yes)
{
    const struct paste *paste = &model->paste;
    struct session_reply reply;
    if (!yes || !session_paste(model->session, paste->text, &reply))
        return;
    notice_reply(model, &reply);
    choice_forget(model);
    if (paste->cut)
        notice_say(model, true, "Only the first 64 KB were taken. %.400s", reply.text);
    session_view(model->session, &model->view);
}

static void take_board(struct model *model)
{
    static const struct question replace_question = {
        .prompt = " y/n",
        .needed = "Please answer y or n",
        .repeated = true,
        .decide = replace_board,
    };
    const char *question = session_asks_paste(model->session, model->paste.text);
    if (question)
        notice_ask(model, &replace_question, question);
    else
        replace_board(model, true);
}

static void end_paste(struct model *model)
{
    struct paste *paste = &model->paste;
    paste->going = false;
    paste->text[paste->length] = '\0';
    *model->notice = '\0';
    struct pane *dialog = model->dialog;
    if (dialog && dialog->ops->paste && !model->question) {
        dialog->ops->paste(dialog, paste->text);
    } else if (!dialog && model->question && is_one_line(paste)) {
        take_lines(model); /* the line waits in the entry line until the question is answered */
    } else if (dialog && !model->question && dialog->ops->takes_lines && is_one_line(paste)) {
        take_lines(model);
    } else if (dialog || model->question) {
        notice_say(model, true, "You cannot paste here");
    } else if (session_pasted(paste->text) != PASTED_OTHER) {
        take_board(model);
    } else {
        take_lines(model);
    }
    session_view(model->session, &model->view);
}

void keys_read_paste(struct model *model, int64_t now)
{
    struct paste *paste = &model->paste;
    read_bytes(paste, now);
    if (paste->matched == MARK || now - paste->heard >= SILENCE)
        end_paste(model);
}

int keys_paste_timeout(const struct model *model, int64_t now)
{
    const struct paste *paste = &model->paste;
    int64_t left = paste->heard + SILENCE - now;
    return !paste->going ? -1 : left > 0 ? (int)left : 0;
}

enum key_outcome keys_enter_pasted(struct model *model)
{
    struct paste *paste = &model->paste;
    size_t length;
    const char *line = next_line(paste, &paste->next, &length);
    if (!line) {
        paste->entering = false;
        return KEY_HANDLED;
    }
    char copy[ENTRY_LINE_MAX];
    copy_line(copy, sizeof copy, line, length);
    enum key_outcome outcome = keys_enter_line(model, copy);
    paste->entering = outcome != KEY_QUIT && !model->refused && !model->notice_bad &&
                      !model->question && !model->dialog;
    return outcome;
}
