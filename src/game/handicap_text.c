/* Handicaps and decisions as text. The text may come from a hostile or damaged file, so every value
 * is checked, and one bad value rejects the whole text. */
#include "src/game/handicap_text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

/* Limits for the numbers that are read: larger than any number we write, and small enough that no
 * computation with them overflows. */
enum { COUNT_MAX = 1000000, SPEED_MAX = 1000000000, HASH_MAX = 65536 /* MB */ };
#define TIME_MAX INT64_C(100000000000) /* ms: three years */

/* Handicaps */

/* The settings that are in no other list: not the method, its parameters, the rules, the positional
 * groups, the seed or the pressure parameters. */
static const struct setting {
    const char *name;
    size_t place;
    int least, most;
} settings[] = {
    {"elo", offsetof(struct handicap, elo), 0, ELO_MAX},
    {"nps", offsetof(struct handicap, nodes_per_second), 1, SPEED_MAX},
    {"endgame", offsetof(struct handicap, endgame_percent), 0, 100},
    {"discount", offsetof(struct handicap, time_discount), 0, 100},
    {"reference", offsetof(struct handicap, reference_time), 0, SPEED_MAX},
    {"book", offsetof(struct handicap, book_plies), 0, SPEED_MAX},
};
enum { SETTINGS = sizeof settings / sizeof *settings };
enum { PRESSURE_FROM = SETTINGS + METHOD_PARAMETER_COUNT + GROUP_COUNT };

static int *field(struct handicap *handicap, const struct setting *setting)
{
    return (int *)((char *)handicap + setting->place);
}

/* Finds the numeric setting with the number `index`. The numbers run through the table above, then
 * the methods' parameters, the positional groups, and the pressure parameters, which change how
 * large a player's errors are during a game. Sets *setting and *number. Returns false after the
 * last. */
static bool number_setting(struct handicap *handicap, int index, struct setting *setting,
                           int **number)
{
    if (index < SETTINGS) {
        *setting = settings[index];
        *number = field(handicap, setting);
    } else if (index < SETTINGS + METHOD_PARAMETER_COUNT) {
        const struct method_parameter *parameter = method_parameter(index - SETTINGS);
        *setting = (struct setting){parameter->name, 0, parameter->min, parameter->max};
        *number = handicap_parameter(handicap, index - SETTINGS);
    } else if (index < SETTINGS + METHOD_PARAMETER_COUNT + GROUP_COUNT) {
        int group = index - SETTINGS - METHOD_PARAMETER_COUNT;
        *setting = (struct setting){group_key((enum group)group), 0, 0, 100};
        *number = &handicap->knowledge[group];
    } else if (index < PRESSURE_FROM + PRESSURE_PARAMETER_COUNT) {
        const struct method_parameter *parameter = pressure_parameter(index - PRESSURE_FROM);
        *setting = (struct setting){parameter->name, 0, parameter->min, parameter->max};
        *number = pressure_number(handicap, index - PRESSURE_FROM);
    } else {
        return false;
    }
    return true;
}

/* Appends the names of the rules: "castling+shuffle", or "none". */
static void write_rules(unsigned rules, char *text, size_t size)
{
    const char *between = "";
    for (int i = 0; i < RULE_COUNT; i++) {
        if (rules >> i & 1) {
            text_add(text, size, "%s%s", between, human_rule_name((enum human_rule)i));
            between = "+";
        }
    }
    if (!rules)
        text_add(text, size, "none");
}

static bool rule_from_name(const char *name, size_t length, enum human_rule *rule)
{
    for (int i = 0; i < RULE_COUNT; i++) {
        const char *known = human_rule_name((enum human_rule)i);
        if (strlen(known) == length && strncmp(known, name, length) == 0) {
            *rule = (enum human_rule)i;
            return true;
        }
    }
    return false;
}

/* Earlier versions wrote the rules as a number, with one bit for each of the rules below. This list
 * must not change. */
static bool read_rules_number(const char *value, unsigned *rules)
{
    static const char *const names[] = {"castling", "en-prise", "recapture", "shuffle",
                                        "back-rank"};
    enum { NAMES = sizeof names / sizeof *names };
    long bits;
    if (!text_number(value, 0, (1 << NAMES) - 1, &bits))
        return false;
    *rules = 0;
    for (int i = 0; i < NAMES; i++) {
        enum human_rule rule;
        if ((bits >> i & 1) && rule_from_name(names[i], strlen(names[i]), &rule))
            *rules |= 1U << rule;
    }
    return true;
}

