/* The opening tree of one position: the moves played there, how often, the results and the players'
 * ratings. Games are added one by one, from any source. */
#pragma once

#include "src/pgn/query.h"

struct tree_row {
    Move move;                  /* the move played; NO_MOVE stands for games that end in this
                                   position */
    int games;                  /* number of games with the move, including those without a
                                   result */
    struct pgn_results results;
    int rated;                  /* games in which the player of the move has a known rating */
    int64_t ratings;            /* sum of the known ratings */
    int met;                    /* games with a result against a rated opponent */
    int64_t opponents;          /* sum of the opponents' ratings */
    double points;              /* points of the player of the move, in games against rated
                                 * opponents */
    double loss;                /* centipawns that the move lost, summed over the judged games */
    int judged;                 /* games in which the loss is known */
    int weight;                 /* weight of the move in an opening book; see tree_add_book */
};

struct tree {
    struct tree_row rows[CHESS_MOVES_MAX + 1]; /* in the order of tree_sort */
    int count;
    struct tree_row all;        /* totals; move is unused */
};

struct tree_game {
    Move move;
    enum result result;
    int elo[COLOR_COUNT];       /* 0: unknown */
    double loss;                /* centipawns; negative: unknown */
};
/* Adds a game. `side`: the side to move in the position. */
void tree_add(struct tree *tree, int side, const struct tree_game *game);
/* Adds a book move with its weight, in a new row if no game has it. Moves of weight 0 are
 * ignored. */
void tree_add_book(struct tree *tree, Move move, int weight);
/* Sorts the rows by number of games, then by book weight. The row of games that end in the position
 * comes last. */
void tree_sort(struct tree *tree);

/* Replaces the contents of `tree` by the unsorted tree of the games that match the query. `wanted`,
 * which may be NULL, is called from time to time; if it returns false, tree_of_games stops and
 * returns false. */
MUST_USE bool tree_of_games(struct tree *tree, const struct pgn_query *query,
                            const struct pgn_index *index, struct pgn_positions *positions,
                            const struct position *position, bool (*wanted)(void *context),
                            void *context);

int tree_mean_rating(const struct tree_row *row);          /* mean rating of the players of the
                                                              move; 0: unknown */
/* The performance rating of the players of the move; 0: unknown. It differs from the opponents'
 * mean rating by at most 800 points, the difference that FIDE uses for perfect scores. */
int tree_performance(const struct tree_row *row);
double tree_mean_loss(const struct tree_row *row);         /* centipawns; negative: unknown */

/* White's wins, draws and Black's wins as whole numbers of percent that add up to 100. Returns
 * false if no game has a result. */
MUST_USE bool tree_shares(const struct pgn_results *results, int percent[3]);
/* The same shares as tree_shares, as numbers of cells of a bar that is `width` cells wide. */
MUST_USE bool tree_cells(const struct pgn_results *results, int width, int cells[3]);
