/* Copies each table row by row from the beginning and, if a page is damaged, also from the end.
 * Then reads every game in the same way as the program does, and removes what the program could not
 * read. */
#include "src/store/repair.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/store/sql.h"
#include "src/util/array.h"

static const char doing[] = "saving the database";

#define TABLE(name, key, reversed)                                                                 \
    {name, "SELECT * FROM " name " ORDER BY " key, "SELECT * FROM " name " ORDER BY " reversed}
#define BY_ID "id", "id DESC"
#define BY_GAME "game", "game DESC"
#define BY_PLY "game, ply", "game DESC, ply DESC"
#define TABLE_BY(name, keys) TABLE(name, keys)

/* The tables in the order in which they are copied: each before the tables that refer to it. */
static const struct {
    const char *name, *forward, *backward;
} tables[] = {
    TABLE_BY("games", BY_ID),
    TABLE_BY("moves", BY_PLY),
    TABLE_BY("decisions", BY_PLY),
    TABLE_BY("scores", BY_PLY),
    TABLE_BY("reviews", BY_GAME),
    TABLE_BY("gifts", BY_PLY),
    TABLE_BY("chances", BY_PLY),
    TABLE_BY("drills", BY_GAME),
    TABLE_BY("rated", BY_GAME),
    TABLE_BY("deck", BY_ID),
    TABLE_BY("answers", BY_ID),
    TABLE_BY("puzzles", BY_ID),
    TABLE_BY("attempts", BY_ID),
    TABLE("imports", "source", "source DESC"),
};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

