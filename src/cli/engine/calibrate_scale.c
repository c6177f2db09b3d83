/* fallible calibrate --scale: collects the evidence for which ratings of people the levels
 * correspond to. Progress goes to standard error, the tables to standard output. */
#include "src/cli/engine/calibrate_scale.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/lab/evidence/evidence.h"
#include "src/lab/evidence/evidence_table.h"
#include "src/util/input.h"
#include "src/util/text.h"

enum { GAMES_MAX = 100000, MOVES_MAX = 100000, RATING_MAX = 4000, BAND = 200, LOWEST = 600 };

#define SCALE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    FLAG(scale, "scale", "compare the levels with people")                                         \
    SHARED(METHOD, "the method whose levels are compared (default human)")                         \
    OWN(LEVELS, "levels", "A-B", "levels in steps of 200, or a list (default 600-2600)")           \
    OWN(SYSTEM, "system", "NAME",                                                                  \
        "rating system of the people: lichess (default), chess.com, any")                          \
    OWN(CLASS, "time-class", "NAME", "bullet, blitz, rapid (default), classical or any")           \
    OWN(RATINGS, "ratings", "A-B", "ratings of the people (default 800-2600)")                     \
    NUMBER(width, "band", "N", 10, RATING_MAX, "width of a rating band (default 200)")             \
    NUMBER(setup.positions, "positions", "N", 0, MOVES_MAX,                                        \
           "positions of each band in which losses are compared; 0: none (default 500)")           \
    NUMBER(                                                                                        \
        setup.moves, "moves", "N", 0, MOVES_MAX,                                                   \
        "moves of each band whose likelihood is computed for each level; 0: none (default 500)")   \
    NUMBER(setup.games, "games", "N", 0, GAMES_MAX,                                                \
           "games of each level against each opponent; 0: none (default 300)")                     \
    OWN(ANCHOR, "anchor", "PLAYER@RATING",                                                         \
        "an opponent with a known rating; PLAYER as in fallible match; repeatable")                \
    OWN(OPPONENT, "opponent", "PLAYER", "another opponent, to be rated as well; repeatable")       \
    OWN(RESULTS, "results", "FILE", "games played earlier (PGN); repeatable")                      \
    NUMBER(judge_nodes, "judge-nodes", "N", 1, 1000000000,                                         \
           "nodes for judging a position (default 10000)")                                         \
    FLAG(setup.all, "all", "use all games (default: the tenth that the model was not fitted to)")  \
    TEXT(openings, "openings", "FILE",                                                             \
         "openings: EPD, FEN or PGN (default: the shipped balanced set)")                          \
    TEXT(setup.folder, "folder", "DIR",                                                            \
         "folder that keeps answers and games for the next run (default scale)")                   \
    NUMBER(setup.concurrency, "concurrency", "N", 1, 256,                                          \
           "games or positions at a time (default 1)")                                             \
    SHARED(HASH, "size of each engine's hash table (default 8)")                                   \
    SHARED(SEED, "seed of the samples and of random choices (default 1)")                          \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    FLAG(dry_run, "dry-run", "only show what would be measured")                                   \
    FLAG(json, "json", "everything as JSON")                                                       \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    struct evidence_setup setup;
    int levels[EVIDENCE_LEVELS_MAX];
    const char *rivals[EVIDENCE_RIVALS_MAX]; /* descriptions of players; PLAYER@RATING if the rating
                                              * is known */
    bool anchors[EVIDENCE_RIVALS_MAX];
    int low, high, width, judge_nodes;
    const char *openings;
    bool scale, dry_run, json;
};

