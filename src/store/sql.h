/* SQL statements, for the source files that read and write tables of the database. Only store.c and
 * name_numbers.c call SQLite. A statement that does not compile is NULL; binding values to it does
 * nothing, and stepping or running it fails. */
#pragma once

#include "src/store/store.h"
#include "src/training/card.h"
#include "src/training/glicko2.h"

struct statement;
enum statement_step { STATEMENT_ROW, STATEMENT_DONE, STATEMENT_REFUSED };

/* Opens a database for reading, even if it is damaged or of another version. Use another connection
 * for writing: SQLite refuses all writes on a connection that has met a damaged page in a
 * transaction. */
struct store *store_open_damaged(const char *path, struct error *error);
/* Creates a database with the tables of an older version, 1 .. store_version_count, as store_open
 * then upgrades it. */
struct store *store_create(const char *path, int version, struct error *error);
/* Returns the rating that was given to store_begin_puzzles_at; 0: unknown. */
double store_first_rating(const struct store *store);
/* Returns whether the database has a table of that name; a view is not a table. */
bool store_has_table(struct store *store, const char *name);
struct statement *store_prepare(struct store *store, const char *sql);
/* Parameters in order: BOUND(AS_NUMBER(id), AS_TEXT(name)). Values beyond the statement's last
 * parameter are ignored. Texts are copied. */
struct sql_value {
    enum { SQL_END, SQL_NUMBER, SQL_REAL, SQL_TEXT } kind;
    int64_t number;
    double real;
    const char *text;
};
#define AS_NUMBER(value) {.kind = SQL_NUMBER, .number = (int64_t)(value)}
#define AS_REAL(value) {.kind = SQL_REAL, .real = (value)}
#define AS_TEXT(value) {.kind = SQL_TEXT, .text = (value)}
#define BOUND(...) (const struct sql_value[]){__VA_ARGS__, {.kind = SQL_END}}
struct statement *store_bound(struct store *store, const char *sql,
                              const struct sql_value values[]);
/* Resets a statement and binds new parameters. Returns false if out of memory or if `statement` is
 * NULL. */
MUST_USE bool statement_bind(struct statement *statement, const struct sql_value values[]);
enum statement_step statement_step(struct statement *statement);
/* Columns count from 0. The file may be damaged, so every value is checked when it is read. A value
 * of the wrong type or out of range is read as `least` or "", and the row counts as damaged until
 * the next step. */
int64_t statement_number(struct statement *statement, int column, int64_t least, int64_t most);
double statement_real(struct statement *statement, int column, double least, double most);
/* Returns an id as stored, even if it is out of range, because the id identifies the row. */
int64_t statement_id(struct statement *statement, int column);
bool statement_flag(struct statement *statement, int column);
/* The text must be shorter than `size` bytes. It is valid until the next step. */
const char *statement_text(struct statement *statement, int column, size_t size);
/* Reads a rating from three columns, starting with `column`: rating, deviation and volatility. */
struct rating statement_rating(struct statement *statement, int column);
/* Marks the row as damaged, for values that are in range but contradict each other. */
void statement_spoil(struct statement *statement);
bool statement_damaged(const struct statement *statement);
int statement_columns(struct statement *statement);
const char *statement_name(struct statement *statement, int column);
/* The value as text, without any check. */
const char *statement_raw(struct statement *statement, int column);
bool statement_is_number(struct statement *statement, int column);
bool statement_is_nothing(struct statement *statement, int column);
/* The largest values allowed in columns that several tables have. */
#define DATE_MOST INT64_C(253402300799) /* the end of the year 9999 */
/* SQL: the last second of the local day that contains the time `at`. */
#define DAY_END(at)                                                                                \
    "CAST(strftime('%s', " at ", 'unixepoch', 'localtime', 'start of day', '+1 day', '-1 second'," \
    " 'utc') AS INTEGER)"
/* SQL: whether a card of the deck is due at the time that is bound as parameter `by` ("?1"). A card
 * that returns after days (state 2, SCHEDULE_REVIEW) is due from the beginning of its day, so that
 * you find it even if you train at an earlier hour than the last time. One that returns after
 * minutes, because the answer was wrong, is due from that minute on. A card whose last answer lies
 * more than a day after `by` counts as due: the computer's clock was wrong at some time, so the due
 * date cannot be trusted. A card with a damaged date also counts as due, so that it is read and
 * reported. */
