/* fallible review: shows the due positions of the deck one after the other. */
#include <getopt.h>
#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/review_options.h"
#include "src/cli/settings.h"
#include "src/cli/train.h"
#include "src/util/text.h"

static void tell_nothing_due(int64_t next)
{
    char date[32];
    if (next == 0) {
        printf("The deck is empty. When you review a game, chances you missed and mistakes you "
               "made are added to it. Puzzles you miss are added too.\n");
        return;
    }
    text_moment(next, "%Y-%m-%d %H:%M", date, sizeof date);
    printf("Nothing is due. The next position is due on %s.\n", date);
}

static bool start(void *context, struct session *session, int *status)
{
    const struct arguments *options = context;
    struct error error = {0};
    int count;
    int64_t next;
    if (session_practise_due(session, options->limit, (double)options->retention / 100,
                             &count, &next, &error))
        return true;
    *status = error.message[0] ? EXIT_USAGE : EXIT_OK;
    if (error.message[0])
        text_error(&error);
    else
        tell_nothing_due(next);
    return false;
}

int command_review(int argc, char **argv)
{
    struct arguments options = review_options_default();
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!settings_take(review_options, &shared, NULL, &options) ||
        !options_read("review", review_options, argc, argv, &shared, NULL, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible review [OPTION...]\n"
            "\n"
            "Repeats the positions of your deck that are due: chances you missed, mistakes you "
            "made\n"
            "and puzzles you missed. Each position says why it is shown.\n",
            review_options, NULL);
    if (optind < argc)
        return command_usage("review", "expected options only");
    return train(&shared, start, &options);
}
