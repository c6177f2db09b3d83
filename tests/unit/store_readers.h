/* Reads everything from a database that the program reads when it starts, plays, trains, computes
 * statistics and exports; and creates a database with rows in every table. The includer defines
 * REQUIRE(condition). */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "src/archive/export.h"
#include "src/archive/history.h"
#include "src/archive/own_games.h"
#include "src/store/deck.h"
#include "src/store/puzzles.h"
#include "src/store/rating.h"
#include "src/store/store.h"

/* Games 1 (reviewed), 2 and 3 (unfinished), two cards, a puzzle and other rows. */
static const char store_contents[] =
#define START "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'"
#define HANDICAP                                                                                   \
    "'elo=600 method=madchess nps=400 endgame=25 rules=castling+shuffle discount=33 move_error=100'" \
    " || ' blunder_error=250 blunder_chance=135 mobility=50 seed=7'"
    "INSERT INTO games (id, began, start, chess960, you, handicap, control, finished, result,"
    " ending) VALUES"
    " (1, 1, " START ", 0, 0, " HANDICAP ", '5+3', 1, '0-1', 'you resigned'),"
    " (2, 1, " START ", 0, 1, " HANDICAP ", 'none', 1, '1-0', 'checkmate'),"
    " (3, 1, " START ", 0, 1, " HANDICAP ", 'none', 0, '*', '');"
    "UPDATE games SET odds = 'pawn,time', drill = 'mobility', unrated = 'why' WHERE id = 1;"
    "INSERT INTO moves (game, ply, move, clock, elapsed) VALUES (1, 1, 1804, 1000, 6),"
    " (1, 2, 2356, 900, 44), (2, 1, 1804, -1, 27), (2, 2, 2356, -1, 5), (2, 3, 1350, -1, 7),"
    " (3, 1, 1804, -1, 27), (3, 2, 2356, -1, 5), (3, 3, 1350, -1, 7);"
    "INSERT INTO decisions (game, ply, handicap, decision) VALUES"
    " (1, 2, '', 'best=e7e5 method=madchess scores=0/0 range=100 die=707/135 flags= cost=0"
    " random=67918 candidates=e7e5:0:in'),"
    " (3, 3, '', 'best=g1f3 method=human scores=50/9 range=100 die=7/135"
    " flags=blunder,deliberate cost=41 random=1"
    " candidates=g1f3:9:in:c500:xb8c6.2:lcapture');"
    "INSERT INTO scores (game, ply, score, depth, nodes, line) VALUES"
    " (1, 0, 20, 12, 3000, 'e2e4 e7e5'), (1, 1, 25, 12, 3000, 'e7e5'),"
    " (1, 2, 300, 12, 3000, 'g1f3'), (3, 2, 31990, 9, 1, 'd2d4');"
    "INSERT INTO reviews (game, accuracy, opponent_accuracy, loss, opponent_loss, moves,"
    " inaccuracies, mistakes, blunders) VALUES (1, 91.5, 80.25, 20, 40, 30, 2, 1, 0);"
    "INSERT INTO gifts (game, ply, motif, phase, worth, kept, answered, taken) VALUES"
    " (1, 2, 3, 1, 0.4, 0.1, 1, 0);"
    "INSERT INTO drills (game, moments, felt, gained) VALUES (1, 3, 2, 140);"
    "INSERT INTO rated (game, at, opponent, score, rating, deviation, volatility) VALUES"
    " (1, 1999990000, 600, 0, 1490, 340, 0.06), (2, 1999990001, 600, 1, 1500, 330, 0.06);"
    "INSERT INTO deck (id, kind, position, chess960, solution, score, played, motif, why, game,"
    " ply, added, due) VALUES"
    " (1, 'gift', '7k/8/8/8/8/8/Q7/K7 w - -', 0, 'a2a8', 900, 1032, 1, 'why', 1, 2, 1, 1),"
    " (2, 'puzzle', '7k/8/8/8/8/8/R7/K7 w - -', 0, 'a2h2', 500, 0, 2, 'x', NULL, 0, 1, 1);"
    "INSERT INTO answers (id, card, at, grade) VALUES (1, 1, 1999990000, 3),"
    " (2, 2, 1999900000, 1);"
    "INSERT INTO puzzles (id, position, moves, rating, deviation, volatility, themes) VALUES"
    " ('06fWI', '8/8/p5K1/1p6/1k5P/8/8/8 b - - 1 57', 'a6a5 h4h5', 1400, 104, 0.06,"
    " 'endgame short'),"
    " ('06fWJ', '8/8/p5K1/1p6/1k5P/8/8/8 b - - 1 57', 'a6a5 h4h5', 1450, 104, 0.06, 'endgame');"
    "INSERT INTO attempts (id, puzzle, at, solved, rating, deviation, volatility) VALUES"
    " (1, '06fWx', 1999990000, 1, 1510, 300, 0.06), (2, '06fWy', 1999990000, 1, 1520, 300, 0.06);"
    "INSERT INTO imports (source, line) VALUES ('/a', 5);";

