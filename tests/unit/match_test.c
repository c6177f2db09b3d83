/* Matches: player descriptions, openings, the schedule, forfeits, adjudication, and results that
 * depend only on the seed. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/pgn/pgn.h"
#include "src/lab/match/match.h"
#include "tests/unit/file.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

static struct player_spec spec_of(const char *text)
{
    struct player_spec spec;
    struct error error;
    if (!player_spec_read(&spec, text, strength, &error))
        fail_msg("%s: %s", text, error.message);
    return spec;
}

static void assert_refused(const char *text, const char *words)
{
    struct player_spec spec;
    struct error error = {.message = ""};
    assert_false(player_spec_read(&spec, text, strength, &error));
    if (!strstr(error.message, words))
        fail_msg("%s: expected \"%s\" in \"%s\"", text, words, error.message);
}

static void players_are_described_in_text(void **state)
{
    struct player_spec spec = spec_of("fallible");
    assert_true(spec.kind == PLAYER_FALLIBLE && !spec.handicap.limited);
    assert_string_equal(spec.name, "fallible");
    spec = spec_of("fallible:elo=1400,hash=2,name=Club,nodes=77");
    assert_true(spec.handicap.limited && spec.handicap.elo == 1400);
    assert_true(spec.hash_mb == 2 && spec.limits.nodes == 77);
    assert_string_equal(spec.name, "Club");
    struct handicap expected = handicap_for_elo(strength, 1400, 0);
    assert_memory_equal(&spec.handicap, &expected, sizeof expected);
    spec = spec_of("fallible:method=madchess,elo=800");
    assert_true(spec.handicap.method == METHOD_MADCHESS && spec.handicap.elo == 800);
    spec = spec_of("fallible:features=-null_move,-killers,threads=3");
    assert_true(!spec.features.null_move && !spec.features.killers && spec.features.history);
    assert_int_equal(spec.threads, 3);
    assert_int_equal(spec_of("random:nps=70").nodes_per_second, 70);
    spec = spec_of("fallible:features=-lmr,-nm");
    assert_false(spec.features.late_move_reductions || spec.features.null_move);
    spec = spec_of("fallible:features=-null_move,+null_move");
    assert_true(spec.features.null_move);
    spec = spec_of("uci:/bin/an engine --flag=1,2,option.Skill Level=3,option.A=b,c,name=X");
    assert_string_equal(spec.command, "/bin/an engine --flag=1,2");
    assert_int_equal(spec.option_count, 2);
    assert_string_equal(spec.options[0].name, "Skill Level");
    assert_string_equal(spec.options[0].value, "3");
    assert_string_equal(spec.options[1].value, "b,c");
    assert_string_equal(spec.name, "X");
    spec = spec_of("uci:/usr/games/stockfish,option.UCI_Elo=1500");
    assert_string_equal(spec.name, "stockfish,option.UCI_Elo=1500");
    assert_string_equal(spec_of("xboard:./a/b -x /c").name, "b -x /c");
    assert_int_equal(spec_of("random").kind, PLAYER_RANDOM);
}

static void bad_descriptions_are_explained(void **state)
{
    assert_refused("", "not a player");
    assert_refused("stockfish", "not a player");
    assert_refused("fallible:elo=5", "200 to 2650");
    assert_refused("fallible:features=-nul_move", "search feature");
    assert_refused("fallible:features=-ch", "search feature"); /* of three possible names */
    assert_refused("fallible:features=null_move", "+ or -");
    assert_refused("fallible:elo", "name=value");
    assert_refused("fallible:elo=1400,,hash=1", "missing");
    assert_refused("fallible:method=magic", "method");
    assert_refused("fallible:method=human", "requires elo=");
    assert_refused("fallible:option.Hash=1", "no setting");
    assert_refused("random:elo=700", "no setting");
    assert_refused("random:name=", "expected a name after name=");
    assert_refused("uci:", "missing");
    assert_refused("uci:x,hash=no", "whole number");
}

/* Openings */

/* A temporary file with this ending; it is removed after the test. */
static const char *file_of(const char *ending, const char *text)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/match_test_%ld.%s", (long)getpid(), ending);
    file_write(path, text);
    return path;
}

