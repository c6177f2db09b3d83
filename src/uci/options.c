/* The options of the UCI engine: one table, from which they are listed, checked and set. Each group
 * of knowledge of a weakened engine also has a check option. */
#include "src/player/networks.h"
#include "src/uci/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/uci/levels.h"
#include "src/util/paths.h"
#include "src/util/random.h"
#include "src/util/text.h"

/* The options: identifier, name, type, default and bounds, as shown to the GUI. */

enum option_type { CHECK, SPIN, STRING, BUTTON, METHODS, ABOUT_TEXT };
#define OPTIONS(X)                                                                                 \
    X(HASH, "Hash", SPIN, 64, 1, 65536)                                                            \
    X(THREADS, "Threads", SPIN, 1, 1, 256)                                                         \
    X(CLEAR_HASH, "Clear Hash", BUTTON, 0, 0, 0)                                                   \
    X(MULTI_PV, "MultiPV", SPIN, 1, 1, REPORT_LINES_MAX)                                           \
    X(PONDER, "Ponder", CHECK, 0, 0, 1)                                                            \
    X(CHESS960, "UCI_Chess960", CHECK, 0, 0, 1)                                                    \
    X(SHOW_WDL, "UCI_ShowWDL", CHECK, 0, 0, 1)                                                     \
    X(MOVE_OVERHEAD, "Move Overhead", SPIN, 10, 0, 5000)                                           \
    X(SYZYGY_PATH, "SyzygyPath", STRING, 0, 0, 0)                                                  \
    X(OWN_BOOK, "OwnBook", CHECK, 0, 0, 1)                                                         \
    X(BOOK_FILE, "BookFile", STRING, 0, 0, 0)                                                      \
    X(BOOK_BEST, "BookBest", CHECK, 0, 0, 1)                                                       \
    X(SEED, "Seed", SPIN, 0, 0, INT32_MAX)                                                         \
    X(NODES_PER_SECOND, "Nodes Per Second", SPIN, 0, 1, 1000000000)                                \
    X(METHOD, "Method", METHODS, 0, 0, 0)                                                          \
    X(LIKE, "Human Like", STRING, 0, 0, 0)                                                         \
    X(LOG, "Log", STRING, 0, 0, 0)                                                                 \
    X(ANALYSE, "UCI_AnalyseMode", CHECK, 0, 0, 1)                                                  \
    X(ABOUT, "UCI_EngineAbout", ABOUT_TEXT, 0, 0, 0)                                               \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", CHECK, 0, 0, 1)                                         \
    X(ELO, "UCI_Elo", SPIN, UCI_ELO_DEFAULT, ELO_MIN, ELO_MAX)                                     \
    X(OPPONENT, "UCI_Opponent", STRING, 0, 0, 0)                                                   \
    X(RATING_ADVANTAGE, "UCI_RatingAdv", SPIN, UCI_ADVANTAGE_OFF, UCI_ADVANTAGE_OFF, 3000)

enum option {
#define X(id, name, type, initial, min, max) OPTION_##id,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

static const struct option_info {
    const char *name;
    enum option_type type;
    int64_t initial, min, max;
} options[OPTION_COUNT] = {
#define X(id, name, type, initial, min, max) {name, type, initial, min, max},
    OPTIONS(X)
#undef X
};

/* The default of the speed option is the speed at the default Elo. */
static int64_t initial_value(const struct uci *uci, enum option option)
{
    if (option == OPTION_NODES_PER_SECOND)
        return handicap_for_elo(uci->strength, UCI_ELO_DEFAULT, 0).nodes_per_second;
    return options[option].initial;
}

/* Options for a weakened engine only: the groups it knows and the parameters of each method, with
 * the values of the default Elo. */
static void list_weakness(const struct uci *uci)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        uci_say("option name Knows %s type check default true", group_ascii((enum group)group));
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        struct handicap usual = handicap_for(uci->strength, parameter->method, UCI_ELO_DEFAULT, 0);
        uci_say("option name %s type spin default %d min %d max %d", parameter->option,
                *handicap_parameter(&usual, i), parameter->min, parameter->max);
    }
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = pressure_parameter(i);
        uci_say("option name %s type spin default 0 min %d max %d", parameter->option,
                parameter->min, parameter->max);
    }
}

