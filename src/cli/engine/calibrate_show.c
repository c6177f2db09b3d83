/* Progress, tables and plots of a calibration. */
#include "src/cli/engine/calibrate_show.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/cli/progress.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/util/json.h"
#include "src/util/text.h"

enum {
    PLOT_CELLS = 33,       /* odd, so that the middle cell stands for no deviation */
    PLOT_ELO = 100,        /* the deviation in Elo that each edge of the plot stands for */
};

/* Progress */

/* Returns the level whose rating is furthest from its nominal Elo. Sets *unknown to the number of
 * levels without a rating. */
static const struct pool_player *worst_level(const struct calibrate_setup *setup,
                                             const struct calibration *calibration, int *unknown)
{
    const struct pool_player *worst = NULL;
    *unknown = 0;
    for (int i = 0; i < setup->plan.level_count; i++) {
        int level = setup->plan.levels[i];
        const struct pool_player *player = calibration_level(calibration, level);
        if (calibration_state(calibration, level) == LEVEL_NOT_MEASURED)
            ++*unknown;
        else if (!worst || fabs(player->elo - level) > fabs(worst->elo - worst->level))
            worst = player;
    }
    return worst;
}

static void write_ratings(const struct calibrate_setup *setup,
                          const struct calibration *calibration, char *text, size_t size)
{
    int unknown;
    const struct pool_player *worst = worst_level(setup, calibration, &unknown);
    text[0] = '\0';
    if (worst)
        snprintf(text, size, "  furthest off %d: %.0f +- %.0f", worst->level, worst->elo,
                 worst->error);
    if (unknown > 0)
        text_add(text, size, "  %d not measured", unknown);
}

void calibrate_show_progress(const struct calibrate_setup *setup,
                             const struct calibrate_event *event, struct progress *progress)
{
    char time[32], ratings[96], line[256];
    if (!progress_due(progress) && !event->ended)
        return;
    text_clock(text_now() - progress->began, false, time, sizeof time);
    write_ratings(setup, event->calibration, ratings, sizeof ratings);
    snprintf(line, sizeof line, "%s  round %d: %d / %d games%s%s", time, event->round->number,
             event->done, event->games, event->waiting ? ", waiting for the other shards" : "",
             ratings);
    progress_show(progress->live, line);
}

/* The parameters of a level's handicap */

static struct handicap handicap_of(const struct calibrate_setup *setup,
                                   const struct pool_player *player)
{
    return family_handicap(setup->strength, setup->family, setup->method, player->level,
                           player->setting);
}

static void print_numbers_head(const struct calibrate_setup *setup)
{
    printf("  %9s%s", "nodes/s", setup->family == FAMILY_TIME ? "  time_discount" : "");
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        if (method_parameter(i)->method == setup->method)
            printf("  %s", method_parameter(i)->name);
}

static void print_numbers(const struct calibrate_setup *setup, const struct handicap *handicap)
{
    struct handicap copy = *handicap;
    printf("  %9d", copy.nodes_per_second);
    if (setup->family == FAMILY_TIME)
        printf("  %13d", copy.time_discount);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        if (method_parameter(i)->method == setup->method)
            printf("  %*d", (int)strlen(method_parameter(i)->name),
                   *handicap_parameter(&copy, i));
}

/* Prints the parameters of each level's handicap. */
static void print_settings(const struct calibrate_setup *setup,
                           const struct calibration *calibration)
{
    printf("%6s", "level");
    print_numbers_head(setup);
    putchar('\n');
    for (int i = 0; i < setup->plan.level_count; i++) {
        const struct pool_player *player = calibration_level(calibration, setup->plan.levels[i]);
        struct handicap handicap = handicap_of(setup, player);
        printf("%6d", player->level);
        print_numbers(setup, &handicap);
        putchar('\n');
    }
}

/* The plan */

