/* fallible tune strength: fits the errors of method madchess at a level to those of people. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/tune/tune_data.h"
#include "src/lab/human/strength_fit.h"
#include "src/player/networks.h"
#include "src/util/input.h"

enum { FIRST_PLY = 6, LAST_PLY = 40, WIDTH = 200, LEVELS_MAX = 32 };

#define STRENGTH_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                          \
    OWN(LEVELS, "levels", "LIST", "levels to fit (default 1000,1400,1800)")                        \
    NUMBER(rating, "rating", "N", 400, 3000,                                                       \
           "rating of the people (default: those that method human imitates at this level)")       \
    NUMBER(positions, "positions", "N", 1, 100000, "positions of each level (default 500)")        \
    NUMBER(judge_nodes, "judge-nodes", "N", 100, 1000000000,                                       \
           "nodes for judging all moves of a position (default 30000)")                            \
    NUMBER(speed, "speed", "PERCENT", 1, 1000,                                                     \
           "speed in percent of the strength table's (default 100)")                               \
    NUMBER(rare, "rare", "N", 0, 1000, "how many moves in 1000 may be rare (default 50)")          \
    FLAG(show, "show", "fit nothing, and show the result of the table's present numbers")          \
    FLAG(rules, "rules", "also show how many moves each human rule removes")                       \
    NUMBER(examples, "examples", "N", 0, 100000,                                                   \
           "also show N rare moves that the level still plays (default 0)")                        \
    SHARED(SEED, "seed of the sample (default 1)")                                                 \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    int levels[LEVELS_MAX], level_count;
    int rating, positions, judge_nodes, speed, rare, examples;
    bool show, rules;
};

enum option_id { OPTION_IDS(STRENGTH_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(STRENGTH_OPTIONS)};

/* arguments */

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    char *end;
    (void)id;
    arguments->level_count = 0;
    for (const char *at = value;; at = end + 1) {
        long level = strtol(at, &end, 10);
        if (end == at || level < ELO_MIN || level > ELO_MAX || (*end && *end != ',') ||
            arguments->level_count == LEVELS_MAX)
            return error_set(error,
                             "--levels takes levels from %d to %d, as in 1000,1400, not "
                             "\"%.40s\"",
                             ELO_MIN, ELO_MAX, value);
        arguments->levels[arguments->level_count++] = (int)level;
        if (!*end)
            return true;
    }
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .levels = {1000, 1400, 1800},
                                    .level_count = 3,
                                    .positions = 500,
                                    .judge_nodes = 30000,
                                    .speed = 100,
                                    .rare = 50};
    arguments->shared.seed = 1;
    if (!options_read("tune strength", rows, argc, argv, &arguments->shared, take, arguments))
        return false;
    return arguments->shared.help || optind < argc ||
           option_refuse("tune strength", "expected files of rated games (PGN)");
}

static int help(void)
{
    return options_help(
        "Usage: fallible tune strength [OPTION...] GAMES.pgn [MORE...]\n\n"
        "Finds the errors, the order bias and the rule cost with which method madchess loses as\n"
        "much as people do, and plays few moves that hardly anybody plays. The positions come\n"
        "from rated games (PGN, may be compressed as .zst) of people of the level's strength,\n"
        "plies 6 to 40; Maia's networks say which moves are rare. The result is printed as lines\n"
        "of a strength table. Then fallible calibrate finds the speed.\n",
        rows, "\nCtrl-C ends the run. Exit status: 0 done, 1 stopped, 2 usage or bad input.");
}

/* one level */

static bool watch(void *context, int done, int all)
{
    char line[96];
    snprintf(line, sizeof line, "%s %d of %d positions", (const char *)context, done, all);
    if (isatty(STDERR_FILENO))
        progress_show(true, line);
    return !interrupt_came();
}

static bool read_sample(struct check_sample *sample, const struct arguments *arguments, int rating,
                        char **files, int count, struct error *error)
{
    struct check_bands bands = {rating - WIDTH / 2, WIDTH, 1};
    bool good =
        check_sample_init(sample, &bands, arguments->positions, arguments->shared.seed, error);
    sample->all = true;
    sample->first_ply = FIRST_PLY;
    sample->last_ply = LAST_PLY;
    for (int i = 0; good && i < count; i++) {
        struct input *input = input_open(files[i], error);
        good = input && check_sample_games(sample, input_stream(input), input_name(input), NULL,
                                           NULL, error);
        good = input_close(input, error) && good;
    }
    check_sample_sort(sample);
    return good && (check_sample_stratum(sample, 0)->count > 0 ||
                    error_set(error, "these games have no player rated %d to %d", bands.low,
                              bands.low + WIDTH - 1));
}

static void show_figures(const char *who, const struct strength_figures *figures)
{
    printf("%-10s %5.1f %6.1f %6.1f", who, 100 * figures->rare, 100 * figures->matched,
           figures->loss);
    for (int i = 0; i < LOSS_BANDS; i++)
        printf(" %5.1f", 100 * figures->losses[i]);
    putchar('\n');
}

