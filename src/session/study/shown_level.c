/* The level that an analysis shows. If no game is going on, the user may change it to see what
 * another level would play; that does not change the next opponent. During a game it is the
 * opponent's level, and on the home screen, which covers the analysis, that of the next
 * opponent. */
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"

bool session_shows_level(const struct session *session)
{
    return session_explores(session) && !session_goes_on(session) && !session->away;
}

/* Returns the level in session->handicap as it is without a drill. */
static struct kept_level level_in_use(const struct session *session)
{
    struct kept_level kept = {.handicap = session->handicap, .level = session->level};
    if (session->drill != DRILL_NONE)
        kept.handicap.knowledge[session->drill] = session->drill_percent;
    return kept;
}

static void exchange(struct session *session)
{
    struct kept_level before = level_in_use(session);
    session->handicap = session->kept.handicap;
    session->level = session->kept.level;
    session->kept = before;
    session_drill_handicap(session);
    session->configured = false;
    session->changed |= CHANGED_SETTINGS;
}

void session_part_levels(struct session *session)
{
    if (session->levels == LEVELS_SAME)
        session->kept = level_in_use(session);
    else if (session->levels == LEVEL_SHOWN_KEPT)
        exchange(session);
    session->levels = OPPONENT_KEPT;
}

void session_use_shown_level(struct session *session)
{
    if (session->levels == LEVEL_SHOWN_KEPT && !session_goes_on(session))
        session_part_levels(session);
}

void session_use_opponent(struct session *session)
{
    if (session->levels != OPPONENT_KEPT)
        return;
    exchange(session);
    session->levels = LEVEL_SHOWN_KEPT;
}

void session_forget_shown_level(struct session *session)
{
    session_use_opponent(session);
    session->levels = LEVELS_SAME;
}