static bool read_rules(const char *value, unsigned *rules)
{
    if (*value >= '0' && *value <= '9')
        return read_rules_number(value, rules);
    *rules = 0;
    for (const char *at = value; strcmp(value, "none") != 0;) {
        enum human_rule rule;
        size_t length = strcspn(at, "+");
        if (!rule_from_name(at, length, &rule))
            return false;
        *rules |= 1U << rule;
        if (!at[length])
            break;
        at += length + 1;
    }
    return true;
}

/* Writes the name of a style, which may contain anything but a slash and control characters. All
 * bytes except letters, digits and "._-" are written as % and two hexadecimal digits, because a
 * blank, for example, would end the value. */
static void write_name(const char *name, char *text, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    for (; *name; name++)
        text_add(text, size, strchr(plain, *name) ? "%c" : "%%%02X", (unsigned char)*name);
}

static int hex_digit(char digit)
{
    static const char digits[] = "0123456789ABCDEFabcdef";
    const char *at = digit ? strchr(digits, digit) : NULL;
    return !at ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

static bool read_name(const char *value, char name[STYLE_NAME_MAX])
{
    char read[STYLE_NAME_MAX] = "", clean[STYLE_NAME_MAX];
    for (size_t length = 0; *value; value++, length++) {
        int high = *value == '%' ? hex_digit(value[1]) : -1;
        int low = high >= 0 ? hex_digit(value[2]) : -1;
        if (*value == '%' && low < 0)
            return false;
        unsigned char byte = (unsigned char)(low < 0 ? *value : (char)(16 * high + low));
        if (length + 1 >= sizeof read || byte == '\0' || byte == '/')
            return false;
        read[length] = (char)byte;
        value += low < 0 ? 0 : 2;
    }
    memcpy(clean, read, sizeof clean);
    text_sanitize(clean);
    if (strcmp(clean, read) != 0) /* the name contains characters that could control the terminal */
        return false;
    memcpy(name, read, sizeof read);
    return true;
}

void handicap_text_write(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    struct setting setting;
    int *number;
    text[0] = '\0';
    for (int i = 0; handicap->limited && number_setting(&copy, i, &setting, &number); i++) {
        bool parameter = i >= SETTINGS && i < SETTINGS + METHOD_PARAMETER_COUNT;
        bool other = parameter && method_parameter(i - SETTINGS)->method != handicap->method;
        other = other || i >= PRESSURE_FROM;
        if (*number || !other) /* settings of the handicap's method are written even if they are 0,
                                * because the reader could otherwise take another value from the
                                * table of levels */
            text_add(text, size, "%s=%d ", setting.name, *number);
        if (i == 0)
            text_add(text, size, "method=%s ", method_name(handicap->method));
        if (i == 0 && handicap->like[0]) {
            text_add(text, size, "like=");
            write_name(handicap->like, text, size);
            text_add(text, size, " ");
        }
        if (i == SETTINGS - 1) {
            text_add(text, size, "rules=");
            write_rules(handicap->rules, text, size);
            text_add(text, size, " ");
        }
    }
    text_add(text, size, "seed=%llu", (unsigned long long)handicap->seed);
}

enum handicap_setting handicap_text_set(struct handicap *handicap, const char *name,
                                        const char *value, struct error *error)
{
    struct setting setting;
    int *number;
    bool good = false;
    if (strcmp(name, "method") == 0) {
        if (!(good = method_from_name(value, &handicap->method)))
            error_set(error, "there is no weakening method \"%.40s\"", value);
    } else if (strcmp(name, "rules") == 0) {
        if (!(good = read_rules(value, &handicap->rules)))
            error_set(error,
                      "rules takes names of rules with + between them, or none, not \"%.40s\"",
                      value);
    } else if (strcmp(name, "like") == 0) {
        if (!(good = read_name(value, handicap->like)))
            error_set(error, "like takes the name of a style, not \"%.80s\"", value);
    } else if (strcmp(name, "seed") == 0) {
        if (!(good = text_seed(value, &handicap->seed)))
            error_set(error, "seed takes a whole number, not \"%.40s\"", value);
    } else {
        int i = 0;
        long read;
        while (number_setting(handicap, i, &setting, &number) && strcmp(setting.name, name) != 0)
            i++;
        if (!number_setting(handicap, i, &setting, &number))
            return HANDICAP_UNKNOWN;
        good = text_number(value, setting.least, setting.most, &read);
        if (good)
            *number = (int)read;
        else
            error_set(error, "%s takes a whole number from %d to %d, not \"%.40s\"", name,
                      setting.least, setting.most, value);
    }
    return good ? HANDICAP_SET : HANDICAP_REFUSED;
}

/* Whether all settings that the method needs were read. A setting that was not read is 0, which is
 * noticed if its minimum is above 0. */
static bool is_complete(const struct handicap *handicap)
{
    struct handicap copy = *handicap;
    for (int i = 0; handicap->limited && i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method == handicap->method &&
            *handicap_parameter(&copy, i) < parameter->min)
            return false;
    }
    return !handicap->limited || handicap->nodes_per_second > 0;
}

