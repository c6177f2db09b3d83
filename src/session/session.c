/* A game being played. The live position belongs to the game, the shown one to the eyes; engines
 * are started here and heard in session_think.c, typed lines are read in session_command.c; what is
 * shown is in session_look.c, what is kept in session_keep.c. The clock runs in real time: a move
 * held back for its natural time costs the opponent that time. */
#include "src/session/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/random.h"
#include "src/util/text.h"

enum { NO_TIMEOUT = -1, CLOCK_STEP = 1000, CLOCK_STEP_LOW = 100, LOW_TIME = 20000,
       FAREWELL = 700 /* ms that other engines have to end when the session does */ };

/* Short enough to be typed again. */
static uint64_t short_seed(void)
{
    return random_seed() % 1000000 + 1;
}

static bool set_up(struct session *session, const struct session_options *options,
                   struct error *error)
{
    session->options = *options;
    session->control = options->control;
    clock_init(&session->clock, &session->control);
    session->manners = options->manners;
    session->blindfold = options->blindfold;
    session->sheet.you = options->analyze_only ? -1 : options->color == BLACK ? BLACK : WHITE;
    session->sheet.status = options->analyze_only ? STATUS_STUDIED : STATUS_NONE;
    session->mode = session_home(session);
    uint64_t seed = options->seed ? options->seed : short_seed();
    session->drill = session->next_drill = DRILL_NONE;
    if (options->drill && !drill_group(options->drill, &session->next_drill))
        session->next_drill = DRILL_NONE;
    session->handicap = handicap_for(options->strength, options->method,
                                     options->guest ? ELO_FULL : options->elo, seed);
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
    session->options.guest_player = NULL; /* the guest has it */
    if (options->store_path && !session_open_store(session, error))
        return false;
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
    thinker_destroy(session->guest); /* programs say goodbye while the rest is put away */
    watcher_destroy(session->watcher);
    watcher_destroy(session->starting);
    session->guest = NULL;
    session->watcher = session->starting = NULL;
    char unsaid[512];
    (void)!session_leave(session, unsaid, sizeof unsaid);
    session_stop_load(session);
    session_forget_whatif(session);
    player_destroy(session->options.guest_player);
    engine_destroy(session->opponent);
    engine_destroy(session->analyst);
    scout_destroy(session->scout);
    book_close(session->book);
    game_destroy(session->aside.game);
    ledger_clear(&session->aside.sheet.ledger, 0);
    game_destroy(session->guess.scratch);
    own_games_free(session->own);
    game_destroy(session->game);
    ledger_clear(&session->sheet.ledger, 0);
    stored_game_clear(&session->stored);
    session_forget_redo(session);
    free(session->redo);
    free(session);
    player_end_all(FAREWELL);
}

void session_show(struct session *session, struct game_node *node)
{
    if (session->shown == node)
        return;
    session->shown = node;
    session->changed |= CHANGED_BOARD;
    session_restart_analysis(session);
}

static const char *whose(const struct session *session, int color)
{
    return color == session->sheet.you ? "you" : "the opponent";
}

void session_end(struct session *session, enum result result, const char *ending,
                 const char *termination)
{
    session_interrupt(session);
    session_rate(session, result);
    session_set_status(session, STATUS_OVER);
    clock_pause(&session->clock, text_now());
    session->game->result = result;
    snprintf(session->sheet.ending, sizeof session->sheet.ending, "%s", ending);
    snprintf(session->game->termination, sizeof session->game->termination, "%s", termination);
    const char *who = "a draw";
    if (result != RESULT_DRAW)
        who = (result == RESULT_WHITE) == (session->sheet.you == WHITE) ? "you win" : "you lose";
    char rated[96], blind[48] = "";
    session_rated_words(session, rated, sizeof rated);
    if (session->blindfold)
        snprintf(blind, sizeof blind, " Blindfold, %d peek%s.", session->peeks,
                 session->peeks == 1 ? "" : "s");
    session_say(session, "The game is over: %s, %s (%s).%s%s%s", ending, who, result_text(result),
                blind, *rated ? " " : "", rated);
    if (session->sheet.stored_id)
        store_writer_finish(session->writer, session->sheet.stored_id, result, ending);
    session->changed |= CHANGED_BOARD | CHANGED_CLOCK;
    session_restart_analysis(session);
}

/* Ends that happen by themselves; a third repetition or fifty moves only by a claim. */
static bool ended(struct session *session)
{
    enum result result = game_result_at(session->live);
    if (result == RESULT_NONE)
        return false;
    const char *words = game_state_words(game_state(session->live));
    session_end(session, result, words, words);
    return true;
}

