/* From one Elo number to everything that weakens the engine. The numbers come from the text of
 * share/strength.conf, of which a copy is built in; this file reads it and draws its curves.
 *
 * Results must be the same on every machine, so that a seed replays a game anywhere: decimals are
 * read without the C library's locale, and a value is nudged before it is truncated, so that a
 * library whose pow() is off by the last bit still agrees.
 */
#include "engine/engine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/position.h"

#include "strength_conf.h"

enum { PRESETS_MAX = 32, KEY_MAX = 64 };

/* factor x (|Elo - origin| / unit) ^ exponent + constant */
struct curve {
    double factor, origin, unit, exponent, constant;
};

struct strength {
    struct curve nodes_per_second, move_error, blunder_error, blunder_chance;
    int knowledge_onoff;             /* a group is known or not, nothing between */
    int knowledge_start;             /* Elo of 0 percent */
    int knowledge_full[GROUP_COUNT]; /* Elo of 100 percent */
    int rules[RULE_COUNT];           /* 1: drops candidates */
    int endgame_percent;
    struct natural_time natural_time;
    struct preset presets[PRESETS_MAX];
    int preset_count;
};

const char *method_name(enum method method)
{
    static const char *const names[METHOD_COUNT] = {
#define X(id, name, words) name,
        WEAKENING_METHODS(X)
#undef X
    };
    return names[method];
}

/* Reading. Each key has a place, a kind and bounds; a key that was read is ticked off. */

enum kind { KIND_DECIMAL, KIND_WHOLE, KIND_SWITCH, KIND_MODE };

struct key {
    char section[KEY_MAX], name[KEY_MAX];
    enum kind kind;
    void *value; /* double for decimals, int for all others */
    double min, max;
    bool seen;
};

enum { CURVE_KEYS = 5, CURVES = 4, SINGLE_KEYS = 6 };
enum { KEYS_MAX = CURVES * CURVE_KEYS + SINGLE_KEYS + GROUP_COUNT + RULE_COUNT };

struct reader {
    struct strength *strength;
    struct key keys[KEYS_MAX];
    int key_count;
    const char *file_name;
    int line;
    char section[KEY_MAX];
    struct error *error;
};

static bool fail(struct reader *reader, int column, const char *format, ...) PRINTF_LIKE(3, 4);

static bool fail(struct reader *reader, int column, const char *format, ...)
{
    struct error *error = reader->error;
    if (error) {
        char message[sizeof error->message];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        error_set(error, "%s", message);
        snprintf(error->file, sizeof error->file, "%s", reader->file_name);
        error->line = reader->line;
        error->column = column;
    }
    return false;
}

static void add_key(struct reader *reader, const char *section, const char *name, enum kind kind,
                    void *value, double min, double max)
{
    struct key *key = &reader->keys[reader->key_count++];
    snprintf(key->section, sizeof key->section, "%s", section);
    snprintf(key->name, sizeof key->name, "%s", name);
    key->kind = kind;
    key->value = value;
    key->min = min;
    key->max = max;
    key->seen = false;
}

static void add_curve(struct reader *reader, const char *section, struct curve *curve)
{
    add_key(reader, section, "factor", KIND_DECIMAL, &curve->factor, -1000, 1000);
    add_key(reader, section, "origin", KIND_DECIMAL, &curve->origin, 0, 10000);
    add_key(reader, section, "unit", KIND_DECIMAL, &curve->unit, 1, 10000);
    add_key(reader, section, "exponent", KIND_DECIMAL, &curve->exponent, 0, 16);
    add_key(reader, section, "constant", KIND_DECIMAL, &curve->constant, -1e9, 1e9);
}

