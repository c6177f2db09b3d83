/* Tournament tables in plain text; the name column fits the longest name. */
#include "src/lab/match/match_table.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/lab/match/match_strengths.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum { GAMES_SHOWN = 8, CROSS_PLAYERS_MAX = 30 };

/* Lists of games */

/* The slot of a name in the hash table, or the free slot where it belongs. */
static int *slot_of(const struct game_list *list, const char *name)
{
    uint64_t hash = hash_bytes(HASH_BEGIN, name, strlen(name));
    int at = (int)((hash ^ hash >> 32) & (uint64_t)(list->slot_count - 1));
    while (list->slots[at] && strcmp(list->names[list->slots[at] - 1], name) != 0)
        at = (at + 1) & (list->slot_count - 1);
    return &list->slots[at];
}

/* Grows the hash table if one more name would make it more than half full. */
static bool grow_slots(struct game_list *list)
{
    if (2 * (list->players + 1) <= list->slot_count)
        return true;
    if (list->slot_count > INT_MAX / 4)
        return false;
    int count = list->slot_count ? 2 * list->slot_count : 64;
    int *slots = calloc((size_t)count, sizeof *slots);
    if (!slots)
        return false;
    free(list->slots);
    list->slots = slots;
    list->slot_count = count;
    for (int i = 0; i < list->players; i++)
        *slot_of(list, list->names[i]) = i + 1;
    return true;
}

int game_list_find(const struct game_list *list, const char *name)
{
    return list->slots ? *slot_of(list, name) - 1 : -1;
}

int game_list_player(struct game_list *list, const char *name)
{
    char *copy = strdup(name);
    if (!copy)
        return -1;
    text_sanitize(copy);
    int found = game_list_find(list, copy);
    if (found >= 0 || !grow_slots(list) ||
        !ARRAY_RESERVE(list->names, list->players, &list->player_capacity)) {
        free(copy);
        return found;
    }
    *slot_of(list, copy) = list->players + 1;
    list->names[list->players] = copy;
    return list->players++;
}

/* Finds the game that forms a pair with a new game: it has the same pair number and reversed
 * colours, and is in no pair yet (one file may hold two matches that use the same numbers). It is
 * usually close to the end of the list. Returns -1 if no game fits. */
static int other_of_pair(const struct game_list *list, int white, int black, int pair)
{
    for (int i = list->count - 1; pair >= 0 && i >= 0 && i >= list->count - 4096; i--) {
        const struct table_game *game = &list->games[i];
        if (game->pair == pair && game->other < 0 && game->white == black && game->black == white)
            return i;
    }
    return -1;
}

bool game_list_add(struct game_list *list, int white, int black, enum result result, int pair)
{
    if (result == RESULT_NONE)
        return true;
    if (!ARRAY_RESERVE(list->games, list->count, &list->capacity))
        return false;
    int other = other_of_pair(list, white, black, pair);
    if (other >= 0)
        list->games[other].other = list->count;
    list->games[list->count++] = (struct table_game){
        .white = white, .black = black, .result = result, .pair = pair, .other = other};
    return true;
}

void game_list_clear(struct game_list *list)
{
    for (int i = 0; i < list->players; i++)
        free(list->names[i]);
    free(list->names);
    free(list->slots);
    free(list->games);
    *list = (struct game_list){0};
}

/* Sums */

static int half_points(const struct table_game *game, int player)
{
    return result_points(game->result, game->white == player ? WHITE : BLACK);
}

static int by_players(const void *a, const void *b)
{
    const struct rated_games *x = a, *y = b;
    return x->white != y->white ? (x->white > y->white) - (x->white < y->white)
                                : (x->black > y->black) - (x->black < y->black);
}

/* Sums up the results of each combination of two players and colours. Sets *count to the number of
 * combinations; returns NULL when out of memory. */
