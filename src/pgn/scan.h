/* PGN as tokens, each with its line, column and place in the file, and the text it was made of, so
 * that what cannot be understood can at least be kept. The scanner also says where each game begins
 * and ends, by the tokens alone: the reader, which knows the rules of chess, and the index, which
 * does not, see the same games. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

enum { PGN_SYMBOL_MAX = 64 };

enum pgn_token {
    TOKEN_END,      /* of the file */
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
    PGN_SYMBOLS, /* neither comments nor raw text */
    PGN_OUTLINE, /* and of the moves only their numbers and the result */
};

struct pgn_text {
    char *bytes; /* NUL-terminated once anything was added; owned */
    size_t length, room;
};

struct pgn_scan {
    FILE *stream; /* NULL: all there is to read is held */
    char *held; /* what was read of the stream and is not passed yet; owned */
    size_t held_room, held_length, held_at;
    const char *line; /* the current line, in held */
    size_t length, at;
    int line_number;
    int64_t line_place; /* of the line in the file, bytes */
    bool mid_line;      /* reading began within a line, which is not an escape then */
    enum pgn_detail detail;
    bool ended, out_of_memory;
    const char *refused; /* why the file is not read, or not read on; NULL: it is */
    int refused_line;    /* where the reason is */
    int nuls;            /* in the lines so far */
    int64_t game_length; /* of the game so far, bytes */

    enum pgn_token token; /* the one looked at */
    int token_line, token_column;
    int64_t token_place;
    char symbol[PGN_SYMBOL_MAX];
    int number; /* of a TOKEN_SYMBOL that is a move number, at most 9999; -1: it is not */
    enum result result;  /* of the TOKEN_SYMBOL that ended the game */
    int64_t nag;
    const char *problem; /* of TOKEN_BAD: an error of the game that takes the token */
    struct pgn_text comment;

    /* TOKEN_TAG: its name, "" if it is malformed; its value as it stands in the file, or the whole
     * malformed line. Valid while the token is looked at. */
    char tag_name[PGN_SYMBOL_MAX];
    const char *tag_value;
    size_t tag_length;

    /* The game of the token looked at, up to this token. */
    bool over;  /* the token is not part of the game that was being read */
    bool ended_game; /* the token is a result, the last token of its game */
    bool has_tags, has_event, in_moves;
    int depth;  /* of variations */

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
/* Before the first token: reads on in line line (from 1), at byte place of the file. False if the
 * stream cannot be moved there. */
MUST_USE bool pgn_scan_seek(struct pgn_scan *scan, int64_t place, int line);
/* The scanner, which is then at its beginning, reads the text that the caller writes where this
 * points to: length bytes. NULL: out of memory. */
char *pgn_scan_hold(struct pgn_scan *scan, size_t length);
/* The token looked at is the first of the game read from now on. */
void pgn_scan_begin_game(struct pgn_scan *scan);
/* Adds the value of the tag looked at, without its escapes. False: out of memory. */
MUST_USE bool pgn_scan_add_value(const struct pgn_scan *scan, struct pgn_text *text);
void pgn_scan_take_into(struct pgn_scan *scan, struct pgn_text *text, int c);
/* Bytes since the token looked at began (or since keep_raw was set), up to where we are. */
size_t pgn_scan_raw_length(const struct pgn_scan *scan);
/* The first length of them, without white space at the end; to be freed. NULL: out of memory. */
char *pgn_scan_raw(const struct pgn_scan *scan, size_t length);
void pgn_scan_clear(struct pgn_scan *scan);

bool pgn_is_space(int c);
enum pgn_encoding { PGN_ASCII, PGN_UTF_8, PGN_LATIN_1 };
/* Turns text into UTF-8. The standard says Latin-1, the world says UTF-8: what is not UTF-8 is
 * taken as Latin-1. False: out of memory, and the text is as it was. */
MUST_USE bool pgn_text_to_utf8(struct pgn_text *text, enum pgn_encoding *encoding);
bool pgn_is_move_number(const char *text); /* with or without dots */
MUST_USE bool pgn_read_result(const char *text, enum result *result); /* false: not a result */
