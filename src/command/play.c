/* fallible play: options in, then the board, the line mode or the demonstration game. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/plain/plain.h"
#include "src/support/paths.h"
#include "src/support/text.h"
#include "src/trainer/session.h"
#include "src/tui/tui.h"

enum { DONE = 0, BAD = 2, DEFAULT_ELO = 1400, PRESETS_MAX = 32, DEMO_MOVES = 60 };

/* Option, its argument ("" : none), what it does. From it come parsing and --help. */
#define OPTIONS(X)                                                                       \
    X(ELO, "elo", "N|full", "the opponent's rating, 600 to 2600")                        \
    X(PRESET, "preset", "NAME", "the rating by name: beginner, club, expert ...")        \
    X(COLOR, "color", "COLOR", "your colour: white, black or random")                    \
    X(TIME, "time", "CONTROL", "none, minutes+seconds (5+3) or moves/minutes (40/60)")   \
    X(FEN, "fen", "FEN", "start from a position")                                        \
    X(SEED, "seed", "N", "the opponent's dice: same seed and moves, same game")          \
    X(PLAIN, "plain", "", "lines of text, for pipes and screen readers")                 \
    X(DEBUG, "debug", "", "show the opponent's decisions from the start")                \
    X(STRENGTH, "strength-file", "FILE", "the table of levels, in place of the built-in one") \
    X(BOOK, "book", "FILE|own", "a Polyglot opening book for the opponent, or our own")  \
    X(THREADS, "threads", "N", "threads for analysis and full strength")                 \
    X(HASH, "hash", "MB", "memory of each engine's table")                               \
    X(ASCII, "ascii", "", "letters in place of chess symbols")                           \
    X(THEME, "theme", "NAME", "colours")                                                 \
    X(NO_SAVE, "no-save", "", "keep nothing of this game")                               \
    X(DEMO, "demo", "[=MOVES]", "a game of the engine against itself, as PGN")           \
    X(HELP, "help", "", "this text")

enum option_id {
    OPTION_NONE,
#define X(id, name, argument, words) OPTION_##id,
    OPTIONS(X)
#undef X
};

struct play_options {
    int elo;
    bool elo_given, fen_given, seed_given;
    const char *preset, *strength_file, *book, *theme;
    int color;
    struct time_control control;
    struct position start;
    uint64_t seed;
    bool plain, debug, ascii, no_save, demo, help;
    int demo_moves;
    int threads, hash_mb;
};

static void print_help(void)
{
    static const struct {
        const char *name, *argument, *words;
    } options[] = {
#define X(id, name, argument, words) {name, argument, words},
        OPTIONS(X)
#undef X
    };
    printf("Usage: fallible play [OPTION...]\n\n"
           "Without --elo, --preset or --fen it asks for the opponent's rating first.\n\n");
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", options[i].name,
                 options[i].argument[0] && options[i].argument[0] != '[' ? " " : "",
                 options[i].argument);
        printf("  %-24s %s\n", left, options[i].words);
    }
    printf("\nThemes: %s\n", tui_themes());
}

static bool read_seed(const char *text, uint64_t *seed)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    *seed = number;
    return text[0] >= '0' && text[0] <= '9' && !*end && errno == 0;
}

static bool read_color(const char *text, int *color)
{
    if (strcmp(text, "white") == 0)
        *color = WHITE;
    else if (strcmp(text, "black") == 0)
        *color = BLACK;
    else if (strcmp(text, "random") == 0)
        *color = -1;
    else
        return false;
    return true;
}

