/* SPSA: the schedules, a noisy objective whose best numbers are known, interruption and shards,
 * damaged state files, and the table of parameters. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/lab/spsa/spsa_games.h"
#include "src/lab/spsa/spsa_run.h"
#include "src/lab/spsa/spsa_show.h"
#include "src/lab/spsa/spsa_table.h"
#include "src/util/random.h"
#include "tests/unit/file.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

enum { PAIRS = 1600, BATCH = 32 };

static const struct spsa_parameter rows[] = {
    {.name = "one", .start = 90, .min = 0, .max = 100, .c_end = 4, .r_end = 0.05},
    {.name = "two", .start = -40, .min = -50, .max = 50, .c_end = 3, .r_end = 0.05},
    {.name = "idle", .start = 5, .min = 0, .max = 10, .c_end = 1, .r_end = 0.002}};
static const int best[] = {30, 20};

static const struct spsa_problem problem = {
    .parameters = rows, .count = 3, .pairs = PAIRS, .batch = BATCH, .seed = 7};

/* The objective: the sum of squares, in steps, around the best numbers. The outcome of a pair is
 * drawn by the difference of both sides. */

static double height(const int numbers[])
{
    double one = (numbers[0] - best[0]) / rows[0].c_end,
           two = (numbers[1] - best[1]) / rows[1].c_end;
    return -(one * one + two * two);
}

struct objective {
    atomic_int played;
    int halt_after; /* pairs; 0: never */
    atomic_bool halted;
};

static int play_game_of(double difference, uint64_t *state)
{
    double win = 1 / (1 + exp(-difference / 8));
    return random_fraction(state) < win ? 1 : -1;
}

static bool play(void *context, int job, int pair, const int plus[], const int minus[], int *points,
                 struct error *error)
{
    struct objective *objective = context;
    uint64_t state = random_mix((uint64_t)pair);
    if (objective->halt_after && atomic_fetch_add(&objective->played, 1) >= objective->halt_after)
        atomic_store(&objective->halted, true);
    if (atomic_load(&objective->halted))
        return false;
    *points = 0;
    for (int game = 0; game < 2; game++)
        *points += play_game_of(height(plus) - height(minus), &state);
    return true;
}

static void halt(void *context)
{
    atomic_store(&((struct objective *)context)->halted, true);
}

static bool watch(void *context, const struct spsa_progress *progress)
{
    struct objective *objective = context;
    return !atomic_load(&objective->halted);
}

/* Runs the problem, or as much of it as the objective plays. */
static enum spsa_end run(const struct spsa_place *place, int jobs, bool resume, int halt_after,
                         int8_t points[])
{
    struct objective objective = {.halt_after = halt_after};
    struct error error = {.message = ""};
    enum spsa_end end;
    struct spsa_log *log = spsa_log_open(&problem, place, resume, points, &error);
    if (!log)
        fail_msg("%s", error.message);
    struct spsa_run options = {.problem = &problem,
                               .place = place,
                               .log = log,
                               .jobs = jobs,
                               .play = play,
                               .halt = halt,
                               .context = &objective,
                               .watch = watch,
                               .watcher = &objective};
    bool good = spsa_run(&options, points, &end, &error);
    spsa_log_close(log);
    return good ? end : SPSA_INTERRUPTED;
}

static char path[128];

static struct spsa_place place_of(const char *name, int shard, int shards)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return (struct spsa_place){
        .path = path, .conditions = "none", .shard = shard, .shards = shards};
}

/* The schedules */

static void test_schedules_end_at_c_end_and_r_end(void **state)
{
    for (int i = 0; i < 2; i++) {
        double c = rows[i].c_end;
        assert_float_equal(spsa_perturbation(&problem, i, PAIRS - 1), c, 1e-9);
        assert_float_equal(spsa_step(&problem, i, PAIRS - 1), rows[i].r_end * c, 1e-9);
        /* By hand: c_1 = c N^0.101, a_1 = a (1.1 N / (0.1 N + 1))^0.602. */
        double first = c * pow(PAIRS, 0.101);
        double a = rows[i].r_end * c * c * pow(1.1 * PAIRS / (0.1 * PAIRS + 1), 0.602);
        assert_float_equal(spsa_perturbation(&problem, i, 0), first, 1e-9);
        assert_float_equal(spsa_step(&problem, i, 0), a / first, 1e-9);
    }
}

