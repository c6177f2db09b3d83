/* Steps through the game shown. */
#include "src/plain/plain_internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/plain/analysis.h"
#include "src/plain/say.h"
#include "src/util/text.h"

/* Reads a line such as "back" or "forward 7". Sets *count to the number of steps, or to 0 if the
 * text after the word is not a number. Returns false if the line does not begin with a word for a
 * step. */
static bool step_named(const char *line, enum step *step, long *count)
{
    enum { MOST = 9999 };
    static const struct {
        const char *word;
        enum step step;
    } words[] = {{"back", STEP_BACK},    {"previous", STEP_BACK}, {"forward", STEP_FORWARD},
                 {"next", STEP_FORWARD}, {"start", STEP_START},   {"end", STEP_END}};
    const size_t length = strcspn(line, " ");
    const char *number = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || strncasecmp(line, words[i].word, length) != 0)
            continue;
        *step = words[i].step;
        *count = *number ? 0 : 1;
        bool counts = *step == STEP_BACK || *step == STEP_FORWARD;
        return !counts || !text_number(number, 1, MOST, count) || *count > 0;
    }
    return false;
}

/* Prints how the game ended, if the position shown is the last one. */
static void tell_ending(const struct session_view *view)
{
    const struct game_node *node = view->shown;
    enum game_state state = game_state(node);
    if (state == GAME_CHECKMATE)
        say("Checkmate, %s.\n", node->position.side == WHITE ? "0-1" : "1-0");
    else if (state == GAME_STALEMATE)
        say("Stalemate, 1/2-1/2.\n");
    else if (node->parent && node == view->live && !view->playing && view->result != RESULT_NONE)
        say("The game ends here, %s.\n", result_text(view->result));
}

/* Prints the move that led to the position now shown, and what is known about the position. */
void plain_tell_shown(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    if (view.shown->parent)
        plain_tell_move(plain, view.shown, false);
    else
        plain_say(plain, "This is the start of the game.");
    if (view.analyzing)
        tell_ending(&view);
    if (view.analyzing)
        analysis_tell_notes(&view);
    plain_tell_analysis(plain);
}

static void step_to(struct plain *plain, enum step step, long count)
{
    struct session_view view;
    session_view(plain->session, &view);
    bool stepped = false;
    if (count == 0) {
        plain_say(plain, step == STEP_START || step == STEP_END
                             ? "Type start or end alone."
                             : "Type back or forward, alone or with a number of moves of either "
                               "side, such as back 3.");
        return;
    }
    if (plain->home) {
        plain_say(plain, view.live->parent ? "To step through the game on the board, type analyze "
                                             "first."
                                           : "There is no game to step through. Type home for the "
                                             "list of what you can do.");
        return;
    }
    if (view.guessing || (view.card && !view.card_over)) {
        plain_say(plain, "Solve the position first; then you can step through the moves. "
                         "Type skip to see the solution.");
        return;
    }
    while (count-- > 0 && session_step(plain->session, step))
        stepped = true;
    if (stepped)
        plain_tell_shown(plain);
    else
        plain_say(plain, "There are no more moves in this direction.");
}

static void step_variation(struct plain *plain, int by)
{
    if (session_step_variation(plain->session, by))
        plain_tell_shown(plain);
    else
        plain_say(plain, "There is no other variation here.");
}

/* Returns -1 for "up", the variation above the one shown, 1 for "down" and 0 for any other line. */
static int variation_named(const char *line)
{
    return strcmp(line, "up") == 0 ? -1 : strcmp(line, "down") == 0;
}

bool plain_is_step(const char *line)
{
    enum step step;
    long count;
    return step_named(line, &step, &count) || variation_named(line) != 0;
}

bool plain_step(struct plain *plain, const char *line)
{
    enum step step;
    long count;
    struct session_view view;
    session_view(plain->session, &view);
    if (!view.setting_up && step_named(line, &step, &count)) /* while a position is set up, `start`
                                                              * is a command */
        step_to(plain, step, count);
    else if (variation_named(line) != 0)
        step_variation(plain, variation_named(line));
    else
        return false;
    return true;
}
