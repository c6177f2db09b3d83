/* Endgames to practise. A won endgame is played until mate, or until a pawn has become a queen that
 * is not taken at once. A drawn endgame is played until the draw is certain or the user has held it
 * for enough moves. Each of the user's moves must keep the result. The full-strength engine, with
 * endgame tables if available, checks the moves and plays the replies. */
#include <stdio.h>

#include "src/game/format.h"
#include "src/session/state.h"
#include "src/session/study/practice.h"
#include "src/util/text.h"

enum {
    HELD_ENOUGH = 20, /* a draw is held after this many moves of the user */
    WON = 250,        /* centipawns: a won endgame counts as still won if its score is at least
                       * this */
    HELD = -250,      /* centipawns: a drawn endgame counts as still drawn if its score is above
                       * this */
};

static bool wins(const struct card *card)
{
    return card->solution.score != 0;
}

bool endgame_keeps(const struct practice *practice, Score after)
{
    const struct card *card = &practice->cards[practice->at];
    Score yours = card->position.side == WHITE ? after : -after;
    enum game_state state = game_state(practice->tried);
    if (!wins(card))
        return yours > HELD;
    if (state == GAME_THREEFOLD || state == GAME_FIFTY)
        return false;
    return yours >= WON;
}

static bool has_queen(const struct position *position, int side)
{
    return (position->by_type[QUEEN] & position->by_color[side]) != 0;
}

/* Returns true if the endgame is over at `node`. Sets *how to its outcome in words. */
static bool done(const struct practice *practice, const struct game_node *node, const char **how)
{
    const struct card *card = &practice->cards[practice->at];
    enum game_state state = game_state(node);
    int you = card->position.side;
    *how = NULL;
    if (state == GAME_CHECKMATE)
        *how = "checkmate";
    else if (!wins(card) && state != GAME_GOING)
        *how = game_state_words(state);
    else if (!wins(card) && practice->held >= HELD_ENOUGH)
        *how = "you held out for 20 moves";
    else if (wins(card) && !has_queen(&card->position, you) && has_queen(&node->position, you) &&
             node->position.side == you && (card->position.by_type[PAWN] != 0))
        *how = "your pawn has become a queen";
    return *how != NULL;
}

bool endgame_goes_on(struct session *session, const struct ledger_score *found, char *text,
                     size_t size)
{
    struct practice *practice = &session->practice;
    struct game_node *node = game_add(practice->node, practice->tried->move);
    const char *how;
    char answer[TEXT_MOVE_MAX];
    if (!node)
        return false;
    practice->held++;
    bool over = done(practice, node, &how);
    if (!over && found->length > 0) {
        text_move(&node->position, found->line[0], answer, sizeof answer);
        node = game_add(node, found->line[0]);
        if (!node)
            return false;
        over = done(practice, node, &how);
    }
    if (over || found->length == 0) {
        snprintf(text, size, "Done: %s, %d move%s.", how ? how : "there is nothing left to play",
                 practice->held, text_plural(practice->held));
        return false;
    }
    practice->rungs = practice_rungs(session);
    practice_stand_at(session, node);
    session_say(session, "The opponent plays %s. Keep%s.", answer,
                wins(&practice->cards[practice->at]) ? " winning" : " holding");
    return true;
}
