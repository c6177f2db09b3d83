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
#include "src/cli/engine/tune_data.h"
#include "src/cli/engine/tune_options.h"
#include "src/lab/human/collect.h"
#include "src/lab/human/fit.h"
#include "src/lab/human/selfplay.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum { LINE_MS = 5000, LIVE_MS = 200, BUDGET_MS = 120000, PLIES_MAX = 200 /* of selfplay */ };

#define HUMAN_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    TEXT(output, "output", "DIR", "where its three files go, also -o (default share)")             \
    TEXT(cache, "cache", "FILE", "what was searched; gone on with when it is there")               \
    OWN(BUDGET, "budget", "TIME", "for the fit: 60s, 10m, 1h (default 120s)")                      \
    NUMBER(per_game, "per-game", "N", 1, 1000, "positions of a game, about (default 12)")          \
    TEXT(maia, "maia", "DIR", "steady the fit by the Maia networks there")                         \
    NUMBER(selfplay, "selfplay", "N", 0, 10000000,                                                 \
           "games of those among themselves to train the habits on, too (default 0)")              \
    OWN(STEADY, "steady", "PERCENT", "how much those count beside the move played (default 25)")   \
    OWN(DISTIL, "distil", "PERCENT", "the same, in training the habits (default 90)")              \
    OWN(PULL, "pull", "X", "how strongly weights are drawn to smooth curves (default 1)")          \
    NUMBER(fit.habit.passes, "passes", "N", 0, 10000,                                              \
           "of training the habits; 0: none (default 20)")                                         \
    NUMBER(habits, "habits", "N", 0, 1000,                                                         \
           "positions of a game to train the habits on (default 1000)")                            \
    OWN(RATE, "rate", "X", "of learning them (default 0.002)")                                     \
    OWN(DECAY, "decay", "X", "of what was learnt (default 0.01)")                                  \
    FLAG(fit.go_on, "go-on", "train the habits there are further, not from nothing")               \
    FLAG(cached, "cached", "search nothing more: fit by what the cache has")                       \
    FLAG(collect, "collect", "fill the cache, and fit nothing")                                    \
    FLAG(dry_run, "dry-run", "write no weights")                                                   \
    SHARED(SEED, "of the sample and the order (default 1)")                                        \
    SHARED(THREADS, "threads (default: one a core)")                                               \
    SHARED(HELP, NULL)

struct arguments {
    const char *output, *cache, *maia;
    struct human_fit_options fit;
    int per_game, habits, selfplay, threads;
    uint64_t seed;
    bool dry_run, collect, cached;
};

