/* The list of games, one line each. A game is opened by its number. */
#include "src/plain/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/positions.h"
#include "src/pgn/query.h"
#include "src/plain/say.h"
#include "src/util/text.h"

enum { PAGE = 20, WORDS_MAX = 160, PERCENT_STEP = 10 };

struct plain_games {
    const struct pgn_index *index;
    const struct openings *openings;
    struct pgn_positions *positions; /* the positions of all games, to search by position; NULL
                                      * before the first such search */
    char words[WORDS_MAX];           /* the last search */
    int *found, count;               /* indexes of the games found */
    int told;                        /* number of games printed */
    int percent;                     /* the percentage printed last */
};

struct plain_games *plain_games_create(const struct pgn_index *index,
                                       const struct openings *openings)
{
    struct plain_games *games = calloc(1, sizeof *games);
    if (games)
        games->found = malloc((size_t)pgn_index_count(index) * sizeof *games->found);
    if (!games || !games->found) {
        free(games);
        return NULL;
    }
    games->index = index;
    games->openings = openings;
    return games;
}

void plain_games_destroy(struct plain_games *games)
{
    if (!games)
        return;
    pgn_positions_close(games->positions);
    free(games->found);
    free(games);
}

static void tell_player(uint32_t name, int elo, const struct pgn_index *index)
{
    char text[96];
    const char *known = pgn_index_text(index, name);
    snprintf(text, sizeof text, "%s", *known ? known : "unknown");
    text_sanitize(text);
    say("%s", text);
    if (elo)
        say(" (%d)", elo);
}

/* Prints "12. Carlsen,M (2850) - Anand,V (2790), 1-0, B90, 2010, 38 moves, Wijk aan Zee." */
static void tell_game(const struct pgn_index *index, int game)
{
    const struct pgn_entry *entry = pgn_index_entry(index, game);
    char eco[PGN_ECO_TEXT], event[128];
    pgn_eco_text(entry->eco, eco);
    snprintf(event, sizeof event, "%s", pgn_index_text(index, entry->event));
    text_sanitize(event);
    say("%d. ", game + 1);
    tell_player(entry->white, entry->white_elo, index);
    say(" - ");
    tell_player(entry->black, entry->black_elo, index);
    say(", %s", result_text((enum result)entry->result));
    if (*eco)
        say(", %s", eco);
    if (entry->date)
        say(", %u", (unsigned)(entry->date / 10000));
    say(", %d move%s%s%s.\n", entry->moves, text_plural(entry->moves), *event ? ", " : "", event);
}

void plain_games_more(struct plain_games *games)
{
    int end = games->told + PAGE < games->count ? games->told + PAGE : games->count;
    for (; games->told < end; games->told++)
        tell_game(games->index, games->found[games->told]);
    if (games->told < games->count)
        say("%d more game%s. Type more to list %s.\n", games->count - games->told,
            text_plural(games->count - games->told),
            games->count - games->told == 1 ? "it" : "them");
    else if (games->count > 0)
        say("End of the list. Type open and a number to open a game.\n");
    else
        say("No games found.\n");
}

static bool tell_percent(void *context, int percent)
{
    struct plain_games *games = context;
    if (percent / PERCENT_STEP > games->percent / PERCENT_STEP) {
        say("Reading the moves of all games: %d per cent.\n", percent);
        fflush(stdout);
    }
    games->percent = percent;
    return true;
}

static bool find_positions(struct plain_games *games)
{
    struct error error;
    games->percent = 0;
    if (!games->positions)
        games->positions = pgn_positions_open(games->index, tell_percent, games, &error);
    if (!games->positions) {
        text_sanitize(error.message);
        say("%s\n", error.message);
    }
    return games->positions != NULL;
}

void plain_games_list(struct plain_games *games, const char *words, const struct position *position)
{
    struct pgn_query query;
    struct error error;
    struct pgn_results results = {0};
    char found[32], all[32], came_to[80], shown[sizeof games->words];
    bool here = strcmp(words, "here") == 0;
    if (here)
        words = games->words;
    if (!pgn_query_parse(&query, words, games->openings, &error)) {
        text_sanitize(error.message);
        say("%s\n", error.message);
        return;
    }
    if (here && !find_positions(games))
        return;
    if (!here)
        snprintf(games->words, sizeof games->words, "%s", words);
    games->count = pgn_find(&query, games->index, here ? games->positions : NULL, position,
                            games->found, NULL, NULL);
    games->told = 0;
    text_thousands((uint64_t)games->count, found, sizeof found);
    text_thousands((uint64_t)pgn_index_count(games->index), all, sizeof all);
    say("%s of %s games%s%s%s.\n", found, all, *games->words ? ", searched for " : "",
        text_shown(games->words, shown, sizeof shown), here ? ", with the position shown" : "");
    for (int i = 0; i < games->count; i++)
        pgn_add_result(&results, pgn_index_entry(games->index, games->found[i]));
    pgn_results_text(&results, came_to, sizeof came_to);
    if (games->count > 0) {
        say("%s\n", came_to);
        plain_games_more(games);
    }
}

bool plain_games_tree(struct plain_games *games, const struct position *position, struct tree *tree)
{
    struct pgn_query query;
    struct error error;
    if (!pgn_query_parse(&query, games->words, games->openings, &error)) {
        text_sanitize(error.message);
        say("%s\n", error.message);
        return false;
    }
    return find_positions(games) &&
           tree_of_games(tree, &query, games->index, games->positions, position, NULL, NULL);
}

bool plain_games_open(struct plain_games *games, struct session *session, const char *number)
{
    struct error error;
    char *end;
    long game = strtol(number, &end, 10);
    if (end == number || *end || game < 1 || game > pgn_index_count(games->index)) {
        say("Expected: open and a number, 1 to %d.\n", pgn_index_count(games->index));
        return false;
    }
    if (!session_open(session, games->index, (int)game - 1, &error)) {
        text_sanitize(error.message);
        say("Line %d: %s\n", error.line, error.message);
        return false;
    }
    text_sanitize(error.message);
    if (error.message[0])
        say("Part of the game could not be read and is kept as text: %s\n", error.message);
    tell_game(games->index, (int)game - 1);
    return true;
}

bool plain_games_review(struct plain_games *games, struct session *session)
{
    struct error error;
    struct pgn_query query;
    if (games->count == 0 && pgn_query_parse(&query, "", games->openings, &error))
        games->count = pgn_find(&query, games->index, NULL, NULL, games->found, NULL, NULL);
    if (session_review_games(session, games->index, games->found, games->count, &error))
        return true;
    say("%s\n", error.message);
    return false;
}

void plain_games_help(void)
{
    say("games: list all games of the file.\n"
        "games anand result:1-0: search by player, event or opening, or with white:, black:, "
        "event:,\n"
        "opening:, eco:, result:, year: and elo:.\n"
        "games here: those of the listed games that reach this position. more: list more "
        "games.\n"
        "tree: show how these games continue from this position.\n"
        "review all: review your games in the list, so that your mistakes enter the deck.\n"
        "open 12: open game number 12.\n");
}
