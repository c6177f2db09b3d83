/* Undo and redo of moves, with both clocks and the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/handicap_item.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/playing/resign_draw.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/scoring.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum { MOVES_TEXT = 2 * TEXT_MOVE_MAX + 2 };

/* Adds a move to those that redo plays again, with its decision. Returns false if out of memory. */
static bool push_taken(struct session *session, const struct game_node *node)
{
    if (!ARRAY_RESERVE(session->redo, session->redo_count, &session->redo_capacity))
        return false;
    const struct ledger_entry *entry = ledger_at(&session->record.ledger, node->ply);
    struct decision *decision = NULL;
    if (entry && entry->decision) {
        decision = malloc(sizeof *decision);
        if (!decision)
            return false;
        *decision = *entry->decision;
    }
    session->redo[session->redo_count++] =
        (struct taken_back){node->move, node->clock, node->elapsed, decision};
    return true;
}

/* Adds the last `plies` moves, the last one first; all of them or, if out of memory, none. */
static bool push_all_taken(struct session *session, int plies)
{
    const int before = session->redo_count;
    const struct game_node *node = session->live;
    for (int i = 0; i < plies; i++, node = node->parent)
        if (!push_taken(session, node)) {
            while (session->redo_count > before)
                free(session->redo[--session->redo_count].decision);
            return false;
        }
    return true;
}

/* Returns how many plies to undo so that one move of the user is undone and it is the user's turn;
 * 0 if that is not possible. */
static int plies_to_take_back(const struct session *session)
{
    int plies = 0;
    for (const struct game_node *node = session->live; node->parent; node = node->parent) {
        plies++;
        if (node->parent->position.side == session->record.you)
            return plies;
    }
    return 0;
}

/* Sets both clocks to the values that they had when the live position was reached. */
static void restore_clocks(struct session *session)
{
    bool known[COLOR_COUNT] = {false, false};
    session_reset_clock(session);
    odds_set_clock(session->rated.odds, session->record.you, &session->clock);
    for (const struct game_node *node = session->live;
         node->parent && node->ply > session->clocked_from; node = node->parent) {
        int mover = node->parent->position.side;
        session->clock.moves_made[mover]++;
        if (!known[mover] && node->clock >= 0)
            session->clock.remaining[mover] = node->clock;
        known[mover] = true;
    }
}

/* If the user has chosen another opponent for the next game, brings back the opponent of the
 * finished game, because that game now goes on. Writes a sentence about that to `text`; "" if the
 * opponent is the same. */
static void bring_opponent_back(struct session *session, char *text, size_t size)
{
    const struct game_record *record = &session->record;
    struct error error;
    text[0] = '\0';
    bool same = strcmp(record->guest, session->guest_text) == 0;
    if (same && (record->guest[0] || same_handicap(&record->handicap, &session->handicap)))
        return;
    (void)session_dismiss(session);
    session->handicap = record->handicap;
    session->stepped = session->configured = false;
    if (record->guest[0] && !session_invite(session, record->guest, NULL, &error))
        snprintf(text, size, " %.80s: %.100s.", record->guest, error.message);
    else
        snprintf(text, size, " The opponent is again %s.", record->opponent);
    session->changed |= CHANGED_SETTINGS;
}

/* Writes the last moves up to `last`, such as "6. Nf3, 6... Nc6". */
static void last_moves(const struct game_node *last, int plies, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = plies - 1; i >= 0; i--) {
        char move[TEXT_MOVE_MAX];
        const struct game_node *node = last;
        for (int back = 0; back < i; back++)
            node = node->parent;
        text_move(&node->parent->position, node->move, move, sizeof move);
        text_add(text, size, "%s%s", *text ? ", " : "", move);
    }
}

bool session_can_take_back(const struct session *session)
{
    return plies_to_take_back(session) > 0;
}

bool session_take_back(struct session *session, struct session_reply *reply)
{
    int plies = plies_to_take_back(session);
    if (plies == 0) {
        reply_set(reply, REPLY_REFUSED, "You have no move to take back.");
        return false;
    }
    if (!push_all_taken(session, plies)) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return false;
    }
    bool played_on = session->concessions.played_on || !session_goes_on(session);
    session_set_mode(session, session_game_mode(session));
    session_interrupt(session);
    session_forget_nodes(session);
    session_forget_resign_policy(session);
    session->concessions.played_on = played_on;
    struct game_node *last = session->live;
    char moves[MOVES_TEXT];
    last_moves(last, plies, moves, sizeof moves);
    for (int i = 0; i < plies; i++) {
        last = session->live;
        session->live = session->live->parent;
    }
    game_remove(last);
    session_forget_review(session, session->live->ply + 1);
    session->shown = session->live;
    session_set_status(session, STATUS_GOING_ON);
    session->record.ending[0] = session->game->termination[0] = '\0';
    session->game->result = RESULT_NONE;
    char opponent[256] = "";
    if (session->record.ended)
        bring_opponent_back(session, opponent, sizeof opponent);
    session->record.ended = false;
    restore_clocks(session);
    if (session->record.stored_id)
        store_writer_truncate(session->writer, session->record.stored_id, session->live->ply);
    session->rated.takebacks++;
    session->message[0] = '\0'; /* a message that says how the game ended is no longer true */
    session_unrate(session, "moves were taken back");
    session->changed |=
        CHANGED_BOARD | CHANGED_CLOCK | CHANGED_HINT | CHANGED_THINKING | CHANGED_MESSAGE;
    session_turn(session);
    reply_set(reply, REPLY_DONE, "Taken back: %s. Takebacks: %d.%s", moves,
              session->rated.takebacks, opponent);
    return true;
}

bool session_redo(struct session *session, struct session_reply *reply)
{
    if (session->redo_count == 0 || !session_goes_on(session)) {
        reply_set(reply, REPLY_REFUSED, "Nothing to redo.");
        return false;
    }
    /* The moves to redo were played before, so neither the opponent nor the clock is started until
     * all of them are back on the board. */
    int you = session->record.you, left = session->redo_count, plies = 0;
    char moves[MOVES_TEXT];
    session_analyze(session, false);
    session_interrupt(session);
    do {
        struct taken_back *taken = &session->redo[--left];
        struct game_node *node = game_add(session->live, taken->move);
        if (!node)
            break;
        node->clock = taken->clock;
        node->elapsed = taken->elapsed;
        session->live = node;
        plies++;
        session_record(session, node, taken->decision);
        free(taken->decision);
        taken->decision = NULL;
    } while (left > 0 && session->live->position.side != you);
    session->redo_count = left;
    restore_clocks(session);
    session->shown = session->live;
    session->changed |= CHANGED_BOARD | CHANGED_CLOCK;
    session_turn(session);
    last_moves(session->live, plies, moves, sizeof moves);
    reply_set(reply, REPLY_DONE, "Played again: %s.", moves);
    return true;
}
