/* Reads share/strength.conf or the copy of it that is built into the program. Decimal numbers are
 * read independently of the locale. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/strength/conf.h"

#include "engine/conf.h"

#include "strength_conf.h"

enum { KEY_MAX = 64 };

/* The table contains keys with one value each, and curves. For each key we store where its value
 * goes, its kind and bounds, and whether it has been read. Each curve has its own section of the
 * table. */

enum kind { KIND_WHOLE, KIND_RULE, KIND_MODE };

struct key {
    char section[KEY_MAX], name[KEY_MAX];
    enum kind kind;
    int *value;
    double min, max;
    bool seen, optional; /* `seen`: the key has been read; `optional`: older tables lack the key,
                          * and its value is then 0 */
};

/* The five numbers of a curve's formula. */
static const struct curve_key {
    const char *name;
    size_t offset;
    double min, max;
} curve_keys[] = {
    {"factor", offsetof(struct curve, factor), -1000, 1000},
    {"origin", offsetof(struct curve, origin), 0, 10000},
    {"unit", offsetof(struct curve, unit), 1, 10000},
    {"exponent", offsetof(struct curve, exponent), 0, 16},
    {"constant", offsetof(struct curve, constant), -1e9, 1e9},
};
enum { CURVE_KEYS = sizeof curve_keys / sizeof *curve_keys };

struct curve_section {
    char name[KEY_MAX]; /* name of the section, such as "noise.leaf_noise" */
    struct curve *curve;
    bool seen[CURVE_KEYS];
    bool touched; /* strength.conf has at least one line for this curve */
};

enum { SINGLE_KEYS = 7, KEYS_MAX = SINGLE_KEYS + GROUP_COUNT + RULE_COUNT + PRESSURE_PARAMETER_COUNT };
enum { CURVES_MAX = 2 * METHOD_COUNT + METHOD_PARAMETER_COUNT + 5 };

struct reader {
    struct strength *strength;
    struct key keys[KEYS_MAX];
    int key_count;
    struct curve_section curves[CURVES_MAX];
    int curve_count;
    bool based, has_presets; /* `based`: the table begins with [base], so it only changes the
                              * built-in table; `has_presets`: it lists presets */
    struct conf conf;
    char section[KEY_MAX];
    struct error *error;
};

#define FAIL(reader, column, ...) conf_refuse(&(reader)->conf, column, (reader)->error, __VA_ARGS__)

static void add_key(struct reader *reader, const char *section, const char *name, enum kind kind,
                    int *value, double min, double max)
{
    struct key *key = &reader->keys[reader->key_count++];
    snprintf(key->section, sizeof key->section, "%s", section);
    snprintf(key->name, sizeof key->name, "%s", name);
    key->kind = kind;
    key->value = value;
    key->min = min;
    key->max = max;
    key->seen = key->optional = false;
}

static void add_curve(struct reader *reader, const char *of, const char *name, struct curve *curve)
{
    struct curve_section *section = &reader->curves[reader->curve_count++];
    snprintf(section->name, sizeof section->name, "%s.%s", of, name);
    section->curve = curve;
}

static void add_keys(struct reader *reader)
{
    struct strength *strength = reader->strength;
    for (int i = 0; i < METHOD_COUNT; i++) {
        const char *method = method_name((enum method)i);
        add_curve(reader, method, "nodes_per_second", &strength->nodes_per_second[i]);
        add_curve(reader, method, "time_discount", &strength->time_discount[i]);
    }
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        add_curve(reader, method_name(method_parameter(i)->method), method_parameter(i)->name,
                  &strength->parameters[i]);
    add_curve(reader, "book", "plies", &strength->book_plies);
    add_curve(reader, "slips", "small", &strength->small_slips);
    add_curve(reader, "slips", "big", &strength->big_slips);
    add_curve(reader, "slips", "mates", &strength->mates_found);
    add_curve(reader, "resigning", "chance", &strength->resigning);
    add_key(reader, "knowledge", "mode", KIND_MODE, &strength->knowledge_onoff, 0, 0);
    add_key(reader, "knowledge", "start", KIND_WHOLE, &strength->knowledge_start, 0, ELO_MAX);
    for (int i = 0; i < GROUP_COUNT; i++)
        add_key(reader, "knowledge", group_key((enum group)i), KIND_WHOLE,
                &strength->knowledge_full[i], 0, 10000);
    for (int i = 0; i < RULE_COUNT; i++) {
        add_key(reader, "human_rules", human_rule_name((enum human_rule)i), KIND_RULE,
                &strength->rules[i], 0, 0);
        reader->keys[reader->key_count - 1].optional = i > RULE_BACK_RANK;
    }
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = pressure_parameter(i);
        add_key(reader, "pressure", parameter->name, KIND_WHOLE, &strength->pressure[i],
                parameter->min, parameter->max);
        reader->keys[reader->key_count - 1].optional = true;
    }
    add_key(reader, "node_budget", "endgame_percent", KIND_WHOLE, &strength->endgame_percent, 1,
            100);
    add_key(reader, "node_budget", "reference_time", KIND_WHOLE, &strength->reference_time, 1,
            3600000);
    struct natural_time *natural = &strength->natural_time;
    add_key(reader, "natural_time", "allotted", KIND_WHOLE, &natural->allotted, 1, 600000);
    add_key(reader, "natural_time", "shortest", KIND_WHOLE, &natural->shortest, 0, 600000);
    add_key(reader, "natural_time", "longest", KIND_WHOLE, &natural->longest, 0, 600000);
}

