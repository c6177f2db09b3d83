/* fallible drill and fallible repertoire: put positions from a list into the deck and train
 * them. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/progress.h"
#include "src/cli/settings.h"
#include "src/cli/train.h"
#include "src/store/deck.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/training/repertoire.h"
#include "src/training/suite_cards.h"

enum { USUAL = 20, LIST_MAX = 1000 };

#define REPERTOIRE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                        \
    OWN(COLOR, "color", "COLOR", "your side: white or black")                                      \
    NUMBER(moves, "moves", "N", 1, 200, "learn the first N moves of each game (default 12)")       \
    TEXT(forget, "forget", "NAME", "remove a repertoire from the deck; NAME: its file or name")    \
    SHARED(NAMES, NULL)                                                                            \
    DECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)

struct arguments {
    int limit, retention;
    int moves;
    const char *forget;
    int color; /* -1 if not given */
    char source[64];
    struct card *cards;
    int count;
};

enum option_id { OPTION_IDS(REPERTOIRE_OPTIONS) };
static const struct option_row drill_rows[] = {OPTION_ROWS(DECK_OPTIONS)};
static const struct option_row repertoire_rows[] = {OPTION_ROWS(REPERTOIRE_OPTIONS)};

/* Handles --color. The setting `color` may be random; that makes no sense for a repertoire and is
 * ignored. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *options = context;
    (void)id;
    options->color = strcmp(value, "white") == 0 ? WHITE : strcmp(value, "black") == 0 ? BLACK : -1;
    if (options->color >= 0 || strcmp(value, "random") == 0)
        return true;
    return error_set(error, "--color must be white or black, not \"%.40s\"", value);
}

static bool start(void *context, struct session *session, int *status)
{
    const struct arguments *options = context;
    struct error error = {0};
    int count;
    if (session_practise_list(session, options->source, options->cards, options->count,
                              options->limit, (double)options->retention / 100, &count,
                              &error))
        return true;
    *status = error.message[0] ? EXIT_USAGE : EXIT_OK;
    if (error.message[0])
        text_error(&error);
    else
        printf("Nothing in %s is due today, and you have seen everything in it.\n",
               options->source);
    return false;
}

static int serve(const struct shared_options *shared, struct arguments *options)
{
    int status = train(shared, start, options);
    free(options->cards);
    return status;
}

static void name_source(const char *path, const char *suffix, struct arguments *options)
{
    snprintf(options->source, sizeof options->source, "%.40s%s", paths_base(path), suffix);
}

static bool keep(void *context, const struct card *card, struct error *error)
{
    struct arguments *options = context;
    (void)error;
    if (card->kind == CARD_ENDGAME)
        options->cards[options->count++] = *card;
    return options->count < LIST_MAX;
}

int command_drill(int argc, char **argv)
{
    struct arguments options = {.limit = USUAL, .retention = 90};
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct error error = {0};
    char path[4096];
    if (!settings_take(drill_rows, &shared, take, &options) ||
        !options_read("drill", drill_rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible drill [OPTION...] endgames|FILE.epd\n"
            "\n"
            "Asks you to win or hold endgames against the best defence: the built-in ones, or "
            "those of\n"
            "an EPD file (with c1 \"win\" or c1 \"draw\"). What you miss is repeated after a few "
            "days.\n",
            drill_rows, NULL);
    if (optind + 1 != argc)
        return command_usage("drill", "expected endgames, for the built-in ones, or the name of an "
                                      "EPD file");
    const char *file = argv[optind];
    if (strcmp(file, "endgames") == 0) {
        if (!paths_shipped("share/endgames.epd", path, sizeof path)) {
            fputs("fallible: share/endgames.epd is not installed: name an EPD file\n", stderr);
            return EXIT_USAGE;
        }
        file = path;
    }
    options.cards = calloc(LIST_MAX, sizeof *options.cards);
    if (!options.cards)
        return command_no_memory();
    name_source(argv[optind], "", &options);
    if (file == argv[optind] && access(file, F_OK) != 0) {
        text_sanitize(argv[optind]);
        fprintf(stderr,
                "fallible drill: there is no file \"%s\": expected endgames, for the built-in "
                "ones, or the name of an EPD file\n"
                "To play against an opponent that knows nothing about one subject, run fallible "
                "play --drill GROUP\n",
                file);
        free(options.cards);
        return EXIT_USAGE;
    }
    bool good = suite_cards(file, keep, &options, command_damaged, &error);
    if (good && options.count == 0)
        good = error_set_in(&error, file,
                            "it contains no endgame: expected c1 \"win\" or c1 "
                            "\"draw\"");
    if (good)
        return serve(&shared, &options);
    free(options.cards);
    return command_failed(&error);
}

static int forget(const char *name)
{
    char told[256];
    struct error error = {0};
    struct store *store = command_store();
    if (!store)
        return EXIT_USAGE;
    bool good = store_forget_repertoire(store, paths_base(name), told, sizeof told, &error);
    command_close_store(store);
    if (!good)
        return command_failed(&error);
    text_sanitize(told);
    puts(told);
    return EXIT_OK;
}

static void tell_games(void *context, uint64_t games, int percent)
{
    progress_games(context, games, percent);
}

int command_repertoire(int argc, char **argv)
{
    struct arguments options = {
        .limit = USUAL, .retention = 90, .moves = REPERTOIRE_MOVES, .color = -1};
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct error error = {0};
    char path[4096];
    if (!settings_take(repertoire_rows, &shared, take, &options) ||
        !options_read("repertoire", repertoire_rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible repertoire [OPTION...] --color COLOR FILE.pgn|NAME\n"
            "       fallible repertoire --forget NAME\n\n"
            "Asks for your opening moves in the games and variations of a file, which may be\n"
            "compressed (.zst), and repeats them after a few days. Of ours there are italian\n"
            "and london for White, caro-kann and queens-gambit for Black. If the file has games\n"
            "of yours, by the names in your settings, only these count. You can edit the file\n"
            "and use it again; your progress is kept.\n",
            repertoire_rows, NULL);
    if (options.forget && optind == argc)
        return forget(options.forget);
    if (options.forget || optind + 1 != argc)
        return command_usage("repertoire", "expected one PGN file or name, or --forget NAME alone");
    if (options.color < 0)
        return command_usage("repertoire", "say whose repertoire it is: --color white or --color "
                                           "black");
    paths_opening(chess_color_name(options.color), argv[optind], path, sizeof path);
    name_source(argv[optind], options.color == WHITE ? " white" : " black", &options);
    struct progress progress = progress_begin();
    const struct repertoire_calls calls = {command_damaged, tell_games, &progress};
    const struct repertoire_choice choice = {options.color, options.moves, shared.names,
                                             paths_base(argv[optind])};
    bool good =
        repertoire_read(path, &choice, &calls, &options.cards, &options.count, &error);
    progress_end(&progress);
    if (!good)
        return command_failed(&error);
    return serve(&shared, &options);
}
