/* Deselects the chosen piece and plays moves. */
#include "src/tui/choice.h"

#include <string.h>

#include "src/tui/notice.h"
#include "src/tui/question.h"

void choice_forget(struct model *model)
{
    model->selected = NO_SQUARE;
    model->targets = 0;
    if (model->question && model->question->of_choice)
        model->question = NULL;
}

void choice_play(struct model *model, Move move)
{
    struct session_reply reply;
    memset(&reply, 0, sizeof reply);
    session_play(model->session, move, &reply);
    choice_forget(model);
    notice_reply(model, &reply);
}