static void openings_come_from_files(void **state)
{
    struct opening_list list;
    struct error error;
    const char *path = file_of("epd", "# two, and one that is over\n\n"
                                      "4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n"
                                      "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
                                      "4k3/4p3/8/8/8/8/8/4K3 b - - 3 9\n");
    assert_true(opening_list_read(&list, path, 0, &error));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.openings[1].start.side, BLACK);
    opening_list_clear(&list);
    path = file_of("epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n\nnonsense\n");
    assert_false(opening_list_read(&list, path, 0, &error));
    assert_int_equal(error.line, 3);
    assert_string_equal(error.file, path);
    path = file_of("pgn", "1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");
    assert_true(opening_list_read(&list, path, 0, &error));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.openings[0].count, 3);
    assert_int_equal(list.openings[1].count, 3); /* the mate is not played */
    struct game *game = opening_game(&list.openings[0]);
    assert_int_equal(game_end_of_line(game->root)->ply, 3);
    game_destroy(game);
    opening_list_clear(&list);
    assert_true(opening_list_read(&list, path, 2, &error));
    assert_int_equal(list.openings[0].count, 2);
    opening_list_clear(&list);
    path = file_of("pgn", "");
    assert_false(opening_list_read(&list, path, 0, &error));
    remove(path);
    assert_false(opening_list_read(&list, path, 0, &error));
    remove(file_of("epd", ""));
}

static void the_shipped_openings_can_be_played(void **state)
{
    struct opening_list list;
    struct error error;
    if (!opening_list_read(&list, "share/balanced.epd", 0, &error))
        fail_msg("%d: %s", error.line, error.message);
    assert_true(list.count > 900);
    for (int i = 0; i < list.count; i++)
        assert_false(chess_in_check(&list.openings[i].start));
    opening_list_clear(&list);
}

static void shuffles_repeat_with_their_seed(void **state)
{
    struct opening_list one, two;
    assert_true(opening_list_random(&one, 50, 6, 7) && opening_list_random(&two, 50, 6, 7));
    opening_list_shuffle(&one, 3);
    opening_list_shuffle(&two, 3);
    for (int i = 0; i < 50; i++)
        assert_memory_equal(one.openings[i].moves, two.openings[i].moves, 6 * sizeof(Move));
    Move first[6];
    memcpy(first, one.openings[0].moves, sizeof first);
    opening_list_shuffle(&two, 4);
    assert_memory_not_equal(first, two.openings[0].moves, sizeof first);
    opening_list_clear(&one);
    opening_list_clear(&two);
}

/* Matches */

struct fixture {
    struct player_spec players[2];
    struct opening_list openings;
    struct match_options options;
    FILE *pgn;
    struct match_game games[64];
    struct match_state state;
    struct match_sums sums;
};

static void prepare(struct fixture *fixture, const char *first, const char *second, int games)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->players[0] = spec_of(first);
    fixture->players[1] = spec_of(second);
    assert_true(opening_list_random(&fixture->openings, 5, 4, 1));
    fixture->options = (struct match_options){
        .players = fixture->players, .openings = &fixture->openings, .games = games,
        .plan = {.players = 2},
        .rules = {.limits = {.nodes = 200}, .control = {.untimed = true}, .margin = 20,
                  .adjudication = adjudication_default()},
        .concurrency = 1, .hash_mb = 1, .threads = 1, .seed = 5, .event = "test"};
}

static void clear(struct fixture *fixture)
{
    opening_list_clear(&fixture->openings);
}

/* Starts a match with a single opening, a FEN. */
static void begin_from(struct fixture *fixture, const char *fen)
{
    opening_list_clear(&fixture->openings);
    assert_true(opening_list_random(&fixture->openings, 1, 0, 1));
    fixture->openings.openings[0].start = from_fen(fen);
}

static void run(struct fixture *fixture)
{
    struct error error;
    struct match *match = match_create(&fixture->options, NULL, NULL, &error);
    if (!match || !match_start(match, fixture->pgn, &error))
        fail_msg("%s", error.message);
    while ((fixture->state = match_poll(match, fixture->games)).going)
        usleep(2000);
    match_destroy(match);
    fixture->sums =
        match_sum(&fixture->options.plan, fixture->games, fixture->state.count, -1);
}

static void results_depend_on_the_seed_alone(void **state)
{
    static struct fixture one, many, other;
    prepare(&one, "fallible:elo=800", "fallible:features=-null_move", 12);
    prepare(&many, "fallible:elo=800", "fallible:features=-null_move", 12);
    prepare(&other, "fallible:elo=800", "fallible:features=-null_move", 12);
    many.options.concurrency = 4;
    other.options.seed = 6;
    run(&one);
    run(&many);
    run(&other);
    assert_int_equal(one.sums.done, 12);
    bool differs = false;
    for (int i = 0; i < 12; i++) {
        const struct game_outcome *a = &one.games[i].outcome, *b = &many.games[i].outcome;
        assert_true(a->result == b->result && a->plies == b->plies && a->ending == b->ending);
        assert_memory_equal(a->nodes, b->nodes, sizeof a->nodes);
        differs = differs || a->plies != other.games[i].outcome.plies;
    }
    assert_true(differs);
    clear(&one);
    clear(&many);
    clear(&other);
}