static void list_methods(const char *name)
{
    char text[256] = "";
    for (int i = 0; i < METHOD_COUNT; i++)
        text_add(text, sizeof text, " var %s", method_name((enum method)i));
    uci_say("option name %s type combo default %s%s", name, method_name(METHOD_MADCHESS), text);
}

/* The parameters of a weakened engine are listed before UCI_LimitStrength and UCI_Elo. Some GUIs
 * send all options in this order, even unchanged ones. The Elo comes last, so the parameters sent
 * before it do not override what it sets. */
void uci_list_options(const struct uci *uci)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &options[i];
        if (i == OPTION_NODES_PER_SECOND) {
            uci_list_parameters();
            list_weakness(uci);
        }
        if (info->type == CHECK)
            uci_say("option name %s type check default %s", info->name,
                    info->initial ? "true" : "false");
        else if (info->type == SPIN)
            uci_say("option name %s type spin default %" PRId64 " min %" PRId64 " max %" PRId64,
                    info->name, initial_value(uci, (enum option)i), info->min, info->max);
        else if (info->type == METHODS)
            list_methods(info->name);
        else if (info->type == ABOUT_TEXT)
            uci_say("option name %s type string default Fallible, an engine that errs on purpose; "
                    "GPL-3.0-or-later",
                    info->name);
        else if (info->type == STRING)
            uci_say("option name %s type string default <empty>", info->name);
        else
            uci_say("option name %s type button", info->name);
    }
}

uint64_t uci_seed_of_game(const struct uci *uci)
{
    return uci->seed ? uci->seed : random_seed();
}

/* The level to play against the opponent: its rating plus UCI_RatingAdv. The rating of a person
 * counts as one on the players' scale, that of a program as one on the engine scale. */
static struct handicap handicap_against(const struct uci *uci, uint64_t seed)
{
    const struct opponent *opponent = &uci->opponent;
    const int rating = opponent->rating + uci->rating_advantage;
    if (opponent->human && uci->method == METHOD_MAIA)
        return handicap_for_rating(uci->strength, uci->method, rating, seed);
    const struct player_ratings *ratings = uci->ratings;
    const int elo =
        opponent->human && ratings ? ratings->to_level(ratings->context, 0, rating) : rating;
    return handicap_for(uci->strength, uci->method, elo, seed);
}

/* Recomputes the handicap from UCI_LimitStrength, UCI_Elo, Method and the opponent. */
static void set_strength(struct uci *uci, struct engine_settings *settings, bool limited)
{
    const uint64_t seed = settings->handicap.seed;
    if (limited && uci->opponent.rating && uci->rating_advantage != UCI_ADVANTAGE_OFF)
        settings->handicap = handicap_against(uci, seed);
    else
        settings->handicap =
            handicap_for(uci->strength, uci->method, limited ? uci->elo : ELO_FULL, seed);
    if (uci->method == METHOD_HUMAN)
        memcpy(settings->handicap.like, uci->like, sizeof uci->like);
}

/* Prints a reason why settings cannot be used. Returns false. */
static bool refuse(const struct error *error)
{
    char text[sizeof *error + 32];
    text_of_error(error, text, sizeof text);
    uci_say("info string %s", text);
    return false;
}

/* Sets the style of method human: that of the player named by `value`, or that of people in general
 * if `value` is empty. */
static bool set_like(struct uci *uci, const char *value)
{
    struct error error;
    int elo; /* the player's rating; not used, because UCI_Elo sets the level */
    if (!*value || strcmp(value, "<empty>") == 0)
        uci->like[0] = '\0';
    else if (!styles_find(value, NULL, uci->like, &elo, &error))
        return refuse(&error);
    if (uci->like[0] && uci->method != METHOD_HUMAN)
        uci_say("info string Human Like has an effect only when Method is human");
    return true;
}

