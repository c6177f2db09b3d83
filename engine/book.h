/* Opening books in the Polyglot format. Public. */
#pragma once

#include "engine/chess.h"

struct book;
struct book *book_open(const char *path, struct error *error); /* NULL on error */
void book_close(struct book *book);
/* Draws a book move, each with a probability proportional to its weight; if `best` is set, returns
 * the one with the largest weight. Returns NO_MOVE if the book has no move to play in the
 * position. */
Move book_move(const struct book *book, const struct position *position, uint64_t random,
               bool best);

struct book_line {
    Move move;
    uint16_t weight; /* 0: in the book, but not to be played */
};
/* Finds the legal book moves for the position, the largest weight first, and returns their
 * number. */
int book_lines(const struct book *book, const struct position *position,
               struct book_line lines[CHESS_MOVES_MAX]);
/* Number of entries in the book. */
size_t book_size(const struct book *book);

enum { BOOK_ENTRY_BYTES = 16 };
/* Writes one entry in the file format. The entries of a file must be sorted by key, ascending. */
void book_pack(uint64_t key, Move move, uint16_t weight, unsigned char entry[BOOK_ENTRY_BYTES]);
