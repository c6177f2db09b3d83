/* Reads the settings: a "key = value" on each line, and lines of comments. Anything else is an
 * error. */
#include "src/cli/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/conf.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { FILE_MAX = 1 << 20 };

static const struct {
    const char *name, *standard, *words;
} known[] = {
#define X(id, name, standard, words) {name, standard, words},
    SETTINGS(X)
#undef X
};

const char *setting_name(enum setting setting) { return known[setting].name; }
const char *setting_standard(enum setting setting) { return known[setting].standard; }
const char *setting_words(enum setting setting) { return known[setting].words; }

static void write_variable(const char *setting, char *name, size_t size)
{
    snprintf(name, size, "FALLIBLE_%s", setting);
    for (char *at = name; *at; at++)
        *at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
}

void setting_variable(enum setting setting, char *name, size_t size)
{
    write_variable(known[setting].name, name, size);
}

static int find(const char *name)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const char *former = option_former_name(known[i].name);
        if (strcmp(known[i].name, name) == 0 || (former && strcmp(former, name) == 0))
            return i;
    }
    return -1;
}

static void list_names(char *text, size_t size)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        text_add(text, size, "%s%s", i ? ", " : "", known[i].name);
}

/* Reads the setting of one line. Returns false and sets *error, which does not have the file's name
 * yet. */
static bool read_line(struct settings *settings, const struct conf *conf, struct error *error)
{
    char *rest = conf->section ? conf->section : conf->key;
    const char *name = conf->value ? rest : conf_word(&rest); /* in a line without '=', the name is
                                                                 the first word */
    int setting = conf->section || !name ? -1 : find(name);
    if (setting < 0) {
        char names[400] = "";
        list_names(names, sizeof names);
        return conf_refuse(conf, conf->column, error, "there is no setting \"%.30s\": %s",
                           name ? name : "", names);
    }
    struct setting_row *row = &settings->rows[setting];
    if (!conf->value || !*conf->value)
        return conf_refuse(conf, conf->value_column, error, "expected %s = VALUE",
                           known[setting].name);
    if (strlen(conf->value) >= sizeof row->value)
        return conf_refuse(conf, conf->value_column, error,
                           "the value of %s is too long: expected at most %zu bytes",
                           known[setting].name, sizeof row->value - 1);
    if (row->source == FROM_FILE)
        return conf_refuse(conf, conf->value_column, error, "%s was already set on line %d",
                           known[setting].name, row->line);
    snprintf(row->value, sizeof row->value, "%s", conf->value);
    row->source = FROM_FILE;
    row->line = conf->number;
    row->column = conf->value_column;
    return true;
}

static void complain(struct complaints *complaints, const struct error *error, const char *file,
                     int line, int column)
{
    int at = complaints->count++;
    if (at >= COMPLAINTS_STORED)
        return;
    struct error *complaint = &complaints->list[at];
    *complaint = *error;
    complaint->line = line;
    complaint->column = column;
    snprintf(complaint->file, sizeof complaint->file, "%.1023s", file);
    text_sanitize(complaint->message);
}

void settings_read(struct settings *settings, const char *text, struct complaints *complaints)
{
    struct conf conf = conf_begin(text);
    struct error error = {0};
    bool failed;
    conf.whole_values = true;
    for (; conf_next(&conf, &failed, &error) || failed; error = (struct error){0})
        if (failed || !read_line(settings, &conf, &error))
            complain(complaints, &error, settings->file, conf.number, error.column);
}

static void set_defaults(struct settings *settings)
{
    *settings = (struct settings){0};
    for (int i = 0; i < SETTING_COUNT; i++)
        snprintf(settings->rows[i].value, sizeof settings->rows[i].value, "%s", known[i].standard);
    if (!paths_config("config", settings->file, sizeof settings->file))
        settings->file[0] = '\0';
}

/* Removes the dashes from an error message about an option. */
static void drop_dashes(struct error *error)
{
    if (strncmp(error->message, "--", 2) == 0)
        memmove(error->message, error->message + 2, strlen(error->message + 2) + 1);
}

/* Returns whether the option with the setting's name accepts the value. If not, sets *error. */
static bool try_value(enum setting setting, const char *value, struct error *error)
{
    const char *name = known[setting].name;
    int number;
    struct time_control control;
    switch (setting) {
    case SETTING_FIRST_TIME: return time_control_read(value, &control, error);
    case SETTING_GOAL: return option_int(name, value, 0, GOAL_MAX, &number, error);
    case SETTING_RETENTION:
        return option_int(name, value, RETENTION_MIN, RETENTION_MAX, &number, error);
    default: return play_option_try(name, value, error);
    }
}

static void try_values(const struct settings *settings, enum setting_source source,
                       struct complaints *complaints)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        struct error error = {0};
        char variable[64];
        if (settings->rows[i].source != source ||
            try_value((enum setting)i, settings->rows[i].value, &error))
            continue;
        drop_dashes(&error);
        setting_variable((enum setting)i, variable, sizeof variable);
        complain(complaints, &error, source == FROM_ENVIRONMENT ? variable : settings->file,
                 settings->rows[i].line, settings->rows[i].column);
    }
}