static bool set_string(char *to, size_t size, const char *value)
{
    if (strlen(value) >= size) {
        uci_say("info string the path is longer than %zu bytes", size - 1);
        return false;
    }
    snprintf(to, size, "%s", strcmp(value, "<empty>") == 0 ? "" : value);
    return true;
}

/* Gives the engine the settings. While a GUI analyses (UCI_AnalyseMode), the engine plays at full
 * strength and without a book. */
bool uci_configure(struct uci *uci, const struct engine_settings *settings)
{
    struct error error;
    struct engine_settings applied = *settings;
    if (uci->analyse)
        applied.handicap.limited = applied.own_book = false;
    if (!engine_configure(uci->engine, &applied, &error))
        return refuse(&error);
    uci->settings = *settings;
    return true;
}

/* Sets a single number of the handicap, which then no longer corresponds to an Elo. */
static void set_by_hand(const struct uci *uci, struct engine_settings *settings, int *place,
                        int value)
{
    *place = value;
    settings->handicap.elo = ELO_FULL;
    if (!uci->settings.handicap.limited)
        uci_say("info string this option has an effect only when UCI_LimitStrength is true, and "
                "must be set after it");
}

/* Sets the book: BookFile, or the built-in one if it is empty. The book is opened only when OwnBook
 * is set, so until then an unreadable file is not refused. */
static bool set_book(const struct uci *uci, struct engine_settings *settings, bool own_book)
{
    settings->own_book = own_book;
    snprintf(settings->book_file, sizeof settings->book_file, "%s", uci->book_file);
    if (!own_book || settings->book_file[0] ||
        paths_shipped("share/book.bin", settings->book_file, sizeof settings->book_file))
        return true;
    uci_say("info string Fallible's own book, share/book.bin, is not installed: set BookFile");
    return false;
}

/* The field of the engine's settings for an option that only sets a number or a switch; NULL for
 * any other option. */
static int *number_of(struct engine_settings *settings, enum option option)
{
    switch (option) {
    case OPTION_HASH: return &settings->hash_mb;
    case OPTION_THREADS: return &settings->threads;
    case OPTION_MULTI_PV: return &settings->multi_pv;
    case OPTION_MOVE_OVERHEAD: return &settings->move_overhead;
    default: return NULL;
    }
}

/* The field for a switch that is not among the engine's settings. Ponder, for example, only
 * concerns the GUI. */
static bool *switch_of(struct uci *uci, enum option option)
{
    switch (option) {
    case OPTION_PONDER: return &uci->ponder;
    case OPTION_CHESS960: return &uci->chess960;
    case OPTION_SHOW_WDL: return &uci->show_wdl;
    default: return NULL;
    }
}

/* Reads "TITLE RATING human|computer NAME", as GUIs send it; TITLE and RATING may be the word
 * "none". */
static bool set_opponent(struct uci *uci, const char *value)
{
    char title[16], rating[16], kind[16];
    struct opponent opponent = {0};
    int64_t number = 0;
    if (sscanf(value, "%15s %15s %15s", title, rating, kind) == 3 &&
        (uci_same_word(kind, "human") || uci_same_word(kind, "computer")) &&
        (uci_same_word(rating, "none") ||
         (uci_read_whole(rating, &number) && number > 0 && number < 10000))) {
        opponent = (struct opponent){(int)number, uci_same_word(kind, "human")};
    } else if (*value && strcmp(value, "<empty>") != 0) {
        uci_say("info string UCI_Opponent takes TITLE RATING human|computer NAME, not \"%s\"",
                uci_excerpt(value).text);
        return false;
    }
    uci->opponent = opponent;
    return true;
}

/* Sets an option that is in neither number_of nor switch_of. Returns false if the value was
 * refused, after printing why. */
