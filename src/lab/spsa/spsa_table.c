/* Reads parameters in OpenBench's format, and replaces the values of the rows PARAMETER(name,
 * value, level, min, max, ...) in parameters.def. */
#include "src/lab/spsa/spsa_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "src/util/lines.h"
#include "src/util/macro_table.h"
#include "src/util/paths.h"
#include "src/util/text.h"

/* Lines of OpenBench */

/* Returns the text before the next comma, without blanks around it, and moves *at past the
 * comma. */
static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " \t"), *comma = strchr(word, ',');
    *at = comma ? comma + 1 : word + strlen(word);
    char *end = comma ? comma : *at;
    while (end > word && strchr(" \t\r", end[-1]))
        end--;
    *end = '\0';
    return word;
}

static bool read_whole(char **at, int *number)
{
    long value;
    if (!text_number(next_word(at), -1000000000, 1000000000, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_positive(char **at, double *number)
{
    char *word = next_word(at), *end;
    *number = strtod(word, &end);
    return end != word && !*end && *number > 0 && *number <= 1e9;
}

static bool read_row(char *line, struct spsa_parameter *row)
{
    char *at = line, *name = next_word(&at);
    if (!*name || strlen(name) >= sizeof row->name)
        return false;
    snprintf(row->name, sizeof row->name, "%s", name);
    text_sanitize(row->name);
    return strcmp(next_word(&at), "int") == 0 && read_whole(&at, &row->start) &&
           read_whole(&at, &row->min) && read_whole(&at, &row->max) &&
           read_positive(&at, &row->c_end) && read_positive(&at, &row->r_end) && !*at &&
           row->min < row->max && row->start >= row->min && row->start <= row->max;
}

static bool is_new(const struct spsa_parameter rows[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return false;
    return true;
}

int spsa_table_read(const char *path, struct spsa_parameter rows[], struct error *error)
{
    struct lines lines = {.file = paths_open_regular(path, error)};
    int count = 0;
    bool good = lines.file != NULL;
    if (!good)
        return 0;
    for (char *line; good && (line = lines_next(&lines, error)); count++) {
        if (count == SPSA_PARAMETERS_MAX)
            good = error_set(error, "more than %d parameters", SPSA_PARAMETERS_MAX);
        else if (!read_row(line, &rows[count]))
            good = error_set(error, "expected \"name, int, value, min, max, c_end, r_end\"");
        else if (!is_new(rows, count, rows[count].name))
            good = error_set(error, "the parameter %s is given twice", rows[count].name);
    }
    good = lines_end(&lines, good, error);
    fclose(lines.file);
    if (good && count == 0)
        good = error_set(error, "expected at least one parameter");
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", path);
    return good ? count : 0;
}

/* parameters.def */

struct rewriting {
    const struct spsa_problem *problem;
    const double *values; /* NULL: only check the table */
    bool seen[SPSA_PARAMETERS_MAX];
};

static int find_parameter(const struct spsa_problem *problem, const char *name)
{
    for (int i = 0; i < problem->count; i++)
        if (strcmp(problem->parameters[i].name, name) == 0)
            return i;
    return -1;
}

static bool walk_row(struct macro_table *table, struct rewriting *rewriting)
{
    char name[SPSA_NAME_SIZE];
    int value, level, min, max, from = 0, to = 0;
    if (sscanf(table->at, "PARAMETER(%63[a-z0-9_], %n%9d%n, %9d, %9d, %9d,", name, &from, &value,
               &to, &level, &min, &max) != 5)
        return macro_table_refuse(
            table, "expected PARAMETER(name, value, level, min, max, step, words)");
    const struct parameter_row *row = search_parameter_row(name);
    if (!row)
        return macro_table_refuse(
            table, "this program has no parameter %s: build it from this file first", name);
    if (min != row->min || max != row->max)
        return macro_table_refuse(
            table, "this program has other bounds for %s: build it from this file first", name);
    const char *before = table->at + from, *behind = table->at + to;
    int parameter = find_parameter(rewriting->problem, name);
    if (parameter < 0) {
        macro_table_copy(table, behind);
        return true;
    }
    rewriting->seen[parameter] = true;
    macro_table_copy(table, before);
    if (table->out)
        fprintf(table->out, "%ld", lround(rewriting->values[parameter]));
    table->at = behind;
    return true;
}

static bool walk_table(struct macro_table *table, void *context)
{
    struct rewriting *rewriting = context;
    while (macro_table_find(table, "PARAMETER("))
        if (!walk_row(table, rewriting))
            return false;
    for (int i = 0; i < rewriting->problem->count; i++)
        if (!rewriting->seen[i])
            return macro_table_refuse(table, "expected a row of %s before the end",
                                      rewriting->problem->parameters[i].name);
    return true;
}

bool spsa_table_check(const char *path, const struct spsa_problem *problem, struct error *error)
{
    struct rewriting rewriting = {.problem = problem};
    return macro_table_check(path, walk_table, &rewriting, error);
}

bool spsa_table_write(const char *path, const struct spsa_problem *problem, const double values[],
                      struct error *error)
{
    struct rewriting rewriting = {.problem = problem, .values = values};
    return macro_table_rewrite(path, walk_table, &rewriting, error);
}
