/* Files of games: scanning, reading, writing, saving in place, the index of a file, queries,
 * opening trees and books made from games. The code for games in memory is in src/game.
 *
 * Other public headers: index.h, query.h, positions.h, opening_tree.h, book_build.h, cache_tidy.h,
 * unpacked.h.
 *
 * Reading and writing PGN. The reader accepts import format (variations, comments, NAGs, unusual
 * spellings). The writer writes export format (seven tag roster first, lines of 79 columns or as
 * long as in the file). A game that was read in export format is written byte for byte; other games
 * are written in export format without losing anything. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

struct pgn_reader;
/* `file_name` is used in errors. The caller owns the stream. Returns NULL if out of memory. */
struct pgn_reader *pgn_reader_create(FILE *stream, const char *file_name);
void pgn_reader_destroy(struct pgn_reader *reader);
/* These two functions set where reading starts. Call them before the first pgn_read.
 * pgn_reader_starts_at is for a stream that is already at the start of the line with this number,
 * from 1. pgn_reader_seek moves the stream to the offset `place`; it returns false if the stream
 * cannot be moved. */
void pgn_reader_starts_at(struct pgn_reader *reader, int line);
MUST_USE bool pgn_reader_seek(struct pgn_reader *reader, int64_t place, int line);

enum pgn_status { PGN_GAME, PGN_END, PGN_BAD /* sets *error; the next game can be read */ };
/* On PGN_GAME the caller owns *game. On PGN_BAD *game is NULL, or contains what was readable and
 * the rest as text, so that writing it loses nothing. */
MUST_USE enum pgn_status pgn_read(struct pgn_reader *reader, struct game **game,
                                  struct error *error);

#define PGN_NO_GAME "no game found; expected tags such as [Event \"...\"], then moves"
/* Call at PGN_END. Returns false and sets *error, with file and line, if no game was found in the
 * file (not even a tag or a legal move), if memory ran out, or if reading stopped because of the
 * contents: a line or game longer than LINE_MOST, or NUL bytes. The caller checks the stream for
 * read errors. */
MUST_USE bool pgn_reader_ended_well(const struct pgn_reader *reader, struct error *error);

/* Reads all games of a file, which may be compressed; "-" is standard input. Calls `take` with each
 * game, or with NULL and the error of a game that cannot be read, and with the percentage of the
 * file read, -1 if unknown. If `take` returns false, which must set *error, reading stops. Returns
 * false and sets *error in that case, or if pgn_reader_ended_well or input_close fails. */
typedef bool pgn_take(void *context, const struct game *game, int percent, struct error *error);
MUST_USE bool pgn_each(const char *path, pgn_take *take, void *context, struct error *error);

/* The start position given by the tags FEN and Variant, each of which may be NULL. Returns false
 * and sets *error; the position is then the standard one. */
MUST_USE bool pgn_start(struct position *position, const char *fen, const char *variant,
                        struct error *error);

/* Size and modification time of a file, to detect changes. */
struct pgn_stamp {
    int64_t size, time; /* size in bytes; time in nanoseconds */
};
struct stat;
struct pgn_stamp pgn_stamp_of(const struct stat *status);

/* The place of a game in the file, from its first byte to just after the last byte of its
 * result. */
struct pgn_place {
    int64_t start, end;     /* bytes */
    int line, last_line;    /* the first and the last line, from 1 */
    struct pgn_stamp stamp; /* state of the file when the game was read; all zero if the stream is
                             * not a file */
};
/* The place of the last game read. */
struct pgn_place pgn_reader_place(const struct pgn_reader *reader);

/* The time of a move ([%emt]) need not be in the file if it can be computed, to a tenth of a
 * second, from the clocks ([%clk]). If that is possible for all moves of the main line except the
 * first move of each player, marks these moves, so that pgn_write leaves their times out. */
void pgn_leave_out_times(struct game *game);

/* Writes one game and an empty line. [%clk] and [%emt] come from the nodes' times. Returns false on
 * a write error. */
MUST_USE bool pgn_write(const struct game *game, FILE *stream);

/* Returns what pgn_write writes as NUL-terminated text, which the caller frees. Sets *size to its
 * length. NULL if out of memory. */
char *pgn_text(const struct game *game, size_t *size);

/* Writes `game` into the file from which it was read, in the same place, and keeps every other byte
 * of the file. The new file replaces the old one when it is complete. *place becomes the new place;
 * places of later games in the file become invalid. On failure, for example if the file has changed
 * or another program is writing it, returns false, sets *error (with the file name) and leaves the
 * file unchanged. */
MUST_USE bool pgn_save(const struct game *game, const char *path, struct pgn_place *place,
                       struct error *error);

/* Appends `game` to the file at `path`, which is created if missing (mode 0600), or writes it to
 * the pipe or device there. Waits up to `wait` milliseconds for another program that is writing the
 * file. Sets *place to the game's place in the file. On failure, returns false, sets *error (with
 * the file name) and leaves the file unchanged. */
MUST_USE bool pgn_append(const struct game *game, const char *path, int wait,
                         struct pgn_place *place, struct error *error);
/* Returns whether the file ends with exactly what pgn_append would add to it. */
MUST_USE bool pgn_is_last(const struct game *game, const char *path);
enum { PGN_WAIT = 50 /* milliseconds to wait for a lock: too short for a user to notice */ };

/* Writes the same as pgn_write, but without the line break and the empty line at the end. Lines end
 * in CR LF if `returns` is set. */
MUST_USE bool pgn_write_bare(const struct game *game, bool returns, FILE *stream);
/* Copies `count` bytes or, if `count` is -1, all bytes up to the end. Returns false on an error, or
 * if there are fewer than `count` bytes. */
MUST_USE bool pgn_copy_bytes(FILE *from, FILE *to, int64_t count);
/* Returns whether the line at offset `start` ends in CR LF. Moves the stream. */
MUST_USE bool pgn_has_returns(FILE *stream, int64_t start);

enum { PGN_WIDTH = 79 };
