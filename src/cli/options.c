/* One parser for the options of every command, based on getopt_long. */
#include "src/cli/options.h"
#include "src/cli/tables_known.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/cli/command.h"
#include "src/game/names.h"
#include "src/player/networks.h"
#include "src/util/text.h"
#include "src/tui/tui.h"

enum { ROWS_MAX = 64, MOVETIME_MAX = 86400000, THREADS_MAX = 256, HASH_MAX = 65536 };

static const struct option_row shared_rows[] = {
#define X(id, name, argument, words) {SHARED_##id, name, argument, words, OPTION_TAKEN, 0, 0, 0},
    SHARED_OPTIONS(X)
#undef X
};

struct shared_options shared_options_default(int elo)
{
    struct shared_options shared = {.level = elo,
                                    .elo = elo,
                                    .scale = SCALE_DEFAULT,
                                    .threads = 1,
                                    .hash_mb = 64,
                                    .arrows = true,
                                    .links = true};
    chess_start(&shared.start);
    return shared;
}

/* Returns the row with its NULL fields filled in from the shared option. */
static struct option_row complete(const struct option_row *row)
{
    struct option_row whole = *row;
    if (row->id < OPTION_OWN) {
        const struct option_row *shared = &shared_rows[row->id - SHARED_FIRST - 1];
        whole.name = row->name ? row->name : shared->name;
        whole.argument = row->argument ? row->argument : shared->argument;
        whole.words = row->words ? row->words : shared->words;
    }
    return whole;
}

enum { HELP_WIDTH = 80 };
#define WORDS_INDENT "                         " /* blanks up to the column where the descriptions
                                                    start */

int options_help(const char *usage, const struct option_row *rows, const char *after)
{
    puts(usage);
    for (; rows->id; rows++) {
        struct option_row row = complete(rows);
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", row.name, strchr("[", row.argument[0]) ? "" : " ",
                 row.argument);
        int column = printf("  %-22s", left);
        text_wrap(stdout, column, WORDS_INDENT, HELP_WIDTH, row.words);
    }
    if (after)
        puts(after);
    return EXIT_OK;
}

bool option_refuse(const char *command, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    command_usage(command, message);
    return false;
}

bool option_whole(const char *name, const char *value, long min, long max, long *number,
                  struct error *error)
{
    if (text_number(value, min, max, number))
        return true;
    return error_set(error, "--%s takes a whole number from %ld to %ld, not \"%.40s\"", name, min,
                     max, value);
}

bool option_yes(const char *name, const char *value, bool *yes, struct error *error)
{
    *yes = !value || strcmp(value, "yes") == 0;
    if (*yes || strcmp(value, "no") == 0)
        return true;
    return error_set(error, "--%s takes yes or no, not \"%.40s\"", name, value);
}

bool option_int(const char *name, const char *value, long min, long max, int *number,
                struct error *error)
{
    long whole = 0;
    if (!option_whole(name, value, min, max, &whole, error))
        return false;
    *number = (int)whole;
    return true;
}

bool option_range(const char *value, int most, int *low, int *high)
{
    char start[16];
    long from, to;
    size_t length = strcspn(value, "-");
    if (length >= sizeof start || value[length] != '-')
        return false;
    memcpy(start, value, length);
    start[length] = '\0';
    if (!text_number(start, 1, most, &from) ||
        !text_number(value + length + 1, from, most, &to))
        return false;
    *low = (int)from;
    *high = (int)to;
    return true;
}

bool option_part(const char *name, const char *value, long most, int *part, int *parts,
                 struct error *error)
{
    char rest;
    if (sscanf(value, "%7d/%7d%c", part, parts, &rest) == 2 && *part >= 1 && *part <= *parts &&
        *parts <= most)
        return true;
    return error_set(error, "--%s takes K/N with K from 1 to N, not \"%.40s\"", name, value);
}

enum { BUDGET_MAX_S = 604800 }; /* a week */

bool option_duration(const char *text, int64_t *milliseconds)
{
    char digits[16];
    size_t length = strspn(text, "0123456789");
    long number;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    const char *unit = text + length;
    long seconds = strcmp(unit, "h") == 0 ? 3600 : strcmp(unit, "m") == 0 ? 60 : 1;
    if (*unit && strcmp(unit, "s") != 0 && seconds == 1)
        return false;
    if (!text_number(digits, 1, BUDGET_MAX_S / seconds, &number))
        return false;
    *milliseconds = (int64_t)number * seconds * 1000;
    return true;
}

bool option_budget(const char *value, int64_t *budget, struct error *error)
{
    if (option_duration(value, budget))
        return true;
    return error_set(
        error, "--budget takes a time of at most a week, such as 60s or 10m, not \"%.40s\"", value);
}

