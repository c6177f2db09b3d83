/* Prints the opening tree of a position as a text table or JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/book.h"
#include "engine/engine.h"
#include "src/cli/player/analyze_games.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/pgn/opening_tree.h"
#include "src/util/json.h"
#include "src/util/text.h"

static bool go_on(void *context)
{
    (void)context;
    return !interrupt_came();
}

static void print_number(int number)
{
    if (number > 0)
        printf(" %7d", number);
    else
        printf(" %7s", "-");
}

static void print_row(const struct tree *tree, const struct position *position,
                      const struct tree_row *row)
{
    char san[CHESS_SAN_MAX] = "(ends)", games[32];
    int percent[3];
    if (row == &tree->all)
        snprintf(san, sizeof san, "all");
    else if (row->move != NO_MOVE)
        chess_to_san(position, row->move, san);
    text_thousands((uint64_t)row->games, games, sizeof games);
    printf("%-8s %11s", san, games);
    printf(" %6.1f%%", tree->all.games > 0 ? 100.0 * row->games / tree->all.games : 0);
    if (tree_shares(&row->results, percent))
        printf(" %6d%% %6d%% %6d%%", percent[0], percent[1], percent[2]);
    else
        printf(" %7s %7s %7s", "-", "-", "-");
    print_number(tree_mean_rating(row));
    print_number(tree_performance(row));
    if (tree->all.weight > 0)
        printf(" %6.1f%%", 100.0 * row->weight / tree->all.weight);
    putchar('\n');
}

static void print_table(const struct tree *tree, const struct position *position)
{
    printf("%-8s %11s %7s %7s %7s %7s %7s %7s%s\n", "move", "games", "share", "white", "drawn",
           "black", "rating", "perform", tree->all.weight > 0 ? "    book" : "");
    for (int i = 0; i < tree->count; i++)
        print_row(tree, position, &tree->rows[i]);
    print_row(tree, position, &tree->all);
}

static void write_json_row(struct json *json, const struct tree_row *row)
{
    JSON_INTS(json, {"games", row->games}, {"white", row->results.white},
              {"drawn", row->results.drawn}, {"black", row->results.black});
    if (row->rated > 0)
        json_int(json, "rating", tree_mean_rating(row));
    if (row->met > 0)
        json_int(json, "performance", tree_performance(row));
    if (row->weight > 0)
        json_int(json, "book", row->weight);
}

/* Prints {"fen": ..., "games": ..., "moves": [{"san": "e4", "uci": "e2e4", "games": ...}]}. A game
 * that ends in this position is not counted in any move. */
static void print_json(const struct tree *tree, const struct position *position)
{
    struct json json = json_begin(stdout);
    char fen[CHESS_FEN_MAX], san[CHESS_SAN_MAX], uci[CHESS_UCI_MAX];
    chess_to_fen(position, fen);
    json_object(&json, NULL);
    json_string(&json, "fen", fen);
    write_json_row(&json, &tree->all);
    json_array(&json, "moves");
    json_lines(&json);
    for (int i = 0; i < tree->count && tree->rows[i].move != NO_MOVE; i++) {
        chess_to_san(position, tree->rows[i].move, san);
        chess_to_uci(position, tree->rows[i].move, uci);
        json_object(&json, NULL);
        json_string(&json, "san", san);
        json_string(&json, "uci", uci);
        write_json_row(&json, &tree->rows[i]);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

static bool add_book(struct tree *tree, const struct position *position, const char *path)
{
    struct book_line lines[CHESS_MOVES_MAX];
    struct error error;
    struct book *book = book_open(path, &error);
    if (!book)
        return text_error(&error);
    int count = book_lines(book, position, lines);
    for (int i = 0; i < count; i++)
        tree_add_book(tree, lines[i].move, lines[i].weight);
    book_close(book);
    return true;
}

int analyze_tree(const struct pgn_index *index, const char *query, const struct position *position,
                 const char *book, bool json)
{
    struct pgn_query parsed;
    if (!analyze_query(&parsed, query))
        return EXIT_USAGE;
    struct pgn_positions *positions = analyze_positions(index);
    struct tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        (void)command_no_memory();
    bool good = positions && tree &&
                tree_of_games(tree, &parsed, index, positions, position, go_on, NULL) &&
                (!book || add_book(tree, position, book));
    if (good)
        tree_sort(tree);
    if (good && json)
        print_json(tree, position);
    else if (good)
        print_table(tree, position);
    free(tree);
    pgn_positions_close(positions);
    return good ? EXIT_OK : EXIT_USAGE;
}
