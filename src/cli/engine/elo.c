/* fallible elo: ratings, cross tables and comparisons from PGN games. */
#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/game/opening.h"
#include "src/pgn/pgn.h"
#include "src/lab/match/match_strengths.h"
#include "src/lab/match/match_table.h"
#include "src/util/array.h"
#include "src/util/text.h"

enum { ANCHORS_MAX = 256, TROUBLES_SHOWN = 10, CROSS_PLAYERS = 30 };

#define ELO_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                               \
    OWN(ANCHOR, "anchor", "NAME=ELO", "this player's rating is known; may be repeated")            \
    OWN(AVERAGE, "average", "ELO", "mean rating of all players if none is anchored (default 0)")  \
    TEXT(gauntlet, "gauntlet", "NAME",                                                             \
         "also show this player's results by opponent, colour, opening and length of game")        \
    FLAG(json, "json", "ratings and results as JSON")                                              \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    const char *called; /* the command's name: "elo", or "match merge" */
    bool merge;         /* whether it is "match merge" */
    char anchor_names[ANCHORS_MAX][160];
    double anchor_elos[ANCHORS_MAX];
    int anchor_count;
    double average;
    const char *gauntlet;
    bool json;
    char **files;
    int file_count;
};

enum option_id { OPTION_IDS(ELO_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(ELO_OPTIONS)};

static int help(const char *called)
{
    printf("Usage: fallible %s [OPTION...] FILE.pgn...\n\n", called);
    return options_help(
        "Computes ratings by maximum likelihood (Bradley-Terry, a draw is half a win, White's\n"
        "advantage is fitted) with 95 % errors, and a cross table. For two players it prints the\n"
        "difference, with the error from pairs of games whose tags Round are 12.1 and 12.2, as in\n"
        "fallible match. With more than 500 players the errors are estimates, correct to a few\n"
        "per cent. - is standard input.\n",
        rows,
        "\nA player who lost or won every game is weaker or stronger by an unknown amount and\n"
        "has no rating. Games without a result are left out.\n"
        "Exit status: 0 done, 1 some games could not be read, 2 usage or bad input.");
}

static bool read_elo(const char *text, double *elo)
{
    char *end;
    *elo = strtod(text, &end);
    return end != text && !*end && *elo > -100000 && *elo < 100000;
}

static bool add_anchor(struct arguments *arguments, const char *value, struct error *error)
{
    const char *equals = strrchr(value, '='); /* the last '=' separates the rating, because names of
                                                 our players may contain '=' too */
    char *name = arguments->anchor_names[arguments->anchor_count];
    size_t size = sizeof arguments->anchor_names[0];
    if (!equals || equals == value || (size_t)(equals - value) >= size ||
        !read_elo(equals + 1, &arguments->anchor_elos[arguments->anchor_count]))
        return error_set(error, "--anchor takes NAME=ELO, not \"%.60s\"", value);
    if (arguments->anchor_count == ANCHORS_MAX - 1)
        return error_set(error, "more than %d anchors", ANCHORS_MAX - 1);
    snprintf(name, size, "%.*s", (int)(equals - value), value);
    arguments->anchor_count++;
    return true;
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    if (id == OPTION_ANCHOR)
        return add_anchor(arguments, value, error);
    return read_elo(value, &arguments->average) ||
           error_set(error, "--average takes a rating, not \"%.40s\"", value);
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    bool merge = strcmp(argv[0], "merge") == 0;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL), .merge = merge,
                                    .called = merge ? "match merge" : "elo"};
    if (!options_read(arguments->called, rows, argc, argv, &arguments->shared, take, arguments))
        return false;
    arguments->files = argv + optind;
    arguments->file_count = argc - optind;
    if (!arguments->shared.help && arguments->file_count == 0)
        return option_refuse(arguments->called, "expected PGN files");
    return true;
}

/* Games */

