/* Files of games: scanning, reading, writing, saving in place, the index of a file, queries,
 * opening trees and books made from games. What a game is, is in game.
 *
 * Other rooms include: index.h, query.h, positions.h, opening_tree.h, book_build.h, unpacked.h.
 *
 * PGN in and out: import format is read leniently (variations, comments, NAGs, odd spellings),
 * export format is written strictly (seven tag roster first, lines of 79 columns, or as long as
 * they were in the file). What was read is written again: byte for byte where it was in export
 * form, in other words but with nothing lost where it was not. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

struct pgn_reader;
/* file_name is for errors. The stream stays the caller's. NULL when out of memory. */
struct pgn_reader *pgn_reader_create(FILE *stream, const char *file_name);
void pgn_reader_destroy(struct pgn_reader *reader);
/* Before the first pgn_read: reads on in line line (from 1), at byte place of the file. The first
 * tells of a stream that stands at the beginning of that line, the second moves the stream, and
 * returns false if it cannot. */
void pgn_reader_starts_at(struct pgn_reader *reader, int64_t place, int line);
MUST_USE bool pgn_reader_seek(struct pgn_reader *reader, int64_t place, int line);

enum pgn_status { PGN_GAME, PGN_END, PGN_BAD /* error filled; the next game can be read */ };
/* On PGN_GAME *game is the caller's. On PGN_BAD *game is NULL, or holds what was readable and, as
 * text, what was not: written again, it is all there. */
MUST_USE enum pgn_status pgn_read(struct pgn_reader *reader, struct game **game,
                                  struct error *error);

#define PGN_NO_GAME "there is no game in it; expected tags such as [Event \"...\"], and moves"
/* At PGN_END: false sets error (file, line) if nothing in the file was a game, not even a tag or a
 * legal move, if memory ran out on the way, or if the file was not read on because of what it holds:
 * a line or a game longer than LINE_MOST, or NUL bytes. Read errors of the stream are left to the caller. */
MUST_USE bool pgn_reader_ended_well(const struct pgn_reader *reader, struct error *error);

/* The start position by the tags FEN and Variant, NULL where there is none. False sets error, and the
 * position is the usual one. */
MUST_USE bool pgn_start(struct position *position, const char *fen, const char *variant,
                        struct error *error);

/* A file's size and time of change: while they are the same, so is the file. */
struct pgn_stamp {
    int64_t size, time; /* bytes, nanoseconds */
};
struct stat;
struct pgn_stamp pgn_stamp_of(const struct stat *status);

/* Where a game stands: from its first byte to behind its last (its result). */
struct pgn_place {
    int64_t start, end;     /* bytes */
    int line, last_line;    /* of the first and the last, from 1 */
    struct pgn_stamp stamp; /* of the file when it was read, zero where it is no file */
};
/* Of the game last read. */
struct pgn_place pgn_reader_place(const struct pgn_reader *reader);

/* Writes one game, and an empty line. [%clk] and [%emt] from the nodes' times. False on a write
 * error. */
MUST_USE bool pgn_write(const struct game *game, FILE *stream);

/* The same as text, NUL-terminated, to be freed; its length in *size. NULL when out of memory. */
char *pgn_text(const struct game *game, size_t *size);

/* Writes game into the file it was read from, in its place: every other byte of the file stays.
 * The new file takes the old one's name when it is whole. *place becomes the new place; places of
 * games behind it in the file are no longer valid. False fills error (file set): among others when
 * the file was changed since, or when another program is writing it. */
MUST_USE bool pgn_save(const struct game *game, const char *path, struct pgn_place *place,
                       struct error *error);

/* Adds game at the end of the file at path, which is made where it is missing (0600), or writes it
 * to the pipe or device there. Waits as long as wait milliseconds for another program that is
 * writing the file. False fills error (file set), and the file is as it was. */
MUST_USE bool pgn_append(const struct game *game, const char *path, int wait, struct error *error);
enum { PGN_WAIT = 50 /* ms: hardly noticed by a person at the screen */ };

/* What pgn_write writes without the empty line behind it, lines ending in CR LF where returns is set. */
MUST_USE bool pgn_write_bare(const struct game *game, bool returns, FILE *stream);
/* Whether the line that begins at byte start ends so; moves stream. */
MUST_USE bool pgn_has_returns(FILE *stream, int64_t start);

enum { PGN_WIDTH = 79 };
