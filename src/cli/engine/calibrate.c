/* fallible calibrate: plays the levels of a weakening method against each other and against
 * anchors, adjusts their settings until each plays at its nominal Elo, and writes the table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/engine/calibrate_scale.h"
#include "src/cli/engine/calibrate_show.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/sharing.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/calibrate/calibrate_table.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum { TABLE_BYTES_MAX = 1 << 20, GAMES_MAX = 100000, MINUTE_MS = 60000 };

#define CALIBRATE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                         \
    SHARED(METHOD, NULL)                                                                           \
    OWN(FIT, "fit", "WHAT",                                                                        \
        "what to adjust: strength (default), time (how much a longer clock helps) or nothing")     \
    OWN(LEVELS, "levels", "A-B", "levels in steps of 100, or a list 600,1000 (default 600-2600)")  \
    NUMBER(setup.plan.games, "games", "N", 2, GAMES_MAX,                                           \
           "games of each level up to 1400; a quarter of that above 1400 (default 4000)")          \
    NUMBER(setup.plan.first_games, "first", "N", 2, GAMES_MAX,                                     \
           "games of a level before its setting may change (default 32)")                          \
    OWN(TOLERANCE, "tolerance", "ELO", "how far off a level's Elo may be (default 25)")            \
    OWN(BUDGET, "budget", "MINUTES",                                                               \
        "stop after this time, here and in all other parts; the same command continues")           \
    OWN(TIME, "time", "CONTROL", "minutes+seconds on the virtual clock (default 1+0)")             \
    OWN(ANCHORS, "anchors", "A-B",                                                                 \
        "Skill Levels of stockfish (default 0-9); the first one counts as 1320 Elo")               \
    TEXT(setup.stockfish, "stockfish", "CMD", "command that starts stockfish (default stockfish)") \
    OWN(AGAINST, "against", "METHOD",                                                              \
        "play the measured levels of this method instead of stockfish")                            \
    OWN(GUEST, "guest", "PLAYER", "another player to rate, as in fallible match; repeatable")      \
    FLAG(no_random, "no-random",                                                                   \
         "leave out the random mover and the weak levels that lead down to it")                    \
    TEXT(openings, "openings", "FILE",                                                             \
         "openings: EPD, FEN or PGN (default: the shipped balanced set)")                          \
    NUMBER(setup.concurrency, "concurrency", "N", 1, 256, "games at a time (default 1)")           \
    TEXT(setup.folder, "folder", "DIR",                                                            \
         "folder that keeps the games for the next run (default calibration)")                     \
    OWN(EARLIER, "earlier", "FILE",                                                                \
        "games of an earlier calibration of the same table; repeatable")                           \
    OWN(SHARD, "shard", "K/N", "play part K of N; all parts use the same folder at the same time") \
    TEXT(output, "output", "FILE", "(also -o) write the strength table with the new numbers")      \
    TEXT(measured, "measured", "FILE",                                                             \
         "write the measurements in the format of share/calibration.tsv")                          \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    SHARED(SEED, "seed of openings and random choices (default 1)")                                \
    FLAG(scale, "scale", "compare the levels with people instead; see --scale --help")             \
    FLAG(dry_run, "dry-run", "only show what would be played")                                     \
    FLAG(json, "json", "the result as JSON")                                                       \
    SHARED(HELP, NULL)

struct arguments {
    struct calibrate_setup setup;
    const char *openings, *output, *measured;
    int64_t budget; /* milliseconds that the run may take; 0: no limit */
    bool against, no_random, scale, dry_run, json;
};