/* Reads a number. Returns false and sets the error if `text` is not a number from `min` to
 * `max`. */
static bool read_number(struct reader *reader, const char *name, const char *text, int column,
                        double min, double max, bool whole_only, double *number)
{
    bool whole;
    if (!conf_decimal(text, number, &whole))
        return FAIL(reader, column, "%s must be a number, not \"%.40s\"", name, text);
    if (whole_only && !whole)
        return FAIL(reader, column, "%s must be a whole number, not \"%.40s\"", name, text);
    if (*number < min || *number > max)
        return FAIL(reader, column, "%s must be from %.0f to %.0f, not %.40s", name, min, max, text);
    return true;
}

/* Reads one line in the section of a curve: a number of its formula, such as "factor = 2", or a
 * knot (a point of the curve), such as "1400 = 31". */
static bool read_curve(struct reader *reader, struct curve_section *section, const char *name,
                       int column, const char *text, int value_column)
{
    struct curve *curve = section->curve;
    bool has_formula = false;
    if (!section->touched)
        *curve = (struct curve){.knot_count = 0};
    section->touched = true;
    for (int i = 0; i < CURVE_KEYS; i++)
        has_formula = has_formula || section->seen[i];
    if (name[0] >= '0' && name[0] <= '9') {
        int count = curve->knot_count;
        if (has_formula)
            return FAIL(reader, column, "expected either a formula or knots in [%s], not both",
                        section->name);
        if (count == KNOTS_MAX)
            return FAIL(reader, column, "[%s] has more than %d knots (points of the curve)",
                        section->name, KNOTS_MAX);
        if (!read_number(reader, "a knot's Elo", name, column, 0, 10000, true,
                         &curve->elo[count]) ||
            !read_number(reader, "a knot", text, value_column, 0, 1e9, false, &curve->value[count]))
            return false;
        if (count > 0 && curve->elo[count] <= curve->elo[count - 1])
            return FAIL(reader, column, "the knots of [%s] must go from low to high",
                        section->name);
        curve->knot_count++;
        return true;
    }
    for (int i = 0; i < CURVE_KEYS; i++) {
        const struct curve_key *key = &curve_keys[i];
        if (strcmp(key->name, name) != 0)
            continue;
        if (section->seen[i])
            return FAIL(reader, column, "%s is given twice in [%s]", name, section->name);
        if (curve->knot_count > 0)
            return FAIL(reader, column, "expected either a formula or knots in [%s], not both",
                        section->name);
        section->seen[i] = true;
        return read_number(reader, name, text, value_column, key->min, key->max, false,
                           (double *)(void *)((char *)curve + key->offset));
    }
    return FAIL(reader, column, "[%s] has no key \"%.40s\"", section->name, name);
}

static bool read_value(struct reader *reader, struct key *key, const char *text, int column)
{
    if (key->kind == KIND_RULE && strcmp(text, "madchess") == 0) {
        *key->value = RULE_MADCHESS;
        return true;
    }
    if (key->kind == KIND_MODE || key->kind == KIND_RULE) {
        const char *zero = key->kind == KIND_MODE ? "percent" : "off";
        const char *one = key->kind == KIND_MODE ? "onoff" : "on";
        if (strcmp(text, zero) != 0 && strcmp(text, one) != 0)
            return FAIL(reader, column, "%s must be %s%s or %s, not \"%.40s\"", key->name, zero,
                        key->kind == KIND_RULE ? ", madchess" : "", one, text);
        *key->value = strcmp(text, one) == 0;
        return true;
    }
    double number;
    if (!read_number(reader, key->name, text, column, key->min, key->max, true, &number))
        return false;
    *key->value = (int)number;
    return true;
}

