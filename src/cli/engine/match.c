/* fallible match: plays games between players and reports Elo with error bars. A sequential test
 * can end the match early. Progress goes to standard error, a summary to standard output. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/engine/match_report.h"
#include "src/cli/engine/match_show.h"
#include "src/cli/options.h"
#include "src/cli/sharing.h"
#include "src/game/opening.h"
#include "src/lab/match/match.h"
#include "src/lab/match/match_files.h"
#include "src/lab/match/match_shared.h"
#include "src/player/player_group.h"
#include "src/util/lock_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { DEFAULT_GAMES = 100, GAMES_MAX = 1000000, FOLLOW_MS = 2000 };
enum { DEFAULT_NODES = 5000, DEFAULT_HASH_MB = 16 };

#define MATCH_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    NUMBER(games, "games", "N", 1, GAMES_MAX,                                                      \
           "games of each pair of players, rounded to even (default 100; with --sprt 100000)")     \
    FLAG(match.plan.gauntlet, "gauntlet",                                                          \
         "only games of the first player against the others, with its strengths and weaknesses")   \
    SHARED(NODES, "nodes a move")                                                                  \
    SHARED(DEPTH, "plies a move")                                                                  \
    SHARED(MOVETIME, "milliseconds a move")                                                        \
    OWN(TC, "tc", "TC", "a clock: 8+0.08 (seconds + increment) or 40/60 (moves / seconds)")        \
    NUMBER(match.rules.virtual_speed, "virtual", "NPS", 1, 1000000000,                             \
           "use a virtual clock with this many nodes a second (see below)")                        \
    NUMBER(match.rules.margin, "margin", "MS", 0, 60000,                                           \
           "milliseconds by which a player may exceed its time (default 20)")                      \
    TEXT(openings, "openings", "FILE",                                                             \
         "openings: EPD, FEN or PGN (default: the shipped balanced set)")                          \
    NUMBER(plies, "plies", "N", 1, 1000, "moves taken from a PGN opening, in plies (default all)") \
    NUMBER(random_plies, "random-plies", "N", 1, 40,                                               \
           "begin games with N random plies instead of openings from a file")                      \
    SHARED(SEED, "seed of the opening order and of random choices (default 1)")                    \
    NUMBER(match.concurrency, "concurrency", "N", 1, 256, "games at a time (default 1)")           \
    SHARED(HASH, "hash table of each engine (default 16)")                                         \
    SHARED(THREADS, "search threads of each engine (default 1)")                                   \
    FLAG(no_adjudication, "no-adjudication",                                                       \
         "play games to the end, even when both players' scores agree on the result")              \
    OWN(SPRT, "sprt", "TEST",                                                                      \
        "stop when decided: elo0=0,elo1=5[,alpha=0.05,beta=0.05][,normalised]")                    \
    OWN(SHARD, "shard", "K/N",                                                                     \
        "play every Nth pair, starting with the Kth; see fallible match merge")                    \
    TEXT(folder, "shared", "FOLDER",                                                               \
         "the folder of all shards; without --shard, collect their games and play missing ones")   \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other shards")                       \
    TEXT(pgn, "pgn", "FILE", "append every game, with scores and clocks")                          \
    FLAG(resume, "resume", "continue the match whose games are in the --pgn file")                 \
    SHARED(STRENGTH_FILE, "the strength table for players given as fallible:elo=N")                \
    FLAG(report, "report", "afterwards show how much the players' moves lost")                     \
    NUMBER(judge_nodes, "report-nodes", "N", 1, 1000000000,                                        \
           "nodes for each position of the report (default 10000)")                                \
    FLAG(json, "json", "the summary as JSON")                                                      \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    char players[MATCH_PLAYERS_MAX][PLAYER_TEXT_MAX];
    struct match_options match;
    int resumed; /* games taken over from the PGN file */
    const char *openings, *pgn, *folder;
    char own_file[MATCH_SHARED_PATH]; /* path of this run's own file in the shared folder */
    int64_t budget; /* milliseconds that the run may take; 0: no limit */
    int games, plies, random_plies;
    int judge_nodes; /* nodes that the judge of --report searches per position */
    bool no_adjudication, report, json, resume;
    bool unlimited; /* the user gave neither a limit nor a time control */
};

