/* Opening books in the Polyglot format. Public. */
#pragma once

#include "engine/chess.h"

struct book;
struct book *book_open(const char *path, struct error *error); /* NULL on error */
void book_close(struct book *book);
/* A weighted choice by random (or the best when best is set); NO_MOVE when out of book. */
Move book_move(const struct book *book, const struct position *position, uint64_t random,
               bool best);

struct book_line {
    Move move;
    uint16_t weight; /* 0: in the book, but not to be played */
};
/* The legal moves the book has here, heaviest first; returns their number. */
int book_lines(const struct book *book, const struct position *position,
               struct book_line lines[CHESS_MOVES_MAX]);
/* Entries in the whole book. */
size_t book_size(const struct book *book);

enum { BOOK_ENTRY_BYTES = 16 };
/* An entry as the file holds it; in the file their keys never fall. */
void book_pack(uint64_t key, Move move, uint16_t weight, unsigned char entry[BOOK_ENTRY_BYTES]);
