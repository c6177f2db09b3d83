/* The database. One row a game, one row a move, written before the move is shown, in WAL mode
 * with full synchronisation: kill -9 loses nothing. A byte of a lock file beside it stands for
 * each game being played, so that a second program does not offer a game still going on. */
#include "src/trainer/store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct store {
    sqlite3 *database;
    int lock; /* the lock file, -1: none could be made */
};

enum { BUSY_MILLISECONDS = 3000, SCHEMA_VERSION = 1 };

static const char schema[] =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    "CREATE TABLE IF NOT EXISTS games ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  began INTEGER NOT NULL,"
    "  start TEXT NOT NULL,"
    "  chess960 INTEGER NOT NULL,"
    "  you INTEGER NOT NULL,"
    "  handicap TEXT NOT NULL,"
    "  control TEXT NOT NULL,"
    "  finished INTEGER NOT NULL DEFAULT 0,"
    "  result TEXT NOT NULL DEFAULT '*',"
    "  ending TEXT NOT NULL DEFAULT '');"
    "CREATE TABLE IF NOT EXISTS moves ("
    "  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  move INTEGER NOT NULL,"
    "  clock INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS decisions ("
    "  game INTEGER NOT NULL,"
    "  ply INTEGER NOT NULL,"
    "  best INTEGER NOT NULL,"
    "  best_score INTEGER NOT NULL,"
    "  played_score INTEGER NOT NULL,"
    "  error_range INTEGER NOT NULL,"
    "  die INTEGER NOT NULL,"
    "  blunder_chance INTEGER NOT NULL,"
    "  blunder INTEGER NOT NULL,"
    "  deliberate INTEGER NOT NULL,"
    "  forced_win INTEGER NOT NULL,"
    "  cost INTEGER NOT NULL,"
    "  random INTEGER NOT NULL,"
    "  candidates TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply),"
    "  FOREIGN KEY (game, ply) REFERENCES moves (game, ply) ON DELETE CASCADE) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS games_unfinished ON games (id) WHERE finished = 0;";

static bool refuse(struct store *store, const char *doing, struct error *error)
{
    error_set(error, "%s: %s", doing,
              store->database ? sqlite3_errmsg(store->database) : "out of memory");
    return false;
}

static bool execute(struct store *store, const char *sql, const char *doing, struct error *error)
{
    if (sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return refuse(store, doing, error);
}

/* Runs a statement that returns no row, and frees it; statement NULL: it did not compile. */
static bool run(struct store *store, sqlite3_stmt *statement, const char *doing,
                struct error *error)
{
    if (!statement)
        return refuse(store, doing, error);
    int status = sqlite3_step(statement);
    if (status != SQLITE_DONE)
        (void)refuse(store, doing, error);
    sqlite3_finalize(statement);
    return status == SQLITE_DONE;
}

static sqlite3_stmt *prepare(struct store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL);
    return statement;
}

static bool check_version(struct store *store, struct error *error)
{
    sqlite3_stmt *statement = prepare(store, "PRAGMA user_version");
    if (!statement || sqlite3_step(statement) != SQLITE_ROW) {
        sqlite3_finalize(statement);
        return refuse(store, "reading the database", error);
    }
    int version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    if (version > SCHEMA_VERSION) {
        error_set(error, "the database is of a newer version (%d, expected at most %d)", version,
                  SCHEMA_VERSION);
        return false;
    }
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return version == SCHEMA_VERSION || execute(store, sql, "writing the database", error);
}

struct store *store_open(const char *path, struct error *error)
{
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        error_set(error, "out of memory");
        return NULL;
    }
    store->lock = -1;
    /* Made here so that nobody else can read it; SQLite gives its other files the same mode. */
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    bool good = sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (!good) {
        (void)refuse(store, "opening the database", error);
    } else {
        sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
        good = execute(store, schema, "preparing the database", error) &&
               check_version(store, error);
    }
    if (!good) {
        snprintf(error->file, sizeof error->file, "%s", path);
        store_close(store);
        return NULL;
    }
    char lock_path[4096];
    if (snprintf(lock_path, sizeof lock_path, "%s-playing", path) < (int)sizeof lock_path)
        store->lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    sqlite3_close(store->database);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

/* True if the game is ours now; the system lets go of it however this process ends. */
static bool lock_game(struct store *store, int64_t game)
{
    struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)game,
                         .l_len = 1};
    return store->lock < 0 || fcntl(store->lock, F_SETLK, &byte) == 0;
}

static void write_handicap(const struct handicap *handicap, char *text, size_t size)
{
    int length = snprintf(text, size, "%d %d %d %d %d %d %d %d %u %llu", handicap->limited,
                          handicap->elo, handicap->nodes_per_second, handicap->move_error,
                          handicap->blunder_error, handicap->blunder_chance,
                          handicap->endgame_percent, (int)handicap->method, handicap->rules,
                          (unsigned long long)handicap->seed);
    for (int i = 0; i < GROUP_COUNT && length > 0 && (size_t)length < size; i++)
        length += snprintf(text + length, size - (size_t)length, " %d", handicap->knowledge[i]);
}

