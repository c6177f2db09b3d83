/* Drives a session as a screen does. */
#pragma once

#include <unistd.h>

#include "src/session/session.h"
#include "tests/unit/test.h"

static inline struct session_view look(struct session *session)
{
    struct session_view view;
    session_view(session, &view);
    return view;
}

static inline struct session_reply enter(struct session *session, const char *line)
{
    struct session_reply reply;
    session_enter(session, line, &reply);
    return reply;
}

static inline void wait_a_little(struct session *session)
{
    usleep(1000);
    (void)session_tick(session);
}

static inline void wait_for_opponent(struct session *session)
{
    while (look(session).playing && !look(session).your_turn)
        wait_a_little(session);
}
