/* Sets the notice, and asks questions in its place. */
#include "src/tui/notice.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/tui/entry.h"

void notice_say(struct model *model, bool bad, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(model->notice, sizeof model->notice, format, arguments);
    va_end(arguments);
    model->notice_bad = bad;
}

void notice_error(struct model *model, const struct error *error)
{
    char place[16] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, ":%d", error->line);
    notice_say(model, true, "%.200s%s%s%.250s", error->file, place, *error->file ? ": " : "",
               error->message);
}

void notice_reply(struct model *model, const struct session_reply *reply)
{
    notice_say(model, reply->kind == REPLY_REFUSED, "%s", reply->text);
}

void notice_take_message(struct model *model)
{
    session_take_message(model->session, model->notice, sizeof model->notice);
    model->notice_bad = false;
    session_view(model->session, &model->view);
}

void notice_clear(struct model *model)
{
    *model->notice = '\0';
}

void notice_ask(struct model *model, const struct question *question, const char *text)
{
    notice_clear(model); /* the question is shown in place of the notice */
    snprintf(model->question_text, sizeof model->question_text, "%s", text);
    model->question = question;
    snprintf(model->waiting_line, sizeof model->waiting_line, "%s", entry_text());
    model->refused |= !entry_is_empty(); /* typing an answer replaces what is in the entry line */
}