static struct rated_games *count_games(const struct game_list *list, int *count)
{
    struct rated_games *games = calloc((size_t)list->count + 1, sizeof *games);
    int single = 0;
    *count = 0;
    for (int i = 0; games && i < list->count; i++) {
        const struct table_game *game = &list->games[i];
        if (game->white != game->black)
            games[single++] = (struct rated_games){.white = game->white,
                                                   .black = game->black,
                                                   .wins = game->result == RESULT_WHITE,
                                                   .draws = game->result == RESULT_DRAW,
                                                   .losses = game->result == RESULT_BLACK};
    }
    if (games)
        qsort(games, (size_t)single, sizeof *games, by_players);
    for (int i = 0; i < single; i++) {
        if (*count > 0 && by_players(&games[*count - 1], &games[i]) == 0) {
            games[*count - 1].wins += games[i].wins;
            games[*count - 1].draws += games[i].draws;
            games[*count - 1].losses += games[i].losses;
        } else {
            games[(*count)++] = games[i];
        }
    }
    return games;
}

bool table_fit(const struct game_list *list, const struct rating_anchor anchors[],
               int anchor_count, double average, struct ratings *ratings, struct error *error)
{
    int count = 0;
    *ratings = (struct ratings){0};
    struct rated_games *games = count_games(list, &count);
    if (!games)
        return error_set(error, "out of memory");
    bool good = (list->players > RATINGS_FEW ? ratings_fit_many : ratings_fit)(
        ratings, list->players, games, count, anchors, anchor_count, average, error);
    free(games);
    return good;
}

static bool is_between(const struct table_game *game, int first, int second)
{
    return (game->white == first && game->black == second) ||
           (game->white == second && game->black == first);
}

static void add_to_tally(struct match_tally *tally, const struct game_list *list, int number,
                         int first)
{
    const struct table_game *game = &list->games[number];
    int half = half_points(game, first);
    tally->wins += half == 2;
    tally->draws += half == 1;
    tally->losses += half == 0;
    if (game->other >= 0 && game->other < number)
        tally->pairs[half + half_points(&list->games[game->other], first)]++;
}

struct match_tally table_tally(const struct game_list *list, int first, int second)
{
    struct match_tally tally = {0};
    for (int i = 0; i < list->count; i++)
        if (is_between(&list->games[i], first, second))
            add_to_tally(&tally, list, i, first);
    return tally;
}

static double points_of(const struct match_tally *tally)
{
    return (double)tally->wins + (double)tally->draws / 2;
}

