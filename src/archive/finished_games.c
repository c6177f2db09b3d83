/* The index of a PGN file shows which games are yours, and only these are read. If only the last
 * games of the store are wanted, the store is read twice: first to count its games, then to read
 * them. */
#include "src/archive/finished_games.h"

#include <stdio.h>

#include "src/archive/kept_scores.h"
#include "src/pgn/index.h"

/* Sets games->who to your names in the file. Returns false and sets *error if they cannot be
 * determined. */
static bool find_names(const struct pgn_index *index, struct finished_games *games,
                       struct error *error)
{
    int games_of_player;
    const char *players[2];
    int found = games->names ? 0 : pgn_index_players(index, players, &games_of_player);
    if (games->names)
        snprintf(games->who, sizeof games->who, "%s", games->names);
    else if (found > 1)
        return error_set_in(error, pgn_index_path(index),
                            "both %.60s and %.60s are in nearly all of these games; say which name "
                            "is yours with --names NAME", players[0], players[1]);
    else if (found == 0)
        return error_set_in(error, pgn_index_path(index),
                            "no player is in nearly all of these games; say which name is yours "
                            "with --names NAME");
    else if (!names_add(games->who, players[0], true))
        return error_set_in(error, pgn_index_path(index),
                            "the name of the player of these games is too long, begins with a "
                            "minus sign or contains a semicolon");
    return true;
}

/* Returns your colour in the game; -1 if you did not play in it or if it is not finished. */
static int side_in(const struct pgn_index *index, int number, const char *names)
{
    const struct pgn_entry *entry = pgn_index_entry(index, number);
    return entry->result == RESULT_NONE || entry->moves == 0
               ? -1
               : names_side(names, pgn_index_text(index, entry->white),
                            pgn_index_text(index, entry->black));
}

/* Adds the score of a checkmate or stalemate, which files leave out. Returns false if out of
 * memory. */
static bool score_end(struct ledger *ledger, const struct game_node *last)
{
    struct ledger_score end;
    return ledger_score_at(ledger, last->ply) != SCORE_NONE || !ledger_from_end(last, &end) ||
           ledger_set_score(ledger, last->ply, &end);
}

/* Converts the game's main line. Returns false if out of memory. */
static bool convert(struct game *game, int you, struct stored_game *stored)
{
    const struct game_node *last = game_end_of_line(game->root);
    *stored = (struct stored_game){
        .start = game->root->position, .you = you, .drill = DRILL_NONE, .finished = true,
        .result = game->result, .clock.control.untimed = game->untimed};
    return ledger_read(&stored->ledger, game) && score_end(&stored->ledger, last) &&
           kept_scores_read(&stored->ledger, last) &&
           stored_game_take(stored, last);
}

static bool each_in_file(struct finished_games *games, const struct pgn_index *index,
                         bool (*take)(void *context, const struct stored_game *game),
                         void *context, struct error *error)
{
    bool more = true;
    int skip = -games->last;
    for (int i = 0; games->last > 0 && i < games->in_file; i++)
        skip += side_in(index, i, games->who) >= 0;
    for (int i = 0; more && i < games->in_file; i++) {
        struct game *game;
        struct error damage;
        struct stored_game stored;
        int you = side_in(index, i, games->who);
        if (you < 0 || skip-- > 0)
            continue;
        bool good = pgn_index_read(index, i, &game, NULL, &damage) == PGN_GAME;
        if (good)
            names_against(game_tag(game, you == WHITE ? "Black" : "White"), game_tag(game, "Date"),
                          games->against, sizeof games->against);
        bool memory = !good || convert(game, you, &stored);
        game_destroy(game);
        games->read += good;
        games->damaged += !good;
        more = !good || (memory && take(context, &stored));
        if (good)
            stored_game_clear(&stored);
        if (!memory)
            return error_set(error, "out of memory");
    }
    return true;
}

static bool in_file(struct finished_games *games,
                    bool (*take)(void *context, const struct stored_game *game), void *context,
                    struct error *error)
{
    struct pgn_index *index = pgn_index_open(games->path, NULL, NULL, error);
    if (!index)
        return false;
    games->in_file = pgn_index_count(index);
    bool good = find_names(index, games, error) && each_in_file(games, index, take, context, error);
    if (good && games->read + games->damaged == 0)
        good = error_set_in(error, games->path,
                            "none of the %d games is a finished game of %s; say which name is "
                            "yours with --names NAME", games->in_file, games->who);
    pgn_index_close(index);
    return good;
}

struct stored {
    struct finished_games *games;
    int skip; /* the number of games still to be left out, because only the last games are wanted */
    bool (*take)(void *context, const struct stored_game *game);
    void *context;
};

static bool is_finished(const struct stored_game *game)
{
    return game->finished && game->result != RESULT_NONE;
}

static bool count_one(void *context, const struct stored_game *game)
{
    struct stored *stored = context;
    stored->skip += is_finished(game);
    return true;
}

static bool take_one(void *context, const struct stored_game *game)
{
    struct stored *stored = context;
    if (!is_finished(game) || stored->skip-- > 0)
        return true;
    stored->games->read++;
    return stored->take(stored->context, game);
}

bool finished_games_each(struct finished_games *games,
                         bool (*take)(void *context, const struct stored_game *game),
                         void *context, struct error *error)
{
    struct stored stored = {games, 0, take, context};
    games->in_file = games->read = games->damaged = 0;
    games->who[0] = games->against[0] = '\0';
    if (games->path)
        return in_file(games, take, context, error);
    bool good = games->last == 0 ||
                store_each_game(games->store, count_one, &stored, &games->damaged, error);
    stored.skip -= games->last;
    return good && store_each_game(games->store, take_one, &stored, &games->damaged, error);
}
