/* fallible match: players against each other, with Elo, error bars and a test that stops by
 * itself. Progress goes to standard error, one summary to standard output. */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/command/command.h"
#include "src/command/options.h"
#include "src/command/match_report.h"
#include "src/command/match_show.h"
#include "src/game/pgn.h"
#include "src/lab/match.h"
#include "src/lab/match_files.h"
#include "src/support/paths.h"
#include "src/support/text.h"

enum { REFRESH_MS = 200, DEFAULT_GAMES = 100, GAMES_MAX = 1000000, SHARDS_MAX = 10000 };

/* Identifier, name, argument (NULL: none), what it does. */
#define MATCH_OPTIONS(X)                                                                           \
    X(GAMES, "games", "N", "games of each two players, made even (default 100; --sprt 100000)")    \
    X(GAUNTLET, "gauntlet", NULL, "the first player meets the others, who do not meet")            \
    X(NODES, "nodes", "N", "nodes a move")                                                         \
    X(DEPTH, "depth", "N", "plies a move")                                                         \
    X(MOVETIME, "movetime", "MS", "milliseconds a move")                                           \
    X(TC, "tc", "TC", "a clock: 8+0.08 (seconds + increment) or 40/60 (moves / seconds)")          \
    X(VIRTUAL, "virtual", "NPS", "charge the clock with nodes, at so many a second (see below)")   \
    X(MARGIN, "margin", "MS", "milliseconds a flag may be late (default 20)")                      \
    X(OPENINGS, "openings", "FILE", "EPD, FEN or PGN (default: the shipped balanced set)")         \
    X(PLIES, "plies", "N", "of a PGN opening's moves, so many (default all)")                      \
    X(RANDOM_PLIES, "random-plies", "N", "openings of so many random moves instead")               \
    X(SEED, "seed", "N", "of the openings' order and of dice (default 1)")                         \
    X(CONCURRENCY, "concurrency", "N", "games at a time (default 1)")                              \
    X(HASH, "hash", "MB", "hash table of each engine (default 16)")                                \
    X(THREADS, "threads", "N", "search threads of each engine (default 1)")                        \
    X(NO_ADJUDICATION, "no-adjudication", NULL, "play on when both scores say it is over")         \
    X(SPRT, "sprt", "TEST",                                                                        \
      "stop when decided: elo0=0,elo1=5[,alpha=0.05,beta=0.05][,normalised]")                      \
    X(SHARD, "shard", "K/N", "play every N-th pair from the K-th on; see fallible match merge")    \
    X(PGN, "pgn", "FILE", "append every game, with scores and clocks")                             \
    X(RESUME, "resume", NULL, "go on with the match that --pgn holds the games of")                \
    X(STRENGTH_FILE, "strength-file", "F", "the strength table of fallible:elo=")                  \
    X(REPORT, "report", NULL, "afterwards, how much the players' moves gave away")                 \
    X(REPORT_NODES, "report-nodes", "N", "of the judge, a position (default 10000)")               \
    X(JSON, "json", NULL, "the summary as JSON")                                                   \
    X(HELP, "help", NULL, "this text")

enum option_id {
    OPTION_FIRST = 256, /* above any character getopt could return */
#define X(id, name, argument, words) OPTION_##id,
    MATCH_OPTIONS(X)
#undef X
};

struct arguments {
    const char *players[MATCH_PLAYERS_MAX];
    struct match_options match;
    int resumed; /* games taken over from the PGN */
    const char *openings, *pgn, *strength_file;
    long games, plies, random_plies, seed;
    long judge_nodes; /* of the report */
    bool report;
    bool json, resume, help;
};

static volatile sig_atomic_t interrupted;
static volatile time_t interrupted_at;

/* The first Ctrl-C ends the match and shows what there is; a second one, later, the program. Some
 * callers send a signal to the program and to its group: two at once are one. */
