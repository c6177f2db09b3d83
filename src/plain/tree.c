/* The opening tree in words: the games of the file, or your own games, and the opening book. */
#include "src/plain/tree.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/plain/say.h"
#include "src/util/text.h"

enum { MOVES_MAX = 12, READ_WITHIN = 10000, STEP = 20 /* STEP and READ_WITHIN: ms */ };

/* Prints "e4, 45,213 games: White won 31 %, 47 % drawn, black won 22 %. Average rating 2698. The
 * book plays it in 45 %." In the tree of your own games, prints how much the move lost on average
 * instead of the rating. */
static void tell_row(const struct tree *tree, const struct position *position,
                     const struct tree_row *row)
{
    char san[CHESS_SAN_MAX] = "Ended here", games[32], came_to[80];
    int rating = tree_mean_rating(row);
    if (row->move != NO_MOVE)
        chess_to_san(position, row->move, san);
    text_thousands((uint64_t)row->games, games, sizeof games);
    pgn_results_text(&row->results, came_to, sizeof came_to);
    if (row->games > 0)
        say("%s, %s game%s: %s", san, games, text_plural(row->games), came_to);
    else
        say("%s, played in no game.", san);
    if (row->judged > 0)
        say(" Average loss %.2f pawns.", tree_mean_loss(row) / 100);
    else if (rating > 0)
        say(" Average rating %d.", rating);
    if (row->weight > 0)
        say(" The book plays it in %.0f %%.", 100.0 * row->weight / tree->all.weight);
    say("\n");
}

/* Counts the moves of your own games into *tree. Returns false if there is no store or it cannot be
 * read. */
static bool count_own(struct session *session, struct tree *tree)
{
    int64_t until = text_now() + READ_WITHIN;
    enum own_tree own;
    while ((own = session_own_tree(session, tree)) == OWN_TREE_READING && text_now() < until) {
        session_settle(session, READ_WITHIN);
        text_nap(STEP);
    }
    return own == OWN_TREE_COUNTED;
}

void tree_tell(struct session *session, struct plain_games *games)
{
    struct session_view view;
    struct tree *tree = calloc(1, sizeof *tree);
    char number[32];
    int others = 0;
    session_view(session, &view);
    const struct position *position = &view.shown->position;
    if (!tree) {
        say("out of memory\n");
    } else if (!games || plain_games_tree(games, position, tree)) {
        bool own = !games && count_own(session, tree);
        for (int i = 0; i < view.book_count; i++)
            tree_add_book(tree, view.book[i].move, view.book[i].weight);
        tree_sort(tree);
        text_thousands((uint64_t)tree->all.games, number, sizeof number);
        if (games || own)
            say("%s game%s%s reached this position.\n", number, text_plural(tree->all.games),
                own ? " of yours" : "");
        else if (tree->count == 0)
            say("The opening book has no move here.\n");
        for (int i = 0; i < tree->count && i < MOVES_MAX; i++)
            tell_row(tree, position, &tree->rows[i]);
        for (int i = MOVES_MAX; i < tree->count; i++)
            others += tree->rows[i].games;
        if (others > 0)
            say("%d other move%s, %d game%s.\n", tree->count - MOVES_MAX,
                text_plural(tree->count - MOVES_MAX), others, text_plural(others));
    }
    free(tree);
}
