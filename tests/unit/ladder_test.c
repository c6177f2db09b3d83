/* The feature ladder: its file, players, stored results and tables. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/lab/match/ladder_run.h"
#include "src/lab/match/ladder_table.h"
#include "src/util/paths.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static const char small[] = "about = others\n"
                            "[bare]\non = hash_table piece_location pawn_values\n"
                            "theirs = 200 1500\n"
                            "[staged]\nnote = no switch\n"
                            "[killers]\non = killers\n";

static struct ladder *read_text(const char *text)
{
    struct ladder *ladder = calloc(1, sizeof *ladder);
    struct error error = {.message = ""};
    assert_non_null(ladder);
    if (!ladder_read(ladder, text, "rungs", &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return ladder;
}

static struct ladder *read_shipped(void)
{
    struct error error = {.message = ""};
    char *text = paths_read("share/ladder.conf", 1 << 20, &error);
    assert_non_null(text);
    struct ladder *ladder = read_text(text);
    free(text);
    return ladder;
}

/* Every feature and group is in exactly one rung, so the last rung is the whole engine. */
static void test_the_shipped_ladder_reaches_the_whole_engine(void **state)
{
    struct ladder *ladder = read_shipped();
    struct player_spec top, everything;
    ladder_player_up_to(ladder, ladder->count - 1, &top);
    ladder_player_without(ladder, -1, &everything);
#define X(id, on, words)                                                                           \
    assert_true(everything.features.id);                                                           \
    if (!top.features.id)                                                                          \
        fail_msg("no rung has " #id);
    SEARCH_FEATURES(X)
#undef X
    for (int i = 0; i < GROUP_COUNT; i++)
        if (top.knowledge[i] != 100)
            fail_msg("no rung has %s", group_key((enum group)i));
    assert_true(ladder_key_player(0, &top) == ladder_key_player(0, &everything));
    assert_int_equal(ladder->rungs[0].their_wac, 236);
    assert_int_equal(ladder->rungs[0].their_elo, 1489);
    free(ladder);
}

static void test_players_have_their_switches(void **state)
{
    struct ladder *ladder = read_text(small);
    struct player_spec bare, staged, last, without;
    ladder_player_up_to(ladder, 0, &bare);
    ladder_player_up_to(ladder, 1, &staged);
    ladder_player_up_to(ladder, 2, &last);
    ladder_player_without(ladder, 2, &without);
    assert_true(bare.features.hash_table && !bare.features.killers && !bare.features.null_move);
    assert_int_equal(bare.knowledge[GROUP_PAWN_VALUES], 100);
    assert_int_equal(bare.knowledge[GROUP_MOBILITY], 0);
    assert_true(last.features.killers && last.features.hash_table);
    assert_true(!without.features.killers && without.features.null_move);
    assert_int_equal(without.knowledge[GROUP_MOBILITY], 100);
    assert_string_equal(without.name, "without killers");
    assert_true(ladder_key_player(0, &bare) == ladder_key_player(0, &staged));
    assert_true(ladder_key_player(0, &bare) != ladder_key_player(0, &last));
    assert_false(ladder_has_effect(&ladder->rungs[1], true));
    assert_true(ladder_has_effect(&ladder->rungs[2], false));
    char switches[128];
    ladder_switches(&ladder->rungs[0], switches, sizeof switches);
    assert_string_equal(switches, "hash_table pawn_values piece_location");
    free(ladder);
}

/* Without a clock, time management is not measured. */
static void test_time_counts_only_by_a_clock(void **state)
{
    struct ladder *ladder = read_text("[a]\non = hash_table\n[b]\non = time_management\n");
    assert_false(ladder_has_effect(&ladder->rungs[1], false));
    assert_true(ladder_has_effect(&ladder->rungs[1], true));
    free(ladder);
}

static void test_errors_name_the_line(void **state)
{
    static const struct {
        const char *text, *words;
        int line;
    } cases[] = {
        {"[a]\non = hash_tabel\n[b]\n", "hash_tabel", 2},
        {"[a]\non = killers\n\n[b]\non = killers\n", "already", 5},
        {"[a]\n[a]\n", "already a rung", 2},
        {"[a]\n[b]\ntheirs = 1489\n", "theirs", 3},
        {"[a]\n[b]\nwac = 3\n", "wac", 3},
        {"on = killers\n", "about", 1},
        {"[a]\nkillers\n", "key = value", 2},
        {"[]\n", "name", 1},
        {"[a]\n", "baseline", 0},
        {"", "baseline", 0},
    };
    struct ladder *ladder = calloc(1, sizeof *ladder);
    assert_non_null(ladder);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {.message = ""};
        assert_false(ladder_read(ladder, cases[i].text, "rungs", &error));
        assert_int_equal(error.line, cases[i].line);
        assert_string_equal(error.file, "rungs");
        if (!strstr(error.message, cases[i].words))
            fail_msg("\"%s\" does not say %s", error.message, cases[i].words);
    }
    free(ladder);
}