/* One option with a value; false fills message. */
static bool take_value(struct play_options *options, int id, const char *value, char *message,
                       size_t size)
{
    long number;
    struct error error = {0};
    bool good = true;
    const char *wanted = "";
    switch (id) {
    case OPTION_ELO:
        number = ELO_FULL;
        good = strcmp(value, "full") == 0 || text_number(value, ELO_MIN, ELO_MAX, &number);
        options->elo = (int)number;
        options->elo_given = true;
        wanted = "--elo is 600 to 2600 or full";
        break;
    case OPTION_PRESET: options->preset = value; break;
    case OPTION_COLOR:
        good = read_color(value, &options->color);
        wanted = "--color is white, black or random";
        break;
    case OPTION_TIME:
        good = time_control_read(value, &options->control, &error);
        wanted = error.message;
        break;
    case OPTION_FEN:
        good = chess_from_fen(&options->start, value, &error);
        options->fen_given = true;
        wanted = error.message;
        break;
    case OPTION_SEED:
        good = read_seed(value, &options->seed);
        options->seed_given = true;
        wanted = "--seed is a whole number";
        break;
    case OPTION_STRENGTH: options->strength_file = value; break;
    case OPTION_BOOK: options->book = value; break;
    case OPTION_THREADS:
        good = text_number(value, 1, 256, &number);
        options->threads = good ? (int)number : 1;
        wanted = "--threads is 1 to 256";
        break;
    case OPTION_HASH:
        good = text_number(value, 1, 65536, &number);
        options->hash_mb = good ? (int)number : 1;
        wanted = "--hash is 1 to 65536 megabytes";
        break;
    case OPTION_THEME:
        good = tui_theme_exists(value);
        options->theme = value;
        snprintf(message, size, "there is no theme \"%s\": %s", value, tui_themes());
        return good;
    case OPTION_DEMO:
        options->demo = true;
        good = !value || text_number(value, 1, 500, &number);
        if (value && good)
            options->demo_moves = (int)number;
        wanted = "--demo is 1 to 500 moves";
        break;
    }
    if (!good)
        snprintf(message, size, "%s", wanted);
    return good;
}

static void take_flag(struct play_options *options, int id)
{
    switch (id) {
    case OPTION_PLAIN: options->plain = true; break;
    case OPTION_DEBUG: options->debug = true; break;
    case OPTION_ASCII: options->ascii = true; break;
    case OPTION_NO_SAVE: options->no_save = true; break;
    case OPTION_HELP: options->help = true; break;
    }
}

static int argument_kind(const char *argument)
{
    return !*argument ? no_argument : *argument == '[' ? optional_argument : required_argument;
}

static bool parse(struct play_options *options, int argc, char **argv, char *message, size_t size)
{
    const struct option known[] = {
#define X(id, name, argument, words) {name, argument_kind(argument), NULL, OPTION_##id},
        OPTIONS(X)
#undef X
        {NULL, 0, NULL, 0}};
    opterr = 0;
    int id;
    while ((id = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
        const char *culprit = argv[optind - 1];
        if (id == 'h') {
            options->help = true;
        } else if (id == '?') {
            snprintf(message, size, "there is no option \"%s\"", culprit);
            return false;
        } else if (id == ':') {
            snprintf(message, size, "%s needs a value", culprit);
            return false;
        } else if (optarg || id == OPTION_DEMO) {
            if (!take_value(options, id, optarg, message, size))
                return false;
        } else {
            take_flag(options, id);
        }
    }
    /* "--demo 40" as well as "--demo=40" */
    if (options->demo && optind == argc - 1 &&
        take_value(options, OPTION_DEMO, argv[optind], message, size))
        optind++;
    if (optind < argc) {
        snprintf(message, size, "\"%s\" is no option", argv[optind]);
        return false;
    }
    return true;
}

static bool find_preset(const struct strength *strength, struct play_options *options)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(strength, presets, PRESETS_MAX);
    for (int i = 0; i < count; i++) {
        if (strcasecmp(presets[i].name, options->preset) == 0) {
            options->elo = presets[i].elo;
            options->elo_given = true;
            return true;
        }
    }
    fprintf(stderr, "fallible play: there is no preset \"%s\":", options->preset);
    for (int i = 0; i < count; i++)
        fprintf(stderr, " %s", presets[i].name);
    fputc('\n', stderr);
    return false;
}

/* The book the opponent plays from; the session opens it again, so it is tried here first. */
static bool find_book(struct play_options *options)
{
    static char shipped[4096];
    struct error error = {0};
    if (strcmp(options->book, "own") == 0) {
        if (!paths_shipped("share/book.bin", shipped, sizeof shipped)) {
            fputs("fallible play: our own book, share/book.bin, is not installed\n", stderr);
            return false;
        }
        options->book = shipped;
    }
    struct book *book = book_open(options->book, &error);
    if (!book)
        text_error(&error);
    book_close(book);
    return book != NULL;
}

