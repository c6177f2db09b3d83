/* Another program in the opponent's place. It thinks in a thread of its own; when it dies, hangs or
 * plays an illegal move the game stays as it was, its clock stops, and `go` starts it again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"
#include "src/session/state.h"

/* The description as players are described: a bare command is a UCI program's. */
static bool described(const char *text, char *whole, size_t size)
{
    static const char *const kinds[] = {"fallible", "uci:", "xboard:", "random"};
    bool kind = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        kind |= strncmp(text, kinds[i], strlen(kinds[i])) == 0;
    return snprintf(whole, size, "%s%s", kind ? "" : "uci:", text) < (int)size;
}

bool session_guest_read(struct player_spec *spec, const char *text,
                        const struct strength *strength, struct error *error)
{
    char whole[STORE_OPPONENT];
    if (!described(text, whole, sizeof whole))
        return error_set(error, "the opponent's description is too long");
    return player_spec_read(spec, whole, strength, error);
}

void session_guest_called(const char *text, char *name, size_t size)
{
    char whole[STORE_OPPONENT];
    (void)described(text, whole, sizeof whole);
    player_called(whole, name, size);
}

bool session_invite(struct session *session, const char *text, struct player *player,
                    struct error *error)
{
    if (!session_guest_read(&session->guest_spec, text, session->options.strength, error))
        return false;
    const struct session_options *options = &session->options;
    session->guest = thinker_create(&session->guest_spec, player, options->hash_mb,
                                    options->threads < 1 ? 1 : options->threads, options->wake,
                                    options->context);
    if (!session->guest)
        return error_set(error, "out of memory");
    snprintf(session->guest_text, sizeof session->guest_text, "%s", text);
    if (session->live->ply > 0)
        session_unrate(session, "the opponent was changed");
    session->guest_new_game = true;
    session->changed |= CHANGED_SETTINGS;
    return true;
}

void session_dismiss(struct session *session)
{
    bool thought = session->guest && session->opponent_job == OPPONENT_MOVES;
    if (!session->guest)
        return;
    session_interrupt(session);
    thinker_destroy(session->guest);
    session->guest = NULL;
    session->guest_text[0] = '\0';
    session->changed |= CHANGED_SETTINGS;
    if (thought)
        session_turn(session);
}

bool session_ask_guest(struct session *session, const struct limits *limits)
{
    const struct position *start;
    int count;
    Move *moves = place_moves(session->live, NULL, &start, &count);
    if (!moves)
        return false;
    session->opponent_request =
        thinker_ask(session->guest, start, moves, count, limits, session->guest_new_game,
                    session->handicap.seed);
    free(moves);
    session->guest_new_game = false;
    if (!session->clock.running)
        clock_start(&session->clock, session->live->position.side, text_now());
    return session->opponent_request != 0;
}

void session_poll_guest(struct session *session)
{
    struct thought *thought = &session->thought;
    if (!session->guest || !thinker_poll(session->guest, thought) ||
        session->opponent_job != OPPONENT_MOVES || thought->id != session->opponent_request)
        return;
    session->changed |= CHANGED_THINKING | CHANGED_SETTINGS; /* by now it has told its name */
    if (thought->answer == PLAYER_MOVED) {
        session->thinking = thought->report;
        session->have_thinking = true;
        session->move_ready = true;
        session->show_at = text_now();
        return;
    }
    session->opponent_job = OPPONENT_IDLE;
    if (thought->answer == PLAYER_RESIGNED) {
        session_end_resigned(session);
        return;
    }
    clock_pause(&session->clock, text_now());
    session_say(session, "%s. The game is kept: go starts it again, opponent fallible takes its "
                         "place.", thought->error.message);
}

void session_command_opponent(struct session *session, struct session_reply *reply)
{
    char name[128];
    struct error error = {0};
    if (strcmp(reply->argument, "fallible") == 0) {
        session_dismiss(session);
        struct handicap handicap =
            handicap_for(session->options.strength, session->options.method, session->options.elo,
                         session->handicap.seed);
        session_set_handicap(session, &handicap);
    } else if (reply->argument[0]) {
        struct player_spec *spec = malloc(sizeof *spec);
        bool good = spec && session_guest_read(spec, reply->argument, session->options.strength,
                                               &error);
        free(spec);
        if (!good) {
            reply_set(reply, REPLY_REFUSED, "%s", spec ? error.message : "out of memory");
            return;
        }
        bool asks = session->opponent_job == OPPONENT_MOVES;
        struct handicap full = handicap_for(session->options.strength, METHOD_MADCHESS, ELO_FULL,
                                            session->handicap.seed);
        session_interrupt(session);
        session_dismiss(session);
        session_set_handicap(session, &full);
        if (!session_invite(session, reply->argument, NULL, &error)) {
            reply_set(reply, REPLY_REFUSED, "%s", error.message);
            return;
        }
        if (asks)
            session_turn(session);
    }
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "The opponent is %s.", name);
}
