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

#include "src/trainer/store_sql.h"

struct store {
    sqlite3 *database;
    int lock; /* the lock file, -1: none could be made */
};

enum { BUSY_MILLISECONDS = 3000 };

static const char settings[] =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;";

/* What each version added to the one before. */
static const char *const versions[] = {
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
    "CREATE INDEX IF NOT EXISTS games_unfinished ON games (id) WHERE finished = 0;",

    /* scores: for white, and the best line in UCI moves, of the position after ply.
     * reviews, gifts: what the review of a finished game found; percents and chances as there.
     * deck: positions to learn, position an EPD (castling as in X-FEN), solution the best line in
     * UCI moves, score for white; due, last_review in seconds since 1970, last_review 0: never;
     * state 0 new, 1 learning, 2 review, 3 relearning; stability in days, difficulty 1 .. 10, as
     * FSRS has them, 0 while new. */
    "ALTER TABLE moves ADD COLUMN elapsed INTEGER NOT NULL DEFAULT -1;"
    "CREATE TABLE scores ("
    "  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  score INTEGER NOT NULL,"
    "  depth INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL,"
    "  line TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE reviews ("
    "  game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,"
    "  accuracy REAL NOT NULL,"
    "  opponent_accuracy REAL NOT NULL,"
    "  loss REAL NOT NULL,"
    "  opponent_loss REAL NOT NULL,"
    "  moves INTEGER NOT NULL,"
    "  inaccuracies INTEGER NOT NULL,"
    "  mistakes INTEGER NOT NULL,"
    "  blunders INTEGER NOT NULL);"
    "CREATE TABLE gifts ("
    "  game INTEGER NOT NULL REFERENCES reviews (game) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  motif INTEGER NOT NULL,"
    "  phase INTEGER NOT NULL,"
    "  worth REAL NOT NULL,"
    "  kept REAL NOT NULL,"
    "  answered INTEGER NOT NULL,"
    "  taken INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE deck ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  kind TEXT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  chess960 INTEGER NOT NULL,"
    "  solution TEXT NOT NULL,"
    "  score INTEGER NOT NULL,"
    "  played INTEGER NOT NULL,"
    "  motif INTEGER NOT NULL,"
    "  why TEXT NOT NULL,"
    "  game INTEGER REFERENCES games (id) ON DELETE SET NULL,"
    "  ply INTEGER NOT NULL,"
    "  added INTEGER NOT NULL,"
    "  due INTEGER NOT NULL,"
    "  stability REAL NOT NULL DEFAULT 0,"
    "  difficulty REAL NOT NULL DEFAULT 0,"
    "  reps INTEGER NOT NULL DEFAULT 0,"
    "  lapses INTEGER NOT NULL DEFAULT 0,"
    "  state INTEGER NOT NULL DEFAULT 0,"
    "  last_review INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (position));"
    "CREATE INDEX deck_due ON deck (due);",

    /* answers: to cards of the deck, at in seconds since 1970, grade 1 (again) .. 4 (easy).
     * puzzles: as in the Lichess database, position a FEN before the opponent's first move, moves
     * and themes with blanks between; rating, deviation and volatility move with your attempts.
     * attempts: at puzzles, with your own rating after each. imports: files half read. */
    "CREATE TABLE answers ("
    "  id INTEGER PRIMARY KEY,"
    "  card INTEGER REFERENCES deck (id) ON DELETE SET NULL,"
    "  at INTEGER NOT NULL,"
    "  grade INTEGER NOT NULL);"
    "CREATE TABLE puzzles ("
    "  id TEXT PRIMARY KEY,"
    "  position TEXT NOT NULL,"
    "  moves TEXT NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  themes TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX puzzles_rating ON puzzles (rating, id);"
    "CREATE TABLE attempts ("
    "  id INTEGER PRIMARY KEY,"
    "  puzzle TEXT NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  solved INTEGER NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL);"
    "CREATE INDEX attempts_puzzle ON attempts (puzzle);"
    "CREATE TABLE imports ("
    "  source TEXT PRIMARY KEY,"
    "  line INTEGER NOT NULL) WITHOUT ROWID;",
};
enum { SCHEMA_VERSION = sizeof versions / sizeof *versions };

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