/* A game can be played without keeping it; the user is told why. */
static struct session *create_session(struct session_options *options)
{
    struct error error = {0};
    struct session *session = session_create(options, &error);
    if (!session && options->store_path) {
        text_error(&error);
        fprintf(stderr, "fallible: this game will not be kept\n");
        options->store_path = NULL;
        session = session_create(options, &error);
    }
    if (!session)
        text_error(&error);
    return session;
}

static int play_on_board(struct session_options *session_options,
                         const struct play_options *options)
{
    bool at_once = options->elo_given || options->fen_given;
    const struct tui_options tui_options = {
        .begin = at_once ? TUI_BEGIN_GAME : TUI_BEGIN_SLIDER,
        .ascii = options->ascii, .debug = options->debug, .theme = options->theme,
        .strength = session_options->strength, .threads = options->threads,
        .hash_mb = options->hash_mb};
    struct tui *tui = tui_create(&tui_options);
    if (!tui) {
        fprintf(stderr, "fallible: out of memory\n");
        return BAD;
    }
    session_options->wake = tui_wake;
    session_options->context = tui;
    session_options->natural_delay = true;
    struct session *session = create_session(session_options);
    struct error error = {0};
    int status = session ? tui_run(tui, session, &error) : BAD;
    session_destroy(session);
    tui_destroy(tui);
    if (status == BAD && error.message[0])
        text_error(&error);
    return status;
}

static int play_in_lines(struct session_options *session_options,
                         const struct play_options *options)
{
    struct plain *plain = plain_create(&(struct plain_options){.debug = options->debug});
    if (!plain) {
        fprintf(stderr, "fallible: out of memory\n");
        return BAD;
    }
    session_options->wake = plain_wake;
    session_options->context = plain;
    session_options->natural_delay = isatty(STDIN_FILENO);
    struct session *session = create_session(session_options);
    struct error error = {0};
    int status = session ? plain_play(plain, session, &error) : BAD;
    session_destroy(session);
    plain_destroy(plain);
    if (status == BAD && error.message[0])
        text_error(&error);
    return status;
}

static int play_demo(const struct strength *strength, const struct play_options *options)
{
    enum { STRONGER = 1400, WEAKER = 1000 };
    const struct demo_options demo = {.white_elo = STRONGER, .black_elo = WEAKER,
                                      .moves = options->demo_moves,
                                      .seed = options->seed_given ? options->seed : 1};
    struct error error = {0};
    if (demo_play(strength, &demo, &error))
        return DONE;
    text_error(&error);
    return BAD;
}

static int play(const struct strength *strength, struct play_options *options)
{
    char openings_path[4096], store_path[4096];
    struct error error = {0};
    if (options->preset && !find_preset(strength, options))
        return BAD;
    if (options->book && !find_book(options))
        return BAD;
    if (options->demo)
        return play_demo(strength, options);
    struct openings *openings = NULL;
    if (paths_shipped("share/openings.tsv", openings_path, sizeof openings_path)) {
        openings = openings_load(openings_path, &error);
        if (!openings)
            text_error(&error);
    }
    bool keep = !options->no_save && paths_data("games.db", store_path, sizeof store_path);
    struct session_options session_options = {
        .strength = strength, .openings = openings, .store_path = keep ? store_path : NULL,
        .book_path = options->book, .elo = options->elo, .seed = options->seed,
        .color = options->color, .control = options->control, .start = options->start,
        .threads = options->threads, .hash_mb = options->hash_mb};
    bool lines = options->plain || !tui_possible();
    int status = lines ? play_in_lines(&session_options, options)
                       : play_on_board(&session_options, options);
    if (openings)
        openings_free(openings);
    return status;
}

int command_play(int argc, char **argv)
{
    struct play_options options = {.elo = DEFAULT_ELO, .color = WHITE, .control = {.untimed = true},
                                   .demo_moves = DEMO_MOVES, .threads = 1, .hash_mb = 64};
    char message[512];
    chess_start(&options.start);
    if (!parse(&options, argc, argv, message, sizeof message))
        return command_usage("play", message);
    if (options.help) {
        print_help();
        return DONE;
    }
    /* A bare `fallible`, as `make play` starts it, with nobody there to look. */
    if (argc < 2 && strcmp(argv[0], "play") != 0 && !isatty(STDOUT_FILENO))
        options.demo = true;
    struct strength *strength = command_strength(options.strength_file);
    if (!strength)
        return BAD;
    int status = play(strength, &options);
    strength_destroy(strength);
    return status;
}
