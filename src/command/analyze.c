/* fallible analyze: the board without an opponent on a game or a position; without a terminal, one
 * line of evaluation for each position. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/command/settings.h"
#include "src/game/pgn.h"
#include "src/plain/plain.h"
#include "src/support/input.h"
#include "src/support/paths.h"
#include "src/support/text.h"
#include "src/trainer/session.h"
#include "src/tui/tui.h"

enum { DONE = 0, BAD = 2, DEFAULT_ELO = 1400, DEFAULT_MOVETIME = 200, GAME_PLIES_MAX = 6000 };

enum { OPTION_ENGINE = OPTION_OWN };
static const struct option_row rows[] = {
    {SHARED_FEN, NULL, NULL, "analyse from a position"},
    {SHARED_ELO, NULL, NULL, "the level whose choices are shown, 600 to 2600"},
    {SHARED_METHOD, NULL, NULL, NULL},
    {SHARED_SEED, NULL, NULL, NULL},
    {SHARED_PLAIN, NULL, NULL, "a dialogue in lines of text"},
    {SHARED_MOVETIME, NULL, NULL, "with no terminal: milliseconds a position, 200"},
    {SHARED_NODES, NULL, NULL, "with no terminal: nodes a position"},
    {SHARED_DEPTH, NULL, NULL, "with no terminal: plies a position"},
    {OPTION_ENGINE, "engine", "CMD", "any UCI engine analyses in place of ours"},
    {SHARED_STRENGTH_FILE, NULL, NULL, NULL},
    {SHARED_SYZYGY, NULL, NULL, NULL},
    {SHARED_THREADS, NULL, NULL, NULL},
    {SHARED_HASH, NULL, NULL, NULL},
    {SHARED_ASCII, NULL, NULL, NULL},
    {SHARED_THEME, NULL, NULL, NULL},
    {SHARED_HELP, NULL, NULL, NULL},
    {0, NULL, NULL, NULL},
};

static void print_help(void)
{
    printf("Usage: fallible analyze [OPTION...] [FILE.pgn]\n\n"
           "Steps through the first game of FILE, a position, or the start position.\n\n");
    options_print(rows);
    printf("\nThemes: %s\n", tui_themes());
}

/* --engine, as its command; it analyses in our place. */
static bool take_engine(void *context, int id, const char *value, struct error *error)
{
    (void)id;
    (void)error;
    *(const char **)context = value;
    return true;
}

static bool parse(struct shared_options *options, const char **file, const char **engine, int argc,
                  char **argv)
{
    if (!settings_take(rows, options, take_engine, engine) ||
        !options_read("analyze", rows, argc, argv, options, take_engine, engine))
        return false;
    if (optind < argc - 1 || (optind < argc && options->fen_given)) {
        command_usage("analyze", "one file, or --fen, is analysed at a time");
        return false;
    }
    *file = optind < argc ? argv[optind] : NULL;
    const struct limits *limits = &options->limits;
    if (!limits->movetime && !limits->nodes && !limits->depth)
        options->limits.movetime = DEFAULT_MOVETIME;
    return true;
}

/* As lines of text */

static struct game *read_game(const char *path, struct error *error)
{
    struct input *input = input_open(path, error);
    struct game *game = NULL;
    if (!input)
        return NULL;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    enum pgn_status status = PGN_BAD;
    if (reader) {
        status = pgn_read(reader, &game, error);
    } else {
        error_set(error, "out of memory");
    }
    if (status == PGN_END) {
        error_set(error, "%s: no game in it", path);
    }
    if (status != PGN_GAME && game) {
        game_destroy(game);
        game = NULL;
    }
    pgn_reader_destroy(reader);
    struct error ignored; /* of what comes after the first game */
    (void)!input_close(input, &ignored);
    return game;
}

static void print_line(const struct position *start, const struct line *line)
{
    struct position position = *start;
    char text[16];
    text_score(position.side == WHITE ? line->score : -line->score, text, sizeof text);
    printf("%7s  depth %-2d ", text, line->depth);
    for (int i = 0; i < line->length && i < 8 && chess_is_legal(&position, line->moves[i]); i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&position, line->moves[i], san);
        printf(" %s", san);
        chess_play(&position, line->moves[i]);
    }
}

/* "12. Nf3   +0.35  depth 14  Nc6 d4": the move, then the position after it, seen by white. */
static bool print_position(struct engine *engine, const struct game *game,
                           const struct game_node *node, const struct limits *limits)
{
    static Move moves[GAME_PLIES_MAX];
    char label[32] = "start", san[CHESS_SAN_MAX];
    if (node->parent) {
        const struct position *before = &node->parent->position;
        chess_to_san(before, node->move, san);
        snprintf(label, sizeof label, "%d%s %s", before->fullmove,
                 before->side == WHITE ? "." : "...", san);
    }
    printf("%-14s ", label);
    enum game_state state = game_state(node);
    if (state != GAME_GOING && state != GAME_THREEFOLD && state != GAME_FIFTY) {
        printf("%s\n", game_state_words(state));
        return true;
    }
    int count = game_moves_to(node, moves, GAME_PLIES_MAX);
    if (count > GAME_PLIES_MAX ||
        !engine_set_position(engine, &game->root->position, moves, count)) {
        return false;
    }
    struct report report;
    memset(&report, 0, sizeof report);
    engine_start(engine, limits);
    engine_wait(engine);
    engine_poll(engine, &report);
    if (report.line_count > 0) {
        print_line(&node->position, &report.lines[0]);
    }
    putchar('\n');
    return fflush(stdout) == 0;
}