/* The pair number of a game, and the file that contains the game. */
struct place {
    int pair, file;
};

struct reading {
    struct game_list *list;
    int file;      /* index of the current file */
    int pair_base; /* added to the pair numbers of the current file, so that they differ from those
                      of other files */
    int pair_most;
    int troubles;
    uint64_t games;
    struct progress progress;
    struct openings *names; /* finds the openings of games; NULL: not needed */
    struct place *places; /* one for each game; owned */
    int place_capacity;
};

/* The pair number from a Round tag such as "12.1"; -1 if Round has another format. */
static int pair_of(struct reading *reading, const struct game *game)
{
    const char *round = game_tag(game, "Round");
    int pair, number;
    char rest;
    if (!round || sscanf(round, "%d.%d%c", &pair, &number, &rest) != 2 || pair < 0 ||
        pair > 100000000 || number < 1 || number > 2)
        return -1;
    if (reading->pair_base + pair > reading->pair_most)
        reading->pair_most = reading->pair_base + pair;
    return reading->pair_base + pair;
}

/* Sets the length and the opening of the game that was added to the list last. */
static void describe_game(const struct reading *reading, const struct game *game)
{
    struct table_game *added = &reading->list->games[reading->list->count - 1];
    const struct game_node *end = game_end_of_line(game->root);
    const char *eco, *name;
    added->moves = (end->ply + 1) / 2;
    if (reading->names && opening_of(reading->names, end, &eco, &name))
        added->eco = eco[0];
}

static bool add_game(struct reading *reading, const struct game *game)
{
    const char *white = game_tag(game, "White"), *black = game_tag(game, "Black");
    if (game->result == RESULT_NONE)
        return true;
    int first = game_list_player(reading->list, white ? white : "?");
    int second = game_list_player(reading->list, black ? black : "?"),
        pair = pair_of(reading, game);
    if (!ARRAY_RESERVE(reading->places, reading->list->count, &reading->place_capacity))
        return false;
    reading->places[reading->list->count] =
        (struct place){pair < 0 ? -1 : pair - reading->pair_base, reading->file};
    if (first < 0 || second < 0 ||
        !game_list_add(reading->list, first, second, game->result, pair))
        return false;
    describe_game(reading, game);
    return true;
}

/* Adds a game to the list. If the game has errors, reports them and lets the reading go on. */
static bool take_game(void *context, const struct game *game, int percent, struct error *error)
{
    struct reading *reading = context;
    progress_games(&reading->progress, ++reading->games, percent);
    if (!game && ++reading->troubles <= TROUBLES_SHOWN) {
        progress_end(&reading->progress);
        text_error(error);
    }
    return !game || add_game(reading, game) || error_set(error, "out of memory");
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->pair != y->pair ? (x->pair > y->pair) - (x->pair < y->pair) : x->file - y->file;
}

/* Checks that no pair of games occurs in two files. The shards of a match have no pair in common,
 * so a pair that occurs twice means that the user gave the same games twice. */
static bool shards_differ(const struct arguments *arguments, struct reading *reading)
{
    struct place *places = reading->places;
    int count = reading->list->count;
    assert(places && count > 0); /* because read_files has refused files without games */
    qsort(places, (size_t)count, sizeof *places, compare_places);
    for (int i = 1; i < count; i++)
        if (places[i].pair >= 0 && places[i].pair == places[i - 1].pair &&
            places[i].file != places[i - 1].file)
            return option_refuse(arguments->called,
                                 "pair %d is in %s and again in %s: expected each shard only once",
                                 places[i].pair, arguments->files[places[i - 1].file],
                                 arguments->files[places[i].file]);
    return true;
}