#define MARKS_2 "?, ?"
#define MARKS_3 "?, ?, ?"
#define MARKS_4 MARKS_2 ", " MARKS_2
#define MARKS_5 MARKS_2 ", " MARKS_3
#define MARKS_6 MARKS_3 ", " MARKS_3
#define MARKS_7 MARKS_4 ", " MARKS_3
#define MARKS_8 MARKS_4 ", " MARKS_4
#define MARKS_9 MARKS_5 ", " MARKS_4
#define MARKS_10 MARKS_5 ", " MARKS_5
#define MARKS_11 MARKS_6 ", " MARKS_5
#define MARKS_12 MARKS_6 ", " MARKS_6
#define MARKS_14 MARKS_7 ", " MARKS_7
#define MARKS_15 MARKS_8 ", " MARKS_7
#define MARKS_16 MARKS_8 ", " MARKS_8
#define MARKS_17 MARKS_9 ", " MARKS_8
#define MARKS_19 MARKS_10 ", " MARKS_9
#define MARKS_22 MARKS_11 ", " MARKS_11
#define MARKS_23 MARKS_12 ", " MARKS_11
#define MARKS_24 MARKS_12 ", " MARKS_12
#define MARKS_25 MARKS_15 ", " MARKS_10
#define INSERT(name, columns)                                                                      \
    {name, columns, "INSERT OR IGNORE INTO " name " VALUES (" MARKS_##columns ")"}
enum { COLUMNS_MOST = 25 };

/* The SQL that adds a row to a table, for each number of columns that the table had in some
 * version. */
static const struct {
    const char *table;
    int columns;
    const char *sql;
} inserts[] = {
    INSERT("games", 10),  INSERT("games", 11),    INSERT("games", 12),     INSERT("games", 15),
    INSERT("games", 16),  INSERT("games", 17),    INSERT("moves", 4),      INSERT("moves", 5),
    INSERT("scores", 6),  INSERT("decisions", 4), INSERT("decisions", 14), INSERT("decisions", 23),
    INSERT("reviews", 9), INSERT("gifts", 8),     INSERT("chances", 4),    INSERT("drills", 4),
    INSERT("rated", 7),   INSERT("deck", 19),     INSERT("deck", 22),      INSERT("deck", 23),
    INSERT("deck", 24),   INSERT("deck", 25),     INSERT("answers", 4),    INSERT("puzzles", 7),
    INSERT("attempts", 7), INSERT("imports", 2),  INSERT("imports", 3),
};

/* The SQL that removes references to rows that were lost, from a table that not every version
 * has. */
static const struct {
    const char *table, *sql;
} orphans[] = {
    {"moves", "DELETE FROM moves WHERE game NOT IN (SELECT id FROM games)"},
    {"decisions", "DELETE FROM decisions WHERE NOT EXISTS (SELECT 1 FROM moves AS m"
                  " WHERE m.game = decisions.game AND m.ply = decisions.ply)"},
    {"scores", "DELETE FROM scores WHERE game NOT IN (SELECT id FROM games)"},
    {"reviews", "DELETE FROM reviews WHERE game NOT IN (SELECT id FROM games)"},
    {"gifts", "DELETE FROM gifts WHERE game NOT IN (SELECT game FROM reviews)"},
    {"chances", "DELETE FROM chances WHERE game NOT IN (SELECT game FROM reviews)"},
    {"drills", "DELETE FROM drills WHERE game NOT IN (SELECT game FROM reviews)"},
    {"rated", "DELETE FROM rated WHERE game NOT IN (SELECT id FROM games)"},
    {"deck", "UPDATE deck SET game = NULL WHERE game NOT IN (SELECT id FROM games)"},
    {"answers", "UPDATE answers SET card = NULL WHERE card NOT IN (SELECT id FROM deck)"},
};

/* The two databases and what was done so far. */
struct repair {
    struct store *old, *store;
    struct repaired *repaired;
    const atomic_bool *stop;
};

/* A table of the new database: the statement that adds a row, and for each column its place in the
 * old table, or -1. */
struct copied {
    struct statement *insert;
    int columns[COLUMNS_MOST];
};

/* Sets *error if the repair was to be stopped. */
static bool was_stopped(const atomic_bool *stop, struct error *error)
{
    if (*stop)
        (void)error_set(error, "stopped; nothing was saved");
    return *stop;
}

/* Copies the rows of a select statement until a row cannot be read. Sets *whole to whether all rows
 * were read. Returns false and sets *error if the new database fails, memory runs out or the
 * copying was stopped. */
static bool copy_rows(const struct repair *repair, struct statement *row,
                      const struct copied *copied, bool again, bool *whole, struct error *error)
{
    enum statement_step step = STATEMENT_REFUSED;
    bool good = true;
    while (good && !*repair->stop && (step = statement_step(row)) == STATEMENT_ROW) {
        good = statement_copy_row(row, copied->columns, copied->insert) &&
               statement_step(copied->insert) == STATEMENT_DONE;
        bool added = good && store_changed(repair->store);
        repair->repaired->rows += added;
        repair->repaired->lost_rows += good && !added && !again;
    }
    *whole = row && good && step == STATEMENT_DONE && !statement_damaged(row);
    if (was_stopped(repair->stop, error))
        return false;
    if (good && row && step == STATEMENT_REFUSED && store_lacks_memory(repair->old))
        return store_refuse(repair->old, doing, error);
    return good || store_refuse(repair->store, doing, error);
}

/* Finds the statement that adds a row to the new table, and the new table's columns in the old one
 * by their names. */
static bool prepare_copy(const struct repair *repair, int number, struct statement *row,
                         struct copied *copied, struct error *error)
{
    struct statement *new = store_prepare(repair->store, tables[number].forward);
    int count = statement_columns(new);
    bool known = false;
    for (size_t i = 0; i < sizeof inserts / sizeof *inserts && !known; i++) {
        known = inserts[i].columns == count && strcmp(inserts[i].table, tables[number].name) == 0;
        if (known)
            copied->insert = store_prepare(repair->store, inserts[i].sql);
    }
    for (int i = 0; copied->insert && i < count; i++) {
        copied->columns[i] = -1;
        for (int j = statement_columns(row) - 1; j >= 0; j--)
            if (strcmp(statement_name(new, i), statement_name(row, j)) == 0)
                copied->columns[i] = j;
    }
    statement_free(new);
    if (new && !known)
        return error_set(error, "no version of the table %s has %d columns", tables[number].name,
                         count);
    return copied->insert || store_refuse(repair->store, doing, error);
}

/* Finds out whether a database has a table. Returns false and sets *error if memory ran out. */
static bool look_for_table(struct store *store, const char *name, bool *has, struct error *error)
{
    *has = store_has_table(store, name);
    return *has || !store_lacks_memory(store) || store_refuse(store, doing, error);
}

/* Prepares a select statement of the old database. *row is NULL if the table is missing or
 * damaged. Returns false and sets *error if memory ran out. */
static bool prepare_rows(const struct repair *repair, int number, const char *sql,
                         struct statement **row, struct error *error)
{
    bool has;
    *row = NULL;
    if (!look_for_table(repair->old, tables[number].name, &has, error))
        return false;
    /* A view, which another program put in place of a table, is not read: it may have any number
     * of rows. */
    if (!has)
        return true;
    *row = store_prepare(repair->old, sql);
    return *row || !store_lacks_memory(repair->old) || store_refuse(repair->old, doing, error);
}

static bool copy_table(const struct repair *repair, int number, struct error *error)
{
    struct copied copied = {0};
    struct statement *row;
    bool whole = false;
    bool good = prepare_rows(repair, number, tables[number].forward, &row, error) &&
                prepare_copy(repair, number, row, &copied, error) &&
                copy_rows(repair, row, &copied, false, &whole, error);
    statement_free(row);
    if (good && !whole) {
        repair->repaired->cut_tables++;
        good = prepare_rows(repair, number, tables[number].backward, &row, error) &&
               copy_rows(repair, row, &copied, true, &whole, error);
        statement_free(row);
    }
    statement_free(copied.insert);
    return good;
}

static bool copy_all(const struct repair *repair, struct error *error)
{
    struct store *store = repair->store;
    bool good = store_execute(store, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", doing, error);
    if (!good)
        return false;
    bool has;
    for (int i = 0; good && i < TABLE_COUNT; i++)
        good = look_for_table(store, tables[i].name, &has, error) &&
               (!has || copy_table(repair, i, error));
    for (size_t i = 0; good && i < sizeof orphans / sizeof *orphans; i++)
        good = look_for_table(store, orphans[i].table, &has, error) &&
               (!has || store_execute(store, orphans[i].sql, doing, error));
    good = store_settle(store, good, error);
    return store_execute(store, "PRAGMA foreign_keys = ON", doing, error) && good;
}

/* Reads each game in the new database and removes the parts of the game that cannot be read. */
static bool mend_games(struct store *store, const atomic_bool *stop, struct repaired *repaired,
                       struct error *error)
{
    int64_t *ids = NULL;
    int count = 0, capacity = 0;
    struct statement *row = store_prepare(store, "SELECT id FROM games ORDER BY id");
    enum statement_step step;
    bool good = true;
    while (good && (step = statement_step(row)) == STATEMENT_ROW) {
        good = ARRAY_RESERVE(ids, count, &capacity);
        if (good)
            ids[count++] = statement_id(row, 0);
    }
    good = store_end(store, row, good ? step : STATEMENT_DONE, doing, error) &&
           (good || error_set(error, "out of memory"));
    for (int i = 0; good && i < count; i++) {
        enum mended mended;
        good = !was_stopped(stop, error) && store_mend_game(store, ids[i], &mended, error);
        repaired->games += good && mended != MENDED_LOST;
        repaired->cut_games += good && mended == MENDED_CUT;
        repaired->lost_games += good && mended == MENDED_LOST;
    }
    free(ids);
    return good;
}

/* Removes the copy that store_open made before it upgraded the database. */
static void remove_backup(const char *path, int version)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s.v%d", path, version) < (int)sizeof name)
        unlink(name);
}

/* Removes a database, or with `first` 1 only the files beside it. */
static void remove_files(const char *path, size_t first)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-playing", "-moves"};
    char name[4096];
    for (size_t i = first; i < sizeof endings / sizeof *endings; i++)
        if (snprintf(name, sizeof name, "%s%s", path, endings[i]) < (int)sizeof name)
            unlink(name);
}

