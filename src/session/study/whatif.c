/* The what-if replay: repeats, in the background, the opponent's decisions in the finished game
 * with the same random numbers and one change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/engine_position.h"
#include "src/session/command_table.h"
#include "src/session/state.h"
#include "src/session/study/study.h"

void session_forget_whatif(struct session *session)
{
    whatif_destroy(session->whatif);
    session->whatif = NULL;
}

void session_poll_whatif(struct session *session)
{
    if (session->whatif && whatif_poll(session->whatif))
        session->changed |= CHANGED_REVIEW;
}

static bool begin(struct session *session, const struct toggle *toggle)
{
    const struct position *start;
    int count;
    Move *moves = place_moves(session->live, &start, &count);
    if (!session->whatif)
        session->whatif = whatif_create(session->options.wake, session->options.context,
                                        session->options.strength);
    bool good = moves && session->whatif &&
                whatif_begin(session->whatif, start, moves, count, &session->record.ledger, toggle);
    free(moves);
    return good;
}

void session_command_whatif(struct session *session, struct session_reply *reply)
{
    struct toggle toggle;
    struct error error = {0};
    char word[16] = "", argument[64] = "", text[80];
    int kind = 0;
    sscanf(reply->argument, "%15s %63s", word, argument);
    while (kind < TOGGLE_COUNT && strcmp(toggle_word((enum toggle_kind)kind), word) != 0)
        kind++;
    if (kind == TOGGLE_COUNT || !*argument) {
        reply_set(reply, REPLY_REFUSED, "Expected: whatif without GROUP, with GROUP, elo N, "
                                        "method NAME or seed N");
    } else if (!toggle_read((enum toggle_kind)kind, argument, session->options.scale, &toggle,
                            &error)) {
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
    } else if (!begin(session, &toggle)) {
        session_forget_whatif(session);
        reply_set(reply, REPLY_REFUSED, "out of memory");
    } else if (whatif_path(session->whatif)->decisions == 0) {
        session_forget_whatif(session);
        reply_set(reply, REPLY_REFUSED,
                  "None of the opponent's moves in this game can be replayed.");
    } else {
        toggle_words(&toggle, text, sizeof text);
        reply_set(reply, REPLY_DONE, "Replaying the game %s. The review shows the result.", text);
        session->changed |= CHANGED_REVIEW;
    }
}
