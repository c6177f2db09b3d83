/* Reads whole tables of the database, for the export. */
#include <stdio.h>
#include <string.h>

#include "src/store/sql.h"

enum { COLUMNS_MAX = 64 };
static const char reading[] = "reading the tables";

#define TABLE(name)                                                                                \
    {                                                                                              \
#name, "SELECT * FROM " #name " ORDER BY 1, 2"                                             \
    }
static const struct {
    const char *name, *sql;
} tables[] = {
    TABLE(answers), TABLE(attempts), TABLE(chances), TABLE(decisions), TABLE(deck),
    TABLE(drills),  TABLE(games),    TABLE(gifts),   TABLE(imports),   TABLE(moves),
    TABLE(puzzles), TABLE(rated),    TABLE(reviews), TABLE(scores),
};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

void store_each_table(bool (*take)(void *context, const char *name), void *context)
{
    bool more = true;
    for (int i = 0; more && i < TABLE_COUNT; i++)
        more = take(context, tables[i].name);
}

bool store_each_row(struct store *store, const char *table,
                    bool (*take)(void *context, const struct store_cell cells[], int count),
                    void *context, struct error *error)
{
    int number = 0;
    while (number < TABLE_COUNT && strcmp(tables[number].name, table) != 0)
        number++;
    if (number == TABLE_COUNT)
        return error_set(error, "there is no table \"%.40s\"", table);
    struct statement *row = store_prepare(store, tables[number].sql);
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