/* Stored results */

static char folder[64];

static int make_folder(void **state)
{
    strcpy(folder, "/tmp/fallible-ladder-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char path[96];
    snprintf(path, sizeof path, "%s/results.txt", folder);
    (void)remove(path);
    return rmdir(folder);
}

static void write_results(const char *text)
{
    char path[96];
    snprintf(path, sizeof path, "%s/results.txt", folder);
    file_write(path, text);
}

static void open_state(struct ladder_state *state)
{
    struct error error = {.message = ""};
    if (!ladder_state_open(state, folder, &error))
        fail_msg("%s", error.message);
}

static void test_results_are_found_again(void **context)
{
    (void)context;
    struct ladder_state state;
    struct error error = {.message = ""};
    const struct ladder_record suite = {.key = 7, .is_suite = true, .solved = 3, .positions = 9};
    const struct ladder_record match = {
        .key = UINT64_MAX, .tally = {.wins = 3, .draws = 2, .losses = 1, .pairs = {0, 1, 0, 1, 1}}};
    open_state(&state);
    assert_true(ladder_state_add(&state, &suite, &error));
    ladder_state_close(&state);
    /* A line that was cut off, for example by a full disk, is ignored. */
    char path[96];
    snprintf(path, sizeof path, "%s/results.txt", folder);
    file_append(path, "match 00000000000");
    open_state(&state);
    assert_int_equal(shared_results_count(state.results), 1);
    assert_true(ladder_state_add(&state, &match, &error));
    ladder_state_close(&state);
    open_state(&state);
    assert_int_equal(shared_results_count(state.results), 2);
    struct ladder_record found;
    assert_true(ladder_state_find(&state, 7, &found));
    assert_int_equal(found.solved, 3);
    assert_true(ladder_state_find(&state, UINT64_MAX, &found));
    assert_memory_equal(&found.tally, &match.tally, sizeof match.tally);
    assert_false(ladder_state_find(&state, 8, &found));
    ladder_state_close(&state);
}

static void test_bad_results_are_refused(void **context)
{
    (void)context;
    static const char *const lines[] = {
        "suite 0000000000000007 10 9\n",
        "suite 7\n",
        "match 0000000000000007 3 2 1 0 1 0 1 2\n", /* more pairs than games */
        "match 0000000000000007 3 2 1 0 1 0 1 1 5\n",
        "nonsense\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct ladder_state state;
        struct error error = {.message = ""};
        char text[128];
        snprintf(text, sizeof text, "suite 0000000000000001 1 9\n%s", lines[i]);
        write_results(text);
        assert_false(ladder_state_open(&state, folder, &error));
        assert_int_equal(error.line, 2);
        assert_non_null(strstr(error.file, "results.txt"));
    }
}

/* Measuring */

struct scene {
    struct ladder *ladder;
    struct suite suite;
    struct opening_list openings;
    struct ladder_conditions conditions;
    struct ladder_results results;
    int calls;       /* of the observer */
    bool stop_often; /* after every measurement, and during matches */
    int stopped_at;  /* games of the current match */
};

static bool watch(void *context, const struct ladder_progress *progress)
{
    struct scene *scene = context;
    assert_in_range(progress->step, 1, progress->steps);
    assert_true(progress->share >= 0 && progress->share <= 1.0001);
    scene->calls++;
    bool ended = progress->done == progress->of;
    bool played = !progress->is_suite && progress->done > scene->stopped_at;
    scene->stopped_at = ended ? 0 : played ? progress->done : scene->stopped_at;
    return !(scene->stop_often && (ended || played));
}

static struct scene *make_scene(void)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct error error = {.message = ""};
    assert_non_null(scene);
    scene->ladder = read_text(small);
    assert_true(suite_load(&scene->suite, "puzzles/wac.epd", &error));
    suite_limit(&scene->suite, 2);
    assert_true(opening_list_random(&scene->openings, 3, 6, 1));
    scene->conditions =
        (struct ladder_conditions){.rules = {.limits = {.nodes = 40},
                                             .control = {.untimed = true},
                                             .adjudication = adjudication_default()},
                                   .suite_limits = {.nodes = 200},
                                   .games = 4,
                                   .hash_mb = 1,
                                   .concurrency = 2,
                                   .seed = 1,
                                   .engine = 5,
                                   .suite = &scene->suite,
                                   .openings = &scene->openings,
                                   .up = true,
                                   .down = true,
                                   .last = scene->ladder->count - 1};
    return scene;
}