static void games_are_written_as_they_were_played(void **state)
{
    static struct fixture fixture;
    prepare(&fixture, "fallible", "random:name=Dice", 6);
    fixture.options.concurrency = 2;
    fixture.pgn = tmpfile();
    assert_non_null(fixture.pgn);
    run(&fixture);
    rewind(fixture.pgn);
    struct pgn_reader *reader = pgn_reader_create(fixture.pgn, "match.pgn");
    struct game *game;
    struct error error;
    int seen = 0;
    while (pgn_read(reader, &game, &error) == PGN_GAME) {
        int pair, number;
        assert_int_equal(sscanf(game_tag(game, "Round"), "%d.%d", &pair, &number), 2);
        int index = 2 * (pair - 1) + number - 1;
        const char *dice =
            match_player_of(&fixture.options.plan, index, WHITE) == 1 ? "White" : "Black";
        assert_string_equal(game_tag(game, dice), "Dice");
        assert_int_equal(game->result, fixture.games[index].outcome.result);
        assert_int_equal(game_end_of_line(game->root)->ply,
                         4 + fixture.games[index].outcome.plies);
        seen |= 1 << index;
        game_destroy(game);
    }
    assert_int_equal(seen, 63);
    pgn_reader_destroy(reader);
    fclose(fixture.pgn);
    clear(&fixture);
}

static void everybody_meets_everybody(void **state)
{
    enum { PLAYERS = 5, ROUNDS = 3 };
    struct match_plan plan = {.players = PLAYERS},
                      gauntlet = {.players = PLAYERS, .gauntlet = true};
    int met[PLAYERS][PLAYERS] = {{0}};
    assert_int_equal(match_encounters(&plan), 10);
    for (int game = 0; game < 2 * 10 * ROUNDS; game++)
        met[match_player_of(&plan, game, WHITE)][match_player_of(&plan, game, BLACK)]++;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            assert_int_equal(met[i][j], i == j ? 0 : ROUNDS);
    assert_int_equal(match_encounters(&gauntlet), 4);
    for (int game = 0; game < 2 * 4 * ROUNDS; game++) {
        int white = match_player_of(&gauntlet, game, WHITE);
        int black = match_player_of(&gauntlet, game, BLACK);
        assert_true(white == 0 || black == 0);
        assert_int_equal(white + black, 1 + game / 2 % 4);
        assert_int_equal(white == 0, game % 2 == 0);
    }
    /* The shards contain every game once, and pairs stay together. */
    for (int game = 0; game < 60; game++) {
        int times = 0;
        for (int shard = 1; shard <= 4; shard++) {
            plan.shard = shard;
            plan.shards = 4;
            times += match_in_shard(&plan, game);
            assert_true(match_in_shard(&plan, game) == match_in_shard(&plan, game ^ 1));
        }
        assert_int_equal(times, 1);
    }
    assert_int_equal(match_shard_games(&plan, 60), 14);
}

static void sums_count_colours_and_pairs(void **state)
{
    static const struct {
        enum result first, second;
    } pairs[] = {
        {RESULT_WHITE, RESULT_BLACK}, /* both won by the first player */
        {RESULT_WHITE, RESULT_WHITE}, /* White won twice: one each */
        {RESULT_DRAW, RESULT_WHITE},  /* half a point */
        {RESULT_DRAW, RESULT_BLACK},  /* one and a half */
    };
    struct match_game games[10] = {0};
    for (int i = 0; i < 4; i++) {
        games[2 * i] = (struct match_game){true, {.result = pairs[i].first, .plies = 10}};
        games[2 * i + 1] = (struct match_game){true, {.result = pairs[i].second, .plies = 10}};
    }
    /* The first player loses on time as White, so the pair is incomplete. */
    games[8] = (struct match_game){true, {.result = RESULT_BLACK, .ending = ENDING_TIME}};
    struct match_plan plan = {.players = 2};
    struct match_sums sums = match_sum(&plan, games, 10, -1);
    assert_int_equal(sums.done, 9);
    assert_true(sums.tally.wins == 4 && sums.tally.draws == 2 && sums.tally.losses == 3);
    assert_true(sums.white_wins == 4 && sums.black_wins == 3 && sums.draws == 2);
    static const int64_t expected[PAIR_OUTCOMES] = {0, 1, 1, 1, 1};
    assert_memory_equal(sums.tally.pairs, expected, sizeof expected);
    assert_true(sums.players[0].time_losses == 1 && sums.players[1].time_losses == 0);
    assert_int_equal(match_sum(&plan, games, 4, -1).done, 4);
}

