/* All kinds of players behind one interface. Our engine runs in this process; engine programs are
 * driven by uci_process and xboard_process, which check everything that the programs send. */
#include "src/player/player.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/group_names.h"
#include "src/game/handicap_text.h"
#include "src/player/networks.h"
#include "src/game/scale.h"
#include "src/player/uci_process.h"
#include "src/player/xboard_process.h"
#include "src/util/random.h"
#include "src/util/array.h"
#include "src/util/text.h"

/* Milliseconds that an analysing program gets to stop its search or to quit. It is more than other
 * programs get, because each step through a game stops a search, even while the machine is busy. */
enum { ANALYST_FAREWELL = 10000 };

struct player {
    struct player_spec spec;
    char name[128];
    int hash_mb, threads;
    pthread_mutex_t lock;        /* held while `engine`, `uci` or `xboard` changes, and while the
                                  * one in use is being interrupted */
    struct engine *engine;       /* the engine of a PLAYER_FALLIBLE */
    struct uci_process *uci;     /* the program of a PLAYER_UCI; NULL if it could not be started */
    struct xboard_process *xboard; /* the program of a PLAYER_XBOARD; NULL if it could not be
                                      started */
    struct cancel cancel;
    uint64_t seed;
    void (*progress)(const struct report *report, void *context); /* may be NULL */
    void *context;
};

/* Specifications. */

static bool read_whole(const char *name, const char *value, long min, long max, long *number,
                       struct error *error)
{
    if (text_number(value, min, max, number))
        return true;
    return error_set(error, "%s takes a whole number from %ld to %ld, not \"%.40s\"", name, min,
                     max, value);
}

static bool is_program(const struct player_spec *spec)
{
    return spec->kind == PLAYER_UCI || spec->kind == PLAYER_XBOARD;
}

/* Reads "-null_move" or "+null_move". */
static bool read_switch(const char *word, struct search_features *features, struct error *error)
{
    if ((word[0] == '-' || word[0] == '+') &&
        search_features_set(features, word + 1, word[0] == '+'))
        return true;
    return error_set(error, "expected a search feature with + or - before it, not \"%.60s\"", word);
}

/* Reads "passed_pawns:0": a positional group and how much of it the player knows, in percent. */
static bool read_knowledge(const char *value, struct player_spec *spec, struct error *error)
{
    const char *colon = strchr(value, ':');
    char names[GROUP_LIST];
    long percent = 0;
    int group;
    if (colon && group_find_in(value, (size_t)(colon - value), &group)) {
        if (!read_whole("knowledge", colon + 1, 0, 100, &percent, error))
            return false;
        spec->knowledge[group] = (int)percent;
        return true;
    }
    group_list(names);
    return error_set(error, "expected knowledge=GROUP:PERCENT, not \"%.60s\"; GROUP is one of %s",
                     value, names);
}

static bool read_parameter(const char *name, const char *value, struct player_spec *spec,
                           struct error *error)
{
    long number;
    if (!SEARCH_IS_TUNABLE)
        return error_set(error, "search.%.40s= requires a tuning build (make TUNE=1)", name);
    const struct parameter_row *row = search_parameter_row(name);
    if (!row)
        return error_set(error, "there is no search parameter \"%.40s\"", name);
    if (!read_whole(name, value, row->min, row->max, &number, error))
        return false;
    *search_parameter(&spec->parameters, row) = (int)number;
    return true;
}

/* Reads a setting that every kind of player has. For any other setting, clears *known. Returns
 * false and sets *error if the value is not valid. */