static bool read_handicap(const char *text, struct handicap *handicap)
{
    long long fields[10 + GROUP_COUNT];
    int count = 0;
    char *end;
    for (; count < 10 + GROUP_COUNT; count++, text = end) {
        fields[count] = count == 9 ? (long long)strtoull(text, &end, 10) : strtoll(text, &end, 10);
        if (end == text)
            return false;
    }
    *handicap = (struct handicap){
        .limited = fields[0] != 0, .elo = (int)fields[1], .nodes_per_second = (int)fields[2],
        .move_error = (int)fields[3], .blunder_error = (int)fields[4],
        .blunder_chance = (int)fields[5], .endgame_percent = (int)fields[6],
        .method = fields[7] >= 0 && fields[7] < METHOD_COUNT ? (enum method)fields[7] : 0,
        .rules = (unsigned)fields[8], .seed = (uint64_t)fields[9]};
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap->knowledge[i] = (int)fields[10 + i];
    return true;
}

static bool insert_game(struct store *store, struct stored_game *game, struct error *error)
{
    char fen[CHESS_FEN_MAX], handicap[512], control[64];
    chess_to_fen(&game->start, fen);
    write_handicap(&game->handicap, handicap, sizeof handicap);
    time_control_write(&game->clock.control, control, sizeof control);
    sqlite3_stmt *statement = prepare(store,
        "INSERT INTO games (began, start, chess960, you, handicap, control)"
        " VALUES (?, ?, ?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game->began);
        sqlite3_bind_text(statement, 2, fen, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(statement, 3, game->start.chess960);
        sqlite3_bind_int(statement, 4, game->you);
        sqlite3_bind_text(statement, 5, handicap, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(statement, 6, control, -1, SQLITE_TRANSIENT);
    }
    if (!run(store, statement, "keeping the game", error))
        return false;
    game->id = sqlite3_last_insert_rowid(store->database);
    return true;
}

static bool insert_move(struct store *store, int64_t game, int ply, Move move, int64_t clock,
                        struct error *error)
{
    sqlite3_stmt *statement = prepare(store,
        "INSERT OR REPLACE INTO moves (game, ply, move, clock) VALUES (?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, ply);
        sqlite3_bind_int(statement, 3, move);
        sqlite3_bind_int64(statement, 4, clock);
    }
    return run(store, statement, "keeping the move", error);
}

/* One candidate a line: move, score, the rule that dropped it, whether it took part. */
static char *write_candidates(const struct decision *decision)
{
    enum { CANDIDATE_MAX = 32 };
    char *text = malloc((size_t)decision->count * CANDIDATE_MAX + 1);
    if (!text)
        return NULL;
    char *at = text;
    *at = '\0';
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        at += snprintf(at, CANDIDATE_MAX, "%d %d %d %d\n", candidate->move, candidate->score,
                       candidate->dropped_by, candidate->in_range);
    }
    return text;
}

static bool insert_decision(struct store *store, int64_t game, int ply,
                            const struct decision *decision, struct error *error)
{
    char *candidates = write_candidates(decision);
    sqlite3_stmt *statement = prepare(store,
        "INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (statement) {
        const int numbers[] = {decision->best, decision->best_score, decision->played_score,
                               decision->range, decision->die, decision->blunder_chance,
                               decision->blunder, decision->deliberate, decision->forced_win,
                               decision->cost};
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, ply);
        for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
            sqlite3_bind_int(statement, 3 + i, numbers[i]);
        sqlite3_bind_int64(statement, 13, (sqlite3_int64)decision->random);
        sqlite3_bind_text(statement, 14, candidates ? candidates : "", -1, SQLITE_TRANSIENT);
    }
    free(candidates);
    return run(store, statement, "keeping the decision", error);
}