static bool set_other(struct uci *uci, struct engine_settings *settings, enum option option,
                      int64_t number, const char *value)
{
    struct handicap *handicap = &settings->handicap;
    switch (option) {
    case OPTION_SYZYGY_PATH:
        return set_string(settings->syzygy_path, sizeof settings->syzygy_path, value);
    case OPTION_OWN_BOOK: return set_book(uci, settings, number);
    case OPTION_BOOK_FILE:
        return set_string(uci->book_file, sizeof uci->book_file, value) &&
               set_book(uci, settings, settings->own_book);
    case OPTION_BOOK_BEST: settings->book_best = number; return true;
    case OPTION_SEED:
        uci->seed = (uint64_t)number;
        handicap->seed = uci_seed_of_game(uci);
        return true;
    case OPTION_NODES_PER_SECOND:
        set_by_hand(uci, settings, &handicap->nodes_per_second, (int)number);
        return true;
    case OPTION_METHOD:
        if (!method_from_name(value, &uci->method)) {
            uci_say("info string there is no method \"%s\"", uci_excerpt(value).text);
            return false;
        }
        set_strength(uci, settings, handicap->limited);
        return true;
    case OPTION_LIKE:
        if (!set_like(uci, value))
            return false;
        set_strength(uci, settings, handicap->limited);
        return true;
    case OPTION_LOG: return uci_open_log(strcmp(value, "<empty>") == 0 ? "" : value);
    case OPTION_ANALYSE: uci->analyse = number; return true;
    case OPTION_OPPONENT:
        if (!set_opponent(uci, value))
            return false;
        set_strength(uci, settings, handicap->limited);
        return true;
    case OPTION_RATING_ADVANTAGE:
        uci->rating_advantage = (int)number;
        set_strength(uci, settings, handicap->limited);
        return true;
    case OPTION_LIMIT_STRENGTH: set_strength(uci, settings, number); return true;
    case OPTION_ELO:
        uci->elo = (int)number;
        set_strength(uci, settings, handicap->limited);
        return true;
    default: return true;
    }
}

static void apply_option(struct uci *uci, enum option option, int64_t number, const char *value)
{
    struct engine_settings settings = uci->settings;
    int elo = uci->elo, advantage = uci->rating_advantage, *place = number_of(&settings, option);
    bool *set = switch_of(uci, option), analyse = uci->analyse;
    enum method method = uci->method;
    struct opponent opponent = uci->opponent;
    char book_file[sizeof uci->book_file], like[sizeof uci->like];
    memcpy(like, uci->like, sizeof like);
    memcpy(book_file, uci->book_file, sizeof book_file);
    if (set) {
        *set = number;
        return;
    }
    if (option == OPTION_CLEAR_HASH) {
        engine_new_game(uci->engine);
        return;
    }
    if (place)
        *place = (int)number;
    if ((!place && !set_other(uci, &settings, option, number, value)) ||
        !uci_configure(uci, &settings)) {
        uci->elo = elo;
        uci->method = method;
        uci->analyse = analyse;
        uci->opponent = opponent;
        uci->rating_advantage = advantage;
        memcpy(uci->like, like, sizeof like);
        memcpy(uci->book_file, book_file, sizeof book_file);
    }
}

static bool read_check(const char *name, const char *value, int64_t *number)
{
    *number = uci_same_word(value, "true");
    if (*number || uci_same_word(value, "false"))
        return true;
    uci_say("info string %s takes true or false, not \"%s\"", name, uci_excerpt(value).text);
    return false;
}

bool uci_read_spin(const char *name, const char *value, int64_t min, int64_t max, int64_t *number)
{
    if (uci_read_whole(value, number) && *number >= min && *number <= max)
        return true;
    uci_say("info string %s takes a number from %" PRId64 " to %" PRId64 ", not \"%s\"", name, min,
            max, uci_excerpt(value).text);
    return false;
}

