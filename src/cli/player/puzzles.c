/* fallible puzzles: puzzles to solve by rating and theme; imports files of puzzles into the
 * store. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/progress.h"
#include "src/cli/settings.h"
#include "src/cli/train.h"
#include "src/review/motif.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"
#include "src/training/puzzle_pack.h"
#include "src/store/puzzles.h"
#include "src/training/suite_cards.h"
#include "src/tui/tui.h"

enum {
    THEME_WORDS = 96, /* size of the text that describes a theme */
    USUAL = 10,
    MOST = 1000,
    COMPLAINTS_MAX = 10,
    PACK_USUAL = 4032,
    PACK_NODES = 10000,
    PACK_MOST = 100000,
    PACK_PROGRESS = 500
};
static const char shipped_pack[] = "puzzles/lichess.csv";

#define PUZZLES_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                           \
    OWN(THEME, "theme", "NAME", "only puzzles with this theme: fork, \"mate in 2\", endgame ...")  \
    OWN(RATING, "rating", "N|A-B", "puzzles rated about N, or A to B (default: near your own)")    \
    NUMBER(count, "count", "N", 1, PACK_MOST, "how many puzzles to show (default 10)")             \
    FLAG(themes, "themes", "list all themes")                                                      \
    SOLVE_OPTIONS(SHARED)                                                                          \
    SHARED(NODES, "nodes for checking each puzzle of a pack (default 10000)")                      \
    SHARED(HELP, NULL)

struct arguments {
    struct puzzle_choice choice;
    int count; /* 0 if not given */
    bool themes;
};

enum option_id { OPTION_IDS(PUZZLES_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(PUZZLES_OPTIONS)};

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct puzzle_choice *choice = &((struct arguments *)context)->choice;
    if (id == OPTION_RATING)
        return puzzle_choice_rating(value, choice, error) ||
               error_set(error,
                         "--rating takes a rating, as in 900, or two, as in 1200-1500, not "
                         "\"%.40s\"",
                         value);
    if (strlen(value) >= sizeof choice->theme)
        return error_set(error, "--theme: this name is too long for a theme");
    motif_theme_from_words(value, choice->theme, sizeof choice->theme);
    return true;
}

/* Import */

static void tell_progress(void *context, const struct puzzle_import *import)
{
    (void)context;
    char line[96];
    if (!isatty(STDERR_FILENO))
        return;
    snprintf(line, sizeof line, "%lld lines, %lld puzzles", (long long)import->lines,
             (long long)import->puzzles);
    if (import->percent >= 0)
        text_add(line, sizeof line, ", %d %%", import->percent);
    progress_show(true, line);
}

static void complain(void *context, const struct error *error)
{
    int *complaints = context;
    if (++*complaints <= COMPLAINTS_MAX)
        text_error(error);
    if (*complaints == COMPLAINTS_MAX + 1)
        fprintf(stderr, "fallible: further messages like these are not shown\n");
}

static bool import_file(struct store *store, const char *path, struct puzzle_import *import)
{
    int complaints = 0;
    struct error error = {0};
    const struct puzzle_import_calls calls = {tell_progress, complain, &complaints};
    bool good = store_import_puzzles(store, path, &calls, import, &error);
    progress_clear(isatty(STDERR_FILENO));
    return good || text_error(&error);
}

static int import_files(int count, char **files)
{
    int status = EXIT_OK;
    struct store *store = command_store();
    if (!store)
        return EXIT_USAGE;
    for (int i = 0; i < count && status != EXIT_USAGE; i++) {
        struct puzzle_import import;
        char shown[1024];
        text_shown(files[i], shown, sizeof shown);
        if (!import_file(store, files[i], &import))
            status = EXIT_USAGE;
        else if (import.refused > 0)
            status = EXIT_FELL_SHORT;
        if (import.skipped > 0)
            printf("%s: continuing at line %lld, where the last run stopped.\n", shown,
                   (long long)import.skipped + 1);
        if (import.lines > 0)
            printf("%s: %lld puzzle%s, %lld line%s left out.\n", shown, (long long)import.puzzles,
                   text_plural(import.puzzles), (long long)import.refused,
                   text_plural(import.refused));
    }
    command_close_store(store);
    return status;
}

/* Imports the shipped pack if the store has no puzzles. `lines`: whether to print a note about
 * it. */