static bool read_common(struct player_spec *spec, const char *name, const char *value,
                        bool *known, struct error *error)
{
    long number = 0;
    bool good = true;
    if (strcmp(name, "name") == 0) {
        snprintf(spec->name, sizeof spec->name, "%s", value);
        text_sanitize(spec->name);
        spec->named = good = value[0] != '\0';
        if (!good)
            error_set(error, "expected a name after name=");
    } else if (strcmp(name, "hash") == 0) {
        good = read_whole(name, value, 1, 65536, &number, error);
        spec->hash_mb = (int)number;
    } else if (strcmp(name, "threads") == 0) {
        good = read_whole(name, value, 1, 256, &number, error);
        spec->threads = (int)number;
    } else if (strcmp(name, "nodes") == 0) {
        good = read_whole(name, value, 1, TEXT_NODES_MAX, &number, error);
        spec->limits.nodes = (uint64_t)number;
    } else if (strcmp(name, "depth") == 0) {
        good = read_whole(name, value, 1, PLY_MAX - 1, &number, error);
        spec->limits.depth = (int)number;
    } else if (strcmp(name, "movetime") == 0) {
        good = read_whole(name, value, 1, 86400000, &number, error);
        spec->limits.movetime = number;
    } else if (strcmp(name, "nps") == 0) {
        good = read_whole(name, value, 1, 1000000000, &number, error);
        spec->nodes_per_second = (int)number;
        if (spec->handicap.limited)
            spec->handicap.nodes_per_second = (int)number;
    } else {
        *known = false;
    }
    return good;
}

/* Reads a parameter of a weakening method, such as "leaf_noise=100". For any other setting, clears
 * *known. Returns false and sets *error if the value is not valid. */
static bool read_handicap(struct player_spec *spec, const char *name, const char *value,
                          bool *known, struct error *error)
{
    struct handicap changed = spec->handicap;
    enum handicap_setting setting = handicap_text_set(&changed, name, value, error);
    *known = setting != HANDICAP_UNKNOWN;
    if (setting != HANDICAP_SET)
        return setting == HANDICAP_UNKNOWN;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (strcmp(name, parameter->name) == 0 &&
            (!changed.limited || changed.method != parameter->method))
            return error_set(error, "%s= must come after elo= and method=%s", name,
                             method_name(parameter->method));
    }
    if (!changed.limited && strcmp(name, "seed") != 0)
        return error_set(error, "%s= must come after elo=", name);
    if (strcmp(name, "like") == 0 && changed.method != METHOD_HUMAN)
        return error_set(error, "like= must come after elo= and method=human");
    spec->handicap = changed;
    return true;
}

/* Sets the level. If its method is human, keeps a style (like=) that was given earlier in the
 * text. */
static void set_level(struct player_spec *spec, const struct handicap *level)
{
    char like[STYLE_NAME_MAX];
    memcpy(like, spec->handicap.like, sizeof like);
    spec->handicap = *level;
    if (level->method == METHOD_HUMAN)
        memcpy(spec->handicap.like, like, sizeof like);
}

/* Reads "lichess=1400": the level that corresponds to this rating on the built-in scale. */
static bool read_rating(struct player_spec *spec, enum rating_scale which, const char *name,
                        const char *value, const struct strength *strength, struct error *error)
{
    int min, max;
    long rating = 0;
    struct scale *scale = scale_create(NULL, NULL, error);
    if (!scale)
        return false;
    scale_range(scale, which, &min, &max);
    bool good = read_whole(name, value, min, max, &rating, error);
    if (good) {
        struct handicap level = handicap_for(strength, spec->handicap.method,
                                             scale_to_engine(scale, which, (double)rating), 0);
        set_level(spec, &level);
    }
    scale_destroy(scale);
    return good;
}

/* Reads a setting that only Fallible's own engine has. */
static bool read_fallible(struct player_spec *spec, const char *name, const char *value,
                          const struct strength *strength, struct error *error)
{
    long number = spec->handicap.elo;
    enum method method = spec->handicap.method;
    bool known = true;
    enum rating_scale which;
    if (scale_from_name(name, &which))
        return read_rating(spec, which, name, value, strength, error);
    if (strcmp(name, "elo") == 0 || strcmp(name, "method") == 0) {
        if (name[0] == 'e' ? !read_whole(name, value, ELO_MIN, ELO_MAX, &number, error)
                           : !method_from_name(value, &method)) {
            if (name[0] == 'm')
                error_set(error, "there is no weakening method \"%.40s\"", value);
            return false;
        }
        struct handicap level = handicap_for(strength, method, (int)number, 0);
        set_level(spec, &level);
        spec->has_method |= name[0] == 'm';
        return true;
    }
    bool good = read_handicap(spec, name, value, &known, error);
    if (known)
        return good;
    if (strcmp(name, "features") == 0)
        return read_switch(value, &spec->features, error);
    if (strcmp(name, "knowledge") == 0)
        return read_knowledge(value, spec, error);
    if (strncmp(name, "search.", 7) == 0)
        return read_parameter(name + 7, value, spec, error);
    return error_set(
        error,
        "Fallible's engine has no setting \"%.40s\"; expected elo, lichess or another rating "
        "scale, method or another setting of a level, features, knowledge, search.PARAMETER, name, "
        "hash, threads, nps, nodes, depth or movetime",
        name);
}

