/* The options of `fallible play`, from the command line and from the settings. */
#include "src/cli/play_options.h"

#include <stdio.h>
#include <string.h>

#include "src/cli/settings.h"
#include "src/game/group_names.h"
#include "src/training/odds.h"
#include "src/util/text.h"

enum { DEFAULT_ELO = 1400, DEMO_MOVES = 60, DEMO_MOVES_MAX = 500 };

#define PLAY_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    SHARED(ELO, "the opponent's rating, on your scale")                                            \
    SHARED(SCALE, NULL)                                                                            \
    OWN(RATING, "rating", "N|none", "your rating on that scale; the level slider begins there")    \
    TEXT(preset, "preset", "NAME", "the rating by name: beginner, club, expert ...")               \
    SHARED(METHOD, NULL)                                                                           \
    TEXT(like, "like", "NAME", "play in the style NAME, made by fallible human --like")            \
    OWN(OPPONENT, "opponent", "COMMAND", "play against a UCI engine, or xboard:COMMAND")           \
    OWN(OPTION, "option", "NAME=VALUE", "an option of that engine; may be repeated")               \
    OWN(COLOR, "color", "COLOR", "your colour: white, black or random")                            \
    OWN(DRILL, "drill", "GROUP",                                                                   \
        "the opponent knows nothing about this: king_safety, mobility ...")                        \
    OWN(TIME, "time", "CONTROL", "none, minutes+seconds (5+3) or moves/minutes (40/60)")           \
    SHARED(FEN, NULL)                                                                              \
    OWN(CHESS960, "chess960", "[=N]", "start from Chess960 position N, or from a random one")      \
    FLAG(adaptive, "adaptive", "your rating sets the opponent's level before each game")           \
    OWN(ODDS, "odds", "NAME",                                                                      \
        "what the opponent gives you: pawn, knight, rook, queen, time or moves")                   \
    SHARED(SEED, "seed of the opponent's random choices")                                          \
    OWN(RESIGN_POLICY, "resign-policy", "on|off|level",                                            \
        "whether the opponent resigns and offers draws (level: by its rating)")                    \
    OWN(RESIGN_SCORE, "resign-score", "CP",                                                        \
        "the opponent resigns when it is this many centipawns behind")                             \
    OWN(RESIGN_MOVES, "resign-moves", "N",                                                         \
        "the opponent resigns if it is so far behind (see resign-score) for N moves in a row")     \
    OWN(ACCEPT_SCORE, "accept-score", "CP",                                                        \
        "the opponent accepts a draw when it is this many centipawns behind")                      \
    OWN(DRAW_SCORE, "draw-score", "CP",                                                            \
        "the opponent offers a draw when the score is within this many centipawns of even")        \
    OWN(DRAW_MOVES, "draw-moves", "N",                                                             \
        "the opponent offers a draw if the score is so even (see draw-score) for N moves in a "    \
        "row")                                                                                     \
    OWN(DRAW_FROM, "draw-from", "N", "the opponent offers no draw before move N")                  \
    OWN(PRESSURE, "pressure", "on|off",                                                            \
        "whether method human uses its clock, and errs when short of time, as people do")          \
    OWN(PONDER, "ponder", "no|yes|always",                                                         \
        "whether the opponent also thinks on your turn (yes: only at full strength; always: at "   \
        "every level)")                                                                            \
    OWN(BLINDFOLD, "blindfold", "[=yes|no]",                                                       \
        "hide the pieces; type peek to see them once (peeks are counted)")                         \
    SHARED(PLAIN, NULL)                                                                            \
    SHARED(ANNOUNCE, NULL)                                                                         \
    SHARED(SPEECH, NULL)                                                                           \
    SHARED(BOARD, NULL)                                                                            \
    SHARED(NAMES, NULL)                                                                            \
    SHARED(BELL, NULL)                                                                             \
    FLAG(debug, "debug", "open the debug pane; with --plain, explain each decision")               \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    OWN(BOOK, "book", "FILE|own|none",                                                             \
        "a Polyglot opening book for the opponent, the built-in one or none")                      \
    SHARED(SYZYGY, NULL)                                                                           \
    SHARED(THREADS, "threads for analysis and full strength (default 1)")                          \
    SHARED(HASH, NULL)                                                                             \
    SHARED(ASCII, NULL)                                                                            \
    SHARED(PIECES, NULL)                                                                           \
    SHARED(ARROWS, NULL)                                                                           \
    SHARED(LINKS, NULL)                                                                            \
    SHARED(THEME, NULL)                                                                            \
    FLAG(no_save, "no-save", "do not store this game")                                             \
    OWN(DEMO, "demo", "[=MOVES]", "print a game of the engine against itself, as PGN")             \
    SHARED(HELP, NULL)