static bool have_puzzles(bool lines)
{
    char path[4096];
    int64_t count;
    struct error error = {0};
    struct puzzle_import import;
    struct store *store = command_store();
    if (!store)
        return false;
    bool good = store_puzzle_count(store, &count, &error);
    if (!good) {
        text_error(&error);
    } else if (count == 0) {
        good = paths_shipped(shipped_pack, path, sizeof path);
        if (good)
            good = import_file(store, path, &import);
        else
            fprintf(stderr, "fallible: %s is not installed; import a file of puzzles first\n",
                    shipped_pack);
        if (good && lines)
            printf("You have not imported puzzles, so these are the %lld that come with the "
                   "program.\n",
                   (long long)import.puzzles);
    }
    command_close_store(store);
    return good;
}

/* Packs */

static void tell_pack(void *context, int chosen, int of)
{
    const bool *live = context;
    char line[64];
    snprintf(line, sizeof line, "%d of %d puzzles checked and chosen", chosen, of);
    if (*live || chosen % PACK_PROGRESS == 0)
        progress_show(*live, line);
}

static bool stopped(void *context)
{
    (void)context;
    return interrupt_came();
}

static void print_pack(const struct pack_report *report)
{
    printf("%lld lines: %d damaged, %d outside the ratings or played too rarely.\n"
           "%d puzzle%s chosen; the engine rejected %d more.\n",
           (long long)report->lines - 1, report->wrong_lines, report->unfit, report->chosen,
           text_plural(report->chosen), report->refused);
    for (int i = 0; i < PACK_BANDS; i++)
        printf("  %4d-%-4d %4d%s", PACK_FROM + i * PACK_BAND, PACK_FROM + (i + 1) * PACK_BAND - 1,
               report->bands[i], i % 4 == 3 ? "\n" : "");
    for (int i = 0; i < report->theme_count; i++) {
        char words[THEME_WORDS];
        motif_theme_words(report->themes[i].name, words, sizeof words);
        printf("  %-24s %5d%s", words, report->themes[i].puzzles, i % 2 ? "\n" : "");
    }
    if (report->theme_count % 2)
        putchar('\n');
}

static int make_pack(const char *path, const char *out_path, const struct arguments *options,
                     const struct limits *limits)
{
    struct pack_report report;
    struct error error = {0};
    bool live = isatty(STDERR_FILENO);
    const struct pack_options pack = {
        .count = options->count ? options->count : PACK_USUAL,
        .nodes = limits->nodes ? limits->nodes : PACK_NODES, .progress = tell_pack,
        .stop = stopped, .context = &live};
    struct replacement out;
    struct stat status;
    if (lstat(out_path, &status) == 0)
        error_set_in(&error, out_path, "the pack cannot be written: %s", strerror(EEXIST));
    interrupt_catch();
    if (error.message[0] || !replacement_begin(&out, out_path, 0666, &error))
        return command_failed(&error);
    bool good = puzzle_pack(path, out.out, &pack, &report, &error);
    progress_clear(live);
    good = replacement_end(&out, good, &error);
    if (good)
        print_pack(&report);
    else if (interrupt_came()) /* after Ctrl-C the error may only be that the input was cut short */
        fputs("fallible: stopped; no pack was written\n", stderr);
    else
        text_error(&error);
    if (!good && interrupt_came())
        return EXIT_FELL_SHORT;
    return good && fflush(stdout) == 0 ? EXIT_OK : EXIT_USAGE;
}

static void print_theme(void *context, const char *theme, int64_t puzzles)
{
    char words[THEME_WORDS];
    (void)context;
    motif_theme_words(theme, words, sizeof words);
    printf("%-24s %8lld\n", words, (long long)puzzles);
}

static int list_themes(void)
{
    struct error error = {0};
    struct store *store = command_store();
    bool good = store && store_each_theme(store, print_theme, NULL, &error);
    if (store && !good)
        text_error(&error);
    command_close_store(store);
    return good ? EXIT_OK : EXIT_USAGE;
}

static bool start(void *context, struct session *session, int *status)
{
    const struct arguments *options = context;
    struct error error = {0};
    if (session_practise_puzzles(session, &options->choice, options->count, &error))
        return true;
    *status = error.message[0] ? EXIT_USAGE : EXIT_FELL_SHORT;
    if (error.message[0])
        text_error(&error);
    else
        text_say(stderr, "fallible: you have tried all puzzles of this kind (fallible puzzles "
                         "--themes lists the themes)");
    return false;
}

