/* Your last finished games, as home lists them, and the command that analyses one again. */
#include <string.h>

#include "src/archive/export.h"
#include "src/session/command_table.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/study.h"
#include "src/util/text.h"

static void name_opponent(const struct session *session, const struct stored_game *stored,
                          char *name, size_t size)
{
    stored_opponent_name(stored, session->options.strength, session->options.scale, name, size);
}

static const char *outcome(const struct stored_game *stored)
{
    if (stored->result == RESULT_DRAW)
        return "drew against";
    return stored->result == result_won_by(stored->you) ? "won against" : "lost to";
}

int session_read_recent(struct session *session, struct recent_game games[], int most)
{
    struct stored_game stored;
    struct error error;
    int count = 0;
    int64_t before = INT64_MAX;
    while (session->store && count < most &&
           store_finished_before(session->store, before, &stored, &error)) {
        char name[STORE_OPPONENT];
        struct recent_game *game = &games[count++];
        int moves = (stored.move_count + (stored.start.side == WHITE)) / 2;
        game->began = stored.began;
        before = stored.id;
        name_opponent(session, &stored, name, sizeof name);
        snprintf(game->words, sizeof game->words, "%s %.60s with %s, %d move%s", outcome(&stored),
                 name, chess_color_name(stored.you), moves, text_plural(moves));
        stored_game_clear(&stored);
    }
    return count;
}

/* Makes a stored game the session's game and starts its analysis. Returns false if out of
 * memory. */
static bool analyze_stored(struct session *session, struct stored_game *stored)
{
    const struct session_options *options = &session->options;
    struct game_node *live;
    struct game *game = stored_game_tagged(stored, options->strength, options->scale,
                                           options->openings, true, &live);
    if (!game)
        return false;
    session_part_levels(session); /* so that the analysis shows the level of this game's opponent */
    session_adopt(session, game, false);
    ledger_clear(&session->record.ledger, 0);
    session->record.ledger = stored->ledger;
    stored->ledger = (struct ledger){0};
    session->record.you = stored->you;
    session->shown = game->root;
    session_analyze(session, true);
    return true;
}

/* Finds the game that "recent N" names; N is "" for the last one. Returns false and sets *error if
 * no such game exists. */
static bool find_game(const struct session *session, const char *argument,
                      struct stored_game *stored, struct error *error)
{
    long back = 1;
    *stored = (struct stored_game){0};
    if (*argument && !text_number(argument, 1, 1000000, &back))
        return error_set(error, "Expected: recent, or recent and a number from 1");
    int64_t before = INT64_MAX;
    bool found = session->store != NULL;
    *error = (struct error){0};
    for (long i = 0; found && i < back; i++) {
        stored_game_clear(stored);
        found = store_finished_before(session->store, before, stored, error);
        before = found ? stored->id : 0;
    }
    if (!found && !*error->message)
        error_set(error, back == 1 ? "You have no finished game yet."
                                   : "You have fewer finished games than that.");
    return found;
}

bool session_has_recent(const struct session *session, const char *argument)
{
    struct stored_game stored;
    struct error ignored;
    bool found = find_game(session, argument, &stored, &ignored);
    if (found)
        stored_game_clear(&stored);
    return found;
}

void session_command_recent(struct session *session, struct session_reply *reply)
{
    struct stored_game stored;
    struct error error;
    char name[STORE_OPPONENT];
    if (!find_game(session, reply->argument, &stored, &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
        return;
    }
    name_opponent(session, &stored, name, sizeof name);
    reply_set(reply, REPLY_DONE, "You %s %.60s. Type home to go back.", outcome(&stored), name);
    if (!analyze_stored(session, &stored))
        reply_set(reply, REPLY_REFUSED, "out of memory");
    stored_game_clear(&stored);
}