static bool read_option(struct player_spec *spec, const char *name, const char *value,
                        struct error *error)
{
    if (strncmp(name, "option.", 7) != 0)
        return error_set(error,
                         "unknown setting \"%.40s\"; write an option of the engine as "
                         "option.NAME=VALUE",
                         name);
    if (spec->option_count == PLAYER_OPTIONS_MAX)
        return error_set(error, "there are more than %d options", PLAYER_OPTIONS_MAX);
    struct player_option *option = &spec->options[spec->option_count++];
    int length = snprintf(option->name, sizeof option->name, "%s", name + 7);
    int value_length = snprintf(option->value, sizeof option->value, "%s", value);
    if (length >= (int)sizeof option->name || value_length >= (int)sizeof option->value)
        return error_set(error, "the option %.40s or its value is too long", name + 7);
    return true;
}

static bool read_setting(struct player_spec *spec, char *setting, const struct strength *strength,
                         struct error *error)
{
    if (spec->kind == PLAYER_FALLIBLE && (setting[0] == '-' || setting[0] == '+'))
        return read_switch(setting, &spec->features, error);
    char *value = setting;
    const char *name = strsep(&value, "=");
    if (!value)
        return error_set(error, "expected name=value, not \"%.60s\"", name);
    bool known = true, good = read_common(spec, name, value, &known, error);
    if (known)
        return good;
    if (spec->kind == PLAYER_FALLIBLE)
        return read_fallible(spec, name, value, strength, error);
    if (is_program(spec))
        return read_option(spec, name, value, error);
    return error_set(error, "the random mover has no setting \"%.40s\"", name);
}

/* Whether a setting begins at `text`, which follows a comma. A comma ends a setting only if another
 * setting begins after it, so that commands and values may contain commas. */
static bool begins_setting(const struct player_spec *spec, const char *text)
{
    static const char *const names[] = {"name=",  "hash=",     "threads=", "nodes=",
                                        "depth=", "movetime=", "nps=",     "option."};
    if (!is_program(spec))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Returns the length of the setting at `text`, up to the comma that ends it. A style's name often
 * contains a comma, between last and first name. */
static size_t part_length(const struct player_spec *spec, const char *text)
{
    bool style = !is_program(spec) && strncmp(text, "like=", 5) == 0;
    size_t length = 0;
    for (; text[length]; length++) {
        const char *next = text + length + 1;
        if (text[length] == ',' && begins_setting(spec, next) &&
            !(style && next[strcspn(next, ",=")] != '='))
            break;
    }
    return length;
}

static bool read_kind(struct player_spec *spec, const char *text, const char **rest,
                      struct error *error)
{
    static const struct {
        const char *word;
        enum player_kind kind;
    } kinds[] = {
        {"fallible", PLAYER_FALLIBLE}, {"uci", PLAYER_UCI}, {"xboard", PLAYER_XBOARD},
        {"random", PLAYER_RANDOM}};
    size_t length = strcspn(text, ":");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].word) == length && strncmp(text, kinds[i].word, length) == 0) {
            spec->kind = kinds[i].kind;
            *rest = text + length + (text[length] == ':');
            return true;
        }
    return error_set(error,
                     "\"%.80s\" is not a player: expected fallible, fallible:SETTINGS, "
                     "uci:COMMAND, xboard:COMMAND or random",
                     text);
}

