/* PGN as tokens, each with its line, column and place in the file, and the text it was made of, so
 * that what cannot be understood can at least be kept. For the readers of games alone. */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

enum { PGN_SYMBOL_MAX = 64 };

enum pgn_token {
    TOKEN_END,      /* of the file */
    TOKEN_TAG,      /* '[': the tag is not read yet */
    TOKEN_SYMBOL,   /* a move, a move number, a result */
    TOKEN_COMMENT,
    TOKEN_NAG,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BAD,      /* see problem */
};

struct pgn_text {
    char *bytes; /* NUL-terminated once anything was added; owned */
    size_t length, room;
};

struct pgn_scan {
    FILE *stream;
    char *line; /* the current one, owned */
    size_t line_room, length, at;
    int line_number;
    int64_t line_place;   /* of the line in the file, bytes */
    bool ended, out_of_memory;

    enum pgn_token token; /* the one looked at */
    int token_line, token_column;
    int64_t token_place;
    char symbol[PGN_SYMBOL_MAX];
    int nag;
    const char *problem;  /* of TOKEN_BAD: an error of the game that takes the token */
    struct pgn_text comment;

    struct pgn_text raw;  /* of the lines before this one since the token looked at began */
    size_t raw_from;      /* where it goes on in this line */
    bool keep_raw;        /* it goes on from token to token */
    struct pgn_text escapes; /* lines that began with '%' since this was last cleared */
};

/* False, and nothing added, when out of memory. */
MUST_USE bool pgn_text_add(struct pgn_text *text, const char *bytes, size_t length);
void pgn_text_clear(struct pgn_text *text); /* keeps its room */

/* Moves on to the next token. */
void pgn_scan_next(struct pgn_scan *scan);
void pgn_scan_take_into(struct pgn_scan *scan, struct pgn_text *text, int c);
/* Bytes since the token looked at began (or since keep_raw was set), up to where we are. */
size_t pgn_scan_raw_length(const struct pgn_scan *scan);
/* The first length of them, without white space at the end; to be freed. NULL: out of memory. */
char *pgn_scan_raw(const struct pgn_scan *scan, size_t length);
void pgn_scan_clear(struct pgn_scan *scan);

bool pgn_is_space(int c);
bool pgn_is_name(int c); /* of a tag */
/* The standard says Latin-1, the world says UTF-8: what is no UTF-8 is taken as Latin-1. */
bool pgn_is_utf8(const char *text, size_t length);
/* The text, up to end, begins with the tag Event, however it is spaced. */
bool pgn_is_event(const char *text, const char *end);
bool pgn_is_move_number(const char *text); /* with or without dots */