bool handicap_text_read(const char *text, struct handicap *handicap)
{
    char copy[HANDICAP_TEXT], *at = copy, *name, *value;
    struct error ignored;
    bool seeded = false;
    *handicap = (struct handicap){0};
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy)
        return false;
    while (text_next_setting(&at, &name, &value)) {
        if (handicap_text_set(handicap, name, value, &ignored) == HANDICAP_REFUSED)
            return false;
        handicap->limited = handicap->limited || strcmp(name, "elo") == 0;
        seeded = seeded || strcmp(name, "seed") == 0;
    }
    if (handicap->method != METHOD_HUMAN)
        handicap->like[0] = '\0';
    return seeded && is_complete(handicap);
}

/* Decisions: writing */

static void write_settings(FILE *out, const struct handicap *handicap,
                           const struct handicap *usual)
{
    char own[HANDICAP_TEXT], assumed[HANDICAP_TEXT];
    handicap_text_write(handicap, own, sizeof own);
    handicap_text_write(usual, assumed, sizeof assumed);
    if (strcmp(own, assumed) == 0)
        return;
    for (char *at = own; *at; at++)
        *at = *at == '=' ? ':' : *at;
    fprintf(out, " with=%s", own);
}

static bool imitates_players(enum method method)
{
    return method == METHOD_HUMAN || method == METHOD_MAIA;
}

static void write_candidate(FILE *out, const struct position *before, enum method method,
                            const struct candidate *candidate)
{
    char uci[CHESS_UCI_MAX];
    chess_to_uci(before, candidate->move, uci);
    fprintf(out, "%s:%d", uci, candidate->score);
    if (candidate->shift)
        fprintf(out, ":~%d", candidate->shift);
    if (candidate->dropped_by != RULE_NONE)
        fprintf(out, ":%s", human_rule_name((enum human_rule)candidate->dropped_by));
    if (candidate->in_range)
        fputs(":in", out);
    if (imitates_players(method))
        fprintf(out, ":c%d", candidate->chance);
    if (method == METHOD_HUMAN && candidate->answer_depth > 0) {
        struct position next = *before;
        chess_play(&next, candidate->move);
        chess_to_uci(&next, candidate->answer, uci);
        fprintf(out, ":x%s.%d", uci, candidate->answer_depth);
    }
    if (method == METHOD_HUMAN && candidate->lure < choice_feature_count())
        fprintf(out, ":l%s", choice_feature_name(candidate->lure));
}

