/* fallible tune: fits the evaluation's weights to positions with results, and rewrites
 * terms.def. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/tune/tune_data.h"
#include "src/lab/tune/tune.h"
#include "src/lab/tune/tune_curve.h"
#include "src/lab/tune/tune_report.h"
#include "src/util/paths.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { LINE_MS = 2000, LIVE_MS = 100, BUDGET_MS = 60000 };
enum { SPREAD = 1 };
enum { CURVE_HEIGHT = 16, LIVE_HEIGHT = 12, LIVE_CHANGES = 6 };

#define TERMS_FILE "engine/eval/terms.def"

#define TUNE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    OWN(METHOD, "method", "NAME", "adam (gradients, the default) or swarm (particle swarms)")      \
    FLAG(compare, "compare", "search with every method, and write the best")                       \
    OWN(BUDGET, "budget", "TIME", "time for the search: 60s, 10m, 1h (default 60s)")               \
    NUMBER(options.iterations, "iterations", "N", 1, 1000000,                                      \
           "at most N passes over the positions")                                                  \
    OWN(TERMS, "terms", "LIST",                                                                    \
        "tune only these terms, groups (king_safety) or halves (tempo:mg)")                        \
    OWN(GROUPS, "groups", "LIST", "the same as --terms")                                           \
    TEXT(options.hold, "hold", "LIST", "do not change these (default: middlegame material)")       \
    OWN(PULL, "pull", "X",                                                                         \
        "penalty for moving away from the present weights (default 4; 0: none)")                   \
    NUMBER(options.spread, "spread", "PERCENT", 1, 100,                                            \
           "swarm: initial spread of the particles, in percent of a weight's range")               \
    NUMBER(options.games.per_game, "per-game", "N", 1, 1000,                                       \
           "PGN: at most N positions of each game (default 10)")                                   \
    NUMBER(options.games.min_elo, "min-elo", "N", 1, 10000,                                        \
           "PGN: only games in which both players are rated N or more")                            \
    OWN(MIN_BASE_TIME, "min-base-time", "TIME", "PGN: only games with at least this base time")    \
    OWN(EXCLUDE_EVENT, "exclude-event", "WORDS",                                                   \
        "PGN: leave out games of this event; may be repeated")                                     \
    FLAG(resume, "resume", "continue the last search after Ctrl-C or a crash")                     \
    FLAG(dry_run, "dry-run", "do not change the table of terms")                                   \
    FLAG(k_only, "k-only", "only fit K, the scale of winning chances")                             \
    TEXT(terms_file, "terms-file", "F", "the table to rewrite (default " TERMS_FILE ")")           \
    SHARED(SEED, "seed of the order of the positions (default 1)")                                 \
    SHARED(THREADS, "number of threads (default: number of cores)")                                \
    FLAG(json, "json", "the report as JSON, with the curves")                                      \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    struct tune_options options;
    enum tune_method method;
    bool compare;
    const char *terms_file;
    char **files;
    int file_count;
    char only[1024]; /* the lists of all options --terms and --groups, joined */
    bool resume, dry_run, k_only, json;
};

enum option_id { OPTION_IDS(TUNE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(TUNE_OPTIONS)};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible tune [OPTION...] DATA [MORE...]\n"
        "       fallible tune generate [OPTION...] -o FILE\n"
        "       fallible tune convert [OPTION...] DATA [MORE...] -o FILE\n"
        "       fallible tune human [OPTION...] GAMES.pgn [MORE...]\n"
        "       fallible tune search [OPTION...]\n"
        "       fallible tune strength [OPTION...] GAMES.pgn [MORE...]\n\n"
        "Fits the weights of the evaluation to positions whose games' results are known,\n"
        "and rewrites the table of terms; build again to use it. Each line of DATA is a\n"
        "position with White's result (EPD with c9 \"1-0\", FEN with [0.5], or plain), or\n"
        "DATA contains games as PGN. It may be compressed with zstd. The quiet positions\n"
        "made from DATA are kept in the cache for the next run.\n",
        rows,
        "\nA tenth of the positions is held out and used only to measure the error, which\n"
        "is the mean square of result - 1 / (1 + 10^(-K score / 400)). K is fitted once\n"
        "beforehand. The first error is too good if the weights were fitted to the same\n"
        "data before. The search is saved every three seconds and when it ends, even by\n"
        "Ctrl-C; the same command with --resume continues it.\n"
        "Exit status: 0 done, 1 stopped, 2 usage or bad input.");
}

