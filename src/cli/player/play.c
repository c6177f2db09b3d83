/* fallible play: reads the options, then starts the board, the line mode or the demonstration
 * game. */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command.h"
#include "src/cli/first_start.h"
#include "src/cli/play_options.h"
#include "src/cli/settings.h"
#include "src/cli/show.h"
#include "src/player/networks.h"
#include "src/store/rating.h"
#include "src/store/store.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/training/odds.h"

enum { PRESETS_MAX = 32 };

static int help(void)
{
    options_help("Usage: fallible play [OPTION...]\n\n"
                 "Without --elo, --preset or --fen it asks how strong your opponent should be.\n",
                 play_options, NULL);
    printf("\nThemes: %s\n", tui_themes());
    return EXIT_OK;
}

static bool parse(struct arguments *options, int argc, char **argv)
{
    if (!settings_take(play_options, &options->shared, play_option_take, options) ||
        !options_read("play", play_options, argc, argv, &options->shared, play_option_take,
                      options))
        return false;
    if (options->shared.help)
        return true;
    struct error error = {0};
    /* Accept "--demo 40" as well as "--demo=40". */
    if (options->demo && optind == argc - 1 && !play_option_demo(options, argv[optind++], &error))
        return option_refuse("play", "%s", error.message);
    if (optind < argc)
        return option_refuse("play", "\"%.60s\" is not an option", argv[optind]);
    if (options->drill && (options->guest[0] || options->shared.method == METHOD_MAIA))
        return option_refuse("play", "--drill works only with Fallible's own engine, not with "
                                     "--opponent or --method maia");
    return true;
}

static bool find_preset(const struct strength *strength, struct arguments *options)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(strength, presets, PRESETS_MAX);
    if (strength_preset_find(strength, options->preset, &options->shared.elo)) {
        options->shared.elo_given = true;
        return true;
    }
    char shown[128];
    fprintf(stderr, "fallible play: there is no preset \"%s\":",
            text_shown(options->preset, shown, sizeof shown));
    for (int i = 0; i < count; i++)
        fprintf(stderr, " %s", presets[i].name);
    fputc('\n', stderr);
    return false;
}

/* Finds the book the opponent plays from. */
static bool find_book(struct arguments *options)
{
    static char shipped[4096];
    bool by_default = options->book == PLAY_OWN_BOOK;
    if (strcmp(options->book, PLAY_OWN_BOOK) == 0) {
        if (!paths_shipped("share/book.bin", shipped, sizeof shipped)) {
            options->book = NULL;
            if (!by_default)
                fputs("fallible play: Fallible's own book, share/book.bin, is not installed: "
                      "name another with --book FILE\n",
                      stderr);
            return by_default;
        }
        options->book = shipped;
    }
    return command_has_book(options->book);
}

/* Sets up a game that is not saved. Prints the reason, *error, and also has it shown in the game,
 * because the board covers earlier output. */
static void keep_nothing(struct session_options *options, const struct error *error)
{
    static char why[sizeof error->message];
    text_error(error);
    fputs("fallible: this game will not be saved\n", stderr);
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
        options->guest_player = NULL; /* session_create has ended the opponent's program, which is
                                         started again when it has to move */
        session = session_create(options, &error);
    }
    if (!session)
        text_error(&error);
    return session;
}

/* Stores a scale chosen in the level slider as a setting. If the level is a setting too, converts
 * it to the new scale. */
static void keep_scale(void *context, const struct scale *scale)
{
    const struct shared_options *shared = context;
    struct error ignored = {0}; /* the scale is shown even if it cannot be stored */
    char level[16];
    snprintf(level, sizeof level, "%d", scale_level(scale, shared->elo));
    (void)!setting_keep(SETTING_SCALE, scale_name(scale_shown(scale)), &ignored);
    if (shared->elo_set && shared->elo != ELO_FULL && !shared->elo_given)
        (void)!setting_keep(SETTING_ELO, level, &ignored);
}

/* Returns whether to ask the questions of the first start: on a terminal, if neither the scale nor
 * a level nor a rating is set, and if the only options given concern how things are shown. */
