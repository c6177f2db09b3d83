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

#define MARKS_3 "?, ?, ?"
#define MARKS_4 MARKS_3 ", ?"
#define MARKS_7 MARKS_4 ", ?, ?, ?"
#define TABLE(name, key, reversed, marks)                                                          \
    {name, "SELECT * FROM " name " ORDER BY " key, "SELECT * FROM " name " ORDER BY " reversed,    \
     "INSERT OR IGNORE INTO " name " VALUES (" marks ")"}
#define BY_ID "id", "id DESC"
#define BY_GAME "game", "game DESC"
#define BY_PLY "game, ply", "game DESC, ply DESC"
#define TABLE_BY(name, keys, marks) TABLE(name, keys, marks)

/* The tables in the order in which they are copied: each before the tables that refer to it. */
static const struct {
    const char *name, *forward, *backward, *insert;
} tables[] = {
    TABLE_BY("games", BY_ID, MARKS_7 ", " MARKS_7 ", " MARKS_3),
    TABLE_BY("moves", BY_PLY, MARKS_4 ", ?"),
    TABLE_BY("decisions", BY_PLY, MARKS_4),
    TABLE_BY("scores", BY_PLY, MARKS_3 ", " MARKS_3),
    TABLE_BY("reviews", BY_GAME, MARKS_7 ", ?, ?"),
    TABLE_BY("gifts", BY_PLY, MARKS_4 ", " MARKS_4),
    TABLE_BY("chances", BY_PLY, MARKS_4),
    TABLE_BY("drills", BY_GAME, MARKS_4),
    TABLE_BY("rated", BY_GAME, MARKS_7),
    TABLE_BY("deck", BY_ID, MARKS_7 ", " MARKS_7 ", " MARKS_7 ", " MARKS_4),
    TABLE_BY("answers", BY_ID, MARKS_4),
    TABLE_BY("puzzles", BY_ID, MARKS_7),
    TABLE_BY("attempts", BY_ID, MARKS_7),
    TABLE("imports", "source", "source DESC", MARKS_3),
};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

/* The SQL that removes references to rows that were lost. */
static const char *const orphans[] = {
    "DELETE FROM moves WHERE game NOT IN (SELECT id FROM games)",
    ("DELETE FROM decisions WHERE NOT EXISTS (SELECT 1 FROM moves AS m"
     " WHERE m.game = decisions.game AND m.ply = decisions.ply)"),
    "DELETE FROM scores WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM reviews WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM gifts WHERE game NOT IN (SELECT game FROM reviews)",
    "DELETE FROM chances WHERE game NOT IN (SELECT game FROM reviews)",
    "DELETE FROM drills WHERE game NOT IN (SELECT game FROM reviews)",
    "DELETE FROM rated WHERE game NOT IN (SELECT id FROM games)",
    "UPDATE deck SET game = NULL WHERE game NOT IN (SELECT id FROM games)",
    "UPDATE answers SET card = NULL WHERE card NOT IN (SELECT id FROM deck)",
};

/* The two databases and what was done so far. */
struct repair {
    struct store *old, *store;
    struct repaired *repaired;
    const atomic_bool *stop;
};

/* Copies the rows of a select statement until a row cannot be read. Sets *whole to whether all rows
 * were read. Returns false and sets *error if the new database fails or the copying was stopped. */
static bool copy_rows(const struct repair *repair, struct statement *row, struct statement *insert,
                      bool *whole, struct error *error)
{
    enum statement_step step = STATEMENT_REFUSED;
    bool good = insert != NULL;
    while (good && !*repair->stop && (step = statement_step(row)) == STATEMENT_ROW) {
        good = statement_copy_row(row, insert) && statement_step(insert) == STATEMENT_DONE;
        repair->repaired->rows += good;
    }
    *whole = row && good && step == STATEMENT_DONE && !statement_damaged(row);
    if (*repair->stop)
        return error_set(error, "stopped; nothing was saved");
    return good || store_refuse(repair->store, doing, error);
}

/* A view, which another program put in place of a table, is not read: it may have any number of
 * rows. */
static bool copy_table(const struct repair *repair, int number, struct error *error)
{
    bool whole = false, has = store_has_table(repair->old, tables[number].name);
    struct statement *insert = store_prepare(repair->store, tables[number].insert);
    struct statement *row = has ? store_prepare(repair->old, tables[number].forward) : NULL;
    bool good = copy_rows(repair, row, insert, &whole, error);
    statement_free(row);
    if (good && !whole) {
        repair->repaired->cut_tables++;
        row = has ? store_prepare(repair->old, tables[number].backward) : NULL;
        good = copy_rows(repair, row, insert, &whole, error);
        statement_free(row);
    }
    statement_free(insert);
    return good;
}

static bool copy_all(const struct repair *repair, struct error *error)
{
    struct store *store = repair->store;
    bool good = store_execute(store, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", doing, error);
    if (!good)
        return false;
    for (int i = 0; good && i < TABLE_COUNT; i++)
        good = copy_table(repair, i, error);
    for (size_t i = 0; good && i < sizeof orphans / sizeof *orphans; i++)
        good = store_execute(store, orphans[i], doing, error);
    good = store_settle(store, good, error);
    return store_execute(store, "PRAGMA foreign_keys = ON", doing, error) && good;
}

/* Reads each game in the new database and removes the parts of the game that cannot be read. */
static bool mend_games(struct store *store, struct repaired *repaired, struct error *error)
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
        good = store_mend_game(store, ids[i], &mended, error);
        repaired->games += good && mended != MENDED_LOST;
        repaired->cut_games += good && mended == MENDED_CUT;
        repaired->lost_games += good && mended == MENDED_LOST;
    }
    free(ids);
    return good;
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

bool store_repair(const char *from, const char *to, const atomic_bool *stop,
                  struct repaired *repaired, struct error *error)
{
    static const char without_moves[] =
        "SELECT count(*) FROM games WHERE NOT EXISTS (SELECT 1 FROM moves WHERE game = games.id)";
    int64_t version, empty = 0;
    char draft[4096]; /* becomes `to` when it is complete */
    *repaired = (struct repaired){0};
    if (access(from, R_OK) != 0)
        return error_set_in(error, from, "there is no database");
    if (access(to, F_OK) == 0)
        return error_set_in(error, to, "the file already exists; move it away first");
    if (snprintf(draft, sizeof draft, "%s.part", to) >= (int)sizeof draft)
        return error_set_in(error, to, "the name is too long");
    remove_files(draft, 0); /* if a repair was killed */
    struct store *old = store_open_damaged(from, error);
    struct store *store = old ? store_open(draft, error) : NULL;
    const struct repair repair = {old, store, repaired, stop};
    bool good = store && store_number(old, store_prepare(old, "PRAGMA user_version"), &version,
                                      "reading the database", error);
    if (good && version != store_version_count)
        good = error_set(error, "the database has version %d, and only version %d can be saved",
                         (int)version, store_version_count);
    good = good && copy_all(&repair, error) && mend_games(store, repaired, error) &&
           store_number(store, store_prepare(store, without_moves), &empty, doing, error);
    repaired->empty_games = (int)empty;
    if (good && repaired->rows == 0)
        good = error_set(error, "nothing in the database can be read");
    store_close(store);
    store_close(old);
    remove_files(draft, good ? 1 : 0);
    if (good && rename(draft, to) != 0) {
        good = error_set_in(error, to, "%s", strerror(errno));
        remove_files(draft, 0);
    }
    return good;
}