static void test_sides_are_opposite_on_average_and_within_the_bounds(void **state)
{
    double values[] = {90.25, -40, 5}, sum = 0;
    int plus[3], minus[3], up = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        spsa_sides(&problem, values, pair, plus, minus);
        sum += plus[2] + minus[2];
        up += plus[0] > minus[0];
        for (int i = 0; i < 3; i++) {
            assert_in_range(plus[i] + 100, rows[i].min + 100, rows[i].max + 100);
            assert_in_range(minus[i] + 100, rows[i].min + 100, rows[i].max + 100);
        }
        assert_true(
            abs(abs(plus[1] - minus[1]) - (int)(2 * spsa_perturbation(&problem, 1, pair))) <= 1);
    }
    assert_float_equal(sum / PAIRS, 10, 0.1);
    assert_in_range(up, PAIRS * 45 / 100, PAIRS * 55 / 100);
}

static void test_a_point_moves_towards_the_side_that_won_it(void **state)
{
    double values[] = {50, 0, 5}, before[] = {50, 0, 5};
    int plus[3], minus[3];
    static int8_t points[PAIRS];
    points[10] = 2;
    spsa_sides(&problem, values, 10, plus, minus);
    spsa_update(&problem, values, points, 10, 11);
    for (int i = 0; i < 2; i++)
        assert_float_equal(values[i] - before[i],
                           (plus[i] > minus[i] ? 2 : -2) * spsa_step(&problem, i, 10), 1e-5);
}

/* Runs */

static int8_t whole[PAIRS], other[PAIRS];

static void test_it_finds_the_best_numbers_of_a_noisy_objective(void **state)
{
    struct spsa_place place = place_of("whole", 1, 1);
    struct spsa_course course;
    struct error error;
    assert_int_equal(run(&place, 1, false, 0, whole), SPSA_DONE);
    assert_true(spsa_course_init(&course, &problem, whole, &error));
    assert_int_equal(course.count, PAIRS / BATCH + 1);
    const double *end = spsa_course_end(&course, &problem);
    for (int i = 0; i < 2; i++)
        assert_true(fabs(end[i] - best[i]) < 2 * rows[i].c_end);
    assert_true(fabs(end[2] - rows[2].start) < 2 * rows[2].c_end);
    assert_int_equal(spsa_rank(&problem, end, 2), 2);
    spsa_course_clear(&course);
}

static void test_the_number_of_jobs_changes_nothing(void **state)
{
    struct spsa_place place = place_of("jobs", 1, 1);
    assert_int_equal(run(&place, 5, false, 0, other), SPSA_DONE);
    assert_memory_equal(whole, other, PAIRS);
}

static void test_an_interrupted_run_goes_on_and_ends_the_same(void **state)
{
    struct spsa_place place = place_of("cut", 1, 1);
    assert_int_equal(run(&place, 3, false, 403, other), SPSA_INTERRUPTED);
    assert_non_null(memchr(other, SPSA_UNPLAYED, PAIRS));
    /* A crash while a line is written. */
    file_append(path, "39");
    assert_int_equal(run(&place, 2, true, 500, other), SPSA_INTERRUPTED);
    assert_int_equal(run(&place, 2, true, 0, other), SPSA_DONE);
    assert_memory_equal(whole, other, PAIRS);
}

struct shard {
    struct spsa_place place;
    int8_t points[PAIRS];
    int halt_after;
    enum spsa_end end;
};

static void *run_shard(void *context)
{
    struct shard *shard = context;
    shard->end = run(&shard->place, 1, false, shard->halt_after, shard->points);
    if (shard->end == SPSA_INTERRUPTED) /* lost, and started again */
        shard->end = run(&shard->place, 1, true, 0, shard->points);
    return NULL;
}