static bool is_first_start(const struct arguments *options)
{
    const struct shared_options *shared = &options->shared;
    return !shared->beyond_looks && !shared->scale_set && !shared->elo_set && !options->rating &&
           isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* Returns whether the database has rated games of the user. A database that cannot be read counts
 * as empty here; the session, which opens it next, says what is wrong with it. */
static bool has_rated_games(void)
{
    char path[4096];
    struct error ignored;
    struct rating rating;
    int games = 0;
    struct store *store = NULL;
    if (paths_data("games.db", path, sizeof path, &ignored) && access(path, F_OK) == 0)
        store = store_open(path, &ignored);
    bool good = store && store_rating(store, &rating, &games, &ignored);
    store_close(store);
    return good && games > 0;
}

/* Asks the questions of the first start, and starts at a level near the user's rating if it is
 * known. */
static void choose_scale(struct scale *scale, struct arguments *options, bool first)
{
    struct shared_options *shared = &options->shared;
    if (first) {
        struct first_answers answers;
        bool figures = !shared->plain && tui_possible() && !shared->ascii &&
                       setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
        bool rated = !options->no_save && has_rated_games();
        first_start_ask(scale, figures, rated, &answers);
        scale_show(scale, answers.scale);
        options->control = answers.control;
        if (answers.letters)
            shared->pieces = PIECES_LETTERS;
        options->rating = answers.rating;
        options->rating_scale = answers.scale;
    } else if (!options->control_given && !shared->beyond_looks) {
        first_start_clock(&options->control);
    }
    if (options->rating && !shared->elo_given && !shared->elo_set)
        shared->elo = play_your_elo(options, scale);
}

static int play_game(struct session_options *session_options, const struct arguments *options,
                     bool home)
{
    const struct shared_options *shared = &options->shared;
    bool at_once = shared->elo_given || shared->fen_given || options->guest[0] || options->adaptive;
    const struct session_recall recall = {.elo = !at_once && !shared->elo_set,
                                          .method = !at_once && !shared->method_given &&
                                                    !shared->method_set,
                                          .color = !at_once && !options->color_given,
                                          .control = !at_once && !options->control_given};
    if (shared->plain || !tui_possible()) {
        if (home)
            session_options->recall = recall;
        session_options->natural_delay = isatty(STDIN_FILENO);
        return show_session(session_options, NULL,
                            &(struct plain_options){.strength = session_options->strength,
                                                    .debug = options->debug,
                                                    .home = home,
                                                    .speech = shared->speech,
                                                    .bell = shared->bell},
                            create_session, NULL);
    }
    session_options->natural_delay = true;
    session_options->recall = recall;
    const struct tui_options tui_options = {.keep_scale = keep_scale,
                                            .keep_context = (void *)&options->shared,
                                            .begin = home      ? TUI_BEGIN_HOME
                                                     : at_once ? TUI_BEGIN_GAME
                                                               : TUI_BEGIN_SLIDER,
                                            .ascii = shared->ascii,
                                            .debug = options->debug,
                                            .theme = shared->theme,
                                            .pieces = shared->pieces,
                                            .no_arrows = !shared->arrows,
                                            .no_links = !shared->links,
                                            .strength = session_options->strength,
                                            .threads = shared->threads,
                                            .hash_mb = shared->hash_mb,
                                            .bell = shared->bell};
    return show_session(session_options, &tui_options, NULL, create_session, NULL);
}

static int play_demo(const struct strength *strength, const struct scale *scale,
                     const struct arguments *options)
{
    enum { STRONGER = 1400, WEAKER = 1000 }; /* the two levels of the demonstration game if none was
                                                given */
    const struct shared_options *shared = &options->shared;
    const struct demo_options demo = {
        .scale = scale,
        .elo = {shared->elo_given ? shared->elo : scale_engine(scale, STRONGER),
                shared->elo_given ? shared->elo : scale_engine(scale, WEAKER)},
        .method = shared->method_given ? shared->method : METHOD_HUMAN,
        .moves = options->demo_moves,
        .seed = shared->seed_given ? shared->seed : 1};
    struct error error = {0};
    if (demo_play(strength, &demo, &error))
        return EXIT_OK;
    return command_failed(&error);
}

/* Starts the opponent's program before the screen opens, so that its errors stay readable. */
static bool start_guest(const struct strength *strength, struct arguments *options,
                        struct player **guest)
{
    struct error error = {0};
    if (options->shared.elo_given)
        error_set(&error, "--opponent sets its own strength: use --option in place of --elo");
    else if (session_guest_read(&options->guest_spec, options->guest, strength, &error))
        *guest = player_create(&options->guest_spec, options->shared.hash_mb,
                               options->shared.threads, &error);
    if (!*guest) {
        text_sanitize(error.message);
        fprintf(stderr, "fallible play: %s\n", error.message);
    }
    return *guest != NULL;
}

/* Returns a message if options conflict, otherwise NULL. */
static const char *disagreement(const struct arguments *options)
{
    if (options->adaptive && (options->guest[0] || options->shared.elo == ELO_FULL))
        return "--adaptive cannot be combined with --opponent or --elo full";
    if (options->like &&
        (options->demo || options->guest[0] || options->adaptive ||
         (options->shared.elo_given && options->shared.elo == ELO_FULL) ||
         (options->shared.method_given && options->shared.method != METHOD_HUMAN)))
        return "--like cannot be combined with --demo, --opponent, --adaptive, --elo full or another "
               "--method than human";
    if (options->odds && options->shared.fen_given)
        return "--odds cannot be combined with --fen or --chess960";
    if (options->odds >> ODDS_TIME & 1 && options->control.untimed)
        return "--odds time needs a clock, for example --time 5+3";
    return NULL;
}

/* Looks up the style of --like. Sets its name to the spelling in its file, and the level to that of
 * its player unless a level was given. */
static bool find_style(struct arguments *options, const struct scale *scale)
{
    static char name[STYLE_NAME_MAX];
    struct error error;
    int elo;
    if (!styles_find(options->like, scale, name, &elo, &error))
        return text_error(&error);
    options->like = name;
    options->shared.method = METHOD_HUMAN;
    if (!options->shared.elo_given)
        options->shared.elo = elo;
    options->shared.elo_given = true;
    return true;
}

static int play(const struct strength *strength, struct scale *scale, struct arguments *options,
                bool home)
{
    char store_path[4096];
    struct error error = {0};
    if (options->preset && !find_preset(strength, options))
        return EXIT_USAGE;
    if (disagreement(options))
        return command_usage("play", disagreement(options));
    if ((options->like && !find_style(options, scale)) || (options->book && !find_book(options)))
        return EXIT_USAGE;
    if (options->demo)
        return play_demo(strength, scale, options);
    struct player *guest = NULL;
    if (options->guest[0] && !start_guest(strength, options, &guest))
        return EXIT_USAGE;
    struct openings *openings = command_opening_names();
    bool keep = !options->no_save && paths_data("games.db", store_path, sizeof store_path, &error);
    struct session_options session_options = {.strength = strength,
                                              .scale = scale,
                                              .openings = openings,
                                              .store_path = keep ? store_path : NULL,
                                              .book_path = options->book,
                                              .syzygy_path = options->shared.syzygy,
                                              .elo = options->shared.elo,
                                              .your_elo = play_your_elo(options, scale),
                                              .names = options->shared.names,
                                              .keep_names = setting_keep_names,
                                              .method = options->shared.method,
                                              .like = options->like,
                                              .drill = options->drill,
                                              .seed = options->shared.seed,
                                              .guest = options->guest[0] ? options->guest : NULL,
                                              .guest_player = guest,
                                              .color = options->color,
                                              .color_given = options->color_given,
                                              .control = options->control,
                                              .adaptive = options->adaptive,
                                              .odds = options->odds,
                                              .resign_policy = options->resign_policy,
                                              .calm = options->calm,
                                              .resign_rules = options->resign_rules,
                                              .pondering = options->pondering,
                                              .start = options->shared.start,
                                              .chess960 = options->chess960,
                                              .blindfold = options->blindfold,
                                              .threads = options->shared.threads,
                                              .hash_mb = options->shared.hash_mb};
    if (!keep && !options->no_save)
        keep_nothing(&session_options, &error);
    int status = play_game(&session_options, options, home);
    openings_free(openings);
    return status;
}

int command_play(int argc, char **argv)
{
    struct arguments options = play_options_default();
    if (!parse(&options, argc, argv))
        return EXIT_USAGE;
    if (options.shared.help)
        return help();
    /* A bare `fallible` without a terminal, as from `make play`, plays the demonstration game. */
    if (argc < 2 && strcmp(argv[0], "play") != 0 && !isatty(STDOUT_FILENO))
        options.demo = true;
    bool home = strcmp(argv[0], "play") != 0 && !options.shared.beyond_looks;
    struct strength *strength = command_strength(options.shared.strength_file);
    struct error error = {0};
    struct scale *scale = command_scale(options.shared.scale, &error);
    if (!scale)
        text_error(&error);
    if (scale)
        choose_scale(scale, &options, !options.demo && is_first_start(&options));
    int status = strength && scale ? play(strength, scale, &options, home) : EXIT_USAGE;
    scale_destroy(scale);
    strength_destroy(strength);
    return status;
}
