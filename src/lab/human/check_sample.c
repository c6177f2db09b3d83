/* A uniform sample from streams of unknown length: each position gets a random number computed from
 * the seed, its game and its ply. Each band keeps the positions with the lowest numbers, in a heap
 * with the highest of them at the root. */
#include "src/lab/human/check_sample.h"

#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/pgn/pgn.h"
#include "src/lab/human/dataset.h"
#include "src/lab/match/loss.h"
#include "src/review/ledger.h"
#include "src/util/lines.h"
#include "src/util/random.h"

static const double blunder_chance = 0.15; /* a move that lowers the winning chance (0 .. 1) by at
                                              least this much is a blunder */

int check_band_middle(const struct check_bands *bands, int band)
{
    return bands->low + band * bands->width + bands->width / 2;
}

int check_band_of(const struct check_bands *bands, int rating)
{
    int above = rating - bands->low;
    return above < 0 || above >= bands->width * bands->count ? -1 : above / bands->width;
}

/* A heap */

static void position_clear(struct check_position *position)
{
    free(position->moves);
    position->moves = NULL;
}

static void swap(struct check_position *a, struct check_position *b)
{
    struct check_position held = *a;
    *a = *b;
    *b = held;
}

static void rise(struct check_position *heap, int at)
{
    for (int above; at > 0 && heap[above = (at - 1) / 2].order < heap[at].order; at = above)
        swap(&heap[above], &heap[at]);
}

static void sink(struct check_position *heap, int count)
{
    for (int at = 0, below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && heap[below + 1].order > heap[below].order)
            below++;
        if (heap[below].order <= heap[at].order)
            return;
        swap(&heap[below], &heap[at]);
    }
}

static bool wants(const struct check_stratum *stratum, int most, uint64_t order)
{
    return stratum->count < most || order < stratum->positions[0].order;
}

/* Adds a position to the stratum, in place of the one with the highest number if the stratum is
 * full. Takes ownership of the position. Call it only if wants() is true. */
static void put(struct check_stratum *stratum, int most, const struct check_position *position)
{
    if (stratum->count < most) {
        stratum->positions[stratum->count] = *position;
        rise(stratum->positions, stratum->count++);
        return;
    }
    position_clear(&stratum->positions[0]);
    stratum->positions[0] = *position;
    sink(stratum->positions, stratum->count);
}

static int by_order(const void *a, const void *b)
{
    const struct check_position *one = a, *other = b;
    return one->order < other->order ? -1 : one->order > other->order;
}

/* The sample */

bool check_sample_init(struct check_sample *sample, const struct check_bands *bands, int most,
                       uint64_t seed, struct error *error)
{
    *sample = (struct check_sample){.bands = *bands,
                                    .most = most,
                                    .seed = seed,
                                    .first_ply = HUMAN_BOOK_PLIES + 1,
                                    .last_ply = CHECK_PLIES_MAX};
    for (int band = 0; band < bands->count; band++) {
        struct check_stratum *stratum = &sample->strata[band];
        stratum->positions = calloc((size_t)most, sizeof *stratum->positions);
        if (!stratum->positions) {
            check_sample_clear(sample);
            return error_set(error, "out of memory");
        }
    }
    return true;
}

void check_sample_clear(struct check_sample *sample)
{
    for (int band = 0; band < CHECK_BANDS_MAX; band++) {
        struct check_stratum *stratum = &sample->strata[band];
        for (int i = 0; stratum->positions && i < stratum->count; i++)
            position_clear(&stratum->positions[i]);
        free(stratum->positions);
        *stratum = (struct check_stratum){0};
    }
}

const struct check_stratum *check_sample_stratum(const struct check_sample *sample, int band)
{
    return &sample->strata[sample->bare ? 0 : band];
}

void check_sample_sort(struct check_sample *sample)
{
    for (int band = 0; band < sample->bands.count; band++) {
        struct check_stratum *stratum = &sample->strata[band];
        qsort(stratum->positions, (size_t)stratum->count, sizeof *stratum->positions, by_order);
    }
}

static uint64_t draw(const struct check_sample *sample, uint64_t number, int ply)
{
    return random_mix(random_at(sample->seed, number) + (uint64_t)ply);
}

static uint64_t number_of(const struct check_sample *sample, const struct game *game)
{
    uint64_t hash = HASH_BEGIN;
    if (!sample->by_moves)
        return (uint64_t)sample->games;
    for (const struct game_node *node = game->root->child; node; node = node->child)
        hash = hash_bytes(hash, &node->move, sizeof node->move);
    return hash;
}

/* Games */

/* Returns the number of the stratum (set of sampled positions) for a colour's moves; -1: skip
 * them. */
static int stratum_of(const struct check_sample *sample, const struct game *game, int color)
{
    if (sample->stratum_of)
        return sample->stratum_of(sample->context, game, color);
    return check_band_of(&sample->bands, human_game_rating(game, color));
}

/* The mover's time left before a move: its clock after its previous move; -1 (unknown) at its first
 * move. */
