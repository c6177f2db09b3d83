/* Plays a game between two limited engines without pauses and prints it as PGN. */
#include <stdio.h>
#include <time.h>

#include "src/game/game.h"
#include "src/pgn/pgn.h"
#include "src/plain/plain.h"
#include "src/player/networks.h"
#include "src/util/text.h"
#include "src/player/engine_position.h"

enum { HASH_MB = 8, CLEAR_ADVANTAGE = 300 };

static bool prepare(struct engine *engine, const struct handicap *handicap, struct error *error)
{
    if (!engine)
        return error_set(error, "out of memory");
    struct engine_settings settings = *engine_settings(engine);
    settings.hash_mb = HASH_MB;
    settings.handicap = *handicap;
    networks_set_folders(&settings);
    return engine_configure(engine, &settings, error);
}

/* Lets `engine` think about the position `node` for `allotted` milliseconds, and sets *score to its
 * score for white. Returns the node after its move; NULL if the engine has no move or memory runs
 * out. */
static struct game_node *play_one(struct engine *engine, struct game_node *node, int allotted,
                                  Score *score)
{
    const struct limits limits = {.movetime = allotted};
    struct report report = {0};
    if (!place_engine(engine, node, NULL, &limits) || !engine_think(engine, &limits, &report) ||
        !chess_is_legal(&node->position, report.best))
        return NULL;
    if (report.line_count > 0)
        *score = node->position.side == WHITE ? report.lines[0].score : -report.lines[0].score;
    return game_add(node, report.best);
}

static void conclude(struct game *game, const struct game_node *node, Score score)
{
    enum game_state state = game_state(node);
    const char *words = "adjudication";
    if (state == GAME_CHECKMATE)
        game->result = result_won_by(!node->position.side);
    else if (state != GAME_GOING)
        game->result = RESULT_DRAW;
    else
        game->result = score >= CLEAR_ADVANTAGE    ? RESULT_WHITE
                       : score <= -CLEAR_ADVANTAGE ? RESULT_BLACK
                                                   : RESULT_DRAW;
    if (state != GAME_GOING)
        words = game_state_words(state);
    snprintf(game->termination, sizeof game->termination, "%s", words);
}

static bool tag(struct game *game, const struct demo_options *options)
{
    char names[2][32], elos[2][16], date[16];
    for (int side = WHITE; side <= BLACK; side++) {
        bool full = options->elo[side] == ELO_FULL;
        int level = scale_level(options->scale, options->elo[side]);
        snprintf(names[side], sizeof names[side], full ? "Fallible" : "Fallible %d", level);
        snprintf(elos[side], sizeof elos[side], full ? "-" : "%d", level);
    }
    text_moment(time(NULL), "%Y.%m.%d", date, sizeof date);
    return game_set_tag(game, "Event", "Fallible demonstration") &&
           game_set_tag(game, "Site", "?") && game_set_tag(game, "Date", date) &&
           game_set_tag(game, "Round", "-") && game_set_tag(game, "White", names[WHITE]) &&
           game_set_tag(game, "Black", names[BLACK]) &&
           game_set_tag(game, "Result", result_text(game->result)) &&
           game_set_tag(game, "WhiteElo", elos[WHITE]) &&
           game_set_tag(game, "BlackElo", elos[BLACK]) &&
           game_set_tag(game, "Termination", game->termination);
}

/* Plays the game to its end, but at most `moves` moves of each side. Returns false if an engine
 * failed. */
static bool play_all(struct engine *const engines[COLOR_COUNT], struct game *game, int moves,
                     int allotted, struct error *error)
{
    struct game_node *node = game->root;
    Score score = 0;
    while (node->ply < 2 * moves && game_state(node) == GAME_GOING) {
        node = play_one(engines[node->position.side], node, allotted, &score);
        if (!node)
            return error_set(error, "the engine found no move");
    }
    conclude(game, node, score);
    return true;
}

bool demo_play(const struct strength *strength, const struct demo_options *options,
               struct error *error)
{
    struct engine *engines[COLOR_COUNT] = {engine_create(NULL, NULL), engine_create(NULL, NULL)};
    struct game *game = game_create(NULL);
    bool good = true;
    for (int side = WHITE; side <= BLACK && good; side++) {
        struct handicap handicap =
            handicap_for(strength, options->method, options->elo[side],
                         options->seed + (uint64_t)side);
        good = prepare(engines[side], &handicap, error);
    }
    int allotted = strength_natural_time(strength).allotted;
    if (good && !game)
        good = error_set(error, "out of memory");
    good = good && game && play_all(engines, game, options->moves, allotted, error);
    if (good && !(tag(game, options) && pgn_write(game, stdout) && fflush(stdout) == 0))
        good = error_set(error, "the game cannot be written");
    engine_destroy(engines[WHITE]);
    engine_destroy(engines[BLACK]);
    game_destroy(game);
    return good;
}