static bool take_seed(struct shared_options *shared, const char *value, struct error *error)
{
    shared->seed_given = true;
    return text_seed(value, &shared->seed) ||
           error_set(error, "--seed takes a whole number, not \"%.40s\"", value);
}

static bool take_elo(struct shared_options *shared, const char *value, struct error *error)
{
    /* The bounds of the chosen scale are checked when all options have been read; the message then
     * names them. */
    enum { LEVEL_MIN = 1, LEVEL_MAX = 999999 };
    long level = ELO_FULL;
    shared->elo_given = true;
    if (strcmp(value, "full") != 0 && !text_number(value, LEVEL_MIN, LEVEL_MAX, &level))
        return error_set(error, "--elo takes a rating or full, not \"%.40s\"", value);
    shared->level = (int)level;
    return true;
}

static bool take_scale(struct shared_options *shared, const char *value, struct error *error)
{
    char names[160] = "";
    shared->scale_given = true;
    if (scale_from_name(value, &shared->scale))
        return true;
    for (int i = 0; i < SCALE_COUNT; i++)
        text_add(names, sizeof names, "%s%s", i ? ", " : "", scale_name((enum rating_scale)i));
    return error_set(error, "--scale takes one of %s, not \"%.40s\"", names, value);
}

static bool has_row(const struct option_row *rows, int id)
{
    while (rows->id && rows->id != id)
        rows++;
    return rows->id != 0;
}

/* Sets shared->elo. A level from the settings may be out of range on the scale that was given on
 * the command line; it is then replaced by the nearest level of the engine. */
static bool convert_level(const struct option_row *rows, struct shared_options *shared,
                          struct error *error)
{
    int min, max;
    bool chosen = has_row(rows, SHARED_SCALE);
    struct scale *scale = chosen ? command_scale(shared->scale, error) : NULL;
    if (chosen && !scale)
        return false;
    scale_range(scale, scale_shown(scale), &min, &max);
    bool inside = shared->level == ELO_FULL || (shared->level >= min && shared->level <= max);
    if (!inside && shared->elo_given && (chosen || has_row(rows, SHARED_ELO)))
        error_set(error, "--elo takes a rating from %d to %d (%s) or full, not %d", min, max,
                  scale_words(scale_shown(scale)), shared->level);
    else
        inside = true;
    shared->elo = scale_engine(scale, shared->level);
    scale_destroy(scale);
    return inside;
}

/* Returns whether there are networks for METHOD_MAIA, which the user must download. If not, sets
 * *error, in which `option` names the option. */
static bool has_networks(const char *option, struct error *error)
{
    char folder[512];
    if (paths_maia(folder, sizeof folder))
        return true;
    return error_set(error, "%s maia: there is no Maia network in %.255s; "
                            "fallible doctor says where to get one", option, folder);
}

bool option_method(const char *option, const char *value, enum method *method, struct error *error)
{
    const char *names[METHOD_COUNT];
    char dashed[32];
    for (int i = 0; i < METHOD_COUNT; i++)
        names[i] = method_name((enum method)i);
    snprintf(dashed, sizeof dashed, "--%s", option);
    return text_choice(dashed, value, names, METHOD_COUNT, method, error) &&
           (*method != METHOD_MAIA || has_networks(dashed, error));
}

static bool take_fen(struct shared_options *shared, const char *value, struct error *error)
{
    struct error wrong = {0};
    shared->fen_given = true;
    if (chess_from_fen(&shared->start, value, &wrong))
        return true;
    return error_set(error, "--fen: %.200s", wrong.message);
}

static void name_table(void *context, const char *file, const char *why)
{
    struct error *error = context;
    if (!error->message[0])
        error_set(error, "--syzygy: the table %.60s is damaged: %s; fallible doctor --syzygy lists "
                         "all damaged tables", file, why);
}

/* Takes the value of --syzygy after checking it: one or more folders separated by ':', as the
 * engine expects. */
static bool take_syzygy(struct shared_options *shared, const char *value, struct error *error)
{
    shared->syzygy = strcmp(value, "none") == 0 ? NULL : value;
    for (const char *at = shared->syzygy; at && *(at += strspn(at, ":"));) {
        char folder[512];
        struct stat status;
        size_t length = strcspn(at, ":");
        int written = snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        if (written >= (int)sizeof folder || stat(folder, &status) != 0 ||
            !S_ISDIR(status.st_mode))
            return error_set(
                error, "--syzygy takes a folder of endgame tables or none, not \"%.120s\"", folder);
        at += length;
    }
    error_set(error, "%s", "");
    if (!shared->syzygy)
        return true;
    struct tables_known known;
    const struct tables_memory memory = tables_known_open(&known);
    int damaged = engine_tables_damaged(shared->syzygy, false, &memory, name_table, error);
    tables_known_close(&known);
    return damaged == 0;
}