static int64_t games_of(const struct match_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

/* Order */

struct standing {
    int player;
    double first, second; /* sort keys, highest first; players with equal keys keep the order of the
                             list */
};

static int compare_standings(const void *a, const void *b)
{
    const struct standing *one = a, *other = b;
    if (one->first != other->first)
        return one->first > other->first ? -1 : 1;
    if (one->second != other->second)
        return one->second > other->second ? -1 : 1;
    return one->player - other->player;
}

/* Ranks by rating. Players of standing ABOVE_ALL come first, those of standing BELOW_ALL or
 * NOT_CONNECTED last; each of these groups is ordered by points. */
static struct standing *rank_by_rating(const struct game_list *list, const struct ratings *ratings)
{
    struct standing *standings = calloc((size_t)list->players + 1, sizeof *standings);
    for (int i = 0; standings && i < list->players; i++) {
        const struct rating *rating = &ratings->players[i];
        static const double levels[] = {[RATED] = 0, [ABOVE_ALL] = 1e9, [BELOW_ALL] = -1e9,
                                        [NOT_CONNECTED] = -2e9};
        standings[i].player = i;
        standings[i].first = levels[rating->standing] + rating->elo;
        standings[i].second = (double)rating->wins + (double)rating->draws / 2;
    }
    if (standings)
        qsort(standings, (size_t)list->players, sizeof *standings, compare_standings);
    return standings;
}

/* Ranks by points, then by Sonneborn-Berger. */
static struct standing *rank_by_points(const struct game_list *list)
{
    struct standing *standings = calloc((size_t)list->players + 1, sizeof *standings);
    double *points = calloc((size_t)list->players + 1, sizeof *points);
    if (!standings || !points) {
        free(standings);
        free(points);
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        const struct table_game *game = &list->games[i];
        points[game->white] += half_points(game, game->white) / 2.0;
        points[game->black] += half_points(game, game->black) / 2.0;
    }
    for (int i = 0; i < list->count; i++) {
        const struct table_game *game = &list->games[i];
        standings[game->white].second +=
            half_points(game, game->white) / 2.0 * points[game->black];
        standings[game->black].second +=
            half_points(game, game->black) / 2.0 * points[game->white];
    }
    for (int i = 0; i < list->players; i++) {
        standings[i].player = i;
        standings[i].first = points[i];
    }
    qsort(standings, (size_t)list->players, sizeof *standings, compare_standings);
    free(points);
    return standings;
}

/* Text */

static int widest_name(const struct game_list *list)
{
    int widest = 6;
    for (int i = 0; i < list->players; i++)
        widest = text_width(list->names[i]) > widest ? text_width(list->names[i]) : widest;
    return widest;
}

static void write_name(FILE *out, const char *name, int width)
{
    fprintf(out, "%s%*s", name, width - text_width(name), "");
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void write_standing(FILE *out, const struct rating *rating)
{
    switch (rating->standing) {
    case RATED:
        fprintf(out, "%8.1f  %6.1f", rating->elo, rating->error);
        break;
    case ABOVE_ALL:
        fprintf(out, "%8s  %6s", "above", "-");
        break;
    case BELOW_ALL:
        fprintf(out, "%8s  %6s", "below", "-");
        break;
    default:
        fprintf(out, "%8s  %6s", "apart", "-");
    }
}

void table_elo_text(const struct elo_estimate *estimate, char *text, size_t size)
{
    if (isfinite(estimate->elo) && isfinite(estimate->error))
        snprintf(text, size, "%+.1f +- %.1f", estimate->elo, estimate->error);
    else if (isfinite(estimate->elo))
        snprintf(text, size, "%+.1f +- ?", estimate->elo);
    else if (estimate->elo > 0)
        snprintf(text, size, "unknown, every game was won; at least %+.1f", estimate->low);
    else
        snprintf(text, size, "unknown, every game was lost; at most %+.1f", estimate->high);
}

void table_write_pair(FILE *out, const char *first, const char *second,
                      const struct match_tally *tally, int64_t white_wins, int64_t black_wins)
{
    struct elo_estimate estimate = elo_estimate(tally);
    double games = (double)games_of(tally), points = points_of(tally);
    char elo[64], normalised[32] = "-";
    table_elo_text(&estimate, elo, sizeof elo);
    if (isfinite(estimate.normalised))
        snprintf(normalised, sizeof normalised, "%+.1f", estimate.normalised);
    fprintf(out, "%s against %s\n", first, second);
    fprintf(out,
            "Games      %.0f: +%" PRId64 " =%" PRId64 " -%" PRId64
            ", %.1f of %.0f points (%.2f %%)\n",
            games, tally->wins, tally->draws, tally->losses, points, games, share(points, games));
    fprintf(out,
            "Pairs      0: %" PRId64 ", 1/2: %" PRId64 ", 1: %" PRId64 ", 3/2: %" PRId64
            ", 2: %" PRId64 "\n",
            tally->pairs[0], tally->pairs[1], tally->pairs[2], tally->pairs[3], tally->pairs[4]);
    fprintf(out, "Elo        %s (95 %%), normalised %s, LOS %.1f %%\n", elo, normalised,
            100 * estimate.los);
    fprintf(
        out, "Draws      %.1f %%; White scores %.1f %%\n", share((double)tally->draws, games),
        share((double)white_wins + (games - (double)white_wins - (double)black_wins) / 2, games));
}

bool table_write_ratings(FILE *out, const struct game_list *list, const struct ratings *ratings)
{
    struct standing *standings = rank_by_rating(list, ratings);
    int width = widest_name(list);
    if (!standings)
        return false;
    fprintf(out, "  #  %-*s       Elo  +-95 %%    points   games       %%   draws      LOS\n",
            width, "player");
    for (int i = 0; i < list->players; i++) {
        int player = standings[i].player;
        const struct rating *rating = &ratings->players[player];
        double games = (double)(rating->wins + rating->draws + rating->losses);
        double points = (double)rating->wins + (double)rating->draws / 2;
        fprintf(out, "%3d  ", i + 1);
        write_name(out, list->names[player], width);
        fputs("  ", out);
        write_standing(out, rating);
        fprintf(out, "  %8.1f  %6.0f  %5.1f %%  %4.0f %%", points, games, share(points, games),
                share((double)rating->draws, games));
        if (i + 1 < list->players && rating->standing == RATED &&
            ratings->players[standings[i + 1].player].standing == RATED)
            fprintf(out, "  %5.1f %%",
                    100 * ratings_superiority(ratings, player, standings[i + 1].player));
        fputc('\n', out);
    }
    fprintf(out, "White's advantage %+.1f +- %.1f Elo; draws between equals %.0f %%\n",
            ratings->white_advantage, ratings->white_error, 100 * ratings->draw_rate);
    free(standings);
    return true;
}

/* Formats the results of a meeting as "1=0" or "12.5/20"; "" if the players did not meet. */
static void write_meeting(const struct game_list *list, int first, int second, char *text,
                          size_t size)
{
    struct match_tally tally = table_tally(list, first, second);
    size_t length = 0;
    text[0] = '\0';
    if (first == second)
        return;
    if (games_of(&tally) > GAMES_SHOWN) {
        snprintf(text, size, "%.1f/%" PRId64, points_of(&tally), games_of(&tally));
        return;
    }
    for (int i = 0; i < list->count && length + 1 < size; i++)
        if (is_between(&list->games[i], first, second))
            text[length++] = "0=1"[half_points(&list->games[i], first)];
    text[length] = '\0';
}

bool table_write_cross(FILE *out, const struct game_list *list)
{
    if (list->players > CROSS_PLAYERS_MAX)
        return true;
    struct standing *standings = rank_by_points(list);
    int width = widest_name(list), cell = 3;
    char text[48];
    for (int i = 0; standings && i < list->players; i++)
        for (int j = 0; j < list->players; j++) {
            write_meeting(list, i, j, text, sizeof text);
            cell = (int)strlen(text) > cell ? (int)strlen(text) : cell;
        }
    if (!standings)
        return false;
    fprintf(out, "  #  %-*s", width, "player");
    for (int i = 0; i < list->players; i++)
        fprintf(out, "  %*d", cell, i + 1);
    fputs("    points         SB\n", out);
    for (int i = 0; i < list->players; i++) {
        int player = standings[i].player;
        fprintf(out, "%3d  ", i + 1);
        write_name(out, list->names[player], width);
        for (int j = 0; j < list->players; j++) {
            write_meeting(list, player, standings[j].player, text, sizeof text);
            fprintf(out, "  %*s", cell, i == j ? "x" : text[0] ? text : "-");
        }
        fprintf(out, "  %8.1f  %9.2f\n", standings[i].first, standings[i].second);
    }
    free(standings);
    return true;
}

/* The standard deviation: half the 95 % interval divided by 1.96. */
static double deviation_of(const struct elo_estimate *estimate)
{
    return estimate->error / NORMAL_95;
}

static void write_elo(FILE *out, double elo)
{
    if (isfinite(elo))
        fprintf(out, "  %+9.1f", elo);
    else
        fprintf(out, "  %9s", elo > 0 ? "+inf" : "-inf");
}

static void write_opponent(FILE *out, const char *name, const struct match_tally *tally, int width)
{
    struct elo_estimate estimate = elo_estimate(tally);
    write_name(out, name, width);
    fprintf(out, "  %6" PRId64 "  %6" PRId64 "  %6" PRId64 "  %6" PRId64 "  %5.1f", games_of(tally),
            tally->wins, tally->draws, tally->losses,
            share(points_of(tally), (double)games_of(tally)));
    write_elo(out, estimate.elo);
    if (isfinite(estimate.error))
        fprintf(out, "  %6.1f", deviation_of(&estimate));
    else
        fprintf(out, "  %6s", "-");
    fprintf(out, "  %5.1f %%\n", 100 * estimate.los);
}

void table_write_gauntlet(FILE *out, const struct game_list *list, int player)
{
    int width = widest_name(list);
    struct match_tally all = {0};
    fprintf(out, "%s against\n", list->names[player]);
    fprintf(out, "%-*s   games       +       =       -      %%  difference      SD     LOS\n",
            width, "");
    for (int i = 0; i < list->players; i++) {
        struct match_tally tally = table_tally(list, player, i);
        if (i == player || games_of(&tally) == 0)
            continue;
        write_opponent(out, list->names[i], &tally, width);
        all.wins += tally.wins;
        all.draws += tally.draws;
        all.losses += tally.losses;
        for (int j = 0; j < PAIR_OUTCOMES; j++)
            all.pairs[j] += tally.pairs[j];
    }
    write_opponent(out, "all", &all, width);
}

void table_json_pair(struct json *json, const struct match_tally *tally)
{
    struct elo_estimate estimate = elo_estimate(tally);
    JSON_INTS(json, {"wins", tally->wins}, {"draws", tally->draws}, {"losses", tally->losses});
    JSON_DOUBLES(json, 4, {"elo", estimate.elo}, {"elo_error", estimate.error},
                 {"los", estimate.los}, {"normalised_elo", estimate.normalised});
    json_array(json, "pairs");
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        json_int(json, NULL, tally->pairs[i]);
    json_end(json);
}

/* One game of a meeting, regardless of colours. */
struct meeting {
    int first, second, game;
};

static int compare_meetings(const void *a, const void *b)
{
    const struct meeting *x = a, *y = b;
    return x->first != y->first     ? (x->first > y->first) - (x->first < y->first)
           : x->second != y->second ? (x->second > y->second) - (x->second < y->second)
                                    : (x->game > y->game) - (x->game < y->game);
}

static bool json_meetings(struct json *json, const struct game_list *list)
{
    struct meeting *meetings = malloc(((size_t)list->count + 1) * sizeof *meetings);
    if (!meetings)
        return false;
    for (int i = 0; i < list->count; i++) {
        int white = list->games[i].white, black = list->games[i].black;
        meetings[i] =
            (struct meeting){white < black ? white : black, white < black ? black : white, i};
    }
    qsort(meetings, (size_t)list->count, sizeof *meetings, compare_meetings);
    json_array(json, "meetings");
    for (int i = 0; i < list->count;) {
        struct match_tally tally = {0};
        int first = meetings[i].first, second = meetings[i].second;
        for (; i < list->count && meetings[i].first == first && meetings[i].second == second; i++)
            add_to_tally(&tally, list, meetings[i].game, first);
        if (first == second)
            continue;
        json_object(json, NULL);
        json_string(json, "first", list->names[first]);
        json_string(json, "second", list->names[second]);
        table_json_pair(json, &tally);
        json_end(json);
    }
    json_end(json);
    free(meetings);
    return true;
}

static void json_player(struct json *json, const char *name, const struct rating *rating)
{
    static const char *const standings[] = {[RATED] = "rated", [ABOVE_ALL] = "above all",
                                            [BELOW_ALL] = "below all",
                                            [NOT_CONNECTED] = "not connected"};
    bool rated = rating->standing == RATED;
    json_object(json, NULL);
    json_string(json, "name", name);
    json_string(json, "standing", standings[rating->standing]);
    json_double(json, "elo", rated ? rating->elo : NAN, 4);
    json_double(json, "error", rated ? rating->error : NAN, 4);
    JSON_INTS(json, {"wins", rating->wins}, {"draws", rating->draws}, {"losses", rating->losses});
    json_end(json);
}

bool table_write_json(FILE *out, const struct game_list *list, const struct ratings *ratings,
                      int gauntlet)
{
    struct standing *ranks = rank_by_rating(list, ratings);
    struct json json = json_begin(out);
    if (!ranks)
        return false;
    json_object(&json, NULL);
    json_int(&json, "games", list->count);
    if (list->players == 2) { /* the same members as for a two-player match, from the point of view
                                 of the player named first */
        struct match_tally tally = table_tally(list, 0, 1);
        table_json_pair(&json, &tally);
    }
    JSON_DOUBLES(&json, 4, {"white_advantage", ratings->white_advantage},
                 {"white_advantage_error", ratings->white_error},
                 {"draw_rate", ratings->draw_rate});
    json_array(&json, "players");
    for (int i = 0; i < list->players; i++)
        json_player(&json, list->names[ranks[i].player], &ratings->players[ranks[i].player]);
    json_end(&json);
    bool good = json_meetings(&json, list);
    if (good && gauntlet >= 0)
        good = strengths_json(&json, list, gauntlet);
    if (good)
        json_end(&json);
    free(ranks);
    return good;
}