static void add_keys(struct reader *reader)
{
    struct strength *strength = reader->strength;
    add_curve(reader, "nodes_per_second", &strength->nodes_per_second);
    add_curve(reader, "move_error", &strength->move_error);
    add_curve(reader, "blunder_error", &strength->blunder_error);
    add_curve(reader, "blunder_chance", &strength->blunder_chance);
    add_key(reader, "knowledge", "mode", KIND_MODE, &strength->knowledge_onoff, 0, 0);
    add_key(reader, "knowledge", "start", KIND_WHOLE, &strength->knowledge_start, 0, ELO_MAX);
    for (int i = 0; i < GROUP_COUNT; i++)
        add_key(reader, "knowledge", group_key((enum group)i), KIND_WHOLE,
                &strength->knowledge_full[i], 0, 10000);
    for (int i = 0; i < RULE_COUNT; i++)
        add_key(reader, "human_rules", human_rule_name((enum human_rule)i), KIND_SWITCH,
                &strength->rules[i], 0, 0);
    add_key(reader, "node_budget", "endgame_percent", KIND_WHOLE, &strength->endgame_percent, 1,
            100);
    struct natural_time *natural = &strength->natural_time;
    add_key(reader, "natural_time", "allotted", KIND_WHOLE, &natural->allotted, 1, 600000);
    add_key(reader, "natural_time", "shortest", KIND_WHOLE, &natural->shortest, 0, 600000);
    add_key(reader, "natural_time", "longest", KIND_WHOLE, &natural->longest, 0, 600000);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* [+-]digits[.digits], at most 15 of them: then both parts of the quotient are exact. */
static bool read_decimal(const char *text, double *number, bool *whole)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    double mantissa = 0, divisor = 1;
    int digits = 0;
    for (; is_digit(*text); text++, digits++)
        mantissa = mantissa * 10 + (*text - '0');
    *whole = *text != '.';
    if (digits == 0)
        return false;
    if (*text == '.') {
        text++;
        if (!is_digit(*text))
            return false;
        for (; is_digit(*text); text++, digits++) {
            mantissa = mantissa * 10 + (*text - '0');
            divisor *= 10;
        }
    }
    *number = (negative ? -mantissa : mantissa) / divisor;
    return *text == '\0' && digits <= 15;
}

static bool read_value(struct reader *reader, struct key *key, const char *text, int column)
{
    if (key->kind == KIND_MODE || key->kind == KIND_SWITCH) {
        const char *zero = key->kind == KIND_MODE ? "percent" : "off";
        const char *one = key->kind == KIND_MODE ? "onoff" : "on";
        if (strcmp(text, zero) != 0 && strcmp(text, one) != 0)
            return fail(reader, column, "%s is %s or %s, not \"%.40s\"", key->name, zero, one,
                        text);
        *(int *)key->value = strcmp(text, one) == 0;
        return true;
    }
    double number;
    bool whole;
    if (!read_decimal(text, &number, &whole))
        return fail(reader, column, "%s is a number, not \"%.40s\"", key->name, text);
    if (key->kind == KIND_WHOLE && !whole)
        return fail(reader, column, "%s is a whole number, not \"%.40s\"", key->name, text);
    if (number < key->min || number > key->max)
        return fail(reader, column, "%s is from %.0f to %.0f, not %.40s", key->name, key->min,
                    key->max, text);
    if (key->kind == KIND_WHOLE)
        *(int *)key->value = (int)number;
    else
        *(double *)key->value = number;
    return true;
}

static bool read_preset(struct reader *reader, const char *name, const char *text, int column)
{
    struct strength *strength = reader->strength;
    for (int i = 0; i < strength->preset_count; i++)
        if (strcmp(strength->presets[i].name, name) == 0)
            return fail(reader, 1, "preset %s is given twice", name);
    if (strength->preset_count == PRESETS_MAX)
        return fail(reader, 1, "there are more than %d presets", PRESETS_MAX);
    struct preset preset = {.elo = ELO_FULL};
    if (strlen(name) >= sizeof preset.name)
        return fail(reader, 1, "the preset's name has more than %d letters",
                    (int)sizeof preset.name - 1);
    memcpy(preset.name, name, strlen(name) + 1);
    double number;
    bool whole;
    if (strcmp(text, "full") != 0) {
        if (!read_decimal(text, &number, &whole) || !whole)
            return fail(reader, column, "a preset is a rating or full, not \"%.40s\"", text);
        if (number < ELO_MIN || number > ELO_MAX)
            return fail(reader, column, "a preset is from %d to %d, or full, not %.40s", ELO_MIN,
                        ELO_MAX, text);
        preset.elo = (int)number;
    }
    if (strength->preset_count > 0) {
        int before = strength->presets[strength->preset_count - 1].elo;
        if (before == ELO_FULL || (preset.elo != ELO_FULL && preset.elo <= before))
            return fail(reader, column, "presets go from the weakest to full");
    }
    strength->presets[strength->preset_count++] = preset;
    return true;
}

