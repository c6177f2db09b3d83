/* fallible play: options in, then the board, the line mode or the demonstration game. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/cli/show.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/training/odds.h"

enum { DEFAULT_ELO = 1400, PRESETS_MAX = 32, DEMO_MOVES = 60,
       DEMO_MOVES_MAX = 500 };

#define PLAY_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    SHARED(ELO, "the opponent's rating, 600 to 2600")                                              \
    TEXT(preset, "preset", "NAME", "the rating by name: beginner, club, expert ...")               \
    SHARED(METHOD, NULL)                                                                           \
    OWN(OPPONENT, "opponent", "COMMAND", "a UCI engine in our place, or xboard:COMMAND")           \
    OWN(OPTION, "option", "NAME=VALUE", "an option of that engine; may be repeated")               \
    OWN(COLOR, "color", "COLOR", "your colour: white, black or random")                            \
    OWN(DRILL, "drill", "GROUP",                                                                   \
        "it knows nothing of that (king_safety, mobility ...): make it felt")                      \
    OWN(TIME, "time", "CONTROL", "none, minutes+seconds (5+3) or moves/minutes (40/60)")           \
    SHARED(FEN, NULL)                                                                              \
    OWN(CHESS960, "chess960", "[=N]", "start from position N of Chess960, or from any")            \
    FLAG(adaptive, "adaptive", "your rating sets the opponent, game after game")                   \
    OWN(ODDS, "odds", "NAME", "given to you: pawn, knight, rook, queen, time or moves")            \
    SHARED(SEED, "the opponent's dice: same seed and moves, same game")                            \
    OWN(MANNERS, "manners", "on|off|level", "it resigns and offers draws (level: from 1800)")      \
    OWN(RESIGN_SCORE, "resign-score", "CP", "it resigns when so many centipawns behind")           \
    OWN(RESIGN_MOVES, "resign-moves", "N", "for so many moves in a row")                           \
    OWN(ACCEPT_SCORE, "accept-score", "CP", "so far behind it agrees to a draw")                   \
    OWN(DRAW_SCORE, "draw-score", "CP", "it offers a draw when no further from even")              \
    OWN(DRAW_MOVES, "draw-moves", "N", "for so many moves in a row")                               \
    OWN(DRAW_FROM, "draw-from", "N", "and not before move N")                                      \
    OWN(BLINDFOLD, "blindfold", "[=yes|no]", "the pieces are hidden; peek is counted")             \
    SHARED(PLAIN, NULL)                                                                            \
    SHARED(ANNOUNCE, NULL)                                                                         \
    SHARED(SPEECH, NULL)                                                                           \
    SHARED(BOARD, NULL)                                                                            \
    SHARED(BELL, NULL)                                                                             \
    FLAG(debug, "debug", "open the debug pane; in lines, tell each decision")                      \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    OWN(BOOK, "book", "FILE|own|none",                                                             \
        "a Polyglot opening book for the opponent, our own or none")                               \
    SHARED(SYZYGY, NULL)                                                                           \
    SHARED(THREADS, "threads for analysis and full strength (default 1)")                          \
    SHARED(HASH, NULL)                                                                             \
    SHARED(ASCII, NULL)                                                                            \
    SHARED(THEME, NULL)                                                                            \
    FLAG(no_save, "no-save", "keep nothing of this game")                                          \
    OWN(DEMO, "demo", "[=MOVES]", "a game of the engine against itself, as PGN")                   \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    const char *preset, *book, *drill;
    char guest[512]; /* --opponent with its options, "": none */
    struct player_spec guest_spec;
    int color;
    struct time_control control;
    bool color_given, control_given;
    enum manners manners;
    struct manners_rules manners_rules;
    bool blindfold, chess960, debug, no_save, demo, adaptive;
    unsigned odds;
    int demo_moves;
};

