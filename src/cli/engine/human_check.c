/* fallible human-check: measures on people's games how human each weakening method is. */
#include "src/cli/command.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/sharing.h"
#include "src/lab/human/check.h"
#include "src/lab/human/check_shared.h"
#include "src/player/networks.h"
#include "src/util/input.h"
#include "src/util/text.h"

enum { ALLOTTED = 1000, WIDTH = 200, LOW = 1200, HIGH = 2000 };
enum { GAMES_FIRST_PLY = 6, GAMES_LAST_PLY = 40 };

#define CHECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    OWN(METHOD, "method", "NAME", "test this method at the rating of each band; may be repeated")  \
    OWN(PLAYER, "player", "PLAYER", "test this player, as in fallible match; may be repeated")     \
    OWN(RATINGS, "ratings", "A-B", "ratings of the people (default 1200-2000)")                    \
    NUMBER(width, "band", "N", 1, 4000, "width of a rating band (default 200)")                    \
    NUMBER(positions, "positions", "N", 1, 100000,                                                 \
           "positions in each band, drawn at random (default 200)")                                \
    TEXT(games, "games", "FILE",                                                                   \
         "judge the moves of the players of these games (PGN) instead of asking methods")          \
    NUMBER(rating, "rating", "N", 1, 4000,                                                         \
           "with --games: rating of the players whose games do not give it")                       \
    OWN(PLIES, "plies", "A-B", "plies of each game that count (default 11-10000; --games: 6-40)")  \
    FLAG(all, "all", "use all games (default: the tenth that the model was not fitted to)")        \
    OWN(BY, "by", "SPLIT", "split the table by phase, material or clock")                          \
    NUMBER(judge_nodes, "judge-nodes", "N", 0, 1000000000,                                         \
           "nodes for judging a position; 0: do not judge (default 10000)")                        \
    SHARED(NODES, "nodes a position for players without a level (default 20000)")                  \
    SHARED(MOVETIME, "milliseconds a move, which decide a level's nodes (default 1000)")           \
    NUMBER(concurrency, "concurrency", "N", 1, 256, "positions at a time (default 1)")             \
    SHARED(HASH, "size of each engine's hash table (default 16)")                                  \
    SHARED(SEED, "seed of the sample and of random choices (default 1)")                           \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    OWN(SHARD, "shard", "K/N", "ask about part K of N of the positions; needs --shared")           \
    TEXT(sharing.folder, "shared", "FOLDER",                                                       \
         "the folder where all parts store their answers; without --shard, missing answers are "   \
         "added")                                                                                  \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other parts")                        \
    FLAG(json, "json", "everything, all splits, as JSON")                                          \
    FLAG(csv, "csv", "everything, all splits, as CSV")                                             \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    struct sharing sharing;
    const char *players[CHECK_PLAYERS_MAX];
    int player_count;
    int low, high;
    int first_ply, last_ply; /* 0: the default */
    const char *games;
    int rating, width, positions, judge_nodes, concurrency;
    enum check_split split;
    bool all, json, csv;
};

enum option_id { OPTION_IDS(CHECK_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(CHECK_OPTIONS)};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible human-check [OPTION...] FILE...\n\n"
        "Compares methods and players with people, on positions from people's games (PGN with\n"
        "ratings, may be compressed as .zst; - is standard input): how often they choose the same\n"
        "move, how probable they consider it, and how much both lose, by rating. The first ten\n"
        "plies of a game are skipped. For positions without games (FILE.epd, FILE.fen) Maia's\n"
        "networks replace the people. The default is human, madchess, inaccuracy and noise, and\n"
        "maia if its networks are installed.\n\n"
        "With --games, judges the moves of those games: how many of them are moves that people of\n"
        "that rating hardly ever play, according to Maia's networks, and how much they lose.\n"
        "FILE, which may then be left out, gives the people's figures.\n",
        rows, NULL);
}

static bool take_player(struct arguments *arguments, const char *value, struct error *error)
{
    if (arguments->player_count < CHECK_PLAYERS_MAX) {
        arguments->players[arguments->player_count++] = value;
        return true;
    }
    return error_set(error, "at most %d methods and players can be compared", CHECK_PLAYERS_MAX);
}