bool player_spec_read(struct player_spec *spec, const char *text, const struct strength *strength,
                      struct error *error)
{
    const char *at = text;
    char part[512];
    const struct engine_settings usual = engine_settings_default();
    *spec = (struct player_spec){
        .features = usual.features, .parameters = usual.parameters, .handicap = usual.handicap};
    memcpy(spec->knowledge, usual.knowledge, sizeof spec->knowledge);
    if (!read_kind(spec, text, &at, error))
        return false;
    bool is_command = is_program(spec);
    while (*at || is_command) {
        size_t length = part_length(spec, at);
        if (length == 0 || length >= sizeof part) {
            error_set(error,
                      length == 0 ? "%.80s: a setting or command is missing"
                                  : "%.80s: this part is too long",
                      text);
            error->column = (int)(at - text) + 1;
            return false;
        }
        memcpy(part, at, length);
        part[length] = '\0';
        if (is_command) {
            snprintf(spec->command, sizeof spec->command, "%s", part);
        } else if (!read_setting(spec, part, strength, error)) {
            error->column = (int)(at - text) + 1;
            return false;
        }
        is_command = false;
        at += length + (at[length] == ',');
    }
    if (spec->has_method && !spec->handicap.limited)
        return error_set(error, "%.80s: method= requires elo=", text);
    for (int i = 0; i < GROUP_COUNT; i++)
        if (spec->handicap.knowledge[i] > spec->knowledge[i])
            spec->handicap.knowledge[i] = spec->knowledge[i];
    if (!spec->named)
        player_called(text, spec->name, sizeof spec->name);
    return true;
}

const char *player_command(const char *text, bool *xboard)
{
    static const char uci[] = "uci:", prefix[] = "xboard:";
    *xboard = strncmp(text, prefix, sizeof prefix - 1) == 0;
    if (*xboard)
        return text + sizeof prefix - 1;
    return strncmp(text, uci, sizeof uci - 1) == 0 ? text + sizeof uci - 1 : NULL;
}

void player_called(const char *text, char *name, size_t size)
{
    bool xboard;
    const char *command = player_command(text, &xboard);
    if (command) {
        text = command;
        for (const char *at = text; *at && !strchr(" ,", *at); at++)
            if (*at == '/')
                text = at + 1;
    }
    snprintf(name, size, "%s", text);
    text_sanitize(name);
}

/* Creation. */

struct engine_settings player_settings(const struct player_spec *spec)
{
    struct engine_settings settings = engine_settings_default();
    settings.features = spec->features;
    settings.parameters = spec->parameters;
    memcpy(settings.knowledge, spec->knowledge, sizeof settings.knowledge);
    settings.handicap = spec->handicap;
    settings.own_book = false;
    networks_set_folders(&settings);
    return settings;
}

static bool start_engine(struct player *player, struct error *error)
{
    struct engine_settings settings = player_settings(&player->spec);
    settings.hash_mb = player->hash_mb;
    settings.threads = player->threads;
    struct engine *engine = engine_create_with(&settings, error);
    pthread_mutex_lock(&player->lock);
    player->engine = engine;
    pthread_mutex_unlock(&player->lock);
    return engine != NULL;
}

/* Ends the running program and installs another one, or none if both are NULL. */
static void replace_process(struct player *player, struct uci_process *uci,
                            struct xboard_process *xboard)
{
    pthread_mutex_lock(&player->lock);
    struct uci_process *old_uci = player->uci;
    struct xboard_process *old_xboard = player->xboard;
    player->uci = uci;
    player->xboard = xboard;
    pthread_mutex_unlock(&player->lock);
    uci_process_stop(old_uci);
    xboard_process_stop(old_xboard);
}

static bool set_option(struct player *player, const char *name, const char *value)
{
    return player->uci ? uci_process_option(player->uci, name, value)
                       : xboard_process_option(player->xboard, name, value);
}

/* Writes the name that the program reports and the options that it was given: "Stockfish 15.1,
 * Skill Level=0". */
static void write_name(struct player *player)
{
    const struct player_spec *spec = &player->spec;
    size_t size = sizeof player->name, length = 0;
    for (int i = -1; i < spec->option_count && length < size; i++) {
        char *at = player->name + length;
        int written;
        if (i < 0)
            written = snprintf(at, size, "%s", player->uci ? uci_process_name(player->uci)
                                                           : xboard_process_name(player->xboard));
        else
            written = snprintf(at, size - length, ", %s=%s", spec->options[i].name,
                               spec->options[i].value);
        length += written > 0 ? (size_t)written : 0;
    }
    text_sanitize(player->name);
}

