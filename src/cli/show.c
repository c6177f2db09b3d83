/* The session wakes the screen that shows it, so the screen is created first and destroyed last. */
#include "src/cli/show.h"

#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/util/text.h"

int show_session(struct session_options *options, const struct tui_options *tui_options,
                 const struct plain_options *plain_options, session_starter *start, void *context)
{
    struct tui_options board = tui_options ? *tui_options : (struct tui_options){0};
    board.keep_setting = setting_keep_named;
    struct tui *tui = tui_options ? tui_create(&board) : NULL;
    struct plain *plain = tui_options ? NULL : plain_create(plain_options);
    struct error error = {0};
    if (!tui && !plain)
        return command_no_memory();
    options->wake = tui ? tui_wake : plain_wake;
    options->in_lines = plain != NULL;
    options->context = tui ? (void *)tui : plain;
    struct session *session = start(options, context);
    int status = !session ? EXIT_USAGE
                 : tui    ? tui_run(tui, session, &error)
                          : plain_play(plain, session, &error);
    if (status == EXIT_OK && session_goes_home(session))
        status = SHOW_HOME;
    char unsaved[sizeof error.message + 4096], shown[sizeof unsaved];
    if (session && !session_leave(session, unsaved, sizeof unsaved))
        fprintf(stderr, "fallible: %s\n", text_shown(unsaved, shown, sizeof shown));
    session_destroy(session);
    tui_destroy(tui);
    plain_destroy(plain);
    if (status == EXIT_USAGE && error.message[0])
        text_error(&error);
    return status;
}