static bool read_section(struct reader *reader, const char *name)
{
    bool known = strcmp(name, "presets") == 0;
    for (int i = 0; i < reader->key_count && !known; i++)
        known = strcmp(reader->keys[i].section, name) == 0;
    if (!known)
        return fail(reader, 1, "there is no section [%.40s]", name);
    snprintf(reader->section, sizeof reader->section, "%s", name);
    return true;
}

/* One line, comment and trailing blanks cut off already; start is its first character. */
static bool read_line(struct reader *reader, char *start, char *text)
{
    int column = (int)(text - start) + 1;
    size_t length = strlen(text);
    if (*text == '[') {
        if (text[length - 1] != ']')
            return fail(reader, column + (int)length, "expected ] after the section's name");
        text[length - 1] = '\0';
        return read_section(reader, text + 1);
    }
    char *equals = strchr(text, '=');
    if (!equals)
        return fail(reader, column, "expected key = value or [section]");
    char *end = equals;
    while (end > text && is_blank(end[-1]))
        end--;
    char *value = equals + 1;
    while (is_blank(*value))
        value++;
    *end = '\0';
    int value_column = (int)(value - start) + 1;
    if (*text == '\0')
        return fail(reader, column, "expected a key before =");
    if (*value == '\0')
        return fail(reader, value_column, "expected a value after =");
    if (reader->section[0] == '\0')
        return fail(reader, column, "%.40s stands before the first [section]", text);
    if (strcmp(reader->section, "presets") == 0)
        return read_preset(reader, text, value, value_column);
    for (int i = 0; i < reader->key_count; i++) {
        struct key *key = &reader->keys[i];
        if (strcmp(key->section, reader->section) != 0 || strcmp(key->name, text) != 0)
            continue;
        if (key->seen)
            return fail(reader, column, "%s is given twice in [%s]", key->name, key->section);
        key->seen = true;
        return read_value(reader, key, value, value_column);
    }
    return fail(reader, column, "[%s] has no key \"%.40s\"", reader->section, text);
}

static bool read_text(struct reader *reader, const char *text)
{
    char line[256];
    for (reader->line = 1; *text; reader->line++) {
        size_t length = strcspn(text, "\n"), used = strcspn(text, "#\n");
        if (used >= sizeof line)
            return fail(reader, (int)sizeof line, "the line is too long");
        memcpy(line, text, used);
        text += length + (text[length] == '\n');
        while (used > 0 && is_blank(line[used - 1]))
            used--;
        line[used] = '\0';
        char *start = line;
        while (is_blank(*start))
            start++;
        if (*start && !read_line(reader, line, start))
            return false;
    }
    for (int i = 0; i < reader->key_count; i++)
        if (!reader->keys[i].seen)
            return fail(reader, 1, "the file ends without %s in [%s]", reader->keys[i].name,
                        reader->keys[i].section);
    const struct strength *strength = reader->strength;
    if (strength->preset_count == 0)
        return fail(reader, 1, "the file ends without a preset in [presets]");
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strength->knowledge_full[i] <= strength->knowledge_start)
            return fail(reader, 1, "%s in [knowledge] is not above start",
                        group_key((enum group)i));
    if (strength->natural_time.longest < strength->natural_time.shortest)
        return fail(reader, 1, "longest in [natural_time] is below shortest");
    return true;
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
        reader->file_name = file_name ? file_name : text ? "strength table" : "strength.conf";
        reader->error = error;
        add_keys(reader);
        done = read_text(reader, text ? text : strength_conf);
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