static void a_test_ends_the_match_where_it_is_decided(void **state)
{
    static struct fixture one, many;
    prepare(&one, "fallible", "random", 64);
    prepare(&many, "fallible", "random", 64);
    one.options.has_sprt = many.options.has_sprt = true;
    one.options.sprt = many.options.sprt = (struct sprt){0, 100, 0.05, 0.05, false};
    many.options.concurrency = 5;
    run(&one);
    run(&many);
    assert_int_equal(one.state.verdict, SPRT_ELO1);
    assert_true(one.state.count < 64 && one.state.count % 2 == 0);
    assert_int_equal(one.state.count, many.state.count);
    assert_memory_equal(one.sums.tally.pairs, many.sums.tally.pairs, sizeof one.sums.tally.pairs);
    assert_int_equal(one.sums.done, one.state.count);
    clear(&one);
    clear(&many);
}

static void scores_end_games_unless_told_not_to(void **state)
{
    static struct fixture fixture;
    prepare(&fixture, "fallible", "fallible", 2);
    begin_from(&fixture, "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1");
    run(&fixture);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fixture.games[i].outcome.ending, ENDING_DECIDED);
        assert_int_equal(fixture.games[i].outcome.result, RESULT_WHITE);
        assert_true(fixture.games[i].outcome.plies >= 4);
    }
    fixture.options.rules.adjudication.on = false;
    run(&fixture);
    assert_int_equal(fixture.sums.endings[ENDING_MATE], 2);
    /* Even scores end a game, but not before ply 80. */
    fixture.options.rules.adjudication.on = true;
    begin_from(&fixture, "8/5k2/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - - 0 1");
    run(&fixture);
    for (int i = 0; i < 2; i++)
        assert_true(fixture.games[i].outcome.ending == ENDING_REPETITION ||
                    fixture.games[i].outcome.plies >= 80);
    clear(&fixture);
}

static void a_program_that_breaks_down_forfeits_and_is_restarted(void **state)
{
    static const struct manner {
        const char *manner, *trouble;
        enum match_ending ending;
    } cases[] = {{"illegal", "e2e5", ENDING_ILLEGAL},
                 {"crash", "signal", ENDING_BREAKDOWN},
                 {"liar", "signal", ENDING_BREAKDOWN}, /* its last line is part of the message */
                 {"leave", "exit status 7", ENDING_BREAKDOWN}};
    static struct fixture fixture;
    enum { CASES = sizeof cases / sizeof *cases };
    for (size_t i = 0; i < 2 * CASES; i++) {
        const struct manner *wanted = &cases[i % CASES];
        char text[96];
        snprintf(text, sizeof text, i < CASES ? "uci:tests/unit/fake_engine.sh %s"
                                              : "xboard:tests/unit/fake_xboard.sh %s,depth=1",
                 wanted->manner);
        prepare(&fixture, "fallible", text, 4);
        run(&fixture);
        assert_false(fixture.state.failed);
        assert_true(fixture.sums.done == 4 && fixture.sums.tally.wins == 4);
        for (int j = 0; j < 4; j++) {
            assert_int_equal(fixture.games[j].outcome.ending, wanted->ending);
            assert_non_null(strstr(fixture.games[j].outcome.trouble, wanted->trouble));
        }
        assert_int_equal(fixture.sums.players[1].illegal + fixture.sums.players[1].breakdowns, 4);
        assert_int_equal(fixture.sums.players[1].thoughts, 4); /* none was completed */
        clear(&fixture);
    }
}