static int64_t clock_before(const struct game_node *node)
{
    const struct game_node *own = node->parent->parent;
    return own ? own->clock : -1;
}

static bool read_worth(const struct game_node *node, int *worth)
{
    struct ledger_score score = {.score = SCORE_NONE};
    if (node->comment)
        ledger_read_eval(node, node->comment, &score);
    *worth = loss_cut(score.score);
    return score.score != SCORE_NONE;
}

int check_lost(const struct game_node *node, bool *blunder)
{
    int before, after, sign = node->parent->position.side == WHITE ? 1 : -1;
    *blunder = false;
    if (!read_worth(node->parent, &before) || !read_worth(node, &after) ||
        sign * before <= -LOSS_MAX)
        return -1;
    *blunder = winning_chance(sign * before) - winning_chance(sign * after) >= blunder_chance;
    int lost = sign * (before - after);
    return lost < 0 ? 0 : lost > LOSS_MAX ? LOSS_MAX : lost;
}

/* Adds the position before `node`'s move to the stratum; `order` is its random number. Returns
 * false when out of memory. */
static bool take(struct check_sample *sample, struct check_stratum *stratum,
                 const struct game_node *node, const struct game *game, uint64_t order)
{
    int color = node->parent->position.side;
    bool ignored;
    struct check_position position = {.start = game->root->position,
                                      .game = sample->games,
                                      .rating = human_game_rating(game, color),
                                      .ply = node->ply - 1,
                                      .position = node->parent->position,
                                      .played = node->move,
                                      .clock = clock_before(node),
                                      .lost = check_lost(node, &ignored),
                                      .order = order};
    position.moves = calloc((size_t)node->ply, sizeof *position.moves);
    if (!position.moves)
        return false;
    game_moves_to(node->parent, position.moves, position.ply);
    put(stratum, sample->most, &position);
    return true;
}

static bool take_game(struct check_sample *sample, const struct game *game)
{
    int bands[COLOR_COUNT] = {stratum_of(sample, game, WHITE), stratum_of(sample, game, BLACK)};
    if ((bands[WHITE] < 0 && bands[BLACK] < 0) || 
        (!sample->all && human_game_part(game) != HUMAN_FOR_CHECKS))
        return true;
    sample->used++;
    uint64_t number = number_of(sample, game);
    for (const struct game_node *node = game->root->child; node; node = node->child) {
        int band = bands[node->parent->position.side];
        uint64_t order = draw(sample, number, node->ply);
        if (band >= 0 && node->ply >= sample->first_ply && node->ply <= sample->last_ply &&
            wants(&sample->strata[band], sample->most, order) &&
            !take(sample, &sample->strata[band], node, game, order))
            return false;
    }
    return true;
}

bool check_sample_games(struct check_sample *sample, FILE *pgn, const char *name,
                        bool (*progress)(void *context, int games), void *context,
                        struct error *error)
{
    struct pgn_reader *reader = pgn_reader_create(pgn, name);
    struct error problem;
    bool good = reader != NULL, going = true, ended = false;
    while (good && going) {
        struct game *game = NULL;
        enum pgn_status status = pgn_read(reader, &game, &problem);
        ended = status == PGN_END;
        going = !ended;
        sample->games += status == PGN_GAME;
        if (status == PGN_BAD && sample->bad++ == 0)
            sample->problem = problem;
        if (status == PGN_GAME)
            good = take_game(sample, game);
        game_destroy(game);
        if (going && progress && !progress(context, sample->games))
            going = false;
    }
    if (!good)
        error_set(error, "out of memory");
    good = good && (!ended || pgn_reader_ended_well(reader, error));
    pgn_reader_destroy(reader);
    return good;
}

/* Bare positions */

/* Reads a line of EPD or FEN; ignores what follows the position. */
static bool take_line(struct check_sample *sample, char *line, int number, struct error *error)
{
    struct check_position position = {
        .played = NO_MOVE, .clock = -1, .lost = -1, .order = draw(sample, (uint64_t)number, 0)};
    char *at = line;
    for (int field = 0; field < 4; field++) {
        at += strspn(at, " \t");
        at += strcspn(at, " \t\r\n");
    }
    *at = '\0';
    if (!chess_from_fen(&position.position, line, error))
        return false;
    Move moves[CHESS_MOVES_MAX];
    position.start = position.position;
    sample->games++;
    if (chess_moves(&position.position, moves) > 0 &&
        wants(&sample->strata[0], sample->most, position.order))
        put(&sample->strata[0], sample->most, &position);
    return true;
}

bool check_sample_positions(struct check_sample *sample, FILE *file, const char *name,
                            struct error *error)
{
    struct lines lines = {.file = file};
    char *text;
    bool good = true;
    sample->bare = true;
    while (good && (text = lines_next(&lines, error))) {
        good = take_line(sample, text, lines.number, error);
        if (!good)
            error->line = lines.number;
    }
    if (!good || lines.failed)
        snprintf(error->file, sizeof error->file, "%s", name);
    lines_free(&lines);
    return good && !lines.failed;
}
