/* Walks the text of parameters.def once: everything is copied except the values of the rows
 * PARAMETER(name, value, min, max, ...) that are tuned. */
#include "src/lab/spsa/spsa_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "src/util/atomic_file.h"
#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { TABLE_MAX = 1 << 20 };

/* Lines of OpenBench */

/* The next word up to a comma, without blanks around it. */
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
            good = error_set(error, "%s is there already", rows[count].name);
    }
    good = lines_end(&lines, good, error);
    fclose(lines.file);
    if (good && count == 0)
        good = error_set(error, "no parameter in it");
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", path);
    return good ? count : 0;
}

/* parameters.def */

struct walk {
    const char *text, *at, *path;
    FILE *out; /* NULL: only check */
    const struct spsa_problem *problem;
    const double *values;
    bool seen[SPSA_PARAMETERS_MAX];
    struct error *error;
};

static bool complain(struct walk *walk, const char *format, const char *name)
{
    error_set_in(walk->error, walk->path, format, name);
    walk->error->line = 1;
    for (const char *c = walk->text; c < walk->at; c++)
        walk->error->line += *c == '\n';
    return false;
}

static void copy_to(struct walk *walk, const char *end)
{
    if (walk->out)
        fwrite(walk->at, 1, (size_t)(end - walk->at), walk->out);
    walk->at = end;
}

/* Copies up to the next row outside comments; returns false at the end of the text. */
static bool find_row(struct walk *walk)
{
    const char *c = walk->at;
    while (*c) {
        if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            c = end ? end + 2 : c + strlen(c);
        } else if (strncmp(c, "PARAMETER(", 10) == 0) {
            copy_to(walk, c);
            return true;
        } else {
            c++;
        }
    }
    copy_to(walk, c);
    return false;
}

static int find_parameter(const struct spsa_problem *problem, const char *name)
{
    for (int i = 0; i < problem->count; i++)
        if (strcmp(problem->parameters[i].name, name) == 0)
            return i;
    return -1;
}

static bool walk_row(struct walk *walk)
{
    char name[SPSA_NAME_SIZE];
    int value, min, max, from = 0, to = 0;
    if (sscanf(walk->at, "PARAMETER(%63[a-z0-9_], %n%9d%n, %9d, %9d,", name, &from, &value, &to,
               &min, &max) != 4)
        return complain(walk, "expected PARAMETER(name, value, min, max, step, words)%s", "");
    const struct parameter_row *row = search_parameter_row(name);
    if (!row)
        return complain(walk, "this program has no %s: build it from this file first", name);
    if (min != row->min || max != row->max)
        return complain(walk, "the bounds of %s differ from the program: build it from this file",
                        name);
    const char *before = walk->at + from, *behind = walk->at + to;
    int parameter = find_parameter(walk->problem, name);
    if (parameter < 0) {
        copy_to(walk, behind);
        return true;
    }
    walk->seen[parameter] = true;
    copy_to(walk, before);
    if (walk->out)
        fprintf(walk->out, "%ld", lround(walk->values[parameter]));
    walk->at = behind;
    return true;
}

static bool walk_table(struct walk *walk)
{
    while (find_row(walk))
        if (!walk_row(walk))
            return false;
    for (int i = 0; i < walk->problem->count; i++)
        if (!walk->seen[i])
            return complain(walk, "expected a row of %s before the end",
                            walk->problem->parameters[i].name);
    return true;
}

bool spsa_table_check(const char *path, const struct spsa_problem *problem, struct error *error)
{
    char *text = paths_read(path, TABLE_MAX, error);
    if (!text)
        return false;
    struct walk walk = {.text = text, .at = text, .path = path, .problem = problem, .error = error};
    bool good = walk_table(&walk);
    free(text);
    return good;
}

bool spsa_table_write(const char *path, const struct spsa_problem *problem, const double values[],
                      struct error *error)
{
    struct replacement file;
    char *text = paths_read(path, TABLE_MAX, error);
    if (!text)
        return false;
    bool good = replacement_begin(&file, path, 0666, error);
    if (good) {
        struct walk walk = {.text = text,
                            .at = text,
                            .path = path,
                            .out = file.out,
                            .problem = problem,
                            .values = values,
                            .error = error};
        good = replacement_end(&file, walk_table(&walk), error);
    }
    free(text);
    return good;
}
