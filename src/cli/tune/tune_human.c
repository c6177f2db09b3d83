/* fallible tune human: fits the choice model of method human to rated games. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/tune/human_data.h"
#include "src/cli/tune/tune_data.h"
#include "src/lab/human/fit.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum { BUDGET_MS = 120000, ALL = 1000 /* ALL: positions taken from each game, more than any game
                                         has */ };

#define HUMAN_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    TEXT(output, "output", "DIR", "(also -o) the folder for the two files (default share)")        \
    TEXT(cache, "cache", "FILE", "cache of the search results; continued if it exists")            \
    OWN(BUDGET, "budget", "TIME", "time for the fit: 60s, 10m, 1h (default 120s)")                 \
    NUMBER(per_game, "per-game", "N", 1, 1000, "take about N positions of each game (default 12)") \
    TEXT(maia, "maia", "DIR", "regularise the fit with the Maia networks in DIR")                  \
    OWN(STEADY, "steady", "PERCENT",                                                               \
        "weight of the networks relative to the move played (default 25)")                         \
    OWN(PULL, "pull", "X", "strength of the L2 penalty on the weights (default 1)")                \
    FLAG(cached, "cached", "search nothing: use only the positions in the cache")                  \
    FLAG(unseen, "unseen", "leave out the games that the network was trained on")                  \
    FLAG(collect, "collect", "fill the cache, and fit nothing")                                    \
    FLAG(dry_run, "dry-run", "write no weights")                                                   \
    SHARED(SEED, "seed of the sample (default 1)")                                                 \
    SHARED(THREADS, "number of threads (default: number of cores)")                                \
    SHARED(HELP, NULL)

struct arguments {
    const char *output, *cache, *maia;
    struct human_fit_options fit;
    int per_game, threads;
    uint64_t seed;
    bool dry_run, collect, cached, unseen;
};

