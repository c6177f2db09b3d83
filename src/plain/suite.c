/* Runs a test suite while the user waits. src/lab/ runs it in its own threads; this file prints the
 * results in the order of the suite, each as soon as all earlier ones are known. */
#include "src/plain/suite.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/lab/match/suite.h"
#include "src/lab/match/suite_table.h"
#include "src/plain/plain_internal.h"
#include "src/plain/say.h"
#include "src/util/text.h"

enum { MOVE_TIME = 1000 /* ms */, POLL = 200 /* ms */, BETWEEN = 25 /* positions per report */ };

static void tell_missed(const struct epd *epd, const struct suite_result *result)
{
    char wanted[64], played[CHESS_SAN_MAX] = "no move";
    suite_solution(epd, wanted, sizeof wanted);
    if (chess_is_legal(&epd->position, result->played))
        chess_to_san(&epd->position, result->played, played);
    if (*result->trouble)
        say("%s: %s.\n", epd->id, result->trouble);
    else
        say("%s: missed. Wanted: %s. Played: %s.\n", epd->id, wanted, played);
}

/* Prints the results as they arrive, until all have arrived or the user types a line. Returns how
 * many results were printed. */
static int follow(struct plain *plain, const struct suite *suite, struct suite_run *run,
                  struct suite_result results[])
{
    struct session_view view;
    int told = 0, solved = 0;
    while (told < suite->count && !plain->interrupted && !ferror(stdout)) {
        (void)suite_poll(run, results, suite->count);
        for (; told < suite->count && results[told].done; told++) {
            solved += results[told].solved;
            if (!results[told].solved)
                tell_missed(&suite->positions[told], &results[told]);
            if ((told + 1) % BETWEEN == 0 && told + 1 < suite->count)
                say("%d of %d positions, %d solved.\n", told + 1, suite->count, solved);
        }
        fflush(stdout);
        int64_t until = text_now() + POLL;
        while (told < suite->count && plain_go_on_unless_typed(plain, until, &view))
            continue;
    }
    return told;
}

static void tell_sum(const struct suite *suite, const struct suite_result results[], int told)
{
    int solved = 0;
    for (int i = 0; i < told; i++)
        solved += results[i].solved;
    say("%s: %d of %d positions solved%s.\n", suite->name, solved, told,
        told < suite->count ? ", then you stopped it" : "");
}

static void run(struct plain *plain, const struct suite *suite, int elo)
{
    struct error error = {0};
    const struct suite_options options = {
        .limits = {.movetime = MOVE_TIME},
        .handicap = handicap_for_elo(plain->options.strength, elo, 1),
        .threads = 1,
        .jobs = 1,
        .hash_mb = 64,
    };
    struct suite_result *results = calloc((size_t)suite->count + 1, sizeof *results);
    struct suite_run *run = results ? suite_start(suite, &options, NULL, NULL, &error) : NULL;
    if (run) {
        char level[48];
        suite_level(&options.handicap, level, sizeof level);
        say("%s: %d positions, Fallible %s, one second each.%s\n", suite->name, suite->count,
            level, plain->readline ? " Type stop to end it." : "");
        tell_sum(suite, results, follow(plain, suite, run, results));
        suite_destroy(run);
    } else {
        plain_say(plain, results ? error.message : "out of memory");
    }
    free(results);
}

void suite_tell(struct plain *plain, const char *argument)
{
    struct suite suite = {0};
    struct error error = {0};
    char text[2048];
    int elo;
    if (suite_load_typed(&suite, argument, &elo, &error)) {
        run(plain, &suite, elo);
    } else {
        text_of_error(&error, text, sizeof text);
        plain_say(plain, text);
    }
    suite_clear(&suite);
}
