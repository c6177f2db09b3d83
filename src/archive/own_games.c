/* All games are read once, without the opponent's decisions. To build the opening tree of a
 * position, the list of all moves is searched for the position's key, and only the games that
 * contain it are played through. */
#include "src/archive/own_games.h"

#include <stdlib.h>

#include "src/util/array.h"
#include "src/game/handicap_text.h"
#include "src/store/sql.h"

enum { UNKNOWN = INT16_MAX };

struct own_game {
    struct position start;
    int you, elo; /* your colour; the opponent's rating, 0 if unknown */
    enum result result;
    int16_t first;   /* score of the start position */
    int from, count; /* index of the game's first move in the array of all moves, and number of its
                        moves */
    uint64_t last;   /* key of the final position */
};

/* A move, the key of the position before it, and the clamped score for white after it, or
 * UNKNOWN. */
struct own_move {
    uint64_t before;
    Move move;
    int16_t score;
};

struct own_games {
    struct own_game *games;
    struct own_move *moves;
    int count, capacity, move_count, move_capacity;
    int64_t finished; /* number of finished games in the store, including damaged ones */
};

static const char finished[] = "SELECT count(*) FROM games WHERE finished = 1 AND result <> '*'";

/* Returns the number of finished games in the store; -1 if the database fails. */
static int64_t count_finished(struct store *store)
{
    int64_t count;
    struct error ignored;
    return store_number(store, store_prepare(store, finished), &count, "", &ignored) ? count : -1;
}

static int16_t score_in(struct statement *row, int column)
{
    if (statement_is_nothing(row, column))
        return UNKNOWN;
    return (int16_t)score_cut((Score)statement_number(row, column, -SCORE_NONE, SCORE_NONE));
}

/* Adds a move to the game. Returns false if out of memory. */
static bool read_move(struct own_games *own, struct own_game *game, struct statement *row,
                      struct position *position)
{
    Move move = store_next_move(row, position, game->count);
    if (statement_damaged(row))
        return true;
    if (!ARRAY_RESERVE(own->moves, own->move_count, &own->move_capacity))
        return false;
    own->moves[own->move_count++] = (struct own_move){position->key, move, score_in(row, 2)};
    game->count++;
    chess_play(position, move);
    game->last = position->key;
    return true;
}

/* Adds all moves of a game. Sets *whole to false if a row is damaged. Returns false if out of
 * memory or if the database fails. */
static bool read_moves(struct own_games *own, struct own_game *game, struct statement *row,
                       int64_t id, bool *whole)
{
    struct position position = game->start;
    bool good = statement_bind(row, BOUND(AS_NUMBER(id)));
    enum statement_step step = STATEMENT_DONE;
    game->from = own->move_count;
    game->last = position.key;
    while (good && *whole && (step = statement_step(row)) == STATEMENT_ROW) {
        good = read_move(own, game, row, &position);
        *whole = !statement_damaged(row);
    }
    return good && step != STATEMENT_REFUSED;
}

static void read_row(struct statement *row, struct own_game *game)
{
    struct error damage;
    struct handicap handicap;
    *game = (struct own_game){.you = (int)statement_number(row, 3, WHITE, BLACK),
                              .first = score_in(row, 7)};
    if (!chess_from_fen(&game->start, statement_text(row, 1, CHESS_FEN_MAX), &damage) ||
        !handicap_text_read(statement_text(row, 4, HANDICAP_TEXT), &handicap)) {
        statement_spoil(row);
        return;
    }
    game->start.chess960 = statement_flag(row, 2);
    if (!*statement_text(row, 6, STORE_OPPONENT))
        game->elo = handicap_has_rating(&handicap) ? handicap.elo : 0;
    game->result = store_read_result(row, 5);
}

static bool read_game(struct store *store, struct own_games *own, struct statement *row,
                      struct statement *moves)
{
    int64_t id = statement_id(row, 0);
    struct own_game game;
    int before = own->move_count;
    if (!ARRAY_RESERVE(own->games, own->count, &own->capacity))
        return false;
    read_row(row, &game);
    bool whole = !statement_damaged(row);
    if (whole && !read_moves(own, &game, moves, id, &whole))
        return false;
    if (whole) {
        own->games[own->count++] = game;
    } else {
        own->move_count = before;
        store_note_damage(store, "game %lld", (long long)id);
    }
    return true;
}

struct own_games *own_games_load(struct store *store, struct error *error)
{
    struct own_games *own = array_zeroed(sizeof *own, error);
    if (!own)
        return NULL;
    own->finished = count_finished(store);
    struct statement *row = store_prepare(store,
        "SELECT id, start, chess960, you,"
        " CASE handicap_now WHEN '' THEN handicap ELSE handicap_now END, result, opponent,"
        " (SELECT score FROM scores WHERE game = games.id AND ply = 0)"
        " FROM games WHERE finished = 1 AND result <> '*' ORDER BY id");
    struct statement *moves = store_prepare(store,
        "SELECT moves.ply, move, score FROM moves LEFT JOIN scores"
        " ON scores.game = moves.game AND scores.ply = moves.ply"
        " WHERE moves.game = ? ORDER BY moves.ply");
    enum statement_step step;
    bool memory = true;
    while (memory && (step = statement_step(row)) == STATEMENT_ROW)
        memory = read_game(store, own, row, moves);
    bool refused = memory && step == STATEMENT_REFUSED &&
                   !store_refuse(store, "reading the games", error);
    statement_free(moves);
    statement_free(row);
    if (!memory)
        error_set(error, "out of memory");
    if (memory && !refused)
        return own;
    own_games_free(own);
    return NULL;
}

void own_games_free(struct own_games *games)
{
    if (!games)
        return;
    free(games->games);
    free(games->moves);
    free(games);
}

bool own_games_are_all(const struct own_games *games, struct store *store)
{
    int64_t count = count_finished(store);
    return count < 0 || games->finished == count;
}

void own_games_tree(const struct own_games *games, const struct position *position,
                    struct tree *tree)
{
    for (int i = 0; i < games->count; i++) {
        const struct own_game *own = &games->games[i];
        const struct own_move *moves = games->moves + own->from;
        struct position at = own->start;
        int ply = 0;
        while (ply < own->count && moves[ply].before != position->key)
            ply++;
        if (ply == own->count && own->last != position->key)
            continue;
        for (int j = 0; j < ply; j++)
            chess_play(&at, moves[j].move);
        if (!game_same_position(&at, position))
            continue;
        struct tree_game game = {.result = own->result, .loss = -1};
        game.elo[!own->you] = own->elo;
        if (ply < own->count) {
            int before = ply > 0 ? moves[ply - 1].score : own->first, after = moves[ply].score;
            int lost = at.side == WHITE ? before - after : after - before;
            game.move = moves[ply].move;
            if (before != UNKNOWN && after != UNKNOWN)
                game.loss = lost > 0 ? lost : 0;
        }
        tree_add(tree, position->side, &game);
    }
}