void session_turn(struct session *session)
{
    if (!session_goes_on(session) || ended(session))
        return;
    int side = session->live->position.side;
    if (!session->clock.running)
        clock_start(&session->clock, side, text_now());
    if (side != session->sheet.you)
        (void)session_think(session);
}

static void flag_fall(struct session *session, int side)
{
    char ending[64], termination[64];
    bool mateable = chess_can_mate(&session->live->position, !side);
    const char *color = chess_color_name(side);
    if (mateable) {
        snprintf(ending, sizeof ending, "%s lost on time", whose(session, side));
        snprintf(termination, sizeof termination, "%s forfeits on time", color);
    } else {
        snprintf(ending, sizeof ending, "out of time, but no mate is possible");
        snprintf(termination, sizeof termination, "%s out of time, no mate is possible", color);
    }
    session_end(session, mateable ? result_won_by(!side) : RESULT_DRAW, ending, termination);
}

void session_record(struct session *session, const struct game_node *node,
                    const struct decision *decision)
{
    if (decision && decision->made &&
        !ledger_set_decision(&session->sheet.ledger, node->ply, decision))
        session_say(session, "out of memory");
    if (session->sheet.stored_id)
        store_writer_move(session->writer, session->sheet.stored_id, node, decision);
}

bool session_make(struct session *session, Move move, const struct decision *decision)
{
    if (clock_flagged(&session->clock, session->live->position.side, text_now())) {
        flag_fall(session, session->live->position.side);
        return false;
    }
    if (session->writer && !session->sheet.stored_id)
        session_keep(session); /* a game is worth keeping from its first move on */
    struct game_node *node = game_add(session->live, move);
    if (!node) {
        session_say(session, "out of memory");
        return false;
    }
    game_put_first(node); /* whatever was tried there in analysis before */
    session_interrupt(session);
    bool followed = session->shown == session->live;
    int mover = session->live->position.side;
    int64_t now = text_now();
    if (!session->clock.running)
        clock_start(&session->clock, mover, now);
    node->elapsed = clock_press(&session->clock, now);
    node->clock = session->control.untimed ? -1 : session->clock.remaining[mover];
    session->live = node;
    session_forget_redo(session);
    session->draw_offered = false;
    session_record(session, node, decision);
    session->changed |= CHANGED_BOARD | CHANGED_CLOCK;
    session_turn(session);
    if (followed)
        session_show(session, node);
    return true;
}

int session_peek(struct session *session)
{
    session->changed |= CHANGED_BOARD;
    return ++session->peeks;
}

unsigned session_tick(struct session *session)
{
    int64_t now = text_now();
    session_poll_engines(session, now);
    session_poll_whatif(session);
    session_poll_load(session);
    session_poll_writer(session);
    if (session_goes_on(session) && session->clock.running && !session->control.untimed) {
        session->changed |= CHANGED_CLOCK;
        if (clock_flagged(&session->clock, session->clock.side, now))
            flag_fall(session, session->clock.side);
    }
    unsigned changed = session->changed;
    session->changed = 0;
    return changed;
}

int session_timeout(const struct session *session)
{
    int64_t now = text_now(), timeout = NO_TIMEOUT;
    if (session->changed)
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

void session_prune(struct session *session)
{
    if (session->sheet.loaded || session_is_study(session))
        return;
    /* Only the analyst, the level and a hint can know of nodes beside the line played. */
    session_give_up_analyst(session);
    session->analyst_node = session->hint_node = NULL;
    session_rest(session);
    session->have_analysis = false;
    session->hint = (struct hint){0};
    session->shown = session->live;
    while (session->live->child)
        game_remove(session->live->child);
    for (struct game_node *node = session->live; node->parent; node = node->parent) {
        struct game_node *child = node->parent->child;
        while (child) {
            struct game_node *next = child->sibling;
            if (child != node)
                game_remove(child);
            child = next;
        }
    }
    session->changed |= CHANGED_BOARD | CHANGED_HINT;
}

void session_set_handicap(struct session *session, const struct handicap *handicap)
{
    if (session->mode != MODE_ANALYSING) /* there the level is only looked at */
        session_dismiss(session);
    session->handicap = *handicap;
    session_drill_handicap(session);
    session->configured = false;
    session->changed |= CHANGED_SETTINGS;
    if (session->live->ply > 0)
        session_unrate(session, "the opponent was changed");
    if (session->sheet.stored_id && session_goes_on(session))
        store_writer_opponent(session->writer, session->sheet.stored_id, handicap);
    session_turn_scout(session);
}
