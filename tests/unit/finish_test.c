/* Weak levels can finish a game: every preset from 1200 up mates a bare king, methods that imitate
 * people mostly do, and no level misses a mate in one that it saw. Budgets are in nodes, so
 * results are the same everywhere. */

#include <stdio.h>
#include <string.h>

#include "src/game/epd.h"
#include "src/game/game.h"
#include "tests/unit/data.h"

#include "engine/engine.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

enum {
    LEVEL_FROM = 1200,
    MOVE_MS = 1000,      /* the allotted time of a level per move, at its own speed, */
    MOVE_NODES = 3000,   /* but at most this many nodes */
    DEFENCE_NODES = 300, /* for the full-strength defence */
    MOVES_MAX = 50,
    PRESETS_MAX = 32,
};

static struct engine *strong, *weak;

static int set_up(void **state)
{
    strong = engine_create(NULL, NULL);
    weak = engine_create(NULL, NULL);
    return strong && weak ? make_levels(state) : -1;
}

static int tear_down(void **state)
{
    engine_destroy(strong);
    engine_destroy(weak);
    return free_levels(state);
}

static void configure(struct engine *engine, const struct handicap *handicap)
{
    struct engine_settings settings = engine_settings_default();
    struct error error = {0};
    settings.hash_mb = 4;
    settings.own_book = false;
    if (handicap)
        settings.handicap = *handicap;
    if (!engine_configure(engine, &settings, &error))
        fail_msg("%s", error.message);
    engine_new_game(engine);
}

static void think(struct engine *engine, const struct game_node *node, const struct game *game,
                  uint64_t nodes, struct report *report)
{
    Move moves[4 * MOVES_MAX];
    struct limits limits = {.nodes = nodes};
    int count = game_moves_to(node, moves, 4 * MOVES_MAX);
    assert_true(engine_set_position(engine, &game->root->position, moves, count));
    *report = (struct report){0};
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, report));
}

/* The number of moves to mate against full strength, or MOVES_MAX + 1. */
static int moves_to_mate(const char *fen, const struct handicap *handicap)
{
    static struct report report;
    struct position start = from_fen(fen);
    struct game *game = game_create(&start);
    assert_non_null(game);
    struct game_node *node = game->root;
    configure(weak, handicap);
    configure(strong, NULL);
    int moves = 0;
    while (game_state(node) == GAME_GOING && moves <= MOVES_MAX) {
        bool attacks = node->position.side == start.side;
        uint64_t nodes = handicap_nodes(handicap, &node->position, MOVE_MS);
        nodes = nodes < MOVE_NODES ? nodes : MOVE_NODES;
        think(attacks ? weak : strong, node, game, attacks ? nodes : DEFENCE_NODES, &report);
        node = game_add(node, report.best);
        assert_non_null(node);
        moves += attacks;
    }
    bool mate = game_state(node) == GAME_CHECKMATE;
    game_destroy(game);
    return mate ? moves : MOVES_MAX + 1;
}

static const char *const endings[] = {
    "8/8/4k3/8/8/8/8/KQ6 w - - 0 1",   "3k4/8/8/3K4/8/8/8/7Q w - - 0 1",
    "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",  "8/8/3k4/8/8/8/1K6/7r b - - 0 1",
    "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/3bb3/7K b - - 0 1",
};
enum { ENDINGS = sizeof endings / sizeof *endings, WITHOUT_BISHOPS = 4 };

static void mates_with(enum method method, int elo)
{
    for (int i = 0; i < ENDINGS; i++) {
        struct handicap handicap = handicap_for(strength, method, elo, (uint64_t)i + 1);
        int moves = moves_to_mate(endings[i], &handicap);
        if (moves > MOVES_MAX)
            fail_msg("%s %d does not mate: %s", method_name(method), elo, endings[i]);
    }
}

static void test_presets_mate_with_queen_rook_and_bishops(void **state)
{
    struct preset presets[PRESETS_MAX];
    int count = strength_presets(strength, presets, PRESETS_MAX), tried = 0;
    for (int i = 0; i < count; i++)
        if (presets[i].elo != ELO_FULL && presets[i].elo >= LEVEL_FROM) {
            mates_with(METHOD_MADCHESS, presets[i].elo);
            tried++;
        }
    assert_true(tried > 0);
}

static void test_so_does_every_method(void **state)
{
    for (int method = 0; method < METHOD_COUNT; method++)
        if (method != METHOD_MADCHESS && method != METHOD_HUMAN &&
            method != METHOD_MAIA && /* its networks are not included */
            method != METHOD_ARASAN) /* looks one or two plies ahead, without knowing endings */
            mates_with((enum method)method, LEVEL_FROM);
}

/* They sometimes stalemate, and do not know how to mate with two bishops. */
static void test_who_plays_as_people_do_mates_mostly(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    enum { SEEDS = 6, GAMES = SEEDS * WITHOUT_BISHOPS };
    int mates = 0;
    for (int i = 0; i < GAMES; i++) {
        struct handicap handicap =
            handicap_for(strength, METHOD_HUMAN, LEVEL_FROM, (uint64_t)i + 1);
        mates += moves_to_mate(endings[i % WITHOUT_BISHOPS], &handicap) <= MOVES_MAX;
    }
    assert_in_range(mates, GAMES * 3 / 4, GAMES);
}

/* A level that sees a mate in one plays it. */
static void assert_takes_mate(const struct position *position, const struct report *report,
                              const char *name, int elo)
{
    const struct decision *decision = &report->decision;
    if (!decision->made || decision->best_score != SCORE_MATE - 1)
        return;
    struct position after = *position;
    Move replies[CHESS_MOVES_MAX];
    chess_play(&after, report->best);
    if (chess_moves(&after, replies) > 0 || !chess_in_check(&after)) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(position, fen);
        fail_msg("%s %d leaves a mate in one: %s", name, elo, fen);
    }
}

static void test_nobody_leaves_a_mate_in_one_it_saw(void **state)
{
    FILE *file = fopen(data_file("mate-in-1.epd"), "r");
    static struct report report;
    static struct epd epd;
    char line[1024];
    int tried = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct error error = {0};
        if (line[0] == '#')
            continue;
        assert_true(epd_read(&epd, line, &error));
        enum method method = (enum method)(tried % METHOD_MAIA); /* the methods before METHOD_MAIA
                                                                  * search */
        for (int elo = ELO_MIN; elo <= ELO_MAX; elo += 400 * SPARING) {
            struct handicap handicap = handicap_for(strength, method, elo, (uint64_t)tried);
            struct game *game = game_create(&epd.position);
            assert_non_null(game);
            configure(weak, &handicap);
            think(weak, game->root, game, 300, &report);
            assert_takes_mate(&epd.position, &report, method_name(method), elo);
            game_destroy(game);
        }
        tried++;
    }
    fclose(file);
    assert_true(tried > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets_mate_with_queen_rook_and_bishops),
        cmocka_unit_test(test_so_does_every_method),
        cmocka_unit_test(test_who_plays_as_people_do_mates_mostly),
        cmocka_unit_test(test_nobody_leaves_a_mate_in_one_it_saw),
    };
    return cmocka_run_group_tests_name("finish", tests, set_up, tear_down);
}