/* Reads a line of [presets], whose levels must ascend, or of [old_presets], whose order does not
 * matter. */
static bool read_preset(struct reader *reader, struct preset presets[], int *preset_count,
                        const char *name, const char *text, int column)
{
    if (presets == reader->strength->presets && !reader->has_presets)
        *preset_count = 0;
    reader->has_presets |= presets == reader->strength->presets;
    for (int i = 0; i < *preset_count; i++)
        if (strcmp(presets[i].name, name) == 0)
            return FAIL(reader, 1, "preset %s is given twice", name);
    if (*preset_count == PRESETS_MAX)
        return FAIL(reader, 1, "there are more than %d presets", PRESETS_MAX);
    struct preset preset = {.elo = ELO_FULL};
    if (strlen(name) >= sizeof preset.name)
        return FAIL(reader, 1, "the preset's name has more than %d letters",
                    (int)sizeof preset.name - 1);
    memcpy(preset.name, name, strlen(name) + 1);
    memcpy(preset.words, name, strlen(name) + 1);
    for (char *at = preset.words; *at; at++)
        *at = *at == '-' ? ' ' : *at;
    double number;
    bool whole;
    if (strcmp(text, "full") != 0) {
        if (!conf_decimal(text, &number, &whole) || !whole)
            return FAIL(reader, column, "a preset must be a rating or full, not \"%.40s\"", text);
        if (number < ELO_MIN || number > ELO_MAX)
            return FAIL(reader, column, "a preset must be from %d to %d, or full, not %.40s",
                        ELO_MIN, ELO_MAX, text);
        preset.elo = (int)number;
    }
    if (presets == reader->strength->presets && *preset_count > 0) {
        int before = presets[*preset_count - 1].elo;
        if (before == ELO_FULL || (preset.elo != ELO_FULL && preset.elo <= before))
            return FAIL(reader, column, "presets must go from the weakest to full");
    }
    presets[(*preset_count)++] = preset;
    return true;
}

static bool read_section(struct reader *reader, const char *name)
{
    bool known = strcmp(name, "presets") == 0 || strcmp(name, "old_presets") == 0 ||
                 strcmp(name, "base") == 0;
    for (int i = 0; i < reader->key_count && !known; i++)
        known = strcmp(reader->keys[i].section, name) == 0;
    for (int i = 0; i < reader->curve_count && !known; i++)
        known = strcmp(reader->curves[i].name, name) == 0;
    if (!known)
        return FAIL(reader, 1, "there is no section [%.40s]", name);
    snprintf(reader->section, sizeof reader->section, "%s", name);
    return true;
}

static bool read_text(struct reader *reader);

/* Fills reader->strength from the built-in table. */
static bool read_built_in(struct reader *reader)
{
    struct reader *base = calloc(1, sizeof *base);
    if (!base)
        return FAIL(reader, 1, "out of memory");
    base->strength = reader->strength;
    base->error = reader->error;
    base->conf = conf_begin(strength_conf);
    add_keys(base);
    bool good = read_text(base);
    free(base);
    return good;
}

/* Reads the line "table = built-in". With this line, whatever the table leaves out is taken from
 * the built-in table. */
static bool read_base(struct reader *reader, const char *name, int column, const char *text,
                      int value_column)
{
    bool late = reader->based || reader->has_presets;
    for (int i = 0; i < reader->key_count; i++)
        late = late || reader->keys[i].seen;
    for (int i = 0; i < reader->curve_count; i++)
        late = late || reader->curves[i].touched;
    if (strcmp(name, "table") != 0)
        return FAIL(reader, column, "[base] has no key \"%.40s\"", name);
    if (strcmp(text, "built-in") != 0)
        return FAIL(reader, value_column, "table must be built-in, not \"%.40s\"", text);
    if (late)
        return FAIL(reader, column, "[base] must come before all other sections");
    reader->based = true;
    return read_built_in(reader);
}