#define X(id, name, words) name,
static const char *const method_names[] = {TUNE_METHODS(X)};
#undef X

static bool read_l2_penalty(const char *text, double *pull)
{
    char *end;
    *pull = strtod(text, &end);
    return end != text && *end == '\0' && *pull >= 0 && *pull <= 1e6;
}

/* Adds the list of an option to the terms to tune, so that the lists of several options are
 * combined. */
static bool choose(struct arguments *arguments, const char *list, struct error *error)
{
    arguments->options.only = arguments->only;
    if (strlen(arguments->only) + strlen(list) + 2 > sizeof arguments->only)
        return error_set(error, "the names are too long in total");
    text_add(arguments->only, sizeof arguments->only, "%s%s", *arguments->only ? "," : "", list);
    return true;
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    struct tune_options *options = &arguments->options;
    struct tune_games *games = &options->games;
    int64_t time;
    switch (id) {
    case OPTION_METHOD:
        return text_choice("--method", value, method_names, TUNE_METHOD_COUNT, &arguments->method,
                           error);
    case OPTION_BUDGET: return option_budget(value, &options->budget, error);
    case OPTION_PULL:
        return read_l2_penalty(value, &options->pull) ||
               error_set(error, "--pull takes a number from 0 to 1000000, not \"%.40s\"", value);
    case OPTION_MIN_BASE_TIME:
        if (!option_duration(value, &time))
            return error_set(
                error, "--min-base-time takes a time such as 300s or 10m, not \"%.40s\"", value);
        games->min_base_time = (int)(time / 1000);
        return true;
    case OPTION_EXCLUDE_EVENT:
        if (games->exclude_count == TUNE_EXCLUDED_MAX)
            return error_set(error, "--exclude-event can be given at most %d times",
                             TUNE_EXCLUDED_MAX);
        games->exclude_event[games->exclude_count++] = value;
        return true;
    default: return choose(arguments, value, error); /* --terms, --groups */
    }
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    /* The middlegame values of the pieces are held by default. The results of quiet positions say
     * little about them: a pawn that may be fitted falls to a third of its value. */
    *arguments = (struct arguments){
        .shared = shared_options_default(ELO_FULL),
        .options = {.budget = BUDGET_MS,
                    .pull = 4,
                    .spread = SPREAD,
                    .games = {.per_game = 10},
                    .hold = "pawn_value:mg,knight_value:mg,bishop_value:mg,rook_value:mg,"
                            "queen_value:mg"}};
    shared->seed = 1;
    shared->threads = progress_cores();
    if (!options_read("tune", rows, argc, argv, shared, take, arguments))
        return false;
    arguments->options.seed = shared->seed;
    arguments->options.threads = shared->threads;
    arguments->files = argv + optind;
    arguments->file_count = argc - optind;
    if (arguments->file_count == 0 && !shared->help)
        return option_refuse("tune", "expected a file of positions with results");
    if (arguments->resume && arguments->compare)
        return option_refuse("tune", "--resume cannot be combined with --compare");
    return true;
}

/* Progress: a small plot drawn in place on a terminal, otherwise a line from time to time. */

struct screen {
    bool live;
    int lines; /* number of lines of the plot after its first line; the next plot overwrites them
                  all */
    int64_t shown;
    enum tune_stage stage;
};

/* A held-out error as "0.089945", or "none" if no positions are held out. */
static const char *held_out_words(double error, char words[16])
{
    if (isnan(error))
        return "none";
    snprintf(words, 16, "%.6f", error);
    return words;
}

static void add_bar(char *line, size_t size, int percent)
{
    enum { WIDTH = 20 };
    static const char full[] = "####################", empty[] = "....................";
    int cells = percent * WIDTH / 100;
    if (percent >= 0)
        text_add(line, size, "[%.*s%.*s] %d %%, ", cells, full, WIDTH - cells, empty, percent);
}

