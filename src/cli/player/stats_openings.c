/* Lists your openings, one on each line, starting with those where you lost the most points. */
#include "src/cli/player/stats_openings.h"

#include <stdio.h>

#include "src/cli/command.h"
#include "src/archive/own_openings.h"
#include "src/util/json.h"
#include "src/util/text.h"

static void print_row(const struct own_opening *opening)
{
    int games = own_opening_games(opening);
    printf("  %-24.24s %5d %5d %5d %5d %5.0f%%", opening->name, games, opening->won,
           opening->drawn, opening->lost, 100 * own_opening_points(opening) / games);
    if (opening->moves > 0)
        printf(" %5.2f", opening->loss / opening->moves / 100);
    else
        printf(" %5s", "-");
    if (opening->slip.times > 0)
        printf("  %s %.2f", opening->slip.move, opening->slip.lost / opening->slip.times / 100);
    if (opening->slip.times > 1)
        printf(" x%d", opening->slip.times);
    putchar('\n');
}

static void print_table(const struct own_openings *own, int games)
{
    static const char *const heads[] = {"with White", "with Black"};
    if (games == 0) {
        printf("You have no finished game yet.\n");
        return;
    }
    printf("Your openings in %d game%s, the one with the most points lost first.\n"
           "loss: your average loss per move, in pawns, among your first %d moves.\n"
           "worst move: the one that lost most in all, and how much each time.\n",
           games, text_plural(games), OWN_OPENING_MOVES);
    for (int i = 0; i < own->count; i++) {
        if (i == 0 || own->rows[i].color != own->rows[i - 1].color)
            printf("\n  %-24s %5s %5s %5s %5s %6s %5s  %s\n", heads[own->rows[i].color], "games",
                   "won", "drawn", "lost", "score", "loss", "worst move");
        print_row(&own->rows[i]);
    }
}

static void print_json(const struct own_openings *own, int games)
{
    struct json json = json_begin(stdout);
    json_object(&json, NULL);
    json_int(&json, "games", games);
    json_array(&json, "openings");
    json_lines(&json);
    for (int i = 0; i < own->count; i++) {
        const struct own_opening *opening = &own->rows[i];
        json_object(&json, NULL);
        json_string(&json, "color", chess_color_name(opening->color));
        json_string(&json, "name", opening->name);
        JSON_INTS(&json, {"games", own_opening_games(opening)}, {"won", opening->won},
                  {"drawn", opening->drawn}, {"lost", opening->lost});
        if (opening->moves > 0)
            json_double(&json, "loss", opening->loss / opening->moves, 1);
        if (opening->slip.times > 0) {
            json_object(&json, "costliest");
            json_string(&json, "move", opening->slip.move);
            json_int(&json, "times", opening->slip.times);
            json_double(&json, "loss", opening->slip.lost / opening->slip.times, 1);
            json_end(&json);
        }
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

bool stats_openings(struct finished_games *games, bool json, struct error *error)
{
    struct own_openings own;
    struct openings *openings = command_opening_names();
    if (!openings)
        return error_set(error, "the file of opening names, share/openings.tsv, cannot be read");
    bool good = own_openings_gather(games, openings, &own, error);
    openings_free(openings);
    if (good && json)
        print_json(&own, games->read);
    else if (good)
        print_table(&own, games->read);
    if (good)
        own_openings_clear(&own);
    return good;
}