static bool take_method(struct arguments *arguments, const char *value, struct error *error)
{
    enum method method;
    if (method_from_name(value, &method))
        return take_player(arguments, value, error);
    return error_set(error, "there is no method \"%.40s\"", value);
}

static bool take_ratings(struct arguments *arguments, const char *value, struct error *error)
{
    return (option_range(value, 4000, &arguments->low, &arguments->high) &&
            arguments->low < arguments->high) ||
           error_set(error,
                     "--ratings takes two ratings up to 4000, as in 1200-2000, not \"%.40s\"",
                     value);
}

static bool take_plies(struct arguments *arguments, const char *value, struct error *error)
{
    return option_range(value, CHECK_PLIES_MAX, &arguments->first_ply, &arguments->last_ply) ||
           error_set(error, "--plies takes two numbers up to %d, as in 6-40, not \"%.40s\"",
                     CHECK_PLIES_MAX, value);
}

static bool take_split(struct arguments *arguments, const char *value, struct error *error)
{
    static const char *const names[] = {CHECK_SPLITS(NAME_OF_ROW)};
    int chosen = 0;
    bool good = text_choice("--by", value, names + 1, CHECK_SPLIT_COUNT - 1, &chosen, error);
    arguments->split = (enum check_split)(chosen + 1); /* + 1, because the first value, which means
                                                          no split, has no name for --by */
    return good;
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    switch (id) {
    case OPTION_SHARD:
        return option_part("shard", value, SHARDS_MAX, &arguments->sharing.part.shard,
                           &arguments->sharing.part.shards, error);
    case OPTION_BUDGET: return option_budget(value, &arguments->sharing.budget, error);
    case OPTION_METHOD: return take_method(arguments, value, error);
    case OPTION_PLAYER: return take_player(arguments, value, error);
    case OPTION_RATINGS: return take_ratings(arguments, value, error);
    case OPTION_PLIES:
        return take_plies(arguments, value, error);
    default: return take_split(arguments, value, error);
    }
}

static bool bands_of(const struct arguments *arguments, struct check_bands *bands)
{
    int count = (arguments->high - arguments->low + arguments->width - 1) / arguments->width;
    *bands = (struct check_bands){arguments->low, arguments->width, count};
    return count <= CHECK_BANDS_MAX ||
           option_refuse("human-check", "more than %d rating bands: use a larger --band",
                         CHECK_BANDS_MAX);
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .low = LOW, .high = HIGH, .width = WIDTH, .positions = 200,
                                    .judge_nodes = 10000, .concurrency = 1};
    shared->seed = 1;
    shared->hash_mb = 16;
    if (!options_read("human-check", rows, argc, argv, shared, take, arguments))
        return false;
    if (shared->help)
        return true;
    if (optind == argc && !arguments->games)
        return option_refuse("human-check", "expected games (PGN) or positions (EPD, FEN)");
    if (optind == argc && arguments->player_count > 0)
        return option_refuse("human-check", "expected games of people (PGN)");
    if (arguments->json && arguments->csv)
        return option_refuse("human-check", "--json cannot be combined with --csv");
    return sharing_agrees("human-check", &arguments->sharing);
}

/* The players */

static void choose_usual(struct arguments *arguments)
{
    char folder[512];
    if (arguments->player_count > 0 || arguments->games)
        return;
    if (paths_maia(folder, sizeof folder))
        arguments->players[arguments->player_count++] = method_name(METHOD_MAIA);
    arguments->players[arguments->player_count++] = method_name(METHOD_HUMAN);
    arguments->players[arguments->player_count++] = method_name(METHOD_MADCHESS);
    arguments->players[arguments->player_count++] = method_name(METHOD_INACCURACY);
    arguments->players[arguments->player_count++] = method_name(METHOD_NOISE);
}

static bool read_players(const struct arguments *arguments, const struct check_bands *bands,
                         const struct strength *strength, struct check_player players[])
{
    struct error error = {.message = ""};
    for (int i = 0; i < arguments->player_count; i++)
        if (!check_player_read(&players[i], arguments->players[i], bands, strength, &error))
            return option_refuse("human-check", "%.250s", error.message);
    return true;
}

/* The sample */

static bool live(void)
{
    return isatty(STDERR_FILENO);
}

static bool hear_reading(void *context, int games)
{
    char line[48];
    (void)context;
    snprintf(line, sizeof line, "%d games read", games);
    if (live() && games % 500 == 0)
        progress_show(true, line);
    return true;
}