enum option_id { OPTION_IDS(CALIBRATE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(CALIBRATE_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible calibrate [OPTION...]\n\n"
        "Measures how strong each level of a weakening method plays, on a virtual clock\n"
        "that counts nodes: against neighbouring levels, against stockfish's Skill Levels\n"
        "or the measured levels of another method, and through a chain of weaker levels\n"
        "down to the random mover. If a level is too strong or too weak, its numbers are\n"
        "changed and it plays again. The same command continues an interrupted run.\n",
        rows,
        "\nExit status: 0 all levels measured and within the tolerance, 1 not all, 2 usage or\n"
        "bad input.");
}

/* Arguments */

static bool take_lists(struct arguments *arguments, int id, const char *value,
                       struct error *error)
{
    struct calibration_options *plan = &arguments->setup.plan;
    if (id == OPTION_LEVELS) {
        plan->level_count = calibrate_read_numbers(value, 100, CALIBRATED_MIN, CALIBRATED_MAX,
                                                   plan->levels, CALIBRATE_LEVELS_MAX);
        if (plan->level_count == 0)
            error_set(error,
                      "--levels takes a range A-B or a list in ascending order, within %d to %d, "
                      "not \"%.40s\"",
                      CALIBRATED_MIN, CALIBRATED_MAX, value);
        return plan->level_count > 0;
    }
    plan->anchor_count = calibrate_read_numbers(value, 1, 0, CALIBRATE_ANCHORS_MAX - 1,
                                                plan->anchors, CALIBRATE_ANCHORS_MAX);
    if (plan->anchor_count == 0 || plan->anchors[0] != 0)
        return error_set(
            error, "--anchors takes Skill Levels from 0 on, 0-9 or 0,1,3, not \"%.40s\"", value);
    return true;
}

static bool take_fit(struct calibrate_setup *setup, const char *value, struct error *error)
{
    static const char *const names[] = {[FAMILY_STRENGTH] = "strength", [FAMILY_TIME] = "time",
                                        [FAMILY_FIXED] = "nothing"};
    bool good = text_choice("--fit", value, names, FAMILY_FIXED + 1, &setup->family, error);
    setup->plan.fixed = setup->family == FAMILY_FIXED;
    setup->plan.chain = setup->family == FAMILY_STRENGTH;
    setup->plan.reach = setup->family == FAMILY_TIME ? FAMILY_TIME_REACH : INFINITY;
    return good;
}

static bool take_guest(struct calibrate_setup *setup, const char *value, struct error *error)
{
    if (setup->plan.guests < CALIBRATE_GUESTS_MAX) {
        setup->guests[setup->plan.guests++] = value;
        return true;
    }
    return error_set(error, "--guest can be given at most %d times", CALIBRATE_GUESTS_MAX);
}

static bool take_earlier(struct calibrate_setup *setup, const char *value, struct error *error)
{
    if (setup->earlier_count < CALIBRATE_EARLIER_MAX) {
        setup->earlier[setup->earlier_count++] = value;
        return true;
    }
    return error_set(error, "--earlier can be given at most %d times", CALIBRATE_EARLIER_MAX);
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    struct calibrate_setup *setup = &arguments->setup;
    int number = 0;
    bool good = true;
    switch (id) {
    case OPTION_LEVELS:
    case OPTION_ANCHORS: return take_lists(arguments, id, value, error);
    case OPTION_TIME:
        if (!time_control_read(value, &setup->control, error))
            return false;
        if (setup->control.untimed)
            error_set(error, "--time needs a clock, such as 1+0");
        return !setup->control.untimed;
    case OPTION_AGAINST:
        arguments->against = true;
        return option_method("against", value, &setup->against, error);
    case OPTION_FIT: return take_fit(setup, value, error);
    case OPTION_SHARD:
        return option_part("shard", value, SHARDS_MAX, &setup->shard, &setup->shards, error);
    case OPTION_EARLIER: return take_earlier(setup, value, error);
    case OPTION_GUEST: return take_guest(setup, value, error);
    case OPTION_TOLERANCE:
        good = option_int("tolerance", value, 1, 1000, &number, error);
        setup->plan.tolerance = number;
        break;
    case OPTION_BUDGET:
        good = option_int("budget", value, 1, 1000000, &number, error);
        arguments->budget = (int64_t)number * MINUTE_MS;
        break;
    }
    return good;
}

/* Output */

struct table_text {
    const struct calibrate_setup *setup;
    const struct calibration *calibration;
    const char *text; /* text of the strength table in use */
};

static bool write_table(FILE *out, const void *context)
{
    const struct table_text *table = context;
    int levels[CALIBRATE_LEVELS_MAX], count = 0;
    struct handicap handicaps[CALIBRATE_LEVELS_MAX];
    for (int level = CALIBRATED_MIN; level <= CALIBRATED_MAX; level += 100) {
        handicaps[count] =
            family_handicap(table->setup->strength, table->setup->family, table->setup->method,
                            level, calibration_setting(table->calibration, level));
        levels[count++] = level;
    }
    return family_write(out, table->text, table->setup->family, table->setup->method, levels,
                        handicaps, count);
}

/* Returns the text of the strength table in use: from the file, or the built-in one. */
static char *table_text(const char *strength_file, struct error *error)
{
    char path[4096];
    const char *file = command_strength_file(strength_file, path, sizeof path);
    if (file)
        return paths_read(file, TABLE_BYTES_MAX, error);
    if (paths_shipped("share/strength.conf", path, sizeof path))
        return paths_read(path, TABLE_BYTES_MAX, error);
    error_set(error, "share/strength.conf was not found where this program was built or "
                     "installed; name a table with --strength-file");
    return NULL;
}

static bool put_levels(const struct calibrate_setup *setup, const struct calibration *calibration,
                       struct measured_table *table)
{
    for (int i = 0; i < setup->plan.level_count; i++) {
        int level = setup->plan.levels[i];
        const struct pool_player *player = calibration_level(calibration, level);
        struct handicap handicap =
            family_handicap(setup->strength, setup->family, setup->method, level, player->setting);
        struct measured_level row = {.method = setup->method, .level = level, .elo = player->elo,
                                     .error = player->error, .scale_error = player->scale_error,
                                     .games = (int)calibration_games(calibration, level),
                                     .print = handicap_print(&handicap)};
        char control[64];
        time_control_write(&setup->control, control, sizeof control);
        snprintf(row.control, sizeof row.control, "%.15s", control);
        if (calibration_state(calibration, level) != LEVEL_NOT_MEASURED &&
            !measured_put(table, &row))
            return false;
    }
    return true;
}

static bool write_measured(const struct arguments *arguments,
                           const struct calibration *calibration, struct error *error)
{
    struct measured_table table = {0};
    bool good = access(arguments->measured, F_OK) != 0 ||
                measured_read(&table, arguments->measured, error);
    if (good && !put_levels(&arguments->setup, calibration, &table))
        good = error_set(error, "out of memory");
    good = good && measured_write(&table, arguments->measured, error);
    measured_clear(&table);
    return good;
}

static bool write_files(const struct arguments *arguments, const struct calibration *calibration,
                        const char *text, struct error *error)
{
    struct table_text table = {.setup = &arguments->setup, .calibration = calibration,
                               .text = text};
    if (arguments->output && !replace_whole(arguments->output, write_table, &table, error))
        return false;
    return !arguments->measured || write_measured(arguments, calibration, error);
}

/* Running */

struct observer {
    const struct arguments *arguments;
    struct progress progress;
    struct sharing sharing;
};

static bool watch(void *context, const struct calibrate_event *event)
{
    struct observer *observer = context;
    calibrate_show_progress(&observer->arguments->setup, event, &observer->progress);
    return sharing_goes_on(&observer->sharing);
}

static bool all_reached(const struct calibrate_setup *setup, const struct calibration *calibration)
{
    for (int i = 0; i < setup->plan.level_count; i++)
        if (calibration_state(calibration, setup->plan.levels[i]) != LEVEL_REACHED)
            return false;
    return true;
}

static int run(const struct arguments *arguments, const char *text)
{
    struct observer observer = {
        .arguments = arguments,
        .progress = progress_begin_long(60, true),
        .sharing = {.folder = arguments->setup.shards > 0 ? arguments->setup.folder : NULL,
                    .budget = arguments->budget}};
    struct calibration *calibration = NULL;
    struct error error = {.message = ""};
    int status = 2;
    bool good = calibrate_run(&arguments->setup, watch, &observer, &calibration, &error);
    progress_clear(observer.progress.live);
    if (good) {
        if (arguments->json)
            calibrate_show_json(&arguments->setup, calibration);
        else
            calibrate_show_table(&arguments->setup, calibration);
        status = all_reached(&arguments->setup, calibration) ? 0 : 1;
        good = write_files(arguments, calibration, text, &error);
    }
    if (!good) {
        text_error(&error);
        status = 2;
    }
    calibration_destroy(calibration);
    return status;
}

/* Uses the levels of another method as anchors, with the Elo measured at this time control. */
static bool take_anchors(struct calibrate_setup *setup, struct error *error)
{
    struct measured_table table;
    struct calibration_options *plan = &setup->plan;
    char control[64];
    time_control_write(&setup->control, control, sizeof control);
    measured_read_shipped(&table);
    plan->measured = true;
    plan->anchor = method_name(setup->against);
    plan->anchor_count = 0;
    for (int level = CALIBRATED_MIN; level <= CALIBRATED_MAX; level += 100) {
        struct handicap handicap = handicap_for(setup->strength, setup->against, level, 0);
        const struct measured_level *row = measured_find(&table, &handicap, control);
        if (!row || setup->against == setup->method || plan->anchor_count == CALIBRATE_ANCHORS_MAX)
            continue;
        plan->anchors[plan->anchor_count] = level;
        plan->anchor_elo[plan->anchor_count] = row->elo;
        plan->anchor_error[plan->anchor_count++] = measured_error(row);
    }
    measured_clear(&table);
    return plan->anchor_count > 0 ||
           error_set(error,
                     "--against takes another method, with levels measured at the clock %s, not %s",
                     control, plan->anchor);
}

/* Plays the calibration, or prints its plan. */
static int calibrate(struct arguments *arguments, const char *strength_file)
{
    struct error error = {.message = ""};
    struct opening_list openings = {0};
    char *text = NULL;
    struct strength *strength = command_strength(strength_file);
    int status = 2;
    if (!strength)
        return status;
    arguments->setup.strength = strength;
    arguments->setup.openings = &openings;
    bool good = !arguments->against || take_anchors(&arguments->setup, &error);
    if (good && arguments->dry_run) {
        good = calibrate_show_plan(&arguments->setup, &error);
        status = good ? 0 : 2;
    } else if (good) {
        text = table_text(strength_file, &error);
        good = text &&
               command_openings(&openings, arguments->openings, 0, arguments->setup.seed, &error);
        if (good)
            status = run(arguments, text);
    }
    if (!good)
        text_error(&error);
    free(text);
    opening_list_clear(&openings);
    arguments->setup.openings = NULL;
    strength_destroy(strength);
    return status;
}

int command_calibrate(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments arguments = {.setup = {.plan = calibration_options_default(),
                                            .stockfish = "stockfish",
                                            .control = {.base = MINUTE_MS},
                                            .virtual_speed = 100000,
                                            .concurrency = 1,
                                            .folder = "calibration"}};
    if (calibrate_scale_is_meant(argc, argv))
        return calibrate_scale(argc, argv);
    if (!options_read("calibrate", rows, argc, argv, &shared, take, &arguments))
        return 2;
    if (shared.help)
        return help();
    if (optind < argc)
        return command_usage("calibrate", "expected options only");
    if (arguments.dry_run && arguments.json)
        return command_usage("calibrate", "--dry-run cannot be combined with --json");
    arguments.setup.plan.random = !arguments.no_random;
    arguments.setup.method = shared.method;
    arguments.setup.seed = shared.seed_given ? shared.seed : 1;
    interrupt_catch();
    return calibrate(&arguments, shared.strength_file);
}
