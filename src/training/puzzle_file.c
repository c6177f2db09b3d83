/* Lines are read into one buffer. A line that is too long for it counts as wrong and is skipped. */
#include "src/training/puzzle_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/util/input.h"
#include "src/util/array.h"

struct puzzle_file {
    struct input *input;
    struct puzzle_columns columns;
    int64_t line;
    uint64_t hash;
    char text[PUZZLE_LINE_MAX];
};

/* Reads the next line. Of a line that is too long, sets *whole to false and skips the rest. Returns
 * false at the end of the file. */
static bool next_line(struct puzzle_file *file, bool *whole)
{
    FILE *stream = input_stream(file->input);
    if (!fgets(file->text, sizeof file->text, stream))
        return false;
    size_t length = strlen(file->text);
    *whole = length + 1 < sizeof file->text || file->text[length - 1] == '\n';
    file->hash = hash_bytes(file->hash, file->text, length);
    if (!*whole) {
        int character;
        while ((character = getc(stream)) != EOF && character != '\n')
            file->hash = hash_bytes(file->hash, &(char){(char)character}, 1);
    }
    file->line++;
    return true;
}

static void place_error(const struct puzzle_file *file, struct error *error)
{
    snprintf(error->file, sizeof error->file, "%s", input_name(file->input));
    error->line = (int)file->line;
}

static bool read_columns(struct puzzle_file *file, struct error *error)
{
    bool whole = false;
    if (!next_line(file, &whole) || !whole)
        file->text[0] = '\0';
    if (puzzle_read_columns(file->text, &file->columns, error))
        return true;
    file->line = error->column = 1;
    place_error(file, error);
    return false;
}

struct puzzle_file *puzzle_file_open(const char *path, struct error *error)
{
    struct puzzle_file *file = array_zeroed(sizeof *file, error);
    if (!file)
        return NULL;
    file->hash = HASH_BEGIN;
    file->input = input_open(path, error);
    if (file->input && read_columns(file, error))
        return file;
    (void)!input_close(file->input, error);
    free(file);
    return NULL;
}

bool puzzle_file_close(struct puzzle_file *file, struct error *error)
{
    bool sound = input_close(file->input, error);
    free(file);
    return sound;
}

enum puzzle_line puzzle_file_next(struct puzzle_file *file, struct puzzle *puzzle,
                                  struct error *error)
{
    bool whole;
    if (!next_line(file, &whole))
        return PUZZLE_LINE_NONE;
    *error = (struct error){0};
    if (whole && puzzle_read(file->text, &file->columns, puzzle, error))
        return PUZZLE_LINE_GOOD;
    if (!whole)
        error_set(error, "expected at most %d characters", PUZZLE_LINE_MAX - 2);
    place_error(file, error);
    return PUZZLE_LINE_WRONG;
}

int64_t puzzle_file_skip(struct puzzle_file *file, int64_t line)
{
    int64_t skipped = 0;
    bool whole;
    for (; file->line < line && next_line(file, &whole); skipped++)
        continue;
    return skipped;
}

int64_t puzzle_file_line(const struct puzzle_file *file)
{
    return file->line;
}

uint64_t puzzle_file_hash(const struct puzzle_file *file)
{
    return file->hash;
}

bool puzzle_file_is_lasting(const struct puzzle_file *file)
{
    return input_is_lasting(file->input);
}

int puzzle_file_percent(const struct puzzle_file *file)
{
    return input_percent(file->input);
}
