/* Compares the player's score in each kind of game with the player's mean score against the same
 * opponents in all games. Compared with a mean over all opponents, a colour or an opening would
 * look strong if the opponents happened to be weak. The error is estimated from the differences
 * between the results of single games and these mean scores. */
#include "src/lab/match/match_strengths.h"

#include <math.h>
#include <stdlib.h>

enum { CERTAIN_GAMES = 10, NAME_WIDTH = 28 };

static const struct {
    const char *group, *name;
} kinds[STRENGTH_COUNT] = {
#define X(id, group, name) [STRENGTH_##id] = {group, name},
    STRENGTHS(X)
#undef X
};

static enum strength_kind kind_of_opening(char eco)
{
    return eco >= 'A' && eco <= 'E' ? STRENGTH_A + (eco - 'A') : STRENGTH_UNNAMED;
}

static enum strength_kind kind_of_length(int moves)
{
    return moves <= 25   ? STRENGTH_SHORT
           : moves <= 40 ? STRENGTH_MIDDLING
           : moves <= 60 ? STRENGTH_LONG
                         : STRENGTH_VERY_LONG;
}

static void add_game(struct strength_row *row, int points, double usual)
{
    double residual = points / 2.0 - usual;
    row->games++;
    row->won += points == 2;
    row->drawn += points == 1;
    row->lost += points == 0;
    row->score += points / 2.0;
    row->usual += usual;
    row->error += residual * residual;
}

static void finish_row(struct strength_row *row)
{
    if (row->games == 0)
        return;
    row->score /= row->games;
    row->usual /= row->games;
    row->error = NORMAL_95 * sqrt(row->error) / row->games;
    row->is_certain = row->games >= CERTAIN_GAMES && fabs(row->score - row->usual) > row->error;
}

/* What the player scored against one opponent. */
struct record {
    int games, points; /* the number of games, and of half points scored in them */
};

/* Returns the opponent in a game and sets *points to the player's half points; -1 if the player did
 * not play in it. */
static int opponent_in(const struct table_game *game, int player, int *points)
{
    bool white = game->white == player;
    if (game->white == game->black || (!white && game->black != player))
        return -1;
    *points = result_points(game->result, white ? WHITE : BLACK);
    return white ? game->black : game->white;
}

bool strengths_of(const struct game_list *list, int player,
                  struct strength_row rows[STRENGTH_COUNT])
{
    struct record *records = calloc((size_t)list->players, sizeof *records);
    int points = 0, opponent;
    for (int kind = 0; kind < STRENGTH_COUNT; kind++)
        rows[kind] = (struct strength_row){0};
    for (int i = 0; records && i < list->count; i++) {
        if ((opponent = opponent_in(&list->games[i], player, &points)) < 0)
            continue;
        records[opponent].games++;
        records[opponent].points += points;
    }
    for (int i = 0; records && i < list->count; i++) {
        const struct table_game *game = &list->games[i];
        if ((opponent = opponent_in(game, player, &points)) < 0)
            continue;
        double usual = records[opponent].points / (2.0 * records[opponent].games);
        add_game(&rows[game->white == player ? STRENGTH_WHITE : STRENGTH_BLACK], points, usual);
        add_game(&rows[kind_of_opening(game->eco)], points, usual);
        if (game->moves > 0)
            add_game(&rows[kind_of_length(game->moves)], points, usual);
    }
    for (int kind = 0; kind < STRENGTH_COUNT; kind++)
        finish_row(&rows[kind]);
    free(records);
    return records != NULL;
}

bool strengths_write(FILE *out, const struct game_list *list, int player)
{
    struct strength_row rows[STRENGTH_COUNT];
    if (!strengths_of(list, player, rows))
        return false;
    fprintf(out, "Strengths and weaknesses of %s\n", list->names[player]);
    fprintf(out, "%-*s  games     +     =     -      %%  usual  difference\n", NAME_WIDTH, "");
    for (int kind = 0; kind < STRENGTH_COUNT; kind++) {
        const struct strength_row *row = &rows[kind];
        if (row->games == 0)
            continue;
        double difference = 100 * (row->score - row->usual);
        fprintf(out, "%-*s  %5d %5d %5d %5d  %5.1f  %5.1f  %+5.1f +- %.1f%s\n", NAME_WIDTH,
                kinds[kind].name, row->games, row->won, row->drawn, row->lost, 100 * row->score,
                100 * row->usual, difference, 100 * row->error,
                !row->is_certain ? ""
                : difference > 0 ? "  strong"
                                 : "  weak");
    }
    return true;
}

bool strengths_json(struct json *json, const struct game_list *list, int player)
{
    struct strength_row rows[STRENGTH_COUNT];
    if (!strengths_of(list, player, rows))
        return false;
    json_array(json, "strengths");
    for (int kind = 0; kind < STRENGTH_COUNT; kind++) {
        const struct strength_row *row = &rows[kind];
        if (row->games == 0)
            continue;
        json_object(json, NULL);
        json_string(json, "group", kinds[kind].group);
        json_string(json, "name", kinds[kind].name);
        JSON_INTS(json, {"games", row->games}, {"wins", row->won}, {"draws", row->drawn},
                  {"losses", row->lost});
        JSON_DOUBLES(json, 4, {"score", row->score}, {"usual", row->usual}, {"error", row->error});
        json_bool(json, "certain", row->is_certain);
        json_end(json);
    }
    json_end(json);
    return true;
}
