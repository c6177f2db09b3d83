/* fallible analyze: shows a game or a position on the board, without an opponent. With --plain
 * or without a terminal it writes text: an evaluation of each position, or a line for each game
 * found. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/player/analyze_annotate.h"
#include "src/cli/player/analyze_games.h"
#include "src/cli/command.h"
#include "src/cli/settings.h"
#include "src/cli/show.h"
#include "src/cli/your_rating.h"
#include "src/game/format.h"
#include "src/pgn/pgn.h"
#include "src/plain/groups.h"
#include "src/util/input.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "src/review/group_json.h"
#include "src/player/engine_position.h"

enum { DEFAULT_ELO = 1400, DEFAULT_MOVETIME = 200, ANNOTATE_MOVETIME = 100 };

#define ANALYZE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                           \
    NUMBER(game, "game", "N", 1, INT_MAX,                                                          \
           "open game N of FILE (default: the list; with --plain the first game)")                 \
    TEXT(find, "find", "WORDS",                                                                    \
         "search by player, event or opening; or player:NAME, eco:, year: ...")                    \
    OWN(POSITION, "position", "FEN|MOVES", "list only the games that reach this position")         \
    FLAG(tree, "tree", "show the moves played in the position and their results, without a board") \
    FLAG(debug, "debug",                                                                           \
         "without a board: how each group of knowledge affects what the level plays")             \
    FLAG(json, "json", "with --tree or --debug: as JSON")                                          \
    TEXT(book, "book", "FILE", "show the moves of this Polyglot book instead of the built-in one") \
    FLAG(annotate, "annotate",                                                                     \
         "write FILE's games with scores, judgements and better lines to NEW")                     \
    NUMBER(jobs, "jobs", "N", 1, 256,                                                              \
           "with --annotate: analyse this many games at once (default 1)")                         \
    SHARED(FEN, "analyse from a position")                                                         \
    SHARED(ELO, "the level whose choices are shown, on your scale")                                \
    SHARED(SCALE, NULL)                                                                            \
    SHARED(METHOD, NULL)                                                                           \
    SHARED(SEED, NULL)                                                                             \
    SHARED(NAMES, NULL)                                                                            \
    SHARED(PLAIN, "lines of text, for pipes and screen readers")                                   \
    SHARED(ANNOUNCE, NULL)                                                                         \
    SHARED(SPEECH, NULL)                                                                           \
    SHARED(BOARD, NULL)                                                                            \
    SHARED(MOVETIME,                                                                               \
           "milliseconds per position (default: five minutes; 100 with --annotate; 200 without a " \
           "terminal, unless --plain is given)")                                                   \
    SHARED(NODES, "nodes per position, in place of a time")                                        \
    SHARED(DEPTH, "plies per position, in place of a time")                                        \
    TEXT(engine, "engine", "CMD", "analyse with this UCI engine, or xboard:COMMAND")               \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    SHARED(SYZYGY, NULL)                                                                           \
    SHARED(THREADS, NULL)                                                                          \
    SHARED(HASH, NULL)                                                                             \
    SHARED(ASCII, NULL)                                                                            \
    SHARED(PIECES, NULL)                                                                           \
    SHARED(ARROWS, NULL)                                                                           \
    SHARED(LINKS, NULL)                                                                            \
    SHARED(THEME, NULL)                                                                            \
    SHARED(HELP, NULL)

struct arguments {
    const char *file;        /* NULL if not given */
    const char *annotate_to; /* the output file; it must not exist */
    bool annotate;
    int jobs;
    int game;           /* number of the game in the file, from 1; 0 if not given */
    const char *find;   /* the query of --find; NULL if not given */
    const char *engine; /* the engine that analyses instead of ours; NULL if not given */
    struct limits chosen; /* the limits that were given */
    bool by_position;
    struct position position;
    bool tree, debug, json;
    const char *book; /* the book of --book; NULL: the one that ships with the program */
};

