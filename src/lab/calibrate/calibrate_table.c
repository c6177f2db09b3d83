/* Reads and writes the measured levels. */
#include "src/lab/calibrate/calibrate_table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/calibrate/calibrate_family.h"
#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/array.h"

void measured_clear(struct measured_table *table)
{
    free(table->rows);
    *table = (struct measured_table){0};
}

bool measured_put(struct measured_table *table, const struct measured_level *row)
{
    int at = 0;
    while (at < table->count &&
           (table->rows[at].method != row->method || table->rows[at].level != row->level ||
            strcmp(table->rows[at].control, row->control) != 0))
        at++;
    if (!ARRAY_RESERVE(table->rows, at, &table->capacity))
        return false;
    table->rows[at] = *row;
    table->count += at == table->count;
    return true;
}

static bool read_row(const char *line, struct measured_level *row, struct error *error)
{
    char method[32], rest;
    if (sscanf(line, "%31s %d %15s %lf %lf %lf %d %" SCNx32 " %c", method, &row->level,
               row->control, &row->elo, &row->error, &row->scale_error, &row->games, &row->print,
               &rest) != 8)
        return error_set(error,
                         "expected method, level, control, Elo, error, scale, games and print");
    return method_from_name(method, &row->method) ||
           error_set(error, "there is no weakening method \"%s\"", method);
}

bool measured_read(struct measured_table *table, const char *path, struct error *error)
{
    struct lines lines = {.file = fopen(path, "re")};
    const char *line;
    bool good = true;
    *table = (struct measured_table){0};
    if (!lines.file)
        return error_set_in(error, path, "%s", strerror(errno));
    while (good && (line = lines_next(&lines, error))) {
        struct measured_level row = {0};
        good = read_row(line, &row, error) &&
               (measured_put(table, &row) || error_set(error, "out of memory"));
    }
    good = lines_end(&lines, good, error);
    fclose(lines.file);
    if (!good) {
        snprintf(error->file, sizeof error->file, "%.1023s", path);
        measured_clear(table);
    }
    return good;
}

void measured_read_shipped(struct measured_table *table)
{
    char path[4096];
    struct error ignored;
    *table = (struct measured_table){0};
    if (paths_shipped("share/calibration.tsv", path, sizeof path) &&
        !measured_read(table, path, &ignored))
        *table = (struct measured_table){0};
}

static bool write_rows(FILE *out, const void *context)
{
    const struct measured_table *table = context;
    fputs("# How strong each level plays, as fallible calibrate measured it, on a scale of engines "
          "on\n# which stockfish's Skill Level 0 has 1320 Elo. Written by fallible calibrate.\n"
          "# method\tlevel\tcontrol\telo\terror\tscale\tgames\tprint\n",
          out);
    for (int i = 0; i < table->count; i++) {
        const struct measured_level *row = &table->rows[i];
        fprintf(out, "%s\t%d\t%s\t%ld\t%ld\t%ld\t%d\t%08" PRIx32 "\n", method_name(row->method),
                row->level, row->control, lround(row->elo), lround(ceil(row->error)),
                lround(ceil(row->scale_error)), row->games, row->print);
    }
    return !ferror(out);
}

bool measured_write(const struct measured_table *table, const char *path, struct error *error)
{
    return replace_whole(path, write_rows, table, error);
}

const struct measured_level *measured_find(const struct measured_table *table,
                                           const struct handicap *handicap, const char *control)
{
    for (int i = 0; i < table->count; i++) {
        const struct measured_level *row = &table->rows[i];
        if (row->method == handicap->method && row->level == handicap->elo &&
            strcmp(row->control, control) == 0 && row->print == handicap_print(handicap))
            return row;
    }
    return NULL;
}

bool measured_between(const struct measured_table *table, const struct strength *strength,
                      const struct handicap *handicap, const char *control,
                      struct measured_level *level)
{
    enum { STEP = 100 };
    const struct measured_level *ends[2];
    if (handicap->elo == ELO_FULL)
        return false;
    struct handicap own = handicap_for(strength, handicap->method, handicap->elo, 0);
    int below = handicap->elo / STEP * STEP;
    for (int i = 0; i < 2; i++) {
        struct handicap end = handicap_for(strength, handicap->method, below + i * STEP, 0);
        ends[i] = measured_find(table, &end, control);
    }
    if (!ends[0] || !ends[1] || handicap_print(&own) != handicap_print(handicap))
        return false;
    double way = (double)(handicap->elo - below) / STEP;
    *level = *ends[measured_error(ends[1]) > measured_error(ends[0])];
    level->level = handicap->elo;
    level->elo = ends[0]->elo + way * (ends[1]->elo - ends[0]->elo);
    level->games = 0;
    level->print = handicap_print(handicap);
    return true;
}

double measured_error(const struct measured_level *level)
{
    return hypot(level->error, level->scale_error);
}