/* Returns the value of the setting's environment variable or of the variable with its former name,
 * and sets `name` to the variable's name. NULL: neither is set. */
static const char *value_in_environment(enum setting setting, char *name, size_t size)
{
    const char *former = option_former_name(known[setting].name);
    setting_variable(setting, name, size);
    const char *value = getenv(name);
    if ((!value || !*value) && former) {
        write_variable(former, name, size);
        value = getenv(name);
    }
    return value && *value ? value : NULL;
}

static void read_environment(struct settings *settings, struct complaints *complaints)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char name[64];
        const char *value = value_in_environment((enum setting)i, name, sizeof name);
        if (!value)
            continue;
        struct error error = {0};
        if (strlen(value) >= sizeof settings->rows[i].value) {
            error_set(&error, "%s is too long", name);
            complain(complaints, &error, settings->file, 0, 0);
            continue;
        }
        snprintf(settings->rows[i].value, sizeof settings->rows[i].value, "%s", value);
        settings->rows[i].source = FROM_ENVIRONMENT;
        settings->rows[i].line = settings->rows[i].column = 0;
    }
}

bool settings_load(struct settings *settings)
{
    struct complaints complaints = {.count = 0};
    set_defaults(settings);
    if (settings->file[0] && access(settings->file, F_OK) == 0) {
        struct error error = {0};
        char *text = paths_read_regular(settings->file, FILE_MAX, &error);
        if (!text)
            return text_error(&error);
        settings_read(settings, text, &complaints);
        free(text);
        try_values(settings, FROM_FILE, &complaints);
    }
    read_environment(settings, &complaints);
    try_values(settings, FROM_ENVIRONMENT, &complaints);
    for (int i = 0; i < complaints.count && i < COMPLAINTS_STORED; i++)
        text_error(&complaints.list[i]);
    if (complaints.count > COMPLAINTS_STORED)
        fprintf(stderr, "fallible: %d more error%s in the settings\n",
                complaints.count - COMPLAINTS_STORED,
                text_plural(complaints.count - COMPLAINTS_STORED));
    return complaints.count == 0;
}

struct change {
    const char *text, *name, *value; /* text: the old file, or NULL */
};

/* Whether a line sets the setting with that name. */
static bool sets(const char *line, size_t length, const char *name)
{
    const char *end = line + length;
    size_t name_length = strlen(name);
    while (line < end && isspace((unsigned char)*line))
        line++;
    if ((size_t)(end - line) <= name_length || strncmp(line, name, name_length) != 0)
        return false;
    line += name_length;
    while (line < end && isspace((unsigned char)*line))
        line++;
    return line < end && *line == '=';
}

static bool write_change(FILE *out, const void *context)
{
    const struct change *change = context;
    bool done = false;
    for (const char *text = change->text; text && *text;) {
        size_t length = strcspn(text, "\n");
        if (sets(text, length, change->name)) {
            fprintf(out, "%s = %s\n", change->name, change->value);
            done = true;
        } else {
            fprintf(out, "%.*s\n", (int)length, text);
        }
        text += length + (text[length] == '\n');
    }
    if (!done)
        fprintf(out, "%s = %s\n", change->name, change->value);
    return !ferror(out);
}

bool setting_keep(enum setting setting, const char *value, struct error *error)
{
    char file[4096];
    if (!paths_config("config", file, sizeof file))
        return error_set(error, "neither XDG_CONFIG_HOME nor HOME is set: %s cannot be saved",
                         known[setting].name);
    bool there = access(file, F_OK) == 0;
    char *text = there ? paths_read_regular(file, FILE_MAX, error) : NULL;
    if (there && !text)
        return false;
    if (!paths_make_folders(file)) {
        free(text);
        return error_set_in(error, file, "cannot be written: %s", strerror(errno));
    }
    const struct change change = {text, known[setting].name, value};
    bool good = replace_whole(file, write_change, &change, error);
    free(text);
    return good;
}

bool setting_keep_named(const char *name, const char *value, struct error *error)
{
    int setting = find(name);
    if (setting < 0)
        return error_set(error, "there is no setting \"%.30s\"", name);
    return setting_keep((enum setting)setting, value, error);
}

bool setting_keep_names(const char *names, struct error *error)
{
    return setting_keep(SETTING_NAMES, *names ? names : "none", error);
}

bool settings_take(const struct option_row *rows, struct shared_options *shared,
                   option_taker *take, void *context)
{
    static struct settings settings; /* static, because options point to the values for as long as
                                        the program runs */
    if (!settings_load(&settings))
        return false;
    for (int i = 0; i < SETTING_COUNT; i++) {
        struct error error = {0};
        if (settings.rows[i].source == FROM_DEFAULT ||
            option_take(rows, known[i].name, settings.rows[i].value, shared, take, context, &error))
            continue;
        return text_error(&error);
    }
    shared->elo_set = shared->elo_given;
    shared->scale_set = shared->scale_given;
    shared->method_set = shared->method_given;
    shared->elo_given = shared->method_given = shared->scale_given = false; /* these values came
                                                                               from the settings,
                                                                               not from the command
                                                                               line, so the level
                                                                               slider still opens */
    return true;
}
