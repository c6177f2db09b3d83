/* fallible tune generate: positions of our own for the tuner; fallible tune convert: merges,
 * shuffles and splits such files, and turns them into EPD. */
#include "src/command/tune_data.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/command/options.h"
#include "src/lab/tune_generate.h"
#include "src/support/text.h"

enum { LINE_MS = 5000, LIVE_MS = 200 };

/* Identifier, name, argument (NULL: none), what it does. */
#define GENERATE_OPTIONS(X)                                                                        \
    X(OUTPUT, "output", "FILE", "to write, also -o; gone on with when it is there")                \
    X(GAMES, "games", "N", "in the file when done (default 1000)")                                 \
    X(NODES, "nodes", "N", "a move (default 3000)")                                                \
    X(OPENINGS, "openings", "FILE", "where games begin: EPD, FEN or PGN (default: random moves)")  \
    X(PER_GAME, "per-game", "N", "positions of a game, at most (default 20)")                      \
    X(CHESS960, "chess960", "PERCENT", "of the games begin from a Chess960 position (default 4)")  \
    X(SEED, "seed", "N", "of openings and choices (default 1)")                                    \
    X(THREADS, "threads", "N", "games at a time (default: one a core)")                            \
    X(HELP, "help", NULL, "this text")

#define CONVERT_OPTIONS(X)                                                                         \
    X(OUTPUT, "output", "FILE", "to write, also -o: EPD when it is called so, else binary")        \
    X(SHUFFLE, "shuffle", NULL, "in random order")                                                 \
    X(PART, "part", "I/N", "only the I-th of N equal parts")                                       \
    X(SEED, "seed", "N", "of the order (default 1)")                                               \
    X(HELP, "help", NULL, "this text")

enum {
    OPTION_FIRST = 256, /* above any character getopt could return */
#define X(id, name, argument, words) GENERATE_##id,
    GENERATE_OPTIONS(X)
#undef X
#define X(id, name, argument, words) CONVERT_##id,
        CONVERT_OPTIONS(X)
#undef X
};

struct row {
    const char *name, *argument, *words;
};

static const struct row generate_rows[] = {
#define X(id, name, argument, words) {name, argument, words},
    GENERATE_OPTIONS(X)
#undef X
};

static const struct row convert_rows[] = {
#define X(id, name, argument, words) {name, argument, words},
    CONVERT_OPTIONS(X)
#undef X
};

static volatile sig_atomic_t interrupted;

static void note_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void print_rows(const struct row rows[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        option_print(rows[i].name, rows[i].argument, rows[i].words);
    }
}

/* What getopt could not make sense of. */
static bool refuse_option(char **argv, int id)
{
    return option_refuse("tune", "%.60s %s", argv[optind - 1],
                         id == ':' ? "needs an argument" : "is not an option or takes no argument");
}

/* generate */

static bool apply_generate(struct generate_options *options, int id, const char *name,
                           const char *value, bool *help)
{
    long number = 0;
    switch (id) {
    case 'o':
    case GENERATE_OUTPUT:
        options->path = value;
        return true;
    case GENERATE_OPENINGS:
        options->openings = value;
        return true;
    case GENERATE_GAMES:
        if (!option_number("tune", name, value, 1, 100000000, &number))
            return false;
        options->games = (int)number;
        return true;
    case GENERATE_NODES:
        if (!option_number("tune", name, value, 1, 100000000, &number))
            return false;
        options->nodes = (int)number;
        return true;
    case GENERATE_PER_GAME:
        if (!option_number("tune", name, value, 1, 256, &number))
            return false;
        options->per_game = (int)number;
        return true;
    case GENERATE_CHESS960:
        if (!option_number("tune", name, value, 0, 100, &number))
            return false;
        options->chess960 = (int)number;
        return true;
    case GENERATE_SEED:
        if (!option_number("tune", name, value, 0, 1000000000000, &number))
            return false;
        options->seed = (uint64_t)number;
        return true;
    case GENERATE_THREADS:
        if (!option_number("tune", name, value, 1, 256, &number))
            return false;
        options->threads = (int)number;
        return true;
    default:
        *help = true;
        return true;
    }
}

static bool read_generate(struct generate_options *options, bool *help, int argc, char **argv)
{
    static const struct option table[] = {
#define X(id, name, argument, words)                                                               \
    {name, (argument) != NULL ? required_argument : no_argument, NULL, GENERATE_##id},
        GENERATE_OPTIONS(X)
#undef X
            {NULL, 0, NULL, 0}};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (struct generate_options){.games = 1000,
                                         .nodes = 3000,
                                         .per_game = 20,
                                         .chess960 = 4,
                                         .seed = 1,
                                         .threads = cores < 1     ? 1
                                                    : cores > 256 ? 256
                                                                  : (int)cores};
    opterr = 0;
    optind = 1;
    int id, index = 0;
    while ((id = getopt_long(argc, argv, ":o:", table, &index)) != -1) {
        if (id == '?' || id == ':')
            return refuse_option(argv, id);
        if (!apply_generate(options, id, table[index].name, optarg, help))
            return false;
    }
    if (!*help && (!options->path || optind < argc)) {
        command_usage("tune", options->path ? "generate takes no files but -o FILE"
                                            : "generate needs -o FILE");
        return false;
    }
    return true;
}

struct screen {
    bool live;
    int64_t shown;
};

static bool watch_games(void *context, const struct generate_progress *progress)
{
    struct screen *screen = context;
    int64_t now = text_now();
    if (now - screen->shown >= (screen->live ? LIVE_MS : LINE_MS)) {
        char positions[32], left[32] = "?";
        text_thousands(progress->positions, positions, sizeof positions);
        if (progress->played > 0)
            text_clock(progress->elapsed * (progress->all - progress->games) / progress->played,
                       false, left, sizeof left);
        fprintf(stderr, "%s%d / %d games, %s positions, %s left%s", screen->live ? "\r\033[K" : "",
                progress->games, progress->all, positions, left, screen->live ? "" : "\n");
        fflush(stderr);
        screen->shown = now;
    }
    return !interrupted;
}

static int finish(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "fallible: standard output: %s\n", strerror(errno));
        return 2;
    }
    return status;
}

