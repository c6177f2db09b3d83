/* Takes positions from games as in Texel's method: quiet positions after the opening, labelled with
 * the game's result. Positions of one game are strongly correlated, so a few from each game are as
 * useful as all. */
#include "src/lab/tune/tune_games.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/pgn.h"
#include "src/util/random.h"

enum { BOOK_PLIES = 16, PROGRESS_GAMES = 256 };

bool games_time_is_enough(const char *control, int seconds)
{
    if (strcmp(control, "-") == 0)
        return true;
    const char *slash = strchr(control, '/');
    const char *base = slash ? slash + 1 : control + (*control == '*');
    return isdigit((unsigned char)*base) && strtol(base, NULL, 10) >= seconds;
}

static bool is_rated(const struct game *game, const char *tag, int min_elo)
{
    const char *value = game_tag(game, tag);
    return value && strtol(value, NULL, 10) >= min_elo;
}

static bool is_wanted(const struct game *game, const struct tune_games *filter)
{
    const char *event = game_tag(game, "Event"), *control = game_tag(game, "TimeControl");
    if (filter->min_elo > 0 && (!is_rated(game, "WhiteElo", filter->min_elo) ||
                                !is_rated(game, "BlackElo", filter->min_elo)))
        return false;
    if (filter->min_base_time > 0 &&
        (!control || !games_time_is_enough(control, filter->min_base_time)))
        return false;
    for (int i = 0; event && i < filter->exclude_count; i++)
        if (strcasestr(event, filter->exclude_event[i]))
            return false;
    return game->result != RESULT_NONE;
}

static bool is_quiet(const struct game_node *node)
{
    const struct game_node *next = node->child;
    return next && node->ply >= BOOK_PLIES && !node->position.checkers &&
           !chess_is_capture(&node->position, next->move) &&
           move_promotion(next->move) == NO_PIECE_TYPE;
}

/* Picks positions of one game. Returns false when out of memory. */
static bool add_game(struct record_set *set, const struct game *game, int number,
                     const struct tune_games *filter)
{
    uint64_t random = (uint64_t)number;
    int left = 0, kept = 0;
    for (const struct game_node *node = game->root; node; node = node->child)
        left += is_quiet(node);
    for (const struct game_node *node = game->root; left > 0 && kept < filter->per_game;
         node = node->child) {
        struct record record;
        /* Takes each position with probability `wanted` / `left`: the number still to be taken,
         * divided by the number still to come. So exactly per_game positions are taken if there are
         * enough. */
        if (!is_quiet(node) ||
            random_next(&random) % (uint64_t)left-- >= (uint64_t)(filter->per_game - kept) ||
            !record_pack(&record, &node->position))
            continue;
        kept++;
        record.result = (uint8_t)result_points(game->result, WHITE);
        record.flags |= records_is_held_out((uint64_t)number) ? RECORD_HELD_OUT : 0;
        if (!records_add(set, &record))
            return false;
    }
    return true;
}

bool games_read(struct record_set *set, const struct input *input, int line,
                const struct tune_games *filter, records_progress progress, void *context,
                struct error *error)
{
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), input_name(input));
    bool good = reader != NULL;
    if (good)
        pgn_reader_starts_at(reader, line);
    else
        error_set(error, "out of memory");
    for (int number = 0; good; number++) {
        struct game *game = NULL;
        struct error trouble;
        enum pgn_status status = pgn_read(reader, &game, &trouble);
        if (status == PGN_GAME) {
            set->games++;
            if (is_wanted(game, filter) && !add_game(set, game, number, filter))
                good = error_set(error, "out of memory");
        } else if (status == PGN_BAD) {
            if (set->bad_games++ == 0)
                set->first_trouble = trouble;
        }
        game_destroy(game);
        if (status == PGN_END)
            break;
        if (good && number % PROGRESS_GAMES == 0 && progress &&
            !progress(context, TUNE_READING, input_name(input), set->count, input_percent(input)))
            good = error_set(error, "stopped");
    }
    good = good && pgn_reader_ended_well(reader, error);
    pgn_reader_destroy(reader);
    return good;
}
