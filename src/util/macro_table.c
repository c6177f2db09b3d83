/* The reader does not parse C. It looks for the macro's name and skips comments, which is enough
 * for the tables of this program. */
#include "src/util/macro_table.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/atomic_file.h"
#include "src/util/paths.h"

enum { FILE_MAX = 1 << 20 };

bool macro_table_refuse(struct macro_table *table, const char *format, ...)
{
    char message[sizeof table->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set_in(table->error, table->path, "%s", message);
    table->error->line = table->error->column = 1;
    for (const char *c = table->text; c < table->at; c++) {
        table->error->column = *c == '\n' ? 1 : table->error->column + 1;
        table->error->line += *c == '\n';
    }
    return false;
}

void macro_table_copy(struct macro_table *table, const char *end)
{
    if (table->out)
        fwrite(table->at, 1, (size_t)(end - table->at), table->out);
    table->at = end;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool macro_table_find(struct macro_table *table, const char *start)
{
    const char *c = table->at;
    size_t length = strlen(start);
    while (*c) {
        if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            c = end ? end + 2 : c + strlen(c);
        } else if (strncmp(c, start, length) == 0 && (c == table->text || !is_word(c[-1]))) {
            macro_table_copy(table, c);
            return true;
        } else {
            c++;
        }
    }
    macro_table_copy(table, c);
    return false;
}

bool macro_table_check(const char *path, macro_table_walk *walk, void *context,
                       struct error *error)
{
    char *text = paths_read(path, FILE_MAX, error);
    if (!text)
        return false;
    struct macro_table table = {.text = text, .at = text, .path = path, .error = error};
    bool good = walk(&table, context);
    free(text);
    return good;
}

bool macro_table_rewrite(const char *path, macro_table_walk *walk, void *context,
                         struct error *error)
{
    struct replacement file;
    char *text = paths_read(path, FILE_MAX, error);
    if (!text)
        return false;
    bool good = replacement_begin(&file, path, 0666, error);
    if (good) {
        struct macro_table table = {
            .text = text, .at = text, .path = path, .out = file.out, .error = error};
        good = replacement_end(&file, walk(&table, context), error);
    }
    free(text);
    return good;
}
