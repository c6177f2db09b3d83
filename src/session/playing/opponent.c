/* The opponent: our engine at its strength, or another program (a guest). The session never waits
 * for an answer: each request carries an id, and an answer to an earlier request is ignored. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/engine_position.h"
#include "src/player/networks.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/player/thinking_time.h"
#include "src/session/state.h"
#include "src/util/text.h"

enum {
    FLAG_MARGIN = 300, /* ms: to look natural, the opponent's move is shown late, but not so late
                        * that less than this is left on its clock */
    OPENING_PLIES = 8, /* before this ply, moves are shown sooner */
    FORCED_DEPTH = 8, /* search depth if there is only one legal move, where the search only has to
                       * find a score */
};

/* Writes the user's text as a player description to `whole`: text without a prefix is a UCI
 * command. Returns false if it is too long. */
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
    session->guest = async_player_create(&session->guest_spec, player, options->hash_mb,
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

bool session_dismiss(struct session *session)
{
    bool thought = session->guest && session->opponent_job == OPPONENT_MOVES;
    if (!session->guest)
        return false;
    session_interrupt(session);
    async_player_destroy(session->guest);
    session->guest = NULL;
    session->guest_text[0] = '\0';
    session->changed |= CHANGED_SETTINGS;
    return thought;
}

static bool ask_guest(struct session *session, const struct limits *limits)
{
    const struct position *start;
    int count;
    Move *moves = place_moves(session->live, &start, &count);
    if (!moves)
        return false;
    session->opponent_request = async_player_ask(session->guest, start, moves, count, limits,
                                                 session->guest_new_game, session->handicap.seed);
    free(moves);
    session->guest_new_game = false;
    if (!session->clock.running)
        clock_start(&session->clock, session->live->position.side, text_now());
    return session->opponent_request != 0;
}

int session_drill(const struct session *session)
{
    return session->next_drill;
}

void session_set_drill(struct session *session, int group)
{
    session->next_drill = group;
    session->changed |= CHANGED_SETTINGS;
}

/* Ends the present drill, if any, and restores its group's percentage. Then starts a drill on
 * `group` unless that is DRILL_NONE. */
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
        session_say(session,
                    "Drill: the opponent knows nothing about %s. Take advantage of that.",
                    group_words((enum group)session->drill));
    else if (session->next_drill != DRILL_NONE)
        session_say(session, "No drill: only Fallible's own engine can ignore a kind of "
                             "knowledge.");
}

/* The opponent's handicap with the numbers by which pressure changes its errors. */
static struct handicap pressed_handicap(const struct session *session)
{
    struct handicap handicap = session->handicap;
    if (session->calm)
        return handicap;
    handicap.lost_games = session->rated.lost_games;
    handicap_under_pressure(session->options.strength, &handicap);
    return handicap;
}

static void note_pressure(struct session *session)
{
    if (session->guest)
        return;
    const struct position *position = &session->live->position;
    const struct limits limits = session_opponent_limits(session, position->side);
    const struct handicap handicap = pressed_handicap(session);
    session->pressing = handicap_pressure(&handicap, position, &limits);
}

void session_command_pressure(struct session *session, struct session_reply *reply)
{
    const bool was = session->calm;
    if (*reply->argument)
        session->calm = strcmp(reply->argument, "off") == 0;
    if (session->calm != was) {
        session->configured = false; /* counts from the opponent's next move on */
        session->changed |= CHANGED_SETTINGS;
    }
    reply_set(reply, REPLY_DONE, "%s",
              session->calm ? "The opponent moves quickly and errs as usual, with any clock."
                            : "With a clock, the opponent (method human) thinks as long as people "
                              "do. It errs more when it is short of time or far ahead.");
}

