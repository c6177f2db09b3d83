/* Who the user is in a game from a file. The user's names are a setting. If one player is in nearly
 * all games of a file, the screen asks once whether that is the user. */
#include <stdio.h>
#include <string.h>

#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/state.h"
#include "src/util/text.h"

/* Writes session->names into the settings and applies them to the game on the board. If the game
 * has a review, makes it again from the known scores. Returns false and sets *error if the settings
 * cannot be written. */
static bool keep_names(struct session *session, struct error *error)
{
    if (session->record.loaded && !session_goes_on(session) && session->mode != MODE_GUESSING) {
        session_find_side(session);
        session->record.reviewed = false;
        session->changed |= CHANGED_BOARD | CHANGED_REVIEW;
    }
    return !session->options.keep_names || session->options.keep_names(session->names, error);
}

void session_command_names(struct session *session, struct session_reply *reply)
{
    const char *names = reply->argument;
    struct error error = {0};
    if (strlen(names) >= sizeof session->names) {
        reply_set(reply, REPLY_REFUSED, "These names are too long.");
        return;
    }
    if (*names) {
        size_t length = strcmp(names, "none") == 0 ? 0 : strlen(names);
        memcpy(session->names, names, length);
        session->names[length] = '\0';
        if (!keep_names(session, &error)) {
            reply_set(reply, REPLY_REFUSED, "These names are used now, but not saved: %s",
                      error.message);
            return;
        }
    }
    if (*session->names)
        reply_set(reply, REPLY_DONE, "Your names in files of games: %.400s", session->names);
    else
        reply_set(reply, REPLY_DONE,
                  "You have no name in files of games. Type the word names and then your user "
                  "name; separate several with semicolons.");
}

bool session_name_question(struct session *session, const struct pgn_index *index, char *text,
                           size_t size)
{
    enum { GAMES_LEAST = 3 };
    char with[NAMES_MAX], among[32] = "all ";
    int games = 0, count = pgn_index_count(index);
    const char *name = count < GAMES_LEAST ? NULL : pgn_index_player(index, &games);
    snprintf(with, sizeof with, "%s", session->names);
    if (!name || names_owner(session->names, name) != NAME_UNKNOWN ||
        strlen(name) >= sizeof session->asked_name || !names_add(with, name, false))
        return false;
    snprintf(session->asked_name, sizeof session->asked_name, "%s", name);
    text_sanitize(session->asked_name);
    if (games < count)
        snprintf(among, sizeof among, "%d of ", games);
    snprintf(text, size, "%s is in %s%d games: is that you?", session->asked_name, among, count);
    return true;
}

void session_answer_name(struct session *session, bool yours, struct session_reply *reply)
{
    struct error error = {0};
    bool added = names_add(session->names, session->asked_name, yours);
    if (!added || !keep_names(session, &error))
        reply_set(reply, REPLY_REFUSED, "The answer is not saved: %s",
                  added ? error.message : "there are too many names.");
    else if (yours)
        reply_set(reply, REPLY_DONE, "Noted. A review puts your mistakes into your deck.");
    else
        reply_set(reply, REPLY_DONE,
                  "Noted. To say who you are, type names and your user name.");
}

static bool is_unknown(const struct session *session, const char *player)
{
    return player && *player && strcmp(player, "?") != 0 &&
           names_owner(session->names, player) == NAME_UNKNOWN;
}

bool session_has_unknown_player(const struct session *session)
{
    return session->record.loaded && session_tagged_side(session) < 0 &&
           (is_unknown(session, game_tag(session->game, "White")) ||
            is_unknown(session, game_tag(session->game, "Black")));
}

bool session_hints_at_names(struct session *session)
{
    bool hints = !session->hinted_at_names && session_has_unknown_player(session);
    session->hinted_at_names |= hints;
    return hints;
}