enum option_id { OPTION_IDS(MATCH_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(MATCH_OPTIONS)};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible match [OPTION...] PLAYER PLAYER...\n"
        "       fallible match merge [OPTION...] FILE.pgn...\n"
        "       fallible match report [OPTION...] FILE.pgn...\n\n"
        "Plays a match, each opening with both colours, and estimates the difference in strength\n"
        "of two players, all against all, or one against all others (--gauntlet).\n"
        "\n"
        "Players:\n"
        "  fallible                            our engine at full strength\n"
        "  fallible:elo=1400,method=noise      weakened by madchess, inaccuracy, noise,\n"
        "                                      diffusion, stubborn, human, maia, skill\n"
        "                                      or arasan\n"
        "  fallible:features=-null_move,-lmr   with search features off (-) or on (+)\n"
        "  uci:COMMAND,option.NAME=VALUE       a UCI program and its options\n"
        "  xboard:COMMAND,option.NAME=VALUE    an XBoard program, by a clock, movetime or depth\n"
        "  random                              any legal move\n"
        "  fallible:elo=600-1400/200           several levels\n"
        "  stockfish:skill=0-5                 Stockfish at several Skill Levels\n"
        "  easy                                random and the levels 400 to 1200\n"
        "All of them accept name=NAME, hash=MB, threads=N, nps=N, and a separate limit:\n"
        "nodes=N, depth=N, movetime=MS.\n",
        rows,
        "\nA virtual clock counts nodes instead of time: for weakened players at the speed of\n"
        "their level, for others at nps= or NPS. Games are then the same on every machine, and\n"
        "nobody loses on time.\n"
        "Without a limit each move has 5000 nodes; a level has as many as in a game without a\n"
        "clock. Ctrl-C ends a match and shows its result.\n"
        "Exit status: 0 done (a test: elo1 accepted), 1 a test accepted elo0 or was not decided,\n"
        "stopped, or a player could not be started again, 2 usage or bad input.");
}

static bool read_test_value(struct sprt *sprt, char *word)
{
    if (strcmp(word, "normalised") == 0) {
        sprt->normalised = true;
        return true;
    }
    char *rest = word;
    const char *name = strsep(&rest, "="), *value = rest;
    if (!value)
        return false;
    if (strcmp(name, "elo0") == 0)
        return option_decimal(&value, -1000, 1000, &sprt->elo0) && !*value;
    if (strcmp(name, "elo1") == 0)
        return option_decimal(&value, -1000, 1000, &sprt->elo1) && !*value;
    if (strcmp(name, "alpha") == 0)
        return option_decimal(&value, 0.0001, 0.49, &sprt->alpha) && !*value;
    if (strcmp(name, "beta") == 0)
        return option_decimal(&value, 0.0001, 0.49, &sprt->beta) && !*value;
    return false;
}