static bool configure_opponent(struct session *session)
{
    if (session->configured)
        return true;
    const struct session_options *options = &session->options;
    struct engine_settings settings = *engine_settings(session->opponent);
    /* A limited level uses one thread, so that a seed gives the same moves on every machine. */
    settings.threads = session->handicap.limited || options->threads < 1 ? 1 : options->threads;
    if (options->hash_mb > 0)
        settings.hash_mb = options->hash_mb;
    settings.multi_pv = 1;
    settings.handicap = pressed_handicap(session);
    for (int i = 0; i < GROUP_COUNT; i++)
        settings.knowledge[i] = i == session->drill ? 0 : 100; /* these percentages have an effect
                                                                  at full strength only */
    networks_set_folders(&settings);
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s",
             options->syzygy_path && !session->handicap.limited ? options->syzygy_path : "");
    /* The methods human and maia choose their openings as people do, without a book. */
    enum method method = session->handicap.method;
    settings.own_book =
        options->book_path && !(session->handicap.limited &&
                                (method == METHOD_HUMAN || method == METHOD_MAIA));
    snprintf(settings.book_file, sizeof settings.book_file, "%s",
             options->book_path ? options->book_path : "");
    struct error error = {0};
    session->configured = engine_configure(session->opponent, &settings, &error);
    if (!session->configured) {
        char text[sizeof session->message];
        text_of_error(&error, text, sizeof text);
        session_say(session, "The opponent cannot be started: %s%s", text,
                    session->handicap.limited && session->handicap.like[0]
                        ? ". Type method human, then go, to play on without the style."
                        : "");
    }
    return session->configured;
}

struct limits session_opponent_limits(const struct session *session, int side)
{
    struct limits limits = {0};
    if (session->control.untimed) {
        limits.movetime = strength_natural_time(session->options.strength).allotted;
        return limits;
    }
    int64_t now = text_now();
    limits.clock = true;
    for (int color = WHITE; color <= BLACK; color++) {
        limits.time[color] = clock_remaining(&session->clock, color, now);
        limits.increment[color] = session->control.increment;
    }
    limits.moves_to_go = clock_moves_to_go(&session->clock, side);
    return limits;
}

/* If the opponent pondered on the move that was just played, turns the pondering into the search
 * for the opponent's answer and returns true. */
static bool ponder_hit(struct session *session)
{
    if (session->opponent_job != OPPONENT_PONDERS || session->ponder_from != session->live->parent ||
        session->live->move != session->pondered.expected)
        return false;
    engine_ponderhit(session->opponent);
    session->opponent_job = OPPONENT_MOVES;
    return true;
}

static bool ask_engine(struct session *session, const struct limits *limits)
{
    if (!place_engine(session->opponent, session->live, NULL, limits))
        return false;
    session->opponent_request = engine_start(session->opponent, limits);
    return true;
}

bool session_think(struct session *session)
{
    Move moves[CHESS_MOVES_MAX];
    session->began_thinking = text_now();
    note_pressure(session);
    if (ponder_hit(session)) {
        session->changed |= CHANGED_THINKING;
        return true;
    }
    session_interrupt(session);
    struct limits limits = session_opponent_limits(session, session->live->position.side);
    if (!session->guest && !session->handicap.limited &&
        chess_moves(&session->live->position, moves) == 1)
        limits.depth = FORCED_DEPTH;
    if (session->live->parent && session->live->elapsed > 0)
        limits.opponent_spent = session->live->elapsed;
    if (!session->guest && !configure_opponent(session))
        return false;
    if (!(session->guest ? ask_guest(session, &limits) : ask_engine(session, &limits))) {
        session_say(session,
                    "There is not enough memory for the opponent to think. Type go to try again.");
        return false;
    }
    session->opponent_job = OPPONENT_MOVES;
    session->changed |= CHANGED_THINKING;
    return true;
}

void session_interrupt(struct session *session)
{
    if (session->guest && session->opponent_job == OPPONENT_MOVES)
        async_player_forget(session->guest);
    else if (session->opponent_job != OPPONENT_IDLE)
        engine_stop(session->opponent);
    session->opponent_job = OPPONENT_IDLE;
    session->move_ready = false;
}

