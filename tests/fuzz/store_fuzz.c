/* A database that is no longer what we wrote: either any bytes at all (which begin as SQLite's
 * files do), or one of ours on which other statements were run. Everything that is read when the
 * program starts, when it trains and when it tells statistics is read. */
#include <sqlite3.h>

#include "src/store/store.h"
#include "src/store/deck.h"
#include "src/archive/history.h"
#include "src/store/puzzles.h"
#include "tests/fuzz/fuzz.h"

static bool take_review(void *context, const struct stored_review *review)
{
    (void)context;
    require(review->gift_count >= 0 && review->gift_count <= REVIEW_GIFTS_MAX);
    return true;
}

static void take_theme(void *context, const char *theme, int64_t puzzles)
{
    (void)context;
    (void)puzzles;
    require(theme);
}

static void check_game(struct stored_game *game)
{
    struct position position = game->start;
    require(game->move_count >= 0);
    for (int i = 0; i < game->move_count; i++) {
        const struct ledger_entry *entry = ledger_at(&game->ledger, i + 1);
        char words[256];
        require(chess_is_legal(&position, game->moves[i]));
        if (entry && entry->decision) {
            ledger_decision_words(&position, entry->decision, words, sizeof words);
            decision_reason(&position, entry->decision, words, sizeof words);
        }
        chess_play(&position, game->moves[i]);
    }
    stored_game_clear(game);
}

static void read_all(struct store *store)
{
    static struct stored_game game;
    static struct card cards[8];
    struct error error = {.message = ""};
    struct trained trained;
    struct history_week weeks[HISTORY_WEEKS];
    struct rating rating;
    struct puzzle puzzle;
    struct puzzle_choice choice = {.from = 1000, .to = 2000};
    int count, due, attempts;
    int64_t number;
    bool found;
    game = (struct stored_game){0};
    if (store_unfinished(store, &game, &error))
        check_game(&game);
    game = (struct stored_game){0};
    if (store_unreviewed(store, &game, &error))
        check_game(&game);
    (void)!store_each_review(store, 10, take_review, NULL, &error);
    (void)!store_deck_size(store, 2000000000, &count, &due, &error);
    if (store_due(store, 2000000000, cards, 8, &count, &due, &error))
        for (int i = 0; i < count; i++)
            (void)!store_answer(store, &cards[i].position, (enum grade)(1 + i % 4), 2000000000, 0.9,
                                &number, &error);
    (void)!store_next_due(store, &number, &error);
    (void)!store_trained(store, 2000000000, &trained, &error);
    (void)!store_history(store, 2000000000, weeks, &error);
    (void)!store_puzzle_count(store, &number, &error);
    (void)!store_player(store, &rating, &attempts, &error);
    if (store_pick_puzzle(store, &choice, 1, &puzzle, &found, &error) && found)
        (void)!store_attempt(store, &puzzle, true, 2000000000, &rating, &error);
    (void)!store_each_theme(store, take_theme, NULL, &error);
}