/* Reads the version, which tells which tables and columns there are. A version that is not possible
 * is damaged, so the newest is tried. */
static bool read_version(struct store *old, int *version, struct error *error)
{
    int64_t number;
    if (!store_number(old, store_prepare(old, "PRAGMA user_version"), &number,
                      "reading the database", error))
        return false;
    if (number > store_version_count)
        return error_set(error, "the database has version %lld, and only versions up to %d can be "
                                "saved",
                         (long long)number, store_version_count);
    *version = number > 0 ? (int)number : store_version_count;
    return true;
}

/* Copies the old database to a new one of the same version, and upgrades that. Returns the new
 * one. Reads the old one in a single transaction, so that no other program can change it between
 * two tables. It also needs only one lock: a later one that is refused would look like damage. */
static struct store *copy_and_upgrade(struct store *old, const char *draft, const atomic_bool *stop,
                                      struct repaired *repaired, struct error *error)
{
    int version = 0;
    if (!store_execute(old, "BEGIN", "reading the database", error) ||
        !read_version(old, &version, error))
        return NULL;
    struct store *store = store_create(draft, version, error);
    const struct repair repair = {old, store, repaired, stop};
    bool good = store && copy_all(&repair, error);
    store_close(store);
    if (good && repaired->rows == 0)
        good = error_set(error, "nothing in the database can be read");
    store = good ? store_open(draft, error) : NULL;
    remove_backup(draft, version);
    return store;
}

