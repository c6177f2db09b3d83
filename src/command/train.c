/* A session without a game for review and puzzles, in the line mode. */
#include "src/command/train.h"

#include <stdio.h>

#include "src/command/command.h"
#include "src/plain/plain.h"
#include "src/support/paths.h"
#include "src/support/text.h"

enum { BAD = 2 };

static int train(const struct session_options *options, struct plain *plain,
                 train_starter *start, void *context)
{
    struct error error = {0};
    int status = BAD;
    struct session *session = session_create(options, &error);
    if (session && start(context, session, &status))
        status = plain_play(plain, session, &error);
    if (error.message[0])
        text_error(&error);
    session_destroy(session);
    return status;
}

int train_in_lines(const struct shared_options *shared, train_starter *start, void *context)
{
    char path[4096];
    struct error error = {0};
    if (!paths_data("games.db", path, sizeof path)) {
        error_set(&error, "there is no home for games.db");
        text_error(&error);
        return BAD;
    }
    struct strength *strength = command_strength(NULL);
    struct plain *plain = plain_create(&(struct plain_options){.training = true});
    int status = BAD;
    if (strength && plain) {
        const struct session_options options = {
            .strength = strength, .store_path = path, .elo = ELO_FULL, .color = WHITE,
            .control = {.untimed = true}, .start = shared->start, .threads = shared->threads,
            .hash_mb = shared->hash_mb, .wake = plain_wake, .context = plain};
        status = train(&options, plain, start, context);
    }
    plain_destroy(plain);
    strength_destroy(strength);
    return status;
}
