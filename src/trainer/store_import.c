/* Puzzle files into the store: one line in memory at a time, a transaction for every few thousand,
 * with the number of the last line in it, from which a run broken off goes on. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/support/input.h"
#include "src/trainer/store_puzzles.h"
#include "src/trainer/store_sql.h"

enum { LINES_AT_ONCE = 5000 };
static const char keeping[] = "keeping the puzzles";

struct importer {
    struct store *store;
    const struct puzzle_import_calls *calls;
    struct puzzle_import *import;
    const char *name;   /* of the file, for complaints */
    const char *source; /* its full path, for the table imports */
    FILE *stream;
    struct puzzle_columns columns;
    struct statement *insert;
    char line[PUZZLE_LINE_MAX];
};

/* The next line, whole; one too long is read to its end. False at the end of the file. */
static bool next_line(struct importer *importer, bool *whole)
{
    if (!fgets(importer->line, sizeof importer->line, importer->stream))
        return false;
    size_t length = strlen(importer->line);
    *whole = length + 1 < sizeof importer->line || importer->line[length - 1] == '\n';
    if (!*whole) {
        int character;
        while ((character = getc(importer->stream)) != EOF && character != '\n')
            continue;
    }
    importer->import->lines++;
    return true;
}

static void complain(struct importer *importer, struct error *error)
{
    importer->import->refused++;
    snprintf(error->file, sizeof error->file, "%s", importer->name);
    error->line = (int)importer->import->lines;
    if (importer->calls->complain)
        importer->calls->complain(importer->calls->context, error);
}

static bool insert(struct importer *importer, const struct puzzle *puzzle, struct error *error)
{
    struct statement *statement = importer->insert;
    statement_reset(statement);
    statement_bind_text(statement, 1, puzzle->id);
    statement_bind_text(statement, 2, puzzle->position);
    statement_bind_text(statement, 3, puzzle->moves);
    statement_bind_real(statement, 4, puzzle->rating.rating);
    statement_bind_real(statement, 5, puzzle->rating.deviation);
    statement_bind_real(statement, 6, puzzle->rating.volatility);
    statement_bind_text(statement, 7, puzzle->themes);
    importer->import->puzzles++;
    return statement_step(statement) == STATEMENT_DONE ||
           store_refuse(importer->store, keeping, error);
}

/* line 0: the file is read to its end. */
static bool note_line(struct importer *importer, int64_t line, struct error *error)
{
    struct statement *statement = store_prepare(importer->store,
        line > 0 ? "INSERT OR REPLACE INTO imports (source, line) VALUES (?1, ?2)"
                 : "DELETE FROM imports WHERE source = ?1");
    statement_bind_text(statement, 1, importer->source);
    if (line > 0)
        statement_bind_number(statement, 2, line);
    return store_run(importer->store, statement, keeping, error);
}

/* Some thousand lines as one transaction; *more is false at the end of the file. */
static bool read_some(struct importer *importer, bool *more, struct error *error)
{
    struct puzzle puzzle;
    struct error wrong;
    bool whole, good = true;
    if (!store_execute(importer->store, "BEGIN IMMEDIATE", keeping, error))
        return false;
    for (int i = 0; good && i < LINES_AT_ONCE && (*more = next_line(importer, &whole)); i++) {
        wrong = (struct error){0};
        if (!whole) {
            error_set(&wrong, "expected at most %d characters", PUZZLE_LINE_MAX - 2);
            complain(importer, &wrong);
        } else if (!puzzle_read(importer->line, &importer->columns, &puzzle, &wrong)) {
            complain(importer, &wrong);
        } else {
            good = insert(importer, &puzzle, error);
        }
    }
    good = good && note_line(importer, *more ? importer->import->lines : 0, error);
    return store_settle(importer->store, good, error);
}

/* The names of the columns, and past what a run broken off has read. */
static bool begin(struct importer *importer, struct error *error)
{
    bool whole = false;
    if (!next_line(importer, &whole) || !whole) {
        error_set(error, "expected the names of the columns");
        return false;
    }
    if (!puzzle_read_columns(importer->line, &importer->columns, error))
        return false;
    struct statement *row =
        store_prepare(importer->store, "SELECT line FROM imports WHERE source = ?");
    statement_bind_text(row, 1, importer->source);
    enum statement_step step = statement_step(row);
    int64_t last = step == STATEMENT_ROW ? statement_number(row, 0) : 0;
    statement_free(row);
    while (importer->import->lines < last && next_line(importer, &whole))
        importer->import->skipped++;
    return step != STATEMENT_REFUSED || store_refuse(importer->store, keeping, error);
}

static bool read_all(struct importer *importer, const struct input *input, struct error *error)
{
    bool good = begin(importer, error), more = true;
    if (!good && error->line == 0) {
        snprintf(error->file, sizeof error->file, "%s", importer->name);
        error->line = 1;
    }
    importer->insert = store_prepare(importer->store,
        "INSERT INTO puzzles (id, position, moves, rating, deviation, volatility, themes)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT (id) DO UPDATE SET position = ?2, moves = ?3, rating = ?4, deviation = ?5,"
        " volatility = ?6, themes = ?7");
    while (good && more) {
        good = read_some(importer, &more, error);
        importer->import->percent = input_percent(input);
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
    struct importer *importer = calloc(1, sizeof *importer);
    struct input *input = importer ? input_open(path, error) : NULL;
    if (!importer)
        error_set(error, "out of memory");
    if (!input) {
        free(importer);
        return false;
    }
    char *full = realpath(path, NULL);
    *importer = (struct importer){.store = store, .calls = calls, .import = import,
                                  .name = input_name(input), .source = full ? full : path,
                                  .stream = input_stream(input)};
    bool good = read_all(importer, input, error);
    struct error damage = {0};
    bool sound = input_close(input, &damage);
    if (good && !sound)
        *error = damage;
    free(full);
    free(importer);
    return good && sound;
}
