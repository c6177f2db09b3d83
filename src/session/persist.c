/* A game being played in the store: its row, and an unfinished one taken up again. */
#include <stdio.h>
#include <stdlib.h>

#include "src/util/text.h"
#include "src/session/state.h"

/* A new row in the store for the live game. */
void session_keep(struct session *session)
{
    session->sheet.stored_id = 0;
    if (!session->store || session->options.analyze_only)
        return;
    struct stored_game *stored = calloc(1, sizeof *stored);
    if (!stored)
        return;
    stored->start = session->game->root->position;
    stored->you = session->sheet.you;
    stored->drawn = session->options.color < 0;
    stored->handicap = session->handicap;
    stored->drill = session->drill;
    snprintf(stored->opponent, sizeof stored->opponent, "%s", session->guest_text);
    stored->odds = session->odds;
    stored->takebacks = session->takebacks;
    snprintf(stored->unrated, sizeof stored->unrated, "%s", session->unrated);
    stored->clock = session->clock;
    bool good = stored_game_take(stored, session->live)
                    ? store_begin(session->store, stored, &session->trouble)
                    : error_set(&session->trouble, "out of memory");
    if (good)
        session->sheet.stored_id = stored->id;
    session_kept(session, good);
    stored_game_clear(stored);
    free(stored);
}

void session_abandon(struct session *session)
{
    if (!session->sheet.stored_id || !session->playing)
        return;
    session_kept(session, store_finish(session->store, session->sheet.stored_id, RESULT_NONE,
                                       "abandoned", &session->trouble));
}

bool session_unfinished(struct session *session, char *text, size_t size)
{
    if (!session->have_stored)
        return false;
    const struct stored_game *stored = &session->stored;
    char date[32];
    text_moment(stored->began, "%Y-%m-%d %H:%M", date, sizeof date);
    char opponent[64] = "Fallible full";
    if (stored->opponent[0])
        session_guest_called(stored->opponent, opponent, sizeof opponent);
    else if (stored->handicap.limited)
        snprintf(opponent, sizeof opponent, "Fallible %d", stored->handicap.elo);
    int plies = stored->move_count + (stored->start.side == BLACK);
    snprintf(text, size, "%s, you have %s against %s, move %d", date,
             chess_color_name(stored->you), opponent, stored->start.fullmove + plies / 2);
    return true;
}

bool session_resume(struct session *session, struct error *error)
{
    if (!session->have_stored)
        return error_set(error, "there is no unfinished game");
    const struct stored_game *stored = &session->stored;
    struct game_node *live;
    struct game *game = stored_game_rebuild(stored, &live);
    if (!game)
        return error_set(error, "out of memory");
    session_replace_game(session, game);
    session->live = session->shown = live;
    session->sheet.you = stored->you;
    session_dismiss(session);
    session->handicap = stored->handicap;
    session->drill = stored->drill;
    session_drill_handicap(session);
    session->configured = false;
    if (stored->opponent[0] && !session_invite(session, stored->opponent, NULL, error)) {
        session_say(session, "%s: %s", stored->opponent, error->message);
        *error = (struct error){0};
    }
    session->control = stored->clock.control;
    session->clock = stored->clock;
    session->odds = stored->odds;
    session->takebacks = stored->takebacks;
    snprintf(session->unrated, sizeof session->unrated, "%s", stored->unrated);
    session->sheet.stored_id = stored->id;
    session->sheet.ledger = session->stored.ledger;
    session->stored.ledger = (struct ledger){0};
    stored_game_clear(&session->stored);
    session->have_stored = false;
    session->playing = true;
    session->analyzing = false;
    engine_forget(session->opponent);
    session->guest_new_game = true;
    session_turn(session);
    session_restart_analysis(session);
    return true;
}

void session_discard(struct session *session)
{
    if (!session->have_stored)
        return;
    session_kept(session, store_finish(session->store, session->stored.id, RESULT_NONE,
                                       "abandoned", &session->trouble));
    stored_game_clear(&session->stored);
    session->have_stored = false;
}