int tune_data_generate(int argc, char **argv)
{
    struct generate_options options;
    struct generate_report report;
    struct error error = {.message = ""};
    struct screen screen = {.live = isatty(STDERR_FILENO)};
    bool help = false;
    if (!read_generate(&options, &help, argc, argv))
        return 2;
    if (help) {
        puts(
            "Usage: fallible tune generate [OPTION...] -o FILE\n\n"
            "Lets the engine play itself and keeps quiet positions with their games' results, for\n"
            "fallible tune. The same options go on with a file that is there.\n");
        print_rows(generate_rows, sizeof generate_rows / sizeof *generate_rows);
        puts("\nCtrl-C ends after the games under way; the same command goes on.\n"
             "Exit status: 0 done, 1 stopped, 2 usage or bad input.");
        return finish(0);
    }
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    options.watch = watch_games;
    options.context = &screen;
    bool good = tune_generate(&options, &report, &error);
    if (screen.live)
        fputs("\r\033[K", stderr);
    if (!good) {
        text_error(&error);
        return 2;
    }
    printf("%s: %" PRIu64 " positions of %d games (%d played now: White won %d, drew %d, lost %d, "
           "in %.1f s)%s\n",
           options.path, report.positions, report.games, report.games - report.resumed, report.wins,
           report.draws, report.losses, (double)report.elapsed / 1000,
           report.games < options.games ? ", stopped" : "");
    return finish(report.games < options.games ? 1 : 0);
}

/* convert */

static bool read_part(const char *text, struct convert_options *options)
{
    char first[12];
    long part, parts;
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof first)
        return false;
    memcpy(first, text, (size_t)(slash - text));
    first[slash - text] = '\0';
    if (!text_number(slash + 1, 1, 1000000, &parts) || !text_number(first, 1, parts, &part))
        return false;
    options->part = (int)part;
    options->parts = (int)parts;
    return true;
}

static bool apply_convert(struct convert_options *options, int id, const char *name,
                          const char *value, bool *help)
{
    long number = 0;
    switch (id) {
    case 'o':
    case CONVERT_OUTPUT:
        options->output = value;
        return true;
    case CONVERT_PART:
        return read_part(value, options) ||
               option_refuse("tune", "--%s takes a part and their number, as 1/4, not \"%.40s\"",
                             name, value);
    case CONVERT_SEED:
        if (!option_number("tune", name, value, 0, 1000000000000, &number))
            return false;
        options->seed = (uint64_t)number;
        return true;
    default:
        options->shuffle |= id == CONVERT_SHUFFLE;
        *help |= id == CONVERT_HELP;
        return true;
    }
}

static bool read_convert(struct convert_options *options, bool *help, int argc, char **argv)
{
    static const struct option table[] = {
#define X(id, name, argument, words)                                                               \
    {name, (argument) != NULL ? required_argument : no_argument, NULL, CONVERT_##id},
        CONVERT_OPTIONS(X)
#undef X
            {NULL, 0, NULL, 0}};
    *options = (struct convert_options){.seed = 1};
    opterr = 0;
    optind = 1;
    int id, index = 0;
    while ((id = getopt_long(argc, argv, ":o:", table, &index)) != -1) {
        if (id == '?' || id == ':')
            return refuse_option(argv, id);
        if (!apply_convert(options, id, table[index].name, optarg, help))
            return false;
    }
    options->inputs = (const char *const *)(argv + optind);
    options->input_count = argc - optind;
    if (!*help && (!options->output || options->input_count == 0)) {
        command_usage("tune", "convert needs files of positions, and -o FILE");
        return false;
    }
    return true;
}

int tune_data_convert(int argc, char **argv)
{
    struct convert_options options;
    struct error error = {.message = ""};
    bool help = false;
    int count;
    if (!read_convert(&options, &help, argc, argv))
        return 2;
    if (help) {
        puts("Usage: fallible tune convert [OPTION...] DATA [MORE...] -o FILE\n\n"
             "Merges files of positions (of fallible tune generate, EPD, PGN), without "
             "duplicates.\n");
        print_rows(convert_rows, sizeof convert_rows / sizeof *convert_rows);
        return finish(0);
    }
    if (!tune_convert(&options, &count, &error)) {
        text_error(&error);
        return 2;
    }
    printf("%s: %d positions\n", options.output, count);
    return finish(0);
}
