/* SQL for the files that keep their own tables in the store; store.c and name_numbers.c alone know SQLite. A
 * statement that did not compile is NULL: binding to it does nothing, stepping and running it
 * is refused. */
#pragma once

#include "src/store/store.h"
#include "src/training/card.h"
#include "src/training/glicko2.h"

struct statement;
enum statement_step { STATEMENT_ROW, STATEMENT_DONE, STATEMENT_REFUSED };

struct statement *store_prepare(struct store *store, const char *sql);
/* Parameters in their order: BOUND(AS_NUMBER(id), AS_TEXT(name)). One that the statement has not
 * got is left out; texts are copied. */
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
/* Begins a statement again, with other parameters. False: out of memory, or it is NULL. */
MUST_USE bool statement_bind(struct statement *statement, const struct sql_value values[]);
enum statement_step statement_step(struct statement *statement);
/* Columns count from 0. The file may have been damaged, so every value is checked as it is read: one
 * of another type than asked for, or out of range, is read as least, or as "", and makes the row a
 * damaged one until the next step. */
int64_t statement_number(struct statement *statement, int column, int64_t least, int64_t most);
double statement_real(struct statement *statement, int column, double least, double most);
/* One out of range, too, is read as it is: a row is found by it. */
int64_t statement_id(struct statement *statement, int column);
bool statement_flag(struct statement *statement, int column);
/* Of fewer than size bytes; stays until the next step. */
const char *statement_text(struct statement *statement, int column, size_t size);
/* Three columns from that one on. */
struct rating statement_rating(struct statement *statement, int column);
/* The values are in range but do not go together. */
void statement_spoil(struct statement *statement);
bool statement_damaged(const struct statement *statement);
int statement_columns(struct statement *statement);
const char *statement_name(struct statement *statement, int column);
/* The value as it is, as text. */
const char *statement_raw(struct statement *statement, int column);
bool statement_is_number(struct statement *statement, int column);
bool statement_is_nothing(struct statement *statement, int column);
/* Ranges that several tables share. */
#define DATE_MOST INT64_C(253402300799) /* the end of the year 9999 */
#define MILLISECONDS_MOST (INT64_C(1) << 53)
enum { COUNT_MOST = 1000000000 };
void statement_free(struct statement *statement);

/* Runs a statement that returns no row, and frees it. */
MUST_USE bool store_run(struct store *store, struct statement *statement, const char *doing,
                        struct error *error);
/* The number that is a statement's only answer, 0 where there is none; frees it. */
MUST_USE bool store_number(struct store *store, struct statement *statement, int64_t *number,
                           const char *doing, struct error *error);
int64_t store_last_row(const struct store *store); /* the id of the row last inserted */
MUST_USE bool store_execute(struct store *store, const char *sql, const char *doing,
                            struct error *error);
/* Ends a transaction begun with "BEGIN IMMEDIATE": all of it or, unless good, nothing. */
MUST_USE bool store_settle(struct store *store, bool good, struct error *error);
/* Remembers, for store_damage, that something cannot be read: "game 5". */
void store_note_damage(struct store *store, const char *format, ...) PRINTF_LIKE(2, 3);
/* Frees a statement; false, error filled, where its last step was refused or memory ran out for a
 * text of the last row. */
MUST_USE bool store_end(struct store *store, struct statement *statement, enum statement_step step,
                        const char *doing, struct error *error);
/* False, error filled with what the database says. */
bool store_refuse(struct store *store, const char *doing, struct error *error);

/* Columns that more than one table's file writes. */
/* A card into the deck, of that game or of none (0), in the caller's transaction; a position
 * already there is left as it is. */
MUST_USE bool store_insert_card(struct store *store, int64_t game, const struct card *card,
                                struct error *error);

/* A game's result. */
enum result store_read_result(struct statement *row, int column);
/* Ply and move, the first two columns: the move after count of them, legal in position. */
Move store_next_move(struct statement *row, const struct position *position, int count);

/* True if the game is ours now; the system lets go of it however this process ends. */
bool store_lock_game(struct store *store, int64_t game);

/* What each version of the database added to the one before. */
extern const char *const store_versions[];
extern const int store_version_count;
/* SQL functions for the step to version 12: named_handicap and named_decision, which turn what older
 * versions stored into the text of handicap_text.h. False: out of memory. */
struct sqlite3;
MUST_USE bool store_add_naming(struct sqlite3 *database);
