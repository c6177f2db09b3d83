/* Splits PGN into tokens, each with its line, column, offset and original text, so that what cannot
 * be understood can still be kept. From the tokens alone the scanner also determines where games
 * start and end, so that the reader, which knows the rules of chess, and the index, which does not,
 * see the same games. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

enum { PGN_SYMBOL_MAX = 64 };

enum pgn_token {
    TOKEN_END,      /* end of the file */
    TOKEN_TAG,      /* see tag_name */
    TOKEN_SYMBOL,   /* a move, a move number, a result */
    TOKEN_COMMENT,
    TOKEN_NAG,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BAD,      /* see problem */
};

/* How much of a game the scanner keeps. */
enum pgn_detail {
    PGN_ALL,
    PGN_SYMBOLS, /* everything but comments and raw text */
    PGN_OUTLINE, /* neither moves nor comments: only move numbers and the result */
};

struct pgn_text {
    char *bytes; /* NUL-terminated once something was added; owned */
    size_t length, capacity;
};

struct pgn_scan {
    FILE *stream; /* NULL: the whole text is in `held` */
    char *held; /* what has been read from the stream but not consumed; owned */
    size_t held_capacity, held_length, held_at;
    const char *line; /* the current line, inside held */
    size_t length, at;
    int line_number;
    int64_t line_place; /* offset of the line in the file */
    bool mid_line;      /* reading started within a line, so a '%' there is not an escape */
    enum pgn_detail detail;
    bool ended, out_of_memory;
    const char *refused; /* why reading the file was given up; NULL: it was not */
    int refused_line;    /* number of the line because of which reading was given up, from 1 */
    int nuls;            /* NUL bytes so far */
    int64_t game_length; /* bytes of the game so far */

    enum pgn_token token; /* the current token */
    int token_line, token_column;
    int64_t token_place;
    char symbol[PGN_SYMBOL_MAX];
    int number; /* for a TOKEN_SYMBOL: the move number, at most 9999; -1: not a move number */
    enum result result;  /* result in the TOKEN_SYMBOL that ended the game */
    int64_t nag;
    const char *problem; /* for TOKEN_BAD: what is wrong with the game that contains the token */
    struct pgn_text comment;
    int comment_columns; /* columns of the comment's longest line; ignores its last line and lines
                          * of more than PGN_WIDTH columns */

    /* For TOKEN_TAG: its name, "" if malformed, and its value as in the file, or the whole
     * malformed line. Valid while the token is the current one. */
    char tag_name[PGN_SYMBOL_MAX];
    const char *tag_value;
    size_t tag_length;

    /* What is known about the current game up to this token. */
    bool over;  /* the token comes after the end of the game that was being read */
    bool ended_game; /* the token is a result, the last token of its game */
    bool has_tags, has_event, in_moves;
    int depth;  /* nesting depth of variations */

    struct pgn_text raw;  /* text of earlier lines since the current token started */
    size_t raw_from;      /* offset in the current line of the text that follows `raw` */
    bool keep_raw;        /* `raw` keeps the text of earlier tokens when the next token starts */
    struct pgn_text escapes; /* lines starting with '%' since this was last cleared */
};

/* Returns false and adds nothing if out of memory. */
MUST_USE bool pgn_text_add(struct pgn_text *text, const char *bytes, size_t length);
void pgn_text_clear(struct pgn_text *text); /* keeps the capacity */

/* Reads the next token of the file, which becomes the current one. */
void pgn_scan_next(struct pgn_scan *scan);
/* Makes the scanner look for its first token at byte offset `place`, which is on line number `line`
 * (from 1). Returns false if the stream cannot seek there. */
MUST_USE bool pgn_scan_seek(struct pgn_scan *scan, int64_t place, int line);
/* Resets the scanner and makes it read text from memory: the `length` bytes that the caller then
 * writes to the returned pointer. Returns NULL if out of memory. */
char *pgn_scan_hold(struct pgn_scan *scan, size_t length);
/* Makes the current token the first of a game. */
void pgn_scan_begin_game(struct pgn_scan *scan);
/* Appends the value of the current tag, without its escapes. Returns false if out of memory. */
MUST_USE bool pgn_scan_add_value(const struct pgn_scan *scan, struct pgn_text *text);
/* The number of columns of the current line, without the blanks at its end. */
int pgn_scan_columns(const struct pgn_scan *scan);
/* Number of bytes since the current token started (or since keep_raw was set). */
size_t pgn_scan_raw_length(const struct pgn_scan *scan);
/* The first `length` of these bytes, without white space at the end; the caller frees them. NULL if
 * out of memory. */
char *pgn_scan_raw(const struct pgn_scan *scan, size_t length);
void pgn_scan_clear(struct pgn_scan *scan);

enum pgn_encoding { PGN_ASCII, PGN_UTF_8, PGN_LATIN_1 };
/* Converts text to UTF-8. The standard says Latin-1, but most files are UTF-8; text that is not
 * valid UTF-8 is taken as Latin-1. Returns false if out of memory; the text is then unchanged. */
MUST_USE bool pgn_text_to_utf8(struct pgn_text *text, enum pgn_encoding *encoding);
/* Returns whether `text` is UTF-16, by its byte order mark or its first characters. */
bool pgn_is_utf16(const char *text, size_t length);
MUST_USE bool pgn_read_result(const char *text, enum result *result); /* false: text is not a
                                                                       * result */
