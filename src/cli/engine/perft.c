/* fallible perft: counts the leaves of the move tree and measures the speed. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/chess.h"
#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/uci/perft_file.h"
#include "src/util/json.h"
#include "src/util/text.h"

#define PERFT_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    SHARED(FEN, "start from this position")                                                        \
    TEXT(epd, "epd", "FILE", "check the counts of a file, up to depth N if given")                 \
    FLAG(divide, "divide", "count each first move separately")                                     \
    FLAG(json, "json", "one line of JSON")                                                         \
    SHARED(HELP, NULL)

struct arguments {
    const char *epd;
    long depth; /* -1: not given */
    bool divide, json;
};

static const struct option_row rows[] = {OPTION_ROWS(PERFT_OPTIONS)};

static int help(void)
{
    return options_help("Usage: fallible perft N [OPTION...]\n"
                        "       fallible perft [N] --epd FILE\n\n"
                        "Counts the leaves of the move tree, N moves deep.\n",
                        rows, NULL);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void tell(void *context, const char *line)
{
    const struct arguments *perft = context;
    fprintf(perft->json ? stderr : stdout, "%s\n", line);
}

/* Checks the node counts in a file of positions, only up to the depth if one was given. */
static int check_file(struct arguments *perft)
{
    struct perft_summary summary;
    struct error error;
    char words[256];
    const int depth = perft->depth > 0 ? (int)perft->depth : 0;
    if (!perft_file(perft->epd, depth, 0, never, tell, perft, &summary, &error))
        return command_failed(&error);
    perft_summary_words(&summary, words, sizeof words);
    struct json json = json_begin(stdout);
    if (perft->json) {
        json_object(&json, NULL);
        JSON_INTS(&json, {"positions", summary.positions}, {"counts", summary.counts},
                  {"wrong", summary.wrong}, {"skipped", summary.skipped});
        json_uint(&json, "nodes", summary.leaves);
        json_int(&json, "milliseconds", summary.elapsed);
        json_end(&json);
    } else {
        puts(words);
    }
    return summary.wrong ? EXIT_FELL_SHORT : EXIT_OK;
}

/* Prints the count below each move and returns their sum. */
static uint64_t divide(const struct position *position, const struct arguments *perft,
                       struct json *json)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        char uci[CHESS_UCI_MAX];
        struct position next = *position;
        chess_to_uci(position, moves[i], uci);
        chess_play(&next, moves[i]);
        uint64_t below = chess_perft(&next, (int)perft->depth - 1);
        if (perft->json)
            json_uint(json, uci, below);
        else
            printf("%s: %" PRIu64 "\n", uci, below);
        nodes += below;
    }
    return nodes;
}

static uint64_t speed(uint64_t nodes, int64_t milliseconds)
{
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

int command_perft(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments perft = {.depth = -1};
    if (!options_read("perft", rows, argc, argv, &shared, NULL, &perft))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (argc - optind > 1 || (optind < argc && !text_number(argv[optind], 0, 50, &perft.depth)))
        return command_usage("perft", "expected one depth from 0 to 50");
    if (perft.depth < 0 && !perft.epd)
        return command_usage("perft", "expected a depth: fallible perft N");
    if (perft.epd)
        return check_file(&perft);
    const struct position *position = &shared.start;
    bool divided = perft.divide && perft.depth > 0;
    struct json json = json_begin(stdout);
    if (perft.json) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(position, fen);
        json_object(&json, NULL);
        json_string(&json, "fen", fen);
        json_int(&json, "depth", perft.depth);
        if (divided)
            json_object(&json, "divide");
    }
    int64_t start = text_now();
    uint64_t nodes = divided ? divide(position, &perft, &json)
                             : chess_perft(position, (int)perft.depth);
    int64_t elapsed = text_now() - start;
    if (perft.json) {
        if (divided)
            json_end(&json);
        json_uint(&json, "nodes", nodes);
        json_int(&json, "milliseconds", elapsed);
        json_uint(&json, "nps", speed(nodes, elapsed));
        json_end(&json);
    } else {
        printf("%sNodes: %" PRIu64 "\n%" PRId64 " ms, %" PRIu64 " nodes/s\n", divided ? "\n" : "",
               nodes, elapsed, speed(nodes, elapsed));
    }
    return 0;
}
