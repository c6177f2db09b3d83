/* What the user types: a move or a command (session_names.c knows them by name). A refusal says
 * what was expected, a refused move why. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/game/annotate.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/session/state.h"

enum { PRESETS_MAX = 32, THREADS_MAX = 256 };

void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
{
    va_list arguments;
    reply->kind = kind;
    va_start(arguments, format);
    vsnprintf(reply->text, sizeof reply->text, format, arguments);
    va_end(arguments);
    text_sanitize(reply->text); /* it may quote a file or what was typed */
}

static void expected(struct session_reply *reply)
{
    reply_set(reply, REPLY_REFUSED, "Expected: %s %s", session_command_name(reply->command),
              session_command_arguments(reply->command));
}

void session_opponent_name(const struct session *session, char *text, size_t size)
{
    const struct handicap *handicap = &session->handicap;
    if (session->guest)
        thinker_name(session->guest, text, size);
    else if (!handicap->limited)
        snprintf(text, size, "Fallible full");
    else
        snprintf(text, size, "Fallible %d %s", handicap->elo,
                 strength_preset_name(session->options.strength, handicap->elo));
}

/* ---- moves ---- */

const struct game_node *session_on_board(const struct session *session)
{
    return session->mode == session_home(session) && !session_explores(session) ? session->live
                                                                               : session->shown;
}

/* A move may be made now; else why not. */
static bool may_move(const struct session *session, const char *move, struct session_reply *reply)
{
    if (session_card_is_over(session, reply))
        return false;
    if (session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING ||
        session_explores(session))
        return true;
    if (!session_goes_on(session))
        reply_set(reply, REPLY_REFUSED, "%s: new begins another, review looks back.",
                  session->sheet.ending[0] ? "The game is over" : "No game is going on");
    else if (!session_your_turn(session))
        reply_set(reply, REPLY_REFUSED, "%s is illegal now: it is the opponent's turn.", move);
    else
        return true;
    return false;
}

void session_play(struct session *session, Move move, struct session_reply *reply)
{
    *reply = (struct session_reply){.kind = REPLY_MOVED};
    const struct game_node *on = session_on_board(session);
    if (session_card_is_over(session, reply))
        return;
    if (!chess_is_legal(&on->position, move)) {
        reply_set(reply, REPLY_REFUSED, "That move is illegal here.");
    } else if (session->mode == MODE_PRACTISING) {
        session_try_move(session, move, reply);
    } else if (session->mode == MODE_GUESSING) {
        session_guess_move(session, move, reply);
    } else if (session_explores(session)) {
        int before = game_child_count(session->shown);
        struct game_node *node = game_add(session->shown, move);
        if (!node) {
            reply_set(reply, REPLY_REFUSED, "out of memory");
            return;
        }
        session->sheet.edited |= game_child_count(session->shown) > before;
        struct game_node *end = game_end_of_line(session->game->root);
        if (session_is_study(session) && end != session->live) { /* the game has grown */
            session->live = end;
            session->sheet.reviewed = false;
        }
        session_show(session, node);
    } else if (may_move(session, "A move", reply)) {
        session->shown = session->live;
        session->message[0] = '\0';
        session->changed |= CHANGED_MESSAGE;
        if (!session_make(session, move, NULL))
            reply_set(reply, REPLY_REFUSED, "%s", session->message);
    }
}

static bool looks_like_castling(const char *line)
{
    return strspn(line, "Oo0-") >= 2;
}

