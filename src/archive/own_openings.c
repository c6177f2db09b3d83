/* One pass over the games. A slip is a move that lost half a pawn or more. Slips are
 * identified by position and move, so that transpositions count as the same slip. */
#include "src/archive/own_openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/array.h"

enum { SLIP_MIN = 50 /* centipawns */ };

struct slip {
    int row;
    uint64_t key;
    Move move;
    struct own_slip said;
};

struct work {
    const struct openings *openings;
    struct own_openings *own;
    int row_capacity;
    struct slip *slips;
    int slip_count, slip_capacity;
    bool no_memory;
};

int own_opening_games(const struct own_opening *opening)
{
    return opening->won + opening->drawn + opening->lost;
}

double own_opening_points(const struct own_opening *opening)
{
    return opening->won + 0.5 * opening->drawn;
}

/* Writes the name of the last position in the game that has an opening name, without the variation,
 * which is the part after a colon. */
static void name_of(const struct work *work, const struct stored_game *game, char name[64])
{
    struct position position = game->start, usual;
    const char *eco, *found;
    chess_start(&usual);
    snprintf(name, 64, "%s",
             position.key == usual.key ? "unnamed opening" : "other start positions");
    if (position.key != usual.key)
        return;
    for (int i = 0; i < game->move_count; i++) {
        chess_play(&position, game->moves[i]);
        if (opening_at_position(work->openings, &position, &eco, &found))
            snprintf(name, 64, "%.*s", (int)(strcspn(found, ":") < 63 ? strcspn(found, ":") : 63),
                     found);
    }
}

static struct own_opening *row_for(struct work *work, int color, const char *name)
{
    struct own_openings *own = work->own;
    for (int i = 0; i < own->count; i++) {
        if (own->rows[i].color == color && strcmp(own->rows[i].name, name) == 0)
            return &own->rows[i];
    }
    if (!ARRAY_RESERVE(own->rows, own->count, &work->row_capacity))
        return NULL;
    own->rows[own->count] = (struct own_opening){.color = color};
    snprintf(own->rows[own->count].name, sizeof own->rows->name, "%s", name);
    return &own->rows[own->count++];
}

static bool add_slip(struct work *work, int row, const struct position *position, Move move,
                     int lost)
{
    int at = 0;
    while (at < work->slip_count &&
           (work->slips[at].row != row || work->slips[at].key != position->key ||
            work->slips[at].move != move))
        at++;
    if (at == work->slip_count) {
        if (!ARRAY_RESERVE(work->slips, at, &work->slip_capacity))
            return false;
        work->slips[work->slip_count++] =
            (struct slip){.row = row, .key = position->key, .move = move};
        text_move(position, move, work->slips[at].said.move, sizeof work->slips->said.move);
    }
    work->slips[at].said.times++;
    work->slips[at].said.lost += lost;
    return true;
}

/* Adds the losses of your moves in the opening, as far as they have scores. */
static bool add_moves(struct work *work, const struct stored_game *game, struct own_opening *row)
{
    struct position position = game->start;
    int yours = 0;
    for (int i = 0; i < game->move_count && yours < OWN_OPENING_MOVES; i++) {
        Score before = ledger_score_at(&game->ledger, i);
        Score after = ledger_score_at(&game->ledger, i + 1);
        if (position.side == game->you) {
            yours++;
            if (before != SCORE_NONE && after != SCORE_NONE) {
                int lost = (score_cut(before) - score_cut(after)) * (game->you == WHITE ? 1 : -1);
                row->moves++;
                row->loss += lost > 0 ? lost : 0;
                if (lost >= SLIP_MIN && !add_slip(work, (int)(row - work->own->rows), &position,
                                                  game->moves[i], lost))
                    return false;
            }
        }
        chess_play(&position, game->moves[i]);
    }
    return true;
}

static bool add_game(void *context, const struct stored_game *game)
{
    struct work *work = context;
    char name[64];
    name_of(work, game, name);
    struct own_opening *row = row_for(work, game->you, name);
    if (row) {
        int half_points = result_points(game->result, game->you);
        row->won += half_points == 2;
        row->drawn += half_points == 1;
        row->lost += half_points == 0;
    }
    work->no_memory = !row || !add_moves(work, game, row);
    return !work->no_memory;
}

static int by_points_lost(const void *a, const void *b)
{
    const struct own_opening *left = a, *right = b;
    double left_lost = own_opening_games(left) - own_opening_points(left);
    double right_lost = own_opening_games(right) - own_opening_points(right);
    return left->color != right->color ? left->color - right->color
           : left_lost != right_lost   ? (left_lost < right_lost) - (left_lost > right_lost)
                                       : strcmp(left->name, right->name);
}

bool own_openings_gather(struct finished_games *games, const struct openings *openings,
                         struct own_openings *own, struct error *error)
{
    struct work work = {.openings = openings, .own = own};
    memset(own, 0, sizeof *own);
    bool good = finished_games_each(games, add_game, &work, error);
    if (good && work.no_memory)
        good = error_set(error, "out of memory");
    for (int i = 0; good && i < work.slip_count; i++) {
        struct own_slip *most = &own->rows[work.slips[i].row].slip;
        if (work.slips[i].said.lost > most->lost)
            *most = work.slips[i].said;
    }
    free(work.slips);
    if (good && own->count > 0)
        qsort(own->rows, (size_t)own->count, sizeof *own->rows, by_points_lost);
    if (!good)
        own_openings_clear(own);
    return good;
}

void own_openings_clear(struct own_openings *own)
{
    free(own->rows);
    memset(own, 0, sizeof *own);
}
