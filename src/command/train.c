/* A session without a game for review and puzzles, on the board or in lines. */
#include "src/command/train.h"

#include "src/command/command.h"
#include "src/plain/plain.h"
#include "src/support/paths.h"
#include "src/support/text.h"
#include "src/tui/tui.h"

enum { BAD = 2 };

static int begin(const struct session_options *options, struct plain *plain, struct tui *tui,
                 train_starter *start, void *context)
{
    struct error error = {0};
    int status = BAD;
    struct session *session = session_create(options, &error);
    if (session && start(context, session, &status))
        status = tui ? tui_run(tui, session, &error) : plain_play(plain, session, &error);
    if (error.message[0])
        text_error(&error);
    session_destroy(session);
    return status;
}

int train(const struct shared_options *shared, train_starter *start, void *context)
{
    char path[4096];
    struct error error = {0};
    if (!paths_data("games.db", path, sizeof path, &error)) {
        text_error(&error);
        return BAD;
    }
    struct strength *strength = command_strength(NULL);
    bool lines = shared->plain || !tui_possible();
    const struct tui_options tui_options = {
        .begin = TUI_BEGIN_TRAINING, .ascii = shared->ascii, .theme = shared->theme,
        .strength = strength, .threads = shared->threads, .hash_mb = shared->hash_mb};
    struct tui *tui = lines ? NULL : tui_create(&tui_options);
    struct plain *plain =
        lines ? plain_create(&(struct plain_options){
                    .training = true, .strength = strength, .speech = shared->speech})
              : NULL;
    int status = BAD;
    if (strength && (tui || plain)) {
        const struct session_options options = {
            .strength = strength, .store_path = path, .elo = 1400, .color = WHITE,
            .recall = {.elo = true, .method = true, .color = true, .control = true}, /* a game after */
            .control = {.untimed = true}, .start = shared->start, .threads = shared->threads,
            .hash_mb = shared->hash_mb, .syzygy_path = shared->syzygy, .wake = tui ? tui_wake : plain_wake,
            .context = tui ? (void *)tui : plain};
        status = begin(&options, plain, tui, start, context);
    }
    tui_destroy(tui);
    plain_destroy(plain);
    strength_destroy(strength);
    return status;
}