static void print_round(const struct calibration *calibration,
                        const struct calibration_round *round, const char *which)
{
    printf("\nThe %s round, %d games of each meeting:\n", which, round->games);
    for (int i = 0; i < round->meeting_count; i++) {
        const struct match_meeting *pair = &round->meetings[i];
        printf("  %s - %s\n", calibration_player(calibration, round->players[pair->first])->name,
               calibration_player(calibration, round->players[pair->second])->name);
    }
    printf("%d games.\n", round->games * round->meeting_count);
}

bool calibrate_show_plan(const struct calibrate_setup *setup, struct error *error)
{
    struct calibration *calibration;
    struct calibration_round round = {0};
    bool over = false, good = calibrate_begin(setup, &calibration, error);
    if (good && !calibration_next(calibration, &round, &over))
        good = error_set(error, "out of memory");
    if (good) {
        char control[32];
        time_control_write(&setup->control, control, sizeof control);
        printf("%s at %s on the virtual clock: %d levels, %d games each, anchored on ",
               method_name(setup->method), control, setup->plan.level_count, setup->plan.games);
        if (setup->plan.measured)
            printf("the measured levels of %s\n\n", setup->plan.anchor);
        else
            printf("stockfish Skill Level %d at %.0f\n\n", setup->plan.anchors[0],
                   setup->plan.fixed_elo);
        print_settings(setup, calibration);
        if (over)
            puts("\nAll games of every level have been played.");
        else
            print_round(calibration, &round, setup->earlier_count > 0 ? "next" : "first");
    }
    calibration_round_clear(&round);
    calibration_destroy(calibration);
    return good;
}

/* The table */

/* Draws a level's rating and interval on a scale of deviations: " --|o- ". */
static void draw_error(double off, double error, char cells[PLOT_CELLS + 1])
{
    const double per_cell = 2.0 * PLOT_ELO / (PLOT_CELLS - 1);
    memset(cells, ' ', PLOT_CELLS);
    cells[PLOT_CELLS] = '\0';
    for (int i = 0; i < PLOT_CELLS; i++) {
        double at = (2 * i - (PLOT_CELLS - 1)) / 2.0 * per_cell;
        if (fabs(at - off) <= error)
            cells[i] = '-';
    }
    if (cells[PLOT_CELLS / 2] == ' ')
        cells[PLOT_CELLS / 2] = '.';
    long place = lround(off / per_cell) + PLOT_CELLS / 2;
    if (place < 0 || place >= PLOT_CELLS)
        cells[place < 0 ? 0 : PLOT_CELLS - 1] = place < 0 ? '<' : '>';
    else
        cells[place] = 'o';
}

static void print_level(const struct calibration *calibration, int level)
{
    const struct pool_player *player = calibration_level(calibration, level);
    enum level_state state = calibration_state(calibration, level);
    char cells[PLOT_CELLS + 1];
    if (state == LEVEL_NOT_MEASURED) {
        printf("%6d  not measured\n", level);
        return;
    }
    draw_error(player->elo - level, player->error, cells);
    printf("%6d %8.0f %5.0f %5.0f %7" PRId64 " %+6.0f%c |%s|\n", level, player->elo,
           ceil(player->error), ceil(player->scale_error), calibration_games(calibration, level),
           player->elo - level, state == LEVEL_REACHED ? ' ' : '*', cells);
}

static void print_others(const struct calibrate_setup *setup,
                         const struct calibration *calibration)
{
    const struct calibration_options *plan = &setup->plan;
    printf("\n%-34s %8s %5s %7s\n", "others", "measured", "+-", "games");
    for (int i = 0; i < calibration_players(calibration); i++) {
        const struct pool_player *player = calibration_player(calibration, i);
        const char *name = player->kind == POOL_GUEST ? setup->guests[player->level - 1]
                                                      : player->name;
        bool link = player->kind == POOL_LEVEL &&
                    player == calibration_chain(calibration, player->level);
        if ((player->kind == POOL_LEVEL && !link) || player->games == 0)
            continue;
        if (player->rated)
            printf("%-34.34s %8.0f %5.0f %7" PRId64 "%s\n", name, player->elo,
                   ceil(player->error), player->games,
                   i == 0 || (plan->measured && player->kind == POOL_ANCHOR) ? "  fixed" : "");
        else
            printf("%-34.34s %8s %5s %7" PRId64 "\n", name, "-", "-", player->games);
    }
}

