/* fallible perft: counts the leaves of the move tree and measures the speed. */
#include "src/cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/chess.h"
#include "src/uci/perft_file.h"
#include "src/util/json.h"
#include "src/util/text.h"

struct perft {
    const char *fen, *epd;
    long depth;
    bool divide, json;
};

static bool parse(int argc, char **argv, struct perft *perft, const char **complaint)
{
    *perft = (struct perft){.fen = CHESS_START_FEN, .depth = -1};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--divide")) {
            perft->divide = true;
        } else if (!strcmp(argv[i], "--json")) {
            perft->json = true;
        } else if (!strcmp(argv[i], "--fen")) {
            if (++i == argc) {
                *complaint = "--fen needs a position in FEN";
                return false;
            }
            perft->fen = argv[i];
        } else if (!strcmp(argv[i], "--epd")) {
            if (++i == argc) {
                *complaint = "--epd needs a file of positions with counts";
                return false;
            }
            perft->epd = argv[i];
        } else if (argv[i][0] == '-' && argv[i][1] == '-') {
            *complaint = "expected --fen FEN, --epd FILE, --divide or --json";
            return false;
        } else if (perft->depth >= 0 || !text_number(argv[i], 0, 50, &perft->depth)) {
            *complaint = "expected one depth from 0 to 50";
            return false;
        }
    }
    *complaint = "expected a depth: fallible perft N";
    return perft->depth >= 0 || perft->epd;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void tell(void *context, const char *line)
{
    const struct perft *perft = context;
    fprintf(perft->json ? stderr : stdout, "%s\n", line);
}

/* Checks the counts of a file, up to the depth if one was given. */
static int check_file(struct perft *perft)
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
static uint64_t divide(const struct position *position, const struct perft *perft,
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
    struct perft perft;
    const char *complaint;
    struct position position;
    struct error error;

    if (command_asks_for_help(argc, argv)) {
        puts("Usage: fallible perft N [OPTION...]\n"
             "       fallible perft [N] --epd FILE\n\n"
             "Counts the leaves of the move tree, N moves deep.\n\n"
             "  --fen FEN              start from this position\n"
             "  --epd FILE             check the counts of a file, up to depth N if given\n"
             "  --divide               count each first move separately\n"
             "  --json                 one line of JSON\n"
             "  --help                 this text");
        return 0;
    }
    if (!parse(argc, argv, &perft, &complaint))
        return command_usage("perft", complaint);
    if (perft.epd)
        return check_file(&perft);
    if (!chess_from_fen(&position, perft.fen, &error)) {
        char shown[sizeof error.message];
        fprintf(stderr, "fallible perft: --fen: column %d: %s\n", error.column,
                text_shown(error.message, shown, sizeof shown));
        return 2;
    }
    bool divided = perft.divide && perft.depth > 0;
    struct json json = json_begin(stdout);
    if (perft.json) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(&position, fen);
        json_object(&json, NULL);
        json_string(&json, "fen", fen);
        json_int(&json, "depth", perft.depth);
        if (divided)
            json_object(&json, "divide");
    }
    int64_t start = text_now();
    uint64_t nodes = divided ? divide(&position, &perft, &json)
                             : chess_perft(&position, (int)perft.depth);
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
