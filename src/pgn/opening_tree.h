/* The opening tree of one position: which moves games went on with there, how often, how those
 * games ended and how strong the players were. Filled game by game, whatever the games
 * come from. */
#pragma once

#include "src/pgn/query.h"

struct tree_row {
    Move move;                  /* NO_MOVE: the games that end here */
    int games;                  /* those without a result among them */
    struct pgn_results results;
    int rated;                  /* games whose mover's rating is known */
    int64_t ratings;            /* their sum */
    int met;                    /* games with a result against a rated player */
    int64_t opponents;          /* the sum of those ratings */
    double points;              /* the mover's, in these games */
    double loss;                /* what the move gave away, in centipawns, summed over */
    int judged;                 /* so many games that were looked at */
    int weight;                 /* in an opening book; see tree_add_book */
};

struct tree {
    struct tree_row rows[CHESS_MOVES_MAX + 1]; /* see tree_sort */
    int count;
    struct tree_row all;        /* move unused */
};

struct tree_game {
    Move move;
    enum result result;
    int elo[COLOR_COUNT];       /* 0: unknown */
    double loss;                /* centipawns; below 0: unknown */
};
/* side: who is to move in the position. */
void tree_add(struct tree *tree, int side, const struct tree_game *game);
/* A move of a book, by its weight (0: not to be played, and left out): a row of its own where no
 * game has it. */
void tree_add_book(struct tree *tree, Move move, int weight);
/* Most played first, then the heaviest of the book; the games that end here last. */
void tree_sort(struct tree *tree);

/* Of the games that the query finds, not sorted; tree is emptied first. wanted (may be NULL) is
 * asked now and then; false ends the work, and tree_of_games returns false. */
MUST_USE bool tree_of_games(struct tree *tree, const struct pgn_query *query,
                            const struct pgn_index *index, struct pgn_positions *positions,
                            const struct position *position, bool (*wanted)(void *context),
                            void *context);

int tree_mean_rating(const struct tree_row *row);          /* of those who played it; 0: unknown */
/* The rating of which the points scored with it would be expected, at most 800 from the opponents',
 * as FIDE has it for all or nothing; 0: unknown. */
int tree_performance(const struct tree_row *row);
double tree_mean_loss(const struct tree_row *row);         /* centipawns; below 0: unknown */

/* White's wins, draws and Black's wins in whole per cent that add up to 100; false when no game was
 * ended. */
MUST_USE bool tree_shares(const struct pgn_results *results, int percent[3]);
/* The same as so many cells, for a bar. */
MUST_USE bool tree_cells(const struct pgn_results *results, int width, int cells[3]);
