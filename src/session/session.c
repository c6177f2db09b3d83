/* Creates, polls and destroys a session. The live position is the game's current one, and the shown
 * position is the one displayed. The clock runs in real time: if the opponent's move is shown later
 * than it was found, to look natural, the opponent's clock runs until then. */
#include <stdio.h>
#include <stdlib.h>

#include "src/game/group_names.h"
#include "src/review/score_pool.h"
#include "src/session/events.h"
#include "src/session/files.h"
#include "src/session/mode.h"
#include "src/session/persist.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/setup.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"
#include "src/session/study/study.h"
#include "src/session/study/suspend_analysis.h"
#include "src/util/random.h"
#include "src/util/text.h"

enum { NO_TIMEOUT = -1, CLOCK_STEP = 1000, CLOCK_STEP_LOW = 100, LOW_TIME = 20000,
       FAREWELL = 700 /* ms that other engines get to exit when the session ends */ };

/* Draws a random seed from 1 to 1000000, which is short enough to type. */
static uint64_t short_seed(void)
{
    return random_seed() % 1000000 + 1;
}

static const struct mode_ops modes[MODE_COUNT] = {
    [MODE_ANALYSING] = {session_leave_analysis, session_enter_analysis},
    [MODE_PRACTISING] = {session_leave_practice, NULL},
    [MODE_GUESSING] = {session_leave_guessing, session_enter_guessing},
    [MODE_SETTING_UP] = {session_leave_setup, session_enter_setup_mode},
};

static bool set_up(struct session *session, const struct session_options *options,
                   struct error *error)
{
    session->options = *options;
    session->control = options->control;
    session->concessions.policy = options->resign_policy;
    session->calm = options->calm;
    session->blindfold = options->blindfold;
    session->record.you = options->analyze_only ? -1 : options->color == BLACK ? BLACK : WHITE;
    session_reset_clock(session);
    session->modes = modes;
    session->record.status = options->analyze_only ? STATUS_STUDIED : STATUS_NONE;
    session->mode = session_game_mode(session);
    uint64_t seed = options->seed ? options->seed : short_seed();
    session->drill = session->next_drill = DRILL_NONE;
    if (options->drill && !group_find(options->drill, &session->next_drill))
        session->next_drill = DRILL_NONE;
    session->handicap = handicap_for(options->strength, options->method,
                                     options->guest ? ELO_FULL : options->elo, seed);
    if (options->like)
        snprintf(session->handicap.like, sizeof session->handicap.like, "%s", options->like);
    session->level = options->elo == ELO_FULL ? ELO_MIN : options->elo;
    session->game = game_create(&options->start);
    session->opponent = engine_create(options->wake, options->context);
    if (!session->game || !session->opponent)
        return error_set(error, "out of memory");
    session->live = session->shown = session->game->root;
    if ((options->analyst && (!session_call_analyst(session, options->analyst, error) ||
                              !session_await_analyst(session, error))) ||
        (options->guest &&
         !session_invite(session, options->guest, options->guest_player, error)))
        return false;
    session->options.guest_player = NULL; /* session->guest owns the player now */
    snprintf(session->names, sizeof session->names, "%s", options->names ? options->names : "");
    if (options->store_path && !session_open_store(session, error)) {
        if (!options->analyze_only)
            return false;
        text_add(session->unsaved, sizeof session->unsaved, "%s", error->message);
        session->options.not_kept = session->unsaved;
    }
    session_load_rating(session);
    return true;
}

struct session *session_create(const struct session_options *options, struct error *error)
{
    struct session *session = calloc(1, sizeof *session);
    if (session && set_up(session, options, error))
        return session;
    if (!session) {
        error_set(error, "out of memory");
        player_destroy(options->guest_player);
    }
    session_destroy(session);
    return NULL;
}

void session_destroy(struct session *session)
{
    if (!session)
        return;
    async_player_destroy(session->guest); /* the guest's program needs time to exit, so the rest is
                                           * freed meanwhile */
    async_player_destroy(session->async_analyst);
    async_player_destroy(session->starting);
    session->guest = NULL;
    session->async_analyst = session->starting = NULL;
    char unsaid[512];
    (void)!session_leave(session, unsaid, sizeof unsaid);
    session_stop_load(session);
    session_stop_remembering(session);
    session_stop_reviews(session);
    pgn_index_close(session->games_index);
    session_forget_whatif(session);
    player_destroy(session->options.guest_player);
    engine_destroy(session->opponent);
    engine_destroy(session->analyst);
    score_pool_destroy(session->score_pool);
    level_probe_destroy(session->level_probe);
    group_probe_destroy(session->group_probe);
    prover_destroy(session->hints.prover);
    book_close(session->book);
    game_destroy(session->suspended.game);
    ledger_clear(&session->suspended.record.ledger, 0);
    game_destroy(session->guess.scratch);
    own_games_free(session->own);
    game_destroy(session->game);
    ledger_clear(&session->record.ledger, 0);
    for (int i = 0; i < session->left_count; i++)
        stored_game_clear(&session->left[i].stored);
    free(session->left);
    session_forget_redo(session);
    free(session->redo);
    free(session);
    player_end_all(FAREWELL);
}

unsigned session_tick(struct session *session)
{
    int64_t now = text_now();
    session_note_standstill(session);
    session_poll_engines(session, now);
    session_poll_whatif(session);
    session_poll_load(session);
    session_poll_writer(session);
    if (session_goes_on(session) && session->clock.running && !session->control.untimed) {
        session->changed |= CHANGED_CLOCK;
        if (clock_flagged(&session->clock, session->clock.side, now))
            session_flag_fall(session, session->clock.side);
    }
    unsigned changed = session->changed;
    session->changed = 0;
    if (changed & CHANGED_SETTINGS)
        session->home_whole = false; /* home shows the changed settings, so it must be read again */
    return changed;
}

int session_timeout(const struct session *session)
{
    int64_t now = text_now(), timeout = NO_TIMEOUT;
    const bool next_review = session->reviews.count > 0 && session->record.reviewed;
    if (session->changed || next_review)
        return 0;
    if (session_goes_on(session) && session->clock.running && !session->control.untimed) {
        int64_t left = clock_remaining(&session->clock, session->clock.side, now);
        int64_t step = left > LOW_TIME ? CLOCK_STEP : CLOCK_STEP_LOW;
        timeout = left > 0 ? (left - 1) % step + 1 : 0;
    }
    if (session->move_ready) {
        int64_t wait = session->show_at > now ? session->show_at - now : 0;
        if (timeout == NO_TIMEOUT || wait < timeout)
            timeout = wait;
    }
    return (int)timeout;
}