enum option_id { OPTION_IDS(SCALE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(SCALE_OPTIONS)};

bool calibrate_scale_is_meant(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--scale") == 0)
            return true;
    return false;
}

static int help(void)
{
    return options_help(
        "Usage: fallible calibrate --scale [OPTION...] [FILE...]\n\n"
        "Finds out which ratings of people the levels correspond to, by three lines of\n"
        "evidence: where people lose as much as a level in the same positions; at which\n"
        "rating a level's games are most likely under our model of people; and results\n"
        "against opponents of known rating. FILE: games of people (PGN with ratings, may\n"
        "be compressed as .zst; - is standard input). The same command continues an\n"
        "interrupted run.\n",
        rows,
        "\nExit status: 0 done, 1 stopped before the end, 2 usage or bad input.\n\n"
        "Examples:\n"
        "  fallible calibrate --scale --dry-run games.pgn.zst\n"
        "      what there is to do\n"
        "  fallible calibrate --scale --levels 1000,1400 \\\n"
        "      --anchor 'fallible:elo=1500,method=maia,temperature=1,name=maia@1705'\n"
        "      only results, in Lichess rapid ratings");
}

/* Arguments */

int calibrate_read_numbers(const char *text, int step, int least, int most, int numbers[], int max)
{
    int first, last, count = 0, used = 0;
    char rest;
    if (sscanf(text, "%d-%d%c", &first, &last, &rest) == 2) {
        for (int number = first; number <= last && count < max; number += step)
            numbers[count++] = number;
        if (count == 0 || numbers[0] < least || last > most || numbers[count - 1] != last)
            return 0;
        return count;
    }
    while (count < max && sscanf(text, "%d%n", &numbers[count], &used) == 1) {
        int number = numbers[count++];
        if (number < least || number > most || (count > 1 && number <= numbers[count - 2]))
            return 0;
        text += used;
        if (!*text)
            return count;
        if (*text++ != ',')
            return 0;
    }
    return 0;
}

static bool take_class(struct arguments *arguments, const char *value, struct error *error)
{
    for (int class = 0; class <= CHOICE_ANY_PACE; class ++)
        if (strcmp(value, pace_word((enum choice_pace) class)) == 0) {
            arguments->setup.class = (enum choice_pace) class;
            return true;
        }
    return error_set(error,
                     "--time-class must be bullet, blitz, rapid, classical or any, not \"%.40s\"",
                     value);
}

static bool take_rival(struct arguments *arguments, bool anchor, const char *value,
                       struct error *error)
{
    struct evidence_setup *setup = &arguments->setup;
    if (setup->rival_count == EVIDENCE_RIVALS_MAX)
        return error_set(error, "more than %d opponents", EVIDENCE_RIVALS_MAX);
    arguments->anchors[setup->rival_count] = anchor;
    arguments->rivals[setup->rival_count++] = value;
    return true;
}

static bool take_ratings(struct arguments *arguments, const char *value, struct error *error)
{
    return (option_range(value, RATING_MAX, &arguments->low, &arguments->high) &&
            arguments->low < arguments->high) ||
           error_set(error,
                     "--ratings takes two ratings up to %d, as in 800-2600, not \"%.40s\"",
                     RATING_MAX, value);
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    struct evidence_setup *setup = &arguments->setup;
    switch (id) {
    case OPTION_LEVELS:
        setup->level_count = calibrate_read_numbers(value, BAND, ELO_MIN, ELO_MAX,
                                                    arguments->levels, EVIDENCE_LEVELS_MAX);
        return setup->level_count > 0 ||
               error_set(
                   error,
                   "--levels takes a range A-B or a list in ascending order, within %d to %d, "
                   "not \"%.40s\"",
                   ELO_MIN, ELO_MAX, value);
    case OPTION_SYSTEM:
        snprintf(setup->system, sizeof setup->system, "%s", strcmp(value, "any") ? value : "");
        return true;
    case OPTION_CLASS:
        return take_class(arguments, value, error);
    case OPTION_RATINGS:
        return take_ratings(arguments, value, error);
    case OPTION_ANCHOR:
        return take_rival(arguments, true, value, error);
    case OPTION_OPPONENT:
        return take_rival(arguments, false, value, error);
    default:
        if (setup->result_count == EVIDENCE_RESULTS_MAX)
            return error_set(error, "more than %d files of results", EVIDENCE_RESULTS_MAX);
        setup->results[setup->result_count++] = value;
        return true;
    }
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    struct evidence_setup *setup = &arguments->setup;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .setup = {.class = CHOICE_RAPID,
                                              .system = "lichess",
                                              .positions = 500,
                                              .moves = 500,
                                              .games = 300,
                                              .folder = "scale",
                                              .concurrency = 1},
                                    .low = 800,
                                    .high = 2600,
                                    .width = BAND,
                                    .judge_nodes = 10000};
    shared->method = METHOD_HUMAN;
    shared->seed = 1;
    shared->hash_mb = 8;
    if (!options_read("calibrate", rows, argc, argv, shared, take, arguments))
        return false;
    int bands = (arguments->high - arguments->low + arguments->width - 1) / arguments->width;
    if (bands > CHECK_BANDS_MAX)
        return option_refuse("calibrate", "more than %d rating bands: use a larger --band",
                             CHECK_BANDS_MAX);
    if (setup->level_count == 0)
        for (int level = LOWEST; level <= ELO_MAX && setup->level_count < EVIDENCE_LEVELS_MAX;
             level += BAND)
            arguments->levels[setup->level_count++] = level;
    setup->bands = (struct check_bands){arguments->low, arguments->width, bands};
    setup->method = shared->method;
    setup->seed = shared->seed;
    setup->hash_mb = shared->hash_mb;
    setup->judge_nodes = (uint64_t)arguments->judge_nodes;
    return true;
}

