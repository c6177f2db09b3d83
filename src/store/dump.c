/* Reads whole tables, for the export. */
#include <stdio.h>
#include <string.h>

#include "src/store/sql.h"

enum { COLUMNS_MAX = 64 };
static const char reading[] = "reading the tables";

bool store_each_table(struct store *store, bool (*take)(void *context, const char *name),
                      void *context, struct error *error)
{
    struct statement *row = store_prepare(store,
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        " ORDER BY name");
    enum statement_step step;
    bool more = true;
    while (more && (step = statement_step(row)) == STATEMENT_ROW)
        more = take(context, statement_raw(row, 0));
    return store_end(store, row, step, reading, error);
}

struct looked_for {
    const char *name;
    bool found;
};

static bool compare(void *context, const char *name)
{
    struct looked_for *looked_for = context;
    looked_for->found = strcmp(looked_for->name, name) == 0;
    return !looked_for->found;
}

bool store_each_row(struct store *store, const char *table,
                    bool (*take)(void *context, const struct store_cell cells[], int count),
                    void *context, struct error *error)
{
    struct looked_for looked_for = {table, false};
    char sql[128];
    if (!store_each_table(store, compare, &looked_for, error))
        return false;
    if (!looked_for.found) { /* only a table's exact name may go into the SQL */
        return error_set(error, "there is no table \"%.40s\"", table);
    }
    snprintf(sql, sizeof sql, "SELECT * FROM \"%.60s\" ORDER BY 1, 2", table);
    struct statement *row = store_prepare(store, sql);
    struct store_cell cells[COLUMNS_MAX];
    int count = statement_columns(row);
    count = count > COLUMNS_MAX ? COLUMNS_MAX : count;
    for (int i = 0; i < count; i++)
        cells[i] = (struct store_cell){.name = statement_name(row, i)};
    enum statement_step step = STATEMENT_DONE;
    bool more = count == 0 || take(context, cells, count);
    while (more && (step = statement_step(row)) == STATEMENT_ROW) {
        for (int i = 0; i < count; i++)
            cells[i] = (struct store_cell){statement_name(row, i), statement_raw(row, i),
                                           statement_is_number(row, i),
                                           statement_is_nothing(row, i)};
        more = take(context, cells, count);
    }
    return store_end(store, row, step, reading, error);
}