/* Moves all rows from the write-ahead log to the database, because only the database gets the final
 * name. */
static bool empty_log(struct store *store, struct error *error)
{
    int64_t busy = 1;
    if (!store_number(store, store_prepare(store, "PRAGMA wal_checkpoint(TRUNCATE)"), &busy, doing,
                      error))
        return false;
    return busy == 0 || error_set(error, "%s: another program uses the new database", doing);
}

bool store_repair(const char *from, const char *to, const atomic_bool *stop,
                  struct repaired *repaired, struct error *error)
{
    static const char without_moves[] =
        "SELECT count(*) FROM games WHERE NOT EXISTS (SELECT 1 FROM moves WHERE game = games.id)";
    int64_t empty = 0;
    char draft[4096]; /* becomes `to` when it is complete */
    *repaired = (struct repaired){0};
    if (access(from, R_OK) != 0)
        return error_set_in(error, from, "there is no database");
    if (access(to, F_OK) == 0)
        return error_set_in(error, to, "the file already exists; move it away first");
    if (snprintf(draft, sizeof draft, "%s.repair-part", to) >= (int)sizeof draft)
        return error_set_in(error, to, "the name is too long");
    remove_files(draft, 0); /* if a repair was killed */
    struct store *old = store_open_damaged(from, error);
    struct store *store = old ? copy_and_upgrade(old, draft, stop, repaired, error) : NULL;
    bool good = store && mend_games(store, stop, repaired, error) &&
                store_number(store, store_prepare(store, without_moves), &empty, doing, error) &&
                empty_log(store, error);
    repaired->empty_games = (int)empty;
    store_close(store);
    store_close(old);
    good = good && !was_stopped(stop, error);
    remove_files(draft, good ? 1 : 0);
    if (good && rename(draft, to) != 0) {
        good = error_set_in(error, to, "%s", strerror(errno));
        remove_files(draft, 0);
    }
    return good;
}