static void test_shards_equal_the_whole_run_though_one_was_lost(void **state)
{
    static struct shard shards[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        shards[i].place = place_of("parts", i + 1, 3);
        shards[i].halt_after = i == 1 ? 200 : 0;
        assert_int_equal(pthread_create(&threads[i], NULL, run_shard, &shards[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(shards[i].end, SPSA_DONE);
        assert_memory_equal(whole, shards[i].points, PAIRS);
    }
    struct error error;
    struct spsa_log *log = spsa_log_view(&problem, &shards[0].place, other, &error);
    assert_non_null(log);
    assert_memory_equal(whole, other, PAIRS);
    spsa_log_close(log);
}

static void test_a_stop_file_ends_the_run(void **state)
{
    struct spsa_place place = place_of("stopped", 1, 1);
    struct error error;
    assert_false(spsa_stopped(&place));
    assert_true(spsa_stop_all(&place, &error));
    assert_int_equal(run(&place, 1, false, 0, other), SPSA_STOPPED);
}

static void test_a_stop_file_of_somebody_else_stays(void **state)
{
    struct spsa_place place = place_of("removed", 1, 1);
    struct error error;
    char stop[sizeof path + 8];
    assert_true(spsa_remove_stop(&place, &error)); /* no stop file is left */
    assert_true(spsa_stop_all(&place, &error));
    assert_true(spsa_remove_stop(&place, &error));
    assert_false(spsa_stopped(&place));
    snprintf(stop, sizeof stop, "%s.stop", place.path);
    FILE *file = fopen(stop, "w");
    assert_non_null(file);
    fclose(file);
    assert_true(spsa_remove_stop(&place, &error));
    assert_true(spsa_stopped(&place));
    remove(stop);
}

/* State files */

static void refuses(const struct spsa_problem *what, const char *words, int line)
{
    struct spsa_place place = place_of("state", 1, 1);
    struct error error = {.message = ""};
    size_t size, after;
    char *text = file_read(path, &size);
    assert_null(spsa_log_open(what, &place, true, other, &error));
    if (!strstr(error.message, words) || error.line != line)
        fail_msg("line %d: %s", error.line, error.message);
    assert_string_equal(error.file, path);
    char *now = file_read(path, &after);
    assert_string_equal(text, now);
    free(text);
    free(now);
}

static void test_damaged_and_foreign_states_are_refused(void **state)
{
    struct spsa_place place = place_of("state", 1, 1);
    struct spsa_problem changed = problem;
    struct error error = {.message = ""};
    size_t size;
    (void)run(&place, 1, false, 20, other);
    assert_null(spsa_log_open(&problem, &place, false, other, &error));
    assert_non_null(strstr(error.message, "--resume"));
    changed.seed = 8;
    refuses(&changed, "expected \"seed 8\", found \"seed 7\"", 3);
    changed = problem;
    changed.pairs = PAIRS / 2;
    refuses(&changed, "expected \"games 1600, updated every 64\"", 4);
    changed = problem;
    changed.count = 2;
    refuses(&changed, "expected \"results\", found \"parameter idle", 8);
    char *text = file_read(path, &size), *third = strstr(text, "results\n") + strlen("results\n");
    for (int i = 0; i < 2; i++)
        third = strchr(third, '\n') + 1;
    /* Another result, an invented line, a line twice, bytes that are no text. */
    char *sign = strpbrk(third, "+-"), old = sign[1];
    sign[1] = old == '2' ? '0' : '2';
    file_write(path, text);
    refuses(&problem, "damaged", 12);
    sign[1] = old;
    file_write(path, text);
    file_append(path, "1600 +0 00000000\n");
    refuses(&problem, "damaged", 30);
    file_write(path, text);
    file_append(path, third);
    refuses(&problem, "damaged", 30);
    file_write(path, text);
    file_put(path, "a", "\0\xff\n", 3);
    struct error damage;
    assert_null(spsa_log_open(&problem, &place, true, other, &damage));
    assert_int_equal(damage.line, 30);
    file_write(path, "hello\n");
    refuses(&problem, "another run", 1);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(spsa_log_open(&problem, &place, true, other, &damage));
    free(text);
}

static void test_a_second_program_cannot_use_the_state(void **state)
{
    struct spsa_place place = place_of("locked", 1, 1);
    struct error error;
    struct spsa_log *log = spsa_log_open(&problem, &place, false, other, &error);
    assert_non_null(log);
    assert_null(spsa_log_open(&problem, &place, true, other, &error));
    spsa_log_close(log);
}

/* Tables */

static void test_the_table_is_rewritten_in_place(void **state)
{
    struct spsa_parameter tuned[] = {{.name = "null_reduction"}, {.name = "history_less"}};
    struct spsa_problem two = {.parameters = tuned, .count = 2};
    struct error error = {.message = ""};
    size_t size;
    char name[128], *before = file_read("engine/search/parameters.def", &size);
    snprintf(name, sizeof name, "%s/parameters.def", folder);
    file_write(name, before);
    assert_true(spsa_table_write(name, &two, (double[]){5.4, -61.7}, &error));
    char *after = file_read(name, &size);
    assert_non_null(strstr(after, "PARAMETER(null_reduction, 5, 4, 2, 7, 1,"));
    assert_non_null(strstr(after, "PARAMETER(history_less, -62, 60, -200, 300, 25,"));
    /* Everything else is the same: writing the old values gives the old file. */
    assert_string_not_equal(before, after);
    assert_true(spsa_table_write(name, &two,
                                 (double[]){search_parameter_row("null_reduction")->value,
                                            search_parameter_row("history_less")->value},
                                 &error));
    char *again = file_read(name, &size);
    assert_string_equal(before, again);
    file_append(name, "PARAMETER(unheard_of, 1, 1, 0, 2, 1, \"x\")\n");
    assert_false(spsa_table_check(name, &two, &error));
    assert_non_null(strstr(error.message, "unheard_of"));
    file_write(name, "PARAMETER(null_reduction, 4, 4, 2, 9, 1, \"x\")\n");
    assert_false(spsa_table_check(name, &two, &error));
    assert_non_null(strstr(error.message, "bounds"));
    file_write(name,
               "/* PARAMETER(history_less, 1, 2) */\nPARAMETER(null_reduction, 4, 4, 2, 7, 1)\n");
    assert_false(spsa_table_check(name, &two, &error));
    assert_non_null(strstr(error.message, "history_less"));
    free(before);
    free(after);
    free(again);
}

static void test_lines_of_openbench(void **state)
{
    static struct spsa_parameter read[SPSA_PARAMETERS_MAX];
    struct error error = {.message = ""};
    char name[128];
    snprintf(name, sizeof name, "%s/inputs", folder);
    file_write(name, "one, int, 4, 2, 7, 1, 0.002\ntwo,int,-60,-200,300,25.5,0.01\r\n");
    assert_int_equal(spsa_table_read(name, read, &error), 2);
    assert_string_equal(read[1].name, "two");
    assert_int_equal(read[1].start, -60);
    assert_int_equal(read[1].min, -200);
    assert_int_equal(read[1].max, 300);
    assert_float_equal(read[1].c_end, 25.5, 0);
    assert_float_equal(read[0].r_end, 0.002, 0);
    static const char *const bad[] = {"one, int, 4, 2, 7, 1",
                                      "one, float, 4, 2, 7, 1, 0.002",
                                      "one, int, 8, 2, 7, 1, 0.002",
                                      "one, int, 4, 2, 7, 0, 0.002",
                                      "one, int, 4, 2, 7, 1, nan",
                                      "one, int, 4, 2, 7, 1, 0.002, 3",
                                      ", int, 4, 2, 7, 1, 0.002",
                                      "x, int, 99999999999, 2, 7, 1, 0.002",
                                      "one, int, 4, 2, 7, 1, 0.002\none, int, 4, 2, 7, 1, 0.002"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        file_write(name, bad[i]);
        if (spsa_table_read(name, read, &error) != 0)
            fail_msg("%s", bad[i]);
        assert_string_equal(error.file, name);
        assert_int_equal(error.line, i == sizeof bad / sizeof *bad - 1 ? 2 : 1);
    }
}

/* Games */

static void test_a_fixed_search_is_refused(void **state)
{
    struct spsa_parameter tuned = {.name = "null_reduction", .start = 4, .min = 2, .max = 7};
    struct spsa_problem one = {.parameters = &tuned, .count = 1, .pairs = 1, .batch = 1};
    struct player_spec spec = {.kind = PLAYER_FALLIBLE};
    struct spsa_conditions conditions = {.player = &spec, .jobs = 1};
    struct error error = {.message = ""};
    struct spsa_games *games = spsa_games_create(&one, &conditions, &error);
    assert_true(SEARCH_IS_TUNABLE ? games != NULL : strstr(error.message, "make TUNE=1") != NULL);
    spsa_games_destroy(games);
    spec.kind = PLAYER_RANDOM;
    assert_null(spsa_games_create(&one, &conditions, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedules_end_at_c_end_and_r_end),
        cmocka_unit_test(test_sides_are_opposite_on_average_and_within_the_bounds),
        cmocka_unit_test(test_a_point_moves_towards_the_side_that_won_it),
        cmocka_unit_test(test_it_finds_the_best_numbers_of_a_noisy_objective),
        cmocka_unit_test(test_the_number_of_jobs_changes_nothing),
        cmocka_unit_test(test_an_interrupted_run_goes_on_and_ends_the_same),
        cmocka_unit_test(test_shards_equal_the_whole_run_though_one_was_lost),
        cmocka_unit_test(test_a_stop_file_ends_the_run),
        cmocka_unit_test(test_a_stop_file_of_somebody_else_stays),
        cmocka_unit_test(test_damaged_and_foreign_states_are_refused),
        cmocka_unit_test(test_a_second_program_cannot_use_the_state),
        cmocka_unit_test(test_the_table_is_rewritten_in_place),
        cmocka_unit_test(test_lines_of_openbench),
        cmocka_unit_test(test_a_fixed_search_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