/* Suites */

struct suite_choice {
    struct store *store;
    struct card *cards;
    int count, most, seen;
};

/* Adds the card to the choice, unless its position was tried before. Returns false when enough
 * cards are chosen, or sets *error on failure. */
static bool choose(void *context, const struct card *card, struct error *error)
{
    struct suite_choice *choice = context;
    bool tried;
    choice->seen++;
    if (!store_was_tried(choice->store, card->name, &tried, error))
        return false;
    if (!tried)
        choice->cards[choice->count++] = *card;
    return choice->count < choice->most;
}

static bool start_suite(void *context, struct session *session, int *status)
{
    const struct suite_choice *choice = context;
    if (session_practise(session, choice->cards, choice->count))
        return true;
    *status = command_no_memory();
    return false;
}

static int solve_suite(const struct shared_options *shared, const char *suite, int count)
{
    char path[4096];
    struct error error = {0};
    struct suite_choice choice = {.store = command_store(), .most = count,
                                  .cards = calloc((size_t)count, sizeof *choice.cards)};
    int status = EXIT_USAGE;
    if (!choice.store || !choice.cards) {
        if (choice.store)
            (void)command_no_memory();
        command_close_store(choice.store);
        free(choice.cards);
        return EXIT_USAGE;
    }
    (void)paths_suite(suite, path, sizeof path);
    bool good = suite_cards(path, choose, &choice, command_damaged, &error);
    command_close_store(choice.store);
    if (!good) {
        text_error(&error);
    } else if (choice.count > 0) {
        status = train(shared, start_suite, &choice);
    } else {
        fprintf(stderr,
                choice.seen > 0 ? "fallible: you have tried every position of %s\n"
                                : "fallible: no position of %s says which move is best, which to "
                                  "avoid, or how long the mate is\n",
                suite);
        status = EXIT_FELL_SHORT;
    }
    free(choice.cards);
    return status;
}

static int help(void)
{
    return options_help(
        "Usage: fallible puzzles [OPTION...]\n"
        "       fallible puzzles [OPTION...] SUITE\n"
        "       fallible puzzles import FILE.csv[.zst]...\n"
        "       fallible puzzles [--count N] pack FILE.csv[.zst] PACK.csv\n"
        "\n"
        "Shows puzzles to solve and gives you a puzzle rating (Glicko-2). Puzzles that you miss\n"
        "go into the deck, and fallible review repeats them. SUITE is wac, bk, mates or an EPD\n"
        "file with best moves (bm), moves to avoid (am) or mates (dm), asked in order. import\n"
        "reads the Lichess puzzle database or a part of it; run the same command again to\n"
        "continue an interrupted import. pack selects puzzles from such a file, spread over\n"
        "ratings and themes, and checks each solution with the engine.\n",
        rows, NULL);
}

int command_puzzles(int argc, char **argv)
{
    struct arguments options = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!settings_take(NULL, &shared, NULL, NULL) || /* the setting for the theme means the board's
                                                        colours, so it does not apply */
        !options_read("puzzles", rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (optind < argc && strcmp(argv[optind], "import") == 0) {
        if (optind + 1 == argc)
            return command_usage("puzzles", "expected a file to import");
        return import_files(argc - optind - 1, argv + optind + 1);
    }
    if (optind < argc && strcmp(argv[optind], "pack") == 0) {
        if (optind + 3 != argc)
            return command_usage("puzzles", "pack takes a file of puzzles and the name of the "
                                            "pack to write");
        return make_pack(argv[optind + 1], argv[optind + 2], &options, &shared.limits);
    }
    options.count = options.count ? options.count : USUAL;
    if (options.count > MOST)
        return command_usage("puzzles", "--count takes at most 1000");
    if (optind < argc - 1)
        return command_usage("puzzles", "expected the name of one suite, or import and its files");
    if (optind < argc && (options.choice.to > 0 || options.choice.about > 0 ||
                          *options.choice.theme || options.themes))
        return command_usage("puzzles", "--rating and --theme do not apply to a suite");
    if (optind < argc)
        return solve_suite(&shared, argv[optind], options.count);
    if (!have_puzzles(options.themes || shared.plain || !tui_possible()))
        return EXIT_USAGE;
    if (options.themes)
        return list_themes();
    return train(&shared, start, &options);
}