/* Players */

static bool read_rival(struct arguments *arguments, int i, const struct strength *strength,
                       struct error *error)
{
    struct evidence_rival *rival = &arguments->setup.rivals[i];
    char text[1024];
    if (snprintf(text, sizeof text, "%s", arguments->rivals[i]) >= (int)sizeof text)
        return error_set(error, "an opponent's description is too long");
    char *at = strrchr(text, '@');
    long rating = 0;
    rival->rated = arguments->anchors[i];
    if (rival->rated && (!at || !text_number(at + 1, 1, RATING_MAX, &rating)))
        return error_set(error, "--anchor takes PLAYER@RATING, not \"%.80s\"", text);
    if (rival->rated)
        *at = '\0';
    rival->rating = (double)rating;
    return player_spec_read(&rival->spec, text, strength, error);
}

static bool read_players(struct arguments *arguments, const struct strength *strength,
                         struct error *error)
{
    struct evidence_setup *setup = &arguments->setup;
    setup->strength = strength;
    for (int i = 0; i < setup->level_count; i++) {
        struct evidence_level *level = &setup->levels[i];
        char text[128];
        level->level = arguments->levels[i];
        snprintf(text, sizeof text, "fallible:elo=%d,method=%s,name=%s %d", level->level,
                 method_name(setup->method), method_name(setup->method), level->level);
        if (!player_spec_read(&level->spec, text, strength, error))
            return false;
    }
    for (int i = 0; i < setup->rival_count; i++)
        if (!read_rival(arguments, i, strength, error))
            return false;
    return true;
}

/* The games of people */

static bool hear_reading(void *context, int games)
{
    struct progress *progress = context;
    if (progress_due(progress))
        progress_games(progress, (uint64_t)games, -1);
    return !interrupt_came();
}

static bool read_file(struct evidence_sample *sample, const char *path, struct progress *progress,
                      struct error *error)
{
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    bool good = check_sample_games(&sample->people, input_stream(input), input_name(input),
                                   hear_reading, progress, error);
    return input_close(input, error) && good;
}

static bool read_people(struct evidence_sample *sample, char **files, int count,
                        struct error *error)
{
    struct progress progress = progress_begin();
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = read_file(sample, files[i], &progress, error);
    progress_end(&progress);
    check_sample_sort(&sample->people);
    if (sample->people.bad > 0) {
        text_error(&sample->people.problem);
        fprintf(stderr, "fallible: %d game%s left out\n", sample->people.bad,
                text_plural(sample->people.bad));
    }
    return good;
}

