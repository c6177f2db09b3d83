/* The size of the errors is converted to points by the table of levels: pressure that makes the
 * errors 140 percent of the usual ones counts as the distance to the level that has 140 percent of
 * them without pressure. */
#include "src/game/pressure_words.h"

#include <stdlib.h>

#include "src/util/text.h"

static void add_cause(char *text, size_t size, int count, const char *one, const char *words)
{
    text_add(text, size, "%s%d %s%s", *text ? ", " : "", count, one, words);
}

void pressure_words(const struct strength *strength, const struct scale *scale,
                    const struct handicap *handicap, const struct pressure *pressure, char *text,
                    size_t size)
{
    const int games = pressure->lost_games, pawns = abs(pressure->pawns);
    *text = '\0';
    if (pressure->percent == 0 || pressure->percent == 100)
        return;
    if (pressure->left >= 0)
        add_cause(text, size, (int)(pressure->left / 1000), "s left", "");
    if (pawns)
        add_cause(text, size, pawns, pawns == 1 ? "pawn" : "pawns",
                  pressure->pawns < 0 ? " behind" : " ahead");
    if (games)
        add_cause(text, size, games, games == 1 ? "game" : "games", " lost in a row");
    text_add(text, size, "%s", *text ? ": " : "");
    const int usual = strength_level_erring(strength, handicap, 100);
    const int like = strength_level_erring(strength, handicap, pressure->percent);
    const int more = scale_level(scale, like) - scale_level(scale, usual);
    if (usual == 0 || like == ELO_MIN || more == 0) /* no level errs so much */
        text_add(text, size, "errors %d%% of usual", pressure->percent);
    else
        text_add(text, size, "errs like %d points %s", abs(more), more > 0 ? "more" : "less");
}