void decision_text_write(FILE *out, const struct position *before, const struct decision *decision,
                         const struct handicap *usual)
{
    char uci[CHESS_UCI_MAX];
    const char *comma = "";
    chess_to_uci(before, decision->best, uci);
    fprintf(out, "best=%s method=%s", uci, method_name(decision->method));
    write_settings(out, &decision->handicap, usual);
    if (decision->width_percent)
        fprintf(out, " width=%d", decision->width_percent);
    if (decision->spent || decision->usual)
        fprintf(out, " time=%lld/%lld", (long long)decision->spent, (long long)decision->usual);
    if (decision->budget || decision->cut)
        fprintf(out, " budget=%llu/%llu", (unsigned long long)decision->budget,
                (unsigned long long)decision->cut);
    if (decision->hash_mb)
        fprintf(out, " hash=%d", decision->hash_mb);
    if (decision->first != NO_MOVE) {
        chess_to_uci(before, decision->first, uci);
        fprintf(out, " first=%s", uci);
    }
    if (decision->changes)
        fprintf(out, " changes=%d", decision->changes);
    fprintf(out, " scores=%d/%d range=%d die=%d/%d flags=", decision->best_score,
            decision->played_score, decision->range, decision->die, decision->blunder_chance);
    const struct {
        const char *name;
        bool set;
    } flags[] = {{"blunder", decision->blunder}, {"deliberate", decision->deliberate},
                 {"win", decision->forced_win}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (flags[i].set) {
            fprintf(out, "%s%s", comma, flags[i].name);
            comma = ",";
        }
    }
    if (decision->pressure && decision->pressure != 100)
        fprintf(out, " pressure=%d", decision->pressure);
    fprintf(out, " cost=%d random=%llu", decision->cost, (unsigned long long)decision->random);
    for (int i = 0; i < decision->count; i++) {
        fputs(i ? " " : " candidates=", out);
        write_candidate(out, before, decision->method, &decision->candidates[i]);
    }
}

/* Decisions: reading */

static bool read_int(const char *text, int least, int most, int *number)
{
    long read;
    if (!text_number(text, least, most, &read))
        return false;
    *number = (int)read;
    return true;
}

/* Reads two numbers with a slash between them: "35/-12". */
static bool read_pair(const char *text, int64_t least, int64_t most, int64_t *one, int64_t *other)
{
    *one = *other = INT64_MIN;
    const char *end = text_begins_number(text, least, most, one);
    if (*end != '/' || *one == INT64_MIN)
        return false;
    end = text_begins_number(end + 1, least, most, other);
    return !*end && *other != INT64_MIN;
}

static bool read_int_pair(const char *text, int least, int most, int *one, int *other)
{
    int64_t first, second;
    if (!read_pair(text, least, most, &first, &second))
        return false;
    *one = (int)first;
    *other = (int)second;
    return true;
}

static bool read_flags(const char *text, struct decision *decision)
{
    while (*text) {
        size_t length = strcspn(text, ", ");
        if (length == 7 && strncmp(text, "blunder", length) == 0)
            decision->blunder = true;
        else if (length == 10 && strncmp(text, "deliberate", length) == 0)
            decision->deliberate = true;
        else if (length == 3 && strncmp(text, "win", length) == 0)
            decision->forced_win = true;
        else if (length > 0)
            return false;
        text += length + (text[length] != '\0');
    }
    return true;
}

/* Reads the answer and its depth: "g7f6.3", or "0000.3" if there is no answer. Earlier versions
 * wrote the move as a number. */
static bool read_answer(const struct position *before, char *text, struct candidate *candidate)
{
    char *dot = strchr(text, '.');
    int number = NO_MOVE, depth;
    struct position next = *before;
    if (!dot || !read_int(dot + 1, 0, UINT8_MAX, &depth))
        return false;
    *dot = '\0';
    chess_play(&next, candidate->move);
    if (strcmp(text, "0000") == 0 || chess_from_uci(&next, text, &candidate->answer)) {
        candidate->answer_depth = (uint8_t)depth;
        return true;
    }
    if (!read_int(text, 0, UINT16_MAX, &number) ||
        (number != NO_MOVE && !chess_is_legal(&next, (Move)number)))
        return false;
    candidate->answer = (Move)number;
    candidate->answer_depth = (uint8_t)depth;
    return true;
}

/* Returns the index of the named feature. If the choice model no longer has that feature, returns
 * CHOICE_FEATURES_MAX, which means that no feature attracted the player. */
static uint8_t read_lure(const char *name)
{
    for (int i = 0; i < choice_feature_count(); i++)
        if (strcmp(choice_feature_name(i), name) == 0)
            return (uint8_t)i;
    return CHOICE_FEATURES_MAX;
}

