/* The commands that set up a game and its opponent, and those that several modes share. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/game/format.h"
#include "src/game/group_names.h"
#include "src/game/handicap_item.h"
#include "src/game/handicap_text.h"
#include "src/player/networks.h"
#include "src/review/level_text.h"
#include "src/session/command_table.h"
#include "src/session/files.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analysis_text.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"
#include "src/session/study/suspend_analysis.h"
#include "src/util/text.h"

enum { PRESETS_MAX = 32, THREADS_MAX = 256 };

static void expected(struct session_reply *reply)
{
    reply_set(reply, REPLY_REFUSED, "Expected: %s %s", session_command_name(reply->command),
              session_command_arguments(reply->command));
}

/* The game and its opponent */

bool session_read_color(const char *text, int *color)
{
    static const char *const names[] = {"white", "black", "random"};
    static const int colors[] = {WHITE, BLACK, -1};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcasecmp(text, names[i]) == 0) {
            *color = colors[i];
            return true;
        }
    }
    return false;
}

/* Carries out the commands `new` and `again`. */
void session_command_new(struct session *session, struct session_reply *reply)
{
    int color = session_next_color(session);
    if (*reply->argument && !session_read_color(reply->argument, &color)) {
        expected(reply);
        return;
    }
    if (session_is_study(session)) {
        session_new_from(session, &session->options.start, reply);
        return;
    }
    session->options.color = color;
    struct error error = {0};
    if (!session_new(session, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    char name[128];
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "A new game against %s. You have %s.", name,
              session->record.you == BLACK ? "black" : "white");
}

/* Sets the user's colour in the next game. If a game has just begun, starts it again with that
 * colour. */
void session_command_color(struct session *session, struct session_reply *reply)
{
    bool fresh = session_goes_on(session) && session->live->ply < 2 && !session->redo_count;
    int color;
    if (!session_read_color(reply->argument, &color)) {
        expected(reply);
        return;
    }
    session->options.color_given = true;
    if (fresh && !session_is_study(session)) {
        session_command_new(session, reply);
        return;
    }
    session->options.color = color;
    session->color_chosen = true;
    session->changed |= CHANGED_SETTINGS;
    reply_set(reply, REPLY_DONE, "In the next game you have %s. Type new to start it.",
              color == -1      ? "a random colour"
              : color == BLACK ? "black"
                               : "white");
}

void session_command_continue(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    bool moved = session->live->ply > 0 || !session->left_count;
    if (session_goes_on(session) && moved) {
        session_stop_study(session);
        session_analyze(session, false);
        reply_set(reply, REPLY_DONE, "%s", "");
    } else if (session_resume(session, &error)) {
        reply_set(reply, REPLY_DONE, "%s", "");
    } else {
        reply_set(reply, REPLY_REFUSED, "%s.", error.message);
    }
}

/* Carries out `play`. In analysis, plays from the position shown. Otherwise goes on with the
 * unfinished game or starts the next one. */
void session_command_play(struct session *session, struct session_reply *reply)
{
    bool unfinished = session_goes_on(session) || session->left_count > 0;
    if (!session_goes_on(session) && (IN_ANALYSIS >> session->mode & 1)) {
        session_play_from_here(session, reply);
    } else if (*reply->argument || session_is_study(session)) {
        reply_set(reply, REPLY_REFUSED, "This works only in analysis. Type %s first.",
                  session_is_study(session) ? "stop" : "analyze");
    } else {
        reply->command = unfinished ? COMMAND_CONTINUE : COMMAND_AGAIN;
        (unfinished ? session_command_continue : session_command_new)(session, reply);
    }
}

/* Returns the settings that a command about the level changes: those of this game's opponent, of
 * the level that an analysis shows or, between games, of the next opponent. */
static struct handicap level_to_change(const struct session *session)
{
    return session_goes_on(session) || session_shows_level(session)
               ? session->handicap
               : session_next_handicap(session);
}

/* If a command changed only the level that an analysis shows, adds a sentence that names the next
 * opponent, which has not changed. */
static void add_next_opponent(const struct session *session, struct session_reply *reply)
{
    char name[128];
    if (!session_shows_level(session) || session_is_study(session))
        return;
    session_next_name(session, name, sizeof name);
    text_add(reply->text, sizeof reply->text, " Your next opponent is still %s.", name);
}

/* A command has replaced the handicap `before` by that of a level. If `before` had settings made by
 * hand, adds to the reply that they are lost. */
static void add_undone(const struct handicap *before, struct session_reply *reply)
{
    if (handicap_is_custom(before))
        text_add(reply->text, sizeof reply->text, " What you set by hand is undone.");
}

static void set_elo(struct session *session, int elo, struct session_reply *reply)
{
    struct handicap before = level_to_change(session);
    struct handicap handicap =
        handicap_at(session->options.strength, &session->handicap, elo);
    session_set_handicap(session, &handicap);
    char name[128];
    session_opponent_name(session, name, sizeof name);
    reply_set(reply, REPLY_DONE, "%s %s.",
              session_goes_on(session)       ? "From its next move on, the opponent is"
              : session_shows_level(session) ? "The level shown is now"
                                             : "The opponent is now",
              name);
    add_undone(&before, reply);
    add_next_opponent(session, reply);
}

void session_command_method(struct session *session, struct session_reply *reply)
{
    enum method method;
    if (!*reply->argument || strcmp(reply->argument, "engines") == 0) {
        reply->kind = REPLY_SCREEN;
        return;
    }
    if (!method_from_name(reply->argument, &method)) {
        reply_set(reply, REPLY_REFUSED, "%s", "Expected: method");
        for (int i = 0; i < METHOD_COUNT; i++)
            text_add(reply->text, sizeof reply->text, "%s%s", i == 0 ? " " : "|",
                     method_name((enum method)i));
        text_add(reply->text, sizeof reply->text, "%s", ". Type method to read how each one plays");
        return;
    }
    char folder[512];
    if (method == METHOD_MAIA && !paths_maia(folder, sizeof folder)) {
        reply_set(reply, REPLY_REFUSED,
                  "There is no Maia network in the folder %s. fallible "
                  "doctor says where to get one.",
                  folder);
        return;
    }
    struct handicap before = level_to_change(session);
    bool steps = session->stepped && !session_goes_on(session) && !session_shows_level(session);
    struct handicap handicap = handicap_for(session->options.strength, method,
                                            steps ? session->next_level : session_level(session),
                                            session->handicap.seed);
    session_set_handicap(session, &handicap);
    reply_set(reply, REPLY_DONE, "Method %s. %s", method_name(method), level_style_words(method));
    add_undone(&before, reply);
    add_next_opponent(session, reply);
}

static void list_styles(struct session_reply *reply)
{
    char names[STYLES_MAX][STYLE_NAME_MAX];
    int others, count = styles_list(names, &others);
    if (count == 0)
        reply_set(reply, REPLY_REFUSED,
                  "There is no style yet. To make one from a player's games, type human --like "
                  "FILE.pgn --player NAME.");
    else
        reply_set(reply, REPLY_DONE, "Type like and one of these names: %s", names[0]);
    enum { ROOM = sizeof "; and 2147483647 more" };
    for (int i = 1; i < count; i++) {
        if (strlen(reply->text) + strlen(names[i]) + ROOM > sizeof reply->text) {
            others += count - i;
            break;
        }
        text_add(reply->text, sizeof reply->text, "; %s", names[i]);
    }
    if (others > 0)
        text_add(reply->text, sizeof reply->text, "; and %d more", others);
}

void session_command_like(struct session *session, struct session_reply *reply)
{
    char like[STYLE_NAME_MAX], text[sizeof reply->text], name[128];
    struct error error;
    int elo;
    if (!*reply->argument) {
        list_styles(reply);
        return;
    }
    if (!styles_find(reply->argument, session->options.scale, like, &elo, &error)) {
        text_of_error(&error, text, sizeof text);
        reply_set(reply, REPLY_REFUSED, "%s. To list the styles, type like alone.", text);
        return;
    }
    struct handicap before = level_to_change(session);
    struct handicap handicap =
        handicap_for(session->options.strength, METHOD_HUMAN, elo, session->handicap.seed);
    memcpy(handicap.like, like, sizeof handicap.like);
    session_set_handicap(session, &handicap);
    session_opponent_name(session, name, sizeof name);
    if (session_shows_level(session))
        reply_set(reply, REPLY_DONE, "The level shown is now %s.", name);
    else
        reply_set(reply, REPLY_DONE, "The opponent is now %s. Games against a style are not rated.",
                  name);
    add_undone(&before, reply);
    add_next_opponent(session, reply);
}

/* Reads a rating on the scale shown, "full" or a name such as "club". */
static bool read_elo(const struct session *session, const char *text, int *elo)
{
    const struct scale *scale = session->options.scale;
    long level = ELO_FULL;
    int min, max;
    scale_range(scale, scale_shown(scale), &min, &max);
    if (strength_preset_find(session->options.strength, text, elo))
        return true;
    if (strcmp(text, "full") != 0 && !text_number(text, min, max, &level))
        return false;
    *elo = scale_engine(scale, (int)level);
    return true;
}

void session_command_elo(struct session *session, struct session_reply *reply)
{
    const struct scale *scale = session->options.scale;
    int min, max, elo;
    scale_range(scale, scale_shown(scale), &min, &max);
    if (read_elo(session, reply->argument, &elo))
        set_elo(session, elo, reply);
    else
        reply_set(reply, REPLY_REFUSED,
                  "Expected: elo N, from %d to %d (%s), elo full, or a name as in elo club", min,
                  max, scale_words(scale_shown(scale)));
}

void session_show_scale(struct session *session, enum rating_scale which)
{
    scale_show(session->options.scale, which);
    session->changed |= CHANGED_SETTINGS;
}

void session_command_scale(struct session *session, struct session_reply *reply)
{
    enum rating_scale which;
    char level[64], beside[96];
    if (!session->options.scale || !scale_from_name(reply->argument, &which)) {
        reply_set(reply, REPLY_REFUSED, "Expected: scale");
        for (int i = 0; i < SCALE_COUNT; i++)
            text_add(reply->text, sizeof reply->text, "%s%s", i == 0 ? " " : "|",
                     scale_name((enum rating_scale)i));
        return;
    }
    session_show_scale(session, which);
    scale_level_words(session->options.scale, session_level(session), level, sizeof level);
    scale_beside(session->options.scale, session_level(session), beside, sizeof beside);
    reply_set(reply, REPLY_DONE, "The opponent: %s%s%s%s.",
              handicap_is_custom(&session->handicap) ? "custom, changed from " : "", level,
              *beside ? "; " : "", beside);
}

void session_command_preset(struct session *session, struct session_reply *reply)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(session->options.strength, presets, PRESETS_MAX);
    int elo;
    if (strength_preset_find(session->options.strength, reply->argument, &elo)) {
        set_elo(session, elo, reply);
        return;
    }
    char names[sizeof reply->text - 64] = "";
    for (int i = 0; i < count; i++)
        text_add(names, sizeof names, "%s%s", i ? ", " : "", presets[i].name);
    reply_set(reply, REPLY_REFUSED, "Expected: preset NAME, one of %s", names);
}