static int print_all(const struct game *game, const struct shared_options *options)
{
    struct error error = {0};
    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    settings.threads = options->threads;
    settings.hash_mb = options->hash_mb;
    bool good = engine && engine_configure(engine, &settings, &error);
    if (!good && !error.message[0]) {
        error_set(&error, "out of memory");
    }
    for (const struct game_node *node = game->root; node && good; node = node->child) {
        good = print_position(engine, game, node, &options->limits);
        if (!good) {
            error_set(&error, "standard output cannot be written, or the game is too long");
        }
    }
    engine_destroy(engine);
    if (!good) {
        text_error(&error);
    }
    return good ? DONE : BAD;
}

static int analyze_in_lines(const struct shared_options *options, const char *file)
{
    struct error error = {0};
    struct game *game = file ? read_game(file, &error)
                                      : game_create(&options->start);
    if (!game) {
        if (!error.message[0]) {
            error_set(&error, "out of memory");
        }
        text_error(&error);
        return BAD;
    }
    int status = print_all(game, options);
    game_destroy(game);
    return status;
}

/* Step by step, on the board or as a dialogue */

static bool load_file(struct session *session, const char *file, struct error *error)
{
    char line[300];
    struct session_reply reply;
    memset(&reply, 0, sizeof reply);
    if ((size_t)snprintf(line, sizeof line, "load %s", file) >= sizeof reply.argument) {
        error_set(error, "%.60s...: too long a name", file);
        return false;
    }
    session_enter(session, line, &reply);
    if (reply.kind == REPLY_REFUSED) {
        error_set(error, "%.250s", reply.text);
        return false;
    }
    return true;
}

/* A session that holds the file's game or the position; NULL: it has been said why. */
static struct session *begin_session(const struct session_options *options, const char *file)
{
    struct error error = {0};
    struct session *session = session_create(options, &error);
    if (session && (!file || load_file(session, file, &error)))
        return session;
    session_destroy(session);
    text_error(&error);
    return NULL;
}

static int run_board(const struct session_options *common, const struct shared_options *options,
                     const char *file)
{
    const struct tui_options tui_options = {
        .begin = TUI_BEGIN_ANALYSIS, .ascii = options->ascii, .theme = options->theme,
        .strength = common->strength, .threads = options->threads, .hash_mb = options->hash_mb};
    struct error error = {0};
    struct tui *tui = tui_create(&tui_options);
    if (!tui) {
        fprintf(stderr, "fallible: out of memory\n");
        return BAD;
    }
    struct session_options session_options = *common;
    session_options.wake = tui_wake;
    session_options.context = tui;
    struct session *session = begin_session(&session_options, file);
    int status = session ? tui_run(tui, session, &error) : BAD;
    session_destroy(session);
    tui_destroy(tui);
    if (status == BAD && error.message[0])
        text_error(&error);
    return status;
}

static int run_dialogue(const struct session_options *common, const char *file)
{
    const struct plain_options plain_options = {.analysis = true, .strength = common->strength};
    struct error error = {0};
    struct plain *plain = plain_create(&plain_options);
    if (!plain) {
        fprintf(stderr, "fallible: out of memory\n");
        return BAD;
    }
    struct session_options session_options = *common;
    session_options.wake = plain_wake;
    session_options.context = plain;
    struct session *session = begin_session(&session_options, file);
    int status = session ? plain_play(plain, session, &error) : BAD;
    session_destroy(session);
    plain_destroy(plain);
    if (status == BAD && error.message[0])
        text_error(&error);
    return status;
}

static int analyze_step_by_step(const struct strength *strength,
                                const struct shared_options *options, const char *file,
                                const char *engine)
{
    char path[4096];
    struct error error = {0};
    struct openings *openings = NULL;
    if (paths_shipped("share/openings.tsv", path, sizeof path))
        openings = openings_load(path, &error);
    const struct session_options common = {
        .strength = strength, .openings = openings, .elo = options->elo, .method = options->method,
        .seed = options->seed, .color = WHITE, .control = {.untimed = true},
        .start = options->start, .analyze_only = true, .analyst = engine, .syzygy_path = options->syzygy,
        .threads = options->threads, .hash_mb = options->hash_mb};
    int status = options->plain || !tui_possible() ? run_dialogue(&common, file) : run_board(&common, options, file);
    if (openings)
        openings_free(openings);
    return status;
}

int command_analyze(int argc, char **argv)
{
    struct shared_options options = shared_options_default(DEFAULT_ELO);
    const char *file, *engine = NULL;
    if (!parse(&options, &file, &engine, argc, argv))
        return BAD;
    if (options.help) {
        print_help();
        return DONE;
    }
    if (!options.plain && !tui_possible() && !engine)
        return analyze_in_lines(&options, file);
    struct strength *strength = command_strength(options.strength_file);
    if (!strength)
        return BAD;
    int status = analyze_step_by_step(strength, &options, file, engine);
    strength_destroy(strength);
    return status;
}
