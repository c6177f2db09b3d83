/* The benchmark: searches a fixed set of positions. The total number of nodes changes whenever the
 * search or the evaluation changes, so it identifies a version of the engine. */
#include "engine/engine.h"

#include "engine/search/worker.h"

/* Openings, middlegames, endings, and unusual positions. */
static const char *const bench_positions[] = {
    CHESS_START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1b1k2r/1p1n1ppp/p2ppn2/2q5/3NP3/2N1B3/PPPQ1PPP/2KR1B1R w kq - 2 11",
    "r2qkb1r/1p3ppp/p1bppn2/8/3NP3/2N1B3/PPP1BPPP/R2Q1RK1 b kq - 1 10",
    "3r1rk1/pp2qppp/2n1p3/8/3P4/P3PN2/1P1Q1PPP/2R2RK1 w - - 0 18",
    "4rrk1/1bq2ppp/p2p1n2/1p1Pp3/1P2P3/P1N2P2/3Q2PP/2R1RBK1 b - - 0 22",
    "8/8/1p1k4/p1p2pp1/P1P2P2/1P1K2P1/8/8 w - - 0 40",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/p1r3P1/R5K1/8 w - - 2 45",
    "8/1p3k2/p4p2/P1Pp4/1P1K1P2/8/8/8 w - - 0 1",
    "6k1/5ppp/8/8/8/2r5/5PPP/1R4K1 b - - 0 30",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/3k4/8/8/3PK3/8/8/4R2r w - - 0 60",
    "4k3/8/8/8/8/8/3Q4/4K2r w - - 0 70",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/P5k1/8/6p1/8/1r4p1/7p/R6K b - - 0 50",
    "r1bqr1k1/pp1n1pbp/2pp1np1/8/2PNP3/2N1BP2/PP1QB1PP/R4RK1 b - - 2 12",
    "r3r1k1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/3R1RK1 w - - 4 14",
    "1r3rk1/3bppbp/q2p1np1/2pP4/4P3/2N1B3/PP1NQPPP/1R3RK1 w - - 5 17",
    "r1b2rk1/pp3ppp/2n1p3/q1bpP3/5P2/2N2N2/PPPQ2PP/2KR1B1R w - - 2 12",
    "k7/7P/8/8/8/3q4/8/K7 w - - 0 1",
    "3q2k1/pb3p1p/4pbp1/2r5/PpN2N2/1P2P2P/5PP1/Q2R2K1 b - - 4 26",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "2K5/p7/7P/5pR1/8/5k2/r7/8 w - - 0 1",
};

bool engine_bench(struct bench *bench, const struct search_features *features, int depth,
                  int hash_mb, int threads)
{
    struct error error;
    struct engine_settings settings = engine_settings_default();
    struct engine *engine = engine_create(NULL, NULL);
    if (!engine)
        return false;
    settings.hash_mb = hash_mb;
    settings.threads = threads;
    settings.features = *features;
    *bench = (struct bench){0};
    bool done = engine_configure(engine, &settings, &error);
    for (size_t i = 0; done && i < sizeof bench_positions / sizeof *bench_positions; i++) {
        struct position position;
        struct report report = {0};
        struct limits limits = {.depth = depth};
        done = chess_from_fen(&position, bench_positions[i], &error) &&
               engine_set_position(engine, &position, NULL, 0);
        if (!done)
            break;
        engine_new_game(engine);
        int64_t begun = time_now();
        (void)engine_start(engine, &limits);
        engine_wait(engine);
        bench->elapsed += time_now() - begun;
        (void)engine_poll(engine, &report);
        bench->nodes += report.nodes;
        for (int j = 0; j < SEARCH_COUNT; j++)
            bench->counts.of[j] += report.counts.of[j];
    }
    engine_destroy(engine);
    return done;
}
