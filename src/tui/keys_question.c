/* Questions that one key answers. While the user is typing a line, letters go to the entry line,
 * and the typed line waits there until the question is answered. The caller supplies the texts and
 * the functions that receive the answer. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/tui/entry.h"
#include "src/tui/keys_internal.h"
#include "src/tui/notice.h"
#include "src/util/text.h"

/* Asks again. Also says which line waits for the answer, and instead of which earlier line
 * (`replaced`; "" if none waited). The status line drops its last parts if they do not fit, so the
 * question comes first. */
static void say_what_is_needed(struct model *model, const char *replaced)
{
    const struct question *question = model->question;
    const char *waiting = entry_text();
    char waits[192] = "";
    if (*waiting)
        snprintf(waits, sizeof waits, "; %.60s waits until you answer%s%.60s", waiting,
                 *replaced ? ", instead of " : "", replaced);
    notice_say(model, true, "%s%s%s%s", question->repeated ? model->question_text : "",
               question->repeated ? " " : "", question->needed, waits);
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
    bool function = key >= KEY_F(1) && key <= KEY_F(12);
    if (function && key != KEY_F(10))
        say_what_is_needed(model, "");
    if (function)
        return true;
    if (!entry_is_empty() && !model->refused)
        return false;
    bool typed = key == '\r' && !entry_is_empty(); /* if a refused line is in the entry line, Enter
                                                    * enters that and does not answer */
    if (!typed && give_answer(model, key)) {
        model->answered = text_now();
        return true;
    }
    /* Tab would list all commands, and arrow keys would recall lines. */
    bool useless = key == '\r' || key == 27 || key == '\t' || (key >= KEY_MIN && entry_is_empty());
    if (useless)
        say_what_is_needed(model, "");
    return useless;
}

/* The key for the piece that the line names by a word, or with the move as in b8=q; 0 if none. */
static int piece_key(const char *line)
{
    static const char *const words[] = {"queen", "rook", "bishop"};
    size_t length = strlen(line);
    if (strcasecmp(line, "knight") == 0)
        return 'N';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(line, words[i]) == 0)
            return toupper((unsigned char)line[0]);
    return length > 0 ? toupper((unsigned char)line[length - 1]) : 0;
}

bool keys_ends_answer(const struct model *model, const char *line)
{
    enum { AT_MOST = 5000 }; /* milliseconds that a word takes to type */
    static const char *const ends[] = {"es", "o", "ueen", "ook", "ishop"};
    if (text_now() - model->answered > AT_MOST)
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strcasecmp(line, ends[i]) == 0)
            return true;
    return false;
}

enum key_outcome keys_answer_line(struct model *model, const char *line)
{
    bool yes = strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0;
    bool no = strcasecmp(line, "n") == 0 || strcasecmp(line, "no") == 0;
    if (model->question->choose && give_answer(model, piece_key(line)))
        return KEY_HANDLED;
    if ((yes || no) && give_answer(model, yes ? 'y' : 'n'))
        return KEY_HANDLED;
    /* A line that repeats the command in question does not wait for the answer, because the answer
     * decides about it. */
    bool again = model->question->of_line && strcmp(line, model->asked_line) == 0;
    char before[sizeof model->waiting_line];
    memcpy(before, model->waiting_line, sizeof before);
    snprintf(model->waiting_line, sizeof model->waiting_line, "%s", again ? "" : line);
    entry_set(model->waiting_line);
    model->refused = !again;
    say_what_is_needed(model, strcmp(before, line) == 0 ? "" : before);
    return KEY_HANDLED;
}