/* Interprets the line that conf_next has just read. */
static bool read_line(struct reader *reader)
{
    const char *name = reader->conf.key, *value = reader->conf.value;
    int column = reader->conf.column, value_column = reader->conf.value_column;
    if (reader->conf.section)
        return read_section(reader, reader->conf.section);
    if (!value)
        return FAIL(reader, column, "expected key = value or [section]");
    if (!*name)
        return FAIL(reader, column, "expected a key before =");
    if (!*value)
        return FAIL(reader, value_column, "expected a value after =");
    if (reader->section[0] == '\0')
        return FAIL(reader, column, "%.40s stands before the first [section]", name);
    if (strcmp(reader->section, "base") == 0)
        return read_base(reader, name, column, value, value_column);
    struct strength *strength = reader->strength;
    if (strcmp(reader->section, "presets") == 0)
        return read_preset(reader, strength->presets, &strength->preset_count, name, value,
                           value_column);
    if (strcmp(reader->section, "old_presets") == 0)
        return read_preset(reader, strength->old_presets, &strength->old_preset_count, name, value,
                           value_column);
    for (int i = 0; i < reader->curve_count; i++)
        if (strcmp(reader->curves[i].name, reader->section) == 0)
            return read_curve(reader, &reader->curves[i], name, column, value, value_column);
    for (int i = 0; i < reader->key_count; i++) {
        struct key *key = &reader->keys[i];
        if (strcmp(key->section, reader->section) != 0 || strcmp(key->name, name) != 0)
            continue;
        if (key->seen)
            return FAIL(reader, column, "%s is given twice in [%s]", key->name, key->section);
        key->seen = true;
        return read_value(reader, key, value, value_column);
    }
    return FAIL(reader, column, "[%s] has no key \"%.40s\"", reader->section, name);
}

/* Sets a curve that the table leaves out to its default. Returns false if the curve must not be
 * left out. */
static bool set_default(const struct reader *reader, struct curve *curve)
{
    struct strength *strength = reader->strength;
    bool book = curve == &strength->book_plies; /* older tables have no such curve; the book then
                                                 * has no limit */
    if (reader->based)
        return true; /* the curve keeps its value from the built-in table */
    bool people = curve == &strength->small_slips || curve == &strength->big_slips ||
                  curve == &strength->mates_found || curve == &strength->resigning;
    if (!book && !people && curve != &strength->parameters[PARAMETER_order_bias] &&
        curve != &strength->parameters[PARAMETER_rule_cost])
        return false;
    *curve =
        (struct curve){.knot_count = 1, .elo = {ELO_MIN}, .value = {book ? BOOK_PLIES_MAX : 0}};
    return true;
}

/* Checks that the table is complete and that its numbers are consistent. */
static bool check_complete(struct reader *reader)
{
    for (int i = 0; i < reader->key_count && !reader->based; i++)
        if (!reader->keys[i].seen && !reader->keys[i].optional)
            return FAIL(reader, 1, "the file ends without %s in [%s]", reader->keys[i].name,
                        reader->keys[i].section);
    for (int i = 0; i < reader->curve_count; i++) {
        const struct curve_section *section = &reader->curves[i];
        if (!section->touched && set_default(reader, section->curve))
            continue;
        for (int j = 0; j < CURVE_KEYS; j++)
            if (section->curve->knot_count == 0 && !section->seen[j])
                return FAIL(reader, 1, "the file ends without %s in [%s]", curve_keys[j].name,
                            section->name);
    }
    const struct strength *strength = reader->strength;
    if (strength->preset_count == 0)
        return FAIL(reader, 1, "the file ends without a preset in [presets]");
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strength->knowledge_full[i] <= strength->knowledge_start)
            return FAIL(reader, 1, "%s in [knowledge] must be above start",
                        group_key((enum group)i));
    if (strength->natural_time.longest < strength->natural_time.shortest)
        return FAIL(reader, 1, "longest in [natural_time] is below shortest");
    return true;
}

static bool read_text(struct reader *reader)
{
    bool failed;
    while (conf_next(&reader->conf, &failed, reader->error))
        if (!read_line(reader))
            return false;
    return !failed && check_complete(reader);
}

struct strength *strength_create(const char *text, const char *file_name, struct error *error)
{
    struct strength *strength = calloc(1, sizeof *strength);
    struct reader *reader = calloc(1, sizeof *reader);
    bool done = false;
    if (!strength || !reader) {
        if (error)
            error_set(error, "out of memory");
    } else {
        reader->strength = strength;
        reader->error = error;
        reader->conf = conf_begin(text ? text : strength_conf);
        add_keys(reader);
        done = read_text(reader);
        if (!done && error)
            snprintf(error->file, sizeof error->file, "%s",
                     file_name ? file_name : text ? "strength table" : "strength.conf");
    }
    free(reader);
    if (!done) {
        free(strength);
        return NULL;
    }
    return strength;
}

void strength_destroy(struct strength *strength)
{
    free(strength);
}
