/* Opening books in Polyglot's format: entries of 16 bytes, big-endian, sorted by position key (see
 * the documentation of Polyglot and XBoard). book_open reads the entire file and checks that it is
 * sorted, because lookups use binary search. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book.h"
#include "engine/file.h"

enum { ENTRY_SIZE = BOOK_ENTRY_BYTES, BOOK_BYTES_MAX = 1 << 29 };

struct book_entry {
    uint64_t key;
    uint16_t move;   /* 3 bits each, from the lowest: file and rank of the target, file and rank of
                      * the origin, promotion */
    uint16_t weight; /* the larger the weight, the more often the move is played; 0: it is never
                      * played */
};

struct book {
    struct book_entry *entries; /* sorted by key, ascending */
    size_t count;
};

static uint64_t big_endian(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Determines the number of entries in the file. Returns false if the file cannot be a book. */
static bool count_entries(FILE *file, size_t *count, struct error *error)
{
    /* A disk that cannot be read says why here; read_entries would not tell. */
    bool readable = fgetc(file) != EOF || !ferror(file);
    long size = readable && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
        error_set(error, "the book cannot be read: %s", strerror(errno));
    } else if (size == 0 || size % ENTRY_SIZE != 0) {
        error_set(error, "not a Polyglot book: %ld bytes, expected a multiple of %d", size,
                  ENTRY_SIZE);
    } else if (size > BOOK_BYTES_MAX) {
        error_set(error, "the book is too large: %ld bytes, expected at most %d", size,
                  BOOK_BYTES_MAX);
    } else {
        *count = (size_t)size / ENTRY_SIZE;
        return true;
    }
    return false;
}

static bool read_entries(FILE *file, struct book *book, struct error *error)
{
    for (size_t i = 0; i < book->count; i++) {
        unsigned char bytes[ENTRY_SIZE];
        if (fread(bytes, ENTRY_SIZE, 1, file) != 1)
            return error_set(error, "the book cannot be read: it ends at entry %zu of %zu", i + 1,
                             book->count);
        struct book_entry *entry = &book->entries[i];
        entry->key = big_endian(bytes, 8);
        entry->move = (uint16_t)big_endian(bytes + 8, 2);
        entry->weight = (uint16_t)big_endian(bytes + 10, 2);
        if (i > 0 && entry->key < entry[-1].key)
            return error_set(error,
                             "not a Polyglot book: entry %zu is out of order, expected ascending "
                             "position keys",
                             i + 1);
    }
    return true;
}

struct book *book_open(const char *path, struct error *error)
{
    struct book *book = calloc(1, sizeof *book);
    const char *problem;
    FILE *file = file_open_regular(path, &problem);
    bool good = book && file;
    if (!file)
        error_set(error, "the book cannot be opened: %s", problem);
    else if (!book)
        error_set(error, "out of memory");
    good = good && count_entries(file, &book->count, error);
    if (good) {
        book->entries = malloc(book->count * sizeof *book->entries);
        if (!book->entries)
            error_set(error, "out of memory");
        good = book->entries && read_entries(file, book, error);
    }
    if (file)
        fclose(file);
    if (good)
        return book;
    book_close(book);
    snprintf(error->file, sizeof error->file, "%s", path);
    return NULL;
}

void book_close(struct book *book)
{
    if (!book)
        return;
    free(book->entries);
    free(book);
}

static size_t first_of(const struct book *book, uint64_t key)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (book->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the legal move that an entry stands for, or NO_MOVE if `position` has no such move (the
 * book is bad, or another position has the same key). Castling may be stored as king takes rook, as
 * Polyglot does, or with the square that the king moves to, as some books do. */
static Move legal_move(const struct position *position, const Move moves[], int count,
                       uint16_t entry)
{
    Square to = entry & 63, from = (entry >> 6) & 63;
    int promotion = (entry >> 12) & 7;
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        if (move_from(move) != from)
            continue;
        if (move_kind(move) == MOVE_PROMOTION ? promotion != move_promotion(move) - KNIGHT + 1
                                              : promotion != 0)
            continue;
        bool castles = move_kind(move) == MOVE_CASTLING && !position->chess960 &&
                       to == (move_to(move) > from ? from + 2 : from - 2);
        if (move_to(move) == to || castles)
            return move;
    }
    return NO_MOVE;
}

size_t book_size(const struct book *book)
{
    return book->count;
}

/* Inserts `line` into `count` lines sorted by weight, the largest first. Lines of equal weight keep
 * the order of the book. */
static void insert(struct book_line lines[], int count, struct book_line line)
{
    int at = count;
    for (; at > 0 && lines[at - 1].weight < line.weight; at--)
        lines[at] = lines[at - 1];
    lines[at] = line;
}

int book_lines(const struct book *book, const struct position *position,
               struct book_line lines[CHESS_MOVES_MAX])
{
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(position, legal), count = 0;
    size_t first = first_of(book, position->key);
    for (size_t i = first; i < book->count && book->entries[i].key == position->key; i++) {
        const struct book_entry *entry = &book->entries[i];
        Move move = legal_move(position, legal, legal_count, entry->move);
        if (move != NO_MOVE && count < CHESS_MOVES_MAX)
            insert(lines, count++, (struct book_line){move, entry->weight});
    }
    return count;
}

Move book_move(const struct book *book, const struct position *position, uint64_t random, bool best)
{
    struct book_line lines[CHESS_MOVES_MAX];
    int count = book_lines(book, position, lines);
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += lines[i].weight;
    if (total == 0)
        return NO_MOVE;
    if (best)
        return lines[0].move;
    /* `total` is below 2^24, so scaling the high half of `random` cannot overflow. */
    uint64_t drawn = ((random >> 32) * total) >> 32;
    int i = 0;
    while (i + 1 < count && drawn >= lines[i].weight)
        drawn -= lines[i++].weight;
    return lines[i].move;
}

static void put_big_endian(unsigned char *bytes, int count, uint64_t value)
{
    while (count-- > 0) {
        bytes[count] = (unsigned char)value;
        value >>= 8;
    }
}

void book_pack(uint64_t key, Move move, uint16_t weight, unsigned char entry[BOOK_ENTRY_BYTES])
{
    int promotes = move_promotion(move) == NO_PIECE_TYPE ? 0 : move_promotion(move) - KNIGHT + 1;
    unsigned code =
        (unsigned)move_to(move) | (unsigned)move_from(move) << 6 | (unsigned)promotes << 12;
    put_big_endian(entry, 8, key);
    put_big_endian(entry + 8, 2, code);
    put_big_endian(entry + 10, 2, weight);
    put_big_endian(entry + 12, 4, 0); /* the format's field for learning, which we leave empty */
}