static bool hear_run(void *context, int done, int all)
{
    char line[48];
    snprintf(line, sizeof line, "%d of %d positions", done, all);
    if (live())
        progress_show(true, line);
    return sharing_goes_on(context);
}

static bool is_bare(const char *path)
{
    size_t length = strlen(path);
    if (length > 4 && strcmp(path + length - 4, ".zst") == 0)
        length -= 4;
    return length > 4 &&
           (strncmp(path + length - 4, ".epd", 4) == 0 ||
            strncmp(path + length - 4, ".fen", 4) == 0);
}

/* The positions that a run compares players on, and the players of --games (entrants). */
struct subject {
    struct check_sample sample;
    struct check_entrants entrants;
};

static bool read_file(struct subject *subject, const char *path, bool entrants,
                      struct error *error)
{
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    FILE *stream = input_stream(input);
    const char *name = input_name(input);
    bool good =
        entrants ? check_entrants_games(&subject->entrants, stream, name, hear_reading, NULL, error)
        : is_bare(path)
            ? check_sample_positions(&subject->sample, stream, name, error)
            : check_sample_games(&subject->sample, stream, name, hear_reading, NULL, error);
    return input_close(input, error) && good;
}

static void tell_bad(const struct check_sample *sample)
{
    if (sample->bad == 0)
        return;
    text_error(&sample->problem);
    fprintf(stderr, "fallible: %d game%s left out\n", sample->bad, text_plural(sample->bad));
}

static bool read_files(struct subject *subject, char **files, int count)
{
    struct error error = {.message = ""};
    for (int i = 0; i < count; i++) {
        if (is_bare(files[i]) != is_bare(files[0]))
            return option_refuse("human-check", "games and bare positions cannot be mixed");
        if (!read_file(subject, files[i], false, &error)) {
            progress_clear(live());
            text_error(&error);
            return false;
        }
    }
    progress_clear(live());
    check_sample_sort(&subject->sample);
    tell_bad(&subject->sample);
    return true;
}

static bool read_entrants(struct subject *subject, const struct arguments *arguments,
                          const struct strength *strength)
{
    struct error error = {.message = ""};
    struct check_entrants *entrants = &subject->entrants;
    if (!arguments->games)
        return true;
    bool good = check_entrants_init(entrants, &subject->sample.bands, arguments->positions,
                                    arguments->shared.seed, &error);
    entrants->sample.first_ply = subject->sample.first_ply;
    entrants->sample.last_ply = subject->sample.last_ply;
    entrants->rating = arguments->rating;
    entrants->strength = strength;
    good = good && read_file(subject, arguments->games, true, &error);
    progress_clear(live());
    if (!good)
        text_error(&error);
    tell_bad(&entrants->sample);
    if (entrants->too_many)
        fprintf(stderr,
                "fallible: %s: too many players in too many rating bands; some were left out\n",
                arguments->games);
    return good;
}

/* Returns whether the games of --games have moves that can be judged; if not, prints what to do. */
static bool tell_entrants(const struct subject *subject)
{
    int moves = 0;
    for (int i = 0; i < subject->entrants.stratum_count; i++)
        moves += subject->entrants.sample.strata[i].count;
    if (moves == 0)
        fputs("fallible: no player of these games has a rating within --ratings: give --rating\n",
              stderr);
    return moves > 0;
}

/* Reports rating bands with fewer positions than wanted, or none. Returns false if all bands are
 * empty. */
static bool tell_sizes(const struct check_sample *sample)
{
    int all = 0;
    for (int band = 0; band < sample->bands.count; band++) {
        int count = check_sample_stratum(sample, band)->count;
        int low = sample->bands.low + band * sample->bands.width;
        all += count;
        if (count >= sample->most || (sample->bare && band > 0))
            continue;
        fprintf(stderr, "fallible: only %d position%s", count, text_plural(count));
        if (!sample->bare)
            fprintf(stderr, " of players of %d to %d", low, low + sample->bands.width - 1);
        fputc('\n', stderr);
    }
    if (all == 0)
        fputs("fallible: no usable position: games need the tags WhiteElo and BlackElo, and "
              "more than ten plies\n",
              stderr);
    return all > 0;
}

/* The run */