static bool recaptures(const struct game_node *node, Move move)
{
    return node->parent && move_to(node->move) == move_to(move) &&
           chess_is_capture(&node->parent->position, node->move) &&
           chess_is_capture(&node->position, move);
}

/* Returns true if a person would play the move without thinking: the only legal move, a recapture,
 * or a move of a named opening or from the book. */
static bool needs_no_thought(const struct session *session, Move move)
{
    Move moves[CHESS_MOVES_MAX];
    const char *eco, *name;
    struct position next = session->live->position;
    if (session->thinking.from_book || chess_moves(&next, moves) == 1 ||
        recaptures(session->live, move))
        return true;
    chess_play(&next, move);
    return session->options.openings &&
           opening_at_position(session->options.openings, &next, &eco, &name);
}

/* Returns true if the last move changed the opponent's score by 1.5 pawns or more, or if the move
 * overlooks as much. On such moves people think longest. */
static bool is_hard(const struct session *session)
{
    enum { MUCH = 150 };
    const struct decision *now = &session->heard.decision, *before = &session->decided.decision;
    const bool follows = session->have_decided && before->made && session->live->parent &&
                         session->decided_node == session->live->parent;
    return now->made && (now->cost >= MUCH ||
                         (follows && abs(now->best_score - before->played_score) >= MUCH));
}

static enum thinking_kind thought_of(const struct session *session, Move move)
{
    const struct game_node *live = session->live;
    if (recaptures(live, move))
        return THOUGHT_RECAPTURE;
    if (needs_no_thought(session, move))
        return THOUGHT_KNOWN;
    if (chess_in_check(&live->position))
        return THOUGHT_CHECK;
    if (live->ply < 2 * OPENING_PLIES)
        return live->ply < OPENING_PLIES ? THOUGHT_OPENING : THOUGHT_EARLY;
    return is_hard(session) ? THOUGHT_HARD : THOUGHT_ORDINARY;
}

/* With a clock, method human spends its time as people do. */
static bool spends_time_as_people_do(const struct session *session, Move move)
{
    return !session->control.untimed && !session->calm && !session->guest &&
           session->handicap.limited && session->handicap.method == METHOD_HUMAN &&
           chess_is_legal(&session->live->position, move);
}

/* Without people's times, a move that a person would play without thinking is shown after the
 * shortest natural time; any other move later, by a share of the rest of the allotted time. Times
 * depend on the position and the seed, so they vary but are the same whenever the game is
 * repeated. */
int64_t session_natural_moment(const struct session *session, Move move)
{
    if (!session->options.natural_delay)
        return session->began_thinking;
    const struct natural_time natural = strength_natural_time(session->options.strength);
    const struct position *position = &session->live->position;
    int64_t now = text_now(), allotted = natural.allotted, shortest = natural.shortest;
    if (!session->control.untimed) {
        int64_t left = clock_remaining(&session->clock, position->side, now);
        allotted = left / 40 + session->control.increment * 3 / 4;
        shortest = shortest < allotted ? shortest : allotted;
    }
    int64_t wait = shortest;
    if (chess_is_legal(position, move) && !needs_no_thought(session, move)) {
        int64_t share = 30 + (int64_t)((position->key ^ session->handicap.seed) % 71);
        if (session->live->ply < OPENING_PLIES)
            share /= 3;
        wait = shortest + (allotted - shortest) * share / 100;
    }
    if (session->control.untimed)
        return session->began_thinking + (wait < natural.longest ? wait : natural.longest);
    if (spends_time_as_people_do(session, move))
        wait = thinking_time(thought_of(session, move),
                             clock_remaining(&session->clock, position->side, now),
                             session->control.increment, position->key ^ session->handicap.seed);
    int64_t most = clock_remaining(&session->clock, position->side, now) - FLAG_MARGIN;
    int64_t moment = session->began_thinking + wait;
    return moment < now + most ? moment : now + (most > 0 ? most : 0);
}