static void enter_move(struct session *session, const char *line, struct session_reply *reply)
{
    const struct game_node *on = session_on_board(session);
    struct error error = {0};
    Move move;
    line += strncasecmp(line, "move ", 5) == 0 ? 5 : 0;
    if (session_advise(line, reply))
        return;
    if (!strpbrk(line, "12345678") && !looks_like_castling(line)) {
        session_no_command(line, reply);
    } else if (!may_move(session, line, reply)) {
        return;
    } else if (!chess_read_move(&on->position, line, &move, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
    } else {
        session_play(session, move, reply);
    }
}

/* ---- commands ---- */

void session_new_from(struct session *session, const struct position *start,
                      struct session_reply *reply)
{
    struct error error = {0};
    session->options.start = *start;
    session->options.chess960 = false;
    session->options.odds = 0;
    if (!session_new(session, &error))
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
    else if (session_is_study(session))
        reply_set(reply, REPLY_DONE, "%s to move.", start->side == WHITE ? "White" : "Black");
    else
        reply_set(reply, REPLY_DONE, "A game from this position; %s to move. You have %s.",
                  chess_color_name(start->side), chess_color_name(session->sheet.you));
}

static void command_new(struct session *session, struct session_reply *reply)
{
    const char *argument = reply->argument;
    int color = session->options.color;
    if (strcmp(argument, "white") == 0) {
        color = WHITE;
    } else if (strcmp(argument, "black") == 0) {
        color = BLACK;
    } else if (strcmp(argument, "random") == 0) {
        color = -1;
    } else if (*argument) {
        expected(reply);
        return;
    }
    session->options.color = color;
    if (session_is_study(session)) {
        session_new_from(session, &session->options.start, reply);
        return;
    }
    struct error error = {0};
    if (!session_new(session, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    char name[64];
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "A new game against %s. You have %s.", name,
              session->sheet.you == BLACK ? "black" : "white");
}

static void set_elo(struct session *session, int elo, struct session_reply *reply)
{
    struct handicap handicap = handicap_for(session->options.strength, session->handicap.method,
                                            elo, session->handicap.seed);
    session_set_handicap(session, &handicap);
    char name[64];
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "The opponent is %s from its next move on.", name);
}

static void command_method(struct session *session, struct session_reply *reply)
{
    enum method method;
    if (!method_from_name(reply->argument, &method)) {
        reply_set(reply, REPLY_REFUSED, "%s", "Expected: method");
        for (int i = 0; i < METHOD_COUNT; i++)
            text_add(reply->text, sizeof reply->text, "%s%s", i == 0 ? " " : "|",
                     method_name((enum method)i));
        return;
    }
    char folder[512];
    if (method == METHOD_MAIA && !paths_maia(folder, sizeof folder)) {
        reply_set(reply, REPLY_REFUSED, "There is no network of the Maia project in %s.", folder);
        return;
    }
    struct handicap handicap = handicap_for(session->options.strength, method,
                                            session->handicap.elo, session->handicap.seed);
    session_set_handicap(session, &handicap);
    reply_set(reply, REPLY_DONE, "%s: %s.", method_name(method), method_words(method));
}

static void command_elo(struct session *session, struct session_reply *reply)
{
    long elo = ELO_FULL;
    if (strcmp(reply->argument, "full") == 0 ||
        text_number(reply->argument, ELO_MIN, ELO_MAX, &elo))
        set_elo(session, (int)elo, reply);
    else
        reply_set(reply, REPLY_REFUSED, "Expected: elo N, from %d to %d, or elo full", ELO_MIN,
                  ELO_MAX);
}

static void command_preset(struct session *session, struct session_reply *reply)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(session->options.strength, presets, PRESETS_MAX);
    for (int i = 0; i < count; i++) {
        if (strcasecmp(presets[i].name, reply->argument) == 0) {
            set_elo(session, presets[i].elo, reply);
            return;
        }
    }
    char names[sizeof reply->text - 64] = "";
    for (int i = 0; i < count; i++)
        text_add(names, sizeof names, "%s%s", i ? ", " : "", presets[i].name);
    reply_set(reply, REPLY_REFUSED, "Expected: preset NAME, one of %s", names);
}

