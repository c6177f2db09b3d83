/* While the user chooses a level by hand, finds what that level would play in the position
 * shown. */
#include "src/session/state.h"
#include "src/session/study/analyst.h"

bool session_may_preview(const struct session *session)
{
    return !session_goes_on(session) || session->rated.unrated[0];
}

void session_preview_level(struct session *session, const struct handicap *handicap)
{
    const struct session_options *options = &session->options;
    struct error error = {0};
    if (!handicap || !session_may_preview(session)) {
        if (session->previewing && session->level_probe)
            level_probe_stop(session->level_probe);
        if (session->previewing)
            session_turn_level_probe(session); /* gives the level probe back to the analysis */
        session->previewing = false;
        return;
    }
    if (!session->level_probe)
        session->level_probe =
            level_probe_create(options->wake, options->context, options->strength);
    session->previewing = session->level_probe && level_probe_turn(session->level_probe,
                                                                   session->shown, handicap,
                                                                   &error);
}

const struct probed *session_previewed(struct session *session)
{
    return session->previewing ? level_probe_found(session->level_probe, NULL, 0) : NULL;
}