static bool start_process(struct player *player, struct error *error)
{
    const struct player_spec *spec = &player->spec;
    struct patience patience = patience_default();
    patience.cancel = &player->cancel;
    if (spec->lines > 0)
        patience.farewell = ANALYST_FAREWELL;
    char number[16];
    if (spec->kind == PLAYER_UCI)
        replace_process(player, uci_process_start(spec->command, &patience, error), NULL);
    else
        replace_process(player, NULL, xboard_process_start(spec->command, &patience, error));
    if (!player->uci && !player->xboard)
        return false;
    /* Failures are ignored: an engine without these options has a fixed hash size, one thread and
     * one line. */
    snprintf(number, sizeof number, "%d", player->hash_mb);
    bool ignored = player->hash_mb > 0 && set_option(player, "Hash", number);
    snprintf(number, sizeof number, "%d", player->threads);
    ignored |= set_option(player, "Threads", number);
    snprintf(number, sizeof number, "%d", spec->lines);
    ignored |= spec->lines > 0 && set_option(player, "MultiPV", number);
    (void)ignored;
    for (int i = 0; i < spec->option_count; i++)
        if (!set_option(player, spec->options[i].name, spec->options[i].value))
            return error_set(error, "%s has no option \"%s\"", spec->command,
                             spec->options[i].name);
    if (!spec->named)
        write_name(player);
    return true;
}

struct player *player_prepare(const struct player_spec *spec, int hash_mb, int threads,
                              struct error *error)
{
    struct player *player = array_zeroed(sizeof *player, error);
    if (!player)
        return NULL;
    if (!cancel_init(&player->cancel)) {
        error_set(error, "too many files are open");
        free(player);
        return NULL;
    }
    pthread_mutex_init(&player->lock, NULL);
    player->spec = *spec;
    player->hash_mb = spec->hash_mb > 0 ? spec->hash_mb : hash_mb;
    player->threads = spec->threads > 0 ? spec->threads : threads;
    snprintf(player->name, sizeof player->name, "%s", spec->name);
    return player;
}

bool player_start(struct player *player, struct error *error)
{
    if (player->spec.kind == PLAYER_RANDOM)
        return true;
    return is_program(&player->spec) ? start_process(player, error) : start_engine(player, error);
}

struct player *player_create(const struct player_spec *spec, int hash_mb, int threads,
                             struct error *error)
{
    struct player *player = player_prepare(spec, hash_mb, threads, error);
    if (player && player_start(player, error))
        return player;
    player_destroy(player);
    return NULL;
}

void player_destroy(struct player *player)
{
    if (!player)
        return;
    engine_destroy(player->engine);
    replace_process(player, NULL, NULL);
    cancel_clear(&player->cancel);
    pthread_mutex_destroy(&player->lock);
    free(player);
}

const char *player_name(const struct player *player)
{
    return player->name;
}

int player_speed(const struct player *player, int otherwise, int64_t allotted)
{
    const struct player_spec *spec = &player->spec;
    if (player_divides_time(player))
        return handicap_speed(&spec->handicap, allotted);
    return spec->nodes_per_second > 0 ? spec->nodes_per_second : otherwise;
}

bool player_divides_time(const struct player *player)
{
    return player->engine && player->spec.handicap.limited;
}

static bool begin_game(struct player *player, struct error *error)
{
    return (player->uci && uci_process_new_game(player->uci, error)) ||
           (player->xboard && xboard_process_new_game(player->xboard, error));
}

bool player_new_game(struct player *player, uint64_t seed, struct error *error)
{
    player->seed = seed;
    if (player->engine) {
        struct engine_settings settings = *engine_settings(player->engine);
        settings.handicap.seed = seed;
        if (!engine_configure(player->engine, &settings, error))
            return false;
        engine_new_game(player->engine);
        return true;
    }
    if (player->spec.kind == PLAYER_RANDOM)
        return true;
    if (begin_game(player, error))
        return true;
    return start_process(player, error) && begin_game(player, error);
}