static void write_progress(const struct tune_progress *progress, char *line, size_t size)
{
    char number[32], clock[32], held_out[16];
    line[0] = '\0';
    text_thousands((uint64_t)progress->positions, number, sizeof number);
    if (progress->stage == TUNE_SEARCHING) {
        text_clock(progress->elapsed, false, clock, sizeof clock);
        text_add(line, size, "%s  pass %d  error %.6f  held out %s  %.2fM positions/s", clock,
                 progress->iteration, progress->training,
                 held_out_words(progress->held_out, held_out), progress->speed / 1e6);
        return;
    }
    text_add(line, size, "%s", tune_stage_words(progress->stage));
    if (progress->file)
        text_add(line, size, " %.24s", paths_base(progress->file));
    text_add(line, size, ": ");
    add_bar(line, size, progress->percent);
    text_add(line, size, "%s positions", number);
}

/* Sets the curve of the held-out error, if there is one, and that of the training error, which is
 * drawn on top. Returns the number of curves. */
static int set_curves(struct tune_curve curves[2], char words[2][64],
                      const struct tune_report *report)
{
    const char *name = tune_method_name(report->method);
    int count = 0;
    for (int trained = report->held_out > 0 ? 0 : 1; trained < 2; trained++, count++) {
        snprintf(words[count], sizeof words[count], "%s, %s", name,
                 trained ? "training positions" : "positions held out");
        curves[count] =
            (struct tune_curve){.letter = (char)(trained ? name[0] - 'a' + 'A' : name[0]),
                                .words = words[count],
                                .held_out = !trained,
                                .points = report->points,
                                .count = report->point_count};
    }
    return count;
}

/* Returns to the first line of the plot and clears it. It is cleared line by line, because
 * terminals put a screen cleared as a whole into their scrollback. */
static void clear_picture(FILE *out, struct screen *screen)
{
    fputs("\r\033[K", out);
    for (; screen->lines > 0; screen->lines--)
        fputs("\033[A\033[K", out);
}

/* Draws the curves and the weights that have changed most, below the line of numbers. */
static void draw_picture(FILE *out, struct screen *screen, const struct tune_report *report)
{
    struct tune_curve curves[2];
    char words[2][64];
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < 24 ||
        size.ws_col < TUNE_CURVE_WIDTH || report->point_count < 2)
        return;
    int count = set_curves(curves, words, report);
    fputc('\n', out);
    tune_draw(out, curves, count, LIVE_HEIGHT);
    int changes = report->change_count < LIVE_CHANGES ? report->change_count : LIVE_CHANGES;
    for (int i = 0; i < changes; i++)
        fprintf(out, "  %-36s %5d -> %5d\n", report->changes[i].place, report->changes[i].before,
                report->changes[i].after);
    screen->lines = 1 + LIVE_HEIGHT + count + changes;
}

/* Writes everything at once to avoid flicker. */
static void show_live(struct screen *screen, const struct tune_progress *progress, const char *line)
{
    char *picture = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&picture, &size);
    if (!out)
        return;
    clear_picture(out, screen);
    fprintf(out, "%.*s", progress_width() - 1, line);
    if (progress->stage == TUNE_SEARCHING)
        draw_picture(out, screen, progress->report);
    if (text_close(out, &picture))
        fwrite(picture, 1, size, stderr);
    free(picture);
}

static bool watch(void *context, const struct tune_progress *progress)
{
    struct screen *screen = context;
    int64_t now = text_now(), gap = screen->live ? LIVE_MS : LINE_MS;
    if (progress->stage != screen->stage || now - screen->shown >= gap) {
        char line[160];
        write_progress(progress, line, sizeof line);
        if (screen->live)
            show_live(screen, progress, line);
        else
            progress_show(false, line);
        screen->shown = now;
        screen->stage = progress->stage;
    }
    return !interrupt_came();
}

/* The report */

static void print_bad_games(const struct tune_report *report)
{
    if (report->bad_games == 0)
        return;
    fprintf(stderr, "fallible: %d game%s left out, the first because of this:\n", report->bad_games,
            report->bad_games == 1 ? " was" : "s were");
    text_error(&report->first_trouble);
}

static void print_positions(const struct tune_report *report)
{
    char training[32], held_out[32];
    text_thousands((uint64_t)report->training, training, sizeof training);
    text_thousands((uint64_t)report->held_out, held_out, sizeof held_out);
    printf("Positions: %s to train on, %s held out.\n"
           "Left out: %d duplicates, %d without a quiet position, %d dead draws.\n"
           "Traces: %.0f MB, all add up to the evaluation (%d off by one because of rounding).\n"
           "Read %.1f s%s, made quiet %.1f s, traced %.1f s.\n",
           training, held_out, report->duplicates, report->unquiet, report->dead,
           (double)report->bytes / 1e6, report->inexact, (double)report->read / 1000,
           report->from_cache ? " (kept from an earlier run)" : "", (double)report->resolve / 1000,
           (double)report->trace / 1000);
    if (report->games > 0)
        printf("Games: %d read.\n", report->games);
    printf("K %.4f; computing the error: %.2f million positions/s.\n", report->k,
           report->pass_speed / 1e6);
}