static bool take_names(struct shared_options *shared, const char *value, struct error *error)
{
    shared->names = strcmp(value, "none") == 0 ? NULL : value;
    return strlen(value) < NAMES_MAX ||
           error_set(error, "--names takes at most %d bytes", NAMES_MAX - 1);
}

static bool take_theme(struct shared_options *shared, const char *value, struct error *error)
{
    shared->theme = strcmp(value, "auto") == 0 ? NULL : value;
    if (!shared->theme || tui_theme_exists(value))
        return true;
    return error_set(error, "there is no theme \"%.40s\": %s auto", value, tui_themes());
}

static bool take_shared(struct shared_options *shared, int id, const char *name, const char *value,
                        struct error *error)
{
    long number = 0;
    bool good = true;
    switch (id) {
    case SHARED_ELO: return take_elo(shared, value, error);
    case SHARED_SCALE:
        return take_scale(shared, value, error);
    case SHARED_METHOD:
        shared->method_given = true;
        return option_method("method", value, &shared->method, error);
    case SHARED_SEED: return take_seed(shared, value, error);
    case SHARED_FEN: return take_fen(shared, value, error);
    case SHARED_ANNOUNCE:
        return speech_read_moves("--announce", value, &shared->speech.moves, error);
    case SHARED_SPEECH:
        return speech_read_length("--speech", value, &shared->speech.length, error);
    case SHARED_BOARD:
        shared->speech.board_chosen = true;
        return speech_read_board("--board", value, &shared->speech.board, error);
    case SHARED_BELL: return option_yes(name, value, &shared->bell, error);
    case SHARED_SYZYGY: return take_syzygy(shared, value, error);
    case SHARED_NAMES:
        return take_names(shared, value, error);
    case SHARED_THEME: return take_theme(shared, value, error);
    case SHARED_PIECES:
        return tui_read_piece_look(value, &shared->pieces, error);
    case SHARED_ARROWS:
        return option_yes(name, value, &shared->arrows, error);
    case SHARED_LINKS: return option_yes(name, value, &shared->links, error);
    case SHARED_STRENGTH_FILE: shared->strength_file = value; break;
    case SHARED_MOVETIME:
        good = option_whole(name, value, 1, MOVETIME_MAX, &number, error);
        shared->limits.movetime = number;
        break;
    case SHARED_NODES:
        good = option_whole(name, value, 1, TEXT_NODES_MAX, &number, error);
        shared->limits.nodes = (uint64_t)number;
        break;
    case SHARED_DEPTH:
        return option_int(name, value, 1, PLY_MAX - 1, &shared->limits.depth, error);
    case SHARED_THREADS: return option_int(name, value, 1, THREADS_MAX, &shared->threads, error);
    case SHARED_HASH: return option_int(name, value, 1, HASH_MAX, &shared->hash_mb, error);
    case SHARED_PLAIN: return option_yes(name, value, &shared->plain, error);
    case SHARED_ASCII: return option_yes(name, value, &shared->ascii, error);
    case SHARED_HELP: shared->help = true; break;
    }
    return good;
}

/* The index of the row of --output, which has the short form -o; -1 if the command has no such
 * option. */
static int output_row(const struct option_row *rows)
{
    for (int i = 0; rows[i].id; i++)
        if (rows[i].name && strcmp(rows[i].name, "output") == 0)
            return i;
    return -1;
}

static int argument_kind(const char *argument)
{
    return !*argument ? no_argument : *argument == '[' ? optional_argument : required_argument;
}

static bool take_row(const struct option_row *row, const char *value, struct shared_options *shared,
                     option_taker *take, void *context, struct error *error)
{
    char *place = (char *)context + row->place;
    if (row->id < OPTION_OWN)
        return take_shared(shared, row->id, complete(row).name, value, error);
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)place = true; break;
    case OPTION_TEXT: *(const char **)place = value; break;
    case OPTION_NUMBER:
        return option_int(row->name, value, row->least, row->most, (int *)place, error);
    default: return take(context, row->id, value, error);
    }
    return true;
}

bool option_take(const struct option_row *rows, const char *name, const char *value,
                 struct shared_options *shared, option_taker *take, void *context,
                 struct error *error)
{
    for (size_t i = 0; i < sizeof shared_rows / sizeof *shared_rows; i++)
        if (strcmp(shared_rows[i].name, name) == 0)
            return take_shared(shared, shared_rows[i].id, name, value, error);
    for (; rows && rows->id; rows++)
        if (rows->id >= OPTION_OWN && strcmp(rows->name, name) == 0)
            return take_row(rows, value, shared, take, context, error);
    return true;
}