enum option_id { OPTION_IDS(PLAY_OPTIONS) };
const struct option_row play_options[] = {OPTION_ROWS(PLAY_OPTIONS)};

const char PLAY_OWN_BOOK[] = "own";

static const char *const color_names[] = {"white", "black", "random"};
static const char *const pressure_names[] = {"on", "off"}; /* by `calm` */
static const char *const resign_policy_names[] = {[RESIGN_POLICY_BY_LEVEL] = "level",
                                                  [RESIGN_POLICY_ON] = "on",
                                                  [RESIGN_POLICY_OFF] = "off"};
static const char *const pondering_names[] = {"no", "yes", "always"};

static bool read_drill(const char *text, struct error *error)
{
    char groups[GROUP_LIST];
    int group;
    group_list(groups);
    return group_find(text, &group) || error_set(error, "--drill takes one of %s", groups);
}

/* Reads one number of the opponent's resign and draw policy, 1 to `max`, into *rule. The word
 * "level" sets it to 0: the opponent's rating then decides. */
static bool take_rule(const char *name, const char *value, long max, int *rule,
                      struct error *error)
{
    long number = 0;
    if (strcmp(value, "level") != 0 && !text_number(value, 1, max, &number))
        return error_set(error, "--%s takes 1 to %ld, or level, not \"%.40s\"", name, max, value);
    *rule = (int)number;
    return true;
}

/* Adds the value of --opponent or, if `option`, of --option to the text that describes the
 * opponent: "--opponent stockfish --option 'Skill Level=3'" becomes "stockfish,option.Skill
 * Level=3". */
static bool add_to_guest(struct arguments *options, bool option, const char *value,
                         struct error *error)
{
    char whole[sizeof options->guest];
    if (option != (options->guest[0] != '\0'))
        return error_set(error, option ? "--option must follow --opponent"
                                       : "--opponent can be given only once");
    int length = snprintf(whole, sizeof whole, "%s%s%s", options->guest,
                          option ? ",option." : "", value);
    snprintf(options->guest, sizeof options->guest, "%s", whole);
    if (length < (int)sizeof whole)
        return true;
    return error_set(error, "--opponent with its options is too long");
}

/* Reads your rating: "1450", "1450 lichess-rapid" or "none". */
static bool take_rating(struct arguments *options, const char *value, struct error *error)
{
    enum { RATING_MIN = 100, RATING_MAX = 3200 };
    char number[16];
    long rating = 0;
    size_t length = strcspn(value, " ");
    const char *scale = value + length + strspn(value + length, " ");
    snprintf(number, sizeof number, "%.*s", (int)length, value);
    options->rating_scale = SCALE_COUNT;
    bool good =
        strcmp(value, "none") == 0 || (text_number(number, RATING_MIN, RATING_MAX, &rating) &&
                                       (!*scale || scale_from_name(scale, &options->rating_scale)));
    options->rating = (int)rating;
    return good ||
           error_set(error,
                     "--rating takes a rating such as \"1450 lichess\", or none, not \"%.40s\"",
                     value);
}