static void print_changes(const struct tune_report *report)
{
    if (report->change_count > 0)
        printf("Changed most by %s:\n", tune_method_name(report->method));
    for (int i = 0; i < report->change_count; i++)
        printf("  %-40s %5d -> %5d\n", report->changes[i].place, report->changes[i].before,
               report->changes[i].after);
}

static void print_curves(const struct tune_report *reports, int count)
{
    struct tune_curve curves[2 * TUNE_METHOD_COUNT];
    char words[2 * TUNE_METHOD_COUNT][64];
    int drawn = 0;
    for (int i = 0; i < count; i++)
        drawn += set_curves(curves + drawn, words + drawn, &reports[i]);
    tune_draw(stdout, curves, drawn, CURVE_HEIGHT);
}

/* Returns the last point up to a time; for a search that ended earlier, its final point. */
static const struct tune_point *point_at(const struct tune_report *report, int64_t time)
{
    const struct tune_point *point = &report->points[0];
    for (int i = 1; i < report->point_count && report->points[i].elapsed <= time; i++)
        point = &report->points[i];
    return point;
}

/* Prints a table of the errors that each method had reached after the same search times. */
static void print_comparison(const struct tune_report *reports, int count)
{
    char held_out[16];
    int64_t end = 0;
    for (int i = 0; i < count; i++)
        if (reports[i].search > end)
            end = reports[i].search;
    printf("%9s", "after");
    for (int i = 0; i < count; i++)
        printf("  %10s %10s", tune_method_name(reports[i].method), "held out");
    putchar('\n');
    for (int part = 32; part >= 1; part /= 2) {
        printf("%7.1f s", (double)end / part / 1000);
        for (int i = 0; i < count; i++) {
            const struct tune_point *point = point_at(&reports[i], end / part);
            printf("  %10.6f %10s", point->training, held_out_words(point->held_out, held_out));
        }
        putchar('\n');
    }
    printf("%9s", "rounded");
    for (int i = 0; i < count; i++)
        printf("  %10.6f %10s", reports[i].training_after,
               held_out_words(reports[i].held_out_after, held_out));
    putchar('\n');
}

static void print_summary(const struct tune_report *report, const char *written)
{
    char held_out[64] = "none held out";
    if (report->held_out > 0)
        snprintf(held_out, sizeof held_out, "held out %.6f -> %.6f", report->held_out_before,
                 report->held_out_after);
    printf("%s: %d of %d weights changed, error %.6f -> %.6f, %s, %d passes in %.1f s%s, %.2f "
           "million positions/s, %s\n",
           tune_method_name(report->method), report->changed, report->tuned,
           report->training_before, report->training_after, held_out, report->iterations,
           (double)report->search / 1000, report->converged ? " (converged)" : "",
           report->speed / 1e6, written);
}

static int fail(const struct error *error)
{
    if (interrupt_came()) /* after Ctrl-C the error may only be that the input was cut short */
        fputs("fallible: stopped\n", stderr);
    else
        text_error(error);
    return interrupt_came() ? 1 : 2;
}

/* Searches with one method, or with all if --compare is given. Returns the number of reports, 0 on
 * failure. */
static int search(struct tune *tune, const struct arguments *arguments,
                  struct tune_report reports[TUNE_METHOD_COUNT], struct error *error)
{
    int count = 0;
    for (int i = 0; i < TUNE_METHOD_COUNT; i++) {
        if (!arguments->compare && i != (int)arguments->method)
            continue;
        if (arguments->resume && !tune_resume(tune, (enum tune_method)i, error))
            return 0;
        if (!tune_search(tune, (enum tune_method)i, error))
            return 0;
        reports[count++] = *tune_report(tune);
    }
    return count;
}

/* Prints the reports, or writes them as JSON. As text, the summary of the best method comes
 * last. */