/* Ends a transaction: all of it or nothing. */
static bool settle(struct store *store, bool good, struct error *error)
{
    if (good && execute(store, "COMMIT", "keeping the game", error))
        return true;
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool read_version(struct store *store, int *version, struct error *error)
{
    sqlite3_stmt *statement = prepare(store, "PRAGMA user_version");
    bool good = statement && sqlite3_step(statement) == SQLITE_ROW;
    *version = good ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_finalize(statement);
    if (!good)
        return refuse(store, "reading the database", error);
    if (*version <= SCHEMA_VERSION)
        return true;
    error_set(error, "the database is of a newer version (%d, expected at most %d)", *version,
              SCHEMA_VERSION);
    return false;
}

/* The database as it is, beside it. */
static bool back_up(struct store *store, const char *path, int version, struct error *error)
{
    char name[4096];
    sqlite3 *copy = NULL;
    if (snprintf(name, sizeof name, "%s.v%d", path, version) >= (int)sizeof name) {
        error_set(error, "the database's name is too long");
        return false;
    }
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    bool good = sqlite3_open_v2(name, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", store->database, "main")
                                  : NULL;
    good = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    if (backup)
        good = sqlite3_backup_finish(backup) == SQLITE_OK && good;
    if (!good)
        error_set(error, "the database cannot be copied to %.100s before it is changed: %s", name,
                  copy ? sqlite3_errmsg(copy) : "out of memory");
    sqlite3_close(copy);
    return good;
}

/* Another program may do the same at this moment: the version is read again under the lock. */
static bool bring_up_to_date(struct store *store, const char *path, struct error *error)
{
    static const char doing[] = "preparing the database";
    int version;
    if (!read_version(store, &version, error))
        return false;
    if (version == SCHEMA_VERSION)
        return true;
    if ((version > 0 && !back_up(store, path, version, error)) ||
        !execute(store, "BEGIN IMMEDIATE", doing, error))
        return false;
    bool good = read_version(store, &version, error);
    for (; good && version < SCHEMA_VERSION; version++)
        good = execute(store, versions[version], doing, error);
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return settle(store, good && execute(store, sql, doing, error), error);
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
        good = execute(store, settings, "preparing the database", error) &&
               bring_up_to_date(store, path, error);
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

/* Numbers, and by name what shapes a method beside the first one, "leaf_noise=100". */
static void write_handicap(const struct handicap *handicap, char *text, size_t size)
{
    struct handicap copy = *handicap;
    int length = snprintf(text, size, "%d %d %d %d %d %d %d %d %u %llu", handicap->limited,
                          handicap->elo, handicap->nodes_per_second, handicap->move_error,
                          handicap->blunder_error, handicap->blunder_chance,
                          handicap->endgame_percent, (int)handicap->method, handicap->rules,
                          (unsigned long long)handicap->seed);
    for (int i = 0; i < GROUP_COUNT && length > 0 && (size_t)length < size; i++)
        length += snprintf(text + length, size - (size_t)length, " %d", handicap->knowledge[i]);
    for (int i = 0; i < METHOD_PARAMETER_COUNT && length > 0 && (size_t)length < size; i++)
        if (method_parameter(i)->method != METHOD_MADCHESS && *handicap_parameter(&copy, i))
            length += snprintf(text + length, size - (size_t)length, " %s=%d",
                               method_parameter(i)->name, *handicap_parameter(&copy, i));
}

static void read_parameters(const char *text, struct handicap *handicap)
{
    char name[32];
    int value, used;
    for (; sscanf(text, " %31[a-z_]=%d%n", name, &value, &used) == 2; text += used)
        for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
            if (strcmp(method_parameter(i)->name, name) == 0)
                *handicap_parameter(handicap, i) = value;
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
    read_parameters(text, handicap);
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
                        int64_t elapsed, struct error *error)
{
    sqlite3_stmt *statement = prepare(store,
        "INSERT OR REPLACE INTO moves (game, ply, move, clock, elapsed) VALUES (?, ?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, ply);
        sqlite3_bind_int(statement, 3, move);
        sqlite3_bind_int64(statement, 4, clock);
        sqlite3_bind_int64(statement, 5, elapsed);
    }
    return run(store, statement, "keeping the move", error);
}

enum { CANDIDATE_MAX = 48 };

/* One candidate a line: move, score, the rule that dropped it, whether it took part, by how much
 * it was misjudged, and its chance. */
static char *write_candidates(const struct decision *decision)
{
    char *text = malloc((size_t)decision->count * CANDIDATE_MAX + 1);
    if (!text)
        return NULL;
    char *at = text;
    *at = '\0';
    for (int i = 0; i < decision->count; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        at += snprintf(at, CANDIDATE_MAX, "%d %d %d %d %d %d\n", candidate->move,
                       candidate->score, candidate->dropped_by, candidate->in_range,
                       candidate->shift, candidate->chance);
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

bool store_begin(struct store *store, struct stored_game *game, struct error *error)
{
    if (game->began == 0)
        game->began = (int64_t)time(NULL);
    if (!execute(store, "BEGIN IMMEDIATE", "keeping the game", error))
        return false;
    bool good = insert_game(store, game, error);
    for (int i = 0; good && i < game->move_count; i++)
        good = insert_move(store, game->id, i + 1, game->moves[i], game->clocks[i],
                           game->elapsed[i], error);
    good = settle(store, good, error);
    if (good)
        (void)lock_game(store, game->id);
    return good;
}

bool store_move(struct store *store, int64_t game, const struct game_node *node,
                const struct decision *decision, struct error *error)
{
    if (!execute(store, "BEGIN IMMEDIATE", "keeping the move", error))
        return false;
    bool good = insert_move(store, game, node->ply, node->move, node->clock, node->elapsed, error);
    if (good && decision && decision->made)
        good = insert_decision(store, game, node->ply, decision, error);
    return settle(store, good, error);
}

bool store_score(struct store *store, int64_t game, const struct game_node *node,
                 const struct ledger_score *score, struct error *error)
{
    char line[LEDGER_LINE_TEXT];
    ledger_write_line(&node->position, score, line);
    sqlite3_stmt *statement = prepare(store,
        "INSERT OR REPLACE INTO scores (game, ply, score, depth, nodes, line)"
        " VALUES (?, ?, ?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, node->ply);
        sqlite3_bind_int(statement, 3, score->score);
        sqlite3_bind_int(statement, 4, score->depth);
        sqlite3_bind_int64(statement, 5, (sqlite3_int64)score->nodes);
        sqlite3_bind_text(statement, 6, line, -1, SQLITE_TRANSIENT);
    }
    return run(store, statement, "keeping the score", error);
}

/* A game taken back into is no longer finished, and what came of its end is void. */
bool store_truncate(struct store *store, int64_t game, int plies, struct error *error)
{
    static const char *const steps[] = {
        "DELETE FROM moves WHERE game = ?1 AND ply > ?2",
        "DELETE FROM scores WHERE game = ?1 AND ply > ?2",
        "DELETE FROM reviews WHERE game = ?1",
        "DELETE FROM deck WHERE game = ?1 AND ply >= ?2 AND reps = 0",
        "UPDATE games SET finished = 0, result = '*', ending = '' WHERE id = ?1",
    };
    if (!execute(store, "BEGIN IMMEDIATE", "taking back", error))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < sizeof steps / sizeof *steps; i++) {
        sqlite3_stmt *statement = prepare(store, steps[i]);
        if (statement) {
            sqlite3_bind_int64(statement, 1, game);
            if (sqlite3_bind_parameter_count(statement) > 1)
                sqlite3_bind_int(statement, 2, plies);
        }
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
        prepare(store, "SELECT ply, move, clock, elapsed FROM moves WHERE game = ? ORDER BY ply");
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
        game->elapsed[at] = sqlite3_column_int64(statement, 3);
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

/* Candidates as write_candidates wrote them; the last number may be missing. */
static void read_candidates(const char *text, struct decision *decision)
{
    while (text && *text && decision->count < CHESS_MOVES_MAX) {
        char line[CANDIDATE_MAX];
        int move, score, dropped, in_range, shift = 0, chance = 0;
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (sscanf(line, "%d %d %d %d %d %d", &move, &score, &dropped, &in_range, &shift,
                   &chance) < 4)
            return;
        decision->candidates[decision->count++] = (struct candidate){
            .move = (Move)move, .score = score, .shift = shift, .chance = chance,
            .dropped_by = (uint8_t)dropped, .in_range = in_range != 0};
    }
}

static bool read_decisions(struct store *store, struct stored_game *game, struct error *error)
{
    sqlite3_stmt *row = prepare(store,
        "SELECT ply, best, best_score, played_score, error_range, die, blunder_chance, blunder,"
        " deliberate, forced_win, cost, random, candidates FROM decisions WHERE game = ?");
    if (!row)
        return refuse(store, "reading the decisions", error);
    sqlite3_bind_int64(row, 1, game->id);
    bool good = true;
    while (good && sqlite3_step(row) == SQLITE_ROW) {
        int ply = sqlite3_column_int(row, 0);
        if (ply < 1 || ply > game->move_count)
            continue;
        struct decision decision = {
            .made = true, .method = game->handicap.method, .best = (Move)sqlite3_column_int(row, 1),
            .played = game->moves[ply - 1], .best_score = sqlite3_column_int(row, 2),
            .played_score = sqlite3_column_int(row, 3), .range = sqlite3_column_int(row, 4),
            .die = sqlite3_column_int(row, 5), .blunder_chance = sqlite3_column_int(row, 6),
            .blunder = sqlite3_column_int(row, 7) != 0,
            .deliberate = sqlite3_column_int(row, 8) != 0,
            .forced_win = sqlite3_column_int(row, 9) != 0, .cost = sqlite3_column_int(row, 10),
            .random = (uint64_t)sqlite3_column_int64(row, 11)};
        read_candidates((const char *)sqlite3_column_text(row, 12), &decision);
        good = ledger_set_decision(&game->ledger, ply, &decision);
    }
    sqlite3_finalize(row);
    if (!good)
        error_set(error, "out of memory");
    return good;
}

static bool read_scores(struct store *store, struct stored_game *game, struct error *error)
{
    struct position position = game->start;
    int ply = 0;
    sqlite3_stmt *row = prepare(store,
        "SELECT ply, score, depth, nodes, line FROM scores WHERE game = ? ORDER BY ply");
    if (!row)
        return refuse(store, "reading the scores", error);
    sqlite3_bind_int64(row, 1, game->id);
    bool good = true;
    while (good && sqlite3_step(row) == SQLITE_ROW) {
        int at = sqlite3_column_int(row, 0);
        const char *line = (const char *)sqlite3_column_text(row, 4);
        if (at < 0 || at > game->move_count)
            continue;
        for (; ply < at; ply++)
            chess_play(&position, game->moves[ply]);
        struct ledger_score score = {.score = sqlite3_column_int(row, 1),
                                     .depth = sqlite3_column_int(row, 2),
                                     .nodes = (uint64_t)sqlite3_column_int64(row, 3)};
        ledger_read_line(&position, line ? line : "", &score);
        good = ledger_set_score(&game->ledger, at, &score);
    }
    sqlite3_finalize(row);
    if (!good)
        error_set(error, "out of memory");
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

static bool read_whole(struct store *store, sqlite3_stmt *row, struct stored_game *game,
                       struct error *error)
{
    bool good = read_game(row, game, error) && read_moves(store, game, error) &&
                read_decisions(store, game, error) && read_scores(store, game, error);
    if (!good)
        ledger_clear(&game->ledger, 0);
    return good;
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
        found = read_whole(store, row, game, error);
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

bool store_unreviewed(struct store *store, struct stored_game *game, struct error *error)
{
    error_set(error, "%s", "");
    sqlite3_stmt *row = prepare(store,
        "SELECT id, began, start, chess960, you, handicap, control FROM games"
        " WHERE finished = 1 AND result <> '*' AND id NOT IN (SELECT game FROM reviews)"
        " AND EXISTS (SELECT 1 FROM moves WHERE game = games.id) ORDER BY id DESC LIMIT 1");
    if (!row)
        return refuse(store, "reading the database", error);
    bool found = sqlite3_step(row) == SQLITE_ROW && read_whole(store, row, game, error);
    sqlite3_finalize(row);
    return found;
}

/* Reviews and the deck. */

static bool insert_review(struct store *store, int64_t game, const struct review *review,
                          struct error *error)
{
    const struct accuracy *yours = &review->sides[review->you == BLACK];
    const struct accuracy *others = &review->sides[review->you != BLACK];
    sqlite3_stmt *statement = prepare(store,
        "INSERT OR REPLACE INTO reviews (game, accuracy, opponent_accuracy, loss, opponent_loss,"
        " moves, inaccuracies, mistakes, blunders) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_double(statement, 2, yours->percent);
        sqlite3_bind_double(statement, 3, others->percent);
        sqlite3_bind_double(statement, 4, yours->loss);
        sqlite3_bind_double(statement, 5, others->loss);
        sqlite3_bind_int(statement, 6, yours->moves);
        for (int i = JUDGED_INACCURACY; i < JUDGED_COUNT; i++)
            sqlite3_bind_int(statement, 6 + i, review->counts[review->you == BLACK][i]);
    }
    return run(store, statement, "keeping the review", error);
}

static bool insert_gift(struct store *store, int64_t game, const struct gift *gift,
                        struct error *error)
{
    sqlite3_stmt *statement = prepare(store,
        "INSERT INTO gifts (game, ply, motif, phase, worth, kept, answered, taken)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    if (statement) {
        sqlite3_bind_int64(statement, 1, game);
        sqlite3_bind_int(statement, 2, gift->ply);
        sqlite3_bind_int(statement, 3, (int)gift->motif);
        sqlite3_bind_int(statement, 4, (int)gift->phase);
        sqlite3_bind_double(statement, 5, gift->worth);
        sqlite3_bind_double(statement, 6, gift->kept);
        sqlite3_bind_int(statement, 7, gift->reply != NO_MOVE);
        sqlite3_bind_int(statement, 8, gift->taken);
    }
    return run(store, statement, "keeping the review", error);
}

/* The first four fields of the FEN: the same position is one card, whenever it came up. */
void store_write_epd(const struct position *position, char text[CHESS_FEN_MAX])
{
    chess_to_fen(position, text);
    char *at = text;
    for (int blanks = 0; *at; at++) {
        if (*at == ' ' && ++blanks == 4)
            break;
    }
    *at = '\0';
}

static bool insert_card(struct store *store, int64_t game, const struct card *card,
                        struct error *error)
{
    char epd[CHESS_FEN_MAX], line[LEDGER_LINE_TEXT];
    int64_t now = (int64_t)time(NULL);
    store_write_epd(&card->position, epd);
    ledger_write_line(&card->position, &card->solution, line);
    sqlite3_stmt *statement = prepare(store,
        "INSERT INTO deck (kind, position, chess960, solution, score, played, motif, why, game,"
        " ply, added, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (position) DO NOTHING");
    if (statement) {
        sqlite3_bind_text(statement, 1, card_kind_name(card->kind), -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, epd, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(statement, 3, card->position.chess960);
        sqlite3_bind_text(statement, 4, line, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(statement, 5, card->solution.score);
        sqlite3_bind_int(statement, 6, card->played);
        sqlite3_bind_int(statement, 7, (int)card->motif);
        sqlite3_bind_text(statement, 8, card->why, -1, SQLITE_TRANSIENT);
        if (game != 0)
            sqlite3_bind_int64(statement, 9, game);
        sqlite3_bind_int(statement, 10, card->ply);
        sqlite3_bind_int64(statement, 11, now);
        sqlite3_bind_int64(statement, 12, now);
    }
    return run(store, statement, "keeping the deck", error);
}

bool store_add_card(struct store *store, const struct card *card, struct error *error)
{
    return insert_card(store, card->game, card, error);
}

bool store_review(struct store *store, int64_t game, const struct review *review,
                  const struct card cards[], int card_count, struct error *error)
{
    if (!execute(store, "BEGIN IMMEDIATE", "keeping the review", error))
        return false;
    bool good = insert_review(store, game, review, error);
    for (int i = 0; good && i < review->gift_count; i++)
        good = insert_gift(store, game, &review->gifts[i], error);
    for (int i = 0; good && i < card_count; i++)
        good = insert_card(store, game, &cards[i], error);
    return settle(store, good, error);
}

static bool read_gifts(struct store *store, struct stored_review *review, struct error *error)
{
    sqlite3_stmt *row = prepare(store,
        "SELECT motif, phase, worth, kept, answered, taken FROM gifts WHERE game = ?"
        " ORDER BY ply");
    if (!row)
        return refuse(store, "reading the gifts", error);
    sqlite3_bind_int64(row, 1, review->game);
    while (review->gift_count < REVIEW_GIFTS_MAX && sqlite3_step(row) == SQLITE_ROW) {
        int motif = sqlite3_column_int(row, 0), phase = sqlite3_column_int(row, 1);
        review->gifts[review->gift_count++] = (struct stored_gift){
            .motif = motif > 0 && motif < MOTIF_COUNT ? (enum motif)motif : MOTIF_NONE,
            .phase = phase > 0 && phase < PHASE_COUNT ? (enum game_phase)phase : PHASE_OPENING,
            .worth = sqlite3_column_double(row, 2), .kept = sqlite3_column_double(row, 3),
            .answered = sqlite3_column_int(row, 4) != 0,
            .taken = sqlite3_column_int(row, 5) != 0};
    }
    sqlite3_finalize(row);
    return true;
}

bool store_each_review(struct store *store, int games,
                       bool (*take)(void *context, const struct stored_review *review),
                       void *context, struct error *error)
{
    sqlite3_stmt *row = prepare(store,
        "SELECT reviews.game, began, you, handicap, result, accuracy, opponent_accuracy, loss,"
        " opponent_loss, moves, inaccuracies, mistakes, blunders"
        " FROM reviews JOIN games ON games.id = reviews.game ORDER BY reviews.game DESC LIMIT ?");
    if (!row)
        return refuse(store, "reading the reviews", error);
    sqlite3_bind_int(row, 1, games);
    bool good = true, more = true;
    while (good && more && sqlite3_step(row) == SQLITE_ROW) {
        struct handicap handicap = {0};
        const char *settings_text = (const char *)sqlite3_column_text(row, 3);
        const char *result = (const char *)sqlite3_column_text(row, 4);
        struct stored_review review = {
            .game = sqlite3_column_int64(row, 0), .began = sqlite3_column_int64(row, 1),
            .you = sqlite3_column_int(row, 2) == BLACK ? BLACK : WHITE,
            .accuracy = sqlite3_column_double(row, 5),
            .opponent_accuracy = sqlite3_column_double(row, 6),
            .loss = sqlite3_column_double(row, 7), .opponent_loss = sqlite3_column_double(row, 8),
            .moves = sqlite3_column_int(row, 9)};
        snprintf(review.result, sizeof review.result, "%s", result ? result : "*");
        if (settings_text && read_handicap(settings_text, &handicap))
            review.elo = handicap.limited ? handicap.elo : ELO_FULL;
        for (int i = JUDGED_INACCURACY; i < JUDGED_COUNT; i++)
            review.counts[i] = sqlite3_column_int(row, 9 + i);
        good = read_gifts(store, &review, error);
        more = good && take(context, &review);
    }
    sqlite3_finalize(row);
    return good;
}

bool store_deck_size(struct store *store, int64_t by, int *cards, int *due, struct error *error)
{
    sqlite3_stmt *row = prepare(store, "SELECT count(*), total(due <= ?) FROM deck");
    if (row)
        sqlite3_bind_int64(row, 1, by);
    bool good = row && sqlite3_step(row) == SQLITE_ROW;
    *cards = good ? sqlite3_column_int(row, 0) : 0;
    *due = good ? sqlite3_column_int(row, 1) : 0;
    sqlite3_finalize(row);
    return good || refuse(store, "reading the deck", error);
}

/* Statements for the rooms beside this one (store_sql.h). */

static sqlite3_stmt *inside(struct statement *statement)
{
    return (sqlite3_stmt *)statement;
}

struct statement *store_prepare(struct store *store, const char *sql)
{
    return (struct statement *)prepare(store, sql);
}

void statement_bind_number(struct statement *statement, int at, int64_t number)
{
    if (statement)
        sqlite3_bind_int64(inside(statement), at, number);
}

void statement_bind_real(struct statement *statement, int at, double number)
{
    if (statement)
        sqlite3_bind_double(inside(statement), at, number);
}

void statement_bind_text(struct statement *statement, int at, const char *text)
{
    if (statement)
        sqlite3_bind_text(inside(statement), at, text, -1, SQLITE_TRANSIENT);
}

enum statement_step statement_step(struct statement *statement)
{
    int status = statement ? sqlite3_step(inside(statement)) : SQLITE_ERROR;
    return status == SQLITE_ROW ? STATEMENT_ROW
           : status == SQLITE_DONE ? STATEMENT_DONE : STATEMENT_REFUSED;
}

int64_t statement_number(struct statement *statement, int column)
{
    return sqlite3_column_int64(inside(statement), column);
}

double statement_real(struct statement *statement, int column)
{
    return sqlite3_column_double(inside(statement), column);
}

const char *statement_text(struct statement *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(inside(statement), column);
    return text ? text : "";
}

void statement_reset(struct statement *statement)
{
    if (statement)
        sqlite3_reset(inside(statement));
}

void statement_free(struct statement *statement)
{
    sqlite3_finalize(inside(statement));
}

bool store_run(struct store *store, struct statement *statement, const char *doing,
               struct error *error)
{
    return run(store, inside(statement), doing, error);
}

bool store_execute(struct store *store, const char *sql, const char *doing, struct error *error)
{
    return execute(store, sql, doing, error);
}

bool store_settle(struct store *store, bool good, struct error *error)
{
    return settle(store, good, error);
}

bool store_refuse(struct store *store, const char *doing, struct error *error)
{
    return refuse(store, doing, error);
}
