/* Questions that one key answers. A letter is an answer only while nothing is being typed: a move
 * typed instead goes into the entry line and stays there until the question is answered. */
#include <string.h>
#include <strings.h>

#include "src/tui/entry.h"
#include "src/tui/keys_internal.h"

void keys_ask(struct model *model, enum question question)
{
    *model->notice = '\0'; /* the question has that line */
    model->question = question;
    model->refused |= !entry_is_empty(); /* what is typed so far does not keep y from answering */
}

static void say_what_is_needed(struct model *model)
{
    static const char *const needed[] = {
        [ASK_RESUME] = "Answer first: y goes on with the old game, n starts a new one",
        [ASK_LINE] = "Answer first: y or n",
        [ASK_PASTE] = "Answer first: y enters the pasted lines, n drops them",
        [ASK_PROMOTION] = "Choose the piece first: q, r, b or n; Esc takes the move back",
    };
    keys_say(model, true, "%s%s%s", model->question == ASK_LINE ? model->question_text : "",
             model->question == ASK_LINE ? " " : "", needed[model->question]);
}

static void resume(struct model *model, bool yes)
{
    struct error error = {0};
    model->question = ASK_NOTHING;
    if (!yes)
        session_discard(model->session);
    bool good = yes ? session_resume(model->session, &error) : keys_begin_play(model, &error);
    session_view(model->session, &model->view);
    model->flipped = model->view.you == BLACK;
    if (!good)
        keys_say_error(model, &error);
}

/* Enter is an answer to what most people want then, Esc to what can be left. A capital N begins a
 * knight's move. False: the key is no answer. */
static bool give_answer(struct model *model, int key)
{
    enum question question = model->question;
    bool yes = key == 'y' || key == 'Y' || (key == '\r' && question == ASK_RESUME);
    if (question == ASK_PROMOTION)
        return keys_answer_promotion(model, key);
    if (!yes && key != 'n' && (key != 27 || question == ASK_RESUME))
        return false;
    if (question == ASK_RESUME) {
        resume(model, yes);
        return true;
    }
    model->question = ASK_NOTHING;
    *model->notice = '\0';
    if (question == ASK_PASTE)
        keys_answer_paste(model, yes);
    else if (yes)
        (void)keys_carry_out(model, model->asked_line); /* it never quits */
    return true;
}

bool keys_answer(struct model *model, int key, enum key_outcome *outcome)
{
    *outcome = key == KEY_F(10) ? KEY_QUIT : KEY_HANDLED;
    if (key >= KEY_F(1) && key <= KEY_F(12))
        return true;
    if (!entry_is_empty() && !model->refused)
        return false;
    bool typed = key == '\r' && !entry_is_empty(); /* Enter is meant for what stands there */
    if (!typed && give_answer(model, key))
        return true;
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