enum option_id { OPTION_IDS(ANALYZE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(ANALYZE_OPTIONS)};

static int help(void)
{
    options_help(
        "Usage: fallible analyze [OPTION...] [FILE.pgn]\n"
        "       fallible analyze --annotate [OPTION...] FILE.pgn NEW.pgn\n\n"
        "Steps through the games of FILE, a position, or the start position.\n"
        "--annotate scores each position in the time given with --movetime, and then takes\n"
        "one or two seconds for each bad move, to prove what is wrong with it.\n",
        rows, NULL);
    printf("\nThemes: %s\n", tui_themes());
    return EXIT_OK;
}

/* Handles --position. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *own = context;
    (void)id;
    own->by_position = analyze_position(value, &own->position, error);
    return own->by_position;
}

/* Returns a message if options conflict with each other or with the number of files, otherwise
 * NULL. */
static const char *disagreement(const struct arguments *own, const struct shared_options *options,
                                int files)
{
    bool xboard = false;
    if (own->engine)
        (void)player_command(own->engine, &xboard);
    if (own->annotate && files != 2)
        return "--annotate takes a file of games and the new file's name";
    if (files > 1 + own->annotate || (files > 0 && options->fen_given))
        return "expected either one file or --fen";
    if (own->annotate && own->engine)
        return "--annotate works only with Fallible's own engine";
    if (files == 0 && (own->game || own->find || own->by_position || own->tree))
        return "--game, --find, --position and --tree need a file of games";
    if (own->tree && own->game)
        return "--tree cannot be combined with --game: give the position with --position";
    if (own->debug && (own->tree || own->annotate || own->engine || own->find || own->by_position))
        return "--debug cannot be combined with --tree, --annotate, --engine, --find or --position";
    if (xboard && (options->limits.nodes || options->limits.depth))
        return "the analysis of an xboard: engine has no limits but --movetime";
    return own->json && !own->tree && !own->debug ? "--json needs --tree or --debug" : NULL;
}

static bool parse(struct shared_options *options, struct arguments *own, int argc, char **argv)
{
    if (!settings_take(NULL, options, NULL, NULL) || /* the setting for the book is the opponent's,
                                                        so it does not apply */
        !options_read("analyze", rows, argc, argv, options, take, own))
        return false;
    const char *problem = options->help ? NULL : disagreement(own, options, argc - optind);
    if (problem)
        return option_refuse("analyze", "%s", problem);
    own->file = optind < argc ? argv[optind] : NULL;
    own->annotate_to = own->file && own->annotate ? argv[optind + 1] : NULL;
    struct limits *limits = &options->limits;
    own->chosen = *limits;
    if (!limits->movetime && !limits->nodes && !limits->depth && !own->debug)
        limits->movetime = own->annotate ? ANNOTATE_MOVETIME : DEFAULT_MOVETIME;
    return true;
}

/* Text output */

/* Reads the first game of a file, which may be compressed or a pipe. */
static struct game *read_first(const char *path, struct error *error)
{
    struct input *input = input_open(path, error);
    struct game *game = NULL;
    if (!input)
        return NULL;
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    enum pgn_status status = PGN_BAD;
    if (reader)
        status = pgn_read(reader, &game, error);
    else
        error_set(error, "out of memory");
    if (status == PGN_END)
        (void)!pgn_reader_ended_well(reader, error);
    if (status != PGN_GAME && game) {
        game_destroy(game);
        game = NULL;
    }
    pgn_reader_destroy(reader);
    struct error ignored; /* errors in the file after the first game do not matter */
    (void)!input_close(input, &ignored);
    return game;
}

static void print_line(const struct position *start, const struct line *line)
{
    char score[16], moves[128];
    text_score(start->side == WHITE ? line->score : -line->score, score, sizeof score);
    text_line(start, line, 8, false, moves, sizeof moves);
    printf("%7s  depth %-2d  %s", score, line->depth, moves);
}

/* Prints for example "12. Nf3 +0.35 depth 14 Nc6 d4": the move, then the score (from White's point
 * of view) and the best line of the position after the move. */
static bool print_position(struct engine *engine, const struct game_node *node,
                           const struct limits *limits)
{
    char label[TEXT_MOVE_MAX] = "start";
    if (node->parent)
        text_move(&node->parent->position, node->move, label, sizeof label);
    printf("%-14s ", label);
    if (game_result_at(node) != RESULT_NONE) {
        printf("%s\n", game_state_words(game_state(node)));
        return true;
    }
    if (!place_engine(engine, node, NULL, limits))
        return false;
    struct report report;
    memset(&report, 0, sizeof report);
    (void)engine_think(engine, limits, &report);
    if (report.line_count > 0)
        print_line(&node->position, &report.lines[0]);
    putchar('\n');
    fflush(stdout);
    return true;
}

static int print_all(const struct game *game, const struct shared_options *options)
{
    struct error error = {0};
    struct engine_settings settings = engine_settings_default();
    settings.threads = options->threads;
    settings.hash_mb = options->hash_mb;
    settings.common_scores = true;
    struct engine *engine = engine_create_with(&settings, &error);
    bool good = engine != NULL;
    const struct game_node *node = game->root;
    for (; node && good && !ferror(stdout); node = node->child)
        good = print_position(engine, node, &options->limits) || error_set(&error, "out of memory");
    engine_destroy(engine);
    return good ? EXIT_OK : command_failed(&error);
}

/* What weakens the level, and what changes if one of its positional groups is switched */

/* Finds, by searches, the effects of all positional groups on the level's choice in one position.
 * `limits` are those of the search for the best moves; NULL: the usual ones. */
static bool probe_groups(struct engine *engine, struct group_probe *probe,
                         const struct game_node *node, const struct handicap *handicap,
                         const struct limits *limits, struct group_effects *effects)
{
    Move right[CHESS_MOVES_MAX];
    struct report report;
    const struct position *start;
    int count;
    memset(&report, 0, sizeof report);
    if (!group_probe_turn(probe, node, handicap))
        return false;
    Move *moves = place_moves(node, &start, &count);
    bool started = moves && (game_result_at(node) != RESULT_NONE ||
                             right_search_start(engine, limits, start, moves, count));
    free(moves);
    if (!started)
        return false;
    engine_wait(engine);
    (void)engine_poll(engine, &report);
    while (!group_probe_complete(probe)) {
        group_probe_wait(probe);
        (void)group_probe_poll(probe);
    }
    bool found = group_probe_found(probe, right, report_right_moves(&report, right), effects);
    group_probe_stop(probe);
    return found;
}

/* Writes an object such as {"ply": 0, "move": "e4", "fen": ..., ...}. */
static void print_groups_json(struct json *json, const struct game_node *node,
                              const struct group_effects *effects)
{
    char fen[CHESS_FEN_MAX], san[CHESS_SAN_MAX];
    chess_to_fen(&node->position, fen);
    json_object(json, NULL);
    json_int(json, "ply", node->ply);
    if (node->parent) {
        chess_to_san(&node->parent->position, node->move, san);
        json_string(json, "move", san);
    }
    json_string(json, "fen", fen);
    group_json_effects(json, &node->position, effects);
    json_end(json);
}

/* Prints the move that leads to the position, then what a player of the level would play in the
 * position and what switching each positional group would change. */
static void print_groups(const struct game_node *node, const struct group_effects *effects)
{
    char label[TEXT_MOVE_MAX] = "start";
    if (node->parent)
        text_move(&node->parent->position, node->move, label, sizeof label);
    printf("\n%s\n", label);
    if (effects->over)
        printf("%s\n", game_state_words(game_state(node)));
    else if (!effects->handicap.limited)
        printf("Full strength plays the best line.\n");
    else
        groups_tell_effects(&node->position, effects, NULL);
    fflush(stdout);
}

/* Prints, for each position of the game, what the level does and what each positional group
 * changes. `number`: the game's number in its file, 0 if it does not come from a file. */
static int debug_all(const struct game *game, int number, const struct scale *scale,
                     const struct shared_options *options, bool as_json)
{
    const struct limits *limits = &options->limits;
    struct error error = {0};
    struct strength *strength = command_strength(options->strength_file);
    struct engine *engine = engine_create(NULL, NULL);
    if (!limits->movetime && !limits->nodes && !limits->depth)
        limits = NULL;
    struct group_probe *probe = strength ? group_probe_create(NULL, NULL, strength) : NULL;
    struct group_effects *effects = calloc(1, sizeof *effects);
    bool good = engine && probe && effects;
    struct handicap handicap = {0};
    struct json json = json_begin(stdout);
    if (good)
        handicap = handicap_for(strength, options->method, options->elo,
                                options->seed ? options->seed : 1);
    if (good && as_json) {
        json_object(&json, NULL);
        group_json_level(&json, "level", &handicap);
        if (number > 0)
            json_int(&json, "game", number);
        json_array(&json, "positions");
        json_lines(&json);
    } else if (good && handicap.limited) {
        groups_tell_level(scale, &handicap);
    }
    const struct game_node *node = game->root;
    for (; node && good && !ferror(stdout); node = node->child) {
        good = probe_groups(engine, probe, node, &handicap, limits, effects);
        if (good && as_json)
            print_groups_json(&json, node, effects);
        else if (good)
            print_groups(node, effects);
    }
    while (json.depth > 0)
        json_end(&json);
    free(effects);
    group_probe_destroy(probe);
    engine_destroy(engine);
    strength_destroy(strength);
    if (!strength)
        return EXIT_USAGE;
    if (!good && !error.message[0])
        error_set(&error, "out of memory");
    return good ? EXIT_OK : command_failed(&error);
}

/* Reads the game with this number, from 1. Prints an error if it cannot be read completely. */
static struct game *read_game(const struct pgn_index *index, int number, struct error *error)
{
    struct game *game = NULL;
    if (!pgn_index_has(index, number, error))
        return NULL;
    enum pgn_status status = pgn_index_read(index, number - 1, &game, NULL, error);
    if (status == PGN_BAD && game && game->root->child) {
        text_error(error);
        status = PGN_GAME;
    }
    if (status != PGN_GAME) {
        game_destroy(game);
        game = NULL;
    }
    return game;
}

static int list_games(struct arguments *own)
{
    char shipped[4096];
    struct pgn_index *index = analyze_index(own->file);
    if (!index)
        return EXIT_USAGE;
    if (own->tree && !own->by_position)
        chess_start(&own->position);
    const char *find = own->find ? own->find : "", *book = own->book;
    if (own->tree && !book && paths_shipped("share/book.bin", shipped, sizeof shipped))
        book = shipped;
    int status = own->tree ? analyze_tree(index, find, &own->position, book, own->json)
                           : analyze_list(index, find, own->by_position ? &own->position : NULL);
    pgn_index_close(index);
    return status;
}

static int analyze_in_lines(const struct scale *scale, const struct shared_options *options,
                            const struct arguments *own)
{
    struct error error = {0};
    struct pgn_index *index = own->game ? analyze_index(own->file) : NULL;
    if (own->game && !index)
        return EXIT_USAGE;
    struct game *game = index       ? read_game(index, own->game, &error)
                        : own->file ? read_first(own->file, &error)
                                    : game_create(&options->start);
    pgn_index_close(index);
    if (!game) {
        if (!error.message[0])
            error_set(&error, "out of memory");
        return command_failed(&error);
    }
    int number = own->game ? own->game : own->file ? 1 : 0;
    int status =
        own->debug ? debug_all(game, number, scale, options, own->json) : print_all(game, options);
    game_destroy(game);
    return status;
}

/* Showing a game or position, on the board or as lines of text */

/* What is shown: a game of a file, or a position. */
struct subject {
    const struct pgn_index *index; /* NULL if there is no file */
    int game;                      /* number of the game in the file, from 1; 0 if not given */
    bool list;                     /* start with the list of games, because the first game may be
                                      unreadable */
    bool lines;                    /* text output, which reports errors in the first game, instead
                                      of the board, which does not */
    const char *find;              /* the query for the list */
};

static bool open_game(struct session *session, const struct subject *subject, struct error *error)
{
    const struct pgn_index *index = subject->index;
    if (!pgn_index_has(index, subject->game, error))
        return false;
    bool opened = session_open(session, index, subject->game ? subject->game - 1 : 0, error);
    if (!opened && !subject->list)
        return false;
    if (error->message[0] && (opened || subject->lines))
        text_error(error); /* reports the error; the part of the game that could be read is shown */
    return true;
}

/* Creates the session with the game or the position. Returns NULL after printing an error. */
static struct session *begin_session(struct session_options *options, void *context)
{
    const struct subject *subject = context;
    struct error error = {0};
    struct session *session = session_create(options, &error);
    if (session && (!subject->index || open_game(session, subject, &error)))
        return session;
    session_destroy(session);
    text_error(&error);
    return NULL;
}

static int analyze_step_by_step(struct scale *scale, const struct shared_options *options,
                                const struct arguments *own)
{
    struct pgn_index *index = own->file ? analyze_index(own->file) : NULL;
    struct strength *strength =
        index || !own->file ? command_strength(options->strength_file) : NULL;
    if (!strength) {
        pgn_index_close(index);
        return EXIT_USAGE;
    }
    bool many = index && (pgn_index_count(index) > 1 || own->find);
    bool lines = options->plain || !tui_possible();
    struct subject subject = {index, own->game, many && !own->game, lines,
                              own->find ? own->find : ""};
    struct openings *openings = command_opening_names();
    char store_path[4096];
    struct error why; /* without a store, your mistakes are shown but not saved */
    bool stored = paths_data("games.db", store_path, sizeof store_path, &why);
    struct session_options session_options = {.strength = strength,
                                              .scale = scale,
                                              .openings = openings,
                                              .elo = options->elo,
                                              .method = options->method,
                                              .seed = options->seed,
                                              .color = WHITE,
                                              .control = {.untimed = true},
                                              .start = options->start,
                                              .names = options->names,
                                              .keep_names = setting_keep_names,
                                              .analyze_only = true,
                                              .store_path = stored ? store_path : NULL,
                                              .not_kept = stored ? NULL : why.message,
                                              .analyst = own->engine,
                                              .analysis = own->chosen,
                                              .book_path = own->book,
                                              .syzygy_path = options->syzygy,
                                              .threads = options->threads,
                                              .hash_mb = options->hash_mb};
    const struct tui_options tui_options = {.begin = TUI_BEGIN_ANALYSIS,
                                            .ascii = options->ascii,
                                            .theme = options->theme,
                                            .pieces = options->pieces,
                                            .no_arrows = !options->arrows,
                                            .no_links = !options->links,
                                            .strength = strength,
                                            .games = index,
                                            .openings = openings,
                                            .find = subject.list ? subject.find : NULL,
                                            .threads = options->threads,
                                            .hash_mb = options->hash_mb};
    const struct plain_options plain_options = {
        .analysis = true, .speech = options->speech, .strength = strength, .openings = openings,
        .games = many ? index : NULL};
    int status = show_session(&session_options, lines ? NULL : &tui_options, &plain_options,
                              begin_session, &subject);
    openings_free(openings);
    strength_destroy(strength);
    pgn_index_close(index);
    return status;
}

/* Shows a game or a position: on the board if `screen` is true, otherwise in lines of text. The
 * level whose choices are shown is yours, unless another was chosen. */
static int show(struct shared_options *options, const struct arguments *own, bool screen)
{
    struct error error = {0};
    struct scale *scale = command_scale(options->scale, &error);
    if (!scale)
        return command_failed(&error);
    int yours = 0, status = EXIT_USAGE;
    bool good = your_elo_by_settings(scale, &yours);
    if (yours && !options->elo_given && !options->elo_set)
        options->elo = yours;
    if (good && (own->debug || (!options->plain && !screen && !own->engine)))
        status = analyze_in_lines(scale, options, own);
    else if (good)
        status = analyze_step_by_step(scale, options, own);
    scale_destroy(scale);
    return status;
}

/* Shows the home screen, as `fallible` without a command does. Keeps --plain and --ascii. */
static int home(const struct shared_options *options)
{
    char program[] = "fallible", plain[] = "--plain", ascii[] = "--ascii";
    char *arguments[] = {program, NULL, NULL, NULL};
    int count = 1;
    if (options->plain)
        arguments[count++] = plain;
    if (options->ascii)
        arguments[count++] = ascii;
    return command_play(count, arguments);
}

int command_analyze(int argc, char **argv)
{
    struct shared_options options = shared_options_default(DEFAULT_ELO);
    options.method = METHOD_HUMAN;
    struct arguments own = {.jobs = 1};
    if (!parse(&options, &own, argc, argv))
        return EXIT_USAGE;
    if (options.help)
        return help();
    if (own.annotate)
        return analyze_annotate(own.file, own.annotate_to, &options, own.jobs);
    bool screen = !options.plain && tui_possible();
    if (own.book && !command_has_book(own.book))
        return EXIT_USAGE;
    if (own.tree || own.by_position || (own.find && !screen))
        return list_games(&own);
    int status = show(&options, &own, screen);
    return status == SHOW_HOME ? home(&options) : status;
}