enum option_id { OPTION_IDS(HUMAN_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(HUMAN_OPTIONS)};

/* Arguments */

static bool take_pull(const char *value, double *number, struct error *error)
{
    const char *at = value;
    return (option_decimal(&at, 0, 1e6, number) && !*at) ||
           error_set(error, "--pull takes a number from 0 to 1e+06, not \"%.40s\"", value);
}

static bool take_steady(const char *value, double *part, struct error *error)
{
    int percent = 0;
    bool good = option_int("steady", value, 0, 100, &percent, error);
    *part = percent / 100.0;
    return good;
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct human_fit_options *fit = &((struct arguments *)context)->fit;
    switch (id) {
    case OPTION_BUDGET: return option_budget(value, &fit->budget, error);
    case OPTION_STEADY: return take_steady(value, &fit->distil, error);
    default: return take_pull(value, &fit->l2_penalty, error);
    }
}

static bool read_arguments(struct arguments *arguments, struct shared_options *shared, int argc,
                           char **argv)
{
    *shared = shared_options_default(ELO_FULL);
    shared->seed = 1;
    shared->threads = progress_cores();
    *arguments = (struct arguments){.output = "share",
                                    .per_game = 12,
                                    .fit = {.budget = BUDGET_MS, .l2_penalty = 1, .distil = 0.25}};
    if (!options_read("tune human", rows, argc, argv, shared, take, arguments))
        return false;
    arguments->seed = shared->seed;
    arguments->threads = shared->threads;
    if (!shared->help && optind == argc)
        return option_refuse("tune human", "expected files of rated games (PGN)");
    return shared->help || !(arguments->collect || arguments->cached) || arguments->cache ||
           option_refuse("tune human", "--collect and --cached need --cache FILE");
}

static int help(void)
{
    return options_help(
        "Usage: fallible tune human [OPTION...] GAMES.pgn [MORE...]\n\nFits the weights of the "
        "features of method human to rated games as Lichess writes them,\ncompressed with zstd or "
        "not, and counts their openings. The network does not change. A\ntenth of the games is "
        "used only for measuring. Build again to use the new weights.\n",
        rows,
        "\nCtrl-C ends the search of positions, or the fit with its results so far. With --cache\n"
        "the same command continues. Exit status: 0 done, 1 stopped, 2 usage or bad input.");
}

/* Progress */

static bool watch_fit(void *context, const struct human_fit_progress *fit)
{
    struct progress *progress = context;
    if (progress_due(progress)) {
        char clock[32], line[128];
        text_clock(fit->elapsed, false, clock, sizeof clock);
        snprintf(line, sizeof line, "%s  pass %d  log-likelihood %.4f, held out %.4f", clock,
                 fit->pass, fit->training, fit->held_out);
        progress_show(progress->live, line);
    }
    return !interrupt_came();
}

/* The work */

/* Collects choices for the fit of the weights, or if `openings` is true, choices in openings, which
 * are not searched. */
static bool collect(const struct arguments *arguments, char **files, bool openings,
                    const struct strength *strength, struct progress *progress,
                    struct human_set *set, bool *stopped)
{
    char cache[4096];
    struct human_collect options = {.cache = arguments->cache,
                                    .per_game = openings ? ALL : arguments->per_game,
                                    .plies = openings ? HUMAN_BOOK_PLIES : 0,
                                    .unsearched = openings,
                                    .unseen = !openings && arguments->unseen,
                                    .threads = arguments->threads,
                                    .seed = arguments->seed,
                                    .maia = openings ? NULL : arguments->maia,
                                    .cached = arguments->cached,
                                    .strength = strength};
    if (openings && arguments->cache) {
        snprintf(cache, sizeof cache, "%s.openings", arguments->cache);
        options.cache = cache;
    }
    return human_data_collect(&options, files, progress, set, stopped);
}

static void print_report(const struct human_fit_report *report)
{
    printf("%d positions to train on, %d held out; log-likelihood %.4f, held out %.4f\n\n",
           report->training, report->held_out, report->training_likelihood,
           report->held_out_likelihood);
    printf(
        "held out   positions  log-l.  first  drawn   best |  Maia  log-l.  first  drawn   ours\n");
    for (int i = 0; i < HUMAN_BANDS; i++) {
        const struct human_band *band = &report->bands[i];
        int low = HUMAN_BANDS_FROM + i * HUMAN_BAND_WIDTH;
        if (band->choices == 0)
            continue;
        printf("%4d-%4d  %10d  %6.3f  %4.1f%%  %4.1f%%  %4.1f%% |", low, low + HUMAN_BAND_WIDTH - 1,
               band->choices, band->likelihood, 100 * band->matched, 100 * band->expected,
               100 * band->best_matched);
        if (band->with_maia)
            printf(" %5d  %6.3f  %4.1f%%  %4.1f%%  %4.1f%%", band->with_maia,
                   band->maia_likelihood, 100 * band->maia_matched, 100 * band->maia_expected,
                   100 * band->own_matched);
        putchar('\n');
    }
    puts("\nHow often the move played was the model's most probable move (first), how often\n"
         "a move drawn by the model's probabilities would match it (drawn), and how often it\n"
         "was the best move of the level's search (best). On the right: the same for the\n"
         "Maia networks, where they were used, and the model's first there (ours).");
}

/* The result of the fits, from which the output files are written. */
struct fitted {
    const struct choice_model *model;
    const struct human_set *openings;
    char origin[128];
};

static bool write_weights(FILE *out, const void *context)
{
    const struct fitted *fitted = context;
    return human_fit_write(out, fitted->model, fitted->origin);
}

static bool write_openings(FILE *out, const void *context)
{
    return human_write_openings(out, ((const struct fitted *)context)->openings);
}

static bool write_model(const struct arguments *arguments, const struct choice_model *model,
                        const struct human_fit_report *report, const struct human_set *openings)
{
    static const struct {
        const char *name;
        bool (*write)(FILE *out, const void *context);
    } files[] = {{"human.conf", write_weights}, {"played.conf", write_openings}};
    struct fitted fitted = {.model = model, .openings = openings};
    snprintf(fitted.origin, sizeof fitted.origin,
             "fitted to %d positions; log-likelihood of those held out %.4f", report->training,
             report->held_out_likelihood);
    for (int i = 0; i < 2; i++) {
        char path[4096];
        struct error error;
        bool named = (size_t)snprintf(path, sizeof path, "%s/%s", arguments->output,
                                      files[i].name) < sizeof path;
        if (!named)
            error_set_in(&error, arguments->output, "the name is too long");
        if (!named || !replace_whole(path, files[i].write, &fitted, &error))
            return text_error(&error);
    }
    return true;
}

static int fit(const struct arguments *arguments, struct progress *progress,
               const struct human_set *set, const struct human_set *openings)
{
    struct choice_model model = *choice_model_shipped();
    struct human_fit_report report;
    struct human_fit_options options = arguments->fit;
    options.watch = watch_fit;
    options.context = progress;
    if (set->count == 0) {
        fputs("fallible: these games give no position for the fit: expected rated players and "
              "moves\n",
              stderr);
        return EXIT_USAGE;
    }
    bool fitted = human_fit(set, &options, &model, &report);
    progress_clear(progress->live);
    if (!fitted)
        return command_no_memory();
    print_report(&report);
    if (report.damaged > 0)
        fprintf(stderr, "fallible: %d damaged position%s of the cache %s left out\n",
                report.damaged, text_plural(report.damaged), report.damaged == 1 ? "was" : "were");
    return arguments->dry_run || write_model(arguments, &model, &report, openings) ? EXIT_OK
                                                                                   : EXIT_USAGE;
}

/* Checks early that the output can be written, because searching the games takes long. */
static bool can_write(const struct arguments *arguments)
{
    struct error error;
    if (arguments->dry_run || arguments->collect || access(arguments->output, W_OK) == 0)
        return true;
    error_set_in(&error, arguments->output, "%s", strerror(errno));
    return text_error(&error);
}

int tune_human(int argc, char **argv)
{
    struct arguments arguments;
    struct shared_options shared;
    if (!read_arguments(&arguments, &shared, argc, argv))
        return 2;
    if (shared.help)
        return help();
    if (!can_write(&arguments))
        return 2;
    struct strength *strength = command_strength(NULL);
    struct progress progress = progress_begin_long(5, true);
    struct human_set set = {.count = 0}, openings = {.count = 0};
    bool stopped = false;
    int status = 2;
    interrupt_catch();
    if (strength &&
        collect(&arguments, argv + optind, false, strength, &progress, &set, &stopped) &&
        (stopped ||
         collect(&arguments, argv + optind, true, strength, &progress, &openings, &stopped)))
        status = stopped ? 1 : arguments.collect ? 0 : fit(&arguments, &progress, &set, &openings);
    if (status == 0 && arguments.collect)
        printf("%zu positions, and %zu of openings\n", set.count, openings.count);
    human_set_clear(&set);
    human_set_clear(&openings);
    strength_destroy(strength);
    return status;
}