static bool read_mark(const struct position *before, char *mark, struct candidate *candidate)
{
    enum human_rule rule;
    if (rule_from_name(mark, strlen(mark), &rule)) {
        candidate->dropped_by = (uint8_t)rule;
        return true;
    }
    if (strcmp(mark, "in") == 0) {
        candidate->in_range = true;
        return true;
    }
    switch (*mark) {
    case '~':
        return read_int(mark + 1, -COUNT_MAX, COUNT_MAX, &candidate->shift);
    case 'c':
        return read_int(mark + 1, 0, COUNT_MAX, &candidate->chance);
    case 'x':
        return read_answer(before, mark + 1, candidate);
    case 'l':
        candidate->lure = read_lure(mark + 1);
        return true;
    default:
        return false;
    }
}

static bool read_candidates(const struct position *before, char *text, struct decision *decision)
{
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct candidate candidate = {.dropped_by = RULE_NONE, .lure = CHOICE_FEATURES_MAX};
        char *marks, *move = strtok_r(word, ":", &marks), *mark = strtok_r(NULL, ":", &marks);
        if (decision->count == CHESS_MOVES_MAX || !move || !mark ||
            !chess_from_uci(before, move, &candidate.move) ||
            !read_int(mark, -SCORE_NONE, SCORE_NONE, &candidate.score))
            return false;
        while ((mark = strtok_r(NULL, ":", &marks)))
            if (!read_mark(before, mark, &candidate))
                return false;
        decision->candidates[decision->count++] = candidate;
    }
    return true;
}

static bool read_with(char *value, struct decision *decision)
{
    for (char *at = value; *at; at++)
        *at = *at == ':' ? '=' : *at;
    return handicap_text_read(value, &decision->handicap);
}

static bool read_field(const struct position *before, const char *name, char *value,
                       struct decision *decision)
{
    int64_t budget, cut;
    if (strcmp(name, "best") == 0)
        return decision->made = chess_from_uci(before, value, &decision->best);
    if (strcmp(name, "method") == 0)
        return method_from_name(value, &decision->method);
    if (strcmp(name, "with") == 0)
        return read_with(value, decision);
    if (strcmp(name, "width") == 0)
        return read_int(value, 0, COUNT_MAX, &decision->width_percent);
    if (strcmp(name, "time") == 0)
        return read_pair(value, 0, TIME_MAX, &decision->spent, &decision->usual);
    if (strcmp(name, "budget") == 0) {
        bool good = read_pair(value, 0, INT64_MAX, &budget, &cut);
        decision->budget = (uint64_t)budget;
        decision->cut = (uint64_t)cut;
        return good;
    }
    if (strcmp(name, "hash") == 0)
        return read_int(value, 0, HASH_MAX, &decision->hash_mb);
    if (strcmp(name, "first") == 0)
        return chess_from_uci(before, value, &decision->first);
    if (strcmp(name, "changes") == 0)
        return read_int(value, 0, COUNT_MAX, &decision->changes);
    if (strcmp(name, "scores") == 0)
        return read_int_pair(value, -SCORE_NONE, SCORE_NONE, &decision->best_score,
                             &decision->played_score);
    if (strcmp(name, "range") == 0)
        return read_int(value, 0, COUNT_MAX, &decision->range);
    if (strcmp(name, "die") == 0)
        return read_int_pair(value, 0, COUNT_MAX, &decision->die, &decision->blunder_chance);
    if (strcmp(name, "flags") == 0)
        return read_flags(value, decision);
    if (strcmp(name, "pressure") == 0)
        return read_int(value, 1, COUNT_MAX, &decision->pressure);
    if (strcmp(name, "cost") == 0)
        return read_int(value, 0, COUNT_MAX, &decision->cost);
    if (strcmp(name, "random") == 0)
        return text_seed(value, &decision->random);
    return strcmp(name, "candidates") != 0 || read_candidates(before, value, decision);
}

bool decision_text_read(char *text, const struct position *before, const struct handicap *usual,
                        struct decision *decision)
{
    char *name, *value;
    /* In texts of earlier versions, a decision without a method is one of madchess. */
    *decision = (struct decision){.method = METHOD_MADCHESS, .handicap = *usual};
    while (text_next_setting(&text, &name, &value))
        if (!read_field(before, name, value, decision))
            return false;
    return decision->made;
}