static bool read_test(const char *text, struct sprt *sprt, struct error *error)
{
    char copy[128], *state = NULL;
    *sprt = (struct sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    snprintf(copy, sizeof copy, "%s", text);
    bool good = strlen(text) < sizeof copy;
    for (char *word = strtok_r(copy, ",", &state); word && good; word = strtok_r(NULL, ",", &state))
        good = read_test_value(sprt, word);
    if (good && sprt->elo0 < sprt->elo1)
        return true;
    return error_set(error,
                     "--sprt takes elo0=A,elo1=B with A below B, alpha=, beta= and normalised, not "
                     "\"%.60s\"",
                     text);
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    struct match_options *match = &arguments->match;
    switch (id) {
    case OPTION_TC: return option_control(value, &match->rules.control, error);
    case OPTION_BUDGET: return option_budget(value, &arguments->budget, error);
    case OPTION_SPRT: match->has_sprt = true; return read_test(value, &match->sprt, error);
    default:
        return option_part("shard", value, SHARDS_MAX, &match->plan.shard, &match->plan.shards,
                           error);
    }
}

static bool agree(struct arguments *arguments)
{
    struct game_rules *rules = &arguments->match.rules;
    rules->limits = arguments->shared.limits;
    if (arguments->no_adjudication)
        rules->adjudication.on = false;
    bool own = rules->limits.nodes || rules->limits.depth || rules->limits.movetime;
    if (!rules->control.untimed && rules->limits.movetime)
        return option_refuse("match", "--tc cannot be combined with --movetime");
    arguments->unlimited = rules->control.untimed && !own;
    if (arguments->unlimited)
        rules->limits.nodes = DEFAULT_NODES;
    if (rules->virtual_speed > 0 && rules->control.untimed)
        return option_refuse("match", "--virtual needs --tc");
    if (arguments->openings && arguments->random_plies)
        return option_refuse("match", "--openings cannot be combined with --random-plies");
    if (arguments->resume && !arguments->pgn && !arguments->folder)
        return option_refuse("match", "--resume needs --pgn");
    if (arguments->folder && (arguments->pgn || arguments->report))
        return option_refuse("match", "--shared cannot be combined with --pgn or --report");
    if (arguments->games == 0)
        arguments->games = arguments->match.has_sprt ? 100000 : DEFAULT_GAMES;
    int encounters = match_encounters(&arguments->match.plan);
    arguments->games += arguments->games & 1;
    if (arguments->games > GAMES_MAX / encounters)
        return option_refuse("match", "more than %d games in all", GAMES_MAX);
    arguments->match.games = arguments->games * encounters;
    if (arguments->match.has_sprt && (arguments->match.plan.players > 2 ||
                                      (arguments->match.plan.shards > 1 && !arguments->folder)))
        return option_refuse("match", "--sprt is for two players; if there is --shard, it needs --shared");
    arguments->match.seed = arguments->shared.seed;
    arguments->match.hash_mb = arguments->shared.hash_mb;
    arguments->match.threads = arguments->shared.threads;
    return true;
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .match = {.rules = {.control = {.untimed = true},
                                                        .margin = 20,
                                                        .adjudication = adjudication_default()},
                                              .concurrency = 1,
                                              .event = "Fallible match"},
                                    .judge_nodes = REPORT_NODES};
    shared->seed = 1;
    shared->hash_mb = DEFAULT_HASH_MB;
    if (!options_read("match", rows, argc, argv, shared, take, arguments))
        return false;
    if (shared->help)
        return true;
    int players = 0;
    struct error error = {.message = ""};
    for (int i = optind; i < argc; i++)
        if (!player_group_read(argv[i], arguments->players, MATCH_PLAYERS_MAX, &players, &error))
            return option_refuse("match", "%.200s", error.message);
    if (players < 2)
        return option_refuse("match", "expected 2 to %d players", MATCH_PLAYERS_MAX);
    arguments->match.plan.players = players;
    return agree(arguments);
}

/* Setup */

/* Gives a level as much time for a move as it has in a game without a clock, so that it searches as
 * many nodes as in such a game. */
static void limit_level(struct player_spec *spec, const struct strength *strength)
{
    const struct limits *own = &spec->limits;
    if (spec->handicap.limited && !own->nodes && !own->depth && !own->movetime)
        spec->limits.movetime = strength_natural_time(strength).allotted;
}

static bool read_players(const struct arguments *arguments, struct player_spec specs[])
{
    struct strength *strength = command_strength(arguments->shared.strength_file);
    struct error error = {.message = ""};
    for (int i = 0; strength && i < arguments->match.plan.players; i++) {
        if (!player_spec_read(&specs[i], arguments->players[i], strength, &error)) {
            strength_destroy(strength);
            return option_refuse("match", "%.200s", error.message);
        }
        if (arguments->unlimited)
            limit_level(&specs[i], strength);
    }
    strength_destroy(strength);
    return strength != NULL;
}

static bool read_openings(const struct arguments *arguments, struct opening_list *list)
{
    const struct match_options *match = &arguments->match;
    struct error error;
    bool good;
    if (!arguments->random_plies)
        good = command_openings(list, arguments->openings, arguments->plies, match->seed, &error);
    else if (!(good = opening_list_random(list, match->games / 2, arguments->random_plies,
                                          match->seed)))
        error_set(&error, "out of memory");
    else
        opening_list_shuffle(list, match->seed);
    return good || text_error(&error);
}

static bool complain(const char *file)
{
    struct error error;
    error_set_in(&error, file, "%s", strerror(errno));
    text_error(&error);
    return false;
}