static void print_found(const struct tune_report reports[], int count, bool json,
                        const char *written)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (reports[i].training_after < reports[best].training_after)
            best = i;
    print_bad_games(&reports[0]);
    if (json) {
        tune_write_json(stdout, reports, count, best, written);
        return;
    }
    print_positions(&reports[0]);
    print_curves(reports, count);
    if (count > 1)
        print_comparison(reports, count);
    print_changes(&reports[best]);
    if (reports[best].held_out_after > reports[best].held_out_before)
        puts(
            "The error on held-out positions has grown: there are too few positions for this many\n"
            "weights (raise --pull, or tune fewer with --terms).");
    for (int i = 0; i < count; i++)
        if (i != best)
            print_summary(&reports[i], "not the best");
    print_summary(&reports[best], written);
}

static int run(struct tune *tune, const struct arguments *arguments, const char *terms,
               struct screen *screen)
{
    struct error error = {.message = ""};
    bool good = true;
    for (int i = 0; good && i < arguments->file_count; i++)
        good = tune_read(tune, arguments->files[i], &error);
    good = good && tune_prepare(tune, &error);
    if (good && arguments->k_only) {
        const struct tune_report *report = tune_report(tune);
        if (screen->live)
            clear_picture(stderr, screen);
        if (arguments->json) {
            struct json json = json_begin(stdout);
            json_object(&json, NULL);
            json_double(&json, "k", report->k, 6);
            json_int(&json, "positions", report->training);
            json_end(&json);
        } else {
            printf("K %.4f, fitted to %d positions\n", report->k, report->training);
        }
        return interrupt_came() ? 1 : 0;
    }
    struct tune_report *reports = calloc(TUNE_METHOD_COUNT, sizeof *reports);
    if (good && !reports)
        error_set(&error, "out of memory");
    int count = good && reports ? search(tune, arguments, reports, &error) : 0;
    char written[160] = "terms not rewritten (--dry-run)";
    if (screen->live)
        clear_picture(stderr, screen);
    if (count > 0 && arguments->options.keep_at && !reports[0].kept)
        text_error(&reports[0].not_kept);
    if (count > 0 && interrupt_came()) {
        snprintf(written, sizeof written,
                 reports[0].kept ? "saved; --resume continues it" : "stopped; nothing was saved");
    } else if (count > 0 && !arguments->dry_run) {
        good = tune_write_terms(tune, terms, &error);
        snprintf(written, sizeof written, "%.120s %srewritten", terms, good ? "" : "not ");
    }
    if (count > 0)
        print_found(reports, count, arguments->json, written);
    free(reports);
    return count == 0 || !good ? fail(&error) : interrupt_came() ? 1 : 0;
}

/* Finds the terms.def to rewrite: the one given, or one in this folder, or one beside the
 * program. */
static bool find_terms(const struct arguments *arguments, char *path, size_t size)
{
    const char *name = arguments->terms_file ? arguments->terms_file : TERMS_FILE;
    struct error error = {.message = ""};
    if (arguments->terms_file || access(name, F_OK) == 0 || !paths_shipped(name, path, size))
        snprintf(path, size, "%s", name);
    return arguments->dry_run || arguments->k_only || tune_check_terms(path, &error) ||
           text_error(&error);
}

int command_tune(int argc, char **argv)
{
    struct arguments arguments;
    struct error error = {.message = ""};
    char terms[4096];
    if (argc > 1 && strcmp(argv[1], "generate") == 0)
        return tune_data_generate(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "human") == 0)
        return tune_human(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "search") == 0)
        return tune_by_games(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "strength") == 0)
        return tune_strength(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "convert") == 0)
        return tune_data_convert(argc - 1, argv + 1);
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.shared.help)
        return help();
    if (!find_terms(&arguments, terms, sizeof terms))
        return 2;
    char state[4096];
    if (!arguments.compare && paths_data("tune.state", state, sizeof state, &error))
        arguments.options.keep_at = state;
    else if (!arguments.compare)
        text_error(&error);
    if (arguments.resume && !arguments.options.keep_at)
        return 2;
    struct screen screen = {.live = isatty(STDERR_FILENO), .stage = TUNE_SEARCHING};
    arguments.options.watch = watch;
    arguments.options.context = &screen;
    struct tune *tune = tune_create(&arguments.options, &error);
    if (!tune)
        return fail(&error);
    interrupt_catch();
    int status = run(tune, &arguments, terms, &screen);
    tune_destroy(tune);
    return status;
}
