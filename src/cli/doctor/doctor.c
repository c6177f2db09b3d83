/* fallible doctor: reports what the program found on the system, and what to do about what is
 * missing or damaged. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/doctor/findings.h"
#include "src/util/json.h"

#define DOCTOR_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    TEXT(syzygy, "syzygy", "FOLDER", "also check the endgame tables in this folder")               \
    FLAG(repair, "repair", "save what can be read of a damaged database into a new one")           \
    TEXT(output, "output", "FILE", "(also -o) with --repair: the name of the new database")        \
    FLAG(json, "json", "print one line of JSON")                                                   \
    SHARED(HELP, NULL)

static const struct option_row option_rows[] = {OPTION_ROWS(DOCTOR_OPTIONS)};

static const struct {
    const char *name;
    void (*find)(const struct arguments *options, struct finding *finding);
} rows[] = {
    {"terminal", find_terminal},   {"locale", find_locale},      {"colours", find_colors},
    {"processor", find_processor}, {"files", find_installation}, {"settings", find_settings},
    {"levels", find_levels},       {"book", find_book},          {"tablebases", find_tables},
    {"database", find_database},   {"caches", find_caches},      {"maia", find_networks},
    {"guests", find_guests},
};

int command_doctor(int argc, char **argv)
{
    static struct arguments options;
    struct shared_options shared = shared_options_default(ELO_FULL);
    bool wrong = false;
    if (!options_read("doctor", option_rows, argc, argv, &shared, NULL, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible doctor [OPTION...]\n"
            "\n"
            "Checks what the program finds on this system: terminal, locale, installed files, "
            "books,\n"
            "endgame tables, the database, caches, Maia networks and other engines. Says what to\n"
            "do about what is missing or damaged.\n",
            option_rows, NULL);
    if (optind < argc)
        return command_usage("doctor", "expected options only");
    if (options.output && !options.repair)
        return command_usage("doctor", "--output goes with --repair");
    if (options.repair)
        return doctor_repair(options.output);
    options.settings_good = settings_load(&options.settings);
    const char *syzygy = options.settings.rows[SETTING_SYZYGY].value;
    if (!options.syzygy && options.settings_good && strcmp(syzygy, "none") != 0)
        options.syzygy = syzygy;
    struct json json = json_begin(stdout);
    if (options.json)
        json_object(&json, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct finding finding = {0};
        rows[i].find(&options, &finding);
        wrong |= finding.wrong;
        text_sanitize(finding.text);
        if (options.json) {
            json_object(&json, rows[i].name);
            json_string(&json, "found", finding.text);
            json_bool(&json, "wrong", finding.wrong);
            json_end(&json);
        } else {
            printf("%-11s %s%s\n", rows[i].name, finding.wrong ? "! " : "", finding.text);
        }
    }
    if (options.json)
        json_end(&json);
    return wrong ? EXIT_FELL_SHORT : EXIT_OK;
}