/* Takes over the games that are already in the PGN file; a missing file counts as empty. */
static bool resume(struct arguments *arguments, struct match *match)
{
    char shown[1024];
    struct error error = {.message = ""};
    if (!match_resume_file(match, arguments->pgn, &arguments->resumed, &error))
        return text_error(&error);
    if (arguments->resumed > 0)
        fprintf(stderr, "%d of %d games %s in %s\n", arguments->resumed, arguments->match.games,
                arguments->resumed == 1 ? "is" : "are",
                text_shown(arguments->pgn, shown, sizeof shown));
    return true;
}

/* Running */

struct observer {
    struct event event;
    struct match_view view;
    struct match_followed *followed; /* one for each shard; NULL if no folder is shared */
    int64_t looked;                  /* time at which the folder was read last, by text_now() */
    struct sharing sharing; /* for ending the match at a stop file or at the end of the budget */
};

/* Reads what the other shards have played: immediately if `at_once` is true, otherwise only if the
 * last reading was long enough ago. Returns false on an error, after printing it. */
static bool look_at_others(const struct arguments *arguments, struct observer *observer,
                           struct match *match, bool at_once)
{
    struct error error;
    if (!observer->followed || (!at_once && text_now() - observer->looked < FOLLOW_MS))
        return true;
    observer->looked = text_now();
    return match_shared_follow(match, &arguments->match.plan, arguments->folder, observer->followed,
                               &error) ||
           text_error(&error);
}

/* Counts the finished games that belong to this run's own shard. */
static int count_own(const struct arguments *arguments, const struct match_game games[], int count)
{
    int done = 0;
    for (int i = 0; i < count; i++)
        done += games[i].done && match_in_shard(&arguments->match.plan, i);
    return done;
}

static int conclude(const struct arguments *arguments, const struct match_view *view,
                    const struct match_game games[], const struct match_state *state)
{
    match_show_end(view);
    match_show_summary(view, games, state);
    if (state->failed)
        text_error(&state->error);
    if (arguments->match.has_sprt)
        return state->verdict == SPRT_ELO1 ? 0 : 1;
    int planned = match_shard_games(&arguments->match.plan, arguments->match.games);
    return state->failed || count_own(arguments, games, state->count) < planned ? 1 : 0;
}

static int follow(const struct arguments *arguments, struct observer *observer, struct match *match,
                  struct match_game games[])
{
    struct match_state state;
    bool told_to_stop = false, bad = false;
    while ((state = match_poll(match, games)).going) {
        match_show_troubles(&observer->view, games, state.count);
        match_show_progress(&observer->view, games, &state);
        if (!told_to_stop && !sharing_goes_on(&observer->sharing)) {
            match_stop(match);
            told_to_stop = true;
        }
        if (!look_at_others(arguments, observer, match, false)) {
            match_stop(match);
            bad = told_to_stop = true;
        }
        if (told_to_stop)
            text_nap(10);
        else
            event_wait(&observer->event);
    }
    bad = bad || !look_at_others(arguments, observer, match, true);
    state = match_poll(match, games);
    match_show_troubles(&observer->view, games, state.count);
    int status = conclude(arguments, &observer->view, games, &state);
    return bad ? EXIT_USAGE : status;
}

/* Reports the losses in the games just played. */
static int report(const struct arguments *arguments, FILE *pgn)
{
    struct loss_options options = {.nodes = (uint64_t)arguments->judge_nodes,
                                   .concurrency = arguments->match.concurrency,
                                   .hash_mb = REPORT_HASH_MB};
    const char *name = arguments->pgn ? arguments->pgn : "the match";
    if (!arguments->json)
        putchar('\n');
    rewind(pgn);
    return match_report_games(pgn, name, &options, arguments->json);
}

/* Opens the file for the games. Returns NULL if no file was requested, and also on an error; only
 * an error sets *good to false. */
static FILE *open_games(const struct arguments *arguments, bool *good)
{
    FILE *pgn = NULL;
    if (arguments->pgn)
        pgn = paths_open_private(arguments->pgn, "a+");
    else if (arguments->report)
        pgn = paths_create_unnamed();
    else
        return NULL;
    if (!pgn)
        *good = complain(arguments->pgn ? arguments->pgn : "temporary file");
    return pgn;
}

