/* One row for each move. A game counts once, by the move played when it first reached the position,
 * so that the rows add up to the number of games. */
#include "src/pgn/opening_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PERFORMANCE_MAX = 800, ASK_EVERY = 1024 /* games between two calls of `wanted` */ };

static void add_to(struct tree_row *row, int side, const struct tree_game *game)
{
    int elo = game->elo[side], opponent = game->elo[!side];
    row->games++;
    row->results.white += game->result == RESULT_WHITE;
    row->results.drawn += game->result == RESULT_DRAW;
    row->results.black += game->result == RESULT_BLACK;
    if (elo) {
        row->rated++;
        row->ratings += elo;
    }
    if (opponent && game->result != RESULT_NONE) {
        row->met++;
        row->opponents += opponent;
        row->points += result_points(game->result, side) / 2.0;
    }
    if (game->loss >= 0) {
        row->loss += game->loss;
        row->judged++;
    }
}

/* The row of a move, added if missing. */
static struct tree_row *row_of(struct tree *tree, Move move)
{
    int row = 0;
    while (row < tree->count && tree->rows[row].move != move)
        row++;
    if (row == tree->count) /* `rows` has room for every legal move */
        tree->rows[tree->count++] = (struct tree_row){.move = move};
    return &tree->rows[row];
}

void tree_add(struct tree *tree, int side, const struct tree_game *game)
{
    add_to(row_of(tree, game->move), side, game);
    add_to(&tree->all, side, game);
}

void tree_add_book(struct tree *tree, Move move, int weight)
{
    if (weight > 0) {
        row_of(tree, move)->weight = weight;
        tree->all.weight += weight;
    }
}

static int by_games(const void *a, const void *b)
{
    const struct tree_row *left = a, *right = b;
    bool left_ends = left->move == NO_MOVE, right_ends = right->move == NO_MOVE;
    return left_ends != right_ends         ? left_ends - right_ends
           : left->games != right->games   ? right->games - left->games
           : left->weight != right->weight ? right->weight - left->weight
                                           : left->move - right->move;
}

void tree_sort(struct tree *tree)
{
    qsort(tree->rows, (size_t)tree->count, sizeof *tree->rows, by_games);
}

bool tree_of_games(struct tree *tree, const struct pgn_query *query,
                   const struct pgn_index *index, struct pgn_positions *positions,
                   const struct position *position, bool (*wanted)(void *context), void *context)
{
    int count = pgn_index_count(index);
    memset(tree, 0, sizeof *tree);
    for (int i = 0; i < count; i++) {
        const struct pgn_entry *entry = pgn_index_entry(index, i);
        struct tree_game game = {.result = (enum result)entry->result, .loss = -1,
                                 .elo = {entry->white_elo, entry->black_elo}};
        if (wanted && i % ASK_EVERY == 0 && !wanted(context))
            return false;
        if (pgn_query_matches(query, index, entry) &&
            pgn_positions_ply(positions, i, position, &game.move) >= 0)
            tree_add(tree, position->side, &game);
    }
    return true;
}

int tree_mean_rating(const struct tree_row *row)
{
    return row->rated > 0 ? (int)(row->ratings / row->rated) : 0;
}

int tree_performance(const struct tree_row *row)
{
    if (row->met == 0)
        return 0;
    double share = row->points / row->met, mean = (double)row->opponents / row->met;
    double difference = share <= 0   ? -PERFORMANCE_MAX
                        : share >= 1 ? PERFORMANCE_MAX
                                     : 400 * log10(share / (1 - share));
    difference = fmax(-PERFORMANCE_MAX, fmin(PERFORMANCE_MAX, difference));
    return (int)lround(mean + difference);
}

double tree_mean_loss(const struct tree_row *row)
{
    return row->judged > 0 ? row->loss / row->judged : -1;
}

bool tree_shares(const struct pgn_results *results, int percent[3])
{
    return tree_cells(results, 100, percent);
}

bool tree_cells(const struct pgn_results *results, int width, int cells[3])
{
    int64_t white = results->white, drawn = results->drawn, all = white + drawn + results->black;
    if (all == 0)
        return false;
    int to_white = (int)((white * width * 2 + all) / (2 * all));
    int to_drawn = (int)(((white + drawn) * width * 2 + all) / (2 * all));
    cells[0] = to_white;
    cells[1] = to_drawn - to_white;
    cells[2] = width - to_drawn;
    return true;
}