enum option_id { OPTION_IDS(PLAY_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(PLAY_OPTIONS)};

static int help(void)
{
    options_help("Usage: fallible play [OPTION...]\n\n"
                 "Without --elo, --preset or --fen it asks for the opponent's rating first.\n",
                 rows, NULL);
    printf("\nThemes: %s\n", tui_themes());
    return DONE;
}

static bool take_color(const char *value, int *color, struct error *error)
{
    static const char *const names[] = {"white", "black", "random"};
    int chosen = text_choice("--color", value, names, 3, error);
    if (chosen >= 0)
        *color = chosen == 2 ? -1 : chosen;
    return chosen >= 0;
}

static bool read_drill(const char *text, struct error *error)
{
    char groups[sizeof error->message - 64];
    int group;
    drill_groups(groups, sizeof groups);
    return drill_group(text, &group) || error_set(error, "--drill is one of %s", groups);
}

static bool take_manners(const char *value, enum manners *manners, struct error *error)
{
    static const char *const names[] = {"on", "off", "level"};
    static const enum manners meant[] = {MANNERS_ON, MANNERS_OFF, MANNERS_BY_LEVEL};
    int chosen = text_choice("--manners", value, names, 3, error);
    if (chosen >= 0)
        *manners = meant[chosen];
    return chosen >= 0;
}

/* A number of the rules by which the opponent resigns and draws. */
static bool take_rule(const char *name, const char *value, long max, int *rule,
                      struct error *error)
{
    long number = 0;
    if (strcmp(value, "level") != 0 && !text_number(value, 1, max, &number))
        return error_set(error, "--%s is 1 to %ld, or level, not \"%.40s\"", name, max, value);
    *rule = (int)number;
    return true;
}

/* "--opponent stockfish --option 'Skill Level=3'" is "stockfish,option.Skill Level=3". */
static bool add_to_guest(struct arguments *options, bool option, const char *value,
                         struct error *error)
{
    char whole[sizeof options->guest];
    if (option != (options->guest[0] != '\0'))
        return error_set(error, option ? "--option stands after --opponent"
                                       : "there is one --opponent at a time");
    int length = snprintf(whole, sizeof whole, "%s%s%s", options->guest,
                          option ? ",option." : "", value);
    snprintf(options->guest, sizeof options->guest, "%s", whole);
    if (length < (int)sizeof whole)
        return true;
    return error_set(error, "--opponent with its options is too long");
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    enum { CENTIPAWNS_MAX = 30000, MOVES_MAX = 500 };
    struct arguments *options = context;
    struct manners_rules *rules = &options->manners_rules;
    long number = options->demo_moves;
    bool good = true;
    switch (id) {
    case OPTION_OPPONENT: return add_to_guest(options, false, value, error);
    case OPTION_OPTION: return add_to_guest(options, true, value, error);
    case OPTION_COLOR:
        options->color_given = good = take_color(value, &options->color, error);
        break;
    case OPTION_DRILL: options->drill = value; good = read_drill(value, error); break;
    case OPTION_TIME:
        options->control_given = good = time_control_read(value, &options->control, error);
        break;
    case OPTION_MANNERS: return take_manners(value, &options->manners, error);
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

static const char OWN_BOOK[] = "own";

static struct arguments default_options(void)
{
    return (struct arguments){.shared = shared_options_default(DEFAULT_ELO),
                              .color = WHITE,
                              .book = OWN_BOOK,
                              .control = {.untimed = true},
                              .demo_moves = DEMO_MOVES};
}

bool play_option_try(const char *name, const char *value, struct error *error)
{
    struct arguments options = default_options();
    return option_take(rows, name, value, &options.shared, take, &options, error);
}

static bool parse(struct arguments *options, int argc, char **argv)
{
    if (!settings_take(rows, &options->shared, take, options) ||
        !options_read("play", rows, argc, argv, &options->shared, take, options))
        return false;
    if (options->shared.help)
        return true;
    struct error error = {0};
    /* "--demo 40" as well as "--demo=40" */
    if (options->demo && optind == argc - 1 && !take(options, OPTION_DEMO, argv[optind++], &error))
        return option_refuse("play", "%s", error.message);
    if (optind < argc)
        return option_refuse("play", "\"%.60s\" is no option", argv[optind]);
    if (options->drill && (options->guest[0] || options->shared.method == METHOD_MAIA))
        return option_refuse("play", "--drill is for our engine's knowledge, not for "
                                     "--opponent and not for --method maia");
    return true;
}

static bool find_preset(const struct strength *strength, struct arguments *options)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(strength, presets, PRESETS_MAX);
    for (int i = 0; i < count; i++) {
        if (strcasecmp(presets[i].name, options->preset) == 0) {
            options->shared.elo = presets[i].elo;
            options->shared.elo_given = true;
            return true;
        }
    }
    char shown[128];
    fprintf(stderr, "fallible play: there is no preset \"%s\":",
            text_shown(options->preset, shown, sizeof shown));
    for (int i = 0; i < count; i++)
        fprintf(stderr, " %s", presets[i].name);
    fputc('\n', stderr);
    return false;
}

/* The book the opponent plays from. */
static bool find_book(struct arguments *options)
{
    static char shipped[4096];
    bool by_default = options->book == OWN_BOOK;
    if (strcmp(options->book, OWN_BOOK) == 0) {
        if (!paths_shipped("share/book.bin", shipped, sizeof shipped)) {
            options->book = NULL;
            if (!by_default)
                fputs("fallible play: our own book, share/book.bin, is not installed\n", stderr);
            return by_default;
        }
        options->book = shipped;
    }
    return command_has_book(options->book);
}

/* A game can be played without keeping it; the user is told why: here, and on a screen, which hides
 * that until it is left, in the game. */
static void keep_nothing(struct session_options *options, const struct error *error)
{
    static char why[sizeof error->message];
    text_error(error);
    fputs("fallible: this game will not be kept\n", stderr);
    snprintf(why, sizeof why, "%s", error->message);
    options->store_path = NULL;
    options->not_kept = why;
}

static struct session *create_session(struct session_options *options, void *unused)
{
    (void)unused;
    struct error error = {0};
    struct session *session = session_create(options, &error);
    if (!session && options->store_path) {
        keep_nothing(options, &error);
        options->guest_player = NULL; /* it was ended; it is started again with its first move */
        session = session_create(options, &error);
    }
    if (!session)
        text_error(&error);
    return session;
}

static int play_game(struct session_options *session_options, const struct arguments *options)
{
    const struct shared_options *shared = &options->shared;
    if (shared->plain || !tui_possible()) {
        session_options->natural_delay = isatty(STDIN_FILENO);
        return show_session(session_options, NULL,
                            &(struct plain_options){.strength = session_options->strength,
                                                    .debug = options->debug,
                                                    .speech = shared->speech,
                                                    .bell = shared->bell},
                            create_session, NULL);
    }
    bool at_once = shared->elo_given || shared->fen_given || options->guest[0] || options->adaptive;
    session_options->natural_delay = true;
    session_options->recall = (struct session_recall){
        .elo = !at_once && !shared->elo_set,
        .method = !at_once && !shared->method_given && !shared->method_set,
        .color = !at_once && !options->color_given,
        .control = !at_once && !options->control_given};
    const struct tui_options tui_options = {
        .begin = at_once ? TUI_BEGIN_GAME : TUI_BEGIN_SLIDER, .ascii = shared->ascii,
        .debug = options->debug, .theme = shared->theme, .strength = session_options->strength,
        .threads = shared->threads, .hash_mb = shared->hash_mb, .bell = shared->bell};
    return show_session(session_options, &tui_options, NULL, create_session, NULL);
}

static int play_demo(const struct strength *strength, const struct arguments *options)
{
    enum { STRONGER = 1400, WEAKER = 1000 };
    const struct demo_options demo = {.white_elo = STRONGER, .black_elo = WEAKER,
                                      .moves = options->demo_moves,
                                      .seed = options->shared.seed_given ? options->shared.seed
                                                                         : 1};
    struct error error = {0};
    if (demo_play(strength, &demo, &error))
        return DONE;
    return command_failed(&error);
}

/* Started before the screen is taken, so that what is wrong is said where it can be read. */
static bool start_guest(const struct strength *strength, struct arguments *options,
                        struct player **guest)
{
    struct error error = {0};
    if (options->shared.elo_given)
        error_set(&error, "--opponent brings its own strength: expected no --elo, but an --option");
    else if (session_guest_read(&options->guest_spec, options->guest, strength, &error))
        *guest = player_create(&options->guest_spec, options->shared.hash_mb,
                               options->shared.threads, &error);
    if (!*guest) {
        text_sanitize(error.message);
        fprintf(stderr, "fallible play: %s\n", error.message);
    }
    return *guest != NULL;
}

/* What excludes each other; NULL: nothing. */
static const char *disagreement(const struct arguments *options)
{
    if (options->adaptive && (options->guest[0] || options->shared.elo == ELO_FULL))
        return "--adaptive chooses among the levels of fallible: not with --opponent or --elo full";
    if (options->odds && options->shared.fen_given)
        return "--odds goes with neither --fen nor --chess960";
    if (options->odds >> ODDS_TIME & 1 && options->control.untimed)
        return "--odds time needs a clock: --time 5+3";
    return NULL;
}

static int play(const struct strength *strength, struct arguments *options)
{
    char store_path[4096];
    struct error error = {0};
    if (options->preset && !find_preset(strength, options))
        return BAD;
    if (disagreement(options))
        return command_usage("play", disagreement(options));
    if (options->book && !find_book(options))
        return BAD;
    if (options->demo)
        return play_demo(strength, options);
    struct player *guest = NULL;
    if (options->guest[0] && !start_guest(strength, options, &guest))
        return BAD;
    struct openings *openings = command_opening_names();
    bool keep = !options->no_save && paths_data("games.db", store_path, sizeof store_path, &error);
    struct session_options session_options = {.strength = strength,
                                              .openings = openings,
                                              .store_path = keep ? store_path : NULL,
                                              .book_path = options->book,
                                              .syzygy_path = options->shared.syzygy,
                                              .elo = options->shared.elo,
                                              .method = options->shared.method,
                                              .drill = options->drill,
                                              .seed = options->shared.seed,
                                              .guest = options->guest[0] ? options->guest : NULL,
                                              .guest_player = guest,
                                              .color = options->color,
                                              .control = options->control,
                                              .adaptive = options->adaptive,
                                              .odds = options->odds,
                                              .manners = options->manners,
                                              .manners_rules = options->manners_rules,
                                              .start = options->shared.start,
                                              .chess960 = options->chess960,
                                              .blindfold = options->blindfold,
                                              .threads = options->shared.threads,
                                              .hash_mb = options->shared.hash_mb};
    if (!keep && !options->no_save)
        keep_nothing(&session_options, &error);
    int status = play_game(&session_options, options);
    openings_free(openings);
    return status;
}

int command_play(int argc, char **argv)
{
    struct arguments options = default_options();
    if (!parse(&options, argc, argv))
        return BAD;
    if (options.shared.help)
        return help();
    /* A bare `fallible`, as `make play` starts it, with nobody there to look. */
    if (argc < 2 && strcmp(argv[0], "play") != 0 && !isatty(STDOUT_FILENO))
        options.demo = true;
    struct strength *strength = command_strength(options.shared.strength_file);
    if (!strength)
        return BAD;
    int status = play(strength, &options);
    strength_destroy(strength);
    return status;
}