void calibrate_show_table(const struct calibrate_setup *setup,
                          const struct calibration *calibration)
{
    char control[32];
    const struct calibration_options *plan = &setup->plan;
    int64_t games = 0;
    for (int i = 0; i < calibration_players(calibration); i++)
        games += calibration_player(calibration, i)->games;
    time_control_write(&setup->control, control, sizeof control);
    printf("%s at %s on the virtual clock, %" PRId64 " games\n\n"
           "%6s %8s %5s %5s %7s %6s  |%-*d%*d|\n",
           method_name(setup->method), control, games / 2, "level", "measured", "+-", "scale",
           "games", "off", PLOT_CELLS / 2, -PLOT_ELO, PLOT_CELLS - PLOT_CELLS / 2, PLOT_ELO);
    for (int i = 0; i < plan->level_count; i++)
        print_level(calibration, plan->levels[i]);
    printf("* further off than %.0f. +- is half the 95 %% interval within the pool, which is\n"
           "anchored on ",
           plan->tolerance);
    if (plan->measured)
        printf("the levels of %s, fixed as measured.\n"
               "scale: how far a level shifts if all of those are off by their errors.\n\n",
               plan->anchor);
    else
        printf("stockfish Skill Level %d at %.0f.\n\n", plan->anchors[0], plan->fixed_elo);
    print_settings(setup, calibration);
    print_others(setup, calibration);
}

/* JSON */

static void json_rating(struct json *json, const struct pool_player *player, int64_t games)
{
    bool rated = player->rated && player->games > 0;
    JSON_DOUBLES(json, 1, {"elo", rated ? player->elo : NAN},
                 {"error", rated ? player->error : NAN},
                 {"scale_error", rated ? player->scale_error : NAN});
    json_int(json, "games", games);
}

static void json_level(struct json *json, const struct calibrate_setup *setup,
                       const struct calibration *calibration, int level)
{
    static const char *const states[] = {"not measured", "measured", "reached"};
    const struct pool_player *player = calibration_level(calibration, level);
    struct handicap handicap = handicap_of(setup, player);
    json_object(json, NULL);
    json_int(json, "level", level);
    json_string(json, "state", states[calibration_state(calibration, level)]);
    json_rating(json, player, calibration_games(calibration, level));
    json_double(json, "setting", player->setting, 1);
    json_int(json, "nodes_per_second", handicap.nodes_per_second);
    json_int(json, "time_discount", handicap.time_discount);
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        if (method_parameter(i)->method == setup->method)
            json_int(json, method_parameter(i)->name, *handicap_parameter(&handicap, i));
    json_end(json);
}

void calibrate_show_json(const struct calibrate_setup *setup,
                         const struct calibration *calibration)
{
    struct json json = json_begin(stdout);
    char control[32];
    time_control_write(&setup->control, control, sizeof control);
    json_object(&json, NULL);
    json_string(&json, "method", method_name(setup->method));
    json_string(&json, "control", control);
    json_array(&json, "levels");
    for (int i = 0; i < setup->plan.level_count; i++)
        json_level(&json, setup, calibration, setup->plan.levels[i]);
    json_end(&json);
    json_array(&json, "others");
    for (int i = 0; i < calibration_players(calibration); i++) {
        const struct pool_player *player = calibration_player(calibration, i);
        if (player->kind == POOL_LEVEL || player->games == 0)
            continue;
        json_object(&json, NULL);
        json_string(&json, "name", player->kind == POOL_GUEST ? setup->guests[player->level - 1]
                                                              : player->name);
        json_rating(&json, player, player->games);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}