/* Ends a transaction: all of it or nothing. */
static bool settle(struct store *store, bool good, struct error *error)
{
    if (good && execute(store, "COMMIT", "keeping the game", error))
        return true;
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool store_begin(struct store *store, struct stored_game *game, struct error *error)
{
    if (game->began == 0)
        game->began = (int64_t)time(NULL);
    if (!execute(store, "BEGIN IMMEDIATE", "keeping the game", error))
        return false;
    bool good = insert_game(store, game, error);
    for (int i = 0; good && i < game->move_count; i++)
        good = insert_move(store, game->id, i + 1, game->moves[i], game->clocks[i], error);
    good = settle(store, good, error);
    if (good)
        (void)lock_game(store, game->id);
    return good;
}

bool store_move(struct store *store, int64_t game, int ply, Move move, int64_t clock,
                const struct decision *decision, struct error *error)
{
    if (!execute(store, "BEGIN IMMEDIATE", "keeping the move", error))
        return false;
    bool good = insert_move(store, game, ply, move, clock, error);
    if (good && decision && decision->made)
        good = insert_decision(store, game, ply, decision, error);
    return settle(store, good, error);
}

/* A game taken back into is no longer finished. */
bool store_truncate(struct store *store, int64_t game, int plies, struct error *error)
{
    if (!execute(store, "BEGIN IMMEDIATE", "taking back", error))
        return false;
    sqlite3_stmt *statement = prepare(store, "DELETE FROM moves WHERE game = ? AND ply > ?");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, plies);
    }
    bool good = run(store, statement, "taking back", error);
    if (good) {
        statement = prepare(store,
            "UPDATE games SET finished = 0, result = '*', ending = '' WHERE id = ?");
        if (statement)
            sqlite3_bind_int64(statement, 1, game);
        good = run(store, statement, "taking back", error);
    }
    return settle(store, good, error);
}

bool store_finish(struct store *store, int64_t game, enum result result, const char *ending,
                  struct error *error)
{
    sqlite3_stmt *statement = prepare(store,
        "UPDATE games SET finished = 1, result = ?, ending = ? WHERE id = ?");
    if (statement) {
        sqlite3_bind_text(statement, 1, result_text(result), -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, ending, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int64(statement, 3, game);
    }
    return run(store, statement, "keeping the result", error);
}

/* Moves and clocks of game->id. Every move is checked: the file may have been damaged. */
static bool read_moves(struct store *store, struct stored_game *game, struct error *error)
{
    struct position position = game->start;
    sqlite3_stmt *statement =
        prepare(store, "SELECT ply, move, clock FROM moves WHERE game = ? ORDER BY ply");
    if (!statement)
        return refuse(store, "reading the game", error);
    sqlite3_bind_int64(statement, 1, game->id);
    const int max = (int)(sizeof game->moves / sizeof *game->moves);
    bool good = true;
    int status;
    while (good && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        int number = sqlite3_column_int(statement, 1), at = game->move_count;
        good = sqlite3_column_int(statement, 0) == at + 1 && at < max && number > 0 &&
               number <= UINT16_MAX && chess_is_legal(&position, (Move)number);
        if (!good) {
            error_set(error, "the kept game %lld has no legal move at ply %d",
                      (long long)game->id, at + 1);
            break;
        }
        int mover = position.side;
        game->moves[at] = (Move)number;
        game->clocks[at] = sqlite3_column_int64(statement, 2);
        chess_play(&position, (Move)number);
        game->clock.moves_made[mover]++;
        if (game->clocks[at] >= 0)
            game->clock.remaining[mover] = game->clocks[at];
        game->move_count++;
    }
    sqlite3_finalize(statement);
    game->clock.side = position.side;
    return good;
}

static bool read_game(sqlite3_stmt *row, struct stored_game *game, struct error *error)
{
    *game = (struct stored_game){.id = sqlite3_column_int64(row, 0),
                                 .began = sqlite3_column_int64(row, 1),
                                 .you = sqlite3_column_int(row, 4) == BLACK ? BLACK : WHITE};
    const char *fen = (const char *)sqlite3_column_text(row, 2);
    const char *handicap = (const char *)sqlite3_column_text(row, 5);
    const char *control_text = (const char *)sqlite3_column_text(row, 6);
    struct time_control control;
    if (!fen || !handicap || !control_text || !chess_from_fen(&game->start, fen, error) ||
        !read_handicap(handicap, &game->handicap) ||
        !time_control_read(control_text, &control, error)) {
        error_set(error, "the kept game %lld is damaged", (long long)game->id);
        return false;
    }
    game->start.chess960 = sqlite3_column_int(row, 3) != 0;
    clock_init(&game->clock, &control);
    return true;
}

bool store_unfinished(struct store *store, struct stored_game *game, struct error *error)
{
    error_set(error, "%s", "");
    game->id = 0;
    sqlite3_stmt *row = prepare(store,
        "SELECT id, began, start, chess960, you, handicap, control FROM games"
        " WHERE finished = 0 AND EXISTS (SELECT 1 FROM moves WHERE game = games.id)"
        " ORDER BY id DESC");
    if (!row)
        return refuse(store, "reading the database", error);
    bool found = false;
    while (!found && sqlite3_step(row) == SQLITE_ROW) {
        if (!lock_game(store, sqlite3_column_int64(row, 0)))
            continue;
        found = read_game(row, game, error) && read_moves(store, game, error);
        if (!found)
            break;
    }
    sqlite3_finalize(row);
    /* A damaged game is told of once and never offered again; its rows stay. */
    struct error ignored;
    if (!found && error->message[0] && game->id > 0 &&
        !store_finish(store, game->id, RESULT_NONE, "damaged", &ignored))
        return false;
    return found;
}
