/* fallible review: shows the due positions of the deck one after the other. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/hash.h"
#include "src/archive/own_mistakes.h"
#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/cli/train.h"
#include "src/util/text.h"

struct arguments {
    int limit, retention; /* positions, percent */
};

#define REVIEW_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    SHARED(NAMES, NULL)                                                                            \
    DECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)

static const struct option_row rows[] = {OPTION_ROWS(REVIEW_OPTIONS)};

static void tell_nothing_due(int64_t next)
{
    char date[32];
    if (next == 0) {
        text_say(stdout, "The deck is empty. When you review a game, chances you missed and "
                         "mistakes you made are added to it. Puzzles you miss are added too.");
        return;
    }
    text_due(next, (int64_t)time(NULL), date, sizeof date);
    printf("Nothing is due. The next position is due %s.\n", date);
}

static bool start_due(void *context, struct session *session, int *status)
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

struct file {
    const struct arguments *options;
    char list[48]; /* the source under which the deck stores the cards */
    char path[256]; /* path of the file, as shown to the user */
    struct card *cards;
    int count;
    int scored; /* the number of your moves in the file whose loss is known */
};

static bool start_file(void *context, struct session *session, int *status)
{
    const struct file *file = context;
    const struct arguments *options = file->options;
    struct error error = {0};
    int count;
    if (session_practise_list(session, file->list, file->cards, file->count, options->limit,
                              (double)options->retention / 100, &count, &error))
        return true;
    *status = error.message[0] ? EXIT_USAGE : EXIT_OK;
    if (error.message[0])
        return text_error(&error);
    char line[sizeof file->path + 96];
    if (file->count == 1)
        snprintf(line, sizeof line,
                 "Your one mistake in %s is not due today, and you have seen it.", file->path);
    else
        snprintf(line, sizeof line,
                 "None of the %d mistakes in %s is due today, and you have seen them all.",
                 file->count, file->path);
    text_say(stdout, line);
    return false;
}

/* Refuses a file in which no mistake was found. If the games have no scores, which are needed to
 * find mistakes, says how to add them. */
static bool refuse_without_mistakes(const struct file *file, const struct finished_games *games,
                                    struct error *error)
{
    const char *plural = text_plural(games->read);
    if (file->scored == 0)
        return error_set_in(error, file->path,
                            "your %d game%s there %s no scores, so your mistakes cannot be found. "
                            "To add scores, run fallible analyze --annotate %s NEW.pgn; "
                            "then run fallible review NEW.pgn",
                            games->read, plural, games->read == 1 ? "has" : "have",
                            text_path_typed(file->path, "FILE.pgn"));
    return error_set_in(error, file->path, "your %d game%s there %s no mistake", games->read,
                        plural, games->read == 1 ? "has" : "have");
}

/* Practises your mistakes in the games of a file. */
static int review_file(const char *path, const struct shared_options *shared,
                       const struct arguments *options)
{
    struct error error = {0};
    struct file file = {.options = options};
    struct finished_games games = {.path = path, .names = shared->names};
    char *whole = realpath(path, NULL); /* so that files of the same name in different folders get
                                         * different lists */
    const char *named = whole ? whole : path;
    snprintf(file.list, sizeof file.list, "mistakes in a file %016llx",
             (unsigned long long)hash_bytes(HASH_BEGIN, named, strlen(named)));
    free(whole);
    text_shown(path, file.path, sizeof file.path);
    bool good = own_mistakes_gather(&games, &file.cards, &file.count, &file.scored, &error);
    int status = EXIT_USAGE;
    if (good && file.count == 0)
        good = refuse_without_mistakes(&file, &games, &error);
    if (good)
        status = train(shared, start_file, &file);
    else
        text_error(&error);
    free(file.cards);
    return status;
}

int command_review(int argc, char **argv)
{
    struct arguments options = {.limit = 20, .retention = 90};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!settings_take(rows, &shared, NULL, &options) ||
        !options_read("review", rows, argc, argv, &shared, NULL, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible review [OPTION...] [FILE.pgn]\n"
            "\n"
            "Repeats the positions of your deck that are due: chances you missed, mistakes you "
            "made\n"
            "and puzzles you missed. Each position says why it is shown. With FILE, repeats your\n"
            "mistakes in the games of that file, found by the scores in it, blunders first.\n",
            rows, NULL);
    if (argc - optind > 1)
        return command_usage("review", "expected one FILE.pgn at most");
    return optind < argc ? review_file(argv[optind], &shared, &options)
                         : train(&shared, start_due, &options);
}
