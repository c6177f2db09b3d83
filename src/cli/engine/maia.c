/* fallible maia: what players of a given rating would play in a position, according to the network
 * trained on their games. */
#include "engine/maia.h"
#include "src/cli/command.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/options.h"
#include "src/util/json.h"
#include "src/util/text.h"

#define MAIA_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    SHARED(FEN, "the position, or the game's start position (default: the standard one)")          \
    TEXT(moves, "moves", "MOVES", "moves played from there: \"e2e4 e7e5\" or \"e4 e5\"")           \
    FLAG(json, "json", "one line of JSON")                                                         \
    OWN(SPEED, "speed", "[=N]",                                                                    \
        "also measure the time for N positions, one by one and all at once")                       \
    SHARED(HELP, NULL)

struct arguments {
    const char *moves;
    bool json;
    long positions; /* number of positions for measuring speed; 0: no measurement */
};

enum option_id { OPTION_IDS(MAIA_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(MAIA_OPTIONS)};

/* Handles --speed. */
static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *options = context;
    (void)id;
    options->positions = 1000;
    return !value || option_whole("speed", value, 1, 1000000, &options->positions, error);
}

static int help(void)
{
    return options_help(
        "Usage: fallible maia [OPTION...] FILE\n\n"
        "Prints how probable each legal move is in games of human players, and the side to\n"
        "move's chances, from a network of the Maia project or one of the same architecture.\n",
        rows, NULL);
}

/* Plays the moves of `text`; returns false after printing an error. */
static bool play_moves(struct human_history *history, const char *text)
{
    char word[32];
    struct error error = {0};
    for (int number = 1;; number++) {
        text += strspn(text, " \t\n");
        size_t length = strcspn(text, " \t\n");
        if (length == 0)
            return true;
        if (length >= sizeof word)
            return option_refuse("maia", "--moves: \"%.40s\" is not a move", text);
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        Move move;
        if (!chess_read_move(&history->recent[0], word, &move, &error))
            return option_refuse("maia", "--moves: move %d: %.200s", number, error.message);
        human_history_play(history, move);
    }
}

static void print_json(const struct position *position, const struct human_policy *policy)
{
    struct json json = json_begin(stdout);
    json_object(&json, NULL);
    json_object(&json, "policy");
    for (int i = 0; i < policy->count; i++) {
        char uci[CHESS_UCI_MAX];
        chess_to_uci(position, policy->moves[i], uci);
        json_double(&json, uci, (double)policy->chances[i], 7);
    }
    json_end(&json);
    json_array(&json, "wdl");
    for (int i = 0; i < 3; i++)
        json_double(&json, NULL, (double)policy->wdl[i], 7);
    json_end(&json);
    json_end(&json);
}

static void print_table(const struct position *position, const struct human_policy *policy)
{
    for (int i = 0; i < policy->count; i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(position, policy->moves[i], san);
        printf("%-8s %5.1f %%\n", san, 100.0 * (double)policy->chances[i]);
    }
    if (policy->count == 0)
        puts("there is no legal move");
    const char *mover = position->side == WHITE ? "White" : "Black";
    printf("\n%s wins %.1f %%, draws %.1f %%, loses %.1f %%\n", mover,
           100.0 * (double)policy->wdl[0], 100.0 * (double)policy->wdl[1],
           100.0 * (double)policy->wdl[2]);
}

/* Evaluates the same position `positions` times, in batches of `together`, and sets *milliseconds
 * to the time for one evaluation. Returns false when out of memory. */
static bool time_positions(const struct human_network *network, const struct human_history *history,
                           long positions, int together, double *milliseconds)
{
    struct human_history *histories = malloc((size_t)together * sizeof *histories);
    struct human_policy *policies = malloc((size_t)together * sizeof *policies);
    bool done = histories && policies;
    for (int i = 0; done && i < together; i++)
        histories[i] = *history;
    int64_t begun = text_now();
    long asked = 0;
    for (; done && asked < positions; asked += together)
        done = human_policies(network, histories, together, policies);
    *milliseconds = (double)(text_now() - begun) / (double)(asked > 0 ? asked : 1);
    free(histories);
    free(policies);
    return done;
}

static bool print_speed(FILE *out, const struct human_network *network,
                        const struct human_history *history, long positions)
{
    enum { TOGETHER = 64 };
    double one, many;
    if (!time_positions(network, history, positions, 1, &one) ||
        !time_positions(network, history, positions, TOGETHER, &many))
        return false;
    double operations = 2e-6 * (double)human_network_multiplications(network);
    fprintf(out,
            "\n%.3f ms a position singly, %.3f ms a position in batches of %d: %.1f and %.1f "
            "GFLOP/s, using %s\n"
            "%.1f million operations a position, counting zero inputs; the network takes %.1f MB\n",
            one, many, TOGETHER, operations / one, operations / many, human_network_processor(),
            operations, (double)human_network_bytes(network) / 1e6);
    return true;
}

static int show(const struct human_network *network, const struct human_history *history,
                const struct arguments *options)
{
    struct human_policy policy;
    bool done = human_policies(network, history, 1, &policy);
    if (done && options->json)
        print_json(&history->recent[0], &policy);
    else if (done)
        print_table(&history->recent[0], &policy);
    if (done && options->positions)
        done = print_speed(options->json ? stderr : stdout, network, history, options->positions);
    return done ? EXIT_OK : command_no_memory();
}

int command_maia(int argc, char **argv)
{
    struct arguments options = {.moves = ""};
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!options_read("maia", rows, argc, argv, &shared, take, &options))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (argc - optind != 1)
        return command_usage("maia", "expected one network file (maia-1500.pb.gz)");
    struct human_history history;
    human_history_begin(&history, &shared.start);
    if (!play_moves(&history, options.moves))
        return EXIT_USAGE;
    struct error error = {0};
    struct human_network *network = human_network_open(argv[optind], &error);
    if (!network)
        return command_failed(&error);
    if (!human_network_checked(network))
        fprintf(stderr,
                "fallible: %s has no checksum, so damage would go unnoticed; compress it "
                "with gzip\n",
                argv[optind]);
    int status = show(network, &history, &options);
    human_network_close(network);
    return status;
}
