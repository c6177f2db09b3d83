/* The next game: your colour and its clock, and what is to be as it was the last time. */
#include "src/util/paths.h"
#include "src/session/state.h"

void session_next_game(const struct session *session, int *color, struct time_control *control)
{
    *color = session->options.color;
    *control = session->options.control;
}

void session_set_next_game(struct session *session, int color, const struct time_control *control)
{
    session->options.color = color;
    session->options.control = *control;
}

/* The networks of a method may be gone since. */
static bool can_play(enum method method)
{
    char folder[512];
    return method != METHOD_MAIA || paths_maia(folder, sizeof folder);
}

void session_recall(struct session *session)
{
    const struct session_recall *recall = &session->options.recall;
    struct stored_choice last;
    if (!(recall->elo || recall->method || recall->color || recall->control) ||
        !store_last_choice(session->store, &last))
        return;
    struct handicap *handicap = &session->handicap;
    bool by_hand = last.handicap.limited && last.handicap.elo == ELO_FULL;
    int elo = last.handicap.limited ? last.handicap.elo : ELO_FULL;
    *handicap = handicap_for(session->options.strength,
                             recall->method && can_play(last.handicap.method) ? last.handicap.method
                                                                              : handicap->method,
                             recall->elo && !by_hand ? elo
                             : handicap->limited     ? handicap->elo
                                                     : ELO_FULL,
                             handicap->seed);
    if (recall->color)
        session->options.color = last.color;
    if (recall->control)
        session->options.control = last.control;
}