#define DUE(by)                                                                                    \
    "(due <= " by " OR (state = 2 AND due <= " DAY_END(by) ")"                                     \
    " OR last_review > " by " + 86400 OR typeof(due) <> 'integer')"
/* SQL: whether a card counts as part of the deck, so that it can be due. A card of a list (a
 * repertoire, endgames, your mistakes in a file of games) counts only after you have answered it,
 * or made a mistake in its position in a game that you played in this program. */
#define MET "(source = '' OR reps > 0 OR (played <> 0 AND kind <> 'mistake'))"
#define MILLISECONDS_MOST (INT64_C(1) << 53)
enum { COUNT_MOST = 1000000000 };
void statement_free(struct statement *statement);
/* Resets the statement `to`, and binds to its parameter i + 1 column columns[i] of the current row
 * of `from`, or NULL if columns[i] is negative. */
MUST_USE bool statement_copy_row(struct statement *from, const int columns[], struct statement *to);

/* Runs a statement that returns no row, and frees it. */
MUST_USE bool store_run(struct store *store, struct statement *statement, const char *doing,
                        struct error *error);
/* Reads the single number that a statement returns (0 if it returns no row), and frees it. */
MUST_USE bool store_number(struct store *store, struct statement *statement, int64_t *number,
                           const char *doing, struct error *error);
bool store_changed(const struct store *store); /* the last INSERT was not ignored */
int64_t store_last_row(const struct store *store); /* the id of the row last inserted */
MUST_USE bool store_execute(struct store *store, const char *sql, const char *doing,
                            struct error *error);
/* Ends a transaction that "BEGIN IMMEDIATE" started: commits it if `good`, otherwise rolls it
 * back. */
MUST_USE bool store_settle(struct store *store, bool good, struct error *error);
/* Records for store_damage that something cannot be read, for example "game 5". */
void store_note_damage(struct store *store, const char *format, ...) PRINTF_LIKE(2, 3);
/* Frees a statement. Returns false and sets *error if its last step failed or memory ran out for a
 * text of the last row. */
MUST_USE bool store_end(struct store *store, struct statement *statement, enum statement_step step,
                        const char *doing, struct error *error);
/* Whether the last call for this database, which failed, did so because memory ran out. */
bool store_lacks_memory(const struct store *store);
/* Sets *error to the database's message and returns false. */
bool store_refuse(struct store *store, const char *doing, struct error *error);

/* Functions for the source files that read and write the tables */
/* Adds a card to the deck in the caller's transaction; `game` is 0 for a card without a game. If
 * the position is already in the deck, its card changes only if `game` is newer than the card's
 * game: the card then shows the mistake in `game` and is due at once. */
MUST_USE bool store_insert_card(struct store *store, int64_t game, const struct card *card,
                                struct error *error);

/* Records the number of half-moves of a game, to notice their loss; see move_counts.h. Call it
 * after a commit that adds moves and before one that deletes some. */
void store_note_moves(struct store *store, int64_t game, int plies);

/* store_mend_game removes the parts of a game that cannot be read: the moves from the first damaged
 * one on, single decisions and scores, or the whole game. */
enum mended { MENDED_WHOLE, MENDED_CUT, MENDED_LOST };
MUST_USE bool store_mend_game(struct store *store, int64_t id, enum mended *mended,
                              struct error *error);

/* Reads a game's result. The row counts as damaged if the column does not contain a result. */
enum result store_read_result(struct statement *row, int column);
/* Reads a ply and a move from the first two columns and returns the move. The row counts as damaged
 * if the ply is not `count` + 1, or if the move is not legal in `position`. */
Move store_next_move(struct statement *row, const struct position *position, int count);

/* Returns true if this process now holds the game's lock. The system releases the lock when the
 * process ends for any reason. */
bool store_lock_game(struct store *store, int64_t game);

/* For each database version, the SQL that upgrades the previous version to it. */
extern const char *const store_versions[];
extern const int store_version_count;
/* Adds the SQL functions that the upgrade to version 12 uses: named_handicap and named_decision
 * convert the numbers of older versions to the text of handicap_text.h. Returns false if out of
 * memory. */
struct sqlite3;
MUST_USE bool store_add_naming(struct sqlite3 *database);
