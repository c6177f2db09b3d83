/* Playing a game: moves, turns, the clock and how a game ends. */
#include <stdio.h>
#include <string.h>

#include "src/game/handicap_item.h"
#include "src/game/handicap_text.h"
#include "src/session/mode.h"
#include "src/session/persist.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/training/game_tags.h"
#include "src/util/text.h"

void session_end(struct session *session, enum result result, enum ended_by by, const char *words)
{
    static const char *const subjects[] = {
        [ENDED_BY_NOBODY] = "", [ENDED_BY_YOU] = "you ", [ENDED_BY_OPPONENT] = "the opponent "};
    char *ending = session->record.ending;
    session_interrupt(session);
    session->premove[0] = '\0';
    if (!session->rated.counts_already)
        session->rated.lost_games =
            result == result_won_by(session->record.you) ? session->rated.lost_games + 1 : 0;
    session_rate(session, result);
    session->configured = false; /* the engine's settings depend on lost_games, which has changed */
    session_set_status(session, STATUS_OVER);
    clock_pause(&session->clock, text_now());
    session->game->result = result;
    session_opponent_name(session, session->record.opponent, sizeof session->record.opponent);
    session->record.handicap = session->handicap;
    memcpy(session->record.guest, session->guest_text, sizeof session->record.guest);
    session->record.ended = true;
    session->record.ended_by = by;
    snprintf(ending, sizeof session->record.ending, "%s%s", subjects[by], words);
    played_termination(ending, session->record.you, session->live->position.side,
                       session->game->termination, sizeof session->game->termination);
    const char *who = ", a draw";
    if (result != RESULT_DRAW)
        who = result == result_won_by(session->record.you) ? ", you win"
              : by == ENDED_BY_YOU                         ? "" /* as in "you resigned" */
                                                           : ", you lose";
    char rated[96], blind[48] = "";
    session_rated_words(session, rated, sizeof rated);
    if (session->blindfold)
        snprintf(blind, sizeof blind, " Played blindfold with %d peek%s.", session->peeks,
                 text_plural(session->peeks));
    session_say(session, "The game is over: %s%s (%s).%s%s%s", ending, who, result_text(result),
                blind, *rated ? " " : "", rated);
    if (session->record.stored_id)
        store_writer_finish(session->writer, session->record.stored_id, result, ending);
    session->changed |= CHANGED_BOARD | CHANGED_CLOCK;
    session_restart_analysis(session);
}

/* Ends the game and returns true if it is over by the rules. A third repetition or fifty moves
 * without progress end it only when a player claims the draw. */
static bool ended(struct session *session)
{
    enum result result = game_result_at(session->live);
    if (result == RESULT_NONE)
        return false;
    session_end(session, result, ENDED_BY_NOBODY, game_state_words(game_state(session->live)));
    return true;
}

void session_turn(struct session *session)
{
    if (!session_goes_on(session) || ended(session))
        return;
    int side = session->live->position.side;
    if (!session->clock.running && !session->clock_stands)
        clock_start(&session->clock, side, text_now());
    session_pace_clock(session);
    if (side != session->record.you)
        (void)session_think(session);
}

void session_flag_fall(struct session *session, int side)
{
    enum ended_by by = side == session->record.you ? ENDED_BY_YOU : ENDED_BY_OPPONENT;
    if (chess_can_mate(&session->live->position, !side))
        session_end(session, result_won_by(!side), by, "lost on time");
    else
        session_end(session, RESULT_DRAW, ENDED_BY_NOBODY, PLAYED_NO_MATE);
}

void session_record(struct session *session, const struct game_node *node,
                    const struct decision *decision)
{
    if (decision && decision->made &&
        !ledger_set_decision(&session->record.ledger, node->ply, decision))
        session_say(session, "out of memory");
    if (session->record.stored_id)
        store_writer_move(session->writer, session->record.stored_id, node, decision);
}

bool session_make(struct session *session, Move move, const struct decision *decision)
{
    session_note_standstill(session); /* if the program was stopped since the last tick, the clock
                                       * must get that time back first */
    if (clock_flagged(&session->clock, session->live->position.side, text_now())) {
        session_flag_fall(session, session->live->position.side);
        return false;
    }
    if (session->writer && !session->record.stored_id)
        session_persist(session); /* only a game with a move enters the store */
    struct game_node *node = game_add(session->live, move);
    if (!node) {
        session_say(session, "out of memory");
        return false;
    }
    game_put_first(node); /* the played move becomes the main line, before the variations that were
                           * tried here in analysis */
    if (!session_expects(session, move))
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
    session->concessions.draw_offered = false;
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

bool session_has_guest(const struct session *session)
{
    return session->guest != NULL;
}

/* Returns whether a custom opponent has the settings of its former level again. The setting of a
 * drill's group is ignored. */
static bool is_level_again(const struct session *session, const struct handicap *handicap)
{
    struct handicap level = handicap_for(session->options.strength, handicap->method,
                                         session->level, handicap->seed);
    if (session->drill != DRILL_NONE)
        level.knowledge[session->drill] = handicap->knowledge[session->drill];
    return handicap_is_custom(handicap) && !handicap_items_differ(handicap, &level);
}

/* If the user has made the opponent's settings differ from those of its level, makes the opponent
 * custom; if they are the level's settings again, makes it a level again. The group of a drill, and
 * settings from an older table of levels, do not make it custom. */
static void name_custom(struct session *session, struct handicap *handicap)
{
    const struct handicap *before = &session->handicap;
    struct handicap level = handicap_for(session->options.strength, handicap->method, handicap->elo,
                                         handicap->seed);
    if (handicap->limited && !handicap_is_custom(handicap))
        session->level = handicap->elo;
    else if (before->limited && !handicap_is_custom(before))
        session->level = before->elo;
    if (handicap->limited && handicap_items_differ(handicap, &level) &&
        (handicap_is_custom(before) || handicap_items_differ(handicap, before)))
        handicap->elo = ELO_FULL;
    if (is_level_again(session, handicap))
        handicap->elo = session->level;
}

void session_set_handicap(struct session *session, const struct handicap *handicap)
{
    struct handicap named = *handicap;
    name_custom(session, &named);
    session_take_handicap(session, &named);
}

void session_take_handicap(struct session *session, const struct handicap *handicap)
{
    const struct handicap *before = &session->handicap;
    bool same = !session->guest && same_handicap(handicap, before);
    if (session_shows_level(session) && !session_is_study(session))
        session_part_levels(session);
    bool shown = session->levels == OPPONENT_KEPT && !session_goes_on(session);
    /* Changing the level in analysis does not remove a guest: the level plays no moves there. */
    bool thought = !shown && (session->mode != MODE_ANALYSING || session->away) &&
                   session_dismiss(session);
    session->handicap = *handicap;
    if (!shown && (!same || !session_goes_on(session))) /* setting the same opponent again during a
                                                         * game does not change the choice for the
                                                         * next game */
        session->stepped = false;
    session_drill_handicap(session);
    session->configured = false;
    session->changed |= CHANGED_SETTINGS;
    if (session->live->ply > 0 && !same)
        session_unrate(session, "the opponent was changed");
    else if (session->live->ply == 0 && session_goes_on(session))
        session_rate_again(session);
    if (session->record.stored_id && session_goes_on(session))
        store_writer_opponent(session->writer, session->record.stored_id, handicap);
    session_turn_level_probe(session);
    if (thought)
        session_turn(session);
}