/* What there is before the statements run: two games, one reviewed, cards and puzzles. */
static const char contents[] =
#define START "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'"
    "INSERT INTO games (id, began, start, chess960, you, handicap, control, finished, result, "
    "ending) VALUES (1, 1, " START ", 0, 0, '1 600 400 100 250 135 25 0 31 1 0 0 0 0 0 0', "
    "'5+3', 1, '0-1', 'you resigned'), (2, 1, " START ", 0, 1, '0', 'none', 0, '*', '');"
    "INSERT INTO moves (game, ply, move, clock, elapsed) VALUES (1, 1, 1804, 1000, 6), (1, 2, "
    "2096, 900, 44), (2, 1, 1804, -1, 27), (2, 2, 2096, -1, 5), (2, 3, 1739, -1, 7);"
    "INSERT INTO decisions (game, ply, best, best_score, played_score, error_range, die, "
    "blunder_chance, blunder, deliberate, forced_win, cost, random, candidates) VALUES (1, 2, "
    "2608, 0, 0, 100, 707, 135, 0, 0, 0, 0, 67918, '2608 0 5 1 0 0' || char(10)), (2, 2, 2608, "
    "50, 9, 100, 7, 135, 1, 1, 0, 41, 1, '2096 9 5 1 0 0');"
    "INSERT INTO scores (game, ply, score, depth, nodes, line) VALUES (1, 0, 20, 12, 3000, 'e2e4 "
    "e7e5'), (2, 2, 31990, 9, 1, 'd2d4');"
    "INSERT INTO reviews (game, accuracy, opponent_accuracy, loss, opponent_loss, moves, "
    "inaccuracies, mistakes, blunders) VALUES (1, 91.5, 80.25, 20, 40, 30, 2, 1, 0);"
    "INSERT INTO gifts (game, ply, motif, phase, worth, kept, answered, taken) VALUES (1, 2, 3, "
    "1, 0.4, 0.1, 1, 0);"
    "INSERT INTO deck (id, kind, position, chess960, solution, score, played, motif, why, game, "
    "ply, added, due) VALUES (1, 'gift', '7k/8/8/8/8/8/Q7/K7 w - -', 0, 'a2a8', 900, 12, 1, "
    "'why', 1, 2, 1, 1), (2, 'puzzle', '7k/8/8/8/8/8/R7/K7 w - -', 0, 'a2h2', 500, 0, 2, 'x', "
    "NULL, 0, 1, 1);"
    "INSERT INTO answers (id, card, at, grade) VALUES (1, 1, 1999990000, 3), (2, 2, 1999900000, "
    "1);"
    "INSERT INTO puzzles (id, position, moves, rating, deviation, volatility, themes) VALUES "
    "('06fWI', '8/8/p5K1/1p6/1k5P/8/8/8 b - - 1 57', 'a6a5 h4h5', 1400, 104, 0.06, 'endgame "
    "short');"
    "INSERT INTO attempts (id, puzzle, at, solved, rating, deviation, volatility) VALUES (1, "
    "'06fWI', 1999990000, 1, 1510, 300, 0.06);";

static int permit(void *context, int action, const char *a, const char *b, const char *c,
                  const char *d)
{
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_UPDATE || action == SQLITE_INSERT || action == SQLITE_DELETE ||
                   action == SQLITE_READ || action == SQLITE_SELECT || action == SQLITE_FUNCTION
               ? SQLITE_OK
               : SQLITE_DENY;
}

static int enough(void *context)
{
    (void)context;
    return 1;
}

/* Our database with these statements run on it, whatever they are. */
static void write_ours(const char *file, const uint8_t *data, size_t size)
{
    static unsigned char *ours;
    static sqlite3_int64 length;
    struct error error = {.message = ""};
    sqlite3 *database = NULL;
    if (!ours) {
        struct store *store = store_open(file, &error);
        require(store);
        store_close(store);
        require(sqlite3_open(file, &database) == SQLITE_OK);
        require(sqlite3_exec(database, contents, NULL, NULL, NULL) == SQLITE_OK);
        ours = sqlite3_serialize(database, "main", &length, 0);
        require(ours);
        sqlite3_close(database);
    }
    char *text = fuzz_text(data, size);
    (void)fuzz_file(ours, (size_t)length);
    require(sqlite3_open(file, &database) == SQLITE_OK);
    sqlite3_exec(database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    sqlite3_set_authorizer(database, permit, NULL);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 16);
    sqlite3_progress_handler(database, 100000, enough, NULL);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        sqlite3_exec(database, line, NULL, NULL, NULL);
    }
    sqlite3_close(database);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const besides[] = {"-wal", "-shm", "-journal", "-playing",
                                          ".v1",  ".v2",  ".v3",      ".v4"};
    struct error error = {.message = ""};
    char path[1056];
    chess_init();
    const char *file = fuzz_file(data, size);
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++) {
        snprintf(path, sizeof path, "%s%s", file, besides[i]);
        unlink(path);
    }
    if (size < 16 || memcmp(data, "SQLite format 3", 16) != 0) {
        unlink(file);
        write_ours(file, data, size);
    }
    struct store *store = store_open(file, &error);
    if (store)
        read_all(store);
    else
        fuzz_check_error(&error, size);
    store_close(store);
    return 0;
}