static int watch(struct arguments *arguments, struct observer *observer, struct match_game games[])
{
    struct error error = {.message = ""};
    struct match *match = match_create(&arguments->match, event_tell, &observer->event, &error);
    if (!match)
        return command_failed(&error);
    /* The lock keeps other programs from writing to the file or replacing it while games are
     * removed and added. */
    struct lock_file lock = {.file = -1};
    bool collects = arguments->folder && !observer->followed;
    bool good = !collects ||
                match_shared_collect(match, arguments->folder, &arguments->resumed, &error) ||
                text_error(&error);
    good = good && (!arguments->pgn || lock_file_take(&lock, arguments->pgn, 0, &error) ||
                    text_error(&error));
    good = good && (!arguments->resume || resume(arguments, match));
    FILE *pgn = good ? open_games(arguments, &good) : NULL;
    for (int i = 0; i < arguments->match.plan.players; i++)
        observer->view.names[i] = match_player_name(match, i);
    observer->view.resumed = arguments->resumed;
    if (collects && !sharing_goes_on(&observer->sharing))
        match_stop(match);
    if (good && !match_start(match, pgn, &error)) {
        text_error(&error);
        good = false;
    }
    int status = good ? follow(arguments, observer, match, games) : 2;
    match_destroy(match);
    if (good && arguments->report && !interrupt_came()) {
        int judged = report(arguments, pgn);
        status = judged > status ? judged : status;
    }
    if (pgn)
        fclose(pgn);
    lock_file_release(&lock);
    if (good && collects && !match_shared_write(arguments->folder, &error))
        status = command_failed(&error);
    return status;
}

static int run_match(struct arguments *arguments)
{
    size_t count = (size_t)arguments->match.games;
    struct match_game *games = calloc(count, sizeof *games);
    bool *told = calloc(count, sizeof *told);
    struct observer observer = {
        .sharing = {.folder = arguments->folder, .budget = arguments->budget},
        .view = {.options = &arguments->match,
                 .progress = progress_begin_long(60, false),
                 .json = arguments->json,
                 .told = told,
                 .planned = match_shard_games(&arguments->match.plan, arguments->match.games)}};
    int shards = arguments->match.plan.shards;
    if (arguments->folder && shards > 0) {
        observer.followed = calloc((size_t)shards, sizeof *observer.followed);
        observer.view.planned = arguments->match.games;
    }
    event_init(&observer.event);
    int status = 2;
    if (games && told && (observer.followed || !arguments->folder || shards == 0))
        status = watch(arguments, &observer, games);
    else
        fputs("fallible: out of memory\n", stderr);
    free(observer.followed);
    free(told);
    free(games);
    event_clear(&observer.event);
    return status;
}

/* With --shared, uses this run's own file in the folder, and continues from the games in it. */
static bool share_folder(struct arguments *arguments)
{
    const struct match_plan *plan = &arguments->match.plan;
    struct error error = {.message = ""};
    if (!arguments->folder)
        return true;
    if (!match_shared_path(arguments->folder, plan->shard, plan->shards, arguments->own_file,
                           &error))
        return text_error(&error);
    if (!paths_make_folders(arguments->own_file))
        return complain(arguments->folder);
    arguments->pgn = arguments->own_file;
    arguments->resume = plan->shards > 0;
    return true;
}

int command_match(int argc, char **argv)
{
    struct arguments arguments;
    struct opening_list openings = {0};
    int status = 2;
    if (argc > 1 && strcmp(argv[1], "merge") == 0) /* merge rates the games of all
                                                      shards as fallible elo does */
        return command_elo(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "report") == 0) {
        interrupt_catch();
        return match_report(argc - 1, argv + 1);
    }
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.shared.help)
        return help();
    struct player_spec *specs = calloc(MATCH_PLAYERS_MAX, sizeof *specs);
    if (!specs)
        fputs("fallible: out of memory\n", stderr);
    if (specs && read_players(&arguments, specs) && read_openings(&arguments, &openings)) {
        struct openings *names =
            arguments.match.plan.gauntlet ? command_opening_names() : NULL;
        arguments.match.names = names;
        arguments.match.players = specs;
        arguments.match.openings = &openings;
        interrupt_catch();
        if (share_folder(&arguments))
            status = run_match(&arguments);
        openings_free(names);
    }
    free(specs);
    opening_list_clear(&openings);
    return status;
}