static int curve_at(const struct curve *curve, int elo, int min, int max)
{
    /* Far above the error of any pow(), far below what makes a difference. */
    const double nudge = 1e-6;
    double base = fabs(elo - curve->origin) / curve->unit;
    double value = curve->factor * pow(base, curve->exponent) + curve->constant;
    /* Written so that a value that is not a number ends at the minimum. */
    if (!(value > min))
        return min;
    return value >= max ? max : (int)(value + nudge);
}

struct handicap handicap_for_elo(const struct strength *strength, int elo, uint64_t seed)
{
    struct handicap handicap = {.method = METHOD_MADCHESS, .seed = seed};
    handicap.endgame_percent = strength->endgame_percent;
    for (int i = 0; i < RULE_COUNT; i++)
        if (strength->rules[i])
            handicap.rules |= 1U << i;
    if (elo == ELO_FULL) {
        handicap.elo = ELO_FULL;
        for (int i = 0; i < GROUP_COUNT; i++)
            handicap.knowledge[i] = 100;
        return handicap;
    }
    elo = elo < ELO_MIN ? ELO_MIN : elo > ELO_MAX ? ELO_MAX : elo;
    handicap.limited = true;
    handicap.elo = elo;
    handicap.nodes_per_second = curve_at(&strength->nodes_per_second, elo, 1, 1000000000);
    handicap.move_error = curve_at(&strength->move_error, elo, 0, 10000);
    handicap.blunder_error = curve_at(&strength->blunder_error, elo, 0, 10000);
    handicap.blunder_chance = curve_at(&strength->blunder_chance, elo, 0, 1024);
    for (int i = 0; i < GROUP_COUNT; i++) {
        int full = strength->knowledge_full[i], start = strength->knowledge_start;
        if (elo >= full)
            handicap.knowledge[i] = 100;
        else if (elo > start && !strength->knowledge_onoff)
            handicap.knowledge[i] = (elo - start) * 100 / (full - start);
    }
    return handicap;
}

uint64_t handicap_nodes(const struct handicap *handicap, const struct position *position,
                        int64_t milliseconds)
{
    static const int weights[PIECE_TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
    enum { ALL = 24 };
    int phase = 0;
    for (int type = PAWN; type <= KING; type++)
        phase += weights[type] * popcount(position->by_type[type]);
    phase = phase < ALL ? phase : ALL;
    int percent = handicap->endgame_percent + (100 - handicap->endgame_percent) * phase / ALL;
    const int64_t longest = 24 * 3600 * 1000; /* a day, so that the product cannot overflow */
    if (milliseconds > longest)
        milliseconds = longest;
    if (milliseconds < 1 || handicap->nodes_per_second < 1)
        return 1;
    uint64_t nodes = (uint64_t)handicap->nodes_per_second * (uint64_t)milliseconds / 1000 *
                     (uint64_t)percent / 100;
    return nodes > 0 ? nodes : 1;
}

struct natural_time strength_natural_time(const struct strength *strength)
{
    return strength->natural_time;
}

int strength_presets(const struct strength *strength, struct preset presets[], int max)
{
    int count = strength->preset_count < max ? strength->preset_count : max;
    for (int i = 0; i < count; i++)
        presets[i] = strength->presets[i];
    return count;
}

const char *strength_preset_name(const struct strength *strength, int elo)
{
    const struct preset *found = &strength->presets[0];
    for (int i = 0; i < strength->preset_count; i++) {
        const struct preset *preset = &strength->presets[i];
        if (elo == ELO_FULL ? preset->elo == ELO_FULL
                            : preset->elo != ELO_FULL && preset->elo <= elo)
            found = preset;
    }
    return found->name;
}