bool play_option_take(void *context, int id, const char *value, struct error *error)
{
    enum { CENTIPAWNS_MAX = 30000, MOVES_MAX = 500 };
    struct arguments *options = context;
    struct resign_rules *rules = &options->resign_rules;
    long number = options->demo_moves;
    bool good = true;
    switch (id) {
    case OPTION_OPPONENT: return add_to_guest(options, false, value, error);
    case OPTION_OPTION: return add_to_guest(options, true, value, error);
    case OPTION_COLOR:
        options->color_given = good =
            text_choice("--color", value, color_names, 3, &options->color, error);
        options->color = options->color == 2 ? -1 : options->color;
        break;
    case OPTION_RATING:
        return take_rating(options, value, error);
    case OPTION_DRILL: options->drill = value; good = read_drill(value, error); break;
    case OPTION_TIME:
        options->control_given = good = time_control_read(value, &options->control, error);
        break;
    case OPTION_RESIGN_POLICY:
        return text_choice("--resign-policy", value, resign_policy_names, 3,
                           &options->resign_policy, error);
    case OPTION_PRESSURE:
        return text_choice("--pressure", value, pressure_names, 2, &options->calm, error);
    case OPTION_PONDER:
        return text_choice("--ponder", value, pondering_names, 3, &options->pondering, error);
    case OPTION_RESIGN_SCORE:
        return take_rule("resign-score", value, CENTIPAWNS_MAX, &rules->resign_score, error);
    case OPTION_RESIGN_MOVES:
        return take_rule("resign-moves", value, MOVES_MAX, &rules->resign_moves, error);
    case OPTION_ACCEPT_SCORE:
        return take_rule("accept-score", value, CENTIPAWNS_MAX, &rules->accept_score, error);
    case OPTION_DRAW_SCORE:
        return take_rule("draw-score", value, CENTIPAWNS_MAX, &rules->draw_score, error);
    case OPTION_DRAW_MOVES:
        return take_rule("draw-moves", value, MOVES_MAX, &rules->draw_moves, error);
    case OPTION_DRAW_FROM:
        return take_rule("draw-from", value, MOVES_MAX, &rules->draw_from, error);
    case OPTION_BLINDFOLD: return option_yes("blindfold", value, &options->blindfold, error);
    case OPTION_CHESS960:
        options->chess960 = !value;
        if (value && !option_whole("chess960", value, 0, 959, &number, error))
            return false;
        if (value)
            chess_start_960(&options->shared.start, (int)number);
        options->shared.fen_given = true;
        break;
    case OPTION_ODDS: return odds_read(value, &options->odds, error);
    case OPTION_BOOK: options->book = strcmp(value, "none") == 0 ? NULL : value; break;
    case OPTION_DEMO:
        options->demo = true;
        good = !value || option_whole("demo", value, 1, DEMO_MOVES_MAX, &number, error);
        options->demo_moves = (int)number;
        break;
    }
    return good;
}

struct arguments play_options_default(void)
{
    struct arguments options = {.shared = shared_options_default(DEFAULT_ELO),
                                .rating_scale = SCALE_COUNT,
                                .color = WHITE,
                                .book = PLAY_OWN_BOOK,
                                .control = {.untimed = true},
                                .demo_moves = DEMO_MOVES};
    options.shared.method = METHOD_HUMAN;
    return options;
}

int play_your_elo(const struct arguments *options, const struct scale *scale)
{
    enum rating_scale which =
        options->rating_scale == SCALE_COUNT ? scale_shown(scale) : options->rating_scale;
    return options->rating ? scale_to_engine(scale, which, options->rating) : 0;
}

bool play_option_try(const char *name, const char *value, struct error *error)
{
    enum { LEVEL_MIN = 100, LEVEL_MAX = 3200 }; /* bounds that are wide enough for every scale; a
                                                   level beyond those of the scale becomes the
                                                   nearest one */
    struct arguments options = play_options_default();
    const struct shared_options *shared = &options.shared;
    if (!option_take(play_options, name, value, &options.shared, play_option_take, &options, error))
        return false;
    if (shared->elo_given && shared->level != ELO_FULL &&
        (shared->level < LEVEL_MIN || shared->level > LEVEL_MAX))
        return error_set(error, "--elo takes a rating or full, not \"%.40s\"", value);
    return true;
}

bool play_option_demo(struct arguments *options, const char *moves, struct error *error)
{
    return play_option_take(options, OPTION_DEMO, moves, error);
}