static void end_scene(struct scene *scene)
{
    free(scene->ladder);
    suite_clear(&scene->suite);
    opening_list_clear(&scene->openings);
    free(scene);
}

static enum ladder_end run(struct scene *scene, struct ladder_state *state)
{
    struct error error = {.message = ""};
    enum ladder_end end =
        ladder_run(scene->ladder, &scene->conditions, state, watch, scene, &scene->results, &error);
    if (end == LADDER_FAILED)
        fail_msg("%s", error.message);
    return end;
}

static void test_a_ladder_is_measured_once(void **context)
{
    (void)context;
    struct scene *scene = make_scene();
    struct ladder_state state;
    open_state(&state);
    /* Missing: two suites and a match upwards, the whole engine, and a suite and a match
     * downwards. */
    assert_int_equal(ladder_missing(scene->ladder, &scene->conditions, &state), 6);
    assert_int_equal(run(scene, &state), LADDER_DONE);
    const struct ladder_results first = scene->results;
    assert_true(first.up[0].has_wac && !first.up[0].has_elo);
    assert_false(first.up[1].has_wac || first.up[1].has_elo);
    assert_true(first.up[2].has_wac && first.up[2].has_elo);
    assert_true(first.down[2].has_wac && first.down[2].has_elo && first.everything.has_wac);
    assert_int_equal(first.up[2].positions, 2);
    const struct match_tally *tally = &first.up[2].tally;
    assert_int_equal(tally->wins + tally->draws + tally->losses, 4);
    ladder_state_close(&state);

    open_state(&state);
    assert_int_equal(ladder_missing(scene->ladder, &scene->conditions, &state), 0);
    scene->calls = 0;
    assert_int_equal(run(scene, &state), LADDER_DONE);
    assert_int_equal(scene->calls, 0);
    assert_memory_equal(&scene->results, &first, sizeof first);
    /* Other conditions or another engine need new measurements. */
    scene->conditions.rules.limits.nodes++;
    assert_int_equal(ladder_missing(scene->ladder, &scene->conditions, &state), 6);
    scene->conditions.rules.limits.nodes--;
    scene->conditions.engine++;
    assert_int_equal(ladder_missing(scene->ladder, &scene->conditions, &state), 6);
    ladder_state_close(&state);
    end_scene(scene);
}

