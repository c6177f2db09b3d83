/* Opening names by position. The table contains the moves that lead to each named position; loading
 * plays them once and keeps the keys, sorted for a binary search. */
#include "src/game/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/array.h"

struct opening {
    uint64_t key;
    const char *eco, *name; /* pointers into text */
};

struct openings {
    char *text; /* the whole file, split into strings */
    struct opening *list; /* sorted by key; if two rows name a position, the first row counts */
    int count;
};

/* The largest file to read, in bytes. The table of openings has a few hundred kilobytes, so a
 * larger file is something else. */
enum { FILE_MAX = 1 << 24 };

static char *read_whole(const char *path, struct error *error)
{
    FILE *file = fopen(path, "rbe");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    bool sized = size >= 0 && size <= FILE_MAX && fseek(file, 0, SEEK_SET) == 0;
    char *text = sized ? malloc((size_t)size + 1) : NULL;
    if (text && fread(text, 1, (size_t)size, file) == (size_t)size) {
        text[size] = '\0';
    } else {
        free(text);
        text = NULL;
        error_set_in(error, path, "the opening table cannot be read");
    }
    if (file)
        fclose(file);
    return text;
}

static int by_key(const void *a, const void *b)
{
    const struct opening *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->eco < y->eco ? -1 : x->eco > y->eco; /* `eco` points into the file's text, so rows of
                                                    * the same position keep the order of the
                                                    * file */
}

static const struct opening *find(const struct openings *openings, uint64_t key)
{
    int low = 0, high = openings->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (openings->list[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < openings->count && openings->list[low].key == key;
    return found ? &openings->list[low] : NULL;
}

static char *cut(char *text, char at)
{
    char *end = text ? strchr(text, at) : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    return end + 1;
}

/* Reads "eco <tab> name <tab> moves in UCI" and adds it to the list, which has capacity for it. */
static bool read_row(struct openings *openings, char *row, struct error *error)
{
    char *name = cut(row, '\t');
    char *moves = cut(name, '\t');
    if (!moves || strlen(row) != 3 || !*name)
        return error_set(error, "expected an ECO code, a name and moves, separated by tabs");
    struct position position;
    chess_start(&position);
    for (char *word = moves; word;) {
        char *next = cut(word, ' ');
        Move move;
        if (!chess_from_uci(&position, word, &move)) {
            error_set(error, "'%.20s' is not a legal move in UCI notation here", word);
            error->column = (int)(word - row) + 1;
            return false;
        }
        chess_play(&position, move);
        word = next;
    }
    openings->list[openings->count++] = (struct opening){position.key, row, name};
    return true;
}

struct openings *openings_load(const char *path, struct error *error)
{
    struct openings *openings = array_zeroed(sizeof *openings, error);
    if (!openings)
        return NULL;
    openings->text = read_whole(path, error);
    if (!openings->text) {
        openings_free(openings);
        return NULL;
    }
    size_t rows = 1;
    for (const char *at = openings->text; (at = strchr(at, '\n')) != NULL; at++)
        rows++;
    openings->list = malloc(rows * sizeof *openings->list);
    if (!openings->list)
        error_set(error, "out of memory");
    bool good = openings->list != NULL;
    int line = 0;
    for (char *row = openings->text; good && row;) {
        char *next = cut(row, '\n');
        row[strcspn(row, "\r")] = '\0';
        line++;
        if (*row && *row != '#' && !read_row(openings, row, error)) {
            error->line = line;
            good = false;
        }
        row = next;
    }
    if (!good) {
        snprintf(error->file, sizeof error->file, "%s", path);
        openings_free(openings);
        return NULL;
    }
    qsort(openings->list, (size_t)openings->count, sizeof *openings->list, by_key);
    return openings;
}

void openings_free(struct openings *openings)
{
    if (!openings)
        return;
    free(openings->list);
    free(openings->text);
    free(openings);
}

bool opening_at_position(const struct openings *openings, const struct position *position,
                         const char **eco, const char **name)
{
    const struct opening *opening = find(openings, position->key);
    if (opening) {
        *eco = opening->eco;
        *name = opening->name;
    }
    return opening != NULL;
}

bool opening_of(const struct openings *openings, const struct game_node *node, const char **eco,
                const char **name)
{
    while (node && !opening_at_position(openings, &node->position, eco, name))
        node = node->parent;
    return node != NULL;
}

bool opening_at(const struct openings *openings, int index, const char **eco, const char **name)
{
    if (index >= openings->count)
        return false;
    *eco = openings->list[index].eco;
    *name = openings->list[index].name;
    return true;
}