static bool read_files(const struct arguments *arguments, struct reading *reading)
{
    for (int i = 0; i < arguments->file_count; i++) {
        struct error error;
        bool good = pgn_each(arguments->files[i], take_game, reading, &error);
        progress_end(&reading->progress);
        if (!good) {
            text_error(&error);
            return false;
        }
        reading->pair_base = reading->pair_most + 1;
        reading->file++;
    }
    if (reading->troubles > TROUBLES_SHOWN)
        fprintf(stderr, "and %d more game%s that cannot be read\n",
                reading->troubles - TROUBLES_SHOWN,
                text_plural(reading->troubles - TROUBLES_SHOWN));
    if (reading->list->count == 0) {
        fputs("fallible: there are no games with a result\n", stderr);
        return false;
    }
    return !arguments->merge || shards_differ(arguments, reading);
}

/* Tables */

/* Finds the player with this name. If no player has it, prints an error that lists the names. */
static bool find_player(const struct arguments *arguments, const struct game_list *list,
                        const char *name, int *player)
{
    char names[300] = "", one[64];
    *player = game_list_find(list, name);
    if (*player >= 0)
        return true;
    int told = 0;
    for (; told < list->players && strlen(names) + sizeof one + 8 < sizeof names; told++)
        text_add(names, sizeof names, "%s%s", told ? ", " : "",
                 text_shown(list->names[told], one, sizeof one));
    return option_refuse(arguments->called, "no game was played by \"%.80s\"; the players are %s%s",
                         name, names, told < list->players ? ", ..." : "");
}

static bool find_anchors(const struct arguments *arguments, const struct game_list *list,
                         struct rating_anchor anchors[])
{
    for (int i = 0; i < arguments->anchor_count; i++) {
        anchors[i].elo = arguments->anchor_elos[i];
        if (!find_player(arguments, list, arguments->anchor_names[i], &anchors[i].player))
            return false;
    }
    return true;
}

static void write_two(const struct game_list *list)
{
    struct match_tally tally = table_tally(list, 0, 1);
    int64_t white = 0, black = 0;
    for (int i = 0; i < list->count; i++) {
        white += list->games[i].result == RESULT_WHITE;
        black += list->games[i].result == RESULT_BLACK;
    }
    table_write_pair(stdout, list->names[0], list->names[1], &tally, white, black);
}

static int write_tables(const struct arguments *arguments, const struct game_list *list)
{
    struct rating_anchor anchors[ANCHORS_MAX];
    struct ratings ratings;
    struct error error = {.message = ""};
    int player = 0;
    if (arguments->gauntlet && !find_player(arguments, list, arguments->gauntlet, &player))
        return 2;
    if (!find_anchors(arguments, list, anchors))
        return 2;
    if (!table_fit(list, anchors, arguments->anchor_count, arguments->average, &ratings, &error))
        return command_failed(&error);
    bool good;
    if (arguments->json) {
        good = table_write_json(stdout, list, &ratings, arguments->gauntlet ? player : -1);
    } else {
        if (list->players == 2) {
            write_two(list);
            putchar('\n');
        }
        good = table_write_ratings(stdout, list, &ratings);
        if (arguments->gauntlet) {
            putchar('\n');
            table_write_gauntlet(stdout, list, player);
            putchar('\n');
            good = strengths_write(stdout, list, player) && good;
        } else if (list->players > 2 && list->players <= CROSS_PLAYERS) {
            putchar('\n');
            good = table_write_cross(stdout, list) && good;
        }
    }
    ratings_clear(&ratings);
    return good ? 0 : command_no_memory();
}

int command_elo(int argc, char **argv)
{
    struct arguments arguments;
    struct game_list list = {0};
    struct reading reading = {.list = &list, .progress = progress_begin()};
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.shared.help)
        return help(arguments.called);
    if (arguments.gauntlet)
        reading.names = command_opening_names();
    int status = read_files(&arguments, &reading) ? write_tables(&arguments, &list) : 2;
    openings_free(reading.names);
    game_list_clear(&list);
    free(reading.places);
    return status == 0 && reading.troubles > 0 ? 1 : status;
}