static void note_interrupt(int number)
{
    time_t now = time(NULL);
    if (interrupted && now - interrupted_at > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    if (!interrupted)
        interrupted_at = now;
    interrupted = 1;
}

static void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- arguments ---- */

static void print_help(void)
{
    static const struct {
        const char *name, *argument, *words;
    } rows[] = {
#define X(id, name, argument, words) {name, argument, words},
        MATCH_OPTIONS(X)
#undef X
    };
    puts("Usage: fallible match [OPTION...] PLAYER PLAYER...\n"
         "       fallible match merge [OPTION...] FILE.pgn...\n"
         "       fallible match report [OPTION...] FILE.pgn...\n\n"
         "Plays a match, each opening with both colours, and says how far apart the players are:\n"
         "two of them, all against all, or one against all others (--gauntlet).\n"
         "\n"
         "Players:\n"
         "  fallible                            our engine at full strength\n"
         "  fallible:elo=1400,method=noise      weakened by madchess, inaccuracy, noise,\n"
         "                                      diffusion or stubborn\n"
         "  fallible:features=-null_move,+razor with search features off (-) or on (+)\n"
         "  uci:COMMAND,option.NAME=VALUE       a UCI program and its options\n"
         "  xboard:COMMAND,option.NAME=VALUE    an XBoard program, by a clock, movetime or depth\n"
         "  random                              any legal move\n"
         "and for each of them name=NAME, hash=MB, threads=N, nps=N, and a limit of its own:\n"
         "nodes=N, depth=N, movetime=MS.\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        option_print(rows[i].name, rows[i].argument, rows[i].words);
    }
    puts("\nOn a virtual clock time is counted in nodes: weakened players at the speed of their\n"
         "level, others at nps= or NPS, so that games cost their nodes and no more, the same on\n"
         "every machine; nobody loses on it.\n"
         "Without a limit each move has 5000 nodes. Ctrl-C ends a match and shows its result.\n"
         "Exit status: 0 done (a test: elo1 accepted), 1 a test accepted elo0 or was not decided,\n"
         "stopped, or a player could not be started again, 2 usage or bad input.");
}

static bool read_test_value(struct sprt *sprt, char *word)
{
    if (strcmp(word, "normalised") == 0) {
        sprt->normalised = true;
        return true;
    }
    char *equals = strchr(word, '=');
    if (!equals)
        return false;
    const char *value = equals + 1;
    *equals = '\0';
    if (strcmp(word, "elo0") == 0)
        return option_decimal(&value, -1000, 1000, &sprt->elo0) && !*value;
    if (strcmp(word, "elo1") == 0)
        return option_decimal(&value, -1000, 1000, &sprt->elo1) && !*value;
    if (strcmp(word, "alpha") == 0)
        return option_decimal(&value, 0.0001, 0.49, &sprt->alpha) && !*value;
    if (strcmp(word, "beta") == 0)
        return option_decimal(&value, 0.0001, 0.49, &sprt->beta) && !*value;
    return false;
}

static bool read_test(const char *text, struct sprt *sprt)
{
    char copy[128], *state = NULL;
    *sprt = (struct sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    snprintf(copy, sizeof copy, "%s", text);
    bool good = strlen(text) < sizeof copy;
    for (char *word = strtok_r(copy, ",", &state); word && good; word = strtok_r(NULL, ",", &state))
        good = read_test_value(sprt, word);
    if (good && sprt->elo0 < sprt->elo1)
        return true;
    return option_refuse(
        "match",
        "--sprt takes elo0=A,elo1=B with A below B, alpha=, beta= and normalised, not "
        "\"%.60s\"",
        text);
}

/* "2/5" */
static bool read_shard(const char *text, struct match_plan *plan)
{
    int shard, shards;
    char rest;
    if (sscanf(text, "%5d/%5d%c", &shard, &shards, &rest) != 2 || shard < 1 || shard > shards ||
        shards > SHARDS_MAX)
        return option_refuse("match", "--shard takes K/N with K from 1 to N, not \"%.40s\"", text);
    plan->shard = shard;
    plan->shards = shards;
    return true;
}

static bool apply_limit(struct arguments *arguments, int id, const char *name, const char *value)
{
    struct limits *limits = &arguments->match.rules.limits;
    long number = 0;
    switch (id) {
    case OPTION_NODES:
        if (!option_number("match", name, value, 1, 1000000000000, &number))
            return false;
        limits->nodes = (uint64_t)number;
        return true;
    case OPTION_DEPTH:
        if (!option_number("match", name, value, 1, PLY_MAX - 1, &number))
            return false;
        limits->depth = (int)number;
        return true;
    default:
        if (!option_number("match", name, value, 1, 86400000, &number))
            return false;
        limits->movetime = number;
        return true;
    }
}

static bool apply_number(struct arguments *arguments, int id, const char *name, const char *value)
{
    struct match_options *match = &arguments->match;
    long number = 0;
    switch (id) {
    case OPTION_GAMES:
        return option_number("match", name, value, 1, GAMES_MAX, &arguments->games);
    case OPTION_PLIES:
        return option_number("match", name, value, 1, 1000, &arguments->plies);
    case OPTION_RANDOM_PLIES:
        return option_number("match", name, value, 1, 40, &arguments->random_plies);
    case OPTION_REPORT_NODES:
        return option_number("match", name, value, 1, 1000000000, &arguments->judge_nodes);
    case OPTION_SEED:
        return option_number("match", name, value, 0, 1000000000000, &arguments->seed);
    case OPTION_MARGIN:
        if (!option_number("match", name, value, 0, 60000, &number))
            return false;
        match->rules.margin = (int)number;
        return true;
    case OPTION_VIRTUAL:
        if (!option_number("match", name, value, 1, 1000000000, &number))
            return false;
        match->rules.virtual_speed = (int)number;
        return true;
    case OPTION_CONCURRENCY:
        if (!option_number("match", name, value, 1, 256, &number))
            return false;
        match->concurrency = (int)number;
        return true;
    case OPTION_HASH:
        if (!option_number("match", name, value, 1, 65536, &number))
            return false;
        match->hash_mb = (int)number;
        return true;
    default:
        if (!option_number("match", name, value, 1, 256, &number))
            return false;
        match->threads = (int)number;
        return true;
    }
}

static bool apply_option(struct arguments *arguments, int id, const char *name, const char *value)
{
    switch (id) {
    case OPTION_NODES:
    case OPTION_DEPTH:
    case OPTION_MOVETIME:
        return apply_limit(arguments, id, name, value);
    case OPTION_TC:
        return option_control("match", value, &arguments->match.rules.control);
    case OPTION_SPRT:
        arguments->match.has_sprt = true;
        return read_test(value, &arguments->match.sprt);
    case OPTION_SHARD:
        return read_shard(value, &arguments->match.plan);
    case OPTION_OPENINGS:
        arguments->openings = value;
        return true;
    case OPTION_PGN:
        arguments->pgn = value;
        return true;
    case OPTION_STRENGTH_FILE:
        arguments->strength_file = value;
        return true;
    case OPTION_NO_ADJUDICATION:
        arguments->match.rules.adjudication.on = false;
        return true;
    case OPTION_GAUNTLET:
        arguments->match.plan.gauntlet = true;
        return true;
    case OPTION_RESUME:
        arguments->resume = true;
        return true;
    case OPTION_REPORT:
        arguments->report = true;
        return true;
    case OPTION_JSON:
        arguments->json = true;
        return true;
    case OPTION_HELP:
        arguments->help = true;
        return true;
    default:
        return apply_number(arguments, id, name, value);
    }
}

static bool agree(struct arguments *arguments)
{
    struct game_rules *rules = &arguments->match.rules;
    bool own = rules->limits.nodes || rules->limits.depth || rules->limits.movetime;
    if (!rules->control.untimed && rules->limits.movetime)
        return option_refuse("match", "--tc and --movetime exclude each other");
    if (rules->control.untimed && !own)
        rules->limits.nodes = 5000;
    if (rules->virtual_speed > 0 && rules->control.untimed)
        return option_refuse("match", "--virtual needs --tc");
    if (arguments->openings && arguments->random_plies)
        return option_refuse("match", "--openings and --random-plies exclude each other");
    if (arguments->resume && !arguments->pgn)
        return option_refuse("match", "--resume needs --pgn");
    if (arguments->games == 0)
        arguments->games = arguments->match.has_sprt ? 100000 : DEFAULT_GAMES;
    int encounters = match_encounters(&arguments->match.plan);
    arguments->games += arguments->games & 1;
    if (arguments->games > GAMES_MAX / encounters)
        return option_refuse("match", "more than %d games in all", GAMES_MAX);
    arguments->match.games = (int)arguments->games * encounters;
    if (arguments->match.has_sprt &&
        (arguments->match.plan.players > 2 || arguments->match.plan.shards > 1))
        return option_refuse("match", "--sprt is for two players, without --shard");
    arguments->match.seed = (uint64_t)arguments->seed;
    return true;
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    static const struct option table[] = {
#define X(id, name, argument, words)                                                               \
    {name, (argument) != NULL ? required_argument : no_argument, NULL, OPTION_##id},
        MATCH_OPTIONS(X)
#undef X
            {NULL, 0, NULL, 0}};
    *arguments = (struct arguments){.match = {.rules = {.control = {.untimed = true},
                                                        .margin = 20,
                                                        .adjudication = adjudication_default()},
                                              .concurrency = 1,
                                              .hash_mb = 16,
                                              .threads = 1,
                                              .event = "Fallible match"},
                                    .judge_nodes = REPORT_NODES,
                                    .seed = 1};
    opterr = 0;
    optind = 1;
    int id, index = 0;
    while ((id = getopt_long(argc, argv, ":", table, &index)) != -1) {
        if (id == '?' || id == ':')
            return option_refuse("match", "%.60s %s", argv[optind - 1],
                                 id == ':' ? "needs an argument"
                                           : "is not an option or takes no argument");
        if (!apply_option(arguments, id, table[index].name, optarg))
            return false;
    }
    if (arguments->help)
        return true;
    int players = argc - optind;
    if (players < 2 || players > MATCH_PLAYERS_MAX)
        return option_refuse("match", "expected 2 to %d players", MATCH_PLAYERS_MAX);
    for (int i = 0; i < players; i++)
        arguments->players[i] = argv[optind + i];
    arguments->match.plan.players = players;
    return agree(arguments);
}

/* ---- what a match needs ---- */

static bool read_players(const struct arguments *arguments, struct player_spec specs[])
{
    struct strength *strength = command_strength(arguments->strength_file);
    struct error error = {.message = ""};
    for (int i = 0; strength && i < arguments->match.plan.players; i++)
        if (!player_spec_read(&specs[i], arguments->players[i], strength, &error)) {
            strength_destroy(strength);
            return option_refuse("match", "%.200s", error.message);
        }
    strength_destroy(strength);
    return strength != NULL;
}

static bool read_openings(const struct arguments *arguments, struct opening_list *list)
{
    char path[4096];
    struct error error = {.message = ""};
    const char *file = arguments->openings;
    if (!file && paths_shipped("share/balanced.epd", path, sizeof path))
        file = path;
    bool good = false;
    if (arguments->random_plies) {
        good = openings_random(list, arguments->match.games / 2, (int)arguments->random_plies,
                               arguments->match.seed);
        if (!good)
            error_set(&error, "out of memory");
    } else if (file) {
        good = openings_read(list, file, (int)arguments->plies, &error);
    } else {
        error_set(&error, "share/balanced.epd is not where this program was built or installed; "
                          "name a file with --openings, or use --random-plies");
    }
    if (good)
        openings_shuffle(list, arguments->match.seed);
    else
        text_error(&error);
    return good;
}

static bool complain(const char *file)
{
    fprintf(stderr, "fallible: %s: %s\n", file, strerror(errno));
    return false;
}

/* Takes over what is in the file; a file that is not there yet has no games. */
static bool resume(struct arguments *arguments, struct match *match)
{
    struct error error = {.message = ""};
    if (!match_resume_file(match, arguments->pgn, &arguments->resumed, &error)) {
        text_error(&error);
        return false;
    }
    if (arguments->resumed > 0)
        fprintf(stderr, "%d of %d games are in %s\n", arguments->resumed, arguments->match.games,
                arguments->pgn);
    return true;
}

/* ---- running ---- */

struct watcher {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool news;
    struct match_view view;
};

static void hear_match(void *context)
{
    struct watcher *watcher = context;
    pthread_mutex_lock(&watcher->lock);
    watcher->news = true;
    pthread_cond_signal(&watcher->changed);
    pthread_mutex_unlock(&watcher->lock);
}

static void wait_for_news(struct watcher *watcher)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += REFRESH_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&watcher->lock);
    while (!watcher->news && !interrupted)
        if (pthread_cond_timedwait(&watcher->changed, &watcher->lock, &until) != 0)
            break;
    watcher->news = false;
    pthread_mutex_unlock(&watcher->lock);
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
    int done = match_sum(&arguments->match.plan, games, state->count, -1).done;
    return state->failed || done < view->planned ? 1 : 0;
}

static int follow(const struct arguments *arguments, struct watcher *watcher, struct match *match,
                  struct match_game games[])
{
    struct match_state state;
    bool told_to_stop = false;
    while ((state = match_poll(match, games)).going) {
        match_show_troubles(&watcher->view, games, state.count);
        match_show_progress(&watcher->view, games, &state);
        if (interrupted && !told_to_stop) {
            match_stop(match);
            told_to_stop = true;
        }
        if (told_to_stop)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        else
            wait_for_news(watcher);
    }
    match_show_troubles(&watcher->view, games, state.count);
    return conclude(arguments, &watcher->view, games, &state);
}

/* The losses in the games just played. */
static int report(const struct arguments *arguments, FILE *pgn)
{
    struct loss_options options = {.nodes = (uint64_t)arguments->judge_nodes,
                                   .concurrency = arguments->match.concurrency,
                                   .hash_mb = REPORT_HASH_MB};
    const char *name = arguments->pgn ? arguments->pgn : "the match";
    if (!arguments->json)
        putchar('\n');
    rewind(pgn);
    return match_report_games(pgn, name, &options, arguments->json, &interrupted);
}

/* Where the games go; NULL where nobody asked for them, or in error. */
static FILE *open_games(const struct arguments *arguments, bool *good)
{
    FILE *pgn = NULL;
    if (arguments->pgn)
        pgn = fopen(arguments->pgn, "a+");
    else if (arguments->report)
        pgn = tmpfile();
    else
        return NULL;
    if (!pgn)
        *good = complain(arguments->pgn ? arguments->pgn : "temporary file");
    return pgn;
}

static int watch(struct arguments *arguments, struct watcher *watcher, struct match_game games[])
{
    struct error error = {.message = ""};
    struct match *match = match_create(&arguments->match, hear_match, watcher, &error);
    if (!match) {
        text_error(&error);
        return 2;
    }
    bool good = !arguments->resume || resume(arguments, match);
    FILE *pgn = good ? open_games(arguments, &good) : NULL;
    for (int i = 0; i < arguments->match.plan.players; i++)
        watcher->view.names[i] = match_player_name(match, i);
    watcher->view.resumed = arguments->resumed;
    if (good && !match_start(match, pgn, &error)) {
        text_error(&error);
        good = false;
    }
    int status = good ? follow(arguments, watcher, match, games) : 2;
    match_destroy(match);
    if (good && arguments->report && !interrupted) {
        int judged = report(arguments, pgn);
        status = judged > status ? judged : status;
    }
    if (pgn)
        fclose(pgn);
    return status;
}

static int run_match(struct arguments *arguments)
{
    size_t count = (size_t)arguments->match.games;
    struct match_game *games = calloc(count, sizeof *games);
    bool *told = calloc(count, sizeof *told);
    struct watcher watcher = {
        .view = {.options = &arguments->match,
                 .live = isatty(STDERR_FILENO),
                 .json = arguments->json,
                 .started = text_now(),
                 .drawn = text_now(),
                 .told = told,
                 .planned = match_shard_games(&arguments->match.plan, arguments->match.games)}};
    pthread_mutex_init(&watcher.lock, NULL);
    pthread_cond_init(&watcher.changed, NULL);
    int status = 2;
    if (games && told)
        status = watch(arguments, &watcher, games);
    else
        fputs("fallible: out of memory\n", stderr);
    free(told);
    free(games);
    pthread_cond_destroy(&watcher.changed);
    pthread_mutex_destroy(&watcher.lock);
    return status;
}

int command_match(int argc, char **argv)
{
    struct arguments arguments;
    struct opening_list openings = {0};
    int status = 2;
    if (argc > 1 && strcmp(argv[1], "merge") == 0) /* the shards' games are games as any */
        return command_elo(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "report") == 0) {
        catch_interrupt();
        return match_report(argc - 1, argv + 1, &interrupted);
    }
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.help) {
        print_help();
        return 0;
    }
    struct player_spec *specs = calloc(MATCH_PLAYERS_MAX, sizeof *specs);
    if (!specs)
        fputs("fallible: out of memory\n", stderr);
    if (specs && read_players(&arguments, specs) && read_openings(&arguments, &openings)) {
        arguments.match.players = specs;
        arguments.match.openings = &openings;
        catch_interrupt();
        status = run_match(&arguments);
    }
    free(specs);
    openings_clear(&openings);
    return status;
}