enum option_id { OPTION_IDS(HUMAN_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(HUMAN_OPTIONS)};

/* ---- arguments ---- */

static bool take_decimal(const char *name, const char *value, double most, double *number,
                         struct error *error)
{
    const char *at = value;
    if (option_decimal(&at, 0, most, number) && !*at)
        return true;
    return error_set(error, "--%s takes a number from 0 to %g, not \"%.40s\"", name, most, value);
}

static bool take_percent(const char *name, const char *value, double *part, struct error *error)
{
    int percent;
    if (!option_int(name, value, 0, 100, &percent, error))
        return false;
    *part = percent / 100.0;
    return true;
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct human_fit_options *fit = &((struct arguments *)context)->fit;
    switch (id) {
    case OPTION_BUDGET: return tune_take_budget(value, &fit->budget, error);
    case OPTION_STEADY: return take_percent("steady", value, &fit->distil, error);
    case OPTION_DISTIL: return take_percent("distil", value, &fit->habit.distil, error);
    case OPTION_PULL: return take_decimal("pull", value, 1e6, &fit->pull, error);
    case OPTION_RATE: return take_decimal("rate", value, 1, &fit->habit.rate, error);
    default: return take_decimal("decay", value, 1000, &fit->habit.decay, error);
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
                                    .habits = 1000,
                                    .fit = {.budget = BUDGET_MS,
                                            .pull = 1,
                                            .distil = 0.25,
                                            .habit = {.passes = 20,
                                                      .rate = 0.002,
                                                      .decay = 0.01,
                                                      .distil = 0.9}}};
    if (!options_read("tune human", rows, argc, argv, shared, take, arguments))
        return false;
    arguments->seed = shared->seed;
    arguments->threads = shared->threads;
    if (!shared->help && optind == argc)
        return option_refuse("tune human", "it needs files of rated games (PGN)");
    if (!shared->help && arguments->selfplay > 0 && !arguments->maia)
        return option_refuse("tune human", "--selfplay needs --maia DIR");
    return shared->help || !(arguments->collect || arguments->cached) || arguments->cache ||
           option_refuse("tune human", "--collect and --cached need --cache FILE");
}

static int help(void)
{
    return options_help(
        "Usage: fallible tune human [OPTION...] GAMES.pgn [MORE...]\n\n"
        "Fits the choice model of method human to rated games as Lichess writes them, packed with\n"
        "zstd or not: how probable each legal move is, for a player of a rating. A fifth of the\n"
        "games is never trained on, only measured. Build again to use the new weights.\n",
        rows,
        "\nCtrl-C ends the search of positions, and the training or the fit with what it has; behind the\n"
        "training the weights are fitted even so. With --cache the same command goes on. Exit\n"
        "status: 0 done, 1 stopped, 2 usage or bad input.");
}

/* ---- progress ---- */

struct screen {
    bool live;
    int64_t shown;
};

static bool is_time(struct screen *screen)
{
    int64_t now = text_now();
    if (now - screen->shown < (screen->live ? LIVE_MS : LINE_MS))
        return false;
    screen->shown = now;
    return true;
}

static bool watch_games(void *context, int games, size_t choices, int percent)
{
    struct screen *screen = context;
    if (is_time(screen)) {
        char number[32], line[128];
        text_thousands(choices, number, sizeof number);
        snprintf(line, sizeof line, "%d %% read, %d games, %s positions",
                 percent > 0 ? percent : 0, games, number);
        progress_show(screen->live, line);
    }
    return !interrupt_came();
}

static bool show_fit(void *context, const struct human_fit_progress *progress)
{
    struct screen *screen = context;
    if (is_time(screen)) {
        char clock[32], line[128];
        text_clock(progress->elapsed, false, clock, sizeof clock);
        snprintf(line, sizeof line, "%s  pass %d  log-likelihood %.4f, held out %.4f", clock,
                 progress->pass, progress->training, progress->held_out);
        progress_show(screen->live, line);
    }
    return true;
}

static bool watch_fit(void *context, const struct human_fit_progress *progress)
{
    return show_fit(context, progress) && !interrupt_came();
}

/* ---- the work ---- */

static bool collect(const struct arguments *arguments, char **files, bool unsearched,
                    const struct strength *strength, struct screen *screen, struct human_set *set,
                    bool *stopped)
{
    for (int i = 0; files[i] && !*stopped; i++) {
        char cache[4096], shown[sizeof(struct error)];
        struct human_collected collected;
        struct error error;
        struct human_collect options = {.path = files[i],
                                        .per_game = unsearched ? arguments->habits
                                                               : arguments->per_game,
                                        .unsearched = unsearched,
                                        .threads = arguments->threads,
                                        .seed = arguments->seed,
                                        .maia = arguments->maia,
                                        .cached = arguments->cached,
                                        .strength = strength,
                                        .watch = watch_games,
                                        .context = screen};
        if (arguments->cache) {
            const char *kind = unsearched ? ".habits" : "";
            snprintf(cache, sizeof cache, i ? "%s%s.%d" : "%s%s", arguments->cache, kind, i + 1);
            options.cache = cache;
        }
        bool good = human_collect(&options, set, &collected, &error);
        progress_clear(screen->live);
        if (!good)
            return text_error(&error);
        if (collected.bad > 0)
            fprintf(stderr, "fallible: %d games could not be read; the first: line %d: %s\n",
                    (int)collected.bad, collected.first_trouble.line,
                    text_shown(collected.first_trouble.message, shown, sizeof shown));
        *stopped = collected.stopped && !options.cached;
    }
    return true;
}

static bool let_networks_play(const struct arguments *arguments, struct screen *screen,
                              struct human_set *set, bool *stopped)
{
    char cache[4096];
    struct error error;
    struct human_selfplay options = {.maia = arguments->maia,
                                     .games = arguments->selfplay,
                                     .plies = PLIES_MAX,
                                     .threads = arguments->threads,
                                     .seed = arguments->seed,
                                     .cached = arguments->cached,
                                     .watch = watch_games,
                                     .context = screen};
    if (arguments->cache) {
        snprintf(cache, sizeof cache, "%s.selfplay", arguments->cache);
        options.cache = cache;
    }
    bool good = human_selfplay(&options, set, stopped, &error);
    progress_clear(screen->live);
    return good || text_error(&error);
}

/* What the habits are trained on. */
static bool collect_habits(const struct arguments *arguments, char **files,
                           const struct strength *strength, struct screen *screen,
                           struct human_set *set, bool *stopped)
{
    if (arguments->habits == 0 || arguments->fit.habit.passes == 0)
        return true;
    return collect(arguments, files, true, strength, screen, set, stopped) &&
           (*stopped || arguments->selfplay == 0 ||
            let_networks_play(arguments, screen, set, stopped));
}

static void print_report(const struct human_fit_report *report)
{
    printf("%d positions to fit by, %d held out; log-likelihood %.4f, held out %.4f\n\n",
           report->training, report->held_out, report->training_likelihood,
           report->held_out_likelihood);
    printf(
        "held out   positions  log-l.  first  drawn   best |  Maia  log-l.  first  drawn   ours\n");
    for (int i = 0; i < HUMAN_BANDS; i++) {
        const struct human_band *band = &report->bands[i];
        int low = ELO_MIN + i * HUMAN_BAND_WIDTH;
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
    puts("\nfirst: the most probable move is the one played; drawn: a move drawn by chance is;\n"
         "best: the best at the level's depth is; ours: first, where the networks were asked.");
}

/* What its files are written from. */
struct fitted {
    const struct choice_model *model;
    const struct human_set *more;
    char origin[128];
};

static bool write_weights(FILE *out, const void *context)
{
    const struct fitted *fitted = context;
    return human_fit_write(out, fitted->model, fitted->origin);
}

static bool write_habits(FILE *out, const void *context)
{
    return human_fit_write_habits(out, ((const struct fitted *)context)->model);
}

static bool write_openings(FILE *out, const void *context)
{
    return human_write_openings(out, ((const struct fitted *)context)->more);
}

static bool write_model(const struct arguments *arguments, const struct choice_model *model,
                        const struct human_fit_report *report, const struct human_set *more)
{
    static const struct {
        const char *name;
        bool (*write)(FILE *out, const void *context);
    } files[] = {{"human.conf", write_weights},
                 {"habits.conf", write_habits},
                 {"played.conf", write_openings}};
    struct fitted fitted = {.model = model, .more = more};
    int count = more->count > 0 ? 3 : 2; /* else there are no openings */
    snprintf(fitted.origin, sizeof fitted.origin,
             "fitted to %d positions; log-likelihood of those held out %.4f", report->training,
             report->held_out_likelihood);
    for (int i = 0; i < count; i++) {
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

static int fit(const struct arguments *arguments, struct screen *screen,
               const struct human_set *set, const struct human_set *more)
{
    if (set->count == 0) {
        fputs("fallible: the games have no position to fit by: expected rated players and moves\n",
              stderr);
        return 2;
    }
    struct choice_model *model = malloc(sizeof *model);
    struct human_fit_report report;
    struct human_fit_options options = arguments->fit;
    /* Behind the training weights begin at nothing: a Ctrl-C that ended it must not leave them
     * there. */
    bool trains = more->count > 0 && options.habit.passes > 0;
    options.watch = trains ? show_fit : watch_fit;
    options.habit.watch = watch_fit;
    options.context = options.habit.context = screen;
    options.habit.budget = options.budget;
    options.habit.seed = arguments->seed;
    options.habit.threads = arguments->threads;
    int status = 2;
    char stand[4096];
    struct error error;
    if (arguments->cache) {
        snprintf(stand, sizeof stand, "%s.stand", arguments->cache);
        options.habit.stand = stand;
    }
    if (!model)
        return command_no_memory();
    *model = *choice_model_shipped();
    bool fitted = human_fit(set, more, &options, model, &report, &error);
    progress_clear(screen->live);
    if (!fitted)
        text_error(&error);
    else
        print_report(&report);
    if (fitted && report.damaged > 0)
        fprintf(stderr, "fallible: %d positions of the cache are damaged, and left out\n",
                report.damaged);
    if (fitted && (arguments->dry_run || write_model(arguments, model, &report, more)))
        status = 0;
    free(model);
    return status;
}

/* Said before the games are searched, which takes long. */
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
    struct screen screen = {.live = isatty(STDERR_FILENO)};
    struct human_set set = {.count = 0}, more = {.count = 0};
    bool stopped = false;
    int status = 2;
    interrupt_catch();
    if (strength && collect(&arguments, argv + optind, false, strength, &screen, &set, &stopped) &&
        (stopped ||
         collect_habits(&arguments, argv + optind, strength, &screen, &more, &stopped)))
        status = stopped ? 1 : arguments.collect ? 0 : fit(&arguments, &screen, &set, &more);
    if (status == 0 && arguments.collect)
        printf("%zu positions, and %zu for the habits\n", set.count, more.count);
    human_set_clear(&set);
    human_set_clear(&more);
    strength_destroy(strength);
    return status;
}
