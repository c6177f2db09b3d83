/* fallible human: fits the style of one player to the player's games. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/tune/human_data.h"
#include "src/lab/human/like.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { GAMES_MIN = 200, BUDGET_MS = 120000, ALL = 1000 /* ALL: positions taken from each game, more
                                                          than any game has */ };

#define LIKE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    TEXT(like, "like", "FILE", "the games (PGN), compressed with zstd or not")                     \
    TEXT(player, "player", "NAME", "the player's name as the file writes it")                      \
    TEXT(output, "output", "FILE",                                                                 \
         "(also -o) the file to write (default: like/NAME.like in your data folder)")              \
    NUMBER(rating, "rating", "N", 400, 3000, "the player's rating where the file has none")        \
    NUMBER(per_game, "per-game", "N", 1, 1000, "search N positions of each game (default 2)")      \
    NUMBER(pull, "pull", "N", 1, 100000,                                                           \
           "how strongly to pull the habits towards those of all people "                          \
           "(default 100)")                                                                        \
    OWN(BUDGET, "budget", "TIME", "time for searching positions: 60s, 10m (default 120s)")         \
    SHARED(SEED, "seed of the sample (default 1)")                                                 \
    SHARED(THREADS, "number of threads (default: number of cores)")                                \
    SHARED(HELP, NULL)

struct arguments {
    const char *like, *player, *output;
    int rating, per_game, pull;
    int64_t budget;
};

enum option_id { OPTION_IDS(LIKE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(LIKE_OPTIONS)};

static bool take(void *context, int id, const char *value, struct error *error)
{
    (void)id; /* --budget is the only option that is handled here */
    return option_budget(value, &((struct arguments *)context)->budget, error);
}

static int help(void)
{
    return options_help(
        "Usage: fallible human --like FILE.pgn --player NAME [OPTION...]\n\n"
        "Fits the openings and the habits of method human to one player's games, of which it\n"
        "needs 200; fallible --like NAME then plays like this player. A fifth of the games is used\n"
        "only for measuring. fallible-human(6) has the details.\n",
        rows, "\nExit status: 0 done, 1 stopped, 2 usage or bad input.");
}

/* The file to write: the one given, or one in the data folder with the player's name, in which '_'
 * replaces slashes. */
static bool output_path(const struct arguments *arguments, char *path, size_t size,
                        struct error *error)
{
    char name[256];
    if (arguments->output)
        return (size_t)snprintf(path, size, "%s", arguments->output) < size ||
               error_set(error, "the name of the output is too long");
    snprintf(name, sizeof name, "like/%s.like", arguments->player);
    for (char *at = name + strlen("like/"); *at; at++)
        if (*at == '/')
            *at = '_';
    return paths_data(name, path, size, error);
}

struct output {
    const struct choice_style *style;
    const char *origin;
};

static bool write_style(FILE *out, const void *context)
{
    const struct output *output = context;
    return like_write(out, output->style, output->origin);
}

static void print_score(const char *name, const struct like_score *score)
{
    double count = score->choices ? score->choices : 1;
    double change = (score->gained - score->lost) / count;
    double error = sqrt(((score->gained + score->lost) / count - change * change) / count);
    printf("%-14s  %9d  %6.3f  %6.3f  %5.1f%%  %5.1f%%  %+5.1f (+-%.1f)\n", name, score->choices,
           score->likelihood[0], score->likelihood[1], 100 * score->matched[0] / count,
           100 * score->matched[1] / count, 100 * change, 196 * error);
}

static void print_report(const struct choice_style *style, const struct like_report *report)
{
    printf("%s: %d games, rated %d; fitted to %d positions\n\n", style->name, style->games,
           style->rating, report->training);
    puts("held out        positions  log-likelih.    first choice       gain\n"
         "                           plain  fitted   plain  fitted");
    print_score("all moves", &report->all);
    print_score("first 15 moves", &report->opening);
}

static int mean_rating(const struct human_set *set)
{
    double sum = 0;
    for (size_t i = 0; i < set->count; i++)
        sum += set->choices[i].rating;
    return set->count ? (int)lround(sum / (double)set->count) : 0;
}

static int games_of(const struct human_set *set)
{
    int games = 0;
    for (size_t i = 0; i < set->count; i++)
        games += i == 0 || set->choices[i].game != set->choices[i - 1].game;
    return games;
}

static int fit(const struct arguments *arguments, const char *path, const struct human_set *set,
               const struct human_set *openings)
{
    struct choice_style style = {.rating = mean_rating(set), .games = games_of(openings)};
    struct like_report report;
    struct error error;
    snprintf(style.name, sizeof style.name, "%s", arguments->player);
    if (!like_fit(set, openings, arguments->pull, &style, &report)) {
        choice_style_clear(&style);
        return command_no_memory();
    }
    print_report(&style, &report);
    char origin[256]; /* without control characters, which would begin a new line of the file */
    struct output output = {&style, text_shown(paths_base(arguments->like), origin, sizeof origin)};
    bool made = arguments->output || paths_make_folders(path) ||
                error_set_in(&error, path, "its folder cannot be made: %s", strerror(errno));
    bool written = made && replace_whole(path, write_style, &output, &error);
    choice_style_clear(&style);
    if (!written)
        return command_failed(&error);
    printf("\nWritten to %s\n", path);
    return EXIT_OK;
}

static int run(const struct arguments *arguments, const struct shared_options *shared,
               const struct strength *strength, const char *path)
{
    char *files[] = {(char *)arguments->like, NULL};
    struct progress progress = progress_begin_long(5, true);
    struct human_set set = {.count = 0}, openings = {.count = 0};
    struct human_collect options = {.per_game = ALL,
                                    .plies = 2 * STYLE_MOVES,
                                    .unsearched = true,
                                    .player = arguments->player,
                                    .rating = arguments->rating,
                                    .threads = shared->threads,
                                    .seed = shared->seed,
                                    .strength = strength};
    bool stopped = false;
    int status = EXIT_USAGE;
    if (human_data_collect(&options, files, &progress, &openings, &stopped)) {
        int games = games_of(&openings);
        options.plies = 0;
        options.unsearched = false;
        options.per_game = arguments->per_game;
        options.budget = arguments->budget;
        if (!stopped && games < GAMES_MIN)
            fprintf(stderr,
                    "fallible: found %d games of this player with a rating, expected %d or more; "
                    "--rating N gives a rating\n",
                    games, GAMES_MIN);
        else if (stopped || human_data_collect(&options, files, &progress, &set, &stopped))
            status = stopped ? EXIT_FELL_SHORT : fit(arguments, path, &set, &openings);
    }
    human_set_clear(&set);
    human_set_clear(&openings);
    return status;
}

int command_human(int argc, char **argv)
{
    struct arguments arguments = {.per_game = 2, .pull = 100, .budget = BUDGET_MS};
    struct shared_options shared = shared_options_default(ELO_FULL);
    char path[4096];
    struct error error;
    shared.seed = 1;
    shared.threads = progress_cores();
    if (!options_read("human", rows, argc, argv, &shared, take, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (optind < argc || !arguments.like || !arguments.player || !*arguments.player)
        return command_usage("human", "expected --like FILE.pgn --player NAME");
    if (strlen(arguments.player) >= STYLE_NAME_MAX)
        return command_usage("human", "the player's name is too long");
    if (!output_path(&arguments, path, sizeof path, &error))
        return command_failed(&error);
    struct strength *strength = command_strength(NULL);
    if (!strength)
        return EXIT_USAGE;
    interrupt_catch();
    int status = run(&arguments, &shared, strength, path);
    strength_destroy(strength);
    return status;
}