static void show_rules(struct strength_cases *cases, const struct handicap *handicap)
{
    printf("\n%-14s %8s %8s %8s  (%% of all moves that it drops)\n", "rule", "people's", "rare",
           "others");
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        struct strength_rule figures = strength_rule_figures(cases, handicap, rule);
        printf("%-14s %8.2f %8.2f %8.2f\n", human_rule_name((enum human_rule)rule),
               100 * figures.people, 100 * figures.rare, 100 * figures.others);
    }
}

static void show_examples(struct strength_cases *cases, const struct handicap *handicap, int most)
{
    struct strength_example example;
    int shown = 0;
    printf("\nrare moves that the level still plays: chance (%%), loss (cp), move, "
           "move in the game, position\n");
    for (int i = 0; i < strength_cases_count(cases) && shown < most; i++) {
        if (!strength_example(cases, handicap, i, &example))
            continue;
        char fen[CHESS_FEN_MAX], move[CHESS_SAN_MAX], played[CHESS_SAN_MAX];
        chess_to_fen(&example.position, fen);
        chess_to_san(&example.position, example.move, move);
        chess_to_san(&example.position, example.played, played);
        printf("%5.1f %4d %-7s %-7s %s\n", 100 * example.chance, example.loss, move, played, fen);
        shown++;
    }
}

static bool fit_level(const struct arguments *arguments, const struct check_stratum *stratum,
                      int rating, const char *maia, struct handicap *handicap, struct error *error)
{
    struct strength_cases_options options = {.stratum = stratum,
                                             .judge_nodes = (uint64_t)arguments->judge_nodes,
                                             .maia = maia,
                                             .rating = rating,
                                             .progress = watch,
                                             .context = "judging"};
    struct strength_cases *cases = strength_cases_create(&options, error);
    if (!cases)
        return false;
    bool good = strength_cases_search(cases, handicap, watch, "searching", error);
    progress_clear(isatty(STDERR_FILENO));
    if (good) {
        struct strength_figures people = strength_people(cases);
        struct strength_figures now = strength_simulate(cases, handicap);
        printf("level %d, people rated %d: %d positions\n%-10s %5s %6s %6s %5s %5s %5s %5s %5s\n",
               handicap->elo, rating, stratum->count, "", "rare", "match", "loss", "<20", "<50",
               "<100", "<300", "more");
        show_figures("people", &people);
        show_figures("table", &now);
        if (!arguments->show) {
            double distance = strength_fit(cases, handicap, arguments->rare / 1000.0);
            now = strength_simulate(cases, handicap);
            show_figures("fitted", &now);
            printf("distance %.2f\n", distance);
        }
        if (arguments->rules)
            show_rules(cases, handicap);
        if (arguments->examples > 0)
            show_examples(cases, handicap, arguments->examples);
        putchar('\n');
        fflush(stdout);
    }
    strength_cases_destroy(cases);
    return good;
}

/* the run */

static void show_table(const struct handicap handicaps[], int count)
{
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        if (method_parameter(i)->method != METHOD_MADCHESS)
            continue;
        printf("[madchess.%s]\n", method_parameter(i)->name);
        for (int level = 0; level < count; level++) {
            struct handicap handicap = handicaps[level];
            printf("%d = %d\n", handicap.elo, *handicap_parameter(&handicap, i));
        }
        putchar('\n');
    }
}

static int run(const struct arguments *arguments, const struct strength *strength, char **files,
               int count)
{
    struct handicap handicaps[LEVELS_MAX];
    struct error error = {.message = ""};
    char maia[4096];
    bool good =
        paths_maia(maia, sizeof maia) ||
        error_set(&error, "Maia's networks are needed; fallible doctor says where to put them");
    interrupt_catch();
    for (int i = 0; good && i < arguments->level_count; i++) {
        struct handicap *handicap = &handicaps[i];
        struct check_sample sample = {.most = 0};
        int level = arguments->levels[i];
        int rating = arguments->rating > 0
                         ? arguments->rating
                         : handicap_for(strength, METHOD_HUMAN, level, 0).player_rating;
        *handicap = handicap_for(strength, METHOD_MADCHESS, level, 0);
        handicap->nodes_per_second = handicap->nodes_per_second * arguments->speed / 100 + 1;
        good =
            read_sample(&sample, arguments, rating, files, count, &error) &&
            fit_level(arguments, check_sample_stratum(&sample, 0), rating, maia, handicap, &error);
        check_sample_clear(&sample);
    }
    progress_clear(isatty(STDERR_FILENO));
    if (interrupt_came())
        return EXIT_FELL_SHORT;
    if (!good)
        return command_failed(&error);
    if (!arguments->show)
        show_table(handicaps, arguments->level_count);
    return EXIT_OK;
}

int tune_strength(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(&arguments, argc, argv))
        return EXIT_USAGE;
    if (arguments.shared.help)
        return help();
    struct strength *strength = command_strength(arguments.shared.strength_file);
    if (!strength)
        return EXIT_USAGE;
    int status = run(&arguments, strength, argv + optind, argc - optind);
    strength_destroy(strength);
    return status;
}
