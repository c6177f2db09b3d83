/* Knowledge drills: which group the opponent of the next game does without, and that it does. */
#include <string.h>

#include "src/util/text.h"
#include "src/session/state.h"

int session_drill(const struct session *session)
{
    return session->next_drill;
}

void session_set_drill(struct session *session, int group)
{
    session->next_drill = group;
    session->changed |= CHANGED_SETTINGS;
}

/* What the group is known to without the drill comes back with its end. */
void session_change_drill(struct session *session, int group)
{
    if (session->drill != DRILL_NONE)
        session->handicap.knowledge[session->drill] = session->drill_percent;
    session->drill = group;
    session_drill_handicap(session);
    session->configured = false;
}

void session_drill_handicap(struct session *session)
{
    if (session->drill == DRILL_NONE)
        return;
    int *percent = &session->handicap.knowledge[session->drill];
    if (*percent > 0)
        session->drill_percent = *percent;
    *percent = 0;
}

void session_begin_drill(struct session *session)
{
    bool none = session->guest || session->handicap.method == METHOD_MAIA;
    session_change_drill(session, none ? DRILL_NONE : session->next_drill);
    if (session->drill != DRILL_NONE)
        session_say(session, "A drill: the opponent knows nothing of %s. Make it felt.",
                    group_words((enum group)session->drill));
    else if (session->next_drill != DRILL_NONE)
        session_say(session, "No drill: this opponent's knowledge is not ours to take.");
}

void session_command_drill(struct session *session, struct session_reply *reply)
{
    int group = DRILL_NONE;
    if (strcmp(reply->argument, "off") != 0 && !drill_group(reply->argument, &group)) {
        char names[400];
        drill_groups(names, sizeof names);
        reply_set(reply, REPLY_REFUSED, "%s: drill one of them, or drill off.", names);
        return;
    }
    session_set_drill(session, group);
    if (group == DRILL_NONE)
        reply_set(reply, REPLY_DONE, "The next game is no drill.");
    else
        reply_set(reply, REPLY_DONE, "The opponent of the next game (new) knows nothing of %s.",
                  group_words((enum group)group));
}
