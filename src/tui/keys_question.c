/* Questions that one key answers. While a line is being typed, letters go to the entry line, and
 * the line waits there until the question is answered. The caller supplies the texts and the
 * functions that receive the answer. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/tui/entry.h"
#include "src/tui/keys_internal.h"
#include "src/tui/notice.h"
#include "src/util/text.h"

void keys_ask(struct model *model, const struct question *question, const char *text)
{
    notice_clear(model); /* the question is shown in place of the notice */
    snprintf(model->question_text, sizeof model->question_text, "%s", text);
    model->question = question;
    model->refused |= !entry_is_empty(); /* typing an answer replaces what is in the entry line */
}

static void say_what_is_needed(struct model *model)
{
    const struct question *question = model->question;
    const char *waiting = entry_text();
    notice_say(model, true, "%.60s%s%s%s%s", waiting, *waiting ? " waits until you answer. " : "",
               question->repeated ? model->question_text : "", question->repeated ? " " : "",
               question->needed);
}

/* Takes the key as the answer, if it is one. Esc means no, except in a forced question, where Enter
 * means yes. A capital N does not mean no, because it begins a knight's move. Returns false if the
 * key is not an answer. */
static bool give_answer(struct model *model, int key)
{
    const struct question *question = model->question;
    bool yes = key == 'y' || key == 'Y' || (key == '\r' && question->forced);
    if (question->choose)
        return question->choose(model, key);
    if (!yes && key != 'n' && (key != 27 || question->forced))
        return false;
    model->question = NULL;
    notice_clear(model);
    question->decide(model, yes);
    if (!entry_is_empty() && !*model->notice && !model->question) {
        notice_say(model, false, "%.60s is still waiting: press Enter to enter it", entry_text());
        model->refused = false;
    }
    return true;
}

bool keys_answer(struct model *model, int key, enum key_outcome *outcome)
{
    *outcome = key == KEY_F(10) ? KEY_QUIT : KEY_HANDLED;
    if (key >= KEY_F(1) && key <= KEY_F(12))
        return true;
    if (!entry_is_empty() && !model->refused)
        return false;
    bool typed = key == '\r' && !entry_is_empty(); /* Enter then enters the typed line instead of
                                                      answering */
    if (!typed && give_answer(model, key)) {
        model->answered = text_now();
        return true;
    }
    if (key == '\r' || key == 27)
        say_what_is_needed(model);
    return key == '\r' || key == 27 || (key >= KEY_MIN && entry_is_empty());
}

enum key_outcome keys_answer_line(struct model *model, const char *line)
{
    bool yes = strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0;
    bool no = strcasecmp(line, "n") == 0 || strcasecmp(line, "no") == 0;
    if ((yes || no) && give_answer(model, yes ? 'y' : 'n'))
        return KEY_HANDLED;
    entry_set(line);
    model->refused = true;
    say_what_is_needed(model);
    return KEY_HANDLED;
}