static void show(const struct arguments *arguments, const struct check *check)
{
    if (arguments->json)
        check_write_json(stdout, check);
    else if (arguments->csv)
        check_write_csv(stdout, check);
    else
        check_write_text(stdout, check, arguments->split);
}

static int run(const struct arguments *arguments, const struct subject *subject,
               const struct check_player players[], const struct strength *strength)
{
    const struct shared_options *shared = &arguments->shared;
    struct sharing sharing = arguments->sharing;
    char maia[4096];
    struct check_options options = {
        .seed = shared->seed,
        .judge_nodes = (uint64_t)arguments->judge_nodes,
        .nodes = shared->limits.nodes ? shared->limits.nodes : 20000,
        .allotted = shared->limits.movetime ? (int)shared->limits.movetime : ALLOTTED,
        .concurrency = arguments->concurrency,
        .hash_mb = shared->hash_mb,
        .maia = paths_maia(maia, sizeof maia) ? maia : NULL,
        .strength = strength,
        .part = sharing.part,
    };
    struct check_field field = {&subject->sample, players, arguments->player_count,
                                arguments->games ? &subject->entrants : NULL};
    struct error error = {.message = ""};
    struct check *check = malloc(sizeof *check);
    if (!check)
        return command_no_memory();
    if (!options.maia)
        fputs("fallible: Maia's networks are needed to find rare moves; fallible doctor says where "
              "to put them\n",
              stderr);
    interrupt_catch(); /* Ctrl-C is caught only from now on, because earlier there are no results to
                        * show */
    if (sharing.folder)
        options.results = check_shared_open(sharing.folder, &error);
    bool good = (options.results || !sharing.folder) &&
                check_run(check, &field, &options, hear_run, &sharing, &error);
    int status = !good ? EXIT_USAGE : check->done < check->all ? EXIT_FELL_SHORT : EXIT_OK;
    progress_clear(live());
    if (!good)
        text_error(&error);
    else if (sharing.part.shards > 0)
        status = sharing_tell(&sharing, check->done, check->all, "positions");
    else
        show(arguments, check);
    shared_results_close(options.results);
    free(check);
    return status;
}

static int read_and_run(const struct arguments *arguments, struct subject *subject, char **files,
                        int count, const struct check_player players[],
                        const struct strength *strength)
{
    struct check_sample *sample = &subject->sample;
    sample->all = arguments->all;
    sample->first_ply = arguments->games ? GAMES_FIRST_PLY : sample->first_ply;
    sample->last_ply = arguments->games ? GAMES_LAST_PLY : sample->last_ply;
    if (arguments->first_ply > 0) {
        sample->first_ply = arguments->first_ply;
        sample->last_ply = arguments->last_ply;
    }
    if (!read_files(subject, files, count) || !read_entrants(subject, arguments, strength))
        return EXIT_USAGE;
    if ((count > 0 && !tell_sizes(sample)) || (arguments->games && !tell_entrants(subject)))
        return EXIT_FELL_SHORT;
    return run(arguments, subject, players, strength);
}

static int measure(const struct arguments *arguments, char **files, int count,
                   const struct strength *strength)
{
    struct check_bands bands;
    struct check_player *players = calloc(CHECK_PLAYERS_MAX, sizeof *players);
    struct subject *subject = calloc(1, sizeof *subject);
    struct error error = {.message = ""};
    int status = EXIT_USAGE;
    if (!players || !subject) {
        status = command_no_memory();
    } else if (bands_of(arguments, &bands) && read_players(arguments, &bands, strength, players)) {
        if (check_sample_init(&subject->sample, &bands, arguments->positions,
                              arguments->shared.seed, &error))
            status = read_and_run(arguments, subject, files, count, players, strength);
        else
            text_error(&error);
        check_sample_clear(&subject->sample);
        check_entrants_clear(&subject->entrants);
    }
    free(players);
    free(subject);
    return status;
}

int command_human_check(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(&arguments, argc, argv))
        return EXIT_USAGE;
    if (arguments.shared.help)
        return help();
    struct strength *strength = command_strength(arguments.shared.strength_file);
    if (!strength)
        return EXIT_USAGE;
    choose_usual(&arguments);
    int status = measure(&arguments, argv + optind, argc - optind, strength);
    strength_destroy(strength);
    return status;
}