static void test_a_stopped_ladder_goes_on(void **context)
{
    (void)context;
    struct scene *scene = make_scene();
    struct ladder_state state;
    open_state(&state);
    scene->stop_often = true;
    enum ladder_end end = run(scene, &state);
    int stops = 0;
    while (end == LADDER_STOPPED) {
        assert_in_range(++stops, 1, 20);
        ladder_state_close(&state);
        open_state(&state);
        end = run(scene, &state);
    }
    assert_int_equal(end, LADDER_DONE);
    assert_true(stops >= 5);
    const struct ladder_results stopped = scene->results;
    ladder_state_close(&state);

    assert_true(ladder_state_open(&state, NULL, &(struct error){.message = ""}));
    scene->stop_often = false;
    assert_int_equal(run(scene, &state), LADDER_DONE);
    assert_memory_equal(&scene->results, &stopped, sizeof stopped);
    ladder_state_close(&state);
    end_scene(scene);
}

/* Tables */

static char *write_table(struct scene *scene, enum ladder_format format)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    ladder_write(out, format, scene->ladder, &scene->conditions, &scene->results);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static struct scene *measured_scene(void)
{
    struct scene *scene = make_scene();
    scene->results.up[0] =
        (struct ladder_measure){.has_wac = true, .solved = 150, .positions = 300};
    scene->results.up[2] = (struct ladder_measure){
        true, true, 161, 300, {.wins = 30, .draws = 20, .losses = 10, .pairs = {1, 3, 8, 11, 7}}};
    scene->results.down[2] =
        (struct ladder_measure){true, true, 250, 300, {.wins = 2, .pairs = {0, 0, 0, 0, 1}}};
    scene->results.everything = (struct ladder_measure){.has_wac = true, .solved = 271};
    return scene;
}

static void test_tables(void **state)
{
    struct scene *scene = measured_scene();
    char *text = write_table(scene, LADDER_TEXT);
    expect(text, "  0 bare                    150                      0|              |200 1500");
    expect(text, "  2 killers                 161 +120 +- 74  +120 +- 74|250    all won|");
    expect(text, "  1 no switch\n");
    expect(text, "  * others\n");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 80);
    free(text);

    text = write_table(scene, LADDER_MARKDOWN);
    expect(text, "| 2 | killers | 161 | +120 ± 74 | +120 ± 74 | 250 | all won |  |  |\n");
    free(text);

    text = write_table(scene, LADDER_CSV);
    expect(text, "\n0,bare,hash_table pawn_values piece_location,150,,,0,");
    expect(text, "\n2,killers,killers,161,120.4,74.5,60,120.4,74.5,250,,,2,,,");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        int commas = 0;
        for (size_t i = 0; line[i] && line[i] != '\n'; i++)
            commas += line[i] == ',';
        assert_int_equal(commas, 15);
    }
    free(text);

    text = write_table(scene, LADDER_JSON);
    expect(text, "\"name\": \"killers\", \"switches\": \"killers\", \"wac\": 161, \"gain\": "
                 "{\"elo\": 120.4");
    expect(text, "\"loss\": null");
    expect(text, "\"everything_wac\": 271");
    free(text);

    /* More games reduce the uncertainty even if all results are equal. */
    scene->results.up[2].tally = (struct match_tally){.draws = 60, .pairs = {0, 0, 30, 0, 0}};
    text = write_table(scene, LADDER_TEXT);
    expect(text, "161   +0 +- 11    +0 +- 11");
    free(text);

    /* Rungs that were not requested and have no results are not shown. */
    scene->conditions.first = scene->conditions.last = 2;
    text = write_table(scene, LADDER_TEXT);
    expect(text, "killers");
    assert_null(strstr(text, "staged"));
    free(text);
    end_scene(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_shipped_ladder_reaches_the_whole_engine),
        cmocka_unit_test(test_players_have_their_switches),
        cmocka_unit_test(test_time_counts_only_by_a_clock),
        cmocka_unit_test(test_errors_name_the_line),
        cmocka_unit_test_setup_teardown(test_results_are_found_again, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_bad_results_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_ladder_is_measured_once, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_stopped_ladder_goes_on, make_folder, remove_folder),
        cmocka_unit_test(test_tables),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