static void command_time(struct session *session, struct session_reply *reply)
{
    struct time_control control;
    struct error error = {0};
    if (!reply->argument[0]) {
        expected(reply);
        return;
    }
    if (!time_control_read(reply->argument, &control, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    session->options.control = control;
    session->changed |= CHANGED_SETTINGS;
    reply_set(reply, REPLY_DONE, "The next game's clock: %s.", reply->argument);
}

static void command_odds(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    unsigned odds = 0;
    if (strcmp(reply->argument, "none") != 0 && !odds_read(reply->argument, &odds, &error)) {
        reply_set(reply, REPLY_REFUSED, "Expected: odds none, or %s", error.message);
        return;
    }
    if (odds >> ODDS_TIME & 1 && session->options.control.untimed) {
        reply_set(reply, REPLY_REFUSED, "Odds of time need a clock: time 5+3 first.");
        return;
    }
    session->options.odds = odds;
    session->options.chess960 = false;
    chess_start(&session->options.start);
    reply_set(reply, REPLY_DONE, "The next game's odds: %s.", reply->argument);
}

/* ---- settings ---- */

static void command_fen(struct session *session, struct session_reply *reply)
{
    char fen[CHESS_FEN_MAX];
    if (!reply->argument[0]) {
        chess_to_fen(&session->shown->position, fen);
        reply_set(reply, REPLY_DONE, "%s", fen);
        return;
    }
    struct position start;
    struct error error = {0};
    if (strcmp(reply->argument, "start") == 0) {
        chess_start(&start);
    } else if (!chess_from_fen(&start, reply->argument, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    session_new_from(session, &start, reply);
}

static void command_seed(struct session *session, struct session_reply *reply)
{
    uint64_t seed;
    if (!reply->argument[0]) {
        reply_set(reply, REPLY_DONE, "The seed is %llu.",
                  (unsigned long long)session->handicap.seed);
    } else if (!text_seed(reply->argument, &seed)) {
        reply_set(reply, REPLY_REFUSED, "Expected: seed N, a whole number");
    } else {
        struct handicap handicap = session->handicap;
        handicap.seed = seed;
        session_set_handicap(session, &handicap);
        reply_set(reply, REPLY_DONE, "The seed is %llu from the next move on.",
                  (unsigned long long)seed);
    }
}

static void command_know(struct session *session, struct session_reply *reply)
{
    const char *value = strrchr(reply->argument, ' ');
    size_t length = value ? (size_t)(value - reply->argument) : 0;
    int group;
    if (!value || !drill_group_in(reply->argument, length, &group)) {
        char names[400];
        drill_groups(names, sizeof names);
        reply_set(reply, REPLY_REFUSED, "%s: know one of them on, off or 50%%.", names);
        return;
    }
    value++;
    char number[8];
    snprintf(number, sizeof number, "%s", value);
    number[strcspn(number, "%")] = '\0';
    long percent;
    if (strcmp(value, "on") == 0) {
        percent = 100;
    } else if (strcmp(value, "off") == 0) {
        percent = 0;
    } else if (!text_number(number, 0, 100, &percent)) {
        reply_set(reply, REPLY_REFUSED, "Expected: on, off or 0 to 100 after %s",
                  group_key((enum group)group));
        return;
    }
    if (!session->handicap.limited) {
        reply_set(reply, REPLY_REFUSED, "Expected a limited opponent: set elo first");
        return;
    }
    struct handicap handicap = session->handicap;
    handicap.knowledge[group] = (int)percent;
    session_set_handicap(session, &handicap);
    reply_set(reply, REPLY_DONE, "The opponent knows %s to %ld%%.", group_words((enum group)group),
              percent);
}

static void command_threads(struct session *session, struct session_reply *reply)
{
    long threads;
    if (!text_number(reply->argument, 1, THREADS_MAX, &threads)) {
        reply_set(reply, REPLY_REFUSED, "Expected: threads N, from 1 to %d", THREADS_MAX);
        return;
    }
    session->options.threads = (int)threads;
    session->configured = false;
    session->changed |= CHANGED_SETTINGS;
    session_restart_analysis(session);
    reply_set(reply, REPLY_DONE, "%ld thread%s.", threads, threads == 1 ? "" : "s");
}

static void command_go(struct session *session, struct session_reply *reply)
{
    if (!session_goes_on(session)) {
        reply_set(reply, REPLY_REFUSED, "No game is going on.");
    } else if (session->opponent_job == OPPONENT_MOVES && session->move_ready) {
        session->show_at = text_now();
        reply_set(reply, REPLY_DONE, "%s", "");
    } else if (session->opponent_job == OPPONENT_MOVES) {
        reply_set(reply, REPLY_REFUSED, "The opponent is thinking already.");
    } else if (session_think(session)) {
        bool yours = session_your_turn(session);
        if (yours)
            session_unrate(session, "the opponent moved for you");
        reply_set(reply, REPLY_DONE, "%s",
                  yours ? "The opponent thinks for you." : "The opponent thinks.");
    } else {
        reply_set(reply, REPLY_REFUSED, "%s", session->message);
    }
}

static void command_skip(struct session *session, struct session_reply *reply)
{
    if (session->mode == MODE_GUESSING)
        session_guess_skip(session, reply);
    else
        session_command_skip(session, reply);
}

static void command_stop(struct session *session, struct session_reply *reply)
{
    if (session->mode == MODE_GUESSING)
        session_command_stop_guessing(session, reply);
    else if (session->aside.game && session->mode != MODE_PRACTISING)
        session_play_on_ends(session, reply);
    else
        session_command_stop(session, reply);
}

static void carry_out(struct session *session, struct session_reply *reply)
{
    reply->kind = REPLY_DONE;
    switch (reply->command) {
    case COMMAND_NEW: command_new(session, reply); break;
    case COMMAND_ELO: command_elo(session, reply); break;
    case COMMAND_PRESET: command_preset(session, reply); break;
    case COMMAND_METHOD: command_method(session, reply); break;
    case COMMAND_OPPONENT: session_command_opponent(session, reply); break;
    case COMMAND_DRILL: session_command_drill(session, reply); break;
    case COMMAND_TIME: command_time(session, reply); break;
    case COMMAND_ODDS: command_odds(session, reply); break;
    case COMMAND_UNDO: (void)session_take_back(session, reply); break;
    case COMMAND_REDO: (void)session_put_back(session, reply); break;
    case COMMAND_HINT: session_ask_hint(session, reply); break;
    case COMMAND_RESIGN: session_command_resign(session, reply); break;
    case COMMAND_DRAW: session_command_draw(session, reply); break;
    case COMMAND_BLINDFOLD: session_command_blindfold(session, reply); break;
    case COMMAND_MANNERS: session_command_manners(session, reply); break;
    case COMMAND_SAVE: session_command_save(session, reply); break;
    case COMMAND_LOAD: session_command_load(session, reply); break;
    case COMMAND_FEN: command_fen(session, reply); break;
    case COMMAND_EDIT: session_command_edit(session, reply); break;
    case COMMAND_SEED: command_seed(session, reply); break;
    case COMMAND_KNOW: command_know(session, reply); break;
    case COMMAND_THREADS: command_threads(session, reply); break;
    case COMMAND_GO: command_go(session, reply); break;
    case COMMAND_ENGINE: session_command_engine(session, reply); break;
    case COMMAND_PLAY: session_command_play(session, reply); break;
    case COMMAND_GUESS: session_command_guess(session, reply); break;
    case COMMAND_LINE: session_command_line(session, reply); break;
    case COMMAND_NOTE: session_command_note(session, reply); break;
    case COMMAND_MARK: session_command_mark(session, reply); break;
    case COMMAND_PROMOTE: session_command_promote(session, reply); break;
    case COMMAND_DELETE: session_command_delete(session, reply); break;
    case COMMAND_WHATIF: session_command_whatif(session, reply); break;
    case COMMAND_TRY: session_command_try(session, reply); break;
    case COMMAND_SKIP: command_skip(session, reply); break;
    case COMMAND_STOP: command_stop(session, reply); break;
    case COMMAND_ANALYZE:
        session_analyze(session, session->mode != MODE_ANALYSING);
        reply_set(reply, REPLY_DONE, "%s", session->mode == MODE_ANALYSING ? "Analysing." : "Back to the game.");
        break;
    default: reply->kind = REPLY_SCREEN; break;
    }
}

/* ---- lines ---- */

void session_enter(struct session *session, const char *line, struct session_reply *reply)
{
    *reply = (struct session_reply){.kind = REPLY_DONE};
    char text[sizeof reply->argument];
    while (isspace((unsigned char)*line))
        line++;
    int length = snprintf(text, sizeof text, "%s", line);
    if (length >= (int)sizeof text) {
        reply_set(reply, REPLY_REFUSED, "This line is illegal: expected at most %zu characters.",
                  sizeof text - 1);
        return;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    text_sanitize(text);
    if (!*text)
        return;
    if (session->mode == MODE_SETTING_UP && session_enter_setup(session, text, reply))
        return;
    if (session_paste(session, text, reply))
        return;
    size_t word = session_command_named(text, &reply->command);
    if (!word) {
        if (session_explores(session) && nag_from_text(text) > 0) { /* "!?" alone marks, too */
            reply->command = COMMAND_MARK;
            snprintf(reply->argument, sizeof reply->argument, "%s", text);
            session_command_mark(session, reply);
        } else {
            enter_move(session, text, reply);
        }
        return;
    }
    const char *argument = text + word;
    while (isspace((unsigned char)*argument))
        argument++;
    snprintf(reply->argument, sizeof reply->argument, "%s", argument);
    if (session_is_for_screen(text))
        reply->kind = REPLY_SCREEN;
    else if (*argument && !*session_command_arguments(reply->command))
        reply_set(reply, REPLY_REFUSED, "Expected: %s alone", session_command_name(reply->command));
    else
        carry_out(session, reply);
}

void session_enter_level(struct session *session, const char *elo, struct session_reply *reply)
{
    char line[64];
    *reply = (struct session_reply){.kind = REPLY_DONE};
    snprintf(line, sizeof line, "elo %.32s", elo);
    if (*elo)
        session_enter(session, line, reply);
}