static void a_flag_that_falls_loses_unless_no_mate_is_left(void **state)
{
    static struct fixture fixture;
    prepare(&fixture, "uci:tests/unit/fake_engine.sh slow", "random", 2);
    fixture.options.rules.control = (struct time_control){.base = 100};
    begin_from(&fixture, "r3k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    run(&fixture);
    assert_int_equal(fixture.games[0].outcome.ending, ENDING_TIME);
    assert_int_equal(fixture.games[0].outcome.result, RESULT_BLACK);
    assert_true(fixture.games[0].outcome.think[WHITE] >= 100);
    assert_int_equal(fixture.sums.players[0].time_losses, 1 + (fixture.games[1].outcome.ending ==
                                                              ENDING_TIME));
    begin_from(&fixture, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    run(&fixture);
    assert_int_equal(fixture.games[0].outcome.ending, ENDING_TIME_DRAW);
    assert_int_equal(fixture.games[0].outcome.result, RESULT_DRAW);
    clear(&fixture);
}

static void clocks_run_and_are_written(void **state)
{
    static struct fixture fixture;
    prepare(&fixture, "fallible", "random", 2);
    fixture.options.rules.limits.nodes = 100;
    fixture.options.rules.control =
        (struct time_control){.base = 60000, .increment = 1000, .moves = 40};
    fixture.pgn = tmpfile();
    run(&fixture);
    assert_int_equal(fixture.sums.done, 2);
    rewind(fixture.pgn);
    struct pgn_reader *reader = pgn_reader_create(fixture.pgn, "match.pgn");
    struct game *game;
    struct error error;
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    const struct game_node *end = game_end_of_line(game->root);
    assert_true(end->clock > 0 && end->elapsed >= 0);
    assert_string_equal(game_tag(game, "TimeControl"), "40/60+1");
    game_destroy(game);
    pgn_reader_destroy(reader);
    fclose(fixture.pgn);
    clear(&fixture);
}

static void virtual_clocks_cost_nodes_and_no_time(void **state)
{
    static struct fixture one, many;
    prepare(&one, "fallible:elo=800", "fallible:nps=300", 4);
    prepare(&many, "fallible:elo=800", "fallible:nps=300", 4);
    many.options.concurrency = 3;
    one.options.rules.limits = many.options.rules.limits = (struct limits){0};
    one.options.rules.control = many.options.rules.control =
        (struct time_control){.base = 4000, .increment = 50};
    one.options.rules.virtual_speed = many.options.rules.virtual_speed = 1000;
    run(&one);
    run(&many);
    assert_true(one.sums.done == 4 && one.sums.endings[ENDING_TIME] == 0);
    int speed = one.players[0].handicap.nodes_per_second;
    for (int i = 0; i < 4; i++) {
        const struct game_outcome *a = &one.games[i].outcome, *b = &many.games[i].outcome;
        assert_true(a->result == b->result && a->plies == b->plies);
        assert_memory_equal(a->nodes, b->nodes, sizeof a->nodes);
        assert_memory_equal(a->think, b->think, sizeof a->think);
        for (int color = WHITE; color <= BLACK; color++) {
            /* Rounded down at each move, and at most what the clock had. */
            bool limited = match_player_of(&one.options.plan, i, color) == 0;
            int64_t cost = (int64_t)a->nodes[color] * 1000 / (limited ? speed : 300);
            assert_true(a->think[color] <= cost);
            assert_true(a->think[color] <= 4000 + 50 * (a->plies / 2 + 1));
        }
    }
    clear(&one);
    clear(&many);
}

static void a_match_can_be_stopped(void **state)
{
    static struct fixture fixture;
    struct error error;
    prepare(&fixture, "fallible", "fallible", 64);
    fixture.options.rules.limits = (struct limits){.movetime = 3600000};
    fixture.options.concurrency = 3;
    struct match *match = match_create(&fixture.options, NULL, NULL, &error);
    assert_non_null(match);
    assert_true(match_start(match, NULL, &error));
    usleep(30000);
    match_stop(match);
    match_destroy(match); /* otherwise it would take an hour per move */
    clear(&fixture);
}

static void what_cannot_start_is_an_error(void **state)
{
    static struct fixture fixture;
    struct error error;
    prepare(&fixture, "fallible", "uci:/no/such/engine", 2);
    assert_null(match_create(&fixture.options, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "/no/such/engine"));
    clear(&fixture);
    prepare(&fixture, "fallible", "uci:tests/unit/fake_engine.sh good,option.Nothing=1", 2);
    assert_null(match_create(&fixture.options, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "Nothing"));
    clear(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_described_in_text),
        cmocka_unit_test(bad_descriptions_are_explained),
        cmocka_unit_test(openings_come_from_files),
        cmocka_unit_test(the_shipped_openings_can_be_played),
        cmocka_unit_test(shuffles_repeat_with_their_seed),
        cmocka_unit_test(results_depend_on_the_seed_alone),
        cmocka_unit_test(games_are_written_as_they_were_played),
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(sums_count_colours_and_pairs),
        cmocka_unit_test(a_test_ends_the_match_where_it_is_decided),
        cmocka_unit_test(scores_end_games_unless_told_not_to),
        cmocka_unit_test(a_program_that_breaks_down_forfeits_and_is_restarted),
        cmocka_unit_test(a_flag_that_falls_loses_unless_no_mate_is_left),
        cmocka_unit_test(clocks_run_and_are_written),
        cmocka_unit_test(virtual_clocks_cost_nodes_and_no_time),
        cmocka_unit_test(a_match_can_be_stopped),
        cmocka_unit_test(what_cannot_start_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
