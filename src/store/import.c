/* Imports puzzle files. Each transaction covers LINES_AT_ONCE lines, and also stores the number of
 * the last line and a hash of everything up to it. An interrupted import resumes after that line if
 * the file still begins with the same lines. A pipe cannot be read twice, so it is always imported
 * from its start. A puzzle that is already in the database gets the values of the file. */
#include <stdlib.h>

#include "src/training/puzzle_file.h"
#include "src/store/puzzles.h"
#include "src/store/sql.h"

enum { LINES_AT_ONCE = 5000 };
static const char keeping[] = "saving the puzzles";

struct importer {
    struct store *store;
    const struct puzzle_import_calls *calls;
    struct puzzle_import *import;
    struct puzzle_file *file;
    const char *path;
    const char *source; /* full path of the file, as stored in the table imports */
    struct statement *insert;
};

static bool insert(struct importer *importer, const struct puzzle *puzzle, struct error *error)
{
    struct statement *statement = importer->insert;
    importer->import->puzzles++;
    return (statement_bind(statement,
                           BOUND(AS_TEXT(puzzle->id), AS_TEXT(puzzle->position),
                                 AS_TEXT(puzzle->moves), AS_REAL(puzzle->rating.rating),
                                 AS_REAL(puzzle->rating.deviation),
                                 AS_REAL(puzzle->rating.volatility), AS_TEXT(puzzle->themes))) &&
            statement_step(statement) == STATEMENT_DONE) ||
           store_refuse(importer->store, keeping, error);
}

/* Stores in the table imports how far the file was read. If `more` is false, the end of the file
 * was reached, so the file's row is deleted instead. */
static bool note_line(struct importer *importer, bool more, struct error *error)
{
    if (!puzzle_file_is_lasting(importer->file))
        return true;
    struct statement *statement = store_bound(importer->store,
        more ? "INSERT OR REPLACE INTO imports (source, line, hash) VALUES (?1, ?2, ?3)"
             : "DELETE FROM imports WHERE source = ?1",
        BOUND(AS_TEXT(importer->source), AS_NUMBER(puzzle_file_line(importer->file)),
              AS_NUMBER(puzzle_file_hash(importer->file))));
    return store_run(importer->store, statement, keeping, error);
}

/* Imports the next lines in one transaction, at most LINES_AT_ONCE. Sets *more to false at the end
 * of the file. */
static bool read_some(struct importer *importer, bool *more, struct error *error)
{
    const struct puzzle_import_calls *calls = importer->calls;
    struct puzzle puzzle;
    struct error wrong;
    bool good = store_execute(importer->store, "BEGIN IMMEDIATE", keeping, error);
    if (!good)
        return false;
    for (int i = 0; good && *more && i < LINES_AT_ONCE; i++) {
        enum puzzle_line line = puzzle_file_next(importer->file, &puzzle, &wrong);
        *more = line != PUZZLE_LINE_NONE;
        if (line == PUZZLE_LINE_GOOD) {
            good = insert(importer, &puzzle, error);
        } else if (line == PUZZLE_LINE_WRONG) {
            importer->import->refused++;
            if (calls->complain)
                calls->complain(calls->context, &wrong);
        }
    }
    importer->import->lines = puzzle_file_line(importer->file);
    good = good && note_line(importer, *more, error);
    return store_settle(importer->store, good, error);
}

/* Opens the file again to read it from its start, because it has changed since an earlier import
 * was interrupted. */
static bool begin_again(struct importer *importer, struct error *error)
{
    struct error ignored;
    importer->import->skipped = 0;
    (void)!puzzle_file_close(importer->file, &ignored);
    importer->file = puzzle_file_open(importer->path, error);
    return importer->file != NULL;
}

/* Skips the lines that an interrupted import has read, if the file still begins with them. */
static bool skip(struct importer *importer, struct error *error)
{
    struct statement *row = store_bound(importer->store,
        "SELECT line, hash FROM imports WHERE source = ?", BOUND(AS_TEXT(importer->source)));
    enum statement_step step = statement_step(row);
    bool same = true;
    if (step == STATEMENT_ROW && puzzle_file_is_lasting(importer->file)) {
        int64_t line = statement_number(row, 0, 1, INT64_MAX);
        uint64_t hash = (uint64_t)statement_number(row, 1, INT64_MIN, INT64_MAX);
        if (!statement_damaged(row))
            importer->import->skipped = puzzle_file_skip(importer->file, line);
        same = importer->import->skipped == 0 || puzzle_file_hash(importer->file) == hash;
    }
    return store_end(importer->store, row, step, keeping, error) &&
           (same || begin_again(importer, error));
}

static bool read_all(struct importer *importer, struct error *error)
{
    bool good = skip(importer, error), more = true;
    importer->insert = store_prepare(importer->store,
        "INSERT INTO puzzles (id, position, moves, rating, deviation, volatility, themes)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT (id) DO UPDATE SET position = ?2, moves = ?3, rating = ?4, deviation = ?5,"
        " volatility = ?6, themes = ?7");
    while (good && more) {
        good = read_some(importer, &more, error);
        importer->import->percent = puzzle_file_percent(importer->file);
        if (good && importer->calls->progress)
            importer->calls->progress(importer->calls->context, importer->import);
    }
    statement_free(importer->insert);
    return good;
}

bool store_import_puzzles(struct store *store, const char *path,
                          const struct puzzle_import_calls *calls, struct puzzle_import *import,
                          struct error *error)
{
    *import = (struct puzzle_import){.percent = -1};
    struct puzzle_file *file = puzzle_file_open(path, error);
    if (!file)
        return false;
    char *full = realpath(path, NULL);
    struct importer importer = {.store = store, .calls = calls, .import = import, .file = file,
                                .path = path, .source = full ? full : path};
    bool good = read_all(&importer, error);
    struct error damage = {0};
    bool sound = !importer.file || puzzle_file_close(importer.file, &damage);
    if (good && !sound)
        *error = damage;
    free(full);
    return good && sound;
}
