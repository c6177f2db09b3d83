/* fallible bench: prints a node count that identifies the search, and the speed. */
#include "src/cli/command.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/engine.h"
#include "src/util/text.h"

int command_bench(int argc, char **argv)
{
    enum { HASH_MB = 16, THREADS = 1 };
    long depth = BENCH_DEPTH;
    if (command_asks_for_help(argc, argv)) {
        puts("Usage: fallible bench [DEPTH]\n\n"
             "Searches a set of positions, without a clock: the node count tells one search from\n"
             "another, and is the same on every machine.\n\n"
             "  --help                 this text");
        return 0;
    }
    if (argc > 2)
        return command_usage("bench", "expected at most a depth");
    if (argc == 2 && !text_number(argv[1], 1, PLY_MAX - 1, &depth))
        return command_usage("bench", "the depth is a number from 1 to 127");
    struct bench bench;
    if (!engine_bench(&bench, (int)depth, HASH_MB, THREADS)) {
        fprintf(stderr, "fallible bench: out of memory\n");
        return 2;
    }
    uint64_t milliseconds = bench.elapsed > 0 ? (uint64_t)bench.elapsed : 1;
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", bench.nodes, bench.nodes * 1000 / milliseconds);
    return 0;
}