/* Sets a parameter of a method; it has no effect if another method is in use. Returns false if
 * there is no such option. */
static bool set_parameter(struct uci *uci, const char *name, const char *value)
{
    int64_t number = 0;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (!uci_same_word(name, parameter->option))
            continue;
        struct engine_settings settings = uci->settings;
        if (!uci_read_spin(parameter->option, value, parameter->min, parameter->max, &number))
            return true;
        if (parameter->method != uci->method) {
            uci_say("info string %s has an effect only when Method is %s, and must be set after it",
                    parameter->option, method_name(parameter->method));
            return true;
        }
        set_by_hand(uci, &settings, handicap_parameter(&settings.handicap, i), (int)number);
        (void)uci_configure(uci, &settings);
        return true;
    }
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = pressure_parameter(i);
        struct engine_settings settings = uci->settings;
        if (!uci_same_word(name, parameter->option))
            continue;
        if (uci_read_spin(parameter->option, value, parameter->min, parameter->max, &number)) {
            const int elo = settings.handicap.elo; /* these parameters do not change the level, so
                                                    * the Elo, which set_by_hand clears, is
                                                    * restored */
            set_by_hand(uci, &settings, pressure_number(&settings.handicap, i), (int)number);
            settings.handicap.elo = elo;
            (void)uci_configure(uci, &settings);
        }
        return true;
    }
    return false;
}

/* Sets a parameter of the search, in a build by `make TUNE=1`. Returns false if there is no such
 * option. */
static bool set_search_parameter(struct uci *uci, const char *name, const char *value)
{
    const struct parameter_row *row = SEARCH_IS_TUNABLE ? search_parameter_row(name) : NULL;
    int64_t number;
    if (!row)
        return false;
    struct engine_settings settings = uci->settings;
    if (uci_read_spin(name, value, row->min, row->max, &number)) {
        *search_parameter(&settings.parameters, row) = (int)number;
        (void)uci_configure(uci, &settings);
    }
    return true;
}

static void set_option(struct uci *uci, const char *name, const char *value)
{
    int64_t number = 0;
    for (int group = 0; group < GROUP_COUNT; group++) {
        char knows[64];
        snprintf(knows, sizeof knows, "Knows %s", group_ascii((enum group)group));
        if (!uci_same_word(name, knows))
            continue;
        struct engine_settings settings = uci->settings;
        if (read_check(knows, value, &number)) {
            set_by_hand(uci, &settings, &settings.handicap.knowledge[group], number ? 100 : 0);
            (void)uci_configure(uci, &settings);
        }
        return;
    }
    if (set_parameter(uci, name, value) || set_search_parameter(uci, name, value))
        return;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &options[i];
        if (!uci_same_word(name, info->name))
            continue;
        if (info->type == CHECK && !read_check(info->name, value, &number))
            return;
        if (info->type == SPIN && !uci_read_spin(info->name, value, info->min, info->max, &number))
            return;
        apply_option(uci, (enum option)i, number, value);
        return;
    }
    uci_say("info string there is no option \"%s\"", uci_excerpt(name).text);
}

bool uci_configure_default(struct uci *uci)
{
    uci->settings = engine_settings_default();
    networks_set_folders(&uci->settings);
    uci->elo = UCI_ELO_DEFAULT;
    uci->rating_advantage = UCI_ADVANTAGE_OFF;
    set_strength(uci, &uci->settings, false);
    uci->settings.handicap.seed = uci_seed_of_game(uci);
    return uci_configure(uci, &uci->settings);
}

void uci_set_option(struct uci *uci, char *rest)
{
    char *word = uci_next_word(&rest), empty[] = "";
    if (!word || strcmp(word, "name") != 0) {
        uci_say("info string expected setoption name NAME [value VALUE]");
        return;
    }
    char *value = uci_find_word(rest, "value");
    if (value) {
        *value = '\0';
        value = uci_trim(value + strlen("value"));
    }
    set_option(uci, uci_trim(rest), value ? value : empty);
}
