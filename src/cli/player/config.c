/* fallible config: shows the settings in force and where each comes from, or writes a settings file
 * for the user to edit. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum { COMMENT_WIDTH = 78 };

#define CONFIG_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    OWN(WRITE, "write", "[=FILE]", "write a settings file with comments (-: to standard output)")  \
    FLAG(json, "json", "print one line of JSON")                                                   \
    SHARED(HELP, NULL)

struct arguments {
    bool write, json;
    const char *file; /* NULL: the default location */
};

enum option_id { OPTION_IDS(CONFIG_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(CONFIG_OPTIONS)};

/* Handles --write. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    (void)id;
    (void)error;
    arguments->write = true;
    arguments->file = value;
    return true;
}

static bool write_settings(FILE *out)
{
    fputs("# Settings of Fallible. To set one, remove the # before its line. fallible config "
          "shows\n"
          "# the settings in use; fallible-config(5) explains them. Environment variables such "
          "as\n"
          "# FALLIBLE_ELO take precedence over this file, and options over both.\n",
          out);
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        fputc('\n', out);
        text_wrap(out, fprintf(out, "#"), "# ", COMMENT_WIDTH, setting_words(setting));
        fprintf(out, "#%s = %s\n", setting_name(setting), setting_standard(setting));
    }
    return fflush(out) == 0 && !ferror(out);
}

/* Writes the file atomically, but never over an existing one. */
static bool write_file(const char *path, struct error *error)
{
    struct replacement file;
    if (access(path, F_OK) == 0)
        return error_set_in(error, path,
                            "the file already exists and is not changed; --write=- prints a new "
                            "one");
    if (!paths_make_folders(path))
        return error_set_in(error, path, "cannot be written: %s", strerror(errno));
    return replacement_begin(&file, path, 0600, error) &&
           replacement_end(&file, write_settings(file.out), error);
}

static int write_to(const char *file)
{
    char path[4096];
    struct error error = {0};
    if (file && strcmp(file, "-") == 0)
        return write_settings(stdout) ? EXIT_OK : EXIT_USAGE;
    if (!file && !paths_config("config", path, sizeof path)) {
        fputs("fallible config: neither XDG_CONFIG_HOME nor HOME is set; name a file with "
              "--write=FILE\n",
              stderr);
        return EXIT_USAGE;
    }
    if (!write_file(file ? file : path, &error))
        return command_failed(&error);
    char shown[1024];
    printf("Written: %s\n", text_shown(file ? file : path, shown, sizeof shown));
    return EXIT_OK;
}

/* Settings in force */

/* Whether the slider begins at the user's rating, because no level is set. */
static bool elo_is_yours(const struct settings *settings)
{
    return settings->rows[SETTING_ELO].source == FROM_DEFAULT &&
           strcmp(settings->rows[SETTING_RATING].value, "none") != 0;
}

static const char *value_in_force(const struct settings *settings, enum setting setting)
{
    bool yours = setting == SETTING_ELO && elo_is_yours(settings);
    return settings->rows[yours ? SETTING_RATING : setting].value;
}

static void source_words(const struct settings *settings, enum setting setting, char *text,
                         size_t size)
{
    char variable[64];
    switch (settings->rows[setting].source) {
    case FROM_FILE: snprintf(text, size, "line %d", settings->rows[setting].line); break;
    case FROM_ENVIRONMENT:
        setting_variable(setting, variable, sizeof variable);
        snprintf(text, size, "%s", variable);
        break;
    default: snprintf(text, size, "default"); break;
    }
    if (setting == SETTING_ELO && elo_is_yours(settings))
        snprintf(text, size, "your rating");
}

static void show_json(const struct settings *settings)
{
    struct json json = json_begin(stdout);
    char source[80];
    json_object(&json, NULL);
    json_string(&json, "file", settings->file);
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        source_words(settings, setting, source, sizeof source);
        json_object(&json, setting_name(setting));
        json_string(&json, "value", value_in_force(settings, setting));
        json_string(&json, "source", source);
        json_end(&json);
    }
    json_end(&json);
}

static void show_text(const struct settings *settings)
{
    bool there = settings->file[0] && access(settings->file, F_OK) == 0;
    char shown[1024], source[80];
    printf("%s%s\n", settings->file[0] ? text_shown(settings->file, shown, sizeof shown)
                                       : "no folder for a settings file",
           there ? "" : " (does not exist; fallible config --write creates one)");
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        source_words(settings, setting, source, sizeof source);
        printf("%-14s %-20s %s\n", setting_name(setting), value_in_force(settings, setting),
               source);
    }
}

int command_config(int argc, char **argv)
{
    struct arguments options = {0};
    struct shared_options shared = shared_options_default(ELO_FULL);
    static struct settings settings;
    if (!options_read("config", rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return options_help(
            "Usage: fallible config [OPTION...]\n\n"
            "Shows your settings and where each comes from: the file, the environment or the\n"
            "default. Options on a command line take precedence.\n",
            rows, NULL);
    if (optind < argc)
        return command_usage("config", "expected options only");
    if (options.write)
        return write_to(options.file);
    if (!settings_load(&settings))
        return EXIT_USAGE;
    (options.json ? show_json : show_text)(&settings);
    return EXIT_OK;
}