static void tell_clocks(const struct session *session, struct session_reply *reply)
{
    char yours[16], other[16], control[96];
    int you = session->record.you, opponent = !you;
    time_control_words(&session->options.control, control, sizeof control);
    if (session_is_study(session) || session->control.untimed || you < 0) {
        reply_set(reply, REPLY_DONE, "No clock runs. Clock for the next game: %s.", control);
        return;
    }
    int64_t now = text_now();
    text_clock(clock_remaining(&session->clock, you, now), true, yours, sizeof yours);
    text_clock(clock_remaining(&session->clock, opponent, now), true, other, sizeof other);
    reply_set(reply, REPLY_DONE, "You have %s, your opponent has %s. Clock for the next game: %s.",
              yours, other, control);
}

void session_command_time(struct session *session, struct session_reply *reply)
{
    struct time_control control;
    struct error error = {0};
    char words[96];
    if (!reply->argument[0]) {
        tell_clocks(session, reply);
        return;
    }
    if (!time_control_read(reply->argument, &control, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    session->options.control = control;
    session->changed |= CHANGED_SETTINGS;
    time_control_words(&control, words, sizeof words);
    reply_set(reply, REPLY_DONE, "Clock for the next game: %s.", words);
}

void session_command_odds(struct session *session, struct session_reply *reply)
{
    struct error error = {0};
    unsigned odds = 0;
    if (strcmp(reply->argument, "none") != 0 && !odds_read(reply->argument, &odds, &error)) {
        reply_set(reply, REPLY_REFUSED, "Type odds none to play without; otherwise %s",
                  error.message);
        return;
    }
    if (odds >> ODDS_TIME & 1 && session->options.control.untimed) {
        reply_set(reply, REPLY_REFUSED,
                  "Time odds need a clock. Set one first, for example with "
                  "time 5+3.");
        return;
    }
    session->options.odds = odds;
    session->options.chess960 = false;
    chess_start(&session->options.start);
    reply_set(reply, REPLY_DONE, "Odds for the next game: %s.", reply->argument);
}

/* Settings */

void session_command_fen(struct session *session, struct session_reply *reply)
{
    char fen[CHESS_FEN_MAX];
    if (!reply->argument[0]) {
        chess_to_fen(&session->shown->position, fen);
        reply_set(reply, REPLY_DONE, "%s", fen);
        return;
    }
    struct position start;
    struct error error = {0};
    const bool usual = strcmp(reply->argument, "start") == 0;
    if (usual) {
        chess_start(&start);
    } else if (!chess_from_fen(&start, reply->argument, &error)) {
        char sentence[sizeof error.message + 2];
        text_sentence(error.message, sentence, sizeof sentence);
        reply_set(reply, REPLY_REFUSED, "%s", sentence);
        return;
    }
    /* A position is usually entered to play the side to move. */
    if (!usual && !session->color_chosen && !session->options.color_given &&
        !session_is_study(session))
        session->options.color = start.side;
    session_new_from(session, &start, reply);
}

void session_command_seed(struct session *session, struct session_reply *reply)
{
    uint64_t seed;
    if (!reply->argument[0]) {
        reply_set(reply, REPLY_DONE, "The seed is %llu.",
                  (unsigned long long)session->handicap.seed);
    } else if (!text_seed(reply->argument, &seed)) {
        reply_set(reply, REPLY_REFUSED, "Expected: seed N, a whole number");
    } else {
        struct handicap handicap = level_to_change(session);
        handicap.seed = seed;
        session_set_handicap(session, &handicap);
        reply_set(reply, REPLY_DONE, "From the next move on, the seed is %llu.",
                  (unsigned long long)seed);
        add_next_opponent(session, reply);
    }
}

/* After a change of settings, returns a sentence if the opponent is custom, or if it has just got
 * the settings of its level again; otherwise "". */
static const char *custom_words(const struct session *session, bool was_custom)
{
    if (session_shows_level(session))
        return "";
    if (handicap_is_custom(&session->handicap))
        return " The opponent is now Fallible custom, without a rating.";
    return was_custom ? " The opponent has the usual settings of its level again." : "";
}

/* Returns whether the first `length` bytes of `one` equal `other`, ignoring case, blanks, hyphens
 * and underscores. */
static bool same_name(const char *one, size_t length, const char *other)
{
    size_t at = 0;
    for (;; at++, other++) {
        while (at < length && strchr(" -_", one[at]))
            at++;
        while (*other && strchr(" -_", *other))
            other++;
        if (at == length || !*other)
            return at == length && !*other;
        if (tolower((unsigned char)one[at]) != tolower((unsigned char)*other))
            return false;
    }
}

/* Returns the index of the setting that the first `length` bytes of `name` name, or -1. */
static int setting_named(const char *name, size_t length, const struct handicap_item items[],
                         int count)
{
    for (int i = 0; i < count; i++) {
        if (same_name(name, length, items[i].name))
            return i;
    }
    return -1;
}

/* Returns the first method that has a setting of this name, or METHOD_COUNT if none has. */
static enum method method_with(struct handicap handicap, const char *name, size_t length)
{
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    for (int method = 0; method < METHOD_COUNT; method++) {
        handicap.method = (enum method)method;
        int count = handicap_items(&handicap, items);
        if (setting_named(name, length, items, count) >= 0)
            return handicap.method;
    }
    return METHOD_COUNT;
}

/* Carries out a command such as "set MoveError 40", "set nodes 500" or "set mobility off". */
void session_command_set(struct session *session, struct session_reply *reply)
{
    struct handicap handicap = level_to_change(session);
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    struct error error = {0};
    const char *value = strrchr(reply->argument, ' ');
    int count = handicap_items(&handicap, items);
    size_t length = value ? (size_t)(value - reply->argument) : 0;
    if (!handicap.limited) {
        reply_set(reply, REPLY_REFUSED,
                  "The opponent plays at full strength. Set a rating first, for example elo "
                  "1400.");
        return;
    }
    while (length > 0 && reply->argument[length - 1] == ' ')
        length--;
    int at = value ? setting_named(reply->argument, length, items, count) : -1;
    enum method other =
        at < 0 && value ? method_with(handicap, reply->argument, length) : METHOD_COUNT;
    if (other != METHOD_COUNT) {
        reply_set(reply, REPLY_REFUSED, "%.*s belongs to method %s. Type method %s first.",
                  (int)length, reply->argument, method_name(other), method_name(other));
        return;
    }
    if (at < 0) {
        enum { NAME_MOST = 30 /* bytes; a longer name is cut */ };
        /* The groups of knowledge would not fit into the lines that the screen has for a reply. */
        const bool all = session->options.in_lines;
        char names[400] = "";
        for (int i = 0; i < count && (all || items[i].group == GROUP_COUNT); i++)
            text_add(names, sizeof names, "%s%s", i ? ", " : "", items[i].name);
        char wrong[80] = "Expected: set NAME VALUE, where NAME is one of ";
        if (value)
            snprintf(wrong, sizeof wrong, "There is no setting %.*s. Names: ",
                     length < NAME_MOST ? (int)length : NAME_MOST, reply->argument);
        reply_set(reply, REPLY_REFUSED, "%s%s%s", wrong, names,
                  all ? "" : ". For the opponent's knowledge, type know.");
    } else if (!handicap_item_read(&items[at], value + 1, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
    } else {
        char text[32];
        bool was_custom = handicap_is_custom(&session->handicap);
        session_set_handicap(session, &handicap);
        handicap_item_value(&items[at], text, sizeof text);
        reply_set(reply, REPLY_DONE, "%s is now %s.%s", items[at].name, text,
                  custom_words(session, was_custom));
        add_next_opponent(session, reply);
    }
}

/* Carries out "know GROUP VALUE" as "set GROUP VALUE", but also accepts the short names of
 * groups. */
void session_command_know(struct session *session, struct session_reply *reply)
{
    const char *value = strrchr(reply->argument, ' ');
    size_t length = value ? (size_t)(value - reply->argument) : 0;
    char text[sizeof reply->argument];
    int group;
    if (value && group_find_in(reply->argument, length, &group)) {
        snprintf(text, sizeof text, "%s%s", group_key((enum group)group), value);
        memcpy(reply->argument, text, sizeof text);
        session_command_set(session, reply);
    } else {
        char names[GROUP_LIST];
        group_list(names);
        reply_set(reply, REPLY_REFUSED,
                  "Expected: know GROUP on|off|PERCENT, where GROUP is one of %s", names);
    }
}

/* Reads "NAME VALUE" into *handicap as the command `set` does or, if `of_group` is true, "GROUP
 * VALUE" as `know` does. */
static bool read_setting(const char *text, bool of_group, struct handicap *handicap)
{
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    struct error ignored;
    const char *value = strrchr(text, ' '), *name = text;
    size_t length = value ? (size_t)(value - text) : 0;
    int group, count = handicap_items(handicap, items);
    if (!value || (of_group && !group_find_in(text, length, &group)))
        return false;
    if (of_group) {
        name = group_key((enum group)group);
        length = strlen(name);
    }
    int at = handicap->limited ? setting_named(name, length, items, count) : -1;
    return at >= 0 && handicap_item_read(&items[at], value + 1, &ignored);
}

bool session_reads_opponent(const struct session *session, enum session_command command,
                            const char *argument, struct handicap *handicap)
{
    const struct strength *strength = session->options.strength;
    struct error ignored;
    enum method method;
    int elo;
    *handicap = session->handicap;
    switch (command) {
    case COMMAND_ELO:
    case COMMAND_LEVEL:
        if (!read_elo(session, argument, &elo))
            return false;
        *handicap = handicap_at(strength, &session->handicap, elo);
        return true;
    case COMMAND_PRESET:
        if (!strength_preset_find(strength, argument, &elo))
            return false;
        *handicap = handicap_at(strength, &session->handicap, elo);
        return true;
    case COMMAND_METHOD:
        if (!method_from_name(argument, &method))
            return false;
        *handicap = handicap_for(strength, method, session_level(session), session->handicap.seed);
        return true;
    case COMMAND_LIKE:
        return styles_find(argument, session->options.scale, handicap->like, &elo, &ignored);
    case COMMAND_SEED: return text_seed(argument, &handicap->seed);
    case COMMAND_SET:
    case COMMAND_KNOW: return read_setting(argument, command == COMMAND_KNOW, handicap);
    default: return false;
    }
}

void session_command_threads(struct session *session, struct session_reply *reply)
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
    reply_set(reply, REPLY_DONE, "Analysis now uses %ld thread%s.", threads, text_plural(threads));
}

/* Removes a message about an earlier move, because the screen would show it after the reply. */
static void clear_message(struct session *session)
{
    session->message[0] = '\0';
    session->changed |= CHANGED_MESSAGE;
}

void session_command_go(struct session *session, struct session_reply *reply)
{
    if (session->opponent_job == OPPONENT_MOVES && session->move_ready) {
        clear_message(session);
        session->show_at = text_now();
        reply_set(reply, REPLY_DONE, "%s", "");
    } else if (session->opponent_job == OPPONENT_MOVES) {
        reply_set(reply, REPLY_REFUSED, "The opponent is already thinking.");
    } else if (session_think(session)) {
        bool yours = session_your_turn(session);
        clear_message(session);
        if (yours)
            session_unrate(session, "the opponent played a move for you");
        reply_set(reply, REPLY_DONE, "%s",
                  yours ? "The opponent chooses a move for you." : "The opponent is thinking.");
    } else {
        reply_set(reply, REPLY_REFUSED, "%s", session->message);
    }
}

void session_command_undo(struct session *session, struct session_reply *reply)
{
    if (session_take_premove_back(session)) {
        reply_set(reply, REPLY_DONE, "The premove is taken back.");
        return;
    }
    (void)session_take_back(session, reply);
}

void session_command_redo(struct session *session, struct session_reply *reply)
{
    (void)session_redo(session, reply);
}

/* Replies with the score, depth and first move of the best line, if the analysis has one. The line
 * mode prints whole lines instead. */
static void tell_evaluation(const struct session *session, struct session_reply *reply)
{
    const struct game_node *node = session->shown;
    const struct line *best = &session->analysis.lines[0];
    char score[16], depth[24], move[TEXT_MOVE_MAX];
    if (session->options.in_lines || !session->have_analysis || session->analyst_node != node ||
        session->analysis.line_count == 0 || best->length == 0)
        return;
    text_score(node->position.side == WHITE ? best->score : -best->score, score, sizeof score);
    text_depth(best->depth, depth, sizeof depth);
    text_move(&node->position, best->moves[0], move, sizeof move);
    reply_set(reply, REPLY_DONE, "Evaluation: %s for White, %s, with %s.", score, depth, move);
}

void session_command_analyze(struct session *session, struct session_reply *reply)
{
    bool analysing = session->mode == MODE_ANALYSING;
    session_analyze(session, *reply->argument ? strcmp(reply->argument, "on") == 0 : !analysing);
    reply_set(reply, REPLY_DONE, "%s",
              session->mode == MODE_ANALYSING ? "Analysing."
              : analysing                     ? "Back to the game."
                                              : "Analysis is off.");
    if (analysing && session->mode == MODE_ANALYSING)
        tell_evaluation(session, reply);
}

void session_command_explain(struct session *session, struct session_reply *reply)
{
    enum { CLAIMS = 3 };
    static struct session_view view; /* static, because it is large; only one thread uses it */
    char text[sizeof reply->text - 2];
    session_view(session, &view);
    analysis_change(&view, CLAIMS, text, sizeof text);
    reply_set(reply, *text ? REPLY_DONE : REPLY_REFUSED, "%s.",
              *text                       ? text
              : session->options.in_lines ? "No move leads to this position. Type forward to step "
                                            "to one"
                                          : "No move leads to this position. Step to one with the "
                                            "arrow keys");
}

void session_command_skip(struct session *session, struct session_reply *reply)
{
    if (session->mode == MODE_GUESSING)
        session_guess_skip(session, reply);
    else
        session_practice_skip(session, reply);
}

void session_command_stop(struct session *session, struct session_reply *reply)
{
    if (session->mode == MODE_GUESSING)
        session_stop_guessing(session, reply);
    else if (session->mode == MODE_PRACTISING)
        session_stop_practice(session, reply);
    else if (session->suspended.game)
        session_play_on_ends(session, reply);
    else if (session_is_preparing(session))
        session->unwanted = true;
    else if (session->load)
        session_stop_reading(session, reply);
    else
        reply_set(reply, REPLY_REFUSED, "There is nothing to stop.");
}

/* Opens the home screen. Practice and guessing end first, because their board would cover it. An
 * analysis that was started from the shell cannot play games, so it ends, and the program goes on
 * with a session that can. */
void session_command_home(struct session *session, struct session_reply *reply)
{
    if (session_is_study(session)) {
        session->goes_home = !session->record.edited || !session->record.path[0];
        if (session->goes_home) {
            reply->command = COMMAND_QUIT;
            reply->kind = REPLY_SCREEN;
        } else {
            reply_set(reply, REPLY_REFUSED,
                      "Your changes are not saved. Type save, then home; or quit, which can "
                      "discard them.");
        }
        return;
    }
    if (session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING)
        session_command_stop(session, reply);
    reply->kind = REPLY_SCREEN;
}

void session_command_drill(struct session *session, struct session_reply *reply)
{
    int group = DRILL_NONE;
    static const char endgames[] = "endgames"; /* `drill endgames` does the same as the command
                                                  endgames */
    size_t word = strcspn(reply->argument, " ");
    if (word == sizeof endgames - 1 && strncmp(reply->argument, endgames, word) == 0) {
        word += strspn(reply->argument + word, " ");
        memmove(reply->argument, reply->argument + word, strlen(reply->argument + word) + 1);
        reply->command = COMMAND_ENDGAMES;
        session_command_endgames(session, reply);
        return;
    }
    if (strcmp(reply->argument, "off") != 0 && !group_find(reply->argument, &group)) {
        char names[GROUP_LIST];
        group_list(names);
        reply_set(reply, REPLY_REFUSED, "Type drill off, or drill and one of these names: %s",
                  names);
        return;
    }
    session_set_drill(session, group);
    if (group == DRILL_NONE)
        reply_set(reply, REPLY_DONE, "The next game is not a drill.");
    else
        reply_set(reply, REPLY_DONE,
                  "In the next game the opponent knows nothing about %s. Type "
                  "new to start it.",
                  group_words((enum group)group));
}

void session_command_opponent(struct session *session, struct session_reply *reply)
{
    char name[128];
    struct error error = {0};
    if (*reply->argument)
        session_forget_shown_level(session);
    if (strcmp(reply->argument, "fallible") == 0) {
        bool thought = session_dismiss(session);
        struct handicap handicap =
            handicap_for(session->options.strength, session->options.method, session->options.elo,
                         session->handicap.seed);
        if (session->options.like)
            snprintf(handicap.like, sizeof handicap.like, "%s", session->options.like);
        session_set_handicap(session, &handicap);
        if (thought)
            session_turn(session);
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
        (void)session_dismiss(session);
        session_set_handicap(session, &full);
        if (!session_invite(session, reply->argument, NULL, &error)) {
            reply_set(reply, REPLY_REFUSED, "%s", error.message);
            return;
        }
        if (asks)
            session_turn(session);
    }
    if (*reply->argument) /* the analysis shows the level of the new opponent, too */
        session->levels = LEVELS_SAME;
    if (session_shows_level(session)) /* the message is about the next opponent, whose level need
                                       * not be the one shown */
        session_next_name(session, name, sizeof name);
    else
        session_opponent_name(session, name, sizeof name);
    if (*reply->argument)
        reply_set(reply, REPLY_DONE, "The opponent is now %s.", name);
    else
        reply_set(reply, REPLY_DONE,
                  "The opponent is %s. To change it, type easier, harder, elo and a rating, or "
                  "method. To play another program, type opponent and its command.",
                  name);
}

void session_command_bar(struct session *session, struct session_reply *reply)
{
    if (session->options.in_lines) {
        reply_set(reply, REPLY_REFUSED,
                  "The evaluation bar needs the full screen. During analysis, type lines to read "
                  "the evaluation.");
        return;
    }
    bool on = session_would_show_bar(session, reply->argument), counted = session_counts(session);
    if (on)
        session_unrate(session, "you looked at the evaluation");
    session->bar = on ? BAR_SHOWN : BAR_HIDDEN;
    session->changed |= CHANGED_SETTINGS;
    reply_set(reply, REPLY_DONE, "The evaluation bar is %s. Type bar %s to %s it.%s",
              on ? "shown" : "hidden", on ? "off" : "on", on ? "hide" : "show",
              on && counted ? " This game no longer counts for your rating." : "");
}

void session_command_blindfold(struct session *session, struct session_reply *reply)
{
    const char *argument = reply->argument;
    bool on = *argument ? strcmp(argument, "on") == 0 : !session->blindfold;
    if (session->blindfold && !on && session_goes_on(session))
        session->peeks++;
    session->blindfold = on;
    session->changed |= CHANGED_BOARD | CHANGED_SETTINGS;
    reply_set(reply, REPLY_DONE, "%s",
              on ? "The pieces are hidden: type your moves. Type peek to see the pieces once; "
                   "peeks are counted."
                 : "The pieces are visible again.");
}