/* Options that were renamed; the former names are still accepted. */
static const struct {
    const char *name, *former;
} renamed[] = {{"resign-policy", "manners"}};
enum { RENAMED_COUNT = sizeof renamed / sizeof *renamed };

const char *option_former_name(const char *name)
{
    for (int i = 0; i < RENAMED_COUNT; i++)
        if (strcmp(renamed[i].name, name) == 0)
            return renamed[i].former;
    return NULL;
}

/* Reports an unknown option, and suggests the option with the most similar name. */
static void no_option(const struct option *known, const char *typed, struct error *error)
{
    char word[64];
    const char *near = NULL, *dashes = strncmp(typed, "--", 2) == 0 ? typed + 2 : typed;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(dashes, "="), dashes);
    for (int i = 0; known[i].name; i++)
        near = text_nearer(word, near, known[i].name);
    error_set(error, "there is no option \"%.60s\"%s%s%s", typed, near ? "; did you mean --" : "",
              near ? near : "", near ? "?" : "");
}

bool options_read(const char *command, const struct option_row *rows, int argc, char **argv,
                  struct shared_options *shared, option_taker *take, void *context)
{
    enum { PLAIN_ALREADY = 1 };
    enum { LONG = SHARED_FIRST }; /* added to the index of a long option: the sum is greater than
                                     any character, so it cannot be mistaken for a short option */
    struct option known[ROWS_MAX + RENAMED_COUNT + 2] = {{0}};
    int count = 0;
    bool shows_board = false;
    for (int i = 0; i < ROWS_MAX && rows[i].id; i++) {
        struct option_row row = complete(&rows[i]);
        int kind = argument_kind(row.argument);
        const char *former = option_former_name(row.name);
        shows_board |= row.id == SHARED_PLAIN;
        known[count++] = (struct option){row.name, kind, NULL, LONG + i};
        if (former)
            known[count++] = (struct option){former, kind, NULL, LONG + i};
    }
    if (!shows_board) /* --plain is accepted but changes nothing, because the output is lines of
                       * text anyway */
        known[count] = (struct option){"plain", no_argument, NULL, PLAIN_ALREADY};
    opterr = 0;
    optind = 1;
    int output = output_row(rows), id;
    while ((id = getopt_long(argc, argv, output >= 0 ? ":ho:" : ":h", known, NULL)) != -1) {
        struct error error = {0};
        bool good = true;
        if (id == PLAIN_ALREADY)
            continue;
        id = id == 'o' ? LONG + output : id;
        const char letter[] = {'-', (char)optopt, '\0'}; /* if a short option is unknown */
        if (id == '?')
            no_option(known, optopt ? letter : argv[optind - 1], &error);
        else if (id == ':')
            error_set(&error, "%.60s needs a value", argv[optind - 1]);
        else if (id == 'h')
            shared->help = true;
        else
            good = take_row(&rows[id - LONG], optarg, shared, take, context, &error);
        const int row = id >= LONG ? rows[id - LONG].id : SHARED_LOOKS_FIRST;
        shared->beyond_looks |= row < SHARED_LOOKS_FIRST || row > SHARED_LOOKS_LAST;
        if (!good || error.message[0])
            return option_refuse(command, "%s", error.message);
    }
    struct error error = {0};
    if (convert_level(rows, shared, &error))
        return true;
    if (!error.file[0])
        return option_refuse(command, "%s", error.message);
    return text_error(&error);
}

bool option_decimal(const char **at, double least, double most, double *number)
{
    char *after;
    if ((**at < '0' || **at > '9') && **at != '.' && **at != '-')
        return false;
    *number = strtod(*at, &after);
    bool good = after != *at && *number >= least && *number <= most;
    *at = after;
    return good;
}

bool option_control(const char *text, struct time_control *control, struct error *error)
{
    double base = 0, increment = 0;
    const char *at = text, *slash = strchr(text, '/');
    long moves = 0;
    bool good = true;
    if (slash) {
        double number;
        good = option_decimal(&at, 1, 1000, &number) && at == slash && number == floor(number);
        moves = good ? (long)number : 0;
        at = slash + 1;
    }
    good = good && option_decimal(&at, 0, 86400, &base);
    if (good && *at == '+') {
        at++;
        good = option_decimal(&at, 0, 3600, &increment);
    }
    *control = (struct time_control){.base = (int64_t)lround(base * 1000),
                                     .increment = (int64_t)lround(increment * 1000),
                                     .moves = (int)moves};
    if (good && !*at && control->base + control->increment > 0)
        return true;
    return error_set(
        error, "--tc takes seconds+increment (8+0.08) or moves/seconds (40/60), not \"%.40s\"",
        text);
}
