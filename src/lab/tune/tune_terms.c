/* In each row TERM(...) of terms.def, the values V(...) and P(...) are found in order and
 * replaced. */
#include "src/lab/tune/tune_terms.h"

#include <ctype.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "src/util/macro_table.h"
#include "src/util/text.h"

enum { COLUMNS_MAX = 100, INDENT = 5 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The end of the row: after its closing parenthesis. */
static const char *row_end(const char *c)
{
    int depth = 0;
    bool quoted = false;
    for (; *c; c++) {
        if (*c == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        depth += *c == '(';
        depth -= *c == ')';
        if (*c == ')' && depth == 0)
            return c + 1;
    }
    return NULL;
}

/* The next value of the row: a V( or P( outside quotes. */
static const char *find_value(const char *c, const char *end)
{
    bool quoted = false;
    for (; c + 1 < end; c++) {
        if (*c == '"')
            quoted = !quoted;
        if (!quoted && (c[0] == 'V' || c[0] == 'P') && c[1] == '(' && !is_word(c[-1]))
            return c;
    }
    return NULL;
}

/* Reads "mg, eg" after V( or P(. Sets *end to the text after them. */
static bool read_values(const char *at, long *middlegame, long *endgame, const char **end)
{
    char *stop;
    *middlegame = strtol(at, &stop, 10);
    if (stop == at || *stop != ',')
        return false;
    at = stop + 1;
    *endgame = strtol(at, &stop, 10);
    *end = stop;
    return stop != at && (*stop == ',' || *stop == ')');
}

/* Writes a row; breaks lines of values that are too long. */
static void write_lines(FILE *out, const char *row)
{
    while (*row) {
        size_t length = strcspn(row, "\n");
        while (length > COLUMNS_MAX) {
            size_t cut = COLUMNS_MAX;
            while (cut > INDENT && memcmp(row + cut - 3, "), ", 3) != 0)
                cut--;
            if (cut <= INDENT)
                break;
            fprintf(out, "%.*s\n%*s", (int)cut - 1, row, INDENT, "");
            row += cut;
            length -= cut;
        }
        fwrite(row, 1, length, out);
        row += length;
        if (*row == '\n')
            fputc(*row++, out);
    }
}

/* Writes a weight in place of its old values. `behind` is the text after the old values, which may
 * begin with the weight's naive values (see terms.def). If these were equal to the old values, they
 * are replaced, too (in king_pressure they are always equal). Returns the end of the replaced
 * text. */
static const char *write_value(FILE *out, const struct weights *weights, int i, const char *behind,
                               long middlegame, long endgame)
{
    const int new_middlegame = weights->middlegame[i], new_endgame = weights->endgame[i];
    const char *end;
    long naive_middlegame, naive_endgame;
    fprintf(out, "%d, %d", new_middlegame, new_endgame);
    if (*behind != ',' || !read_values(behind + 1, &naive_middlegame, &naive_endgame, &end) ||
        naive_middlegame != middlegame || naive_endgame != endgame)
        return behind;
    fprintf(out, ", %d, %d", new_middlegame, new_endgame);
    return end;
}

static bool walk_row(struct macro_table *table, const struct term_info *info,
                     const struct weights *weights)
{
    const char *end = row_end(table->at), *value = table->at;
    size_t length = strlen(info->name);
    if (strncmp(table->at + 5, info->name, length) != 0 || is_word(table->at[5 + length]))
        return macro_table_refuse(
            table, "expected the row of %s: build the program from this file first", info->name);
    if (!end)
        return macro_table_refuse(table, "the row is not closed by a parenthesis");
    char *row = NULL;
    size_t size = 0;
    FILE *out = table->out;
    if (out && !(table->out = open_memstream(&row, &size))) {
        table->out = out;
        return macro_table_refuse(table, "out of memory");
    }
    bool good = true;
    for (int i = info->at; good && i < info->at + info->count; i++) {
        long middlegame, endgame;
        const char *from = find_value(value + 1, end);
        good = from && read_values(from + 2, &middlegame, &endgame, &value);
        if (!good) {
            macro_table_refuse(table, "the row has fewer values than it declares");
        } else if (middlegame != weights_full()->middlegame[i] ||
                   endgame != weights_full()->endgame[i]) {
            good = macro_table_refuse(
                table, "this program has other values: build it from this file first");
        } else if (table->out) {
            macro_table_copy(table, from + 2);
            table->at = write_value(table->out, weights, i, value, middlegame, endgame);
        }
    }
    if (good && find_value(value, end))
        good = macro_table_refuse(table, "the row has more values than it declares");
    if (good)
        macro_table_copy(table, end);
    if (out) {
        bool written = text_close(table->out, &row);
        table->out = out;
        if (good && written)
            write_lines(out, row);
        else if (good)
            good = macro_table_refuse(table, "out of memory");
        free(row);
    }
    return good;
}

static bool walk_file(struct macro_table *table, void *context)
{
    const struct weights *const *weights = context; /* NULL: only check the file */
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        if (!macro_table_find(table, "TERM("))
            return macro_table_refuse(table, "expected a row of %s before the end", info->name);
        if (!walk_row(table, info, weights ? *weights : weights_full()))
            return false;
    }
    return !macro_table_find(table, "TERM(") ||
           macro_table_refuse(table, "unknown row: build the program from this file first");
}

bool terms_check(const char *path, struct error *error)
{
    return macro_table_check(path, walk_file, NULL, error);
}

bool terms_rewrite(const char *path, const struct weights *weights, struct error *error)
{
    return macro_table_rewrite(path, walk_file, &weights, error);
}
