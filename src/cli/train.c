/* Runs a session without a game for review and puzzles, on the board or as lines of text. */
#include "src/cli/train.h"

#include "src/cli/command.h"
#include "src/cli/play_options.h"
#include "src/cli/settings.h"
#include "src/cli/show.h"
#include "src/util/paths.h"
#include "src/util/text.h"

struct training {
    train_starter *start;
    void *context;
    bool started;
    int status; /* the exit status, if `start` failed */
};

static struct session *begin(struct session_options *options, void *context)
{
    struct training *training = context;
    struct error error = {0};
    struct session *session = session_create(options, &error);
    training->started =
        session && training->start(training->context, session, &training->status);
    if (training->started)
        return session;
    if (!session)
        text_error(&error);
    session_destroy(session);
    return NULL;
}

int train(const struct shared_options *shared, train_starter *start, void *context)
{
    char path[4096];
    struct error error = {0};
    if (!paths_data("games.db", path, sizeof path, &error))
        return command_failed(&error);
    /* Of these options only the user's rating is used: it decides how hard the first puzzles
     * are. */
    struct arguments play = play_options_default();
    if (!settings_take(play_options, &play.shared, play_option_take, &play))
        return EXIT_USAGE;
    struct strength *strength = command_strength(NULL);
    if (!strength)
        return EXIT_USAGE;
    struct scale *scale = command_scale(play.shared.scale, &error);
    if (!scale) {
        strength_destroy(strength);
        return command_failed(&error);
    }
    const struct tui_options tui_options = {.begin = TUI_BEGIN_TRAINING,
                                            .ascii = shared->ascii,
                                            .theme = shared->theme,
                                            .pieces = shared->pieces,
                                            .no_arrows = !shared->arrows,
                                            .no_links = !shared->links,
                                            .strength = strength,
                                            .threads = shared->threads,
                                            .hash_mb = shared->hash_mb};
    const struct plain_options plain_options = {
        .training = true, .strength = strength, .speech = shared->speech};
    struct session_options options = {
        .strength = strength,
        .scale = scale,
        .store_path = path,
        .elo = play.shared.elo_set || !play.rating ? play.shared.elo : play_your_elo(&play, scale),
        .names = play.shared.names,
        .keep_names = setting_keep_names,
        .your_elo = play_your_elo(&play, scale),
        .method = play.shared.method,
        .color = WHITE,
        /* A game that the user starts afterwards takes its settings from the last game. */
        .recall = {.elo = true, .method = true, .color = true, .control = true},
        .control = {.untimed = true},
        .start = shared->start,
        .threads = shared->threads,
        .hash_mb = shared->hash_mb,
        .syzygy_path = shared->syzygy};
    struct training training = {start, context, false, EXIT_USAGE};
    bool lines = shared->plain || !tui_possible();
    int status =
        show_session(&options, lines ? NULL : &tui_options, &plain_options, begin, &training);
    scale_destroy(scale);
    strength_destroy(strength);
    return training.started ? status : training.status;
}
