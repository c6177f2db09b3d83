/* Reads a ladder file and builds player specifications from it. A switch is a search feature
 * (SEARCH_FEATURES) or a positional group (group_key); no two have the same name. */
#include "src/lab/match/ladder.h"

#include <stdio.h>
#include <string.h>

#include "engine/conf.h"
#include "src/util/text.h"

/* Reading */

struct reader {
    struct ladder *ladder;
    struct error *error;
};

static bool has_feature(struct search_features features, const char *name)
{
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (strcmp(name, search_feature_name(i)) == 0)
            return *search_feature(&features, i);
    return false;
}

static bool group_named(const char *name, int *group)
{
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strcmp(name, group_key((enum group)i)) == 0) {
            *group = i;
            return true;
        }
    return false;
}

/* Makes the current rung turn a switch on. Fails if no switch has that name or if a rung already
 * turns it on. */
static bool turn_on(struct reader *reader, const char *name)
{
    struct ladder *ladder = reader->ladder;
    struct ladder_rung *rung = &ladder->rungs[ladder->count - 1];
    int group = 0;
    bool is_group = group_named(name, &group);
    for (int i = 0; i < ladder->count; i++)
        if (has_feature(ladder->rungs[i].features, name) ||
            (is_group && ladder->rungs[i].groups[group]))
            return error_set(reader->error, "%.60s is already switched on in the rung \"%.60s\"",
                             name, ladder->rungs[i].name);
    if (is_group)
        rung->groups[group] = true;
    else if (!search_features_set(&rung->features, name, true))
        return error_set(reader->error,
                         "\"%.60s\" is neither a search feature nor a positional group", name);
    return true;
}

static bool turn_all_on(struct reader *reader, char *names)
{
    for (char *name; (name = conf_word(&names)) != NULL;)
        if (!turn_on(reader, name))
            return false;
    return true;
}

static bool keep(struct reader *reader, const char *value, char *text, size_t size)
{
    if (strlen(value) < size) {
        memcpy(text, value, strlen(value) + 1);
        return true;
    }
    return error_set(reader->error, "the text is longer than %zu characters", size - 1);
}

static bool read_theirs(struct reader *reader, const char *value)
{
    struct ladder_rung *rung = &reader->ladder->rungs[reader->ladder->count - 1];
    char rest;
    if (sscanf(value, "%4d %4d%c", &rung->their_wac, &rung->their_elo, &rest) == 2 &&
        rung->their_wac > 0 && rung->their_elo > 0)
        return true;
    return error_set(reader->error, "\"theirs\" takes a WAC score and an Elo, not \"%.40s\"",
                     value);
}

static bool read_key(struct reader *reader, const char *key, char *value)
{
    struct ladder *ladder = reader->ladder;
    struct ladder_rung *rung = ladder->count ? &ladder->rungs[ladder->count - 1] : NULL;
    if (!rung && strcmp(key, "about") == 0)
        return keep(reader, value, ladder->about, sizeof ladder->about);
    if (rung && strcmp(key, "on") == 0)
        return turn_all_on(reader, value);
    if (rung && strcmp(key, "theirs") == 0)
        return read_theirs(reader, value);
    if (rung && strcmp(key, "note") == 0)
        return keep(reader, value, rung->note, sizeof rung->note);
    return error_set(reader->error,
                     rung
                         ? "expected one of the keys \"on\", \"theirs\" and \"note\", not \"%.40s\""
                         : "expected the key \"about\" or the first [rung], not \"%.40s\"",
                     key);
}

static bool begin_rung(struct reader *reader, const char *name)
{
    struct ladder *ladder = reader->ladder;
    for (int i = 0; i < ladder->count; i++)
        if (strcmp(ladder->rungs[i].name, name) == 0)
            return error_set(reader->error, "there is already a rung \"%.60s\"", name);
    if (ladder->count == LADDER_RUNGS_MAX)
        return error_set(reader->error, "more than %d rungs", LADDER_RUNGS_MAX);
    if (!*name)
        return error_set(reader->error, "expected a name for the rung");
    struct ladder_rung *rung = &ladder->rungs[ladder->count++];
    return keep(reader, name, rung->name, sizeof rung->name);
}

static bool read_line(struct reader *reader, const struct conf *conf)
{
    if (conf->section)
        return begin_rung(reader, conf->section);
    if (conf->value)
        return read_key(reader, conf->key, conf->value);
    return error_set(reader->error, "expected [rung] or key = value, not \"%.40s\"", conf->key);
}

static bool read_lines(struct reader *reader, const char *text)
{
    struct conf conf = conf_begin(text);
    bool failed;
    while (conf_next(&conf, &failed, reader->error)) {
        if (read_line(reader, &conf))
            continue;
        reader->error->line = conf.number;
        reader->error->column = conf.column;
        return false;
    }
    return !failed;
}

bool ladder_read(struct ladder *ladder, const char *text, const char *file_name,
                 struct error *error)
{
    struct reader reader = {ladder, error};
    memset(ladder, 0, sizeof *ladder);
    if (read_lines(&reader, text) &&
        (ladder->count >= 2 ||
         error_set(error, "expected a baseline and at least one [rung] above it")))
        return true;
    snprintf(error->file, sizeof error->file, "%.1023s", file_name);
    return false;
}

/* Players */

bool ladder_has_effect(const struct ladder_rung *rung, bool clock)
{
    struct search_features features = rung->features;
    features.time_management = features.time_management && clock;
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (*search_feature(&features, i))
            return true;
    for (int i = 0; i < GROUP_COUNT; i++)
        if (rung->groups[i])
            return true;
    return false;
}

static void set_switches(const struct ladder_rung *rung, bool on, struct player_spec *spec)
{
    struct search_features features = rung->features;
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (*search_feature(&features, i))
            *search_feature(&spec->features, i) = on;
    for (int i = 0; i < GROUP_COUNT; i++)
        if (rung->groups[i])
            spec->knowledge[i] = on ? 100 : 0;
}

static void set_everything(struct player_spec *spec, bool on)
{
    const struct engine_settings usual = engine_settings_default();
    *spec = (struct player_spec){.kind = PLAYER_FALLIBLE, .named = true,
                                 .parameters = usual.parameters, .handicap = usual.handicap};
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        *search_feature(&spec->features, i) = on;
    for (int i = 0; i < GROUP_COUNT; i++)
        spec->knowledge[i] = on ? 100 : 0;
}

void ladder_player_up_to(const struct ladder *ladder, int rung, struct player_spec *spec)
{
    set_everything(spec, false);
    for (int i = 0; i <= rung; i++)
        set_switches(&ladder->rungs[i], true, spec);
    snprintf(spec->name, sizeof spec->name, "%s", ladder->rungs[rung].name);
}

void ladder_player_without(const struct ladder *ladder, int rung, struct player_spec *spec)
{
    set_everything(spec, true);
    if (rung < 0) {
        snprintf(spec->name, sizeof spec->name, "everything");
        return;
    }
    set_switches(&ladder->rungs[rung], false, spec);
    snprintf(spec->name, sizeof spec->name, "without %s", ladder->rungs[rung].name);
}

void ladder_switches(const struct ladder_rung *rung, char *text, size_t size)
{
    struct search_features features = rung->features;
    text[0] = '\0';
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (*search_feature(&features, i))
            text_add(text, size, "%s%s", *text ? " " : "", search_feature_name(i));
    for (int i = 0; i < GROUP_COUNT; i++)
        if (rung->groups[i])
            text_add(text, size, "%s%s", *text ? " " : "", group_key((enum group)i));
}
