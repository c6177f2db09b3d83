/* Walks the text of terms.def once: comments and preprocessor lines are copied, and in each
 * TERM(...) the values V(...) and P(...) are found in order. The output differs from the input only
 * in numbers, so that a diff shows just the weights. */
#include "src/lab/tune/tune_terms.h"

#include <ctype.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "src/util/paths.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"

enum { FILE_MAX = 1 << 20, COLUMNS_MAX = 100, INDENT = 5 };

struct walk {
    const char *text, *at;
    const char *path;
    struct error *error;
    FILE *out;                     /* NULL: only check */
    const struct weights *weights; /* the weights to write */
};

static bool complain(struct walk *walk, const char *message)
{
    error_set_in(walk->error, walk->path, "%s", message);
    walk->error->line = walk->error->column = 1;
    for (const char *c = walk->text; c < walk->at; c++) {
        walk->error->column = *c == '\n' ? 1 : walk->error->column + 1;
        walk->error->line += *c == '\n';
    }
    return false;
}

static void copy_to(struct walk *walk, const char *end)
{
    if (walk->out)
        fwrite(walk->at, 1, (size_t)(end - walk->at), walk->out);
    walk->at = end;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Copies up to the next TERM( outside comments; returns false at the end of the text. */
static bool find_row(struct walk *walk)
{
    const char *c = walk->at;
    while (*c) {
        if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            c = end ? end + 2 : c + strlen(c);
        } else if (strncmp(c, "TERM(", 5) == 0 && (c == walk->text || !is_word(c[-1]))) {
            copy_to(walk, c);
            return true;
        } else {
            c++;
        }
    }
    copy_to(walk, c);
    return false;
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

/* Reads "mg, eg" after V( or P(; sets *end to the text after them. */
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

/* Breaks lines of values that are too long. */
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

/* Writes a weight. behind: the text after it, which may hold naive values; these change too if they
 * equalled the full ones (the naive values of king_pressure always do). Returns the end of the
 * replaced text. */
static const char *write_value(struct walk *walk, int i, const char *behind, long middlegame,
                               long endgame)
{
    const int new_middlegame = walk->weights->middlegame[i],
              new_endgame = walk->weights->endgame[i];
    const char *end;
    long naive_middlegame, naive_endgame;
    fprintf(walk->out, "%d, %d", new_middlegame, new_endgame);
    if (*behind != ',' || !read_values(behind + 1, &naive_middlegame, &naive_endgame, &end) ||
        naive_middlegame != middlegame || naive_endgame != endgame)
        return behind;
    fprintf(walk->out, ", %d, %d", new_middlegame, new_endgame);
    return end;
}

static bool walk_row(struct walk *walk, const struct term_info *info)
{
    const char *end = row_end(walk->at), *value = walk->at;
    size_t length = strlen(info->name);
    if (strncmp(walk->at + 5, info->name, length) != 0 || is_word(walk->at[5 + length])) {
        char message[160];
        snprintf(message, sizeof message,
                 "expected the row of %s: build the program from this "
                 "file first",
                 info->name);
        return complain(walk, message);
    }
    if (!end)
        return complain(walk, "the row is not closed by a parenthesis");
    char *row = NULL;
    size_t size = 0;
    FILE *out = walk->out;
    if (out && !(walk->out = open_memstream(&row, &size))) {
        walk->out = out;
        return complain(walk, "out of memory");
    }
    bool good = true;
    for (int i = info->at; good && i < info->at + info->count; i++) {
        long middlegame, endgame;
        const char *from = find_value(value + 1, end);
        good = from && read_values(from + 2, &middlegame, &endgame, &value);
        if (!good) {
            complain(walk, "the row has fewer values than it declares");
        } else if (middlegame != weights_full()->middlegame[i] ||
                   endgame != weights_full()->endgame[i]) {
            good = complain(walk, "the values differ from the program: build it from this file");
        } else if (walk->out) {
            copy_to(walk, from + 2);
            walk->at = write_value(walk, i, value, middlegame, endgame);
        }
    }
    if (good && find_value(value, end))
        good = complain(walk, "the row has more values than it declares");
    if (good)
        copy_to(walk, end);
    if (out) {
        bool written = text_close(walk->out, &row);
        walk->out = out;
        if (good && written)
            write_lines(out, row);
        else if (good)
            good = complain(walk, "out of memory");
        free(row);
    }
    return good;
}

static bool walk_file(struct walk *walk)
{
    for (int term = 0; term < TERM_COUNT; term++) {
        if (!find_row(walk)) {
            char message[160];
            snprintf(message, sizeof message, "expected a row of %s before the end",
                     term_info((enum term)term)->name);
            return complain(walk, message);
        }
        if (!walk_row(walk, term_info((enum term)term)))
            return false;
    }
    return !find_row(walk) || complain(walk, "unknown row: build the program from this file first");
}

bool terms_check(const char *path, struct error *error)
{
    char *text = paths_read(path, FILE_MAX, error);
    if (!text)
        return false;
    struct walk walk = {.text = text, .at = text, .path = path, .error = error};
    bool good = walk_file(&walk);
    free(text);
    return good;
}

bool terms_rewrite(const char *path, const struct weights *weights, struct error *error)
{
    struct replacement file;
    char *text = paths_read(path, FILE_MAX, error);
    if (!text)
        return false;
    bool good = replacement_begin(&file, path, 0666, error);
    if (good) {
        struct walk walk = {.text = text,
                            .at = text,
                            .path = path,
                            .error = error,
                            .out = file.out,
                            .weights = weights};
        good = replacement_end(&file, walk_file(&walk), error);
    }
    free(text);
    return good;
}