/* The run */

struct observer {
    struct progress progress;
    int64_t started; /* when the current kind of work began, by text_now() */
    const char *what;
    int first; /* the value that progress->done had when the current kind of work began */
};

static bool watch(void *context, const struct evidence_progress *progress)
{
    struct observer *observer = context;
    int64_t now = text_now();
    char line[80];
    if (observer->what != progress->what) {
        observer->what = progress->what;
        observer->started = now;
        observer->first = progress->done;
    }
    int done = progress->done - observer->first;
    if (progress_due(&observer->progress)) {
        int64_t left =
            done > 0 ? (now - observer->started) * (progress->of - progress->done) / done : 0;
        snprintf(line, sizeof line, "%d of %d %s, %lld min left", progress->done, progress->of,
                 progress->what, (long long)((left + 59999) / 60000));
        progress_show(observer->progress.live, line);
    }
    return !interrupt_came();
}

static void say_plan(FILE *out, const struct evidence_setup *setup,
                     const struct evidence_sample *sample)
{
    struct evidence_plan plan = evidence_plan(setup, sample);
    fprintf(out,
            "%d levels; %d games of people read, %d used\n"
            "losses: %d moves chosen by the levels, at most %d positions judged at %llu nodes\n"
            "likelihood: at most %d moves, each at 5 or more ratings\n"
            "results: %d games\n",
            setup->level_count, sample->people.games, sample->people.used, plan.questions,
            plan.judged, (unsigned long long)setup->judge_nodes, plan.guesses, plan.games);
}

static int measure(struct arguments *arguments, const struct evidence_sample *sample)
{
    struct observer observer = {.progress = progress_begin_long(60, false)};
    struct evidence *evidence = calloc(1, sizeof *evidence);
    struct error error = {.message = ""};
    if (!evidence)
        return command_no_memory();
    say_plan(stderr, &arguments->setup, sample);
    bool good = evidence_run(evidence, &arguments->setup, sample, watch, &observer, &error);
    progress_clear(observer.progress.live);
    if (!good)
        text_error(&error);
    else if (arguments->json)
        evidence_write_json(stdout, evidence, &arguments->setup);
    else
        evidence_write_text(stdout, evidence, &arguments->setup);
    int status = !good ? EXIT_USAGE : evidence->stopped ? EXIT_FELL_SHORT : EXIT_OK;
    free(evidence);
    return status;
}

static int run(struct arguments *arguments, char **files, int count,
               const struct strength *strength)
{
    struct evidence_setup *setup = &arguments->setup;
    struct opening_list openings = {0};
    struct evidence_sample *sample = calloc(1, sizeof *sample);
    struct error error = {.message = ""};
    int status = EXIT_USAGE;
    if (!sample)
        return command_no_memory();
    if (count == 0)
        setup->positions = 0;
    bool good = read_players(arguments, strength, &error) &&
                command_openings(&openings, arguments->openings, 0, setup->seed, &error) &&
                evidence_sample_begin(sample, setup, &error) &&
                read_people(sample, files, count, &error);
    setup->openings = &openings;
    if (!good) {
        text_error(&error);
    } else if (arguments->dry_run) {
        say_plan(stdout, setup, sample);
        status = EXIT_OK;
    } else {
        status = measure(arguments, sample);
    }
    evidence_sample_clear(sample);
    free(sample);
    opening_list_clear(&openings);
    return status;
}

int calibrate_scale(int argc, char **argv)
{
    struct arguments *arguments = calloc(1, sizeof *arguments);
    int status = EXIT_USAGE;
    if (!arguments)
        return command_no_memory();
    if (read_arguments(arguments, argc, argv)) {
        struct strength *strength =
            arguments->shared.help ? NULL : command_strength(arguments->shared.strength_file);
        interrupt_catch();
        if (arguments->shared.help)
            status = help();
        else if (strength)
            status = run(arguments, argv + optind, argc - optind, strength);
        strength_destroy(strength);
    }
    free(arguments);
    return status;
}