/* Thinking. */

static struct limits limits_for(const struct player *player, const struct limits *limits)
{
    const struct limits *own = &player->spec.limits;
    if (own->nodes == 0 && own->depth == 0 && own->movetime == 0)
        return *limits;
    return *own;
}

static bool think_ourselves(struct player *player, const struct position *start,
                            const Move moves[], int count, const struct limits *limits,
                            struct report *report, struct error *error)
{
    if (!engine_set_position(player->engine, start, moves, count))
        return error_set(error, "the moves of the game are not legal");
    *report = (struct report){0};
    return engine_think(player->engine, limits, report);
}

static void move_at_random(const struct player *player, const struct position *start,
                           const Move moves[], int count, struct report *report)
{
    struct position position = *start;
    Move legal[CHESS_MOVES_MAX];
    for (int i = 0; i < count; i++)
        chess_play(&position, moves[i]);
    int legal_count = chess_moves(&position, legal);
    uint64_t random = random_mix(player->seed + random_mix((uint64_t)count + 1));
    *report = (struct report){.finished = true};
    if (legal_count > 0)
        report->best = legal[random % (uint64_t)legal_count];
}

static enum player_answer ask_xboard(struct player *player, const struct position *start,
                                     const Move moves[], int count, const struct limits *limits,
                                     struct report *report, struct error *error)
{
    switch (xboard_process_search(player->xboard, start, moves, count, limits, player->progress,
                                  player->context, report, error)) {
    case XBOARD_MOVED:
        return PLAYER_MOVED;
    case XBOARD_RESIGNED:
        return PLAYER_RESIGNED;
    default:
        return xboard_process_cheated(player->xboard) ? PLAYER_ILLEGAL : PLAYER_BROKE;
    }
}

enum player_answer player_think(struct player *player, const struct position *start,
                                const Move moves[], int count, const struct limits *limits,
                                struct report *report, struct error *error)
{
    struct limits own = limits_for(player, limits);
    switch (player->spec.kind) {
    case PLAYER_RANDOM:
        move_at_random(player, start, moves, count, report);
        return PLAYER_MOVED;
    case PLAYER_FALLIBLE:
        return think_ourselves(player, start, moves, count, &own, report, error) ? PLAYER_MOVED
                                                                                  : PLAYER_BROKE;
    case PLAYER_XBOARD:
        return ask_xboard(player, start, moves, count, &own, report, error);
    default:
        if (uci_process_search(player->uci, start, moves, count, &own, player->progress,
                               player->context, report, error))
            return PLAYER_MOVED;
        return uci_process_cheated(player->uci) ? PLAYER_ILLEGAL : PLAYER_BROKE;
    }
}

bool player_option(struct player *player, const char *name, const char *value)
{
    struct player_spec *spec = &player->spec;
    if (spec->option_count == PLAYER_OPTIONS_MAX || !set_option(player, name, value))
        return false;
    struct player_option *option = &spec->options[spec->option_count++];
    snprintf(option->name, sizeof option->name, "%s", name);
    snprintf(option->value, sizeof option->value, "%s", value);
    return true;
}

void player_watch(struct player *player,
                  void (*progress)(const struct report *report, void *context), void *context)
{
    player->progress = progress;
    player->context = context;
}

void player_interrupt(struct player *player)
{
    pthread_mutex_lock(&player->lock);
    if (player->engine)
        engine_stop(player->engine);
    if (player->uci)
        uci_process_interrupt(player->uci);
    if (player->xboard)
        xboard_process_interrupt(player->xboard);
    pthread_mutex_unlock(&player->lock);
}

void player_cancel(struct player *player)
{
    cancel_set(&player->cancel);
    player_interrupt(player);
}

void player_forget_interrupt(struct player *player)
{
    if (player->uci)
        uci_process_forget_interrupt(player->uci);
    if (player->xboard)
        xboard_process_forget_interrupt(player->xboard);
}

void player_end_all(int milliseconds)
{
    child_end_all(milliseconds);
}