static inline bool reader_review(void *context, const struct stored_review *review)
{
    (void)context;
    REQUIRE(review->gift_count >= 0 && review->gift_count <= REVIEW_GIFTS_MAX);
    return true;
}

static inline void reader_theme(void *context, const char *theme, int64_t puzzles)
{
    (void)context;
    (void)puzzles;
    REQUIRE(theme);
}

/* The parts of a game that was read are consistent, whatever damage the file has. */
static inline bool reader_game(void *context, const struct stored_game *game)
{
    struct position position = game->start;
    struct game_node *live;
    REQUIRE(game->move_count >= 0 && (game->you == WHITE || game->you == BLACK));
    for (int i = 0; i < game->move_count; i++) {
        const struct ledger_entry *entry = ledger_at(&game->ledger, i + 1);
        char words[256];
        REQUIRE(chess_is_legal(&position, game->moves[i]));
        if (entry && entry->decision) {
            ledger_decision_words(&position, entry->decision, words, sizeof words);
            decision_reason(&position, entry->decision, words, sizeof words);
        }
        chess_play(&position, game->moves[i]);
    }
    struct game *tree = stored_game_rebuild(game, &live);
    REQUIRE(tree && live->ply == game->move_count);
    game_destroy(tree);
    ++*(int *)context;
    return true;
}

static inline void read_single(bool found, struct stored_game *game)
{
    int count = 0;
    if (found)
        (void)reader_game(&count, game);
    if (found)
        stored_game_clear(game);
}

/* Each answer changes a due date, so the cards come last. */
static inline void read_cards_and_answer(struct store *store)
{
    static struct card cards[8];
    struct error error = {.message = ""};
    int count, due;
    int64_t next;
    if (!store_due(store, 2000000000, cards, 8, &count, &due, &error))
        return;
    for (int i = 0; i < count; i++) {
        const struct card *card = &cards[i];
        REQUIRE(card->played == NO_MOVE || chess_is_legal(&card->position, card->played));
        REQUIRE(card->solution.length == 0 ||
                chess_is_legal(&card->position, card->solution.line[0]));
        (void)!store_answer(store, &card->position, (enum grade)(1 + i % 4), 2000000000, 0.9, &next,
                            &error);
    }
    (void)!store_next_due(store, &next, &error);
}

static inline void read_training(struct store *store)
{
    struct error error = {.message = ""};
    struct trained trained;
    struct history_week weeks[HISTORY_WEEKS];
    struct rating rating;
    struct puzzle puzzle;
    struct puzzle_choice choice = {.from = 1000, .to = 2000};
    int count, due;
    int64_t number;
    bool found;
    (void)!store_each_review(store, 10, reader_review, NULL, &error);
    (void)!store_deck_size(store, 2000000000, &count, &due, &error);
    (void)!store_trained(store, 2000000000, &trained, &error);
    (void)!store_history(store, 2000000000, weeks, &error);
    (void)!store_rating(store, &rating, &count, &error);
    (void)!store_puzzle_count(store, &number, &error);
    (void)!store_player(store, &rating, &count, &error);
    if (store_pick_puzzle(store, &choice, 1, &puzzle, &found, &error) && found)
        (void)!store_attempt(store, &puzzle, PUZZLE_SOLVED, 2000000000, &rating, &error);
    (void)!store_each_theme(store, reader_theme, NULL, &error);
    read_cards_and_answer(store);
}

static inline void read_exports(struct store *store)
{
    static const char *const tables[] = {"games", "moves", "deck", "puzzles", "rated", "attempts"};
    struct error error = {.message = ""};
    struct exported exported = {0};
    FILE *out = fopen("/dev/null", "w");
    REQUIRE(out);
    (void)!export_json(store, out, &exported, &error);
    (void)!export_epd(store, out, &exported, &error);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        (void)!export_csv(store, out, tables[i], &exported, &error);
    fclose(out);
}

/* Returns the number of games that could be read. */
static inline int read_everything(struct store *store)
{
    static struct stored_game game;
    struct stored_choice last;
    struct error error = {.message = ""};
    int count = 0, damaged = 0;
    (void)!store_each_game(store, reader_game, &count, &damaged, &error);
    REQUIRE(damaged >= 0);
    read_single(store_unfinished_before(store, INT64_MAX, &game, &error), &game);
    read_single(store_unreviewed(store, &game, &error), &game);
    read_single(store_game_before(store, INT64_MAX, &game, &error), &game);
    (void)!store_last_choice(store, &last);
    struct own_games *own = own_games_load(store, &error);
    own_games_free(own);
    read_exports(store);
    read_training(store);
    return count;
}
